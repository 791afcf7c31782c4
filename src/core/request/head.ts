import type { Response } from "express";
import vary from "vary";
import { sentHeader, type Renumbering } from "../model/contract";
import { isObject } from "../model/value";

/* eslint-disable @typescript-eslint/unbound-method -- each writeHead is called with its own `this` */
type WriteHead = (this: Response, ...args: unknown[]) => Response;

/** Changes the headers of a response: those set before, and those in `args`, the arguments of `writeHead`. */
type HeadChange = (res: Response, args: unknown[]) => void;

export function beforeHead(res: Response, change: HeadChange): void {
  res.writeHead = changedFirst(res.writeHead as WriteHead, change);
}

/** Creates a function that changes a response: before the response writes its head, it calls `change`. */
export function headChanger(change: HeadChange): (res: Response) => void {
  // Hot path: responses with the same `writeHead` share one function. A closure for each would take ten times as long.
  const changed = new WeakMap<WriteHead, WriteHead>();
  return (res) => {
    const own = res.writeHead as WriteHead;
    let over = changed.get(own);
    if (!over) changed.set(own, (over = changedFirst(own, change)));
    res.writeHead = over;
  };
}

function changedFirst(own: WriteHead, change: HeadChange): WriteHead {
  return function (...args) {
    change(this, args);
    return own.apply(this, args);
  };
}

/* eslint-enable @typescript-eslint/unbound-method */

/** Changes a header in the arguments of `writeHead`, or, if they do not contain it, the header that was set before. */
export function changeInHead(
  res: Response,
  args: unknown[],
  name: string,
  change: (existing: string | undefined) => string | undefined,
): void {
  const at = indexOfHeaders(args);
  if (changeInList(args, at, { name, change })) return;
  const given = entriesOf(args[at]);
  const isField = ([field]: Entry): boolean =>
    typeof field === "string" && field.toLowerCase() === name.toLowerCase();
  const last = given?.findLastIndex(isField) ?? -1;
  if (given && last !== -1) {
    const changed = change(headerText(given[last]?.[1]));
    if (changed !== undefined) {
      args[at] = given.flatMap(([field, value], i) => [field, i === last ? changed : value]);
    }
    return;
  }
  const set = res.getHeader(name);
  const changed = change(set === undefined ? undefined : headerText(set));
  if (changed === undefined) return;
  // After `setHeader`, `writeHead` rejects `[[name, value], ...]`, but accepts `[name, value, ...]`.
  if (given && Array.isArray(args[at])) args[at] = given.flat();
  res.setHeader(name, changed);
}

/** Hot path: changes a header in the list `[name, value, ...]` of `writeHead`. Returns false if there is none. */
function changeInList(
  args: unknown[],
  at: number,
  { name, change }: { readonly name: string; readonly change: (existing: string) => string | undefined },
): boolean {
  const list: unknown = args[at];
  if (!Array.isArray(list) || typeof list[0] !== "string") return false;
  const field = name.toLowerCase();
  for (let i = list.length - 2; i >= 0; i -= 2) {
    if (String(list[i]).toLowerCase() !== field) continue;
    const changed = change(headerText(list[i + 1]));
    if (changed !== undefined) args[at] = list.with(i + 1, changed);
    return true;
  }
  return false;
}

/** Renames headers of the response: X-New to X-Old for `"x-new" => "X-Old"`; removes X-New for `=> undefined`. */
export function renameInHead(
  res: Response,
  args: unknown[],
  names: Renumbering["headers"],
  renamed: (now: string) => void,
): void {
  if (names.size === 0) return;
  const at = indexOfHeaders(args);
  const given = entriesOf(args[at]);
  if (given) {
    for (const [name] of given) {
      if (typeof name === "string" && names.has(name.toLowerCase())) renamed(name.toLowerCase());
    }
    const entries = given.flatMap(([name, value]) => {
      const sent = typeof name === "string" ? sentHeader(names, name) : name;
      return sent === undefined ? [] : [[sent, value] as const];
    });
    args[at] = Array.isArray(args[at]) && !Array.isArray(args[at][0]) ? entries.flat() : entries;
    if (res.getHeaderNames().length > 0) args[at] = entries.flat();
  }
  const set = [...names].flatMap(([now, old]) => {
    const value = res.getHeader(now);
    return value === undefined ? [] : [{ now, old, value }];
  });
  for (const { now } of set) {
    renamed(now);
    res.removeHeader(now);
  }
  for (const { old, value } of set) if (old !== undefined) res.setHeader(old, value);
}

/** Finds the headers among the arguments of `writeHead`, which are (status, headers?) or (status, reason, headers?). */
function indexOfHeaders(args: readonly unknown[]): number {
  return args[2] === undefined || args[2] === null ? 1 : 2;
}

type Entry = readonly [name: unknown, value?: unknown];

/** Node accepts headers as an object, as `[name, value, ...]` and as `[[name, value], ...]`. */
function entriesOf(headers: unknown): readonly Entry[] | undefined {
  if (!isObject(headers)) return undefined;
  if (!Array.isArray(headers)) return Object.entries(headers);
  const list = headers as readonly unknown[];
  if (Array.isArray(list[0])) return list as readonly Entry[];
  return list.flatMap((name, i) => (i % 2 === 0 ? [[name, list[i + 1]] as const] : []));
}

function headerText(value: unknown): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/* eslint-disable @typescript-eslint/unbound-method -- each writeHead is called with its own `this` */

/** Adds names to `Vary` (RFC 9110, 12.5.5) when the head is written: a `setHeader` of a handler could remove them. */
export function varyKeeper(fields: string): (res: Response) => void {
  const overPrototype = writeHeadWith(
    fields,
    (res) => (Object.getPrototypeOf(res) as Response).writeHead as WriteHead,
  );
  return (res) => {
    // Hot path: all responses share one function, because a closure for each response would take ten times as long.
    if (!Object.hasOwn(res, "writeHead")) {
      res.writeHead = overPrototype;
      return;
    }
    // A middleware or another App has already replaced `writeHead`.
    const own = res.writeHead as WriteHead;
    res.writeHead = writeHeadWith(fields, () => own);
  };
}

/** Adds names to `Vary` for all responses with this prototype, so that no single response needs a hook. */
export function keepVaryOn(prototype: object, fields: string): void {
  const { writeHead } = prototype as { readonly writeHead: WriteHead };
  Object.defineProperty(prototype, "writeHead", {
    value: writeHeadWith(fields, () => writeHead),
    configurable: true,
    writable: true,
  });
}

/* eslint-enable @typescript-eslint/unbound-method */

function writeHeadWith(fields: string, writeHeadOf: (res: Response) => WriteHead): WriteHead {
  return function (...args) {
    // Hot path: usually a head is written with only a status, and without `Vary`.
    if (args.length === 1 && !this.hasHeader("Vary")) this.setHeader("Vary", fields);
    else changeInHead(this, args, "Vary", (existing) => vary.append(existing ?? "", fields));
    return writeHeadOf(this).apply(this, args);
  };
}
