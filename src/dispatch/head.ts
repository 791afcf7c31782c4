import type { Response } from "express";
import { isObject } from "../model/value";

/* eslint-disable @typescript-eslint/unbound-method -- each writeHead is called with its own `this` */
export type WriteHead = (this: Response, ...args: unknown[]) => Response;

/** Gives one response a writeHead that first looks at what is about to be sent. */
export function beforeHead(res: Response, change: (res: Response, args: unknown[]) => void): void {
  const own = res.writeHead as WriteHead;
  res.writeHead = function (this: Response, ...args: unknown[]) {
    change(this, args);
    return own.apply(this, args);
  };
}

/* eslint-enable @typescript-eslint/unbound-method */

/**
 * Appends to a field as the head is written: to the one among the arguments of writeHead, which would overwrite all
 * others, else to the one that has been set.
 */
export function appendToHead(
  res: Response,
  args: unknown[],
  name: string,
  append: (existing: string | undefined) => string,
): void {
  const at = indexOfHeaders(args);
  const given = entriesOf(args[at]);
  const isField = ([field]: Entry): boolean =>
    typeof field === "string" && field.toLowerCase() === name.toLowerCase();
  const last = given?.findLastIndex(isField) ?? -1;
  if (given && last !== -1) {
    args[at] = given.flatMap(([field, value], i) => [field, i === last ? append(textOf(value)) : value]);
    return;
  }
  // A list of pairs is the one form that Node refuses once a header has been set.
  if (given && Array.isArray(args[at])) args[at] = given.flat();
  const set = res.getHeader(name);
  res.setHeader(name, append(set === undefined ? undefined : textOf(set)));
}

/** writeHead takes (status, headers?) and (status, reason, headers?). */
function indexOfHeaders(args: readonly unknown[]): number {
  return args[2] === undefined || args[2] === null ? 1 : 2;
}

type Entry = readonly [name: unknown, value?: unknown];

/** Headers as Node takes them: an object, a flat list of names and values, or a list of pairs; else undefined. */
function entriesOf(headers: unknown): readonly Entry[] | undefined {
  if (!isObject(headers)) return undefined;
  if (!Array.isArray(headers)) return Object.entries(headers);
  const list = headers as readonly unknown[];
  if (Array.isArray(list[0])) return list as readonly Entry[];
  return list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1]] as const] : []));
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}
