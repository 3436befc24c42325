/** Recollect in LangChain for JavaScript (`@langchain/core`): a retriever, the history of a chat, and tools. */

import { BaseListChatMessageHistory } from "@langchain/core/chat_history";
import { Document } from "@langchain/core/documents";
import {
  type BaseMessage,
  mapChatMessagesToStoredMessages,
  mapStoredMessagesToChatMessages,
  type StoredMessage,
} from "@langchain/core/messages";
import { BaseRetriever, type BaseRetrieverInput } from "@langchain/core/retrievers";
import { DynamicStructuredTool } from "@langchain/core/tools";

import type { Log, Recollect, SearchOptions } from "./index.js";
import { defaultSpace } from "./spaces.js";
import { functions, schemaOf, type ToolOptions } from "./tools.js";

const SOURCE = "langchain";
const SPEAKERS: Record<string, string> = { ai: "assistant", system: "system", tool: "tool", function: "tool" };

export interface RecollectRetrieverInput extends BaseRetrieverInput {
  memory: Recollect;
  /** Those of `POST /search`. */
  options?: SearchOptions;
  /** Whether the facts come first, as documents of their own (`metadata.kind` is `fact`, otherwise `text`). */
  withFacts?: boolean;
}

/** What matters for a question, best first: the texts, each with its time, source and score. */
export class RecollectRetriever extends BaseRetriever {
  lc_namespace = ["recollect", "retrievers"];
  readonly #input: RecollectRetrieverInput;

  constructor(input: RecollectRetrieverInput) {
    super(input);
    this.#input = input;
  }

  override async _getRelevantDocuments(query: string): Promise<Document[]> {
    const found = await this.#input.memory.search(query, this.#input.options);
    const facts = (this.#input.withFacts ? found.facts : []).map(
      (one) =>
        new Document({
          id: one.statementId,
          pageContent: one.fact,
          metadata: { kind: "fact", validAt: one.validAt ?? null, invalidAt: one.invalidAt ?? null },
        }),
    );
    const texts = found.results.map(({ logId, text, passage, ...rest }) => {
      const { score, referenceTime, source, sessionId, spaceId } = rest;
      const times = { score, referenceTime, source, sessionId: sessionId ?? null, spaceId };
      return new Document({ id: logId, pageContent: text, metadata: { kind: "text", passage: passage.text, ...times } });
    });
    return [...facts, ...texts];
  }
}

/**
 * The messages of one session of a space, each a text of the memory that says who spoke. Every search finds them; `clear` forgets the
 * session. Without a space it is one of your default space.
 */
export class RecollectChatMessageHistory extends BaseListChatMessageHistory {
  lc_namespace = ["recollect", "chat_history"];
  readonly #memory: Recollect;
  readonly #sessionId: string;
  #space: string | undefined;

  constructor(memory: Recollect, sessionId: string, options: ToolOptions = {}) {
    super();
    this.#memory = memory;
    this.#sessionId = sessionId;
    this.#space = options.spaceId;
  }

  /** Those that are remembered, the oldest first. */
  override async getMessages(): Promise<BaseMessage[]> {
    return mapStoredMessagesToChatMessages((await this.#logs()).reverse().map(kept));
  }

  override async addMessage(message: BaseMessage): Promise<void> {
    await this.#memory.add(wordsOf(message), {
      source: SOURCE,
      sessionId: this.#sessionId,
      spaceId: await this.#spaceId(),
      metadata: { [SOURCE]: bare(message) },
    });
  }

  override async clear(): Promise<void> {
    for (const log of await this.#logs()) await this.#memory.forget(log.id);
  }

  async #spaceId(): Promise<string> {
    this.#space ??= await defaultSpace(this.#memory);
    return this.#space;
  }

  async #logs(): Promise<Log[]> {
    const logs: Log[] = [];
    const filters = { sessionId: this.#sessionId, source: SOURCE, spaceId: await this.#spaceId() };
    for await (const log of this.#memory.logs(filters)) {
      if (log.ingestText !== "" && SOURCE in log.metadata) logs.push(log);
    }
    return logs;
  }
}

function wordsOf(message: BaseMessage): string {
  const calls = "tool_calls" in message && Array.isArray(message.tool_calls) ? message.tool_calls : [];
  const called = calls.map((call: { name: string }) => call.name).join(", ");
  const instead = called === "" ? `(${message.type})` : `(calls ${called})`;
  const words = message.text.trim() === "" ? instead : message.text;
  const speaker = SPEAKERS[message.type];
  return speaker === undefined ? words : `${speaker}: ${words}`;
}

/** The message without its words, where the text has them. */
function bare(message: BaseMessage): unknown {
  const [stored] = mapChatMessagesToStoredMessages([message]);
  const { content, ...data } = stored?.data ?? { content: "" };
  const isInText = typeof message.content === "string" && content.trim() !== "";
  return { type: stored?.type, data: isInText ? data : { ...data, content: message.content } };
}

function kept(log: Log): StoredMessage {
  const stored = log.metadata[SOURCE] as StoredMessage;
  if ("content" in stored.data) return stored;
  const opening = `${SPEAKERS[stored.type] ?? ""}: `;
  const content = log.ingestText.startsWith(opening) ? log.ingestText.slice(opening.length) : log.ingestText;
  return { ...stored, data: { ...(stored.data as StoredMessage["data"]), content } };
}

/** Tools for an agent: `memory_ingest`, `memory_search`, `memory_context`, `memory_forget`. */
export function recollectTools(memory: Recollect, options: ToolOptions = {}): DynamicStructuredTool[] {
  return functions(memory, SOURCE, options).map(
    (one) =>
      new DynamicStructuredTool({
        name: one.name,
        description: one.description,
        schema: schemaOf(one),
        func: (input: Record<string, string>) => one.call(input[one.parameter] ?? ""),
      }),
  );
}
