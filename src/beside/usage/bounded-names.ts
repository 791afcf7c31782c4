import type { Request } from "express";
import { takeRejection, describe } from "../../core/model/value";
import { addCalls, type Tally } from "./tally";

/** The name under which a counter counts all names beyond its limit. */
export const others = "*";

const mostCharacters = 200;

/** Returns the name under which a text is counted: the text itself, or `*` for a new text beyond the limit. */
export type Bound = (text: string, counted: ReadonlyMap<string, unknown>) => string;

/** Allows `most` different texts. A text that was allowed before is always allowed. */
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

/** Limits the total number of entries in all maps passed as `counted` to `most`. A text in two maps counts twice. */
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

/** Copies the beginning of a long text: after `slice`, the whole text, such as a header, would remain in memory. */
function shortened(text: string): string {
  return text.length <= mostCharacters ? text : Buffer.from(text.slice(0, mostCharacters)).toString();
}

/** Counts a call for its client. Rethrows an error of the application's function `Client`. */
export type CountClient = (req: Request, tally: Tally) => void;

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
