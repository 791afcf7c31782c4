import type { App } from "../../core/app/app";
import { internals, type ContractPart } from "../../core/model/app-internals";
import type { Carrier } from "../../schema/interface/carried";
import type { AnyContext } from "../../schema/interface/context";
import {
  changesOf,
  Nothing,
  withParts,
  type Convert,
  type History,
  type Link,
  type LinkSchema,
} from "../../schema/interface/histories";
import { recordIn } from "../../core/model/route";
import type { Part } from "../../schema/interface/schema";
import { versionOrder, type Version, type VersionOrder } from "../../core/model/version";
import { releasedIn } from "../../core/model/versioning";
import { ownNameOf } from "../../schema/json-schema/subschema";
import { lastStepOf } from "../../schema/json-schema/targets";

/** A link or face of a history of an App, with its functions. */
export interface ConversionLink {
  /** The version of the change. */
  readonly version: Version;
  /** The description of the change; the first, if several changes of one version meet in the link. */
  readonly change: string;
  /** The descriptions of all changes that meet in the link. */
  readonly changes: readonly string[];
  readonly isFace: boolean;
  /** The link itself, or the link whose face this is. */
  readonly link: Link;
  readonly older: LinkSchema;
  readonly newer: LinkSchema;
  readonly up: Convert | undefined;
  readonly down: Convert | undefined;
  readonly needs: readonly AnyContext[];
  readonly carrier: Carrier | undefined;
  /** The name of the older schema; undefined if it has none. */
  readonly name: string | undefined;
  /** The first route and part that has the link, such as `POST /cats body`, if possible of a version before the change. */
  readonly place: string;
  /** Every route and part that has the link. */
  readonly places: ReadonlySet<string>;
  /** The part of a request whose rules hold for the link's values; `body` unless only other parts have the link. */
  readonly part: Part;
  /** True if `V.Stored` reads values by the link, so that it matters even if no route has an older version. */
  readonly isStored: boolean;
}

/** A place of an App that has a history. */
interface HistoryPlace {
  readonly history: History;
  readonly version: Version | undefined;
  readonly place: string;
  readonly part: Part | "answer" | "errors" | "stored";
}

type HistoryPlaces = [HistoryPlace, ...HistoryPlace[]];

/** Lists each link and face once that a released version converts by, even if many routes and histories have it. */
export function conversionLinksOf(app: App): readonly ConversionLink[] {
  const { listed, previews } = app[internals];
  const order = versionOrder(listed);
  const uses = new Map<History, HistoryPlaces>();
  for (const place of placesIn(app)) {
    for (const history of withParts(place.history)) {
      const known = uses.get(history);
      if (known) known.push(place);
      else uses.set(history, [place]);
    }
  }
  const found: WrittenLink[] = [];
  for (const [history, places] of uses) {
    for (const one of writtenLinks(history)) {
      if (previews.has(one.version)) continue;
      const known = found.find((other) => isSameLink(one, other));
      if (known) known.places.push(...places);
      else found.push({ ...one, places: [...places] });
    }
  }
  return found.map((one) => conversionLink(one, app, order));
}

function placesIn(app: App): readonly HistoryPlace[] {
  const { stored, partsIn } = app[internals];
  // The newest version is first, because a link is named by the newest version that it serves.
  const versions = releasedIn(app.Versions(), app[internals]).toReversed();
  return [
    ...versions.flatMap((version) => partsIn(version).flatMap((part) => placeOf(part, version))),
    ...stored().map((history) => ({ history, version: undefined, place: "stored", part: "stored" as const })),
  ];
}

function placeOf(part: ContractPart, version: Version): readonly HistoryPlace[] {
  const { history, route, webhook } = part;
  if (!history || (route && !route.Versions.includes(version))) return [];
  if (!route && webhook === undefined) {
    return [{ history, version: undefined, place: part.part, part: "errors" }];
  }
  const { Method, Path } = route ? recordIn(route, version) : { Method: "", Path: "" };
  const place = `${webhook ?? `${Method} ${Path}`} ${part.part}`;
  // The cast is safe: the parts of requests have these names.
  return [{ history, version, place, part: part.way === "request" ? (part.part as Part) : "answer" }];
}

interface WrittenLink extends Pick<
  ConversionLink,
  | "version"
  | "change"
  | "changes"
  | "isFace"
  | "link"
  | "older"
  | "newer"
  | "up"
  | "down"
  | "needs"
  | "carrier"
> {
  readonly places: HistoryPlaces;
}

function writtenLinks({ links }: History): readonly Omit<WrittenLink, "places">[] {
  return links.flatMap((link, i) => {
    const newer = links[i - 1];
    // The face of the newest schema has no change, and may still change with its version.
    if (!newer || !link.change) return [];
    const { change, face, schema, needs } = link;
    const changes = changesOf(link).map(({ Description }) => Description);
    const known = { version: change.Version, change: change.Description, changes, link };
    const own: Omit<WrittenLink, "places"> = {
      ...known,
      isFace: false,
      older: schema,
      newer: newer.schema,
      up: newer.schema === Nothing ? undefined : link.up,
      down: schema === Nothing ? undefined : link.down,
      needs,
      carrier: link.carriers[0],
    };
    const shown: Omit<WrittenLink, "places"> | undefined = face && {
      ...known,
      isFace: true,
      older: face.schema,
      newer: schema,
      up: face.up,
      down: face.down,
      needs: [],
      carrier: face.carriers[0],
    };
    return [...(link.isLifted ? [] : [own]), ...(shown && face?.isLifted === false ? [shown] : [])];
  });
}

type LinkIdentity = Pick<WrittenLink, "older" | "newer" | "up" | "down" | "isFace" | "link">;

/** Histories that share their first calls, such as `Cat.As(...)` and `Cat.Before(...)`, have equal links. */
function isSameLink(one: LinkIdentity, other: LinkIdentity): boolean {
  const hasSameChange = one.link.change === other.link.change && one.isFace === other.isFace;
  const hasSameSchemas = one.older === other.older && one.newer === other.newer;
  return hasSameChange && hasSameSchemas && one.up === other.up && one.down === other.down;
}

function conversionLink({ places, ...link }: WrittenLink, app: App, order: VersionOrder): ConversionLink {
  const isBefore = ({ version }: HistoryPlace): boolean =>
    version !== undefined && order.isBefore(version, link.version);
  const requests = places.flatMap(({ part }) => (isRequestPart(part) ? part : []));
  return {
    ...link,
    up: places.every(({ part }) => part === "errors") ? undefined : link.up,
    name: nameOf(link.older, app),
    place: (places.find(isBefore) ?? places[0]).place,
    places: new Set(places.map(({ place }) => place)),
    part: requests.includes("body") ? "body" : (requests[0] ?? "body"),
    isStored: places.some(({ part }) => part === "stored"),
  };
}

function isRequestPart(part: HistoryPlace["part"]): part is Part {
  return part !== "answer" && part !== "errors" && part !== "stored";
}

function nameOf(schema: LinkSchema, app: App): string | undefined {
  if (schema === Nothing) return undefined;
  const { describe } = app[internals].linkSchemas;
  for (const side of ["output", "input"] as const) {
    const description = describe(schema, side);
    if (!("json" in description)) continue;
    const { json } = description;
    return ownNameOf(json) ?? (typeof json.$ref === "string" ? lastStepOf(json.$ref) : undefined);
  }
  return undefined;
}
