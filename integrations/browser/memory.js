/** What the extension asks of the service, and what it reads of a page. */

const DEFAULTS = { url: "http://localhost:3033", key: "" };
const SOURCE = "browser";
/** How many characters a name may have. */
const MAX_NAME = 512;

/** @returns {Promise<{ url: string, key: string }>} */
export async function settings() {
  return { ...DEFAULTS, ...(await chrome.storage.local.get(["url", "key"])) };
}

export async function keep({ url, key }) {
  await chrome.storage.local.set({ url: url.trim().replace(/\/+$/, "") || DEFAULTS.url, key: key.trim() });
}

/** Who the key belongs to; throws where it opens nothing. */
export async function account() {
  return ask("GET", "/api/v1/me");
}

/** Saves the selection of the page in a tab, or else its whole text: a page that is saved again takes the place of what it said before. */
export async function remember(tab, { selectionOnly = false, wholePage = false } = {}) {
  const [{ result: page }] = await chrome.scripting.executeScript({ target: { tabId: tab.id }, func: readPage });
  const isSelection = !wholePage && page.selection !== "";
  if (selectionOnly && !isSelection) throw new Error("nothing is selected");
  const text = isSelection ? page.selection : page.text;
  if (text === "") throw new Error("there is no text on this page");
  const name = await nameOf(`${SOURCE}/${isSelection ? "selections/" : ""}${page.url}`);
  const document = isSelection ? { sessionId: name } : { type: "DOCUMENT", sessionId: name };
  const saved = await ask("POST", "/ingest", {
    episodeBody: text,
    referenceTime: new Date().toISOString(),
    source: SOURCE,
    sourceURL: page.url,
    title: page.title,
    ...document,
  });
  return { id: saved.logId, what: isSelection ? "the selection" : "the page" };
}

export async function forget(id) {
  return ask("DELETE", `/api/v1/logs/${encodeURIComponent(id)}`);
}

/** The facts and the texts that matter for a question. */
export async function search(query) {
  return ask("POST", "/search", { query, limit: 5 });
}

/** The name as the service takes it. Where it is too long its digest stands for its end, so that no two pages have the same. */
async function nameOf(whole) {
  if (whole.length <= MAX_NAME) return whole;
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(whole));
  const digest = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${whole.slice(0, MAX_NAME - digest.length - 1)}~${digest}`;
}

async function ask(method, path, body) {
  const { url, key } = await settings();
  if (key === "") throw new Error("set a key in the extension's options first");
  let answer;
  try {
    answer = await fetch(url + path, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(body ? { "Content-Type": "application/json" } : {}) },
      // No cookie of the service goes along, whoever is logged in there.
      credentials: "omit",
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  } catch {
    throw new Error(`${url} cannot be reached`);
  }
  const said = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(said.error ?? `the service answered ${answer.status}`);
  return said;
}

/** Runs in the page, so it uses nothing from here. What is not shown is not read. */
function readPage() {
  const main = document.querySelector("article") ?? document.querySelector("main, [role=main]") ?? document.body;
  const tidy = (text) => text.replace(/[ \t]+\n/g, "\n").replace(/\n{3,}/g, "\n\n").trim();
  const { href, hash } = location;
  return {
    // The same page at another place in it is the same page; where an application keeps its pages behind the sign (`#/notes/7`), it is not.
    url: hash === "" || /^#[!/]/.test(hash) ? href : href.slice(0, -hash.length),
    title: document.title.trim(),
    selection: tidy(String(getSelection() ?? "")),
    text: tidy(main?.innerText ?? ""),
  };
}
