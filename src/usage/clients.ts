import type { Request } from "express";
import { takeRejection, describe } from "../model/value";
import { others, type Bound } from "./bound";
import { add, type Tally } from "./tally";

/** Counts the client of a call; rethrows errors of the application's own function. */
export type CountClient = (req: Request, tally: Tally) => void;

/**
 * Counts clients by the names that the application returns. A call whose client has no name is counted as `*`.
 *
 * @throws TypeError, after the call is counted, for a name that is not a string.
 */
export function clientCount(nameOf: ((req: Request) => string) | undefined, bounded: Bound): CountClient {
  if (!nameOf) return () => undefined;
  return (req, { clients }) => {
    let name: unknown;
    try {
      name = nameOf(req);
    } catch (error) {
      add(clients, others, 1);
      throw error;
    }
    add(clients, typeof name === "string" ? bounded(name, clients) : others, 1);
    if (typeof name === "string" || name === undefined || name === null) return;
    throw new TypeError(
      `UsageCounter: Client must return a string, got ${takeRejection(name) ? "a promise" : describe(name)}`,
    );
  };
}
