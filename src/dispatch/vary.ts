import type { Response } from "express";
import vary from "vary";

/* eslint-disable @typescript-eslint/unbound-method -- each writeHead is called with its own `this` */
type WriteHead = (this: Response, ...args: unknown[]) => Response;

/**
 * Makes what makes sure that a response's Vary names a field (RFC 9110, 12.5.5), whoever sends it and whatever it
 * sets: the field is added as the head is written; only then is it certain that nobody overwrites it.
 */
export function varyKeeper(field: string): (res: Response) => void {
  const overPrototype = writeHeadWith(
    field,
    (res) => (Object.getPrototypeOf(res) as Response).writeHead as WriteHead,
  );
  return (res) => {
    // Hot path: one function for all responses; a closure for each costs ten times as much.
    if (!Object.hasOwn(res, "writeHead")) {
      res.writeHead = overPrototype;
      return;
    }
    // Something else has a hand in it: an application's middleware, or another App.
    const own = res.writeHead as WriteHead;
    res.writeHead = writeHeadWith(field, () => own);
  };
}

/** The same for all responses of one prototype, at no cost to each; not for those that are given another. */
export function keepVaryOn(prototype: object, field: string): void {
  const { writeHead } = prototype as { readonly writeHead: WriteHead };
  Object.defineProperty(prototype, "writeHead", {
    value: writeHeadWith(field, () => writeHead),
    configurable: true,
    writable: true,
  });
}

/* eslint-enable @typescript-eslint/unbound-method */

function writeHeadWith(field: string, writeHeadOf: (res: Response) => WriteHead): WriteHead {
  return function (...args) {
    // Hot path: most heads are written with a status alone, and most responses have no Vary yet.
    if (args.length === 1 && !this.hasHeader("Vary")) this.setHeader("Vary", field);
    else addVary(this, args, field);
    return writeHeadOf(this).apply(this, args);
  };
}

/** Adds the field to the Vary among the arguments of writeHead, else to the one that has been set. */
function addVary(res: Response, args: unknown[], field: string): void {
  const at = indexOfHeaders(args);
  const given = entriesOf(args[at]);
  if (given?.some(isVary)) {
    args[at] = given.flatMap(([name, value]) => [
      name,
      isVary([name]) ? vary.append(textOf(value), field) : value,
    ]);
    return;
  }
  // A list of pairs is the one form that Node refuses once a header has been set.
  if (given && Array.isArray(args[at])) args[at] = given.flat();
  vary(res, field);
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
