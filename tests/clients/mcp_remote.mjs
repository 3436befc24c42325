// mcp-remote, as programs start it that know standard input and output alone: argv is the URL and a key.
import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const [url, key] = process.argv.slice(2);
const proxy = join(import.meta.dirname, "../node_modules/mcp-remote/dist/proxy.js");
const transport = new StdioClientTransport({
  command: process.execPath,
  args: [proxy, url, "--allow-http", "--header", `Authorization: Bearer ${key}`],
  env: { PATH: process.env.PATH, HOME: process.env.HOME, MCP_REMOTE_CONFIG_DIR: await mkdtemp(join(tmpdir(), "mcp-remote-")) },
  stderr: "ignore",
});
const client = new Client({ name: "test", version: "1.0.0" });
await client.connect(transport);
const { tools } = await client.listTools();
assert.ok(tools.some((tool) => tool.name === "memory_search"));
const saved = await client.callTool({ name: "memory_ingest", arguments: { message: "Clara lives in Lisbon." } });
assert.ok(!saved.isError, JSON.stringify(saved));
const mistaken = await client.callTool({ name: "memory_search", arguments: {} });
assert.ok(mistaken.isError, JSON.stringify(mistaken));
const { resources } = await client.listResources();
assert.ok(resources.length > 0);
await client.close();
console.log("ok");
