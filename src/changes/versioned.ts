import type { Schema } from "../schema/interface/schema";
import { Versioned as begin } from "./history/versioned";
import type { LinkIn, LinkMistake, Versioned as VersionedType } from "./history/versioned-type";
import "./wing";

export type Versioned<
  Newest extends LinkIn = Schema,
  Oldest extends LinkIn = Newest,
  Can extends "Up" | "Down" = "Up" | "Down",
> = VersionedType<Newest, Oldest, Can>;

/**
 * Begins a schema's history: `Versioned(Cat2).Before(Born, Cat1, Rename("born", "birthday"))` for the change `Born`.
 *
 * A history can be used in the place of the schema, and each method returns a new history. Without further calls, the
 * schema is the same in every version. If only older versions have a body, begin with `Nothing`:
 * `Versioned(Nothing).Before(NoContent, z.object({}), { Down: () => ({}) })`.
 *
 * @throws TypeError for a value that is not a schema, or is already a history.
 */
export function Versioned<S extends LinkIn | LinkMistake<S>>(newest: S): Versioned<S> {
  return begin(newest);
}
