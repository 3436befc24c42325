/**
 * Files as a model's memory tool knows them: what a command does. Nothing is sent here: a command is given what files there are, and
 * says what to answer, what to write and what to remove. The answers are those of the tool's own file store, word for word.
 */

import type { Log } from "./index.js";

export const ROOT = "/memories";
export const SOURCE = "memory-tool";
const MAX_LINES = 999_999;
const LINE_NUMBER_WIDTH = 6;
const LISTED_LEVELS = 2;
const CONTEXT_LINES = 2;

export type Command =
  | { command: "view"; path: string; view_range?: number[] | null }
  | { command: "create"; path: string; file_text: string }
  | { command: "str_replace"; path: string; old_str: string; new_str?: string }
  | { command: "insert"; path: string; insert_line: number; insert_text: string }
  | { command: "delete"; path: string }
  | { command: "rename"; old_path: string; new_path: string };

type Files = ReadonlyMap<string, string>;

/** A command that cannot be carried out, in words that a model can go on with. */
export class FileError extends Error {
  override name = "FileError";
}

/** What a command comes to. */
export interface Outcome {
  answer: string;
  write: ReadonlyMap<string, string>;
  remove: readonly string[];
}

/** The files that there are, and the logs of each, the newest first: those of earlier versions, too. */
export interface Shelf {
  files: Map<string, string>;
  logs: Map<string, string[]>;
  replaced: Map<string, string[]>;
}

/** From the texts of the memory, the newest first. */
export function shelf(logs: readonly Log[], spaceId: string): Shelf {
  const made: Shelf = { files: new Map(), logs: new Map(), replaced: new Map() };
  for (const log of logs) {
    const path = log.sessionId ?? "";
    if (log.spaceId !== spaceId || !path.startsWith(`${ROOT}/`)) continue;
    append(made.logs, path, log.id);
    if (log.ingestText === "") append(made.replaced, path, log.id);
    else if (!made.files.has(path)) made.files.set(path, log.ingestText);
  }
  return made;
}

function append(lists: Map<string, string[]>, name: string, id: string): void {
  lists.set(name, [...(lists.get(name) ?? []), id]);
}

/** The one file that a command needs to see; undefined where it needs all. */
export function onlyPath(command: Command): string | undefined {
  const isOfOne = ["view", "str_replace", "insert"].includes(command.command);
  return isOfOne && "path" in command ? checked(command.path) : undefined;
}

/** The path in its one form; what leads out of `/memories` is refused. */
function checked(path: string): string {
  if (path !== ROOT && !path.startsWith(`${ROOT}/`)) throw new FileError(`Path must start with ${ROOT}, got: ${path}`);
  const parts = path.split("/").slice(2).filter((part) => part !== "");
  for (const part of parts) {
    const plain = decoded(decoded(part));
    const isOutside = plain === "." || plain === ".." || /[/\\\u0000-\u001f]/.test(plain);
    if (isOutside) throw new FileError(`Path ${path} would escape ${ROOT} directory`);
  }
  return [ROOT, ...parts].join("/");
}

function decoded(part: string): string {
  return part.replace(/%([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

export function outcome(command: Command, files: Files): Outcome {
  switch (command.command) {
    case "view":
      return told(view(command.path, command.view_range ?? [], files));
    case "create":
      return create(command.path, command.file_text, files);
    case "str_replace":
      return replace(command.path, command.old_str, command.new_str ?? "", files);
    case "insert":
      return insert(command.path, command.insert_line, command.insert_text, files);
    case "delete":
      return remove(command.path, files);
    case "rename":
      return rename(command.old_path, command.new_path, files);
    default:
      throw new FileError(`Unknown command: ${(command as { command: string }).command}`);
  }
}

function told(answer: string, write: [string, string][] = [], removed: string[] = []): Outcome {
  return { answer, write: new Map(write), remove: removed };
}

function view(named: string, range: number[], files: Files): string {
  const path = checked(named);
  const text = files.get(path);
  if (text === undefined) return listing(named, path, files);
  const lines = text.split("\n");
  if (lines.length > MAX_LINES) throw new FileError(`File ${named} exceeds maximum line limit of 999,999 lines.`);
  const [from, to] = range;
  const isRange = range.length === 2 && from !== undefined && to !== undefined;
  const first = isRange ? Math.max(1, from) : 1;
  const last = isRange && to !== -1 ? to : lines.length;
  return `Here's the content of ${named} with line numbers:\n${numbered(lines, first, last)}`;
}

function numbered(lines: string[], first: number, last: number): string {
  const shown = lines.slice(first - 1, Math.max(last, 0));
  return shown.map((line, index) => `${String(first + index).padStart(LINE_NUMBER_WIDTH)}\t${line}`).join("\n");
}

function listing(named: string, path: string, files: Files): string {
  const found = inside(path, files);
  if (found.length === 0 && path !== ROOT) {
    throw new FileError(`The path ${named} does not exist. Please provide a valid path.`);
  }
  const sizes = new Map<string, number>();
  const folders = new Set<string>();
  let whole = 0;
  for (const one of found) {
    const parts = one.slice(path.length + 1).split("/");
    const size = new TextEncoder().encode(files.get(one) ?? "").length;
    for (let depth = 1; depth <= Math.min(parts.length, LISTED_LEVELS); depth += 1) {
      const name = parts[depth - 1] ?? "";
      if (name.startsWith(".") || name === "node_modules") break;
      if (depth === 1) whole += size;
      const place = parts.slice(0, depth).join("/");
      sizes.set(place, (sizes.get(place) ?? 0) + size);
      if (depth < parts.length) folders.add(place);
    }
  }
  const places = [...sizes.keys()].sort((one, other) => compared(one.split("/"), other.split("/")));
  return [
    `Here're the files and directories up to 2 levels deep in ${named}, excluding hidden items and node_modules:`,
    `${weight(whole)}\t${named}`,
    ...places.map((place) => `${weight(sizes.get(place) ?? 0)}\t${named}/${place}${folders.has(place) ? "/" : ""}`),
  ].join("\n");
}

/** Names in the order of their code units, what is in a folder right after it. */
function compared(one: string[], other: string[]): number {
  for (let depth = 0; depth < Math.min(one.length, other.length); depth += 1) {
    const [left, right] = [one[depth] ?? "", other[depth] ?? ""];
    if (left !== right) return left < right ? -1 : 1;
  }
  return one.length - other.length;
}

function inside(path: string, files: Files): string[] {
  return [...files.keys()].filter((one) => one.startsWith(`${path}/`));
}

function weight(bytes: number): string {
  const units = ["B", "K", "M", "G"];
  let step = 0;
  while (step < units.length - 1 && bytes >= 1024 ** (step + 1)) step += 1;
  const size = bytes / 1024 ** step;
  return `${Number.isInteger(size) ? size : size.toFixed(1)}${units[step]}`;
}

function create(named: string, text: string, files: Files): Outcome {
  const path = checked(named);
  if (isThere(path, files)) throw new FileError(`File ${named} already exists`);
  noFileAbove(path, files);
  return told(`File created successfully at: ${named}`, [[path, said(named, text)]]);
}

function isThere(path: string, files: Files): boolean {
  return path === ROOT || files.has(path) || inside(path, files).length > 0;
}

function noFileAbove(path: string, files: Files): void {
  const parts = path.split("/");
  for (let depth = 3; depth < parts.length; depth += 1) {
    const above = parts.slice(0, depth).join("/");
    if (files.has(above)) throw new FileError(`${above} is a file, so nothing can be below it`);
  }
}

function said(named: string, text: string): string {
  // A memory keeps what was said; there is no text without words.
  if (text.trim() === "") throw new FileError(`File ${named} must not be empty: write something in it, or delete it`);
  return text;
}

function file(named: string, files: Files): [string, string] {
  const path = checked(named);
  const text = files.get(path);
  if (text !== undefined) return [path, text];
  if (isThere(path, files)) throw new FileError(`The path ${named} is not a file.`);
  throw new FileError(`The path ${named} does not exist. Please provide a valid path.`);
}

function replace(named: string, old: string, fresh: string, files: Files): Outcome {
  const [path, text] = file(named, files);
  const parts = old === "" ? [text] : text.split(old);
  if (parts.length === 1) {
    throw new FileError(`No replacement was performed, old_str \`${old}\` did not appear verbatim in ${named}.`);
  }
  const lineOf = (count: number) => parts.slice(0, count).join(old).split("\n").length;
  if (parts.length > 2) {
    const lines = [...new Set(parts.slice(1).map((_, index) => lineOf(index + 1)))];
    throw new FileError(
      `No replacement was performed. Multiple occurrences of old_str \`${old}\` in lines: ${lines.join(", ")}. Please ensure it is unique`,
    );
  }
  const edited = said(named, parts.join(fresh));
  const line = lineOf(1);
  const snippet = numbered(edited.split("\n"), Math.max(1, line - CONTEXT_LINES), line + CONTEXT_LINES);
  const answer = "The memory file has been edited. Here is the snippet showing the change (with line numbers):";
  return told(`${answer}\n${snippet}`, [[path, edited]]);
}

function insert(named: string, line: number, added: string, files: Files): Outcome {
  const [path, text] = file(named, files);
  const lines = text.split("\n");
  if (!Number.isInteger(line) || line < 0 || line > lines.length) {
    const range = `It should be within the range of lines of the file: [0, ${lines.length}]`;
    throw new FileError(`Invalid \`insert_line\` parameter: ${line}. ${range}`);
  }
  lines.splice(line, 0, added.replace(/\n$/, ""));
  return told(`The file ${named} has been edited.`, [[path, lines.join("\n")]]);
}

function remove(named: string, files: Files): Outcome {
  const path = checked(named);
  if (path === ROOT) throw new FileError(`Cannot delete the ${ROOT} directory itself`);
  const gone = files.has(path) ? [path] : inside(path, files);
  if (gone.length === 0) throw new FileError(`The path ${named} does not exist`);
  return told(`Successfully deleted ${named}`, [], gone);
}

function rename(old: string, fresh: string, files: Files): Outcome {
  const [source, target] = [checked(old), checked(fresh)];
  if (source === ROOT) throw new FileError(`Cannot rename the ${ROOT} directory itself`);
  if (isThere(target, files)) throw new FileError(`The destination ${fresh} already exists`);
  const moved = files.has(source) ? [source] : inside(source, files);
  if (moved.length === 0) throw new FileError(`The path ${old} does not exist`);
  if (target.startsWith(`${source}/`)) throw new FileError(`${old} cannot be moved into itself`);
  noFileAbove(target, files);
  const written = moved.map((one): [string, string] => [target + one.slice(source.length), files.get(one) ?? ""]);
  return told(`Successfully renamed ${old} to ${fresh}`, written, moved);
}
