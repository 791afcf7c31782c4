import express from "express";
import fc from "fast-check";
import findMyWay from "find-my-way";
import { App, VersioningHeader, VersionNeutral, WithVersion } from "versioned-controllers";
import { call } from "../support/in-process";
import { recordingLogger } from "../support/logger";
import { often } from "../support/runs";
import { spelling, withUpperCaseEscapes } from "./model";

/** One segment of a template. */
type Part = { readonly kind: "static"; readonly text: string } | { readonly kind: "parameter" | "rest" };

interface Template {
  readonly method: string;
  readonly parts: readonly Part[];
}

/** The route that matched, and the values of its parameters, in the order they stand. */
type Found = readonly [route: string, ...values: string[]] | undefined;

const texts = ["a", "b", "c", ":a", "*", "A", "%", "é", "..", "__proto__", "constructor"];
const staticPart = (from: readonly string[]): fc.Arbitrary<Part> =>
  fc.constantFrom(...from).map((text) => ({ kind: "static", text }));
const parameter: fc.Arbitrary<Part> = fc.constant({ kind: "parameter" });

function template(from: readonly string[], methods: readonly string[]): fc.Arbitrary<Template> {
  const inner = fc.oneof({ weight: 3, arbitrary: staticPart(from) }, { weight: 2, arbitrary: parameter });
  return fc
    .tuple(fc.constantFrom(...methods), fc.array(inner, { maxLength: 4 }), fc.boolean())
    .map(([method, parts, hasRest]) => ({
      method,
      parts: hasRest ? [...parts, { kind: "rest" } as const] : parts,
    }));
}

function templates(from: readonly string[], methods: readonly string[]): fc.Arbitrary<readonly Template[]> {
  return fc.uniqueArray(template(from, methods), { maxLength: 25, selector: nameOf });
}

/** With names that the place of a parameter gives: `GET /a/{p1}/{p2...}`. */
function nameOf({ method, parts }: Template): string {
  return `${method} ${pathOf(parts)}`;
}

function pathOf(parts: readonly Part[]): string {
  const segments = parts.map((part, i) => {
    if (part.kind === "static") return part.text;
    return part.kind === "parameter" ? `{p${i}}` : `{p${i}...}`;
  });
  return `/${segments.join("/")}`;
}

/** An App that tells what it found. */
function finder(
  routes: readonly (Template & { readonly version?: string })[],
  isVersioned = false,
): (method: string, url: string, version?: string) => Found {
  let found: Found;
  const app = new App({
    PassUnmatched: true,
    Logger: recordingLogger(),
    ...(isVersioned && { Versioning: { Type: VersioningHeader, Header: "V" } }),
  });
  for (const route of routes) {
    const options = isVersioned ? [WithVersion(route.version ?? VersionNeutral)] : [];
    const name = nameOf(route);
    app.Handle(
      route.method,
      pathOf(route.parts),
      (req, res) => {
        found = [`${name}${route.version ?? ""}`, ...Object.values<string>(req.params)];
        return res;
      },
      ...options,
    );
  }
  const middleware = app.Build();
  return (method, url, version) => {
    found = undefined;
    call(middleware, { method, url, rawHeaders: version === undefined ? [] : ["V", version] });
    return found;
  };
}

/** The rule of docs/reference/routing.md without a tree: every route that matches, and of these the most specific. */
function slowly(routes: readonly Template[], method: string, url: string): Found {
  const path = url.endsWith("/") ? url.slice(0, -1) : url;
  const encoded = path === "" ? [] : path.slice(1).split("/");
  if (path !== "" && !path.startsWith("/")) return undefined;
  let segments: string[];
  try {
    segments = encoded.map((segment) => decodeURIComponent(segment));
  } catch {
    return undefined;
  }
  const matching = routes.flatMap((route) => {
    const values = route.method === method ? valuesOf(route.parts, segments, encoded) : undefined;
    return values ? [{ route, values }] : [];
  });
  const [best] = matching.sort((a, b) => compare(a.route, b.route));
  return best && [nameOf(best.route), ...best.values];
}

function valuesOf(
  parts: readonly Part[],
  segments: readonly string[],
  encoded: readonly string[],
): readonly string[] | undefined {
  const values: string[] = [];
  for (const [i, part] of parts.entries()) {
    const segment = segments[i];
    if (segment === undefined) return undefined;
    if (part.kind === "rest") {
      const rest = segments.slice(i).join("/");
      return rest === "" ? undefined : [...values, rest];
    }
    const isSame = part.kind === "static" && spelling(part.text) === withUpperCaseEscapes(encoded[i] ?? "");
    if (part.kind === "static" ? !isSame : segment === "") return undefined;
    if (part.kind === "parameter") values.push(segment);
  }
  return parts.length === segments.length ? values : undefined;
}

const rank = { static: 0, parameter: 1, rest: 2 } as const;

/** Segment by segment from the left: a static one first, then a parameter, then a rest parameter. */
function compare(a: Template, b: Template): number {
  for (let i = 0; i < Math.max(a.parts.length, b.parts.length); i++) {
    const difference = rankOf(a.parts[i]) - rankOf(b.parts[i]);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** A path that has ended is last, so that the order is one: no path matches at two lengths but by a rest. */
function rankOf(part: Part | undefined): number {
  return part ? rank[part.kind] : 3;
}

const anySegment = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...texts).map(spelling) },
  {
    weight: 1,
    arbitrary: fc.constantFrom("", "%2F", "%zz", "%", "%00", "%61", "%2A", "%c3%a9", "x", ".", "*", ":a"),
  },
);
const anyURL = fc
  .tuple(fc.array(anySegment, { maxLength: 6 }), fc.boolean())
  .map(([segments, slash]) => `/${segments.join("/")}${slash ? "/" : ""}`);

describe("the route tree", () => {
  it("finds what the rule finds, whatever the order of registration", () => {
    fc.assert(
      fc.property(
        templates(texts, ["GET", "POST"]).chain((routes) =>
          fc.tuple(fc.constant(routes), fc.shuffledSubarray([...routes], { minLength: routes.length })),
        ),
        fc.array(fc.tuple(fc.constantFrom("GET", "POST", "PUT"), anyURL), { minLength: 1, maxLength: 20 }),
        ([routes, shuffled], requests) => {
          const find = finder(shuffled);
          for (const [method, url] of requests) {
            expect(find(method, url)).toEqual(slowly(routes, method, url));
          }
        },
      ),
      often(400),
    );
  });

  it("finds every route by a path of its own", () => {
    fc.assert(
      fc.property(templates(texts, ["GET"]), (routes) => {
        const find = finder(routes);
        for (const { parts } of routes) {
          const url = `/${parts.map((part) => (part.kind === "static" ? spelling(part.text) : "zz")).join("/")}`;
          expect(find("GET", url)).toBeDefined();
          expect(find("GET", url)).toEqual(slowly(routes, "GET", url));
        }
      }),
      often(200),
    );
  });

  it("answers a version as if only its routes were deployed, then the neutral ones", () => {
    const routes = fc.tuple(templates(texts, ["GET"]), templates(texts, ["GET"]), templates(texts, ["GET"]));
    fc.assert(
      fc.property(routes, fc.array(anyURL, { minLength: 1, maxLength: 15 }), ([one, two, neutral], urls) => {
        const all = [
          ...one.map((route) => ({ ...route, version: "1" })),
          ...neutral,
          ...two.map((route) => ({ ...route, version: "2" })),
        ];
        const find = finder(all, true);
        const expected = (own: readonly Template[], url: string, version: string): Found => {
          const found = slowly(own, "GET", url);
          return found ? [`${found[0]}${version}`, ...found.slice(1)] : slowly(neutral, "GET", url);
        };
        for (const url of urls) {
          expect(find("GET", url, "1")).toEqual(expected(one, url, "1"));
          expect(find("GET", url, "2")).toEqual(expected(two, url, "2"));
          expect(find("GET", url, "3")).toEqual(slowly(neutral, "GET", url));
          expect(find("GET", url)).toEqual(slowly(neutral, "GET", url));
        }
      }),
      often(150),
    );
  });

  it("takes any text for a path, and never throws", () => {
    const find = finder([
      { method: "GET", parts: [{ kind: "parameter" }, { kind: "static", text: "a" }] },
      { method: "GET", parts: [{ kind: "rest" }] },
    ]);
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (url) => {
        find("GET", url);
        find("GET", `/${url}`);
      }),
      often(1000),
    );
  });
});

// The paths that the oracles and the reference agree on: plain segments, and no empty ones.
const plain = ["a", "b", "c", "d"];
const plainURL = fc
  .array(fc.constantFrom(...plain, "x"), { maxLength: 6 })
  .map((segments) => `/${segments.join("/")}`);

describe("as find-my-way", () => {
  it("finds the same routes and values", () => {
    fc.assert(
      fc.property(
        templates(plain, ["GET", "PUT"]),
        fc.array(plainURL, { minLength: 1, maxLength: 20 }),
        (routes, urls) => {
          const oracle = findMyWay({ ignoreTrailingSlash: true });
          for (const route of routes) {
            const path = route.parts.map((part, i) =>
              part.kind === "static" ? part.text : part.kind === "parameter" ? `:p${i}` : "*",
            );
            oracle.on(route.method as "GET", `/${path.join("/")}`, () => undefined, nameOf(route));
          }
          const find = finder(routes);
          for (const url of urls) {
            // Its wildcard takes an empty rest, which a rest parameter does not.
            if (url === "/" || routes.some(({ parts }) => isRestAt(parts, url))) continue;
            const found = oracle.find("GET", url);
            const expected = found && [found.store as string, ...Object.values(found.params)];
            expect(find("GET", url)).toEqual(expected ?? undefined);
          }
        },
      ),
      often(300),
    );
  });
});

/** Whether a path ends just where a rest parameter would begin. */
function isRestAt(parts: readonly Part[], url: string): boolean {
  return parts.at(-1)?.kind === "rest" && parts.length - 1 === url.split("/").length - 1;
}

describe("as a case-sensitive express.Router with the most specific routes first", () => {
  it("finds the same routes and values", () => {
    fc.assert(
      fc.property(
        templates(plain, ["GET", "PUT"]),
        fc.array(plainURL, { minLength: 1, maxLength: 15 }),
        (routes, urls) => {
          let found: Found;
          const oracle = express.Router({ caseSensitive: true });
          for (const route of [...routes].sort(compare)) {
            const path = route.parts.map((part, i) =>
              part.kind === "static" ? part.text : part.kind === "parameter" ? `:p${i}` : `*p${i}`,
            );
            const name = nameOf(route);
            oracle[route.method === "GET" ? "get" : "put"](`/${path.join("/")}`, (req) => {
              const values = Object.values(req.params);
              found = [
                name,
                ...values.map((value) => (Array.isArray(value) ? value.join("/") : String(value))),
              ];
            });
          }
          const find = finder(routes);
          for (const url of urls) {
            found = undefined;
            call(oracle, { method: "GET", url });
            expect(find("GET", url)).toEqual(found);
          }
        },
      ),
      often(200),
    );
  });
});
