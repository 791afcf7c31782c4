import type { Problem } from "../model/problem";
import type { Resolution, ResolvedRoute } from "../model/route";
import { type Setting, type SettingOf, type WrittenShadow, isShadowed } from "../model/setting";
import { describe, isObject } from "../model/value";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { checkHandler } from "./values";
import { problem } from "./problems";

/** The problems of the arguments of one `Shadow`; the options in its range are checked like others. */
export function checkShadow(
  where: string,
  { range, handler, options }: SettingOf<"shadow">,
): readonly Problem[] {
  return [
    ...range
      .filter(({ kind }) => !isOfVersions(kind))
      .map(() =>
        problem(
          "shadow-invalid",
          where,
          "its first argument",
          "Since, Until or WithVersion",
          "another option",
        ),
      ),
    ...checkHandler(where, handler),
    ...checkTerms(where, options),
  ];
}

function isOfVersions(kind: Setting["kind"]): boolean {
  return kind === "since" || kind === "until" || kind === "version" || kind === "mistake";
}

function checkTerms(where: string, options: unknown): readonly Problem[] {
  if (!isObject(options)) {
    return [problem("shadow-invalid", where, "its third argument", "an object", describe(options))];
  }
  const { Answer, Share, Compare, OnDifference } = options as Record<string, unknown>;
  const isShare = typeof Share === "number" && Share >= 0 && Share <= 1;
  const wrong = (name: string, expected: string, value: unknown): Problem =>
    problem("shadow-invalid", where, name, expected, describe(value));
  return [
    ...(Answer === "old" || Answer === "new" ? [] : [wrong("Answer", '"old" or "new"', Answer)]),
    ...(Share === undefined || isShare ? [] : [wrong("Share", "a number from 0 to 1", Share)]),
    ...(Compare === undefined || typeof Compare === "function"
      ? []
      : [wrong("Compare", "a function", Compare)]),
    ...(typeof OnDifference === "function" ? [] : [wrong("OnDifference", "a function", OnDifference)]),
  ];
}

/** The problems of shadows on their routes. */
export function checkShadows({ routes }: Resolution, { isEnabled, order }: Versioning): readonly Problem[] {
  if (!isEnabled) return [];
  return routes.flatMap((route) =>
    route.settings.shadows.flatMap((shadow) => checkAtRoute(route, shadow, order)),
  );
}

function checkAtRoute(
  route: ResolvedRoute,
  { range }: WrittenShadow,
  order: Versioning["order"],
): readonly Problem[] {
  const { where, versions } = route;
  // An option other than a range is reported by itself.
  if (range.some(({ kind }) => !isOfVersions(kind) || kind === "mistake")) return [];
  const shadowed = versions.filter((version) => isShadowed(range, version, order));
  if (shadowed.length === 0) return versions.length === 0 ? [] : [problem("shadow-without-version", where)];
  const methods = new Set(shadowed.map((version) => methodIn(route, version)));
  return [...methods].flatMap((method) => (isSafe(method) ? [] : [problem("shadow-unsafe", where, method)]));
}

function methodIn({ earlier, method }: ResolvedRoute, version: Version): string {
  return earlier.find(({ versions }) => versions.includes(version))?.method ?? method;
}

function isSafe(method: string): boolean {
  return method === "GET" || method === "HEAD" || method === "QUERY";
}
