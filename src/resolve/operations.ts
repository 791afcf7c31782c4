import { openAPIPath, openAPIShape, type Segment } from "../http/path";
import type { OpenAPIMethod } from "../model/openapi";
import { freeName } from "../model/free-name";
import type { Operation, Register, Registration, RouteForm, Span } from "../model/route";
import { VersionNeutral, type Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { addressOf, formIn, newestServed } from "./forms";
import { versionsOf } from "./registrations";

/** The operations of the document of all versions. */
export function allOperations(
  spans: readonly Span[],
  versioning: Versioning,
  register: Register,
): readonly Operation[] {
  const { path, previews } = versioning;
  const isReleased = (version: Version | undefined): boolean =>
    version !== undefined && !previews.has(version);
  const registrations = spans.flatMap((span) => {
    const versions = versionsOf(span);
    // Elsewhere than in the path, all versions of a span stand at one method and path.
    const shown = path ? versions : [versions.findLast(isReleased) ?? versions.at(-1)];
    return shown.map((version) => register(span, version));
  });
  return operationsOf(registrations, { versioning, assign: idsOfAllVersions });
}

/**
 * The operations of the document, in registration order: one for each method and path, the last
 * registration's, unless that is of a preview. Hidden routes take no part, nor do methods that OpenAPI 3.1 cannot describe.
 */
export function operationsOf(
  registrations: readonly Registration[],
  { versioning: { previews }, assign }: OperationParts,
): readonly Operation[] {
  const isPreview = ({ version }: Registration): boolean => version !== undefined && previews.has(version);
  const last = new Map<string, Registration>();
  for (const registration of registrations) {
    if (registration.form.settings.hidden || !isDocumentable(registration.method)) continue;
    const key = `${registration.method} ${openAPIShape(registration.segments)}`;
    const before = last.get(key);
    if (before && isPreview(registration) && !isPreview(before)) continue;
    // Deleted first, so that the order is that of the registrations that stay.
    last.delete(key);
    last.set(key, registration);
  }
  const namedAsFirst = parameterNames();
  return assign([...last.values()]).map(({ id, registration }) => {
    const segments = namedAsFirst(registration.segments);
    return { id, path: openAPIPath(segments), segments, registration };
  });
}

/** The versions that operations are of, and how they are named. */
interface OperationParts {
  readonly versioning: Pick<Versioning, "previews">;
  readonly assign: AssignIDs;
}

/** One path of the document has one name for each parameter: the first registration's. */
function parameterNames(): (segments: readonly Segment[]) => readonly Segment[] {
  const first = new Map<string, readonly Segment[]>();
  return (segments) => {
    const shape = openAPIShape(segments);
    const named = first.get(shape) ?? segments;
    first.set(shape, named);
    return named;
  };
}

/** The id of a route as `Route.OperationID` shows it, where the document does not settle it: of the versions that are no part of its path. */
export function routeID({ method, segments, settings }: RouteForm, versions: readonly Version[]): string {
  return settings.operationID ?? generatedID(method, segments, versions);
}

/** Whether OpenAPI 3.1 has a place for an operation of that method. */
function isDocumentable(method: string): boolean {
  return Object.hasOwn(documentable, method);
}

const documentable: Record<Uppercase<OpenAPIMethod>, true> = {
  GET: true,
  PUT: true,
  POST: true,
  DELETE: true,
  OPTIONS: true,
  HEAD: true,
  PATCH: true,
  TRACE: true,
};

/** A registration that the document shows, with its id. */
interface Identified {
  readonly registration: Registration;
  readonly id: string;
}

/** Gives registrations their ids, and leaves them in their order. */
export type AssignIDs = (registrations: readonly Registration[]) => readonly Identified[];

/** Explicit ids are taken first; then a generated id that is taken gets `_2`, `_3`. */
function idsOfAllVersions(registrations: readonly Registration[]): readonly Identified[] {
  const explicit = registrations.map(explicitID);
  const taken = new Set(explicit.filter((id) => id !== undefined));
  return registrations.map((registration, i) => {
    const { method, segments, reach } = registration;
    const versions = reach.by === "version" ? versionsHere(registration) : [];
    const id = explicit[i] ?? take(taken, generatedID(method, segments, versions));
    return { registration, id };
  });
}

/**
 * The ids of the document of one version, without a word of it, so that a client's names stay the same from version to
 * version: `get_cats`, `list`. They are unique there: what is the version's own takes them before what is neutral.
 */
export function idsOfOneVersion(): AssignIDs {
  // Every version's document asks for those of the same forms.
  const wanted = new Map<RouteForm, string>();
  const wantedBy = (form: RouteForm): string => {
    const id = wanted.get(form) ?? routeID(form, []);
    wanted.set(form, id);
    return id;
  };
  return (registrations) => {
    const taken = new Set<string>();
    const ids = new Map<Registration, string>();
    for (const isOfRank of ranks) {
      for (const registration of registrations) {
        if (isOfRank(registration)) ids.set(registration, take(taken, wantedBy(registration.form)));
      }
    }
    return registrations.map((registration) => ({ registration, id: ids.get(registration) ?? "" }));
  };
}

/** The order in which ids are taken: explicit ones first, then what is the version's own. */
const ranks: readonly ((registration: Registration) => boolean)[] = [true, false].flatMap((isExplicit) =>
  [true, false].map(
    (isOwn) =>
      ({ form, version }: Registration) =>
        (form.settings.operationID !== undefined) === isExplicit && (version !== undefined) === isOwn,
  ),
);

/**
 * Where the version stands in the path, with the version's part: `list_1_0` for `OperationID("list")` in version 1.0.
 *
 * Elsewhere an address that the route has in older versions alone has these: the newest has the id itself.
 */
function explicitID(registration: Registration): string | undefined {
  const { route, form, version, reach } = registration;
  const { operationID } = form.settings;
  if (version === undefined || operationID === undefined) return operationID;
  if (reach.by === "path") return `${operationID}_${sanitize(version)}`;
  if (addressOf(form) === addressOf(newestServed(route))) return operationID;
  return [operationID, ...versionsHere(registration)]
    .map((part, i) => (i === 0 ? part : sanitize(part)))
    .join("_");
}

/** The versions in which the route stands at the address of a registration. */
function versionsHere({ route, form }: Registration): readonly Version[] {
  if (route.earlier.length === 0) return route.versions;
  const address = addressOf(form);
  return route.versions.filter((version) => addressOf(formIn(route, version)) === address);
}

/** `get_cats_by_id`, and `get_cats_1_2` where versions are no part of the path. */
function generatedID(method: string, segments: readonly Segment[], versions: readonly Version[]): string {
  const named = segments.map((segment) =>
    segment.kind === "static" || segment.kind === "malformed" ? segment.text : `by_${segment.name}`,
  );
  const declared = versions.filter((version) => version !== VersionNeutral);
  return [method.toLowerCase(), ...named, ...declared].map(sanitize).join("_");
}

function take(taken: Set<string>, id: string): string {
  const free = freeName(id, (name) => taken.has(name));
  taken.add(free);
  return free;
}

function sanitize(text: string): string {
  return /\W/.test(text) ? text.replaceAll(/[^A-Za-z0-9_]/gu, "_") : text;
}
