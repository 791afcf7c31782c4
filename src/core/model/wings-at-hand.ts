import type { Wing } from "./wing";

/**
 * The wings that some values need, but cannot import: a history is bundled by front ends, and `Errors.Schema` is an
 * object of the schema library.
 */
const atHand = new Map<string, Wing>();

export function keepAtHand(wing: Wing): void {
  atHand.set(wing.name, wing);
}

/** Finds a wing by its name; undefined in a bundle of a program that imports nothing which brings this wing. */
export function wingAtHand(name: "changes" | "schemas"): Wing | undefined {
  return atHand.get(name);
}
