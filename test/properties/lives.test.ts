import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RequestHandler } from "express";
import fc from "fast-check";
import {
  App,
  Catalog,
  VersionNeutral,
  VersionOf,
  WithLifecycle,
  WithVersion,
  type Lifecycle,
} from "versioned-controllers";
import { checkApp } from "../../src/tools/cli/check-app";
import { internals } from "../../src/core/model/app-internals";
import { reportOf } from "../../src/tools/report/report";
import { recordingLogger } from "../support/logger";
import { often } from "../support/runs";
import { uri, versioned, type Scheme } from "../support/schemes";
import { serve, type Answer, type Served } from "../support/serve";
import {
  answerTo,
  catalogued,
  faultsOf,
  lifeIn,
  operationOf,
  reachesNeutral,
  reportedAt,
  routesOf,
  standingOfRoute,
  standingOfVersion,
  type LivesTable,
  type LivingRoute,
  type ModelAnswer,
  type ModelLife,
  type Window,
} from "./lives-model";

const names = ["1", "2", "3"];
const paths = ["/a", "/b"];
const link = "https://example.org/moving";
const aDay = 24 * 60 * 60 * 1000;
const firstDay = Date.UTC(2026, 0, 1);

/** Few days, so that ends, windows and the clock fall on each other. */
const day = fc.nat(8).map((days) => firstDay + days * 20 * aDay);
const moment = fc.tuple(day, fc.constantFrom(-1, 0, 1, aDay)).map(([time, past]) => time + past);

const windows: fc.Arbitrary<readonly Window[]> = fc
  .uniqueArray(moment, { maxLength: 4 })
  .map((times) => times.toSorted((one, other) => one - other))
  .map((times) =>
    times.flatMap((from, i): Window[] => {
      const to = times[i + 1];
      return i % 2 === 0 && to !== undefined ? [[from, to]] : [];
    }),
  );

const after = fc.constantFrom("serve" as const, "gone" as const, "successor" as const);

const versionLife: fc.Arbitrary<ModelLife> = fc.record(
  {
    deprecated: day,
    sunset: day,
    after,
    successor: fc.constantFrom(...names),
    hasLink: fc.boolean(),
    brownouts: windows,
  },
  { requiredKeys: [] },
);

const routeLife: fc.Arbitrary<ModelLife> = fc.oneof(
  { weight: 2, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.record(
      { deprecated: day, sunset: day, after: fc.constantFrom("serve", "gone"), brownouts: windows },
      { requiredKeys: [] },
    ),
  },
);

/** Of each path who serves it: for each version one of two routes or none, and a neutral route or none. */
const routesAt = (path: string): fc.Arbitrary<readonly LivingRoute[]> =>
  fc
    .tuple(
      fc.tuple(...names.map(() => fc.nat(2))),
      fc.tuple(routeLife, routeLife),
      fc.option(routeLife, { nil: undefined }),
    )
    .map(([owners, lives, neutral]) => [
      ...lives.map((life, i) => ({ path, versions: names.filter((_, j) => owners[j] === i), life })),
      ...(neutral ? [{ path, versions: [VersionNeutral], life: neutral }] : []),
    ])
    .map((routes) => routes.filter(({ versions }) => versions.length > 0))
    .map((routes) =>
      routes.map((one) => (one.versions[0] === VersionNeutral ? { ...one, versions: [] } : one)),
    );

const schemeOf = fc.constantFrom(...versioned);

const tableUnder = (scheme: Scheme): fc.Arbitrary<LivesTable> =>
  fc
    .record({
      lives: fc.tuple(...names.map(() => versionLife)),
      previews: fc.tuple(...names.map(() => fc.integer({ min: 0, max: 4 }))),
      routes: fc.tuple(...paths.map(routesAt)),
      assumed: fc.option(fc.constantFrom(...names), { nil: undefined }),
    })
    .map(({ lives, previews, routes, assumed }) =>
      sound({
        versions: names.map((name, i) => ({ name, life: lives[i] ?? {}, isPreview: previews[i] === 0 })),
        // Every version is served: it has a route that nobody else has.
        routes: [
          ...names.map((name) => ({ path: `/${name}`, versions: [name], life: {} })),
          ...routes.flat(),
        ],
        isInPath: scheme === uri,
        assumed,
      }),
    );

const served = schemeOf.chain((scheme) => fc.tuple(fc.constant(scheme), tableUnder(scheme)));

/** The table without what Build refuses. */
function sound({ versions, routes, ...others }: LivesTable): LivesTable {
  const ordered = versions.map((version) => ({ ...version, life: inOrder(version.life) }));
  const stays = new Set(
    ordered.filter(({ life, isPreview }) => life.sunset === undefined && !isPreview).map(({ name }) => name),
  );
  const mended = ordered.map((version) => {
    const { successor, ...life } = version.life;
    const isItself = successor === version.name;
    if (successor !== undefined && !isItself && (life.after !== "successor" || stays.has(successor))) {
      return version;
    }
    return { ...version, life: life.after === "successor" ? { ...life, after: "gone" as const } : life };
  });
  const whole: LivesTable = { versions: mended, routes, ...others };
  const isOrdered = ({ deprecated, sunset }: ModelLife): boolean => Number(deprecated) > Number(sunset);
  return {
    ...whole,
    routes: routes.map((route) =>
      [undefined, ...route.versions].some((version) => isOrdered(lifeIn(whole, route, version)))
        ? { ...route, life: {} }
        : route,
    ),
  };
}

function inOrder(life: ModelLife): ModelLife {
  const { deprecated, sunset } = life;
  return deprecated === undefined || sunset === undefined
    ? life
    : { ...life, deprecated: Math.min(deprecated, sunset), sunset: Math.max(deprecated, sunset) };
}

function written({
  deprecated,
  sunset,
  after: AfterSunset,
  successor,
  hasLink,
  brownouts,
}: ModelLife): Lifecycle {
  return {
    ...(deprecated === undefined ? {} : { Deprecated: new Date(deprecated) }),
    ...(sunset === undefined ? {} : { Sunset: new Date(sunset).toISOString() }),
    ...(AfterSunset === undefined ? {} : { AfterSunset }),
    ...(successor === undefined ? {} : { Successor: successor }),
    ...(hasLink === true ? { Link: link } : {}),
    ...(brownouts === undefined
      ? {}
      : {
          Brownouts: brownouts.map(([from, to]) => ({
            From: new Date(from),
            To: new Date(to).toISOString(),
          })),
        }),
  };
}

/** The App of a table, with a clock that can be set. */
function built(whole: LivesTable, { options }: Scheme, clock: { at: number }): App {
  const app = new App({
    // Build warns of each sunset that has passed.
    Logger: recordingLogger(),
    Now: () => new Date(clock.at),
    Versioning: {
      ...options,
      ...(whole.assumed === undefined ? {} : { AssumeVersion: whole.assumed }),
      Versions: names,
      Report: true,
      Lifecycle: Object.fromEntries(
        whole.versions.map(({ name, life, isPreview }) => [
          name,
          { ...written(life), ...(isPreview ? { Preview: true } : {}) },
        ]),
      ),
    },
  });
  whole.routes.forEach(({ path, versions, life }, i) => {
    app.Get(
      path,
      (req) => ({ by: i, version: VersionOf(req) }),
      versions.length === 0 ? WithVersion(VersionNeutral) : WithVersion(...versions),
      WithLifecycle(written(life)),
    );
  });
  return app;
}

/** One server for all tables: what it serves is exchanged. */
async function stage(): Promise<{ server: Served; show: (...handlers: RequestHandler[]) => void }> {
  let shown: readonly RequestHandler[] = [];
  const server = await serve((req, res, next) => {
    const [catalog, api] = shown;
    if (req.path === "/.well-known/api-catalog") void catalog?.(req, res, next);
    else void api?.(req, res, next);
  });
  return { server, show: (...handlers) => (shown = handlers) };
}

function told({ status, headers, json }: Answer): ModelAnswer {
  const { by, version, error } = json as {
    readonly by?: number;
    readonly version?: string;
    readonly error?: { readonly code: string };
  };
  const text = (name: string): string | undefined => headers[name] as string | undefined;
  // The body and the header tell of one version.
  if (status === 200) expect(version).toBe(text("api-version"));
  return {
    status,
    by,
    version: text("api-version"),
    code: error?.code,
    deprecation: text("deprecation"),
    sunset: text("sunset"),
    retryAfter: text("retry-after"),
    cacheControl: text("cache-control"),
  };
}

const listIn = (value: string | string[] | undefined): readonly string[] =>
  typeof value === "string" ? value.split(", ") : [];

type Things = [[Scheme, LivesTable], readonly number[]];

it("what is answered, reported, documented, catalogued and checked agrees with one model", async () => {
  const { server, show } = await stage();
  const folder = mkdtempSync(join(tmpdir(), "lives-"));
  await fc.assert(
    fc.asyncProperty(
      served,
      fc.array(moment, { minLength: 1, maxLength: 2 }),
      async ([scheme, whole], moments) => {
        const clock = { at: Number(moments[0]) };
        const app = built(whole, scheme, clock);
        show(Catalog(app, { Base: "https://api.example.com" }), app.Build());
        for (const at of moments) {
          clock.at = at;
          await expectAnswers(whole, at, { scheme, server });
          await expectCatalog(whole, server);
          expectDocuments(whole, at, app);
          expectReport(whole, at, app);
          expectCheck(whole, at, { app, folder });
        }
      },
    ),
    often<Things>(100),
  );
  rmSync(folder, { recursive: true });
});

async function expectAnswers(
  whole: LivesTable,
  at: number,
  { scheme, server }: { scheme: Scheme; server: Served },
): Promise<void> {
  for (const version of [...names, undefined]) {
    for (const path of paths) {
      const asking = scheme.ask(path, version === undefined ? [] : [version]);
      if (!asking) throw new Error("one version can be asked for everywhere");
      const answer = await server.ask(`GET ${asking.path}`, asking.headers);
      expect([version, path, told(answer)]).toEqual([version, path, answerTo(whole, version, path, at)]);
      expect({
        supported: listIn(answer.headers["api-supported-versions"]),
        deprecated: listIn(answer.headers["api-deprecated-versions"]),
      }).toEqual(reportedAt(whole, at));
    }
  }
}

async function expectCatalog(whole: LivesTable, server: Served): Promise<void> {
  const { json } = await server.ask("GET /.well-known/api-catalog");
  const { linkset } = json as { readonly linkset: readonly CatalogEntry[] };
  const shown = linkset.map(({ anchor, "service-desc": [target], "successor-version": [next] = [] }) => {
    const { href, type, ...attributes } = target ?? {};
    expect([typeof anchor, typeof href, type]).toEqual(["string", "string", "application/json"]);
    const successor = next && /[v#](\d)$/.exec(String(next.href))?.[1];
    return { ...attributes, ...(successor === undefined ? {} : { successor }) };
  });
  const told = whole.versions.filter(({ isPreview }) => !isPreview);
  expect(shown).toEqual(told.map((version) => catalogued(whole, version)));
}

interface CatalogEntry {
  readonly anchor: string;
  readonly "service-desc": readonly Record<string, unknown>[];
  readonly "successor-version"?: readonly Record<string, unknown>[];
}

function expectDocuments(whole: LivesTable, at: number, app: App): void {
  for (const version of names) {
    const document = app.Document(version);
    const own = routesOf(whole, version);
    const neutral = whole.routes.filter(
      ({ versions, path }) => versions.length === 0 && reachesNeutral(whole, version, path),
    );
    const expected = [
      ...own.map((route) => [
        (whole.isInPath ? `/v${version}` : "") + route.path,
        operationOf(lifeIn(whole, route, version), at),
      ]),
      ...neutral.map((route) => [route.path, operationOf(route.life, at)]),
    ] as const;
    const shown = Object.entries(document.paths).map(([path, item]) => {
      const { deprecated = false, responses = {}, ...others } = item.get ?? {};
      const members = others as Record<string, unknown>;
      const of = (name: string): unknown => members[name];
      return [
        path,
        {
          deprecated,
          "x-deprecated": of("x-deprecated"),
          "x-sunset": of("x-sunset"),
          "x-brownouts": of("x-brownouts"),
          statuses: Object.keys(responses).sort(),
        },
      ];
    });
    expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(expected));
  }
}

/** The matrix, and the page of versions. */
function expectReport(whole: LivesTable, at: number, app: App): void {
  const report = reportOf(app[internals], {
    title: "",
    changelog: [],
    usage: undefined,
    isWithHidden: true,
  });
  expect(report.versions.map(({ version, standing }) => [version, standing])).toEqual(
    whole.versions.map((version) => [version.name, standingOfVersion(whole, version, at)]),
  );
  const shown = report.rows.flatMap(({ cells }, i) =>
    cells.map((cell, j) => [i, names[j], cell && [cell.standing, cell.sunset?.getTime()]]),
  );
  const expected = whole.routes.flatMap((route, i) =>
    whole.versions.map(({ name, isPreview }) => {
      const life = cellLife(whole, route, name);
      const isOwnPreview = isPreview && route.versions.length > 0;
      return [i, name, life && [standingOfRoute(life, isOwnPreview, at), life.sunset]];
    }),
  );
  expect(shown).toEqual(expected);
}

/** The life of a route where a version reaches it. */
function cellLife(whole: LivesTable, route: LivingRoute, version: string): ModelLife | undefined {
  if (route.versions.includes(version)) return lifeIn(whole, route, version);
  if (route.versions.length > 0) return undefined;
  return reachesNeutral(whole, version, route.path) ? route.life : undefined;
}

function expectCheck(whole: LivesTable, at: number, { app, folder }: { app: App; folder: string }): void {
  const notice = 90;
  const { versions } = checkApp(app, {
    folder,
    dir: ".",
    notice,
    isExact: false,
    conversions: { findings: new Map(), passedOver: [] },
  });
  const shown = versions.map(({ version, findings }) => [version, findings.map(({ line }) => line).sort()]);
  const expected = whole.versions.flatMap((version) => {
    const faults = faultsOf(whole, version, { at, notice });
    return faults ? [[version.name, faults.toSorted()]] : [];
  });
  expect(shown).toEqual(expected);
}
