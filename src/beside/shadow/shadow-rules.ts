import { argumentProblem, checkArgument, checkExpectations, expectations } from "../../core/check/arguments";
import { oneOf, type Expectation } from "../../core/model/options";
import { problem } from "./problems";
import type { Handler } from "../../core/model/handler";
import type { Problem } from "../../core/model/problem";
import type { ResolvedRoute } from "../../core/model/route";
import {
  declaredBy,
  isCallable,
  isOfVersions,
  type DeclaredApp,
  type EarlierSetting,
} from "../../core/model/setting";
import type { RouteSettings, SettingKey } from "../../core/model/settings";
import { isObject } from "../../core/model/value";
import type { Version, VersionOrder } from "../../core/model/version";
import { versionsIn } from "../../core/options/versions";
import type { ShadowOptions } from "./shadow-types";

/** The arguments of one `Shadow`. */
export interface DeclaredShadow {
  readonly range: readonly EarlierSetting[];
  readonly handler: unknown;
  readonly options: unknown;
}

export const shadowKey: SettingKey<readonly DeclaredShadow[]> = { key: "shadows", none: [] };

interface WrittenShadow extends DeclaredShadow {
  readonly handler: Handler;
  readonly options: ShadowOptions;
}

/** Lists a route's `Shadow` settings, except those with a handler or options of the wrong type. */
export function writtenShadows(settings: RouteSettings): readonly WrittenShadow[] {
  return settings.of(shadowKey).flatMap(({ handler, options, ...shadow }) =>
    isCallable(handler) && isObject(options)
      ? // The cast is safe: `checkTerms` checks the options before any code uses them.
        [{ ...shadow, handler: handler as Handler, options: options as unknown as ShadowOptions }]
      : [],
  );
}

/** Checks the shadows of all routes. Versions in their `Since("2")` are checked elsewhere, as in any option. */
export function checkShadows({ routes, versioning: { isEnabled, order } }: DeclaredApp): readonly Problem[] {
  return routes.flatMap((route) => [
    ...route.settings.of(shadowKey).flatMap((shadow) => checkShadow(route.where, shadow)),
    ...(isEnabled
      ? writtenShadows(route.settings).flatMap((shadow) => checkAtRoute(route, shadow, order))
      : []),
  ]);
}

function checkShadow(where: string, { range, options }: DeclaredShadow): readonly Problem[] {
  const found = ["the first argument of Shadow", "Since, Until or WithVersion", "another option"] as const;
  const others = range.filter((setting) => setting.kind === "option" && !isOfVersions(setting));
  return [...others.map(() => problem("argument-invalid", where, ...found)), ...checkTerms(where, options)];
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
  if (!range.every(isOfVersions)) return [];
  const shadowed = versions.filter((version) => isShadowed(range, version, order));
  if (shadowed.length === 0) return versions.length === 0 ? [] : [problem("shadow-without-version", where)];
  const methods = new Set(shadowed.map((version) => methodIn(route, version)));
  return [...methods].flatMap((method) =>
    ["GET", "HEAD", "QUERY"].includes(method) ? [] : [problem("shadow-unsafe", where, method)],
  );
}

export function isShadowed(range: DeclaredShadow["range"], version: Version, order: VersionOrder): boolean {
  const declared = declaredBy(range.filter(isOfVersions));
  if (declared.range) return versionsIn(declared, order).includes(version);
  return declared.named.includes(version);
}

function methodIn({ earlier, method }: ResolvedRoute, version: Version): string {
  return earlier.find(({ versions }) => versions.includes(version))?.method ?? method;
}
