import type { OpenAPIParameter } from "../model/openapi";
import type { Operation } from "../model/route";
import type { VersionSource } from "../model/source";
import type { Version } from "../model/version";
import { releasedIn, type Versioning } from "../model/versioning";

/** The places in which the requests of a document name their version. */
export interface DocumentVersions {
  /** The parameters of an operation that name the version; empty if the path or Accept names it. */
  readonly parametersOf: (operation: Operation) => readonly OpenAPIParameter[];
  /** The text after the media types of an operation, such as `;v=2`; undefined if they do not name the version. */
  readonly mediaTypeSuffix: string | undefined;
}

/** A version, and the way in which requests send this version. */
export interface SentVersion {
  readonly version: Version;
  readonly source: VersionSource;
  /** True if this version is assumed for requests without a version. */
  readonly isAssumed: boolean;
  /** True if requests of neutral routes have the version's parameter, too. */
  readonly isWithNeutral: boolean;
  readonly released: readonly Version[];
}

/** The versions of a document whose requests name no version, or have it in their path. */
export const noSentVersions: DocumentVersions = { parametersOf: () => [], mediaTypeSuffix: undefined };

/** Makes the versions for the document of one version: "Try it out" sends this version as a parameter. */
export function oneSentVersion(sent: SentVersion): DocumentVersions {
  const { version, source, isAssumed, isWithNeutral, released } = sent;
  // Each parameter gets a new schema, because a caller that gets a document may change it.
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

/** Makes the versions for the document of all versions: parameters list the versions of their operation. */
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

/** OpenAPI ignores header parameters of these names (3.1.1, 4.8.12.2), and describes these headers elsewhere. */
export const ignoredHeaders: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

interface WrittenParameter {
  readonly required: boolean;
  /** The versions that requests of the operation may send. */
  readonly sent: readonly Version[];
  readonly released: readonly Version[];
  readonly example: Version | undefined;
  readonly default: Version | undefined;
}

/** The parameter of a source; empty if the source has no parameter. */
function versionParameter(
  { parameter, partsFor, rangeWords }: VersionSource,
  { required, sent, released, example, default: fallback }: WrittenParameter,
): readonly OpenAPIParameter[] {
  if (!parameter) return [];
  const { name, in: place } = parameter;
  if (!partsFor) {
    // The value of such a parameter, for instance a token, only leads the application to the version.
    if (place === "header" && ignoredHeaders.has(name.toLowerCase())) return [];
    const description = "Selects the version of the API";
    return [{ name, in: place, required, description, schema: { type: "string" } }];
  }
  const words = "The version of the API";
  const description = rangeWords ? `${words}: ${rangeWords(sent, released)}` : words;
  const schema = {
    type: "string",
    // `AtOrBefore` accepts any date, so that its parameter does not list values.
    ...(!rangeWords && { enum: [...sent] }),
    ...(fallback !== undefined && { default: fallback }),
  };
  const shown = { name, in: place, required, description, schema };
  return [{ ...shown, ...(example !== undefined && { example }) }];
}
