import { openAPIPath, openAPIShape, type Segment } from "../http/path-template";
import { freeName } from "../model/collections";
import {
  givenID,
  idInWords,
  versionsOf,
  type Operation,
  type RegisterSpan,
  type Registration,
  type RouteForm,
  type Span,
} from "../model/route";
import { isDocumentable, type Dialect } from "../model/path-item";
import { VersionNeutral, type Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { addressOf, formIn, newestServed } from "./route-forms";

/** Makes the operations of an App's documents. */
export interface OperationMakers {
  /** Those of the document of all versions. */
  readonly ofAll: (spans: readonly Span[]) => readonly Operation[];
  /** Those of the document of one version, or of requests that name none. */
  readonly ofVersion: (registrations: readonly Registration[]) => readonly Operation[];
}

/**
 * Makes operations in registration order: one for each method and path, the last
 * registration's, unless that is of a preview. Hidden routes take no part, nor do methods that the documents' OpenAPI
 * cannot describe.
 */
export function operationMakers(
  versioning: Versioning,
  register: RegisterSpan,
  dialect: Dialect,
): OperationMakers {
  const wordsOf = formWords();
  const shown = (registrations: readonly Registration[]): readonly ShownRegistration[] =>
    shownIn(
      registrations.filter((one) => isShown(one, dialect)),
      versioning,
      wordsOf,
    );
  return {
    ofAll: (spans) =>
      namedOperations(shown(documentedIn(spans, versioning, register)), idsOfAllVersions, versionsShown),
    ofVersion: (registrations) =>
      namedOperations(shown(registrations), (registered) => idsOfOneVersion(registered, wordsOf), versionOf),
  };
}

/** Elsewhere than in the path, one operation is that of all versions that the route has there. */
function versionsShown(registration: Registration): readonly Version[] {
  const isOfSeveral = registration.version !== undefined && !registration.isVersionInPath;
  return isOfSeveral ? versionsHere(registration) : versionOf(registration);
}

function versionOf({ version }: Registration): readonly Version[] {
  return version === undefined ? [] : [version];
}

/** The registrations that the document of all versions can show. */
function documentedIn(
  spans: readonly Span[],
  { path, previews }: Versioning,
  register: RegisterSpan,
): readonly Registration[] {
  const isReleased = (version: Version | undefined): boolean =>
    version !== undefined && !previews.has(version);
  return spans.flatMap((span) => {
    const versions = versionsOf(span);
    // Elsewhere than in the path, all versions of a span stand at one method and path.
    const shown = path ? versions : [versions.findLast(isReleased) ?? versions.at(-1)];
    return shown.map((version) => register(span, version));
  });
}

/** The words of a form in documents, without a version's segment. */
interface FormWords {
  /** The method and the shape of the path, by which a document tells operations from each other. */
  readonly key: string;
  readonly path: string;
  readonly id: string;
  /** Whether the id was given, and not generated. */
  readonly isGiven: boolean;
}

type WordsOf = (form: RouteForm) => FormWords;

/** Every version's document has the same forms: their words are made once. */
function formWords(): WordsOf {
  const known = new Map<RouteForm, FormWords>();
  return (form) => {
    const words = known.get(form);
    if (words) return words;
    const { method, segments } = form;
    const key = `${method} ${openAPIShape(segments)}`;
    const made = {
      key,
      path: openAPIPath(segments),
      id: routeID(form, []),
      isGiven: givenID(form.settings) !== undefined,
    };
    known.set(form, made);
    return made;
  };
}

/** A registration that a document shows, and its path there. */
interface ShownRegistration {
  readonly registration: Registration;
  readonly path: string;
  readonly segments: readonly Segment[];
}

function isShown({ method, form }: Registration, dialect: Dialect): boolean {
  return !form.settings.hidden && isDocumentable(method, dialect);
}

function shownIn(
  registrations: readonly Registration[],
  { previews }: Versioning,
  wordsOf: WordsOf,
): readonly ShownRegistration[] {
  const isPreview = ({ version }: Registration): boolean => version !== undefined && previews.has(version);
  /** Whether the first stands where both have one method and template. */
  const stands = (one: Registration, other: Registration): boolean =>
    (isPreview(other) && !isPreview(one)) ||
    (hasRest(other) && !hasRest(one) && (other.version === undefined || other.version === one.version));
  const last = new Map<string, ShownRegistration>();
  for (const registration of registrations) {
    const { method, form, segments } = registration;
    const words = wordsOf(form);
    const isOfForm = segments === form.segments;
    const key = isOfForm ? words.key : `${method} ${openAPIShape(segments)}`;
    const before = last.get(key);
    if (before && stands(before.registration, registration)) continue;
    // Deleted first, so that the order is that of the registrations that stay.
    if (before) last.delete(key);
    last.set(key, { registration, segments, path: isOfForm ? words.path : openAPIPath(segments) });
  }
  // One path of the document has one name for each parameter: the first registration's.
  const first = new Map<string, ShownRegistration>();
  return [...last].map(([key, shown]) => {
    const shape = key.slice(key.indexOf(" "));
    const named = first.get(shape);
    if (!named) first.set(shape, shown);
    return named ? { ...shown, path: named.path, segments: named.segments } : shown;
  });
}

/** A rest parameter is asked after one of a single segment, and is the same template in a document. */
function hasRest({ segments }: Registration): boolean {
  return segments.at(-1)?.kind === "rest";
}

function namedOperations(
  shown: readonly ShownRegistration[],
  assign: AssignIDs,
  versionsIn: (registration: Registration) => readonly Version[],
): readonly Operation[] {
  const ids = assign(shown.map(({ registration }) => registration));
  return shown.map(({ registration, path, segments }, i) => ({
    id: ids[i] ?? "",
    path,
    segments,
    registration,
    versions: versionsIn(registration),
  }));
}

/** The id of a route as `Route.OperationID` shows it, where the document does not settle it: of the versions that are no part of its path. */
export function routeID({ method, segments, settings }: RouteForm, versions: readonly Version[]): string {
  return givenID(settings) ?? generatedID(method, segments, versions);
}

/** Names registrations, each at its place in the list. */
type AssignIDs = (registrations: readonly Registration[]) => readonly string[];

/** Explicit ids are taken first; then a generated id that is taken gets `_2`, `_3`. */
function idsOfAllVersions(registrations: readonly Registration[]): readonly string[] {
  const explicit = registrations.map(explicitID);
  const taken = new Set(explicit.filter((id) => id !== undefined));
  return registrations.map((registration, i) => {
    const { method, segments, version, isVersionInPath } = registration;
    const versions = version === undefined || isVersionInPath ? [] : versionsHere(registration);
    return explicit[i] ?? take(taken, generatedID(method, segments, versions));
  });
}

/**
 * The ids of the document of one version, without a word of it, so that a client's names stay the same from version to
 * version: `get_cats`, `list`. They are unique there: what is the version's own takes them before what is neutral.
 */
function idsOfOneVersion(registrations: readonly Registration[], wordsOf: WordsOf): readonly string[] {
  const taken = new Set<string>();
  const ids = registrations.map(() => "");
  for (const rank of ranks) {
    registrations.forEach((registration, i) => {
      const { id, isGiven } = wordsOf(registration.form);
      if (rankOf(registration, isGiven) === rank) ids[i] = take(taken, id);
    });
  }
  return ids;
}

/** Explicit ids first, then what is the version's own. */
function rankOf({ version }: Registration, isGiven: boolean): number {
  return (isGiven ? 0 : 2) + (version === undefined ? 1 : 0);
}

const ranks = [0, 1, 2, 3];

/**
 * Where the version stands in the path, with the version's part: `list_1_0` for `OperationID("list")` in version 1.0.
 *
 * Elsewhere an address that the route has in older versions alone has these: the newest has the id itself.
 */
function explicitID(registration: Registration): string | undefined {
  const { route, form, version, isVersionInPath } = registration;
  const { operationID } = form.settings;
  const inWords = idInWords(form.settings);
  if (inWords !== undefined) return inWords;
  if (version === undefined || operationID === undefined) return operationID;
  if (isVersionInPath) return `${operationID}_${sanitize(version)}`;
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
