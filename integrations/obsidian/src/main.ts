/** The plugin: settings, and when vault and memory are brought into step. */

import { type App, Notice, normalizePath, Plugin, PluginSettingTab, Setting, TFile } from "obsidian";
import { Recollect } from "recollect-client";

import { type Report, type State, Sync, type Vault } from "./sync";

interface Settings {
  url: string;
  key: string;
  folder: string;
  spaceId: string;
  sends: boolean;
  writes: boolean;
  minutes: number;
}

const DEFAULTS: Settings = {
  url: "http://localhost:3033",
  key: "",
  folder: "Recollect",
  spaceId: "",
  sends: true,
  writes: true,
  minutes: 5,
};
/** How long a note must rest before it is sent. */
const REST_MS = 3_000;

export default class RecollectPlugin extends Plugin {
  settings: Settings = { ...DEFAULTS };
  #state: State = { sent: {}, written: {} };
  #running: Promise<Report | undefined> = Promise.resolve(undefined);
  #rest: number | undefined;

  override async onload(): Promise<void> {
    const kept = ((await this.loadData()) ?? {}) as { settings?: Partial<Settings>; state?: Partial<State> };
    this.settings = { ...DEFAULTS, ...kept.settings };
    this.#state = { sent: kept.state?.sent ?? {}, written: kept.state?.written ?? {} };
    this.addSettingTab(new RecollectSettings(this.app, this));
    this.addCommand({ id: "sync", name: "Bring vault and memory into step", callback: () => this.#told() });
    this.app.workspace.onLayoutReady(() => {
      for (const event of ["modify", "create", "delete"] as const) {
        this.registerEvent(this.app.vault.on(event as "modify", () => this.#soon()));
      }
      this.registerEvent(this.app.vault.on("rename", () => this.#soon()));
      this.#soon();
    });
    this.registerInterval(window.setInterval(() => void this.#quietly(), Math.max(1, this.settings.minutes) * 60_000));
  }

  override onunload(): void {
    window.clearTimeout(this.#rest);
  }

  async saveSettings(): Promise<void> {
    await this.saveData({ settings: this.settings, state: this.#state });
  }

  /** Both ways, one run at a time. Without a key nothing happens. */
  async sync(): Promise<Report | undefined> {
    const before = this.#running;
    this.#running = before.catch(() => undefined).then(() => this.#run());
    return this.#running;
  }

  async #run(): Promise<Report | undefined> {
    const { url, key, folder, spaceId, sends, writes } = this.settings;
    if (key === "") return undefined;
    const memory = new Recollect({ url, key });
    const options = { folder: normalizePath(folder || DEFAULTS.folder), spaceId: spaceId || undefined, sends, writes };
    try {
      return await new Sync(memory, new ObsidianVault(this.app), this.#state, options).run();
    } finally {
      // What was done until an error stays done.
      await this.saveSettings();
    }
  }

  #soon(): void {
    window.clearTimeout(this.#rest);
    this.#rest = window.setTimeout(() => void this.#quietly(), REST_MS);
  }

  /** A service that cannot be reached holds nobody up; the next run does what this one could not. */
  async #quietly(): Promise<void> {
    await this.sync().catch((error: unknown) => console.error("Recollect:", error));
  }

  async #told(): Promise<void> {
    try {
      const done = await this.sync();
      new Notice(`Recollect: ${done ? summary(done) : "set a key in the plugin's settings first"}`);
    } catch (error) {
      new Notice(`Recollect: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function summary({ sent, forgotten, written, removed, refused }: Report): string {
  const said = `${sent} notes sent, ${forgotten} forgotten, ${written} memories written, ${removed} removed`;
  return [said, ...refused].join("\n");
}

class ObsidianVault implements Vault {
  constructor(readonly app: App) {}

  name(): string {
    return this.app.vault.getName();
  }

  notes(): { path: string; changedAt: number }[] {
    return this.app.vault.getMarkdownFiles().map((file) => ({ path: file.path, changedAt: file.stat.mtime }));
  }

  async read(path: string): Promise<string | undefined> {
    const file = this.app.vault.getAbstractFileByPath(path);
    return file instanceof TFile ? this.app.vault.cachedRead(file) : undefined;
  }

  async write(path: string, text: string): Promise<void> {
    const file = this.app.vault.getAbstractFileByPath(path);
    if (file instanceof TFile) {
      await this.app.vault.modify(file, text);
      return;
    }
    const parts = path.split("/").slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth += 1) {
      const folder = parts.slice(0, depth).join("/");
      if (this.app.vault.getAbstractFileByPath(folder) === null) await this.app.vault.createFolder(folder);
    }
    await this.app.vault.create(path, text);
  }

  async trash(path: string): Promise<void> {
    const file = this.app.vault.getAbstractFileByPath(path);
    if (file !== null) await this.app.fileManager.trashFile(file);
  }
}

class RecollectSettings extends PluginSettingTab {
  readonly #plugin: RecollectPlugin;

  constructor(app: App, plugin: RecollectPlugin) {
    super(app, plugin);
    this.#plugin = plugin;
  }

  override display(): void {
    const { containerEl } = this;
    containerEl.empty();
    this.#text("Address", "Where your service is.", "url", DEFAULTS.url);
    this.#text("Key", "An API key: recollect key create --email you@example.com", "key", "rc_pat_…");
    this.#text("Folder", "Where memories are written as notes. Nothing in it is sent.", "folder", DEFAULTS.folder);
    this.#text("Space", "The id of the space to keep in step; your default one otherwise.", "spaceId", "");
    this.#toggle("Remember notes", "Each note is a document; what you delete is forgotten. A note with the property recollect: false is left out.", "sends");
    this.#toggle("Write memories", "What your assistants and other tools saved becomes notes, with the facts in it.", "writes");
  }

  #text(name: string, says: string, field: "url" | "key" | "folder" | "spaceId", example: string): void {
    new Setting(this.containerEl)
      .setName(name)
      .setDesc(says)
      .addText((input) => {
        if (field === "key") input.inputEl.type = "password";
        input
          .setPlaceholder(example)
          .setValue(this.#plugin.settings[field])
          .onChange(async (value) => {
            this.#plugin.settings[field] = value.trim();
            await this.#plugin.saveSettings();
          });
      });
  }

  #toggle(name: string, says: string, field: "sends" | "writes"): void {
    new Setting(this.containerEl)
      .setName(name)
      .setDesc(says)
      .addToggle((input) =>
        input.setValue(this.#plugin.settings[field]).onChange(async (value) => {
          this.#plugin.settings[field] = value;
          await this.#plugin.saveSettings();
        }),
      );
  }
}
