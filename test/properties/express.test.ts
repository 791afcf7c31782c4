import express, { type Request, type Response } from "express";
import fc from "fast-check";
import { runs } from "../support/runs";
import { answerOf, spelling, withUpperCaseEscapes, type ModelRoute } from "./model";
import { serving, table, tableAndLines, written, type Line } from "./tables";

/** The route that Express finds, with the values of its parameters, and what ran before it. */
interface FoundByExpress {
  readonly route: string;
  /** Of a wildcard, the segments of its value. */
  readonly values: readonly (string | readonly string[])[];
  readonly ran: readonly string[];
}

interface Translation {
  readonly route: (route: ModelRoute) => string;
  readonly path: (path: string) => string;
}

/** Only the syntax: `{id}` is `:id`, `{path...}` is `*path`, and what Express would read as syntax is escaped. */
const plainly: Translation = { route: (route) => templateOf(route, (text) => text), path: (path) => path };

/**
 * The listed difference that matters most (docs/reference/routing.md, "How a request's path is read"): a route of ours is
 * written decoded, and one of Express as requests spell it, down to the case of hex digits.
 */
const spelledAlike: Translation = {
  route: (route) => templateOf(route, spelling),
  path: withUpperCaseEscapes,
};

function templateOf({ path }: ModelRoute, spell: (text: string) => string): string {
  if (path === "/") return path;
  const segments = path.split("/").map((segment) => {
    const name = segment.replaceAll(/[{}]|\.\.\./g, "");
    if (segment.endsWith("...}")) return `*${name}`;
    if (segment.startsWith("{")) return `:${name}`;
    return spell(segment).replaceAll(/[{}()[\]+?!:*\\]/g, "\\$&");
  });
  return segments.join("/");
}

function servingByExpress(
  routes: readonly ModelRoute[],
  { route: translated, path: spelled }: Translation,
): (line: Line) => FoundByExpress | undefined {
  let ran: string[] = [];
  let found: FoundByExpress | undefined;
  const router = express.Router({ caseSensitive: true });
  for (const route of routes) {
    const steps = [...route.middleware, ...route.guards].map(
      (name) => (_req: Request, _res: Response, next: () => void) => {
        ran.push(name);
        next();
      },
    );
    const method = route.method.toLowerCase() as "get" | "head" | "post";
    router[method](translated(route), ...steps, (req: Request) => {
      found = { route: route.name, values: Object.values(req.params), ran };
    });
  }
  return ({ method, path }) => {
    ran = [];
    found = undefined;
    const req = { method, url: spelled(path), headers: {} } as unknown as Request;
    // A request that no route matches comes back by itself, with an error or without.
    router(req, {} as unknown as Response, () => undefined);
    return found;
  };
}

type Things = [readonly ModelRoute[], readonly Line[]];

const gets = (...paths: readonly string[]): readonly Line[] => paths.map((path) => ({ method: "GET", path }));

const examples: readonly Things[] = [
  [
    [written("GET /a"), written("GET /b/{id}")],
    gets("/a", "/a/", "/a//", "//a", "/A", "/b", "/b/", "/b//", "/b/x/y"),
  ],
  [
    [written("GET /{id}"), written("GET /a/{id...}")],
    gets("/", "//", "/a/b/", "/a//", "/a///", "/a/%2F", "/a/b/../c"),
  ],
  [
    [written("GET /"), written("GET /:a"), written("GET /a/*")],
    gets("/", "/:a", "/x", "/a/*", "/a/x", "/%3Aa"),
  ],
  [[written("GET /{constructor}/{toString}")], gets("/__proto__/constructor", "/a%20b/c%2fd", "/a/b;v=1")],
  [
    [written("GET /a", ["m1"], ["g1"])],
    [
      { method: "HEAD", path: "/a" },
      { method: "HEAD", path: "/b" },
    ],
  ],
];

describe("like Express: with versioning off, what express.Router with case-sensitive routing answers", () => {
  it("for tables where one route at most matches, but for the differences below", () => {
    fc.assert(
      fc.property(tableAndLines("neutral", table("neutral").map(unambiguous)), ([routes, lines]) => {
        const ours = serving(routes, "none");
        const theirs = servingByExpress(routes, spelledAlike);
        for (const line of lines) {
          const found = ours(line);
          if (isMalformed(line)) {
            expect([line, found]).toEqual([line, undefined]);
            continue;
          }
          const expected = theirs(line);
          const answer = found && { route: found.route, values: found.values, ran: found.ran };
          expect([line, answer]).toEqual([line, withoutTrailingSlash(expected, line)]);
          expect(found).toEqual(answerOf(routes, { ...line, versions: [] }));
        }
      }),
      runs<[Things]>(...examples.map((things): [Things] => [things])),
    );
  });
});

/** The uniform 404, where Express says 400. */
function isMalformed({ path }: Line): boolean {
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}

/** One trailing slash is no part of a rest value; without it, nothing may be left. `//` is not `/`. */
function withoutTrailingSlash(found: FoundByExpress | undefined, { path }: Line): typeof found {
  if (!found || (path === "//" && found.values.length === 0)) return undefined;
  const values = found.values.map((value) => {
    if (typeof value === "string") return value;
    return (path.endsWith("/") ? value.slice(0, -1) : value).join("/");
  });
  return values.includes("") ? undefined : { ...found, values };
}

/** Of routes that match one path, the first; HEAD is answered by GET too, so these count as one method. */
function unambiguous(routes: readonly ModelRoute[]): readonly ModelRoute[] {
  const kept: ModelRoute[] = [];
  for (const route of routes) if (!kept.some((other) => meet(other, route))) kept.push(route);
  return kept;
}

function meet(a: ModelRoute, b: ModelRoute): boolean {
  const [left, right] = [a.path, b.path].map((path) => (path === "/" ? [] : path.slice(1).split("/")));
  return (a.method === "POST") === (b.method === "POST") && partsMeet(left ?? [], right ?? []);
}

function partsMeet([a, ...left]: readonly string[], [b, ...right]: readonly string[]): boolean {
  if (a === undefined || b === undefined) return a === b;
  if (a.endsWith("...}") || b.endsWith("...}")) return true;
  return (a.startsWith("{") || b.startsWith("{") || a === b) && partsMeet(left, right);
}

/** The route that each finds, with its values, or nothing. */
type Row = readonly [
  difference: string,
  routes: readonly string[],
  request: string,
  ours: unknown,
  theirs: unknown,
];

const differences: readonly Row[] = [
  ["a route is written decoded", ["GET /é"], "GET /%C3%A9", ["GET /é"], undefined],
  ["hex digits are of either case", ["GET /é"], "GET /%c3%a9", ["GET /é"], undefined],
  ["and `%41` in a route stands for itself", ["GET /%41"], "GET /%41", undefined, ["GET /%41"]],
  [
    "a static segment beats a parameter, whatever the order",
    ["GET /{id}", "GET /a"],
    "GET /a",
    ["GET /a"],
    ["GET /{id}", "a"],
  ],
  [
    "a parameter beats a rest parameter",
    ["GET /{r...}", "GET /{id}"],
    "GET /a",
    ["GET /{id}", "a"],
    ["GET /{r...}", ["a"]],
  ],
  [
    "a rest value is one text",
    ["GET /{r...}"],
    "GET /a/b",
    ["GET /{r...}", "a/b"],
    ["GET /{r...}", ["a", "b"]],
  ],
  [
    "a trailing slash is no part of it",
    ["GET /{r...}"],
    "GET /a/",
    ["GET /{r...}", "a"],
    ["GET /{r...}", ["a", ""]],
  ],
  ["so it alone is no value", ["GET /{r...}"], "GET //", undefined, ["GET /{r...}", ["", ""]]],
  ["nothing is folded: `//` is not `/`", ["GET /"], "GET //", undefined, ["GET /"]],
  ["a malformed escape matches nothing (Express: 400)", ["GET /{id}"], "GET /%zz", undefined, undefined],
  ["the best HEAD route comes before GET routes", ["GET /a", "HEAD /a"], "HEAD /a", ["HEAD /a"], ["GET /a"]],
  [
    "a target has no fragment: one with `#` in its path matches nothing",
    ["GET /a"],
    "GET /a#b",
    undefined,
    ["GET /a"],
  ],
];

describe("the differences from Express", () => {
  it.each(differences)("%s", (_difference, lines, request, ours, theirs) => {
    const routes = lines.map((line) => written(line));
    const [line] = [written(request)];
    const found = serving(routes, "none")(line);
    expect(found && [found.route, ...found.values]).toEqual(ours);
    const byExpress = servingByExpress(routes, plainly)(line);
    expect(byExpress && [byExpress.route, ...byExpress.values]).toEqual(theirs);
  });
});
