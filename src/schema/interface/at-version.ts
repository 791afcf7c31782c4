import { historyOf, type History, type Link, type LinkSchema } from "./histories";
import type { BodyOptions, Schema } from "./schema";
import type { Version, VersionOrder, VersionPoint } from "../../core/model/version";

/** Returns the index in `links` of the schema that a version uses. Throws a RangeError for an unknown version. */
export function depthAt({ links }: History, { version, order }: VersionPoint): number {
  if (version === undefined) return 0;
  const at = knownPlace(version, order);
  const places = links.map(({ change }) => (change ? knownPlace(change.Version, order) : -1));
  const depth = places.findLastIndex((place) => place > at);
  return Math.max(0, depth);
}

/** Makes the function that finds the index of a version's schema in `links`: 0, the newest, for unknown versions. */
export function depthsOf({ links }: History, order: VersionOrder): (version: Version) => number {
  const changes = links.map(({ change }) => change);
  const isListed = changes.every((change) => !change || order.has(change.Version));
  const places = changes.map((change) => (change && order.placeOf(change.Version)) ?? -1);
  return (version) => {
    const at = order.placeOf(version);
    if (!isListed || at === undefined) return 0;
    // Hot path of Build: `findLastIndex` would allocate a callback for each version.
    let depth = places.length - 1;
    while (depth > 0 && (places[depth] ?? -1) <= at) depth--;
    return depth;
  };
}

function knownPlace(version: Version, { placeOf, list }: VersionOrder): number {
  const at = placeOf(version);
  if (at !== undefined) return at;
  throw new RangeError(
    `the version must be one of ${list.join(", ") || "an empty list"}, got ${JSON.stringify(version)}`,
  );
}

export function linkOf({ links }: Pick<History, "links">, depth: number): Link {
  const link = links[depth];
  if (link) return link;
  throw new Error(`a history has no link ${depth}`);
}

/** The newest schema, which handlers use. It is `Nothing` if the newest version has no value. */
export function newestOf(history: Pick<History, "links">): LinkSchema {
  return linkOf(history, 0).schema;
}

/** Returns the link (a schema of the history) that a version uses. Throws a RangeError for an unknown version. */
export function linkAt(history: History, at: VersionPoint): Link {
  return linkOf(history, depthAt(history, at));
}

/** The media type that clients of a version get; undefined if neither its schema nor a newer one declares any. */
export function typeAt(history: History, at: VersionPoint): string | undefined {
  return typeOf(history, depthAt(history, at));
}

/** The media type of the link at `depth`, or else of the nearest newer link that has a media type. */
function typeOf({ links }: History, depth: number): string | undefined {
  return links.findLast(({ type }, i) => i <= depth && type !== undefined)?.type;
}

/** Returns `at` with another version. The caller knows that both versions use the same schema. */
export function sameLinkIn(at: VersionPoint, version: Version | undefined): VersionPoint {
  return at.version === undefined || version === undefined ? at : { ...at, version };
}

/** Returns `at`; the newest version if `order` lacks the version of `at` or of a change, which Build reports. */
export function listedIn({ links }: History, at: VersionPoint): VersionPoint {
  const { version, order } = at;
  const isListed =
    version !== undefined &&
    order.has(version) &&
    links.every(({ change }) => !change || order.has(change.Version));
  return isListed ? at : { version: undefined, order };
}

/** Returns the schema that clients see: the one from `.As(Face, ...)`, or else the one that handlers use. */
export function shownBy({ schema, face }: Link): LinkSchema {
  return face?.schema ?? schema;
}

/** The schema that clients of a version see. A schema without a history is the same in every version. */
export function schemaAt(schema: Schema, at: VersionPoint): LinkSchema {
  const history = historyOf(schema);
  return history ? shownBy(linkAt(history, at)) : schema;
}

/** All schemas of a history, newest first, including the schemas of `.As(...)`, but without `Nothing`. */
export function schemasOfHistory({ links }: Pick<History, "links">): readonly Schema[] {
  return links
    .flatMap(({ schema, face }) => (face ? [schema, face.schema] : [schema]))
    .filter((schema): schema is Schema => typeof schema !== "symbol");
}

/** A schema as the clients of one version see it. */
export interface SchemaForm {
  readonly history: History;
  readonly at: VersionPoint;
  readonly schema: LinkSchema;
  /** Overrides the options of `WithBody`. */
  readonly body: BodyOptions;
  /** The media type of responses; undefined if neither the version's schema nor a newer one declares any. */
  readonly type: string | undefined;
  /** True if this is the form that handlers use, for which authors write examples. */
  readonly isNewest: boolean;
}

/** The form of a schema in one version; undefined for a schema without a history, which is the same in every version. */
export function formAt(declared: unknown, point: VersionPoint): SchemaForm | undefined {
  const history = historyOf(declared);
  if (!history) return undefined;
  const at = listedIn(history, point);
  const depth = depthAt(history, at);
  const link = linkOf(history, depth);
  const schema = shownBy(link);
  const isNewest = depth === 0 && !link.face;
  return { history, at, schema, body: link.body, type: typeOf(history, depth), isNewest };
}

/** The schemas of all versions. A schema without a history is the only one. */
export function schemasOf<Declared>(declared: Declared): readonly (Declared | Schema)[] {
  const history = historyOf(declared);
  return history ? schemasOfHistory(history) : [declared];
}

/** The histories that a whole was made of, and theirs; the history itself if it was made of none. */
export function rootsOf(history: History): readonly History[] {
  const { within } = history;
  return within.length === 0 ? [history] : within.flatMap((inner) => rootsOf(inner.history));
}
