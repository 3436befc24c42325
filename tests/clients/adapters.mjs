// The adapters for the Vercel AI SDK, LangChain and Claude's memory tool, compiled, against a running service: argv is the base URL, a
// key and the folder of the compiled modules. The models are played, on loopback.
import assert from "node:assert/strict";
import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

import Anthropic from "@anthropic-ai/sdk";
import { betaMemoryTool } from "@anthropic-ai/sdk/helpers/beta/memory";
import { BetaLocalFilesystemMemoryTool } from "@anthropic-ai/sdk/tools/memory/node";
import { AIMessage, HumanMessage, SystemMessage, ToolMessage } from "@langchain/core/messages";
import { ChatPromptTemplate } from "@langchain/core/prompts";
import { generateText, stepCountIs, streamText, wrapLanguageModel } from "ai";
import { MockLanguageModelV4, simulateReadableStream } from "ai/test";

const [base, key, compiled] = process.argv.slice(2);
const module = (name) => import(join(compiled, `${name}.js`));
const { Recollect } = await module("index");
const memory = new Recollect({ url: base, key });
const processed = async (id) => assert.equal((await memory.wait(id)).status, "completed");
const all = async (filters) => {
  const logs = [];
  for await (const log of memory.logs(filters)) logs.push(log);
  return logs;
};
const clara = await memory.add("Clara lives in Lisbon. She works at a bakery.", { source: "notes", sessionId: "n/1" });
await processed(clara.logId);

await aiSdk(await module("ai"));
await langchain(await module("langchain"));
await memoryTool(await module("anthropic"));
console.log("ok");

async function aiSdk({ recollectTools, recollectMiddleware }) {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
  const says = (text) => ({ content: [{ type: "text", text }], finishReason: { unified: "stop" }, usage, warnings: [] });
  const calls = (toolName, input) => ({
    content: [{ type: "tool-call", toolCallId: `c-${toolName}`, toolName, input: JSON.stringify(input) }],
    finishReason: { unified: "tool-calls" },
    usage,
    warnings: [],
  });

  // Tools: a model that saves, searches, asks for context and forgets.
  const tools = recollectTools(memory);
  const names = ["memory_ingest", "memory_search", "memory_context", "memory_forget"];
  let id = "";
  const steps = [
    () => calls("memory_ingest", { message: "Dora plays the cello." }),
    async (answer) => {
      id = JSON.parse(answer).id;
      await processed(id);
      return calls("memory_search", { query: "What does Dora play?" });
    },
    (answer) => {
      assert.ok(JSON.parse(answer).texts.some((one) => one.id === id && one.text.includes("cello")), answer);
      return calls("memory_context", { query: "Dora" });
    },
    (answer) => {
      assert.match(answer, /cello/);
      return calls("memory_forget", { id });
    },
    (answer) => {
      assert.equal(JSON.parse(answer).episodes, 1);
      return says("Done.");
    },
  ];
  const model = new MockLanguageModelV4({
    doGenerate: async ({ prompt, tools }) => {
      assert.deepEqual(tools.map((one) => one.name), names);
      assert.deepEqual(tools[1].inputSchema.required, ["query"]);
      return steps.shift()(prompt.at(-1).content[0].output?.value);
    },
  });
  assert.equal((await generateText({ model, tools, prompt: "Go on.", stopWhen: stepCountIs(9) })).text, "Done.");
  assert.deepEqual(await all({ source: "ai-sdk" }), []);
  const refused = await tools.memory_forget.execute({ id }, {});
  assert.match(refused, /^Refused: /);

  // The middleware: what matters stands before the model, what the user said is kept once.
  const seen = [];
  const said = "My brother Emil lives in Porto. Where does Clara live?";
  const parts = (text) => [
    { type: "stream-start", warnings: [] },
    { type: "text-start", id: "1" },
    { type: "text-delta", id: "1", delta: text },
    { type: "text-end", id: "1" },
    { type: "finish", finishReason: { unified: "stop" }, usage },
  ];
  const inner = new MockLanguageModelV4({
    doGenerate: async ({ prompt }) => {
      seen.push(prompt);
      return prompt.at(-1).role === "tool" ? says("In Lisbon.") : calls("memory_context", { query: "Clara" });
    },
    doStream: async ({ prompt }) => {
      seen.push(prompt);
      return { stream: simulateReadableStream({ chunks: parts("Hello.") }) };
    },
  });
  const wrapped = wrapLanguageModel({ model: inner, middleware: recollectMiddleware(memory, { sessionId: "talk/1" }) });
  const talk = await generateText({ model: wrapped, tools, prompt: said, stopWhen: stepCountIs(3) });
  assert.equal(talk.text, "In Lisbon.");
  for (const prompt of seen) {
    const [block, words] = prompt.find((message) => message.role === "user").content;
    assert.ok(block.text.startsWith("<recollect-memory>\n") && block.text.includes("Clara lives in Lisbon"), block.text);
    assert.equal(words.text, said);
    assert.doesNotMatch(block.text, /Emil/, "what is said is not put before the model as remembered");
  }
  assert.equal(seen.length, 2);
  const kept = await all({ source: "ai-sdk" });
  assert.deepEqual(kept.map((one) => [one.ingestText, one.sessionId]), [[said, "talk/1"]]);
  await processed(kept[0].id);
  const stream = streamText({ model: wrapLanguageModel({ model: inner, middleware: recollectMiddleware(memory, { saves: false }) }), prompt: "Where does Emil live?" });
  assert.equal(await stream.text, "Hello.");
  assert.match(seen.at(-1)[0].content[0].text, /Emil lives in Porto/);
  assert.equal((await all({ source: "ai-sdk" })).length, 1);
  // A memory that cannot be reached holds nobody up.
  const errors = [];
  const nobody = new Recollect({ url: "http://127.0.0.1:9", key, retries: 0 });
  const alone = wrapLanguageModel({ model: inner, middleware: recollectMiddleware(nobody, { onError: (error) => errors.push(error) }) });
  assert.equal(await streamText({ model: alone, prompt: "Hello?" }).text, "Hello.");
  assert.equal(errors[0].code, "unreachable");
}

async function langchain({ RecollectRetriever, RecollectChatMessageHistory, recollectTools }) {
  const retriever = new RecollectRetriever({ memory, options: { limit: 5 }, withFacts: true });
  const found = await retriever.invoke("Where does Clara live?");
  assert.deepEqual([found[0].pageContent, found[0].metadata.kind], ["Clara lives in Lisbon.", "fact"]);
  const text = found.find((one) => one.id === clara.logId);
  assert.deepEqual([text.metadata.kind, text.metadata.source], ["text", "notes"]);
  assert.ok(text.metadata.score > 0);
  const joined = retriever.pipe((documents) => documents.map((one) => one.pageContent).join("\n"));
  const prompt = ChatPromptTemplate.fromTemplate("{context}\n\n{question}");
  const made = await prompt.invoke({ context: await joined.invoke("Where does Clara live?"), question: "?" });
  assert.match(made.toString(), /Clara lives in Lisbon/);

  const history = new RecollectChatMessageHistory(memory, "chat/1");
  const messages = [
    new SystemMessage("Be brief."),
    new HumanMessage({ content: "My aunt Gerda collects stamps.\nWhere does Clara live?", id: "m-1", name: "Anna" }),
    new AIMessage({ content: "", tool_calls: [{ id: "c1", name: "memory_search", args: { query: "Clara" } }] }),
    new ToolMessage({ content: "Lisbon", tool_call_id: "c1" }),
    new AIMessage("In Lisbon:\n\nyou told me so."),
    new HumanMessage({ content: [{ type: "text", text: "And" }, { type: "text", text: "Gerda?" }] }),
  ];
  await history.addMessages(messages);
  const back = await history.getMessages();
  assert.deepEqual(
    back.map((one) => [one.type, one.content, one.name, one.id, one.tool_calls, one.tool_call_id]),
    messages.map((one) => [one.type, one.content, one.name, one.id, one.tool_calls, one.tool_call_id]),
  );
  for (const log of await all({ source: "langchain" })) await processed(log.id);
  assert.match(await memory.context("What does Gerda collect?"), /stamps/);
  await history.clear();
  assert.deepEqual(await history.getMessages(), []);
  assert.doesNotMatch(await memory.context("What does Gerda collect?"), /stamps/);

  // A session of the same name in another space is another one.
  const spaceId = (await memory.createSpace("Elsewhere")).id;
  const here = new RecollectChatMessageHistory(memory, "chat/3");
  const elsewhere = new RecollectChatMessageHistory(memory, "chat/3", { spaceId });
  await here.addMessages([new HumanMessage("Hanna owns a lamp."), new HumanMessage("Is it green?")]);
  await elsewhere.addMessages([new HumanMessage("Ida owns a desk.")]);
  assert.equal((await here.getMessages()).length, 2);
  await here.clear();
  assert.deepEqual((await here.getMessages()).length, 0);
  assert.deepEqual((await elsewhere.getMessages()).map((one) => one.text), ["Ida owns a desk."]);
  // Tools of a space forget nothing elsewhere.
  const [, , , forgetThere] = recollectTools(memory, { spaceId });
  assert.equal(await forgetThere.invoke({ id: clara.logId }), "Refused: there is no such text in this space");
  const [ida] = await all({ spaceId });
  assert.equal(JSON.parse(await forgetThere.invoke({ id: ida.id })).episodes, 1);

  const [ingest, search, context, forget] = recollectTools(memory);
  assert.deepEqual([ingest, search, context, forget].map((one) => one.name), ["memory_ingest", "memory_search", "memory_context", "memory_forget"]);
  const { id } = JSON.parse(await ingest.invoke({ message: "Fritz owns a boat." }));
  await processed(id);
  assert.ok((await search.invoke({ query: "Who owns a boat?" })).includes(id));
  assert.match(await context.invoke({ query: "Fritz" }), /boat/);
  assert.equal(JSON.parse(await forget.invoke({ id })).episodes, 1);
  assert.match(await forget.invoke({ id }), /^Refused: /);
}

async function memoryTool({ memoryToolHandlers }) {
  const people = "/memories/people.md";
  const commands = [
    { command: "view", path: "/memories" },
    { command: "view", path: people },
    { command: "create", path: people, file_text: "# People\n\nHanna lives in Lisbon.\nBert owns a kayak.\n" },
    { command: "create", path: people, file_text: "again" },
    { command: "view", path: people },
    { command: "view", path: people, view_range: [2, 3] },
    { command: "view", path: people, view_range: [3, -1] },
    { command: "str_replace", path: people, old_str: "Lisbon", new_str: "Porto" },
    { command: "str_replace", path: people, old_str: "Lisbon", new_str: "Porto" },
    { command: "str_replace", path: people, old_str: "o", new_str: "0" },
    { command: "insert", path: people, insert_line: 0, insert_text: "Kept by hand." },
    { command: "insert", path: people, insert_line: 5, insert_text: "Dora plays the cello.\n" },
    { command: "insert", path: people, insert_line: 60, insert_text: "beyond" },
    { command: "view", path: people },
    { command: "create", path: "/memories/job/plans/2025.md", file_text: "Visit Oslo.\n" },
    { command: "create", path: "/memories/job/team.md", file_text: "x".repeat(3000) },
    { command: "create", path: "/memories/.hidden", file_text: "not listed\n" },
    { command: "view", path: "/memories" },
    { command: "rename", old_path: "/memories/job", new_path: "/memories/done" },
    { command: "rename", old_path: "/memories/job", new_path: "/memories/gone" },
    { command: "rename", old_path: people, new_path: "/memories/done/team.md" },
    { command: "rename", old_path: people, new_path: "/memories/archive/people.md" },
    { command: "view", path: "/memories" },
    { command: "delete", path: "/memories" },
    { command: "delete", path: "/memories/done" },
    { command: "view", path: "/memories/done" },
  ];
  // The weight of a folder is the file system's affair.
  const comparable = (answer) => answer.replace(/^[\d.]+[BKMG]\t(\/memories(?:\/.*\/)?)$/gm, "-\t$1");
  const answered = async (handlers, command) => {
    try {
      return comparable(await handlers[command.command](command));
    } catch (error) {
      return `refused: ${error.message}`;
    }
  };
  const files = await BetaLocalFilesystemMemoryTool.init(await mkdtemp(join(tmpdir(), "files-")));
  const space = (await memory.createSpace("Claude")).id;
  const handlers = memoryToolHandlers(memory, { spaceId: space });
  const wanted = [];
  for (const command of commands) {
    wanted.push(await answered(files, command));
    assert.equal(await answered(handlers, command), wanted.at(-1), JSON.stringify(command));
  }
  for (const path of ["/etc/passwd", "/memories/../a", "/memories/%2e%2e/a", "/memories/%252e%252e/a", "/memories/a\\..\\b", "/memoriesbeside"]) {
    for (const command of ["view", "delete"]) assert.match(await answered(handlers, { command, path }), /^refused: Path/, path);
    assert.match(await answered(handlers, { command: "create", path, file_text: "a" }), /^refused: Path/, path);
    assert.match(await answered(handlers, { command: "rename", old_path: "/memories/archive", new_path: path }), /^refused: Path/, path);
  }
  for (const log of await all({ spaceId: space })) await memory.wait(log.id);
  assert.match(await memory.context("Where does Hanna live?", { spaceId: space }), /Hanna lives in Porto/);
  assert.match(await answered(memoryToolHandlers(memory), { command: "view", path: "/memories" }), /-\t\/memories$/);

  // The SDK runs the tool for a model that calls it.
  const planned = [{ command: "view", path: "/memories/archive/people.md" }, { command: "delete", path: "/memories/../a" }, { command: "delete", path: "/memories/archive" }];
  const results = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    const asked = JSON.parse(body);
    assert.deepEqual(asked.tools, [{ type: "memory_20250818", name: "memory" }]);
    const last = asked.messages.at(-1).content;
    if (Array.isArray(last)) results.push(...last.filter((block) => block.type === "tool_result"));
    const input = planned.shift();
    const content = input ? [{ type: "tool_use", id: "toolu_1", name: "memory", input }] : [{ type: "text", text: "Done." }];
    const said = { id: "msg_1", type: "message", role: "assistant", model: "played", content, usage: { input_tokens: 1, output_tokens: 1 } };
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ ...said, stop_reason: input ? "tool_use" : "end_turn", stop_sequence: null }));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  const client = new Anthropic({ apiKey: "none", baseURL: `http://127.0.0.1:${server.address().port}`, maxRetries: 0 });
  const ended = await client.beta.messages.toolRunner({
    model: "played",
    max_tokens: 100,
    messages: [{ role: "user", content: "Where does Hanna live?" }],
    tools: [betaMemoryTool(handlers)],
    thread: false,
  });
  server.close();
  assert.equal(ended.content[0].text, "Done.");
  assert.deepEqual(results.map((one) => one.is_error ?? false), [false, true, false], JSON.stringify(results));
  assert.match(JSON.stringify(results[0]), /Hanna lives in Porto/);
  assert.doesNotMatch(await memory.context("Where does Hanna live?", { spaceId: space }), /Hanna/);
}
