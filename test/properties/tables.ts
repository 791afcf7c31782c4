import fc from "fast-check";
import {
  App,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithGuards,
  WithMiddleware,
  WithVersion,
  type Guard,
  type Handler,
  type RouteOption,
  type VersioningOptions,
} from "versioned-controllers";
import type { RequestHandler } from "express";
import { call } from "../support/in-process";
import { spelling, type Found, type ModelRoute } from "./model";

// Alphabets are small, so that routes collide; and hold what has made trouble for others.
const statics = ["a", "b", "é", "__proto__", "%", ":a"];
const names = ["id", "constructor", "toString", "_1", "then"];
export const versions = ["1", "2", "constructor", "__proto__", "a b"];
const methods = ["GET", "HEAD", "POST"];

const isStatic = fc.constantFrom(...statics, undefined);
const steps = (letter: string) => fc.subarray([`${letter}1`, `${letter}2`]);

/** Which versions the routes of a table may have. */
export type Kinds = "all" | "versioned" | "neutral";

const versionsOf = (kinds: Kinds): fc.Arbitrary<readonly string[]> => {
  const some = fc.subarray(versions.slice(0, 3), { minLength: 1, maxLength: 2 });
  const neutral = fc.constant([VersionNeutral]);
  if (kinds === "neutral") return neutral;
  if (kinds === "versioned") return some;
  return fc.oneof(
    { weight: 5, arbitrary: some },
    { weight: 3, arbitrary: neutral },
    { weight: 1, arbitrary: fc.constant([]) },
  );
};

function route(kinds: Kinds): fc.Arbitrary<ModelRoute> {
  const parts = fc.tuple(fc.array(isStatic, { maxLength: 3 }), fc.nat(4));
  return fc
    .tuple(fc.constantFrom(...methods), parts, versionsOf(kinds), steps("m"), steps("g"))
    .map(([method, [texts, rest], declared, middleware, guards]) => {
      const segments = texts.map((text, i) => text ?? `{${names[i] ?? ""}}`);
      if (rest === 0) segments.push(`{${names[texts.length] ?? ""}...}`);
      return { name: "", method, path: `/${segments.join("/")}`, versions: declared, middleware, guards };
    });
}

/** Routes that may be registered twice; each has a name of its own. */
export function anyTable(kinds: Kinds, maxLength = 12): fc.Arbitrary<readonly ModelRoute[]> {
  return fc.array(route(kinds), { maxLength }).map(named);
}

/** Routes that can be built. */
export function table(kinds: Kinds): fc.Arbitrary<readonly ModelRoute[]> {
  return anyTable(kinds).map(withoutRepeated);
}

function named(routes: readonly ModelRoute[]): readonly ModelRoute[] {
  return routes.map((one, i) => ({ ...one, name: `${i} ${one.method} ${one.path}` }));
}

/** Of two routes at one method and path, in versions that overlap, the first; names stand at their places, so paths tell. */
function withoutRepeated(routes: readonly ModelRoute[]): readonly ModelRoute[] {
  return routes.filter((one, i) => !routes.slice(0, i).some((earlier) => isRepeated(earlier, one)));
}

function isRepeated(a: ModelRoute, b: ModelRoute): boolean {
  const overlaps = a.versions.some((version) => b.versions.includes(version));
  return a.method === b.method && a.path === b.path && overlaps;
}

/** A case, as it is written: `written("GET /cats/{id} 1 2", ["m1"], ["g1"])`; no version is neutral, `none` is none. */
export function written(line: string, middleware: string[] = [], guards: string[] = []): ModelRoute {
  const [method = "", path = "", ...declared] = line.split(" ");
  const own = declared[0] === "none" ? [] : declared.length === 0 ? [VersionNeutral] : declared;
  return { name: line, method, path, versions: own, middleware, guards };
}

/** A request without its version; `of` chooses a route to come near to, `with` stands for its parameters. */
export interface Line {
  readonly method: string;
  readonly path: string;
}

const given = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...statics).map(spelling) },
  { weight: 2, arbitrary: fc.constantFrom("%61", "%3Aa", "%C3%A9", "x", "A", "%5F_proto__", "%c3%a9") },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "%2F", "%zz", "%", "%00", ".", "..", "a;v=1", "%ff", "é", "v1", "*"),
  },
);

const freely = fc
  .tuple(fc.constantFrom(...methods, "PUT"), fc.array(given, { maxLength: 4 }), fc.boolean())
  .map(([method, segments, hasSlash]): Line => {
    const path = `/${segments.join("/")}`;
    return { method, path: hasSlash ? `${path}/` : path };
  });

/** Requests of which many come near to a route of the table. */
function lines(routes: readonly ModelRoute[]): fc.Arbitrary<readonly Line[]> {
  const near = routes.map(({ method, path }) =>
    fc
      .tuple(
        fc.constantFrom(method, method, method, "HEAD"),
        fc.array(given, { minLength: 3, maxLength: 4 }),
        fc.nat(15),
      )
      .map(([asked, values, twist]): Line => ({ method: asked, path: twisted(filled(path, values), twist) })),
  );
  const any =
    near.length === 0
      ? freely
      : fc.oneof({ weight: 1, arbitrary: freely }, { weight: 4, arbitrary: fc.oneof(...near) });
  return fc.array(any, { minLength: 1, maxLength: 8 });
}

function filled(template: string, values: readonly string[]): string {
  const segments = template.slice(1).split("/");
  const texts = segments.map((segment, i) =>
    segment.startsWith("{") ? (values[i] ?? "x") : spelling(segment),
  );
  return `/${texts.join("/")}`;
}

/** Paths that other routers fold, and that some middleware changes on their way. */
function twisted(path: string, twist: number): string {
  if (twist === 0) return `${path}/`;
  if (twist === 1) return `/${path}`;
  if (twist === 2) return `${path}//`;
  if (twist === 3) return path.replace("/", "/./");
  return path;
}

/** A table together with requests for it. */
export function tableAndLines(
  kinds: Kinds,
  tables = table(kinds),
): fc.Arbitrary<[readonly ModelRoute[], readonly Line[]]> {
  return tables.chain((routes) => fc.tuple(fc.constant(routes), lines(routes)));
}

/** Where a request's versions are found. */
export type SchemeName = "none" | "uri" | "header" | "media type" | "custom";

/** Custom: what an extractor gives stands, as JSON, in a header. */
export const versioningOf: Readonly<Record<SchemeName, VersioningOptions>> = {
  none: {},
  uri: { Type: VersioningURI },
  header: { Type: VersioningHeader, Header: "X-API-Version" },
  "media type": { Type: VersioningMediaType, Key: "v" },
  custom: {
    Type: VersioningCustom,
    Extractor: ({ rawHeaders }) => {
      const at = rawHeaders.indexOf("X-Wanted");
      return at === -1 ? undefined : (JSON.parse(rawHeaders[at + 1] ?? "") as string[]);
    },
  },
};

/** Records what a request comes by; made once for each App. */
export interface Witness {
  readonly optionsOf: (route: ModelRoute, isVersioned: boolean) => readonly RouteOption[];
  readonly guard: (name: string) => Guard;
  readonly middleware: (name: string) => RequestHandler;
  readonly handler: (route: ModelRoute) => Handler;
  readonly ask: (serve: RequestHandler, line: Line, rawHeaders?: readonly string[]) => Found | undefined;
  /** The match of the last request, as far as it has got. */
  readonly found: () => Found | undefined;
}

export function witness(): Witness {
  let ran: string[] = [];
  let found: Found | undefined;
  const guard = (name: string) => (): boolean => {
    ran.push(name);
    return true;
  };
  const middleware =
    (name: string): RequestHandler =>
    (_req, _res, next) => {
      ran.push(name);
      next();
    };
  return {
    guard,
    middleware,
    optionsOf: (one, isVersioned) => [
      ...(isVersioned && one.versions.length > 0 ? [WithVersion(...one.versions)] : []),
      WithGuards(...one.guards.map(guard)),
      WithMiddleware(...one.middleware.map(middleware)),
    ],
    handler:
      ({ name }) =>
      (req, res) => {
        const values = Object.values<string>(req.params as Record<string, string>);
        found = { route: name, values, version: VersionOf(req), ran };
        return res;
      },
    ask: (serve, { method, path }, rawHeaders = []) => {
      ran = [];
      found = undefined;
      call(serve, { method, url: path, rawHeaders });
      return found;
    },
    found: () => found,
  };
}

export const silent = { warn: () => undefined, error: () => undefined };

export function emptyApp(scheme: SchemeName): App {
  return new App({ Versioning: versioningOf[scheme], PassUnmatched: true, Logger: silent });
}

export type Ask = (line: Line, rawHeaders?: readonly string[]) => Found | undefined;

/** Serves a table, every route registered on the App itself, and asks it. */
export function serving(routes: readonly ModelRoute[], scheme: SchemeName): Ask {
  const seen = witness();
  const app = emptyApp(scheme);
  for (const one of routes) {
    app.Handle(one.method, one.path, seen.handler(one), ...seen.optionsOf(one, scheme !== "none"));
  }
  const serve = app.Build();
  return (line, rawHeaders) => seen.ask(serve, line, rawHeaders);
}

/** How versions are asked for, plainly: under any scheme but a custom one, the first alone. */
export function asking(
  scheme: SchemeName,
  line: Line,
  wanted: readonly string[],
): readonly [Line, ...(readonly string[])[]] {
  const [version] = wanted;
  switch (scheme) {
    case "none":
      return [line];
    case "uri":
      return [{ ...line, path: version === undefined ? line.path : `/v${spelling(version)}${line.path}` }];
    case "header":
      return [line, version === undefined ? [] : ["X-API-Version", version]];
    case "media type":
      return [line, version === undefined ? [] : ["Accept", `a/b;v="${version}"`]];
    case "custom":
      return [line, wanted.length === 0 ? [] : ["X-Wanted", JSON.stringify(wanted)]];
  }
}
