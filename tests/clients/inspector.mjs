// MCP Inspector's command line, with --strict, in every era of the protocol: argv is the URL and a key.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const [url, key] = process.argv.slice(2);
const bin = join(import.meta.dirname, "../node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js");

async function inspected(...options) {
  const server = ["--transport", "http", "--server-url", url, "--header", `Authorization: Bearer ${key}`];
  const ended = promisify(execFile)(process.execPath, [bin, "--cli", ...server, ...options]);
  ended.child.stdin.end();
  const { stdout, stderr } = await ended;
  assert.equal(stderr, "", options.join(" "));
  return JSON.parse(stdout);
}

for (const era of ["legacy", "auto", "modern"]) {
  const { tools } = await inspected("--method", "tools/list", "--strict", "--protocol-era", era);
  assert.ok(tools.some((tool) => tool.name === "memory_search"), era);
}
const asked = ["--method", "tools/call", "--tool-name", "memory_search", "--tool-arg", "query=Where does Clara live?"];
const found = await inspected(...asked);
assert.ok(!found.isError && found.content[0].type === "text", JSON.stringify(found));
const { resources } = await inspected("--method", "resources/list");
assert.ok(resources.some((one) => one.uri === "recollect://profile"));
const { prompts } = await inspected("--method", "prompts/list");
assert.ok(prompts.some((prompt) => prompt.name === "recall"));
console.log("ok");
