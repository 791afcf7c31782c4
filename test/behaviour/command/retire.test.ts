import { makeProjectInProcess } from "../../support/project";

const project = makeProjectInProcess();

afterAll(() => {
  project.remove();
});

const start = `const { z } = require(${JSON.stringify(require.resolve("zod"))}); Object.assign(globalThis, require("versioned-controllers"));`;

const ofHeader = `{ Logger: { warn() {}, error() {} }, Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List } }`;

/** Runs `retire` for a module with these lines, the first of which is line 2. */
async function retired(version: string, ...lines: readonly string[]): Promise<readonly string[]> {
  project.write("app.js", [start, ...lines].join("\n"));
  const { code, output, errors } = await project.run("retire", "app.js", version);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  return output
    .trimEnd()
    .replaceAll(/loaded-\d+\.js/g, "app.js")
    .split("\n");
}

const cats = [
  /*  2 */ `const V = DefineVersions("1", "2", "3");`,
  /*  3 */ `const Born = V.Change("2", "Born.");`,
  /*  4 */ `const Named = V.Change("3", "Named.");`,
  /*  5 */ `const Cat = Versioned(z.object({ birthday: z.string() }))`,
  /*  6 */ `  .Before(Named, z.object({ birth: z.string() }), Rename("birth", "birthday"))`,
  /*  7 */ `  .Before(Born, z.object({ born: z.string() }), Rename("born", "birth"));`,
];

it("prints links, Befores, ranges, routes and changes that only the version reaches, by file and line", async () => {
  const lines = await retired(
    "1",
    ...cats,
    /*  8 */ `const Moved = V.Change("2", "Moved.");`,
    /*  9 */ `module.exports = new App(${ofHeader}, V.Since("1"))`,
    /* 10 */ `  .Get("/cats", () => [], WithResponse(200, Cat.Within([Each], (cat) => z.array(cat))))`,
    /* 11 */ `  .Get("/old", () => 1,`,
    /* 12 */ `    V.Until("1"))`,
    /* 13 */ `  .Put("/pets", () => 1,`,
    /* 14 */ `    Before(Moved, Post("/pets")),`,
    /* 15 */ `    Before(Named, Patch("/pets")))`,
    /* 16 */ `  .Get("/quick", () => 1,`,
    /* 17 */ `    WithChanges(Born, Named), V.Until("2"))`,
    /* 18 */ `  .Get("/both", () => 1, WithVersion("1", "3"))`,
    /* 19 */ `  .Include(new Router("/legacy").Get("/", () => 1),`,
    /* 20 */ `    V.Until("1"));`,
  );
  expect(lines).toEqual([
    "dead without version 1:",
    `  app.js:3  change "Born." (version 2)`,
    `  app.js:7  link "Born." (version 2) of GET /cats, response 200`,
    `  app.js:8  change "Moved." (version 2)`,
    `  app.js:11  route GET /old`,
    `  app.js:14  Before "Moved." (version 2) of PUT /pets`,
    `  app.js:17  WithChanges "Born." (version 2) of GET /quick`,
    `  app.js:19  route GET /legacy`,
    `  app.js:20  range Until("1") of Include(Router /legacy)`,
    "",
    "alive, but naming version 1:",
    `  app.js:9  Since("1"): write Since("2")`,
    `  app.js:18  WithVersion("1", "3"): write WithVersion("3")`,
  ]);
});

it("of a version in the middle no link is dead, since older versions are converted through it", async () => {
  const lines = await retired(
    "2",
    ...cats,
    /*  8 */ `module.exports = new App(${ofHeader})`,
    /*  9 */ `  .Get("/cats", () => [], V.Since("1"), WithResponse(200, Cat))`,
    /* 10 */ `  .Get("/two", () => 1, V.Since("2"), V.Until("2"))`,
    /* 11 */ `  .Get("/till", () => 1, V.Until("2"));`,
  );
  expect(lines).toEqual([
    "dead without version 2:",
    `  app.js:10  route GET /two`,
    "",
    "alive, but naming version 2:",
    `  app.js:3  change "Born." (version 2): write "3"`,
    `  app.js:11  Until("2"): write Until("1")`,
  ]);
});

it("a link that another version reaches by another route is alive", async () => {
  const [alive, dead] = await Promise.all(
    [`V.Since("2")`, `WithVersion("3")`].map(async (range, i) => {
      const name = `shared-${String(i)}.js`;
      project.write(
        name,
        [
          start,
          ...cats,
          `module.exports = new App(${ofHeader})`,
          `  .Post("/cats", () => 1, WithVersion("1", "3"), WithBody(Cat))`,
          `  .Get("/cats", () => 1, ${range}, WithResponse(200, Cat.As(z.object({ birthday: z.string() }))));`,
        ].join("\n"),
      );
      return (await project.run("retire", name, "1")).output;
    }),
  );
  expect(alive).toContain(`:7  link "Born."`);
  expect(alive).not.toContain("Named.");
  expect(dead).toContain(`:6  link "Named." (version 3) of POST /cats, body`);
  expect(dead).toContain(`:4  change "Named."`);
});

it("a link that As has copied is one declaration", async () => {
  const lines = await retired(
    "1",
    `const V = DefineVersions("1", "2");`,
    `const Born = V.Change("2", "Born.");`,
    `const Old = Versioned(z.object({ birthday: z.string() }))`,
    `  .Before(Born, z.object({ born: z.string() }), Rename("born", "birthday"));`,
    `const Faced = Old`,
    `  .As(z.object({ born: z.string(), more: z.string() }), { Down: (cat) => ({ ...cat, more: "" }) });`,
    `module.exports = new App(${ofHeader}, V.Since("2"))`,
    `  .Get("/a", () => 1, WithVersion("1", "2"), WithResponse(200, Old))`,
    `  .Get("/b", () => 1, WithVersion("1"), WithResponse(200, Faced));`,
  );
  expect(lines.filter((line) => line.includes("link"))).toEqual([
    `  app.js:5  link "Born." (version 2) of GET /a, response 200`,
  ]);
});

it("of webhooks, Shadows, errors and links of members too", async () => {
  const lines = await retired(
    "1",
    /*  2 */ `const V = DefineVersions("1", "2");`,
    /*  3 */ `const Added = V.Change("2", "Added."), Wrong = V.Change("2", "Wrong.");`,
    /*  4 */ `const Cat = Versioned(z.object({ name: z.string(), age: z.number() }))`,
    /*  5 */ `  .Added(Added, "age");`,
    /*  6 */ `const Failure = Versioned(z.object({ reason: z.string() }))`,
    /*  7 */ `  .Before(Wrong, z.object({ why: z.string() }), { Down: ({ reason }) => ({ why: reason }) });`,
    /*  8 */ `const options = ${ofHeader};`,
    /*  9 */ `const app = new App({ ...options, Errors: { Schema: Failure, Body: (error) => ({ reason: error.message }) } });`,
    /* 10 */ `const shadow = { Answer: "old", OnDifference() {} };`,
    /* 11 */ `app.Get("/cats", () => ({}), V.Since("1"), WithResponse(200, Cat),`,
    /* 12 */ `  Shadow(WithVersion("1"), () => ({}), shadow));`,
    /* 13 */ `app.Get("/dogs", () => ({}), V.Since("2"), Shadow(V.Since("2"), () => ({}), shadow));`,
    /* 14 */ `app.Include(V.Webhook("cat.added", Cat, V.Since("1")));`,
    /* 15 */ `app.Include(`,
    /* 16 */ `  V.Webhook("cat.gone", Cat, V.Until("1")));`,
    /* 17 */ `module.exports = app;`,
  );
  expect(lines).toEqual([
    "dead without version 1:",
    `  app.js:3  change "Added." (version 2)`,
    `  app.js:3  change "Wrong." (version 2)`,
    `  app.js:5  link "Added." (version 2) of GET /cats, response 200`,
    `  app.js:7  link "Wrong." (version 2) of errors`,
    `  app.js:12  Shadow of GET /cats`,
    `  app.js:16  webhook cat.gone`,
    "",
    "alive, but naming version 1:",
    `  app.js:11  Since("1"): write Since("2")`,
    `  app.js:14  Since("1"): write Since("2")`,
  ]);
});

it("a class that is included twice declares its routes for both inclusions", async () => {
  const lines = await retired(
    "1",
    /*  2 */ `const V = DefineVersions("1", "2");`,
    /*  3 */ `class Cats { list() {} past() {} }`,
    /*  4 */ `const decorate = (name, ...decorators) => decorators.forEach((one) => one(Cats.prototype, name, Object.getOwnPropertyDescriptor(Cats.prototype, name)));`,
    /*  5 */ `decorate("list",`,
    /*  6 */ `  Get("/"));`,
    /*  7 */ `decorate("past",`,
    /*  8 */ `  WithVersion("1"),`,
    /*  9 */ `  Get("/past"));`,
    /* 10 */ `Router()(Cats);`,
    /* 11 */ `module.exports = new App(${ofHeader})`,
    /* 12 */ `  .Include(Cats, V.Since("2"))`,
    /* 13 */ `  .Include(Cats,`,
    /* 14 */ `    WithVersion("1"), WithPrefix("/v1"));`,
  );
  expect(lines).toEqual([
    "dead without version 1:",
    `  app.js:9  route Cats.past, GET /v1/past`,
    `  app.js:14  range WithVersion("1") of Include(Cats)`,
  ]);
});

it("says so where nothing is dead", async () => {
  const lines = await retired(
    "1",
    `const V = DefineVersions("1", "2");`,
    `module.exports = new App(${ofHeader}).Get("/cats", () => 1, V.Since("2")).Get("/health", () => 1, WithVersion(VersionNeutral));`,
  );
  expect(lines).toEqual(["nothing is dead without version 1"]);
});

it("without Versions the versions are those of the routes", async () => {
  const lines = await retired(
    "1",
    `module.exports = new App({ Versioning: { Type: VersioningHeader, Header: "V" } })`,
    `  .Get("/old", () => 1, WithVersion("1"))`,
    `  .Get("/cats", () => 1, WithVersion("2"));`,
  );
  expect(lines).toEqual(["dead without version 1:", `  app.js:3  route GET /old`]);
});

it("orders the lines by file, and says where a place is unknown", async () => {
  project.write(
    "old.js",
    [start, `module.exports = new Router("/old").Get("/b", () => 1).Get("/a", () => 1);`].join("\n"),
  );
  const lines = await retired(
    "1",
    `module.exports = new App({ Versioning: { Type: VersioningHeader, Header: "V", Versions: ["1", "2"] } })`,
    `  .Get("/cats", () => 1, WithVersion("2"))`,
    `  .Get("/past", () => 1, WithVersion("1"))`,
    `  .Include(require("./old.js"), WithVersion("1"));`,
    `Error.stackTraceLimit = 0;`,
    `module.exports.Get("/bundled", () => 1, WithVersion("1"));`,
    `Error.stackTraceLimit = 50;`,
  );
  expect(lines).toEqual([
    "dead without version 1:",
    `  app.js:4  route GET /past`,
    `  app.js:5  range WithVersion("1") of Include(Router /old)`,
    `  old.js:2  route GET /old/b`,
    `  old.js:2  route GET /old/a`,
    `  (place unknown)  route GET /bundled`,
  ]);
});

it.each([
  ["3", `version 3 is the newest version, whose form the handlers have: name an older one\n`],
  ["9", `no route answers version "9"; the versions are: "1", "2", "3"\n`],
])("refuses version %s", async (version, errors) => {
  project.write(
    "app.js",
    [
      start,
      ...cats,
      `module.exports = new App(${ofHeader}).Get("/cats", () => 1, V.Since("1"), WithResponse(200, Cat));`,
    ].join("\n"),
  );
  expect(await project.run("retire", "app.js", version)).toEqual({ code: 2, output: "", errors });
});

it("says that a version in Retired is deleted already", async () => {
  const options = `{ Versioning: { Type: VersioningURI, Versions: ["2"], Retired: ["1"] } }`;
  project.write(
    "app.js",
    [start, `module.exports = new App(${options}).Get("/cats", () => 1, WithVersion("2"));`].join("\n"),
  );
  expect(await project.run("retire", "app.js", "1")).toEqual({
    code: 2,
    output: "",
    errors:
      "version 1 is in Retired, so the App has nothing of it left: run retire before you delete the version\n",
  });
});
