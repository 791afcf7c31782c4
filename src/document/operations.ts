import { openAPIPath, openAPIShape, type Segment } from "../http/path-template";
import { freeName, onceEach } from "../core/model/collections";
import {
  versionsOf,
  type Operation,
  type RegisterSpan,
  type Registration,
  type RouteForm,
  type Span,
} from "../core/model/route";
import { isDocumentable, type Dialect } from "./path-item";
import { VersionNeutral, type Version } from "../core/model/version";
import type { Versioning } from "../core/model/versioning";
import { hidden } from "../core/options/flags";
import { givenID, idInWords, operationID } from "./operation-options";
import { generatedID, routeID, sanitize } from "./route-records";
import { routeAddressOf, formIn, newestServed } from "../core/resolve/route-forms";

/** Creates OpenAPI operations: `ofAll` for the document of all versions, `ofVersion` for that of one version. */
export interface OperationMakers {
  readonly ofAll: (spans: readonly Span[]) => readonly Operation[];
  readonly ofVersion: (registrations: readonly Registration[]) => readonly Operation[];
}

/** The operations are in registration order. Hidden routes, and methods that OpenAPI cannot describe, are left out. */
export function operationMakers(
  versioning: Versioning,
  register: RegisterSpan,
  dialect: Dialect,
): OperationMakers {
  const wordsOf = onceEach(formWords);
  const shown = (registrations: readonly Registration[], ageOf: AgeOf): readonly ShownRegistration[] => {
    const documented = registrations.filter(
      ({ method, form }) => !form.settings.of(hidden) && isDocumentable(method, dialect),
    );
    return shownIn(documented, ageOf, wordsOf);
  };
  return {
    ofAll: (spans) => {
      const registrations = documentedIn(spans, versioning, register);
      const versionsAt = versionsAtPlaceBy(versioning);
      const named = idsOfAllVersions(shown(registrations, ageIn(versioning)), versionsAt);
      return named.map((one) => ({ ...one, versions: versionsAt(one.registration) }));
    },
    ofVersion: (registrations) => {
      const named = idsOfOneVersion(shown(registrations, ownFirst), wordsOf);
      return named.map((one) => ({ ...one, versions: versionOf(one.registration) }));
    },
  };
}

/** The versions of a route that one operation describes, because they share the method and the path. */
type VersionsAtPlace = (registration: Registration) => readonly Version[];

function versionsAtPlaceBy({ path, plain }: Versioning): VersionsAtPlace {
  return (registration) => {
    if (registration.version === undefined || registration.isVersionInPath) return versionOf(registration);
    const here = versionsHere(registration);
    return path ? here.filter((version) => plain.has(version)) : here;
  };
}

function versionOf({ version }: Registration): readonly Version[] {
  return version === undefined ? [] : [version];
}

function documentedIn(
  spans: readonly Span[],
  { path, previews, plain }: Versioning,
  register: RegisterSpan,
): readonly Registration[] {
  const isReleased = (version: Version | undefined): boolean =>
    version !== undefined && !previews.has(version);
  // If the path contains the version, each version has an operation. Otherwise the newest released version has one.
  const isAlone = (version: Version | undefined): boolean =>
    path !== undefined && !(version !== undefined && plain.has(version));
  return spans.flatMap((span) => {
    const versions = versionsOf(span);
    const together = versions.filter((version) => !isAlone(version));
    const newest = together.findLast(isReleased) ?? together.at(-1);
    return versions
      .filter((version) => isAlone(version) || version === newest)
      .map((version) => (isAlone(version) ? register(span, version) : atPlainPath(register(span, version))));
  });
}

/** A registration at the path without the version: `/cats` instead of `/v5/cats`. */
export function atPlainPath(registration: Registration): Registration {
  const { path, segments } = registration.form;
  return { ...registration, path, segments, isVersionInPath: false };
}

interface FormWords {
  /** The method, and the path without the names of parameters. A document has one operation for each key. */
  readonly key: string;
  readonly path: string;
  readonly id: string;
  readonly isGiven: boolean;
}

type WordsOf = (form: RouteForm) => FormWords;

function formWords(form: RouteForm): FormWords {
  const { method, segments, settings } = form;
  return {
    key: `${method} ${openAPIShape(segments)}`,
    path: openAPIPath(segments),
    id: routeID(form, []),
    isGiven: givenID(settings) !== undefined,
  };
}

interface ShownRegistration {
  readonly registration: Registration;
  readonly path: string;
  readonly segments: readonly Segment[];
}

type AgeOf = (registration: Registration) => number;

/**
 * Ranks newer versions above older, then neutral routes, then previews, of which the newer come first. Without
 * `Versions`, only previews differ.
 */
function ageIn({ order, previews }: Versioning): AgeOf {
  return ({ version }) => {
    if (version !== undefined && previews.has(version)) {
      return (order.placeOf(version) ?? 0) - order.list.length - 2;
    }
    if (order.list.length === 0) return 0;
    return order.placeOf(version ?? VersionNeutral) ?? -1;
  };
}

/** In the document of one version, the version's own route replaces a neutral route. */
const ownFirst: AgeOf = ({ version }) => (version === undefined ? -1 : 0);

function shownIn(
  registrations: readonly Registration[],
  ageOf: AgeOf,
  wordsOf: WordsOf,
): readonly ShownRegistration[] {
  /** OpenAPI allows only one of `/{id}` and `/{rest...}`. If both are equally new, the document shows `/{id}`. */
  const isNewer = (one: Registration, other: Registration): boolean =>
    ageOf(one) > ageOf(other) || (ageOf(one) === ageOf(other) && hasRest(other) && !hasRest(one));
  const last = new Map<string, ShownRegistration>();
  for (const registration of registrations) {
    const { method, form, segments } = registration;
    const words = wordsOf(form);
    const isOfForm = segments === form.segments;
    const key = isOfForm ? words.key : `${method} ${openAPIShape(segments)}`;
    const before = last.get(key);
    if (before && isNewer(before.registration, registration)) continue;
    // The deletion moves the key to the end of the Map. Otherwise the key would keep its place.
    if (before) last.delete(key);
    last.set(key, { registration, segments, path: isOfForm ? words.path : openAPIPath(segments) });
  }
  // Paths that differ only in parameter names use the names of the first operation.
  const first = new Map<string, ShownRegistration>();
  return [...last].map(([key, shown]) => {
    const shape = key.slice(key.indexOf(" "));
    const named = first.get(shape);
    if (!named) first.set(shape, shown);
    return named ? { ...shown, path: named.path, segments: named.segments } : shown;
  });
}

function hasRest({ segments }: Registration): boolean {
  return segments.at(-1)?.kind === "rest";
}

interface NamedRegistration extends ShownRegistration {
  readonly id: string;
}

/** Makes ids unique. The author's ids remain, and a generated id that is already taken gets `_2`, `_3`. */
function idsOfAllVersions(
  shown: readonly ShownRegistration[],
  versionsAt: VersionsAtPlace,
): readonly NamedRegistration[] {
  const explicit = shown.map(({ registration }) => explicitID(registration, versionsAt));
  const taken = new Set(explicit.filter((id) => id !== undefined));
  return shown.map((one, i) => {
    const { method, segments, isVersionInPath } = one.registration;
    const versions = isVersionInPath ? [] : versionsAt(one.registration);
    return { ...one, id: explicit[i] ?? take(taken, generatedID(method, segments, versions)) };
  });
}

/** The ids contain no version, so that clients generated for two versions have the same methods. */
function idsOfOneVersion(
  shown: readonly ShownRegistration[],
  wordsOf: WordsOf,
): readonly NamedRegistration[] {
  const taken = new Set<string>();
  const named = shown.map(({ registration, path, segments }) => {
    const { id, isGiven } = wordsOf(registration.form);
    // Of equal ids, one that the author gave is kept first, and then one of the version's own routes.
    const rank = (isGiven ? 0 : 2) + (registration.version === undefined ? 1 : 0);
    return { registration, path, segments, id, rank };
  });
  for (const one of named.toSorted((a, b) => a.rank - b.rank)) one.id = take(taken, one.id);
  return named;
}

function explicitID(registration: Registration, versionsAt: VersionsAtPlace): string | undefined {
  const { route, form, version, isVersionInPath } = registration;
  const id = form.settings.of(operationID);
  const inWords = idInWords(form.settings);
  if (inWords !== undefined) return inWords;
  if (version === undefined || id === undefined) return id;
  if (isVersionInPath) return `${id}_${sanitize(version)}`;
  if (routeAddressOf(form) === routeAddressOf(newestServed(route))) return id;
  return [id, ...versionsAt(registration)].map((part, i) => (i === 0 ? part : sanitize(part))).join("_");
}

function versionsHere({ route, form }: Registration): readonly Version[] {
  if (route.earlier.length === 0) return route.versions;
  const address = routeAddressOf(form);
  return route.versions.filter((version) => routeAddressOf(formIn(route, version)) === address);
}

function take(taken: Set<string>, id: string): string {
  const free = freeName(id, (name) => taken.has(name));
  taken.add(free);
  return free;
}
