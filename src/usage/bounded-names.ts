import type { Request } from "express";
import { takeRejection, describe } from "../model/value";
import { addCalls, type Tally } from "./tally";

/** Counts all names beyond the limit. */
export const others = "*";

/** A header may have thousands of characters. */
const mostCharacters = 200;

/** Returns `*` beyond the limit, otherwise the text. */
export type Bound = (text: string, counted: ReadonlyMap<string, unknown>) => string;

/** A text that is counted under two keys is one of `most`. */
export function boundOfTexts(most: number): Bound {
  const known = new Set<string>();
  return (text) => {
    const name = shortened(text);
    if (known.has(name)) return name;
    if (known.size >= most) return others;
    known.add(name);
    return name;
  };
}

/** Two keys with two texts each are four of `most`. */
export function boundOfCounts(most: number): Bound {
  let left = most;
  return (text, counted) => {
    const name = shortened(text);
    if (counted.has(name)) return name;
    if (left === 0) return others;
    left--;
    return name;
  };
}

/** A slice would keep the whole header in memory, so the beginning is copied. */
function shortened(text: string): string {
  return text.length <= mostCharacters ? text : Buffer.from(text.slice(0, mostCharacters)).toString();
}

/** Rethrows errors of the application's function. */
export type CountClient = (req: Request, tally: Tally) => void;

/** A call without a name counts as `*`. For other values, throws a TypeError after counting. */
export function clientCount(nameOf: ((req: Request) => string) | undefined, bounded: Bound): CountClient {
  if (!nameOf) return () => undefined;
  return (req, { clients }) => {
    let name: unknown;
    try {
      name = nameOf(req);
    } catch (error) {
      addCalls(clients, others, 1);
      throw error;
    }
    addCalls(clients, typeof name === "string" ? bounded(name, clients) : others, 1);
    if (typeof name === "string" || name === undefined || name === null) return;
    throw new TypeError(
      `UsageCounter: Client must return a string, got ${takeRejection(name) ? "a promise" : describe(name)}`,
    );
  };
}
