import fc from "fast-check";
import { VersionNeutral } from "versioned-controllers";
import { runs } from "../support/runs";
import { answerOf, servedByPath, type Found, type ModelRoute } from "./model";
import { asking, serving, tableAndLines, versions, written, type Line, type SchemeName } from "./tables";

type Things = [[readonly ModelRoute[], readonly Line[]], SchemeName, readonly string[]];

const get = (...paths: readonly string[]): readonly Line[] => paths.map((path) => ({ method: "GET", path }));

/** The errors elsewhere, and here. */
const examples: readonly Things[] = [
  // Guards and middleware that did not run on versioned routes (nestjs/nest#8844, #10847, #13093, #10566).
  ...(["uri", "header", "media type", "custom"] as const).map((scheme): Things => {
    const routes = [
      written("GET /cats 1", ["m1"], ["g1"]),
      written("GET /cats 2", ["m2"], ["g2"]),
      written("GET /cats", ["m1", "m2"], ["g1", "g2"]),
    ];
    return [[routes, get("/cats", "/cats/", "//cats", "/CATS")], scheme, ["2"]];
  }),
  // A path that middleware and router read differently (middie, Nest on Fastify).
  [
    [[written("GET /a 1", [], ["g1"])], get("//a", "/a//", "/%61", "/./a", "/a;v=1", "/A", "/%2Fa")],
    "header",
    ["1"],
  ],
  // Names that every object has.
  [[[written("GET /a __proto__"), written("GET /b 1")], get("/a", "/b")], "header", ["__proto__"]],
  [[[written("GET /a 1")], get("/a", "/__proto__")], "media type", ["constructor"]],
  // A static route of another version, which shadows nothing; a HEAD route of another version neither.
  [
    [[written("GET /a/b 1"), written("GET /a/{id} 2"), written("HEAD /a/b 1")], get("/a/b")],
    "custom",
    ["2", "1"],
  ],
  [[[written("HEAD /a"), written("GET /a 1")], [{ method: "HEAD", path: "/a" }]], "custom", ["1"]],
  // Under VersioningURI a path may name a version by accident.
  [[[written("GET / 1"), written("GET /{id}")], get("/v1", "/v1/", "/v2", "/v")], "uri", []],
  // An empty segment is no value, and the end of a rest neither.
  [[[written("GET /{id...} 1")], get("/", "//", "///", "/a//", "/a///")], "header", ["1"]],
];

const scheme = fc.constantFrom<SchemeName>("uri", "header", "media type", "custom");
const wanted = fc.uniqueArray(fc.constantFrom("1", "1", "2", ...versions), { maxLength: 3 });

describe("version isolation: the app, asked for versions, answers as one app for each of them, then the neutral ones", () => {
  it("and as the model says", () => {
    fc.assert(
      fc.property(tableAndLines("all"), scheme, wanted, ([routes, lines], name, list) => {
        const asked = name === "custom" ? list : list.slice(0, 1);
        const whole = serving(routes, name);
        const alone = [...asked, undefined].map((version) => serving(only(routes, version), name));
        for (const line of lines) {
          const answer = whole(...asking(name, line, asked));
          // Under VersioningURI the path settles the version: neutral routes have addresses of their own.
          if (name === "uri") {
            const [served] = asking(name, line, asked);
            expect([line, answer]).toEqual([line, byPath(routes, served)]);
            continue;
          }
          expect([line, answer]).toEqual([line, answerOf(routes, { ...line, versions: asked })]);
          // Each version as if it were deployed alone; the last of these apps has the neutral routes only.
          const answers = alone.map((ask, i) => ask(...asking(name, line, asked.slice(i, i + 1))));
          expect([line, answer]).toEqual([line, answers.find((one) => one !== undefined)]);
        }
      }),
      runs<Things>(...examples),
    );
  });
});

/** The routes of one version, declared for nothing else; without a version, the neutral ones. */
function only(routes: readonly ModelRoute[], version = VersionNeutral): readonly ModelRoute[] {
  return routes
    .filter((route) => route.versions.includes(version))
    .map((route) => ({ ...route, versions: [version] }));
}

/** The version of what is found stands in the path, whoever has put it there. */
function byPath(routes: readonly ModelRoute[], line: Line): Found | undefined {
  const found = answerOf(servedByPath(routes), { ...line, versions: [] });
  const route = routes.find(({ name }) => name === found?.route);
  if (!found || route?.versions.includes(VersionNeutral)) return found;
  return { ...found, version: decodeURIComponent(line.path.split("/")[1] ?? "").slice(1) };
}
