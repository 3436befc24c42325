/** A client of Recollect, a private memory service. It needs `fetch` and nothing else. */

export interface RecollectOptions {
  /** Where the service is; `http://localhost:3033` otherwise. */
  url?: string;
  /** An API key or an access token. */
  key: string;
  /** Another `fetch`, for tests and proxies. */
  fetch?: typeof globalThis.fetch;
  /** How often what can be tried again is tried again; 3 otherwise. */
  retries?: number;
  /** The patience with one answer, in milliseconds; 30,000 otherwise. */
  timeoutMs?: number;
}

export interface TextOptions {
  /** When it was said or written; now otherwise. */
  referenceTime?: Date | string;
  /** Where it comes from; "typescript" otherwise. */
  source?: string;
  sessionId?: string;
  spaceId?: string;
  externalId?: string;
  tags?: string[];
  metadata?: Record<string, unknown>;
  type?: "CONVERSATION" | "DOCUMENT";
  title?: string;
}

export interface SearchOptions {
  limit?: number;
  spaceId?: string;
  spaceIds?: string[];
  sessionId?: string;
  /** The state of things as it was then. */
  validAt?: Date | string;
  /** What was known by then. */
  recordedAt?: Date | string;
  startTime?: Date | string;
  endTime?: Date | string;
  includeInvalidated?: boolean;
  scoreThreshold?: number;
}

export interface ContextOptions {
  /** The space; the default one otherwise. */
  spaceId?: string;
  /** The most tokens of the text, 200 to 20,000; 1,500 otherwise. */
  maxTokens?: number;
}

/** A text that was accepted: it is on disk, and read in a moment. */
export interface Saved {
  success: boolean;
  logId: string;
  status: string;
}

/** What became of a text. */
export interface Log {
  id: string;
  status: "pending" | "processing" | "completed" | "failed";
  ingestText: string;
  source: string;
  spaceId: string;
  referenceTime: string;
  episodeUUID?: string | null;
  sessionId?: string | null;
  error?: string | null;
  note?: string | null;
  tags: string[];
  metadata: Record<string, unknown>;
}

/** A statement that was read from texts, with the time it held. */
export interface Fact {
  fact: string;
  validAt?: string | null;
  invalidAt?: string | null;
  statementId: string;
  subject: string;
  relation: string;
  object: string;
  episodeUUIDs: string[];
  score: number;
}

/** What the question asks for, where the memory says it plainly. */
export interface Answer {
  text: string;
  confidence: number;
  statementIds: string[];
  quote: { text: string };
}

/** A text that matters for a question, and the passage of it that matters most. */
export interface Result {
  logId: string;
  episodeUUID: string;
  text: string;
  score: number;
  referenceTime: string;
  source: string;
  sessionId?: string | null;
  spaceId: string;
  passage: { text: string; start: number; end: number };
}

/** What matters for a question, best first. */
export interface Found {
  episodes: string[];
  results: Result[];
  facts: Fact[];
  answer?: Answer | null;
}

/** What went with a text. */
export interface Forgotten {
  success: boolean;
  deleted: { episodes: number; statements: number };
}

/** A memory kept apart from others. */
export interface Space {
  id: string;
  name: string;
  description?: string | null;
  isDefault: boolean;
}

/** A refusal of the service, or an answer that never came (then `status` is 0). */
export class RecollectError extends Error {
  override name = "RecollectError";
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly field: string | undefined,
    readonly requestId: string | undefined,
    /** Seconds to wait before the next try. */
    readonly retryAfter: number | undefined,
  ) {
    super(message);
  }
}

type Query = Record<string, string | number | boolean | undefined>;

interface Request {
  body?: unknown;
  query?: Query | undefined;
  /** Whether it may be sent twice. */
  isSafe?: boolean;
  idempotencyKey?: string;
}

const PAGE = 100;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

export class Recollect {
  readonly #url: string;
  readonly #key: string;
  readonly #fetch: typeof globalThis.fetch;
  readonly #retries: number;
  readonly #timeoutMs: number;

  constructor(options: RecollectOptions) {
    this.#url = (options.url ?? "http://localhost:3033").replace(/\/+$/, "");
    this.#key = options.key;
    this.#fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
    this.#retries = options.retries ?? 3;
    this.#timeoutMs = options.timeoutMs ?? 30_000;
  }

  /** Saves a text. */
  async add(text: string, options: TextOptions = {}): Promise<Saved> {
    const body = {
      ...options,
      episodeBody: text,
      referenceTime: moment(options.referenceTime ?? new Date()),
      source: options.source ?? "typescript",
    };
    return this.#send("POST", "/api/v1/add", { body, isSafe: true, idempotencyKey: crypto.randomUUID() });
  }

  /** Waits until a text is read or given up. */
  async wait(logId: string, timeoutMs = 60_000): Promise<Log> {
    const end = Date.now() + timeoutMs;
    for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(LONGEST_PAUSE_MS, pause * 1.5)) {
      const log = await this.log(logId);
      if (log.status === "completed" || log.status === "failed") return log;
      if (Date.now() + pause > end) throw new Error(`the text ${logId} is still ${log.status}`);
      await passed(pause);
    }
  }

  /** What became of a text. */
  async log(logId: string): Promise<Log> {
    const found = await this.#send<{ log: Log }>("GET", `/api/v1/logs/${encodeURIComponent(logId)}`);
    return found.log;
  }

  /**
   * All texts, the newest first, each once; filters are those of `GET /api/v1/logs`, such as `source` or `sessionId`. Texts may be
   * forgotten meanwhile, by whoever goes through them, too.
   */
  async *logs(filters: Query = {}): AsyncGenerator<Log, void> {
    const seen = new Set<string>();
    for (let offset = 0, shared = 0; ; ) {
      const query = { ...filters, limit: PAGE, offset };
      const page = await this.#send<{ logs: Log[]; hasMore: boolean }>("GET", "/api/v1/logs", { query });
      // A page begins with the last text of the one before. Where it does not, what was forgotten meanwhile has moved the rest up.
      if (shared > 0 && !seen.has(page.logs[0]?.id ?? "")) {
        offset = Math.max(0, offset - PAGE);
        shared = Math.min(1, offset);
        continue;
      }
      for (const log of page.logs) {
        if (seen.has(log.id)) continue;
        seen.add(log.id);
        yield log;
      }
      if (!page.hasMore || page.logs.length === 0) return;
      shared = page.logs.length > 1 ? 1 : 0;
      offset += page.logs.length - shared;
    }
  }

  /** What matters for a question. */
  async search(query: string, options: SearchOptions = {}): Promise<Found> {
    const times = Object.fromEntries(
      (["validAt", "recordedAt", "startTime", "endTime"] as const)
        .map((name) => [name, options[name]] as const)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, moment(value as Date | string)]),
    );
    return this.#send("POST", "/api/v1/search", { body: { ...options, ...times, query }, isSafe: true });
  }

  /** What to put before a model, as text: what fits the query, who the owner is, who and what matters now. */
  async context(query?: string, options: ContextOptions = {}): Promise<string> {
    return (await this.#send<{ context: string }>("GET", "/api/v1/context", { query: { query, ...options } })).context;
  }

  /** Deletes a text and all that only it supported. */
  async forget(logId: string): Promise<Forgotten> {
    return this.#send("DELETE", `/api/v1/logs/${encodeURIComponent(logId)}`);
  }

  /** The memories that are kept apart. */
  async spaces(): Promise<Space[]> {
    return (await this.#send<{ spaces: Space[] }>("GET", "/api/v1/spaces")).spaces;
  }

  /** Makes a space. */
  async createSpace(name: string, description?: string): Promise<Space> {
    const body = { name, description };
    return (await this.#send<{ space: Space }>("POST", "/api/v1/spaces", { body })).space;
  }

  /** The account that the key belongs to. */
  async me(): Promise<{ id: string; name: string; email: string }> {
    return this.#send("GET", "/api/v1/me");
  }

  /** Any other operation of the interface. */
  async request<T = unknown>(method: string, path: string, body?: unknown, query?: Query): Promise<T> {
    return this.#send(method, path, { ...(body === undefined ? {} : { body }), query });
  }

  async #send<T>(method: string, path: string, request: Request = {}): Promise<T> {
    for (let tried = 0; ; tried += 1) {
      const answer = await this.#try<T>(method, path, request);
      if (!(answer instanceof RecollectError)) return answer.value;
      // What may have been carried out, and would be again, is not sent twice.
      const isSafe = method !== "POST" || request.isSafe === true || answer.status !== 0;
      const isForLater = [0, 429, 503].includes(answer.status);
      if (tried >= this.#retries || !isForLater || !isSafe) throw answer;
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tried) * (0.5 + Math.random() / 2);
      await passed(answer.retryAfter === undefined ? pause : answer.retryAfter * 1_000);
    }
  }

  async #try<T>(method: string, path: string, request: Request): Promise<{ value: T } | RecollectError> {
    const url = new URL(this.#url + path);
    for (const [name, value] of Object.entries(request.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value));
    }
    const headers: Record<string, string> = { Authorization: `Bearer ${this.#key}` };
    if (request.body !== undefined) headers["Content-Type"] = "application/json";
    if (request.idempotencyKey) headers["Idempotency-Key"] = request.idempotencyKey;
    try {
      const response = await this.#fetch(url, {
        method,
        headers,
        signal: AbortSignal.timeout(this.#timeoutMs),
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
      return response.ok ? { value: (await response.json()) as T } : await refusal(response);
    } catch (cause) {
      return new RecollectError(`${this.#url} cannot be reached: ${cause}`, 0, "unreachable", undefined, undefined, undefined);
    }
  }
}

async function refusal(response: Response): Promise<RecollectError> {
  const said = (await response.json().catch(() => ({}))) as {
    error?: string;
    code?: string;
    details?: { field?: string };
  };
  const wait = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new RecollectError(
    said.error ?? `the service answered ${response.status}`,
    response.status,
    said.code ?? "unknown",
    said.details?.field,
    response.headers.get("x-request-id") ?? undefined,
    Number.isFinite(wait) ? wait : undefined,
  );
}

function moment(time: Date | string): string {
  return time instanceof Date ? time.toISOString() : time;
}

function passed(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
