import type { Response } from "express";
import vary from "vary";

/**
 * Makes sure that the response's Vary names a field (RFC 9110, 12.5.5), whoever sends it and whatever it sets.
 *
 * It is added as the head is written: only then is it certain that nobody overwrites it.
 */
export function keepVary(res: Response, field: string): void {
  // Called with its own `this` below.
  // eslint-disable-next-line @typescript-eslint/unbound-method
  const writeHead = res.writeHead as (this: Response, ...args: unknown[]) => Response;
  res.writeHead = (...args: unknown[]) => {
    const at = indexOfHeaders(args);
    const given = entriesOf(args[at]);
    if (given?.some(isVary)) {
      args[at] = given.flatMap(([name, value]) => [
        name,
        isVary([name]) ? vary.append(textOf(value), field) : value,
      ]);
    } else {
      // A list of pairs is the one form that Node refuses once a header has been set.
      if (given && Array.isArray(args[at])) args[at] = given.flat();
      // Hot path: most responses have no Vary yet, and nothing to be merged with.
      if (res.hasHeader("Vary")) vary(res, field);
      else res.setHeader("Vary", field);
    }
    return writeHead.apply(res, args);
  };
}

/** writeHead takes (status, headers?) and (status, reason, headers?). */
function indexOfHeaders(args: readonly unknown[]): number {
  return typeof args[1] === "string" || (args[2] !== undefined && args[2] !== null) ? 2 : 1;
}

type Entry = readonly [name: unknown, value?: unknown];

/** Headers as Node takes them: an object, a flat list of names and values, or a list of pairs; else undefined. */
function entriesOf(headers: unknown): readonly Entry[] | undefined {
  if (typeof headers !== "object" || headers === null) return undefined;
  if (!Array.isArray(headers)) return Object.entries(headers);
  const list = headers as readonly unknown[];
  if (Array.isArray(list[0])) return list as readonly Entry[];
  return list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1]] as const] : []));
}

function isVary([name]: Entry): boolean {
  return typeof name === "string" && name.toLowerCase() === "vary";
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}
