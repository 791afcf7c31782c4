import type { OpenAPIParameter } from "../model/openapi";
import type { Operation } from "../model/route";
import type { VersionSource } from "../model/source";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { extractionOf } from "../sources/extraction";

/** How a document shows the place in which requests name their version. */
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
}

/** A document whose requests send no version, or have it in their path. */
export const noSentVersions: DocumentVersions = { parametersOf: () => [], mediaTypeSuffix: undefined };

/** The document of one version: each operation has the parameter with its value, so that "Try it out" sends it. */
export function oneSentVersion({ version, source, isAssumed, isWithNeutral }: SentVersion): DocumentVersions {
  // A new schema for each parameter, because the receiver of a document may change it.
  const parameter = (): readonly OpenAPIParameter[] =>
    versionParameter(source, {
      required: !isAssumed,
      schema: { type: "string", enum: [version], default: version },
    });
  return {
    parametersOf: ({ registration }) =>
      registration.version !== undefined || isWithNeutral ? parameter() : [],
    mediaTypeSuffix: source.mediaTypeSuffix?.(version),
  };
}

/**
 * The document of all versions: each operation lists its versions at each place that may name one.
 *
 * `AtOrBefore` takes any date, so that its parameter has no list.
 */
export function allSentVersions(versioning: Versioning): DocumentVersions {
  const { sources, path, assume, alwaysAssumed, previews, extractor, order } = versioning;
  if (path || sources.length === 0) return noSentVersions;
  const required = assume === undefined && sources.length === 1;
  const takesOthers = extractionOf(extractor)?.comparing !== undefined;
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
          schema: {
            type: "string",
            ...(!takesOthers && { enum: [...versions] }),
            ...(isDefault && { default: alwaysAssumed }),
          },
          ...(newest !== undefined && { example: newest }),
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
  readonly schema: object;
  readonly example?: Version;
}

/** The parameter of a source; empty if the source is not a parameter. */
function versionParameter(
  { parameter, partsFor }: VersionSource,
  { required, schema, example }: WrittenParameter,
): readonly OpenAPIParameter[] {
  if (!parameter) return [];
  const { name, in: place } = parameter;
  if (partsFor) {
    const description = "The version of the API";
    return [{ name, in: place, required, description, schema, ...(example !== undefined && { example }) }];
  }
  // An account or a token, by which the application finds the version: its values are not versions.
  if (place === "header" && ignoredHeaders.has(name.toLowerCase())) return [];
  const description = "Selects the version of the API";
  return [{ name, in: place, required, description, schema: { type: "string" } }];
}
