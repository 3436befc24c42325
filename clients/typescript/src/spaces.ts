/** Where texts go. */

import type { Recollect } from "./index.js";

/** The id of the space that texts go to where nobody says another. */
export async function defaultSpace(memory: Recollect): Promise<string> {
  const found = (await memory.spaces()).find((space) => space.isDefault);
  if (found === undefined) throw new Error("there is no default space");
  return found.id;
}
