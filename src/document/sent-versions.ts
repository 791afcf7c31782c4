import type { OpenAPIParameter } from "../schema/interface/openapi";
import type { Operation, Registration } from "../core/model/route";
import type { VersionSource } from "../core/model/source";
import type { Version } from "../core/model/version";
import { releasedIn, type Versioning } from "../core/model/versioning";
import { extractionOf } from "../core/sources/extraction";

/** How a document describes the place of the version: by parameters, or in media types: `application/json;v=2`. */
export interface DocumentVersions {
  /** Returns the parameters that name the version; empty if the path or Accept names the version. */
  readonly parametersOf: (operation: Operation) => readonly OpenAPIParameter[];
  /** Returns a sentence for each header that selects the version, but that OpenAPI does not allow as a parameter. */
  readonly wordsOf: (operation: Operation) => readonly string[];
  /** The end of an operation's media types, such as `;v=2`; undefined if Accept does not name the version. */
  readonly mediaTypeSuffixOf: (registration: Registration) => string | undefined;
}

/** A version, and the places where requests name it. */
export interface SentVersion {
  readonly version: Version;
  readonly sources: readonly VersionSource[];
  /** The places that `AssumeVersion` reads if none of `sources` names a version. */
  readonly assumedSources: readonly VersionSource[];
  /** True if all requests that name no version get this version. */
  readonly isAssumed: boolean;
  /** True if routes without a version get the version parameter, too, because clients always send it. */
  readonly isWithNeutral: boolean;
  readonly released: readonly Version[];
}

/** Describes the version in the document of one version. It is the parameter's example: "Try it out" sends it. */
export function oneSentVersion(sent: SentVersion): DocumentVersions {
  const { version, sources, assumedSources, isAssumed, isWithNeutral, released } = sent;
  // Each parameter gets a schema of its own, because a caller may change the document.
  const parameters = (): readonly OpenAPIParameter[] =>
    sources.flatMap((source) =>
      versionParameter(source, {
        required: sources.length === 1 && !isAssumed,
        sent: [version],
        released,
        example: version,
        default: isAssumed ? version : undefined,
      }),
    );
  const suffix = suffixIn(sources);
  const words = ignoredInWords([...sources, ...assumedSources]);
  return {
    parametersOf: ({ registration }) =>
      registration.version !== undefined || isWithNeutral ? parameters() : [],
    wordsOf: ({ registration }) => (registration.version === undefined ? [] : words),
    mediaTypeSuffixOf: () => suffix?.(version),
  };
}

/** For the document of all versions. The version parameter of each operation lists that operation's versions. */
export function allSentVersions(versioning: Versioning): DocumentVersions {
  const { path, assume, alwaysAssumed, previews, order } = versioning;
  const released = releasedIn(order.list, versioning);
  const assumedSources = extractionOf(assume).sources;
  // An operation whose path has no version, though others have one, is of a version in `PlainVersions`.
  const sources = path ? assumedSources : versioning.sources;
  const words = ignoredInWords(path ? sources : [...sources, ...assumedSources]);
  const isSent = ({ registration, versions }: Operation): boolean =>
    versions.length > 0 && !registration.isVersionInPath;
  const required = (assume === undefined || path !== undefined) && sources.length === 1;
  return {
    parametersOf: (operation) => {
      if (!isSent(operation)) return [];
      const { versions } = operation;
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
    wordsOf: (operation) => (isSent(operation) ? words : []),
    mediaTypeSuffixOf: ({ version, isVersionInPath }) =>
      version === undefined || isVersionInPath ? undefined : suffixIn(sources)?.(version),
  };
}

/** As in a response's Content-Type, only the first source decides whether media types name the version. */
function suffixIn([source]: readonly VersionSource[]): VersionSource["mediaTypeSuffix"] {
  return source?.mediaTypeSuffix;
}

/** The header parameters that OpenAPI ignores, because it describes these headers elsewhere (3.1.1, 4.8.12.2). */
export const ignoredHeaders: ReadonlySet<string> = new Set(["accept", "content-type", "authorization"]);

function ignoredInWords(sources: readonly VersionSource[]): readonly string[] {
  return sources.flatMap(({ parameter }) => {
    const isIgnored = parameter?.in === "header" && ignoredHeaders.has(parameter.name.toLowerCase());
    return isIgnored ? `The header \`${parameter.name}\` selects the version of the API.` : [];
  });
}

interface WrittenParameter {
  readonly required: boolean;
  readonly sent: readonly Version[];
  readonly released: readonly Version[];
  readonly example: Version | undefined;
  readonly default: Version | undefined;
}

function versionParameter(
  { parameter, partsFor, rangeWords }: VersionSource,
  { required, sent, released, example, default: fallback }: WrittenParameter,
): readonly OpenAPIParameter[] {
  if (!parameter) return [];
  const { name, in: place } = parameter;
  if (!partsFor) {
    if (place === "header" && ignoredHeaders.has(name.toLowerCase())) return [];
    // A function of the application finds the version, for example in a token, so the possible values are unknown.
    const description = "Selects the version of the API";
    return [{ name, in: place, required, description, schema: { type: "string" } }];
  }
  const words = "The version of the API";
  const description = rangeWords ? `${words}: ${rangeWords(sent, released)}` : words;
  const schema = {
    type: "string",
    // Only `AtOrBefore` has `rangeWords`. It accepts other values than the versions, too, so there is no `enum`.
    ...(!rangeWords && { enum: [...sent] }),
    ...(fallback !== undefined && { default: fallback }),
  };
  const shown = { name, in: place, required, description, schema };
  return [{ ...shown, ...(example !== undefined && { example }) }];
}
