// The plugin for Obsidian: well typed against the package's types, bundled as it is installed, and run in a vault that is played, against a
// running service. argv is the base URL, a key, the repository and a key of somebody else.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const [base, key, repository, strange] = process.argv.slice(2);
const here = import.meta.dirname;
const packages = join(here, "../node_modules");

// The folders as they lie in the repository, with the packages above them.
const plugin = join(here, "integrations/obsidian");
cpSync(join(repository, "integrations/obsidian"), plugin, { recursive: true });
cpSync(join(repository, "clients/typescript/src"), join(here, "clients/typescript/src"), { recursive: true });
const run = (program, ...options) => {
  try {
    execFileSync(join(packages, ".bin", program), options, { cwd: plugin, encoding: "utf8", stdio: "pipe" });
  } catch (failed) {
    assert.fail(`${failed.stdout}\n${failed.stderr}`);
  }
};
run("tsc", "--noEmit");
const { scripts, version } = JSON.parse(readFileSync(join(plugin, "package.json"), "utf8"));
const [, ...options] = scripts.build.split(" ");
run("esbuild", ...options);
const manifest = JSON.parse(readFileSync(join(plugin, "manifest.json"), "utf8"));
assert.deepEqual([manifest.id, manifest.version, manifest.isDesktopOnly], ["recollect", version, false]);
assert.ok(JSON.parse(readFileSync(join(plugin, "versions.json"), "utf8"))[version] === manifest.minAppVersion);

// Obsidian, played: what of it the plugin uses.
const fake = join(plugin, "node_modules/obsidian");
mkdirSync(fake, { recursive: true });
writeFileSync(
  join(fake, "index.js"),
  `class TFile { constructor(path, mtime) { this.path = path; this.stat = { mtime }; } }
   class TFolder { constructor(path) { this.path = path; } }
   class Plugin {
     constructor(app, manifest) { this.app = app; this.manifest = manifest; }
     async loadData() { return structuredClone(this.app.data); }
     async saveData(data) { this.app.data = structuredClone(data); }
     addSettingTab(tab) { this.tab = tab; }
     addCommand(command) { this.command = command; }
     registerEvent() {}
     registerInterval() {}
   }
   class PluginSettingTab { constructor(app) { this.app = app; this.containerEl = { empty() {} }; } }
   class Setting {
     setName(name) { this.name = name; Setting.all.push(this); return this; }
     setDesc() { return this; }
     addText(made) { made(this.control()); return this; }
     addToggle(made) { made(this.control()); return this; }
     control() {
       const control = { inputEl: {}, setPlaceholder: () => control, setValue: () => control, onChange: (call) => ((this.change = call), control) };
       return control;
     }
   }
   Setting.all = [];
   class Notice { constructor(text) { Notice.all.push(text); } }
   Notice.all = [];
   module.exports = { TFile, TFolder, Plugin, PluginSettingTab, Setting, Notice, normalizePath: (path) => path.replace(/^\\/+|\\/+$/g, "") };`,
);
writeFileSync(join(plugin, "main.cjs"), readFileSync(join(plugin, "main.js")));
const require = createRequire(join(plugin, "main.cjs"));
const obsidian = require("obsidian");
globalThis.window = { setInterval: () => 0, setTimeout: (call) => (window.waiting = call, 1), clearTimeout: () => {} };

class PlayedVault {
  entries = new Map();
  texts = new Map();
  clock = Date.parse("2025-03-01T09:30:00Z");
  handlers = [];
  getName() { return "Mine"; }
  on(event, call) { this.handlers.push([event, call]); return {}; }
  #tell(event) { for (const [of, call] of this.handlers) if (of === event) call(); }
  getMarkdownFiles() { return [...this.entries.values()].filter((one) => one instanceof obsidian.TFile); }
  getAbstractFileByPath(path) { return this.entries.get(path) ?? null; }
  async cachedRead(file) { return this.texts.get(file.path); }
  async create(path, text) {
    assert.ok(!this.entries.has(path), `${path} is there`);
    const folder = path.split("/").slice(0, -1).join("/");
    assert.ok(folder === "" || this.entries.has(folder), `${folder} is not there`);
    this.entries.set(path, new obsidian.TFile(path, (this.clock += 1000)));
    this.texts.set(path, text);
    this.#tell("create");
  }
  async createFolder(path) { this.entries.set(path, new obsidian.TFolder(path)); }
  async modify(file, text) {
    file.stat.mtime = this.clock += 1000;
    this.texts.set(file.path, text);
    this.#tell("modify");
  }
  change(path, text) { return this.modify(this.entries.get(path), text); }
  remove(path) { this.entries.delete(path); this.texts.delete(path); this.#tell("delete"); }
}

const vault = new PlayedVault();
const trashed = [];
const app = { data: null, vault, workspace: { onLayoutReady: (call) => call() }, fileManager: { trashFile: async (file) => { trashed.push(file.path); vault.remove(file.path); } } };
const Plugin = require("./main.cjs").default;
const start = async () => {
  const made = new Plugin(app, manifest);
  await made.onload();
  return made;
};

const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
const plain = globalThis.fetch;
const ask = async (method, path, body) => {
  const answer = await plain(base + path, { method, headers, body: body && JSON.stringify(body) });
  assert.ok(answer.ok, `${method} ${path}: ${answer.status}`);
  return answer.json();
};
const texts = async () => (await ask("GET", "/api/v1/logs?limit=100")).logs.filter((log) => log.ingestText !== "");
const settled = async () => {
  while ((await ask("GET", "/api/v1/queue")).depth > 0) await new Promise((passed) => setTimeout(passed, 20));
};
const counts = ({ sent, forgotten, written, removed, refused }) => [sent, forgotten, written, removed, refused.length];

// Without a key nothing is sent; with one, set in the settings, all notes are.
await vault.createFolder("People");
await vault.create("People/Clara.md", "# Clara\n\nClara lives in Lisbon.\n");
await vault.create("Private.md", "---\nrecollect: false\n---\nNobody's business.\n");
await vault.create("Empty.md", "");
let running = await start();
assert.equal(await running.sync(), undefined);
running.tab.display();
const setting = (name) => obsidian.Setting.all.find((one) => one.name === name);
await setting("Address").change(`${base}/`);
await setting("Key").change(` ${key} `);
assert.deepEqual(counts(await running.sync()), [1, 0, 0, 0, 0]);
await settled();
let [log] = await texts();
assert.deepEqual(
  [log.ingestText, log.source, log.sessionId, log.data.title, log.referenceTime],
  ["# Clara\n\nClara lives in Lisbon.\n", "obsidian", "obsidian/Mine/People/Clara.md", "Clara", "2025-03-01T09:30:01Z"],
);
assert.match(JSON.stringify(await ask("POST", "/search", { query: "Where does Clara live?" })), /Clara lives in Lisbon/);

// Nothing changed, nothing is sent: not now, and not after a start.
assert.deepEqual(counts(await running.sync()), [0, 0, 0, 0, 0]);
running = await start();
assert.deepEqual(counts(await running.sync()), [0, 0, 0, 0, 0]);

// A change is a new version; a note that is moved or deleted is forgotten where it was.
await vault.change("People/Clara.md", "# Clara\n\nClara lives in Porto.\n");
assert.equal(typeof window.waiting, "function", "a change is seen");
assert.deepEqual(counts(await running.sync()), [1, 0, 0, 0, 0]);
await settled();
assert.deepEqual((await texts()).map((one) => one.ingestText), ["# Clara\n\nClara lives in Porto.\n"]);
vault.remove("People/Clara.md");
await vault.create("Clara, moved.md", "# Clara\n\nClara lives in Porto.\n");
assert.deepEqual(counts(await running.sync()), [1, 1, 0, 0, 0]);
await settled();
assert.deepEqual((await texts()).map((one) => one.sessionId), ["obsidian/Mine/Clara, moved.md"]);

// What others saved becomes a note with its facts, and is not sent back.
const referenceTime = "2025-03-02T10:00:00Z";
const saved = await ask("POST", "/ingest", { episodeBody: "Dora works at Zeiss: she/he said so? \"Yes\".", referenceTime, source: "claude", tags: ["work"] });
await settled();
assert.deepEqual(counts(await running.sync()), [0, 0, 1, 0, 0]);
const [path] = [...vault.texts.keys()].filter((one) => one.startsWith("Recollect/"));
assert.match(path, /^Recollect\/2025-03-02 Dora works at Zeiss she he said so Yes\.?\.md$/);
const note = vault.texts.get(path);
for (const part of [`recollect-id: ${saved.logId}`, 'source: "claude"', "date: 2025-03-02T10:00:00", 'tags: ["work"]', "Dora works at Zeiss: she/he", "## Facts\n\n- Dora works at Zeiss."]) {
  assert.ok(note.includes(part), `${part} is missing in\n${note}`);
}
assert.deepEqual(counts(await running.sync()), [0, 0, 0, 0, 0]);
running = await start();
assert.deepEqual(counts(await running.sync()), [0, 0, 0, 0, 0]);
assert.equal((await texts()).length, 2);
// Moved out of the folder it is still no note of its owner's.
await vault.create("Moved.md", note);
assert.deepEqual(counts(await running.sync()), [0, 0, 0, 0, 0]);

// An edit of the memory is an edit of the note; what is forgotten goes to the trash; what its owner changed stays.
await ask("PUT", `/api/v1/logs/${saved.logId}`, { episodeBody: "Dora works at Leica." });
await settled();
assert.deepEqual(counts(await running.sync()), [0, 0, 1, 0, 0]);
assert.match(vault.texts.get(path), /Dora works at Leica/);
const second = await ask("POST", "/ingest", { episodeBody: "Emil owns a kayak.", referenceTime, source: "claude" });
await settled();
assert.deepEqual(counts(await running.sync()), [0, 0, 1, 0, 0]);
const other = "Recollect/2025-03-02 Emil owns a kayak.md";
await vault.change(other, `${vault.texts.get(other)}\nMy own words.\n`);
for (const id of [saved.logId, second.logId]) await ask("DELETE", `/api/v1/logs/${id}`);
assert.deepEqual(counts(await running.sync()), [0, 0, 0, 1, 0]);
assert.deepEqual(trashed, [path]);
assert.match(vault.texts.get(other), /My own words/);

// One note that is refused holds no other up, and a service that is away loses nothing.
await vault.create("Long.md", "word ".repeat(300_000));
await vault.create("Short.md", "Fritz owns a boat.\n");
assert.deepEqual(counts(await running.sync()), [1, 0, 0, 0, 1]);
assert.deepEqual(counts(await running.sync()), [0, 0, 0, 0, 0]);
await vault.create("Later.md", "Gerda collects stamps.\n");
running.settings.url = "http://127.0.0.1:9";
await assert.rejects(running.sync(), /cannot be reached/);
await running.command.callback();
assert.match(obsidian.Notice.all.at(-1), /cannot be reached/);
running.settings.url = base;
assert.deepEqual(counts(await running.sync()), [1, 0, 0, 0, 0]);

// A memory that is not in the list for a while, since it is read anew or could not be, is no memory that is gone.
const third = await ask("POST", "/ingest", { episodeBody: "Hanna owns a lamp.", referenceTime, source: "claude" });
await settled();
assert.deepEqual(counts(await running.sync()), [0, 0, 1, 0, 0]);
const lamp = "Recollect/2025-03-02 Hanna owns a lamp.md";
globalThis.fetch = async (url, options) => {
  const answer = await plain(url, options);
  if (new URL(url).pathname !== "/api/v1/logs") return answer;
  const page = await answer.json();
  return Response.json({ ...page, logs: page.logs.filter(({ id }) => id !== third.logId) });
};
assert.deepEqual(counts(await running.sync()), [0, 0, 0, 0, 0]);
globalThis.fetch = plain;
assert.ok(vault.texts.has(lamp));

// Two that a disk might take for one name are two notes.
for (const episodeBody of ["The Red box is full.", "The red box is full."]) {
  await ask("POST", "/ingest", { episodeBody, referenceTime: "2025-03-03T10:00:00Z", source: "claude" });
}
await settled();
assert.deepEqual(counts(await running.sync()), [0, 0, 2, 0, 0]);
const boxes = [...vault.texts.keys()].filter((one) => one.startsWith("Recollect/2025-03-03")).map((one) => one.toLowerCase());
assert.deepEqual(boxes.sort(), ["recollect/2025-03-03 the red box is full 2.md", "recollect/2025-03-03 the red box is full.md"]);

// All facts of a long text are in its note.
const people = "Adam Bea Carl Dora Emil Gus Hal Ida Jack Kim Leo Mia Ned Ola Quinn Rex Sue Tom Yan Zoe".split(" ");
const lives = ["Lisbon", "Porto", "Rome"].flatMap((city, index) => people.map((one) => `${one} lived in ${city} in ${2001 + index}.`));
const whole = await ask("POST", "/ingest", { episodeBody: `A list.\n${lives.join("\n")}`, referenceTime, source: "claude" });
await settled();
const { log: read } = await ask("GET", `/api/v1/logs/${whole.logId}`);
const { facts } = await ask("GET", `/api/v1/episodes/${read.episodeUUID}/facts?limit=1000`);
assert.ok(facts.length > 50, `only ${facts.length} facts were read`);
assert.deepEqual(counts(await running.sync()), [0, 0, 1, 0, 0]);
const list = [...vault.texts].find(([path]) => path.startsWith("Recollect/2025-03-02 A list"))[1];
for (const { statement } of facts) assert.ok(list.includes(`\n- ${statement.fact}`), `${statement.fact} is missing`);

// Another account is another memory: it is sent all notes, and what it does not know is still known to the first one.
const notes = vault.getMarkdownFiles().filter((file) => !file.path.startsWith("Recollect/")).length;
running.settings.key = strange;
const before = trashed.length;
const handed = await running.sync();
assert.deepEqual([handed.written, handed.removed, trashed.length], [0, 0, before]);
const taken = await plain(`${base}/api/v1/logs?limit=100`, { headers: { ...headers, Authorization: `Bearer ${strange}` } });
const { logs: elsewhere } = await taken.json();
// All but the one that is kept out, the empty one, the one that a memory was written to, and the one that is too long.
assert.equal(elsewhere.length, notes - 4);
assert.deepEqual([handed.sent, handed.refused.length], [notes - 4, 1]);
assert.deepEqual(counts(await running.sync()), [0, 0, 0, 0, 0]);
running.settings.key = key;
assert.equal((await running.sync()).removed, 0);
assert.ok(vault.texts.has(lamp));

// A space is kept apart: what is in another one is neither written into the vault nor forgotten with a note of the same path.
const { space } = await ask("POST", "/api/v1/spaces", { name: "Work" });
const sessionId = "obsidian/Mine/Short.md";
await ask("POST", "/ingest", { episodeBody: "Ida owns a desk.", referenceTime, source: "claude", spaceId: space.id });
await ask("POST", "/ingest", { episodeBody: "Of another vault.", referenceTime, source: "obsidian", type: "DOCUMENT", sessionId, spaceId: space.id });
await settled();
assert.equal((await running.sync()).written, 0);
vault.remove("Short.md");
assert.deepEqual(counts(await running.sync()), [0, 1, 0, 0, 0]);
assert.deepEqual((await texts()).filter((one) => one.sessionId === sessionId).map((one) => one.ingestText), ["Of another vault."]);
running.settings.spaceId = space.id;
const inWork = await running.sync();
assert.deepEqual([inWork.written, inWork.removed], [1, 0]);
assert.ok(vault.texts.has("Recollect/2025-03-02 Ida owns a desk.md") && vault.texts.has(lamp));
running.settings.spaceId = "00000000-0000-4000-8000-000000000000";
await assert.rejects(running.sync(), /there is no space 00000000/);
running.settings.spaceId = "";

// Forgotten in whichever space, it goes to the trash.
await ask("DELETE", `/api/v1/logs/${third.logId}`);
assert.equal((await running.sync()).removed, 1);
assert.ok(!vault.texts.has(lamp));
await setting("Write memories").change(false);
running.onunload();
console.log("ok");
