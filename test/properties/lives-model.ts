/** The model of lifecycles, written from the reference and not from the code: what is answered, told and judged when. */

/** The end of a version, or of a route, as it is declared; moments are milliseconds since 1970. */
export interface ModelLife {
  readonly deprecated?: number;
  readonly sunset?: number;
  readonly after?: "serve" | "gone" | "successor";
  readonly successor?: string;
  readonly hasLink?: boolean;
  readonly brownouts?: readonly Window[];
}

export type Window = readonly [from: number, to: number];

export interface ModelVersion {
  readonly name: string;
  readonly life: ModelLife;
  readonly isPreview: boolean;
}

/** A route at a path, in versions or, where there are none, neutral; its own life is over its version's, field by field. */
export interface LivingRoute {
  readonly path: string;
  readonly versions: readonly string[];
  readonly life: ModelLife;
}

export interface LivesTable {
  readonly versions: readonly ModelVersion[];
  readonly routes: readonly LivingRoute[];
  /** Whether versions stand in the path, so that a neutral route has an address of its own. */
  readonly isInPath: boolean;
  /** The version of requests that name none; undefined where these reach the neutral routes alone. */
  readonly assumed: string | undefined;
}

type State = "served" | "gone" | "browned out" | "succeeded";

function lifeOfVersion({ versions }: LivesTable, name: string): ModelLife {
  return versions.find((version) => version.name === name)?.life ?? {};
}

/** The life of a route in one of its versions. */
export function lifeIn(table: LivesTable, route: LivingRoute, version: string | undefined): ModelLife {
  return version === undefined ? route.life : { ...lifeOfVersion(table, version), ...route.life };
}

export function routesOf({ routes }: LivesTable, version: string): readonly LivingRoute[] {
  return routes.filter(({ versions }) => versions.includes(version));
}

function stateOf({ sunset, after, brownouts = [] }: ModelLife, at: number): State {
  if (sunset !== undefined && sunset <= at && after === "gone") return "gone";
  if (sunset !== undefined && sunset <= at && after === "successor") return "succeeded";
  return brownouts.some(([from, to]) => from <= at && at < to) ? "browned out" : "served";
}

/** The answer to a request, and all that it is told of the end. */
export interface ModelAnswer {
  readonly status: number;
  /** The route that answered, by its place in the table. */
  readonly by: number | undefined;
  readonly version: string | undefined;
  readonly code: string | undefined;
  readonly deprecation: string | undefined;
  readonly sunset: string | undefined;
  readonly retryAfter: string | undefined;
  readonly cacheControl: string | undefined;
}

const unmatched: ModelAnswer = {
  status: 404,
  by: undefined,
  version: undefined,
  code: "not_found",
  deprecation: undefined,
  sunset: undefined,
  retryAfter: undefined,
  cacheControl: undefined,
};

/** The answer to a request that names a version, or none. */
export function answerTo(
  table: LivesTable,
  named: string | undefined,
  path: string,
  at: number,
): ModelAnswer {
  // A version in the path leads to its own routes alone.
  const isOfVersion = table.isInPath && named !== undefined;
  const otherwise = isOfVersion ? unmatched : neutral(table, path, at);
  const version = named ?? table.assumed;
  if (version === undefined) return otherwise;
  const own = routesOf(table, version).find((route) => route.path === path);
  const life = own ? lifeIn(table, own, version) : lifeOfVersion(table, version);
  if (stateOf(life, at) === "succeeded" && life.successor !== undefined) {
    const next = routesOf(table, life.successor).find((route) => route.path === path);
    return next ? answerBy(table, next, { version: life.successor, told: life, at }) : otherwise;
  }
  return own ? answerBy(table, own, { version, told: life, at }) : otherwise;
}

function neutral(table: LivesTable, path: string, at: number): ModelAnswer {
  const route = table.routes.find((one) => one.versions.length === 0 && one.path === path);
  return route ? answerBy(table, route, { version: undefined, told: route.life, at }) : unmatched;
}

/** Whether requests of a version reach a neutral route, by the path that they are sent to. */
export function reachesNeutral(table: LivesTable, version: string, path: string): boolean {
  // At the plain path, where no version is named, the assumed one's routes stand before it.
  const before = table.isInPath ? table.assumed : version;
  return before === undefined || !routesOf(table, before).some((route) => route.path === path);
}

function answerBy(
  table: LivesTable,
  route: LivingRoute,
  { version, told, at }: { version: string | undefined; told: ModelLife; at: number },
): ModelAnswer {
  const life = lifeIn(table, route, version);
  const state = stateOf(life, at);
  const until = (life.brownouts ?? []).find(([from, to]) => from <= at && at < to)?.[1];
  const isBrownedOut = state === "browned out" && until !== undefined;
  const isRefused = isBrownedOut || state === "gone";
  return {
    status: isRefused ? 410 : 200,
    by: isRefused ? undefined : table.routes.indexOf(route),
    version,
    code: isRefused ? (isBrownedOut ? "brownout" : "gone") : undefined,
    deprecation: told.deprecated === undefined ? undefined : `@${String(Math.floor(told.deprecated / 1000))}`,
    sunset: told.sunset === undefined ? undefined : new Date(told.sunset).toUTCString(),
    retryAfter: isBrownedOut ? String(Math.ceil((until - at) / 1000)) : undefined,
    cacheControl: isBrownedOut ? "no-store" : undefined,
  };
}

/** The versions that are reported, in the two lists. */
export function reportedAt(table: LivesTable, at: number): { supported: string[]; deprecated: string[] } {
  const left = table.versions.filter(
    ({ name, isPreview }) =>
      !isPreview &&
      routesOf(table, name).some((route) => stateOf(lifeIn(table, route, name), at) === "served"),
  );
  const isDeprecated = ({ life }: ModelVersion): boolean =>
    life.deprecated !== undefined && life.deprecated <= at;
  return {
    supported: left.filter((version) => !isDeprecated(version)).map(({ name }) => name),
    deprecated: left.filter(isDeprecated).map(({ name }) => name),
  };
}

export type ModelStanding = "preview" | "served" | "deprecated" | "browned out" | "gone";

/** How a version stands as a whole: as the routes do that it still serves; with the last of them it is over. */
export function standingOfVersion(table: LivesTable, version: ModelVersion, at: number): ModelStanding {
  const states = routesOf(table, version.name).map((route) =>
    standingOfRoute(lifeIn(table, route, version.name), false, at),
  );
  const isServed = states.includes("served");
  if (!isServed && !states.includes("deprecated")) {
    return states.includes("browned out") ? "browned out" : "gone";
  }
  if (version.isPreview) return "preview";
  const { deprecated } = version.life;
  return !isServed || (deprecated !== undefined && deprecated <= at) ? "deprecated" : "served";
}

/** How a route stands in one version; a sunset without a day of deprecation deprecates from the start. */
export function standingOfRoute(life: ModelLife, isPreview: boolean, at: number): ModelStanding {
  const state = stateOf(life, at);
  if (state === "succeeded") return "gone";
  if (state !== "served") return state;
  if (isPreview) return "preview";
  const { deprecated, sunset } = life;
  return (deprecated ?? (sunset === undefined ? Infinity : 0)) <= at ? "deprecated" : "served";
}

/** An operation's end in a document. */
export interface ModelOperation {
  readonly deprecated: boolean;
  readonly "x-deprecated": string | undefined;
  readonly "x-sunset": string | undefined;
  readonly "x-brownouts": readonly { readonly from: string; readonly to: string }[] | undefined;
  readonly statuses: readonly string[];
}

export function operationOf(life: ModelLife, at: number): ModelOperation {
  const { deprecated, sunset, after, brownouts = [] } = life;
  const end = after === "gone" || after === "successor" ? (sunset ?? Infinity) : Infinity;
  const toCome = brownouts.filter(([from, to]) => at < to && from < end);
  const endsIn410 = sunset !== undefined && after === "gone";
  const isGone = endsIn410 && sunset <= at;
  return {
    deprecated: deprecated !== undefined || sunset !== undefined,
    "x-deprecated": textOf(deprecated),
    "x-sunset": textOf(sunset),
    "x-brownouts": toCome.length === 0 ? undefined : toCome.map(windowText),
    statuses: isGone ? ["410"] : ["200", "404", ...(endsIn410 || toCome.length > 0 ? ["410"] : [])],
  };
}

/** The entry of a version in the catalogue; a preview has none. */
export function catalogued({ versions }: LivesTable, { name, life }: ModelVersion): object {
  const { deprecated, sunset, brownouts = [], successor } = life;
  const windows = brownouts.map(windowText).map(({ from, to }) => `${from}/${to}`);
  return {
    version: [name],
    ...(deprecated === undefined ? {} : { deprecated: [textOf(deprecated)] }),
    ...(sunset === undefined ? {} : { sunset: [textOf(sunset)] }),
    ...(windows.length === 0 ? {} : { brownouts: windows }),
    ...(successor === undefined || isPreview(versions, successor) ? {} : { successor }),
  };
}

function isPreview(versions: readonly ModelVersion[], name: string): boolean {
  return versions.some((version) => version.name === name && version.isPreview);
}

/** The faults that `check --lifecycle` tells, in lines; undefined where it passes the version over. */
export function faultsOf(
  table: LivesTable,
  { name, life, isPreview }: ModelVersion,
  { at, notice }: { at: number; notice: number },
): readonly string[] | undefined {
  if (isPreview || stateOf({ ...life, brownouts: [] }, at) === "succeeded") return undefined;
  const routes = routesOf(table, name).map((route) => {
    const own = lifeIn(table, route, name);
    return { route, faults: faultsOfEnd(own, at, notice), life: own };
  });
  const whole = faultsOfEnd(life, at, notice).filter((fault) =>
    routes.some(({ faults }) => faults.includes(fault)),
  );
  return [
    ...(life.deprecated !== undefined && life.sunset === undefined
      ? ["it is deprecated but has no Sunset"]
      : []),
    ...(life.deprecated !== undefined && life.hasLink !== true && life.successor === undefined
      ? ["it is deprecated but has neither a Link nor a Successor"]
      : []),
    ...whole,
  ]
    .map((fault) => `version ${name}: ${fault}`)
    .concat(
      routes.flatMap(({ route, faults, life: { successor } }) =>
        [
          ...faults.filter((fault) => !whole.includes(fault)),
          ...(successor !== undefined && !isThere(table, route, successor)
            ? [`its successor, version ${successor}, has no such route`]
            : []),
        ].map((fault) => `GET ${route.path}: ${fault}`),
      ),
    );
}

function isThere(table: LivesTable, { path }: LivingRoute, successor: string): boolean {
  const isNeutral = table.routes.some((one) => one.versions.length === 0 && one.path === path);
  return routesOf(table, successor).some((one) => one.path === path) || (isNeutral && !table.isInPath);
}

function faultsOfEnd(life: ModelLife, at: number, notice: number): readonly string[] {
  const { deprecated, sunset, after = "serve", brownouts = [] } = life;
  const days = (Number(sunset) - Number(deprecated)) / 86_400_000;
  return [
    ...(days < notice
      ? [
          `its sunset must be at least ${inDays(notice)} after its deprecation, got ${inDays(Math.floor(days))}`,
        ]
      : []),
    ...(sunset !== undefined && sunset <= at && after === "serve"
      ? [`its sunset, ${String(textOf(sunset))}, has passed, but it is still served`]
      : []),
    ...brownouts.flatMap(([from, to]) => {
      if (to <= at) return [];
      const told = `its brownout from ${String(textOf(from))}`;
      if (deprecated === undefined) return [`${told} applies to a version that is not deprecated`];
      if (from < deprecated) return [`${told} begins before its deprecation`];
      return after !== "serve" && sunset !== undefined && sunset <= from
        ? [`${told} begins after its sunset`]
        : [];
    }),
  ];
}

function inDays(days: number): string {
  return days === 1 ? "1 day" : `${String(days)} days`;
}

function textOf(moment: number | undefined): string | undefined {
  return moment === undefined ? undefined : new Date(moment).toISOString();
}

function windowText([from, to]: Window): { from: string; to: string } {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
