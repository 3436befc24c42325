/**
 * Keeps a vault and the memory in step. Notes go in as documents, each a version of the one before; what else is remembered comes out as
 * notes in a folder of its own. Neither is fed back: that folder is never read, and what came from the vault is never written.
 *
 * Nothing is lost where the two disagree: a note that its owner changed is neither written over nor removed, and none is removed unless
 * the memory that it is from says that it was forgotten. That it is not in a list says nothing: it may be read anew just now.
 */

import { type Log, type Recollect, RecollectError } from "recollect-client";

import { isKeptOut, nameOf, noteOf } from "./notes";

export const SOURCE = "obsidian";
/** How many of the newest memories are kept as notes. */
const MAX_NOTES = 1_000;
const FACTS_PAGE = 1_000;
const NOTE = ".md";

/** What is needed of a vault. */
export interface Vault {
  name(): string;
  /** Paths of all notes, with the time of their last change in milliseconds. */
  notes(): { path: string; changedAt: number }[];
  read(path: string): Promise<string | undefined>;
  /** Writes a note, with the folders it is in. */
  write(path: string, text: string): Promise<void>;
  /** To where deleted notes go. */
  trash(path: string): Promise<void>;
}

/** What was sent and written, kept between starts. */
export interface State {
  /** By path: what a note said when it was sent, and to which space. */
  sent: Record<string, { changedAt: number; digest: string; space?: string }>;
  /** By log: the note that was written, what it said then, and whose memory it is. */
  written: Record<string, { path: string; digest: string; episode: string; account?: string }>;
}

/** The memory that a vault is kept in step with. */
interface Place {
  account: string;
  space: string;
}

export interface SyncOptions {
  folder: string;
  spaceId?: string | undefined;
  sends: boolean;
  writes: boolean;
}

export interface Report {
  sent: number;
  forgotten: number;
  written: number;
  removed: number;
  /** Notes that the service does not take, such as one that is too long; they are tried again when they change. */
  refused: string[];
}

interface Note {
  path: string;
  text: string;
  changedAt: number;
  space: string;
}

interface FactsPage {
  facts: { statement: { fact: string } }[];
  hasMore: boolean;
}

const REFUSALS = [400, 413, 422];

export class Sync {
  constructor(
    readonly memory: Recollect,
    readonly vault: Vault,
    readonly state: State,
    readonly options: SyncOptions,
  ) {}

  /** Both ways, whatever happened meanwhile on either side. */
  async run(): Promise<Report> {
    const report: Report = { sent: 0, forgotten: 0, written: 0, removed: 0, refused: [] };
    const place = await this.#place();
    if (this.options.sends) await this.#send(place, report);
    if (this.options.writes) await this.#write(place, report);
    return report;
  }

  /** Whose key it is, and the space. What was done before this was kept was done there. */
  async #place(): Promise<Place> {
    const [{ id: account }, spaces] = await Promise.all([this.memory.me(), this.memory.spaces()]);
    const wanted = this.options.spaceId;
    const space = spaces.find((one) => (wanted === undefined ? one.isDefault : one.id === wanted))?.id;
    if (space === undefined) throw new Error(`there is no space ${wanted ?? "that is the default one"}`);
    for (const one of Object.values(this.state.sent)) one.space ??= space;
    for (const one of Object.values(this.state.written)) one.account ??= account;
    return { account, space };
  }

  async #send({ space }: Place, report: Report): Promise<void> {
    const notes = this.vault.notes().filter(({ path }) => !this.#isOwn(path));
    const there = new Set(notes.map(({ path }) => path));
    for (const { path, changedAt } of notes) {
      const sent = this.state.sent[path]?.space === space ? this.state.sent[path] : undefined;
      if (sent?.changedAt === changedAt) continue;
      const text = await this.vault.read(path);
      if (text === undefined) continue;
      const digest = await digestOf(text);
      if (sent?.digest !== digest) {
        await this.#sendOne({ path, text, changedAt, space }, report).catch((error: unknown) => {
          if (!(error instanceof RecollectError && REFUSALS.includes(error.status))) throw error;
          report.refused.push(`${path}: ${error.message}`);
        });
      }
      this.state.sent[path] = { changedAt, digest, space };
    }
    for (const [path, sent] of Object.entries(this.state.sent)) {
      if (there.has(path) || sent.space !== space) continue;
      report.forgotten += await this.#forget(path, space);
      delete this.state.sent[path];
    }
  }

  async #sendOne({ path, text, changedAt, space }: Note, report: Report): Promise<void> {
    if (text.trim() === "" || isKeptOut(text)) {
      report.forgotten += await this.#forget(path, space);
      return;
    }
    const title = path.slice(path.lastIndexOf("/") + 1, -NOTE.length);
    const times = { referenceTime: new Date(changedAt), title };
    await this.memory.add(text, { source: SOURCE, sessionId: this.#session(path), type: "DOCUMENT", spaceId: space, ...times });
    report.sent += 1;
  }

  /** Forgets every version of a note; how many notes went. */
  async #forget(path: string, spaceId: string): Promise<number> {
    const logs: Log[] = [];
    for await (const log of this.memory.logs({ source: SOURCE, sessionId: this.#session(path), spaceId })) logs.push(log);
    for (const log of logs.reverse()) await this.memory.forget(log.id);
    return logs.length > 0 ? 1 : 0;
  }

  async #write({ account, space }: Place, report: Report): Promise<void> {
    const seen = new Set<string>();
    for await (const log of this.memory.logs({ status: "completed", spaceId: space })) {
      if (log.source === SOURCE || log.ingestText === "") continue;
      if (seen.size === MAX_NOTES) break;
      seen.add(log.id);
      report.written += (await this.#writeOne(log, account)) ? 1 : 0;
    }
    for (const [id, written] of Object.entries(this.state.written)) {
      // What another account has is unknown to this one.
      if (seen.has(id) || written.account !== account || !(await this.#isGone(id))) continue;
      const text = await this.vault.read(written.path);
      if (text !== undefined && (await digestOf(text)) === written.digest) {
        await this.vault.trash(written.path);
        report.removed += 1;
      }
      delete this.state.written[id];
    }
  }

  async #writeOne(log: Log, account: string): Promise<boolean> {
    const episode = `${log.episodeUUID ?? ""} ${await digestOf(log.ingestText)}`;
    const before = this.state.written[log.id];
    // What its owner removed or wrote over stays so, until the memory says something else.
    if (before?.episode === episode) return false;
    const path = before?.path ?? (await this.#free(nameOf(log)));
    const there = await this.vault.read(path);
    if (before !== undefined && there !== undefined && (await digestOf(there)) !== before.digest) return false;
    const text = noteOf(log, await this.#factsOf(log));
    await this.vault.write(path, text);
    this.state.written[log.id] = { path, digest: await digestOf(text), episode, account };
    return true;
  }

  /** A path below the folder that no note has, also where a disk takes large and small letters for the same. */
  async #free(name: string): Promise<string> {
    const plain = (path: string) => path.normalize("NFC").toLowerCase();
    const taken = new Set(this.vault.notes().map(({ path }) => plain(path)));
    for (let number = 1; ; number += 1) {
      const path = `${this.options.folder}/${name}${number === 1 ? "" : ` ${number}`}${NOTE}`;
      if (!taken.has(plain(path)) && (await this.vault.read(path)) === undefined) return path;
    }
  }

  async #factsOf(log: Log): Promise<string[]> {
    if (!log.episodeUUID) return [];
    const path = `/api/v1/episodes/${encodeURIComponent(log.episodeUUID)}/facts`;
    const facts = new Set<string>();
    for (let page = 1; ; page += 1) {
      const found = await this.memory.request<FactsPage>("GET", path, undefined, { limit: FACTS_PAGE, page });
      for (const { statement } of found.facts) facts.add(statement.fact);
      if (!found.hasMore) return [...facts];
    }
  }

  async #isGone(id: string): Promise<boolean> {
    try {
      return (await this.memory.log(id)).ingestText === "";
    } catch (error) {
      if (error instanceof RecollectError && error.status === 404) return true;
      throw error;
    }
  }

  #isOwn(path: string): boolean {
    return path.startsWith(`${this.options.folder}/`);
  }

  #session(path: string): string {
    return `${SOURCE}/${this.vault.name()}/${path}`;
  }
}

async function digestOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
