import { literalSpelling, literalText } from "../../http/literal";
import type { PathSource, VersioningScheme } from "../model/source";
import { describe } from "../model/value";
import type { VersioningOptions } from "../model/versioning";
import { optionInvalid } from "./extraction";
import { wholeCharacters } from "./place";

/** The scheme of `VersioningURI`: paths begin with the option `Prefix` and the version, as in `/v2/cats`. */
export function pathScheme({ Prefix }: VersioningOptions): VersioningScheme {
  const path = pathSource(typeof Prefix === "string" ? Prefix : "v");
  return {
    isEnabled: true,
    path,
    extractor: undefined,
    sources: [path],
    faults: path.fault ? [optionInvalid("Prefix", path.fault.expected, Prefix)] : [],
  };
}

function pathSource(prefix: string): PathSource {
  const segmentOf = (version: string): string => prefix + version;
  const spelled = (version: string): string => literalSpelling(segmentOf(version));
  return {
    words: "path",
    varyField: undefined,
    // In documents, the paths contain the version, so no parameter describes it.
    parameter: undefined,
    addressUnder: (base, version) => `${base}/${spelled(version)}`,
    partsFor: (version) => ({ segment: spelled(version) }),
    sendable: wholeCharacters,
    fault: /[/{}]/.test(prefix)
      ? { expected: 'a part of one path segment, without "/", "{" and "}"', written: describe(prefix) }
      : undefined,
    segmentOf,
    holds: (version) => !/[/{}]/.test(version) && ![".", ".."].includes(segmentOf(version)),
    split: (path) => {
      const end = path.indexOf("/", 1);
      const segment = literalText(end === -1 ? path.slice(1) : path.slice(1, end));
      if (!segment?.startsWith(prefix) || segment.length === prefix.length) return undefined;
      return { version: segment.slice(prefix.length), rest: end === -1 ? "/" : path.slice(end) };
    },
  };
}
