import { isMap, isNativeError, isPromise, isSet } from "node:util/types";
import type { Response } from "express";
import { takeRejection } from "../model/value";
import { jsonText, replacerOf } from "./json-text";

/** A JSON text, and the values in it that JSON turns into `{}`, in words by their paths. */
interface WatchedText {
  readonly text: string;
  readonly misfits: readonly string[];
}

/**
 * Serializes a value like `jsonText`, and reports each Promise, Map, Set or Error within it
 * (`AppOptions.CheckResponses`).
 *
 * Each value is checked when it is written, after `toJSON` and the host's "json replacer", so that neither is called
 * twice.
 */
export function watchedJSONText(value: unknown, res: Response): WatchedText {
  const replacer = replacerOf(res);
  // A replacer that is a list of names cannot be combined with a function.
  if (Array.isArray(replacer)) return { text: jsonText(value, res), misfits: [] };
  const paths = new Map<unknown, string>();
  const misfits: string[] = [];
  const watch = function (this: unknown, key: string, member: unknown): unknown {
    const written: unknown = replacer ? Reflect.apply(replacer, this, [key, member]) : member;
    if (typeof written !== "object" || written === null) return written;
    const holder = paths.get(this) ?? "";
    const path = holder === "" ? key : `${holder}.${key}`;
    paths.set(written, path);
    const what = lostKind(written);
    if (what === undefined) return written;
    if (what === "a Promise") takeRejection(written);
    misfits.push(`${path || "the value"}: ${what}, which JSON turns into {}`);
    return {};
  };
  return { text: jsonText(value, res, undefined, watch), misfits };
}

function lostKind(value: object): string | undefined {
  if ("toJSON" in value) return undefined;
  if (isPromise(value)) return "a Promise";
  if (isMap(value)) return "a Map";
  if (isSet(value)) return "a Set";
  return value instanceof Error || isNativeError(value) ? "an Error" : undefined;
}
