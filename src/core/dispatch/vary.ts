import type { Response } from "express";
import vary from "vary";
import { changeInHead, type WriteHead } from "../request/head";

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
