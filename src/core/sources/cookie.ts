import { cookieValues } from "../../http/cookies";
import { headerLines } from "../../http/header-lines";
import { isToken } from "../../http/field-values";
import type { ReadableSource } from "../model/source";
import { describe } from "../model/value";
import { type DescribedExtractor, textOf } from "./extraction";
import { extractorFor, wholeCharacters } from "./place";

/** Creates an extractor that reads a cookie (RFC 6265, 4.2). A cookie that is sent more than once is unreadable. */
export function FromCookie(name: string): DescribedExtractor {
  return extractorFor("FromCookie", cookieSource(textOf(name)));
}

/** Describes a cookie as a version source. Its value is percent-decoded, so clients must percent-encode the version. */
export function cookieSource(name: string): ReadableSource {
  const place = `cookie ${name}`;
  return {
    words: place,
    place,
    varyField: "Cookie",
    parameter: { name, in: "cookie" },
    partsFor: (version) => ({ cookie: { name, value: encodeURIComponent(version) } }),
    sendable: wholeCharacters,
    fault: isToken(name)
      ? undefined
      : { expected: "a cookie's name (RFC 6265, 4.1.1)", written: describe(name) },
    read: (req) => {
      const values = cookieValues(headerLines(req, "cookie"), name);
      return values.length > 1 ? { unreadable: `${place}: sent ${values.length} times` } : values[0];
    },
  };
}
