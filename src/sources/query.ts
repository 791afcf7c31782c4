import type { ReadableSource } from "../model/source";
import { describe } from "../model/value";
import { extractorFor, type DescribedExtractor, textOf } from "./extraction";

/** Creates an extractor that reads a query parameter: `?v=2`. A parameter that is sent twice names no version. */
export function FromQuery(name: string): DescribedExtractor {
  return extractorFor("FromQuery", querySource(textOf(name)));
}

/** Describes a query parameter as a version source. It needs no `Vary`, because caches distinguish URLs. */
export function querySource(name: string): ReadableSource {
  return {
    words: `query parameter ${name}`,
    varyField: undefined,
    parameter: { name, in: "query" },
    addressUnder: (base, version) => `${base}?${new URLSearchParams({ [name]: version }).toString()}`,
    partsFor: (version) => ({ query: { name, value: version } }),
    fault: name === "" ? { expected: "a parameter's name", written: describe(name) } : undefined,
    read: ({ query }) => {
      const value = Object.hasOwn(query, name) ? query[name] : undefined;
      return typeof value === "string" ? value : undefined;
    },
  };
}
