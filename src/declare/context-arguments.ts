import type { ContextValue } from "../model/context";
import type { Wrong } from "../model/result";
import type { NeedsOf } from "../history/versioned-type";

/** A list of contexts, such as `[Org.Is(org)]`. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as AnyContext
export type AnyContexts = readonly ContextValue<any>[];

/** No argument if a history needs no context; otherwise one that cannot be passed. */
export type NoContexts<H> = [NeedsOf<H>] extends [never]
  ? []
  : [context: Wrong<"the history needs contexts: pass a list such as [Org.Is(org)]">];

/** Checks that a list has every context that a history needs. */
export type AllGiven<H, Given extends AnyContexts> = [NeedsOf<H>] extends [Given[number]["Key"]]
  ? unknown
  : Wrong<"the history needs a context that is not in the list: add it, such as Org.Is(org)">;
