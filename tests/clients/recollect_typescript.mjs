// The TypeScript client, compiled, against a running service: argv is the base URL, a key and the compiled module.
import assert from "node:assert/strict";

const [base, key, compiled] = process.argv.slice(2);
const { Recollect, RecollectError } = await import(compiled);

const memory = new Recollect({ url: `${base}/`, key });
const saved = await memory.add("Clara lives in Lisbon.", {
  referenceTime: new Date("2025-03-01T09:30:00Z"), source: "script", tags: ["people"], sessionId: "s/1",
});
const log = await memory.wait(saved.logId);
assert.deepEqual([log.status, log.ingestText, log.tags], ["completed", "Clara lives in Lisbon.", ["people"]]);
const found = await memory.search("Where does Clara live?", { limit: 5, validAt: new Date("2025-06-01") });
assert.deepEqual(found.episodes, ["Clara lives in Lisbon."]);
assert.ok(found.facts[0].validAt.startsWith("2025-03-01") && found.answer.text);
const context = await memory.context("Where does Clara live?");
// A line with its source, as the service words it.
assert.ok(context.includes("Clara lives in Lisbon.") && context.includes(saved.logId), context);
assert.match(await memory.context(), /Clara/);
assert.ok((await memory.context("Clara", { maxTokens: 200 })).length <= 200 * 5);
const space = await memory.createSpace("Work", "The office");
assert.ok((await memory.spaces()).some((one) => one.name === space.name));
await memory.wait((await memory.add("The lamp is green.", { spaceId: space.id })).logId);
const texts = [];
for await (const one of memory.logs({ spaceId: space.id })) texts.push(one.ingestText);
assert.deepEqual(texts, ["The lamp is green."]);
assert.equal((await memory.me()).email, "anna@example.com");
assert.ok(await memory.request("GET", "/api/v1/queue"));
assert.equal((await memory.forget(saved.logId)).deleted.episodes, 1);

const refusal = async (memory, call) => {
  try {
    await call(memory);
  } catch (error) {
    assert.ok(error instanceof RecollectError, error);
    return error;
  }
  throw new Error("it is refused");
};
const blank = await refusal(memory, (memory) => memory.add("   "));
assert.deepEqual([blank.status, blank.field, Boolean(blank.requestId)], [400, "episodeBody", true]);
const stranger = await refusal(new Recollect({ url: base, key: "rc_pat_nobody" }), (memory) => memory.me());
assert.deepEqual([stranger.status, stranger.code], [401, "invalid_api_key"]);
const nobody = await refusal(new Recollect({ url: "http://127.0.0.1:9", key, retries: 1 }), (memory) => memory.me());
assert.deepEqual([nobody.status, nobody.code], [0, "unreachable"]);

// An answer that is lost: the text is sent again under its key, and saved once.
let lost = 1;
const shaky = new Recollect({
  url: base, key,
  fetch: async (...request) => {
    const response = await fetch(...request);
    if (lost-- > 0) throw new TypeError("the connection broke");
    return response;
  },
});
await memory.wait((await shaky.add("Dora repairs clocks.", { source: "shaky" })).logId);
const once = [];
for await (const one of memory.logs({ source: "shaky" })) once.push(one.id);
assert.equal(once.length, 1);

// Texts that are forgotten or saved while somebody goes through the list: what was there all along is seen, once.
const many = Array.from({ length: 130 }, (_, number) => `The box ${number} is blue.`);
const sent = (text) => ({ episodeBody: text, referenceTime: "2025-03-01T09:30:00Z", source: "boxes" });
await memory.request("POST", "/api/v1/batch", { episodes: many.map(sent) });
const listed = [];
for await (const one of memory.logs({ source: "boxes" })) {
  listed.push(one);
  if (listed.length === 40) for (const { id } of listed.slice(0, 7)) await memory.forget(id);
  if (listed.length === 110) await memory.add("The box of late is red.", { source: "boxes" });
}
assert.deepEqual(listed.map((one) => one.ingestText), many.toReversed());
for await (const one of memory.logs({ source: "boxes" })) await memory.forget(one.id);
for await (const one of memory.logs({ source: "boxes" })) assert.fail(`${one.ingestText} is left`);
console.log("ok");
