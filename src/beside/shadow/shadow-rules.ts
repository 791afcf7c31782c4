import { argumentProblem, checkArgument, checkExpectations, expectations } from "../../core/check/arguments";
import { oneOf, type Expectation } from "../../core/model/options";
import { problem } from "../../core/check/problems";
import type { Handler } from "../../core/model/handler";
import type { Problem } from "../../core/model/problem";
import type { Resolution, ResolvedRoute } from "../../core/model/route";
import { isCallable, type RouteSettings, type Setting, type SettingOf } from "../../core/model/setting";
import { isObject } from "../../core/model/value";
import type { Version, VersionOrder } from "../../core/model/version";
import type { Versioning } from "../../core/model/versioning";
import type { ShadowOptions } from "./shadow-option";

interface WrittenShadow extends Omit<SettingOf<"shadow">, "handler" | "options"> {
  readonly handler: Handler;
  readonly options: ShadowOptions;
}

/** Lists a route's `Shadow` settings, except those with a handler or options of the wrong type. */
export function writtenShadows({ shadows }: Pick<RouteSettings, "shadows">): readonly WrittenShadow[] {
  return shadows.flatMap(({ handler, options, ...shadow }) =>
    isCallable(handler) && isObject(options)
      ? // The cast is safe: `checkTerms` checks the options before any code uses them.
        [{ ...shadow, handler: handler as Handler, options: options as unknown as ShadowOptions }]
      : [],
  );
}

/** Checks the shadows of all routes. Versions in their `Since("2")` are checked elsewhere, as in any option. */
export function checkShadows({
  resolution: { routes },
  versioning: { isEnabled, order },
}: {
  readonly resolution: Resolution;
  readonly versioning: Versioning;
}): readonly Problem[] {
  return routes.flatMap((route) => [
    ...route.settings.shadows.flatMap((shadow) => checkShadow(route.where, shadow)),
    ...(isEnabled
      ? writtenShadows(route.settings).flatMap((shadow) => checkAtRoute(route, shadow, order))
      : []),
  ]);
}

function checkShadow(where: string, { range, options }: SettingOf<"shadow">): readonly Problem[] {
  const found = ["the first argument of Shadow", "Since, Until or WithVersion", "another option"] as const;
  const others = range.filter(({ kind }) => !isOfVersions(kind));
  return [...others.map(() => problem("argument-invalid", where, ...found)), ...checkTerms(where, options)];
}

function isOfVersions(kind: Setting["kind"]): boolean {
  return kind === "since" || kind === "until" || kind === "version" || kind === "mistake";
}

function checkTerms(where: string, options: unknown): readonly Problem[] {
  if (!isObject(options)) {
    return [argumentProblem(where, { name: "the third argument of Shadow", expected: "an object" }, options)];
  }
  const { Answer, OnDifference, ...rest } = options as Record<string, unknown>;
  const of = " of Shadow";
  return [
    ...checkArgument(where, { name: `Answer${of}`, ...shadowOptions.Answer }, Answer),
    ...checkExpectations({ where, of }, rest, shadowOptions),
    ...checkArgument(where, { name: `OnDifference${of}`, ...shadowOptions.OnDifference }, OnDifference),
  ];
}

const shadowOptions: Readonly<Record<keyof ShadowOptions, Expectation>> = {
  Answer: oneOf("old", "new"),
  Share: {
    expected: "a number from 0 to 1",
    holds: (value) => typeof value === "number" && value >= 0 && value <= 1,
  },
  Compare: expectations.callable,
  OnDifference: expectations.callable,
};

function checkAtRoute(
  route: ResolvedRoute,
  { range }: WrittenShadow,
  order: VersionOrder,
): readonly Problem[] {
  const { where, versions } = route;
  // Another rule has reported the invalid range.
  if (range.some(({ kind }) => !isOfVersions(kind) || kind === "mistake")) return [];
  const shadowed = versions.filter((version) => isShadowed(range, version, order));
  if (shadowed.length === 0) return versions.length === 0 ? [] : [problem("shadow-without-version", where)];
  const methods = new Set(shadowed.map((version) => methodIn(route, version)));
  return [...methods].flatMap((method) =>
    ["GET", "HEAD", "QUERY"].includes(method) ? [] : [problem("shadow-unsafe", where, method)],
  );
}

export function isShadowed(range: readonly Setting[], version: Version, order: VersionOrder): boolean {
  return range.every((setting) => {
    if (setting.kind === "since") return order.isFrom(version, String(setting.version));
    if (setting.kind === "until") return order.isFrom(String(setting.version), version);
    return setting.kind === "version" && setting.versions.includes(version);
  });
}

function methodIn({ earlier, method }: ResolvedRoute, version: Version): string {
  return earlier.find(({ versions }) => versions.includes(version))?.method ?? method;
}
