import { isObject } from "../model/value";
import type { VersionExtractor } from "../model/extractor";
import { VersioningNone } from "../model/version";
import type { Versioning, VersioningOptions } from "../model/versioning";

/** The options with their defaults; a value of the wrong kind counts as unset here, and is reported by `check`. */
export function versioningOf(given?: VersioningOptions | null): Versioning {
  const options = given ?? {};
  const { Type = VersioningNone, DefaultVersion, Extractor = () => undefined } = options;
  return {
    type: Type,
    prefix: text(options.Prefix) ?? "v",
    defaultVersions: [...new Set(texts(DefaultVersion))],
    listed: [...new Set(texts(options.Versions))],
    header: text(options.Header) ?? "",
    key: text(options.Key)?.toLowerCase().replace(/=$/, "") ?? "",
    extractor: Extractor,
    assume: assumption(options.AssumeVersion),
    alwaysAssumed: text(options.AssumeVersion),
    reports: options.Report === true && Type !== VersioningNone,
    explains: options.Explain === true && Type !== VersioningNone,
    lifecycles: new Map(isObject(options.Lifecycle) ? Object.entries(options.Lifecycle) : []),
  };
}

function assumption(assumed: unknown): Versioning["assume"] {
  if (typeof assumed === "string") return () => assumed;
  return typeof assumed === "function" ? (assumed as VersionExtractor) : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function texts(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((one) => typeof one === "string") : [];
}
