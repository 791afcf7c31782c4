import { dateOf, type Lifecycle } from "../model/lifecycle";
import type { Problem } from "../model/problem";
import type { Registration } from "../model/route";
import { describe, isObject } from "../model/value";
import type { Versioning } from "../model/versioning";
import { problem } from "./problems";
import { checkVersions } from "./versions";

const where = "AppOptions.Versioning.Lifecycle";

/** The problems of the lifecycles of versions, each by itself. */
export function checkLifecycles(versioning: Versioning, served: readonly string[]): readonly Problem[] {
  return [...versioning.lifecycles].flatMap(([version, lifecycle]) => {
    const place = `${where}[${JSON.stringify(version)}]`;
    return [
      ...(versioning.listed.includes(version) || served.includes(version)
        ? []
        : [problem("lifecycle-version-unknown", where, version)]),
      ...checkLifecycle(place, lifecycle, versioning),
      ...checkSuccessor(place, lifecycle, { versioning, served }),
    ];
  });
}

/** The problems of one lifecycle as it was written. */
export function checkLifecycle(
  where: string,
  lifecycle: unknown,
  versioning: Versioning,
): readonly Problem[] {
  if (!isObject(lifecycle)) {
    return [problem("lifecycle-invalid", where, "the lifecycle is", describe(lifecycle))];
  }
  const { Deprecated, Sunset }: Lifecycle = lifecycle;
  const fieldProblems = Object.entries(lifecycle).flatMap(([name, value]: [string, unknown]) => {
    const field = Object.hasOwn(fields, name) ? fields[name as keyof Lifecycle] : undefined;
    if (!field) return [problem("option-unknown-name", where, name)];
    if (value === undefined) return [];
    if (!field(value)) return [problem("lifecycle-invalid", where, `${name} is`, describe(value))];
    return name === "Successor" ? checkVersions(where, [value], versioning) : [];
  });
  return [...fieldProblems, ...checkOrder(where, dateOf(Deprecated), dateOf(Sunset))];
}

function checkOrder(
  where: string,
  deprecated: Date | undefined,
  sunset: Date | undefined,
): readonly Problem[] {
  return sunset && deprecated && sunset < deprecated ? [problem("sunset-before-deprecation", where)] : [];
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isDate = (value: unknown): boolean => dateOf(value) !== undefined;

const fields: Record<keyof Lifecycle, (value: unknown) => boolean> = {
  Deprecated: isDate,
  Sunset: isDate,
  // Characters that would end the link, or the header, are refused.
  Link: (value) => typeof value === "string" && /^[!-;=?-~]+$/.test(value),
  Successor: isText,
  AfterSunset: (value) => value === "serve" || value === "gone",
};

/** The versions that there are. */
interface Known {
  readonly versioning: Versioning;
  readonly served: readonly string[];
}

/** The successor must be a served version; an invalid name is reported by checkVersions already. */
function checkSuccessor(
  where: string,
  lifecycle: Lifecycle | null | undefined,
  { versioning, served }: Known,
): readonly Problem[] {
  const successor: unknown = lifecycle?.Successor;
  if (typeof successor !== "string" || served.includes(successor)) return [];
  return checkVersions(where, [successor], versioning).length > 0
    ? []
    : [problem("lifecycle-version-unknown", where, successor)];
}

/** The problems of the lifecycles of routes, whichever places their fields were written at. */
export function checkLives(registrations: readonly Registration[], known: Known): readonly Problem[] {
  return registrations
    .filter(({ life }) => life)
    .flatMap(({ route, life }) => [
      ...checkOrder(route.where, life?.deprecated, life?.sunset),
      ...checkSuccessor(route.where, route.settings.lifecycle, known),
    ]);
}
