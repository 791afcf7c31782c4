import { brownoutOf, brownoutsOf, dateOf, ownLifecycle, type Lifecycle } from "../core/model/lifecycle";
import type { Problem } from "../core/model/problem";
import type { ResolvedRoute, VersionLife } from "../core/model/route";
import { describe, isFilledText, isObject, isRecord, quote } from "../core/model/value";
import type { Version } from "../core/model/version";
import type { Versioning } from "../core/model/versioning";
import { argumentProblem, checkExpectations, expectations, versioningWhere } from "../core/check/arguments";
import { oneOf, type Expectation } from "../core/model/options";
import type { Checkable } from "../core/check/checkable";
import { problem } from "./problems";
import { checkNames, checkVersions, meantBy } from "../core/check/versions";

const lifecycleWhere = "AppOptions.Versioning.Lifecycle";

export function checkLifecycles(built: ExistingVersions): readonly Problem[] {
  const { versioning, versions } = built;
  return [...versioning.lifecycles].flatMap(([version, lifecycle]) => {
    const place = `${lifecycleWhere}[${quote(version)}]`;
    // The spread turns a lifecycle of null, which a caller without types may write, into an empty object.
    const life: Lifecycle = { ...lifecycle };
    return [
      ...(versioning.order.has(version) || versions.includes(version)
        ? []
        : [problem("lifecycle-version-unknown", lifecycleWhere, version, fixOfUnknown(version, built))]),
      ...checkLifecycle(place, lifecycle, versioning),
      ...checkSuccessor(place, lifecycle, built),
      ...(life.AfterSunset === "successor" ? checkSuccession(place, version, life.Successor, built) : []),
    ];
  });
}

function fixOfUnknown(version: Version, { versioning, versions }: ExistingVersions): string {
  if (versioning.retired.has(version)) return "remove its lifecycle, and set its Sunset and Link in Retired";
  const meant = meantBy(version, [...versioning.order.list, ...versions]);
  return meant === undefined ? "correct the version, or remove its lifecycle" : `write ${quote(meant)}`;
}

export function checkRouteLifecycle(
  where: string,
  lifecycle: unknown,
  versioning: Versioning,
): readonly Problem[] {
  const { AfterSunset, Preview, Released }: Lifecycle = isObject(lifecycle) ? lifecycle : {};
  const ofVersion = [
    ...(AfterSunset === "successor" ? ['AfterSunset: "successor"'] : []),
    ...(Preview === undefined ? [] : ["Preview"]),
    ...(Released === undefined ? [] : ["Released"]),
  ];
  return [
    ...checkLifecycle(where, lifecycle, versioning),
    ...ofVersion.map((field) => problem("lifecycle-of-version", where, field)),
  ];
}

function checkLifecycle(where: string, lifecycle: unknown, versioning: Versioning): readonly Problem[] {
  if (!isObject(lifecycle)) {
    return [argumentProblem(where, { name: "a lifecycle", expected: "an object" }, lifecycle)];
  }
  const { Deprecated, Sunset, Brownouts, Successor }: Lifecycle = lifecycle;
  return [
    ...checkExpectations({ where }, lifecycle, lifecycleFields),
    ...(isFilledText(Successor) ? checkVersions(where, [Successor], versioning) : []),
    ...checkOrder(where, dateOf(Deprecated), dateOf(Sunset)),
    ...checkBrownouts(where, Brownouts),
  ];
}

function checkBrownouts(where: string, written: unknown): readonly Problem[] {
  if (!Array.isArray(written)) return [];
  const unusable = Array.from<unknown>(written).flatMap((window) =>
    brownoutOf(window)
      ? []
      : [problem("argument-invalid", where, "a brownout", brownoutExpected, windowInWords(window))],
  );
  const windows = brownoutsOf(written);
  const overlaps = windows.flatMap(({ from, to }, i) => {
    const next = windows[i + 1];
    return next && next.from < to
      ? [problem("brownouts-overlap", where, from.toISOString(), next.from.toISOString())]
      : [];
  });
  return [...unusable, ...overlaps];
}

const brownoutExpected = "{ From, To }, two dates with From before To";

function windowInWords(window: unknown): string {
  if (!isObject(window)) return describe(window);
  const { From, To } = window as Record<"From" | "To", unknown>;
  return `{ From: ${dateInWords(From)}, To: ${dateInWords(To)} }`;
}

function dateInWords(date: unknown): string {
  const read = dateOf(date);
  return read && date instanceof Date ? read.toISOString() : describe(date);
}

function checkOrder(
  where: string,
  deprecated: Date | undefined,
  sunset: Date | undefined,
): readonly Problem[] {
  return sunset && deprecated && sunset < deprecated
    ? [problem("sunset-before-deprecation", where, sunset.toISOString(), deprecated.toISOString())]
    : [];
}

const date: Expectation = { expected: "a date", holds: (value) => dateOf(value) !== undefined };

const lifecycleFields = {
  Released: date,
  Deprecated: date,
  Sunset: date,
  Link: {
    // A space, a quote or an angle bracket would end the address in the header `Link`.
    expected: "an address without spaces, quotes and angle brackets",
    holds: (value) => typeof value === "string" && /^[!-;=?-~]+$/.test(value),
  },
  Successor: { expected: "a version", holds: isFilledText },
  AfterSunset: oneOf("serve", "gone", "successor"),
  Brownouts: expectations.list,
  Preview: expectations.flag,
} satisfies Readonly<Record<keyof Lifecycle, Expectation>>;

type ExistingVersions = Pick<Checkable, "versioning" | "versions">;

/** Reports a successor that no route answers. `checkVersions` reports a successor that is not a version. */
function checkSuccessor(
  where: string,
  lifecycle: Lifecycle | null | undefined,
  { versioning, versions }: ExistingVersions,
): readonly Problem[] {
  const successor: unknown = lifecycle?.Successor;
  if (typeof successor !== "string" || versions.includes(successor)) return [];
  return checkVersions(where, [successor], versioning).length > 0
    ? []
    : [
        problem(
          "lifecycle-version-unknown",
          where,
          successor,
          "correct Successor, or add a route to this version",
        ),
      ];
}

function checkSuccession(
  where: string,
  version: string | undefined,
  successor: string | undefined,
  { versioning: { lifecycles, previews }, versions }: ExistingVersions,
): readonly Problem[] {
  if (successor === undefined) return [problem("successor-needed", where, "no Successor is set")];
  // No route has the version `successor`. `checkSuccessor` already reports this.
  if (!versions.includes(successor)) return [];
  const hasEnd = lifecycles.get(successor)?.Sunset !== undefined;
  const fault = previews.has(successor) ? "is a preview" : hasEnd ? "has a Sunset" : undefined;
  const found = successor === version ? "is the version itself" : fault;
  return found === undefined
    ? []
    : [problem("successor-needed", where, `version ${quote(successor)} ${found}`)];
}

export function checkLives(
  built: ExistingVersions & Pick<Checkable, "spans" | "livesIn">,
): readonly Problem[] {
  return built.spans.flatMap((span) => {
    const { where, settings } = span.route;
    const own = settings.of(ownLifecycle);
    // Hot path of Build: nearly all lists are empty, and `concat` joins them in a tenth of the time of a spread.
    return built
      .livesIn(span)
      .flatMap((lived) =>
        checkOrder(where, lived.life.deprecated, lived.life.sunset).concat(
          checkSuccessor(where, own, built),
          checkOtherSuccessor(span.route, lived, built),
        ),
      );
  });
}

/** Checks a route's own `Successor` if the route's version declares `AfterSunset: "successor"`. */
function checkOtherSuccessor(
  route: ResolvedRoute,
  { version, life }: VersionLife,
  known: ExistingVersions,
): readonly Problem[] {
  const own = route.settings.of(ownLifecycle);
  if (own?.Successor === undefined || own.AfterSunset !== undefined) return [];
  return life.afterSunset === "successor" ? checkSuccession(route.where, version, own.Successor, known) : [];
}

/** Checks the option `Retired`: the names of its versions, and the dates of their ends. */
export function checkRetired(
  { Retired: written }: { readonly Retired?: unknown },
  versioning: Versioning,
): readonly Problem[] {
  const where = `${versioningWhere}.Retired`;
  if (!isObject(written)) return [];
  if (!versioning.isEnabled) return [problem("retired-without-type", versioningWhere)];
  if (!isRecord(written)) return checkNames(where, Array.from<unknown>(written), versioning);
  return [
    ...checkNames(where, Object.keys(written), versioning),
    ...Object.entries(written).flatMap(([version, end]: readonly [string, unknown]) =>
      checkRetirement(`${where}[${quote(version)}]`, end),
    ),
  ];
}

function checkRetirement(place: string, end: unknown): readonly Problem[] {
  if (!isRecord(end)) {
    return [argumentProblem(place, { name: "a retired version", expected: "an object" }, end)];
  }
  return checkExpectations({ where: place }, end, retirementFields);
}

const { Sunset, Link } = lifecycleFields;
const retirementFields = { Sunset, Link };
