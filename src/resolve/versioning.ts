import { VersioningNone } from "../model/version";
import type { Versioning, VersioningOptions } from "../model/versioning";

/** The options with their defaults; a value of the wrong kind counts as unset here, and is reported by `check`. */
export function versioningOf(given?: VersioningOptions | null): Versioning {
  const options = given ?? {};
  const { Type = VersioningNone, DefaultVersion, Extractor = () => undefined } = options;
  const defaults = Array.isArray(DefaultVersion)
    ? DefaultVersion.filter((version) => typeof version === "string")
    : [];
  return {
    type: Type,
    prefix: text(options.Prefix) ?? "v",
    defaultVersions: [...new Set(defaults)],
    header: text(options.Header) ?? "",
    key: text(options.Key)?.toLowerCase().replace(/=$/, "") ?? "",
    extractor: Extractor,
  };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
