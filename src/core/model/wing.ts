import { isUnderstood } from "./copies";
import { isObject } from "./value";

/**
 * A part of the package that only some Apps need, such as older forms of routes. An App has the wings that its
 * declarations bring, so that a bundler leaves out the others. Only `core/wings/` knows the members of a wing.
 */
export interface Wing {
  readonly name: string;
}

/** The key of the member with the wing that a value brings: the same symbol in all copies of the package. */
export const wingKey: unique symbol = Symbol.for("versioned-controllers.wing");

/** The wing that a value brings, such as a history or a list of versions; undefined for most values. */
export function wingOf(value: unknown): Wing | undefined {
  if (!isObject(value) || !(wingKey in value) || !isUnderstood(value)) return undefined;
  return value[wingKey] as Wing | undefined;
}

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
