// Redocly's lint of the OpenAPI document, and the types that openapi-typescript makes of it: argv is the document.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const [document] = process.argv.slice(2);
const packages = join(import.meta.dirname, "../node_modules");
const env = { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
const run = (bin, ...options) =>
  execFileSync(process.execPath, [join(packages, bin), ...options], { cwd: import.meta.dirname, env, encoding: "utf8", stdio: "pipe" });

// It fails on errors; the warnings that remain are known: what is answered to everybody refuses nobody.
const { problems } = JSON.parse(run("@redocly/cli/bin/cli.js", "lint", document, "--format", "json"));
const worse = problems.filter((problem) => !["operation-4xx-response", "no-unused-components"].includes(problem.ruleId));
assert.deepEqual(worse, []);

run("openapi-typescript/bin/cli.js", document, "--output", join(import.meta.dirname, "api.d.ts"));
const use = `
import type { components, operations, paths } from "./api.js";
type Body = NonNullable<paths["/search"]["post"]["requestBody"]>["content"]["application/json"];
// What may be left out may be left out, whatever its default.
export const search: Body = { query: "Where does Clara live?" };
export type Found = paths["/search"]["post"]["responses"][200]["content"]["application/json"];
export const fact = (found: Found): string | undefined => found.facts[0]?.fact;
export type All = [components, operations];
`;
writeFileSync(join(import.meta.dirname, "use.ts"), use);
const compilerOptions = { strict: true, noEmit: true, noUncheckedIndexedAccess: true, module: "NodeNext", target: "ES2022", types: [] };
writeFileSync(join(import.meta.dirname, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["use.ts"] }));
try {
  run("typescript/bin/tsc", "--project", ".");
} catch (failed) {
  assert.fail(failed.stdout);
}
console.log("ok");
