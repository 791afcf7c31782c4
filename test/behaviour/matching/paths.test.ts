import { App, RouteOf, VersionNeutral, WithVersion, type RouterOption } from "versioned-controllers";
import { unmatched } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { keptOpen, serve } from "../../support/serve";
import { custom, header, mediaType, none, uri, type Scheme } from "../../support/schemes";

const routes = [
  "GET /",
  "GET /cats",
  "GET /cats/me",
  "GET /cats/{id}",
  "POST /cats/{id}",
  "GET /cats/{cat}/toys",
  "GET /cats/me/toys/all",
  "GET /cats/{cat}/toys/{toy}",
  "GET /Dogs",
  "GET /trailing/",
  // Everything but braces is literal.
  "GET /lit/:id",
  "GET /lit/*",
  "GET /lit/*/deep",
  "GET /lit/st*ar",
  "GET /lit/end*",
  "GET /lit/(a|b)?+.[]$^\\d",
  "GET /lit/a:b",
  "GET /lit/a&b=c;d@e,f!",
  "GET /lit/with space",
  "GET /lit/100%",
  "GET /lit/%41",
  "GET /lit/café",
  "GET /lit/q?r#s",
  "GET /lit/..",
  "GET /lit/.",
  "GET /lit/__proto__",
  "GET /lit/constructor",
  // Rest parameters.
  "GET /files/{path...}",
  "GET /files/readme",
  "GET /files/a/{name}",
  "GET /files/a/b/c",
  // Backtracking.
  "GET /deep/{a}/x",
  "GET /deep/b/y",
  "GET /deep/{a}/{b}/x",
  "GET /deep/b/{c}/y",
  "GET /deep/b/{rest...}",
  "GET /deep/{rest...}",
  "PUT /deep/{a}/{b}",
  "PUT /deep/b/y",
  // Names that a bare object would have.
  "GET /names/{constructor}/{toString}/{hasOwnProperty}",
  "GET /names/{_1}",
];

/** `[request, route, params]`; without a route it is the uniform 404. */
type Row = readonly [request: string, route?: string, params?: Record<string, string>];

const tables: Record<string, readonly Row[]> = {
  "one trailing slash is ignored, on both sides": [
    ["GET /", "GET /", {}],
    ["GET /cats", "GET /cats", {}],
    ["GET /cats/", "GET /cats", {}],
    ["GET /cats/7/", "GET /cats/{id}", { id: "7" }],
    ["GET /trailing", "GET /trailing", {}],
    ["GET /trailing/", "GET /trailing", {}],
  ],
  "the query is no part of the path": [
    ["GET /cats?a=/me", "GET /cats", {}],
    ["GET /cats/?a=1", "GET /cats", {}],
    ["GET /cats/7?%zz", "GET /cats/{id}", { id: "7" }],
    ["GET /?", "GET /", {}],
  ],
  "nothing else is folded": [
    ["GET /cats//"],
    ["GET //cats"],
    ["GET //"],
    ["GET ///"],
    ["GET /cats//toys"],
    ["GET /cats//me"],
    ["GET /cats/./me"],
    ["GET /cats/../cats"],
    ["GET /lit/..", "GET /lit/..", {}],
    ["GET /lit/.", "GET /lit/.", {}],
    ["GET /lit/%2e%2e"],
  ],
  "case matters": [
    ["GET /Dogs", "GET /Dogs", {}],
    ["GET /dogs"],
    ["GET /CATS"],
    ["GET /cats/ME", "GET /cats/{id}", { id: "ME" }],
  ],
  "literal text is matched in its canonical spelling alone, in hex digits of either case": [
    ["GET /c%61ts"],
    ["GET /%63%61%74%73"],
    ["GET /%63%61%74%73/me"],
    ["GET /cats/m%65", "GET /cats/{id}", { id: "me" }],
    ["GET /cats/m%65/toys/all", "GET /cats/{cat}/toys/{toy}", { cat: "me", toy: "all" }],
    ["GET /lit/a%3Ab"],
    ["GET /lit/a%26b=c;d@e,f!"],
    ["GET /lit/caf%c3%a9", "GET /lit/café", {}],
    ["GET /lit/caf%C3%a9", "GET /lit/café", {}],
    ["GET /lit/c%61f%C3%A9"],
    ["GET /lit/with%20spac%65"],
    ["GET /lit/%5F_proto__"],
    ["GET /lit/(a|b)%3F+.%5B%5D$%5E%5Cd"],
    ["GET /lit/(a%7Cb)%3F+.[]$%5E%5Cd"],
    ["GET /lit/%28a%7Cb)%3F+.%5B%5D$%5E%5Cd"],
    ["GET /lit/%2541", "GET /lit/%41", {}],
    ["GET /lit/%25%34%31"],
    ["GET /%66iles/readme"],
    ["GET /files/r%65adme", "GET /files/{path...}", { path: "readme" }],
    ["GET /deep/%62/y", "GET /deep/{rest...}", { rest: "b/y" }],
  ],
  "it is split at `/`, then the segments of parameters are decoded": [
    ["GET /cats/a%2Fb", "GET /cats/{id}", { id: "a/b" }],
    ["GET /cats/a%2fb/", "GET /cats/{id}", { id: "a/b" }],
    ["GET /cats/%2F", "GET /cats/{id}", { id: "/" }],
    ["GET /cats%2Fme"],
    ["GET /cats/me%2F", "GET /cats/{id}", { id: "me/" }],
    ["GET /%2F"],
    ["GET /cats/%00", "GET /cats/{id}", { id: "\0" }],
    ["GET /cats/%20", "GET /cats/{id}", { id: " " }],
    ["GET /cats/a+b", "GET /cats/{id}", { id: "a+b" }],
    ["GET /cats/%E2%82%AC", "GET /cats/{id}", { id: "€" }],
    ["GET /cats/%F0%9F%90%88", "GET /cats/{id}", { id: "🐈" }],
    ["GET /cats/%2541", "GET /cats/{id}", { id: "%41" }],
    ["GET /cats/%3F%23", "GET /cats/{id}", { id: "?#" }],
  ],
  "a malformed escape matches nothing": [
    ["GET /cats/%"],
    ["GET /cats/%zz"],
    ["GET /cats/%4"],
    ["GET /cats/%ff"],
    ["GET /cats/%c3"],
    ["GET /cats/%ed%a0%80"],
    ["GET /files/%zz/a"],
    ["GET /%zz"],
    ["GET /lit/100%"],
  ],
  "everything but braces is literal": [
    ["GET /lit/:id", "GET /lit/:id", {}],
    ["GET /lit/%3Aid"],
    ["GET /lit/7"],
    ["GET /lit/*", "GET /lit/*", {}],
    ["GET /lit/%2A"],
    ["GET /lit/*/deep", "GET /lit/*/deep", {}],
    ["GET /lit/x/deep"],
    ["GET /lit/st*ar", "GET /lit/st*ar", {}],
    ["GET /lit/stXar"],
    ["GET /lit/star"],
    ["GET /lit/end*", "GET /lit/end*", {}],
    ["GET /lit/ending"],
    ["GET /lit/end"],
    ["GET /lit/(a%7Cb)%3F+.%5B%5D$%5E%5Cd", "GET /lit/(a|b)?+.[]$^\\d", {}],
    ["GET /lit/a"],
    ["GET /lit/a:b", "GET /lit/a:b", {}],
    ["GET /lit/a&b=c;d@e,f!", "GET /lit/a&b=c;d@e,f!", {}],
    ["GET /lit/a%26b%3Dc%3Bd%40e%2Cf%21"],
    ["GET /lit/with%20space", "GET /lit/with space", {}],
    ["GET /lit/with+space"],
    ["GET /lit/100%25", "GET /lit/100%", {}],
    ["GET /lit/%2541", "GET /lit/%41", {}],
    ["GET /lit/%41"],
    ["GET /lit/A"],
    ["GET /lit/caf%C3%A9", "GET /lit/café", {}],
    ["GET /lit/cafe%CC%81"],
    ["GET /lit/q%3Fr%23s", "GET /lit/q?r#s", {}],
    ["GET /lit/__proto__", "GET /lit/__proto__", {}],
    ["GET /lit/constructor", "GET /lit/constructor", {}],
    ["GET /lit/toString"],
    ["GET /__proto__"],
    ["GET /constructor"],
  ],
  "a parameter takes one whole segment, of at least one character": [
    ["GET /cats/7", "GET /cats/{id}", { id: "7" }],
    ["GET /cats/{id}", "GET /cats/{id}", { id: "{id}" }],
    ["GET /cats/id", "GET /cats/{id}", { id: "id" }],
    ["GET /cats/cat/toys", "GET /cats/{cat}/toys", { cat: "cat" }],
    ["GET /cats/7/toys", "GET /cats/{cat}/toys", { cat: "7" }],
    ["GET /cats/7/toys/8", "GET /cats/{cat}/toys/{toy}", { cat: "7", toy: "8" }],
    ["GET /cats/7/8"],
    ["GET /cats/7/toys/8/9"],
    ["GET /cats//toys/8"],
    ["GET /cats/7/toys//"],
    ["GET /names/__proto__", "GET /names/{_1}", { _1: "__proto__" }],
    [
      "GET /names/a/b/c",
      "GET /names/{constructor}/{toString}/{hasOwnProperty}",
      { constructor: "a", toString: "b", hasOwnProperty: "c" },
    ],
  ],
  "a rest parameter takes the rest, of at least one character": [
    ["GET /files/a", "GET /files/{path...}", { path: "a" }],
    ["GET /files/path", "GET /files/{path...}", { path: "path" }],
    ["GET /files/x/y/z", "GET /files/{path...}", { path: "x/y/z" }],
    ["GET /files/x/", "GET /files/{path...}", { path: "x" }],
    ["GET /files/x//", "GET /files/{path...}", { path: "x/" }],
    ["GET /files/x//y", "GET /files/{path...}", { path: "x//y" }],
    ["GET /files//x", "GET /files/{path...}", { path: "/x" }],
    ["GET /files///", "GET /files/{path...}", { path: "/" }],
    ["GET /files/x%2Fy/z%20", "GET /files/{path...}", { path: "x/y/z " }],
    ["GET /files/%2F", "GET /files/{path...}", { path: "/" }],
    ["GET /files"],
    ["GET /files/"],
    ["GET /files//"],
  ],
  "a static segment beats a parameter, a parameter beats a rest parameter": [
    ["GET /cats/me", "GET /cats/me", {}],
    ["GET /cats/me/toys/all", "GET /cats/me/toys/all", {}],
    ["GET /files/readme", "GET /files/readme", {}],
    ["GET /files/a/b", "GET /files/a/{name}", { name: "b" }],
    ["GET /files/a/b/c", "GET /files/a/b/c", {}],
  ],
  "a branch that ends without a route is gone back from": [
    ["GET /cats/me/toys", "GET /cats/{cat}/toys", { cat: "me" }],
    ["GET /cats/me/toys/7", "GET /cats/{cat}/toys/{toy}", { cat: "me", toy: "7" }],
    ["GET /files/readme/x", "GET /files/{path...}", { path: "readme/x" }],
    ["GET /files/a/b/x", "GET /files/{path...}", { path: "a/b/x" }],
    ["GET /files/a/b/c/d", "GET /files/{path...}", { path: "a/b/c/d" }],
    ["GET /deep/b/x", "GET /deep/b/{rest...}", { rest: "x" }],
    ["GET /deep/b/y", "GET /deep/b/y", {}],
    ["GET /deep/b/z/y", "GET /deep/b/{c}/y", { c: "z" }],
    ["GET /deep/b/z/x", "GET /deep/b/{rest...}", { rest: "z/x" }],
    ["GET /deep/c/x", "GET /deep/{a}/x", { a: "c" }],
    ["GET /deep/c/d/x", "GET /deep/{a}/{b}/x", { a: "c", b: "d" }],
    ["GET /deep/c/y", "GET /deep/{rest...}", { rest: "c/y" }],
    ["GET /deep/b", "GET /deep/{rest...}", { rest: "b" }],
  ],
  "so is one without the method": [
    ["POST /cats/me", "POST /cats/{id}", { id: "me" }],
    ["PUT /deep/b/x", "PUT /deep/{a}/{b}", { a: "b", b: "x" }],
    ["PUT /deep/b/y", "PUT /deep/b/y", {}],
    ["POST /cats"],
    ["DELETE /cats/7"],
    ["PUT /deep/b"],
  ],
  "HEAD is answered by the best GET route": [
    ["HEAD /cats/me", "GET /cats/me", {}],
    ["HEAD /cats/7", "GET /cats/{id}", { id: "7" }],
    ["HEAD /nowhere"],
  ],
};

/** The same routes, deployed in one way, and how a client gets there. */
interface Deployment {
  readonly name: string;
  readonly scheme: Scheme;
  readonly root: readonly RouterOption[];
  readonly versions: readonly string[];
}

const asOne = [WithVersion("1", "2")];
const asNeutral = [WithVersion(VersionNeutral)];
const deployments: readonly Deployment[] = [
  { name: "with versioning off", scheme: none, root: [], versions: [] },
  ...[uri, header, mediaType, custom].flatMap((scheme): Deployment[] => [
    { name: `as a version under ${scheme.name}`, scheme, root: asOne, versions: ["2"] },
    { name: `as neutral routes under ${scheme.name}`, scheme, root: asNeutral, versions: [] },
  ]),
  // Under VersioningURI a version is a path of its own: see versions.test.ts.
  ...[header, mediaType, custom].map((scheme) => ({
    name: `as neutral routes for an unserved version under ${scheme.name}`,
    scheme,
    root: asNeutral,
    versions: ["9"],
  })),
  {
    name: "as the last of a preference list",
    scheme: custom,
    root: asOne,
    versions: ["9", "__proto__", "2"],
  },
];

function appOf({ scheme, root }: Deployment, inOrder: readonly string[]): App {
  const app = new App({ Logger: recordingLogger(), Versioning: scheme.options }, ...root);
  for (const route of inOrder) {
    const space = route.indexOf(" ");
    app.Handle(route.slice(0, space), route.slice(space + 1), (req, res) => {
      res.set("X-Params", encodeURIComponent(JSON.stringify(req.params)));
      res.set("X-Prototype", String(Object.getPrototypeOf(req.params)));
      const { Method, Path } = RouteOf(req) ?? {};
      res.set("X-Route", encodeURIComponent(`${String(Method)} ${String(Path)}`));
      return null;
    });
  }
  return app;
}

const orders: Record<string, readonly string[]> = {
  "registered as written": routes,
  "registered the other way round": [...routes].reverse(),
};

describe.each(deployments)("$name", (deployment) => {
  describe.each(Object.entries(orders))("%s", (_order, inOrder) => {
    it.each(Object.entries(tables))("%s", async (_rule, rows) => {
      const server = await serve(appOf(deployment, inOrder));
      for (const [request, route, params] of rows) {
        const space = request.indexOf(" ");
        const asking = deployment.scheme.ask(request.slice(space + 1), deployment.versions);
        if (!asking) throw new Error(deployment.scheme.cannot);
        const line = `${request.slice(0, space)} ${asking.path}`;
        const answer = await server.ask(line, { ...asking.headers, ...keptOpen });
        const body: unknown = answer.text === "" ? undefined : answer.json;
        const told = (name: string) => decodeURIComponent(String(answer.headers[name]));
        if (route === undefined) {
          expect([request, answer.status]).toEqual([request, 404]);
          if (body !== undefined) expect(body).toEqual(unmatched(line.split("?")[0] ?? ""));
          continue;
        }
        expect([request, answer.status]).toEqual([request, 200]);
        expect([request, told("x-route")]).toEqual([
          request,
          route.replace(/(.)\/$/, "$1").replace(/ $/, " /"),
        ]);
        expect([request, JSON.parse(told("x-params"))]).toEqual([request, params]);
        expect(answer.headers["x-prototype"]).toBe("null");
      }
    });
  });
});
