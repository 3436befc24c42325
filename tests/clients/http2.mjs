// HTTP/2 without encryption, by prior knowledge, as Node's own client speaks it: argv is the base URL and a key.
import http2 from "node:http2";

const [base, key] = process.argv.slice(2);
const session = http2.connect(base);
session.on("error", (error) => { throw error; });

function ask(method, path, body, headers = {}) {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ":method": method, ":path": path, authorization: `Bearer ${key}`, "content-type": "application/json", ...headers });
    let answered, text = "";
    stream.on("response", (headers) => { answered = headers; });
    stream.setEncoding("utf8");
    stream.on("data", (part) => { text += part; });
    stream.on("end", () => resolve({ headers: answered, text }));
    stream.on("error", reject);
    stream.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const text = { episodeBody: "Dora plays the cello in Graz.", referenceTime: "2025-03-01T09:30:00Z", source: "http2" };
const saved = await ask("POST", "/ingest", text);
if (saved.headers[":status"] !== 200) throw new Error(saved.text);
const log = JSON.parse(saved.text).logId;
for (let tries = 0; ; tries += 1) {
  const shown = JSON.parse((await ask("GET", `/api/v1/logs/${log}`)).text).log;
  if (shown.status === "completed") break;
  if (tries > 600) throw new Error(shown.status);
  await new Promise((resolve) => setTimeout(resolve, 20));
}
// Many at once on the one connection, more than it takes at a time.
const found = await Promise.all(Array.from({ length: 120 }, () => ask("POST", "/search", { query: "Who plays the cello?" })));
for (const one of found) {
  if (!JSON.parse(one.text).episodes[0].includes("Dora")) throw new Error(one.text);
  if (!one.headers["x-request-id"]) throw new Error("no request id");
}
const document = await ask("GET", "/api/v1/openapi.json");
if (document.text.length < 100000) throw new Error("the document is cut");
const none = await ask("GET", "/api/v1/me", undefined, { authorization: "Bearer nobody" });
if (none.headers[":status"] !== 401) throw new Error(none.text);
console.log("ok");
session.close();
