import type { OpenAPIParameter } from "../model/openapi";
import type { Operation } from "../model/route";
import type { VersionSource } from "../model/source";
import type { Version } from "../model/version";
import { releasedIn, type Versioning } from "../model/versioning";

/** Where the requests of a document name their version. */
export interface DocumentVersions {
  /** The parameters of an operation that name the version; none if the path or Accept does. */
  readonly parametersOf: (operation: Operation) => readonly OpenAPIParameter[];
  /** `;v=2`, after the media types of an operation; undefined if they do not name the version. */
  readonly mediaTypeSuffix: string | undefined;
}

/** A version, and how requests send it. */
export interface SentVersion {
  readonly version: Version;
  readonly source: VersionSource;
  /** True if requests without a version get this one. */
  readonly isAssumed: boolean;
  /** True if requests of neutral routes have the parameter too. */
  readonly isWithNeutral: boolean;
  /** All versions except previews. */
  readonly released: readonly Version[];
}

/** For a document whose requests name no version, or have it in their path. */
export const noSentVersions: DocumentVersions = { parametersOf: () => [], mediaTypeSuffix: undefined };

/** For the document of one version: each operation has that version's parameter, so that "Try it out" sends it. */
export function oneSentVersion(sent: SentVersion): DocumentVersions {
  const { version, source, isAssumed, isWithNeutral, released } = sent;
  // A new schema for each parameter, because whoever gets a document may change it.
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

/** For the document of all versions: each parameter that may name a version lists the versions of its operation. */
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

/** The parameter of a source; none if the source has no parameter. */
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
