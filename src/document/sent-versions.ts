import type { OpenAPIParameter } from "../model/openapi";
import type { Operation } from "../model/route";
import type { VersionSource } from "../model/source";
import type { Version } from "../model/version";
import { releasedIn, type Versioning } from "../model/versioning";

/** Describes in a document how requests name their version. */
export interface DocumentVersions {
  /** The parameters that name the version; empty if the path or Accept names it. */
  readonly parametersOf: (operation: Operation) => readonly OpenAPIParameter[];
  /** The suffix of an operation's media types: `;v=2`; undefined if they do not name the version. */
  readonly mediaTypeSuffix: string | undefined;
}

/** A version, and the place in which requests send it. */
export interface SentVersion {
  readonly version: Version;
  readonly source: VersionSource;
  /** True if a request that names no version gets this version. */
  readonly isAssumed: boolean;
  /** True if requests to neutral routes have the parameter too. */
  readonly isWithNeutral: boolean;
  /** All versions except previews. */
  readonly released: readonly Version[];
}

/** For a document whose requests send no version, or have it in their path. */
export const noSentVersions: DocumentVersions = { parametersOf: () => [], mediaTypeSuffix: undefined };

/**
 * For the document of one version: each operation has the parameter with that version, so that "Try it out" sends it.
 */
export function oneSentVersion(sent: SentVersion): DocumentVersions {
  const { version, source, isAssumed, isWithNeutral, released } = sent;
  // A new schema for each parameter, because the receiver of a document may change it.
  const parameter = (): readonly OpenAPIParameter[] =>
    versionParameter(source, {
      required: !isAssumed,
      sent: [version],
      released,
      example: source.rangeWords && version,
      default: version,
    });
  return {
    parametersOf: ({ registration }) =>
      registration.version !== undefined || isWithNeutral ? parameter() : [],
    mediaTypeSuffix: source.mediaTypeSuffix?.(version),
  };
}

/** For the document of all versions: at each place that may name a version, each operation lists its versions. */
export function allSentVersions(versioning: Versioning): DocumentVersions {
  const { sources, path, assume, alwaysAssumed, previews, order } = versioning;
  const released = releasedIn(order.list, versioning);
  if (path || sources.length === 0) return noSentVersions;
  const required = assume === undefined && sources.length === 1;
  return {
    parametersOf: ({ versions }) => {
      if (versions.length === 0) return [];
      const newest = versions
        .filter((version) => !previews.has(version))
        .toSorted(order.compare)
        .at(-1);
      const isDefault = alwaysAssumed !== undefined && versions.includes(alwaysAssumed);
      return sources.flatMap((source) =>
        versionParameter(source, {
          required,
          sent: versions,
          released,
          example: newest,
          default: isDefault ? alwaysAssumed : undefined,
        }),
      );
    },
    mediaTypeSuffix: undefined,
  };
}

/** Header parameters that OpenAPI ignores (3.1.1, 4.8.12.2), because it has other places for them. */
export const ignoredHeaders: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

interface WrittenParameter {
  readonly required: boolean;
  /** The versions that requests of the operation may send. */
  readonly sent: readonly Version[];
  readonly released: readonly Version[];
  readonly example: Version | undefined;
  readonly default: Version | undefined;
}

/** The parameter of a source; empty if the source is not a parameter. */
function versionParameter(
  { parameter, partsFor, rangeWords }: VersionSource,
  { required, sent, released, example, default: fallback }: WrittenParameter,
): readonly OpenAPIParameter[] {
  if (!parameter) return [];
  const { name, in: place } = parameter;
  if (!partsFor) {
    // A parameter such as a token, by which the application finds the version: its values are not versions.
    if (place === "header" && ignoredHeaders.has(name.toLowerCase())) return [];
    const description = "Selects the version of the API";
    return [{ name, in: place, required, description, schema: { type: "string" } }];
  }
  const words = "The version of the API";
  const description = rangeWords ? `${words}: ${rangeWords(sent, released)}` : words;
  const schema = {
    type: "string",
    // `AtOrBefore` takes any date, so that its parameter has no list.
    ...(!rangeWords && { enum: [...sent] }),
    ...(fallback !== undefined && { default: fallback }),
  };
  const shown = { name, in: place, required, description, schema };
  return [{ ...shown, ...(example !== undefined && { example }) }];
}
