// The TypeScript SDK of the Model Context Protocol with OAuth, from a bare refusal: the arguments are the URL, a browser's
// cookies and, for an application that does not register, the address of the document that describes it.

import assert from "node:assert/strict";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { UnauthorizedError } from "@modelcontextprotocol/sdk/client/auth.js";

const [url, cookies, document] = process.argv.slice(2);
const callback = "http://127.0.0.1:51005/callback";

// The person's browser: reads the page's form, and allows all that is asked.
const visit = async (address) => {
  const headers = { Cookie: cookies, Origin: new URL(address).origin };
  const page = await fetch(address, { headers });
  const text = await page.text();
  assert.equal(page.status, 200, text);
  const unescaped = (value) =>
    value.replaceAll("&#38;", "&").replaceAll("&amp;", "&").replaceAll("&#34;", '"').replaceAll("&quot;", '"');
  const form = new URLSearchParams({ answer: "allow" });
  for (const [tag] of text.matchAll(/<input [^>]*>/g)) {
    form.append(unescaped(/name="([^"]*)"/.exec(tag)[1]), unescaped(/value="([^"]*)"/.exec(tag)[1]));
  }
  const action = new URL(unescaped(/<form [^>]*action="([^"]*)"/.exec(text)[1]), address);
  const answer = await fetch(action, { method: "POST", headers, body: form, redirect: "manual" });
  const target = answer.headers.get("location") ?? "";
  assert.ok(target.startsWith(callback), `${answer.status} ${target}`);
  return new URL(target).searchParams.get("code");
};

const kept = {};
let code;
const authProvider = {
  redirectUrl: callback,
  clientMetadataUrl: document,
  clientMetadata: {
    client_name: "A TypeScript assistant",
    redirect_uris: [callback],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  },
  clientInformation: () => kept.client,
  saveClientInformation: (client) => void (kept.client = client),
  tokens: () => kept.tokens,
  saveTokens: (tokens) => void (kept.tokens = tokens),
  codeVerifier: () => kept.verifier,
  saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
  redirectToAuthorization: async (address) => void (code = await visit(address)),
};
const connect = async () => {
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider });
  const client = new Client({ name: "test", version: "1.0.0" });
  try {
    await client.connect(transport);
  } catch (error) {
    assert.ok(error instanceof UnauthorizedError, `${error.stack}`);
    await transport.finishAuth(code);
    return null;
  }
  return client;
};

assert.equal(await connect(), null);
if (document) assert.equal(kept.client.client_id, document);
let client = await connect();
const call = async (name, parameters) => {
  const result = await client.callTool({ name, arguments: parameters });
  assert.ok(!result.isError, JSON.stringify(result));
  return result;
};
const text = (result) => result.content.map((part) => part.text).join("\n");
const saved = await call("memory_ingest", { message: "Bert moved to Toulouse and works at Airbus." });
let shown;
do {
  await pause(20);
  shown = text(await call("memory_read", { id: saved.structuredContent.logId }));
} while (!shown.split("\n")[0].includes("understood"));
assert.ok(text(await call("memory_search", { query: "Where does Bert work?" })).includes("Airbus"));

// A token that is refused is replaced by means of the refresh token, without the person.
const before = kept.tokens;
kept.tokens = { ...before, access_token: `${before.access_token.slice(0, -8)}AAAAAAAA` };
code = undefined;
assert.equal((await client.listTools()).tools.length > 5, true);
assert.notEqual(kept.tokens.refresh_token, before.refresh_token);
assert.equal(code, undefined);
await client.close();
console.log("ok");
