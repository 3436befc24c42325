/**
 * What a model may do with a memory, as plain functions: frameworks make tools of them. The names are those of the service's own tools
 * (MCP). A refusal is told in words, so that the model can mend what it asked.
 */

import { type Recollect, RecollectError, type SearchOptions } from "./index.js";

export interface ToolOptions {
  /** The space that is saved to, searched and forgotten from; otherwise your default one is saved to, and all are searched. */
  spaceId?: string;
}

export interface MemoryFunction {
  name: "memory_ingest" | "memory_search" | "memory_context" | "memory_forget";
  description: string;
  parameter: string;
  says: string;
  call(argument: string): Promise<string>;
}

const NOTHING = "The memory says nothing about it.";

export function functions(memory: Recollect, source: string, options: ToolOptions): MemoryFunction[] {
  const { spaceId } = options;
  const within: SearchOptions = spaceId === undefined ? {} : { spaceIds: [spaceId] };
  const made: MemoryFunction[] = [
    {
      name: "memory_ingest",
      description: "Saves something lasting to the user's memory: full sentences, with names and dates.",
      parameter: "message",
      says: "What to save",
      async call(message) {
        const saved = await memory.add(message, { source, ...(spaceId === undefined ? {} : { spaceId }) });
        return JSON.stringify({ id: saved.logId, status: saved.status });
      },
    },
    {
      name: "memory_search",
      description: "Searches the user's memory with a full question. Answers with facts and with texts and their ids.",
      parameter: "query",
      says: "A full question",
      async call(query) {
        const found = await memory.search(query, within);
        const facts = found.facts.map(({ fact, validAt, invalidAt }) => ({ fact, validAt, invalidAt }));
        const texts = found.results.map((one) => ({ id: one.logId, time: one.referenceTime, text: one.passage.text }));
        return JSON.stringify({ ...(found.answer ? { answer: found.answer.text } : {}), facts, texts });
      },
    },
    {
      name: "memory_context",
      description: "What the user's memory says about something, as short lines to read.",
      parameter: "query",
      says: "A full question, or what it is about",
      async call(query) {
        return (await memory.context(query, spaceId === undefined ? {} : { spaceId })) || NOTHING;
      },
    },
    {
      name: "memory_forget",
      description: "Deletes one text by its id and all that only it supported. Only when the user asks for it.",
      parameter: "id",
      says: "The id of a text, as memory_search shows it",
      async call(id) {
        // Tools of a space forget nothing elsewhere.
        if (spaceId !== undefined && (await memory.log(id)).spaceId !== spaceId) return "Refused: there is no such text in this space";
        return JSON.stringify((await memory.forget(id)).deleted);
      },
    },
  ];
  return made.map((one) => ({ ...one, call: (argument) => refusalsTold(() => one.call(argument)) }));
}

/** The JSON Schema of a function's one argument. */
export function schemaOf(of: MemoryFunction) {
  return {
    type: "object" as const,
    properties: { [of.parameter]: { type: "string" as const, description: of.says } },
    required: [of.parameter],
    additionalProperties: false,
  };
}

async function refusalsTold(call: () => Promise<string>): Promise<string> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof RecollectError) return `Refused: ${error.message}`;
    throw error;
  }
}
