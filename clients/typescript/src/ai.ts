/** Recollect in the Vercel AI SDK (`ai`): tools for a model, and a middleware that puts what matters before it and keeps what was said. */

import { jsonSchema, type LanguageModelMiddleware, type Tool, tool } from "ai";

import type { Recollect } from "./index.js";
import { functions, type MemoryFunction, schemaOf, type ToolOptions } from "./tools.js";

const SOURCE = "ai-sdk";

/** `memory_ingest`, `memory_search`, `memory_context` and `memory_forget`, for `generateText({ tools })`. */
export function recollectTools(
  memory: Recollect,
  options: ToolOptions = {},
): Record<MemoryFunction["name"], Tool<Record<string, string>, string>> {
  const made = functions(memory, SOURCE, options).map((one) => {
    const described = {
      description: one.description,
      inputSchema: jsonSchema<Record<string, string>>(schemaOf(one)),
      execute: (input: Record<string, string>) => one.call(input[one.parameter] ?? ""),
    };
    return [one.name, tool(described)] as const;
  });
  return Object.fromEntries(made) as Record<MemoryFunction["name"], Tool<Record<string, string>, string>>;
}

export interface MiddlewareOptions extends ToolOptions {
  /** The most tokens that are put before the model, 200 to 20,000; 800 otherwise. */
  maxTokens?: number;
  /** Whether what the user says is kept; it is unless this is false. */
  saves?: boolean;
  /** The conversation, so that what was said in it stays together. */
  sessionId?: string;
  /** What to do where the memory cannot be reached; otherwise it is said on the console, and the model answers without it. */
  onError?: (error: unknown) => void;
}

type Transform = NonNullable<LanguageModelMiddleware["transformParams"]>;
type Prompt = Parameters<Transform>[0]["params"]["prompt"];

/**
 * For `wrapLanguageModel({ model, middleware })`. What matters for the user's last message stands in `<recollect-memory>` before it; the
 * message itself is kept, once, though a conversation with tools asks the model several times. What the model says is not kept.
 */
export function recollectMiddleware(memory: Recollect, options: MiddlewareOptions = {}): LanguageModelMiddleware {
  const { maxTokens = 800, saves = true, onError = console.error, spaceId, sessionId } = options;
  // What was found for the last words, so that the calls of tools that follow them do not find the words themselves.
  let last = { words: "", context: "" };
  const transformParams: Transform = async ({ params }) => {
    const asked = lastSaid(params.prompt);
    if (asked === undefined) return params;
    try {
      const within = spaceId === undefined ? {} : { spaceId };
      const isKnown = !asked.isNew && last.words === asked.words;
      const context = isKnown ? last.context : await memory.context(asked.words, { maxTokens, ...within });
      last = { words: asked.words, context };
      if (saves && asked.isNew) {
        const places = { ...(spaceId === undefined ? {} : { spaceId }), ...(sessionId === undefined ? {} : { sessionId }) };
        await memory.add(asked.words, { source: SOURCE, ...places });
      }
      return context === "" ? params : { ...params, prompt: withContext(params.prompt, asked.index, context) };
    } catch (error) {
      onError(error);
      return params;
    }
  };
  return { specificationVersion: "v4", transformParams };
}

/** The user's last message, where it has words, and whether nothing followed it. */
function lastSaid(prompt: Prompt): { index: number; words: string; isNew: boolean } | undefined {
  const index = prompt.findLastIndex((message) => message.role === "user");
  const message = prompt[index];
  if (message?.role !== "user") return undefined;
  const words = message.content.map((part) => (part.type === "text" ? part.text : "")).join("\n").trim();
  return words === "" ? undefined : { index, words, isNew: index === prompt.length - 1 };
}

function withContext(prompt: Prompt, index: number, context: string): Prompt {
  const block = { type: "text" as const, text: `<recollect-memory>\n${context}\n</recollect-memory>\n\n` };
  return prompt.map((message, at) =>
    at === index && message.role === "user" ? { ...message, content: [block, ...message.content] } : message,
  );
}
