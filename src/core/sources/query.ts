import type { Request } from "express";
import type { ReadableSource, UnreadableText } from "../model/source";
import { describe } from "../model/value";
import { type DescribedExtractor, textOf } from "./extraction";
import { extractorFor, wholeCharacters } from "./place";

/** Creates an extractor that reads a query parameter: `?v=2`. A parameter that is sent twice is unreadable. */
export function FromQuery(name: string): DescribedExtractor {
  return extractorFor("FromQuery", querySource(textOf(name)));
}

/** Describes a query parameter as a version source. It needs no `Vary`, because caches distinguish URLs. */
export function querySource(name: string): ReadableSource {
  return {
    words: `query parameter ${name}`,
    place: `query ${name}`,
    varyField: undefined,
    parameter: { name, in: "query" },
    addressUnder: (base, version) => `${base}?${new URLSearchParams({ [name]: version }).toString()}`,
    partsFor: (version) => ({ query: { name, value: version } }),
    sendable: wholeCharacters,
    fault: name === "" ? { expected: "a parameter's name", written: describe(name) } : undefined,
    read: (req) => {
      const { query } = req;
      const value = Object.hasOwn(query, name) ? query[name] : undefined;
      if (typeof value === "string") return value;
      const isAbsent = value === undefined && !hasList(Object.keys(query), name);
      return isAbsent && !isUnparsed(req) ? undefined : readURL(req, name);
    },
  };
}

/** Reads a parameter that Express has not parsed to one text: it is repeated or a list, or nothing parses queries. */
function readURL(req: Request, name: string): string | UnreadableText | undefined {
  const parameters = new URLSearchParams(req.url.replace(/^[^?]*/, ""));
  const values = parameters.getAll(name);
  if (values.length > 1) return { unreadable: `query ${name}: sent ${values.length} times` };
  if (hasList([...parameters.keys()], name)) return { unreadable: `query ${name}[]: no single value` };
  return isUnparsed(req) ? values[0] : undefined;
}

/** True for the names `v[]` and `v[a]`, if the parameter is `v`. */
function hasList(names: readonly string[], name: string): boolean {
  return names.some((one) => one.startsWith(`${name}[`));
}

/** True if the Express application has the setting `query parser` false: `req.query` is then always empty. */
function isUnparsed({ app }: Partial<Pick<Request, "app">>): boolean {
  return app?.get("query parser") === false;
}
