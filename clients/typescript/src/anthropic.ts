/**
 * Claude's memory tool (`memory_20250818`) kept in Recollect, for `@anthropic-ai/sdk`. Each file below `/memories` is a document of one
 * space: what a model writes there is searched, with the facts in it, like all else, and each edit is a new version of the document.
 */

import type { MemoryToolHandlers } from "@anthropic-ai/sdk/helpers/beta/memory";

import { type Command, onlyPath, outcome, type Shelf, SOURCE, shelf } from "./files.js";
import type { Log, Recollect } from "./index.js";
import { defaultSpace } from "./spaces.js";

export interface MemoryToolOptions {
  /** The space that the files are in; your default one otherwise. */
  spaceId?: string;
}

/** What `betaMemoryTool` of `@anthropic-ai/sdk/helpers/beta/memory` asks for. */
export function memoryToolHandlers(memory: Recollect, options: MemoryToolOptions = {}): MemoryToolHandlers {
  const files = new Store(memory, options.spaceId);
  const handler = (command: Command) => files.carryOut(command);
  return {
    view: handler,
    create: handler,
    str_replace: handler,
    insert: handler,
    delete: handler,
    rename: handler,
  };
}

class Store {
  readonly #memory: Recollect;
  #space: string | undefined;

  constructor(memory: Recollect, space: string | undefined) {
    this.#memory = memory;
    this.#space = space;
  }

  async carryOut(command: Command): Promise<string> {
    const path = onlyPath(command);
    const space = await this.#spaceId();
    let found = await this.#shelf(space, path);
    if (path !== undefined && !found.files.has(path)) found = await this.#shelf(space);
    const done = outcome(command, found.files);
    for (const [written, text] of done.write) {
      await this.#memory.add(text, { source: SOURCE, sessionId: written, spaceId: space, type: "DOCUMENT" });
      await this.#forget(found.replaced.get(written) ?? []);
    }
    for (const removed of done.remove) await this.#forget((found.logs.get(removed) ?? []).reverse());
    return done.answer;
  }

  async #spaceId(): Promise<string> {
    this.#space ??= await defaultSpace(this.#memory);
    return this.#space;
  }

  async #shelf(spaceId: string, path?: string): Promise<Shelf> {
    const logs: Log[] = [];
    const filters = { spaceId, source: SOURCE, ...(path === undefined ? {} : { sessionId: path }) };
    for await (const log of this.#memory.logs(filters)) logs.push(log);
    return shelf(logs, spaceId);
  }

  async #forget(logs: readonly string[]): Promise<void> {
    for (const log of logs) await this.#memory.forget(log);
  }
}
