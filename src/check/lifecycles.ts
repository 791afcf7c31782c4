import { dateOf, type Lifecycle } from "../model/lifecycle";
import type { Problem } from "../model/problem";
import type { Registration } from "../model/route";
import { describe } from "../model/value";
import type { Versioning } from "../model/versioning";
import { problem } from "./problems";
import { checkVersions } from "./versions";

const where = "AppOptions.Versioning.Lifecycle";

/** What is wrong with the lifecycles of versions, each by itself. */
export function checkLifecycles(versioning: Versioning, served: readonly string[]): readonly Problem[] {
  return [...versioning.lifecycles].flatMap(([version, lifecycle]) => [
    ...(versioning.listed.includes(version) || served.includes(version)
      ? []
      : [problem("lifecycle-version-unknown", where, version)]),
    ...checkLifecycle(`${where}[${JSON.stringify(version)}]`, lifecycle, versioning),
  ]);
}

/** What is wrong with one lifecycle as it was written. */
export function checkLifecycle(
  where: string,
  lifecycle: unknown,
  versioning: Versioning,
): readonly Problem[] {
  if (typeof lifecycle !== "object" || lifecycle === null) {
    return [problem("lifecycle-invalid", where, "the lifecycle is", describe(lifecycle))];
  }
  return Object.entries(lifecycle).flatMap(([name, value]: [string, unknown]) => {
    const field = Object.hasOwn(fields, name) ? fields[name as keyof Lifecycle] : undefined;
    if (!field) return [problem("option-unknown-name", where, name)];
    if (value === undefined) return [];
    if (!field(value)) return [problem("lifecycle-invalid", where, `${name} is`, describe(value))];
    return name === "Successor" ? checkVersions(where, [value], versioning) : [];
  });
}

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isDate = (value: unknown): boolean => dateOf(value) !== undefined;

const fields: Record<keyof Lifecycle, (value: unknown) => boolean> = {
  Deprecated: isDate,
  Sunset: isDate,
  // What would end the link, or the header.
  Link: (value) => typeof value === "string" && /^[!-;=?-~]+$/.test(value),
  Successor: isText,
  AfterSunset: (value) => value === "serve" || value === "gone",
};

/** What is wrong with lifecycles, whichever places their fields were written at; each route is told of once. */
export function checkLives(
  registrations: readonly Registration[],
  served: readonly string[],
): readonly Problem[] {
  const wrong = registrations.filter(
    ({ life }) => life?.sunset && life.deprecated && life.sunset < life.deprecated,
  );
  const unknown = registrations.filter(
    ({ life }) => life?.successor !== undefined && !served.includes(life.successor),
  );
  return [
    ...places(wrong).map((place) => problem("sunset-before-deprecation", place)),
    ...unknown.map(({ route, life }) =>
      problem("lifecycle-version-unknown", route.where, life?.successor ?? ""),
    ),
  ];
}

function places(registrations: readonly Registration[]): readonly string[] {
  return [...new Set(registrations.map(({ route }) => route.where))];
}
