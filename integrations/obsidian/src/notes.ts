/** What a memory looks like as a note, and what of a vault is not to be remembered. Pure functions. */

import type { Log } from "recollect-client";

/** The property that says which text a note was written from. */
const ID = "recollect-id";
/** The property by which a note is kept out: `recollect: false`. */
const KEPT_OUT = /^recollect:\s*(false|no|off)\s*$/im;
const MAX_TITLE_CHARACTERS = 60;

/** Whether a note is one that this plugin wrote, or that its owner keeps out. */
export function isKeptOut(text: string): boolean {
  const properties = propertiesOf(text);
  return KEPT_OUT.test(properties) || properties.split("\n").some((line) => line.startsWith(`${ID}:`));
}

function propertiesOf(text: string): string {
  const found = /^---\r?\n([\s\S]*?)\r?\n---(\r?\n|$)/.exec(text);
  return found?.[1] ?? "";
}

/** A memory as a note: where it is from and when it was said, its words, and the facts that were read from them. */
export function noteOf(log: Log, facts: readonly string[]): string {
  const properties = [
    `${ID}: ${log.id}`,
    `source: ${JSON.stringify(log.source)}`,
    `date: ${log.referenceTime.slice(0, 19)}`,
    ...(log.tags.length === 0 ? [] : [`tags: ${JSON.stringify(log.tags)}`]),
  ];
  const told = facts.length === 0 ? [] : ["", "## Facts", "", ...facts.map((fact) => `- ${fact}`)];
  return ["---", ...properties, "---", "", log.ingestText.trim(), ...told, ""].join("\n");
}

/** The name of a memory's note, without folder and ending: its day and its first words, such as a file may be named anywhere. */
export function nameOf(log: Log): string {
  const words = log.ingestText.replace(/[\\/:*?"<>|#^[\]\u0000-\u001f]+/g, " ").replace(/\s+/g, " ").trim();
  const title = [...words].slice(0, MAX_TITLE_CHARACTERS).join("").replace(/[. ]+$/, "");
  return `${log.referenceTime.slice(0, 10)} ${title}`.trim();
}
