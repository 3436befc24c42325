// The Model Context Protocol's own conformance package against the service: argv is the base URL and a key.
//
// The package sends no credential, so what stands between adds the key, as a client on this machine would. A page of another site has
// none: what such a page sends goes on without.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir } from "node:fs/promises";
import http from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

// What applies to every server; the others ask for the tools and resources of a server made for the tests.
const SCENARIOS = {
  "server-initialize": 1,
  ping: 1,
  "completion-complete": 1,
  "tools-list": 1,
  "resources-list": 1,
  "prompts-list": 1,
  "server-sse-multiple-streams": 1,
  "dns-rebinding-protection": 2,
};

const [base, key] = process.argv.slice(2);
const target = new URL(base);
const between = http.createServer((request, response) => {
  const { origin } = request.headers;
  const isForeign = origin !== undefined && !["127.0.0.1", "localhost"].includes(new URL(origin).hostname);
  const headers = isForeign ? request.headers : { ...request.headers, authorization: `Bearer ${key}` };
  const { method, url: path } = request;
  const onwards = http.request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onwards.on("error", () => response.destroy());
  request.pipe(onwards);
});
await new Promise((listening) => between.listen(0, "127.0.0.1", listening));
const url = `http://127.0.0.1:${between.address().port}/mcp`;

const bin = join(import.meta.dirname, "../node_modules/@modelcontextprotocol/conformance/dist/index.js");
const results = await mkdtemp(join(tmpdir(), "conformance-"));
// It says by its exit that some of all fail.
await promisify(execFile)(process.execPath, [bin, "server", "--url", url, "--output-dir", results]).catch(() => undefined);
const directories = await readdir(results);
for (const [scenario, atLeast] of Object.entries(SCENARIOS)) {
  const directory = directories.find((name) => name.startsWith(`server-${scenario}-20`));
  assert.ok(directory, `the package has no ${scenario} any more`);
  const checks = JSON.parse(await readFile(join(results, directory, "checks.json"), "utf8"));
  const bad = checks.filter((check) => ["FAILURE", "WARNING"].includes(check.status));
  assert.deepEqual(bad, [], scenario);
  assert.ok(checks.filter((check) => check.status === "SUCCESS").length >= atLeast, `${scenario}: ${JSON.stringify(checks)}`);
}
between.close();
between.closeAllConnections();
console.log("ok");
