// The TypeScript SDK of the Model Context Protocol with a personal token: the arguments are the URL and the token.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [url, token] = process.argv.slice(2);
const requestInit = { headers: { Authorization: `Bearer ${token}` } };
const transport = new StreamableHTTPClientTransport(new URL(url), { requestInit });
const client = new Client({ name: "test", version: "1.0.0" });
const problems = [];
client.onerror = (error) => problems.push(error);
await client.connect(transport);

const call = async (name, parameters) => {
  const result = await client.callTool({ name, arguments: parameters });
  assert.ok(!result.isError, JSON.stringify(result));
  return result;
};
const text = (result) => result.content.map((part) => part.text).join("\n");

const { tools } = await client.listTools();
const names = tools.map((tool) => tool.name);
for (const name of ["memory_ingest", "memory_search", "memory_get_spaces", "get_user_profile"]) {
  assert.ok(names.includes(name), `${names}`);
}
const saved = await call("memory_ingest", { message: "Bert moved to Toulouse and works at Airbus." });
const id = saved.structuredContent.logId;
let shown;
do {
  await pause(20);
  shown = text(await call("memory_read", { id }));
} while (!shown.split("\n")[0].includes("understood"));
const found = text(await call("memory_search", { query: "Where does Bert work?" }));
assert.ok(found.includes("Airbus"), found);
await assert.rejects(client.callTool({ name: "memory_nonsense", arguments: {} }), /Unknown tool/);
const mistaken = await client.callTool({ name: "memory_search", arguments: {} });
assert.ok(mistaken.isError && text(mistaken).includes("query"), text(mistaken));

const { resources } = await client.listResources();
assert.ok(resources.some((resource) => resource.uri === "recollect://profile"));
const read = await client.readResource({ uri: "recollect://entities/Bert" });
assert.ok(read.contents[0].text.includes("Airbus"), read.contents[0].text);
assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 2);
const { prompts } = await client.listPrompts();
assert.deepEqual(prompts.map((prompt) => prompt.name), ["recall", "remember"]);
const recalled = await client.getPrompt({ name: "recall", arguments: { about: "Where does Bert work?" } });
assert.ok(recalled.messages[0].content.text.includes("Airbus"));
const listed = await client.callTool({ name: "search", arguments: { query: "Where does Bert work?" } });
const fetched = await client.callTool({ name: "fetch", arguments: { id: listed.structuredContent.results[0].id } });
assert.ok(fetched.structuredContent.text.includes("Airbus"));

assert.ok(transport.sessionId);
await transport.terminateSession();
await client.close();
assert.deepEqual(problems, []);
console.log("ok");
