import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { makeProjectInProcess } from "../../support/project";

const project = makeProjectInProcess();

afterAll(() => {
  project.remove();
});

const app = `
  Object.assign(globalThis, require("versioned-controllers"));
  const { z } = require(${JSON.stringify(require.resolve("zod"))});
  const V = DefineVersions("1", "2", "3", "4");
  const Born = V.Change("2", "A cat's \`born\` is \`birthday\`.");
  const Moved = V.Change("3", "\`/cats\` is \`/pets\`.");
  const Quiet = V.Change("3", "Nobody is told.", { Internal: true });
  const Cat = Versioned(z.object({ birthday: z.string() })).Before(Born, z.object({ born: z.string() }), Rename("born", "birthday"));
  module.exports = new App({
    Logger: { warn() {}, error() {} },
    Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List, Lifecycle: { "4": { Preview: true } } },
  })
    .Post("/pets", () => ({ birthday: "x" }), V.Since("1"), WithBody(Cat), WithResponse(201, Cat), Before(Moved, Post("/cats")))
    .Get("/pets", () => 1, V.Since("1"), WithChanges(Quiet))
    .Get("/secret", () => ({ birthday: "x" }), V.Since("1"), Hidden(), WithResponse(200, Cat))
    .Get("/health", () => 1, WithVersion(VersionNeutral));`;

const usage = {
  "1 POST /pets": {
    calls: 1170,
    last: "2026-06-30T08:00:00Z",
    since: "2026-01-01",
    clients: { acme: 1140, "old-app": 30 },
    changes: { "A cat's `born` is `birthday`.": 30, "\`/cats\` is \`/pets\`.": 1170 },
  },
  "1 GET /secret": { calls: 2, last: "2026-05-01", clients: { acme: 2 } },
  "3 POST /pets": { calls: 5, last: "2026-06-29" },
  "* GET /health": { calls: 100, clients: { probe: 100 } },
  "1 GET /dogs": { calls: 3 },
};

const unreached = `warning: the counted route "1 GET /dogs" is not served by this App\n`;

beforeAll(() => {
  project.write("app.js", app);
  project.write("usage.json", JSON.stringify(usage));
});

it("of a list that became a page, named by WithChanges, every call is touched, whatever was counted", async () => {
  project.write(
    "paged.js",
    `Object.assign(globalThis, require("versioned-controllers"));
    const V = DefineVersions("1", "2");
    const Paged = V.Change("2", "The list is a page.");
    module.exports = new App({ Logger: { warn() {}, error() {} }, Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List } })
      .Get("/tasks", () => [], V.Until("1"))
      .Get("/tasks", () => ({}), V.Since("2"), WithChanges(Paged));`,
  );
  project.write("paged.json", JSON.stringify({ "1 GET /tasks": { calls: 5, clients: { acme: 5 } } }));
  const { output } = await project.run("impact", "paged.js", "--usage", "paged.json");
  expect(output).toContain("   5 calls, by acme (5); 5 touched");
  expect((await project.run("changelog", "paged.js")).output).toContain("GET /tasks");
});

it.each<[what: string, counted: object, text: string, json: number | null]>([
  ["nobody asks", { "1 GET /quick": { calls: 5 } }, "5 calls; touched: not known", null],
  [
    "older calls were told no",
    { "1 GET /quick": { calls: 5, changes: { Quick: 2 } } },
    "5 calls; 2 touched",
    2,
  ],
  [
    "newer calls ask",
    { "1 GET /quick": { calls: 5 }, "2 GET /quick": { calls: 1, changes: { Quick: 0 } } },
    "5 calls; 0 touched",
    0,
  ],
  [
    "another route asks",
    { "1 GET /quick": { calls: 5 }, "1 GET /other": { calls: 1, changes: { Quick: 1 } } },
    "6 calls; touched: not known",
    null,
  ],
  [
    "a route that nobody calls does not ask",
    { "1 GET /other": { calls: 1, changes: { Quick: 1 } } },
    "1 call; 1 touched",
    1,
  ],
])("of a change of behaviour, where %s", async (_what, counted, text, json) => {
  project.write(
    "quick.js",
    `Object.assign(globalThis, require("versioned-controllers"));
    const V = DefineVersions("1", "2");
    const Quick = V.Change("2", "Quick");
    module.exports = new App({ Logger: { warn() {}, error() {} }, Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List } }, V.Since("1"))
      .Get("/quick", () => 1, WithChanges(Quick)).Get("/other", () => 1, WithChanges(Quick));`,
  );
  project.write("quick.json", JSON.stringify(counted));
  const { output } = await project.run("impact", "quick.js", "--usage", "quick.json");
  expect(output).toContain(`   ${text}\n`);
  expect(output).not.toContain("0 touched by");
  const printed = await project.run("impact", "quick.js", "--usage", "quick.json", "--json");
  const parsed = JSON.parse(printed.output) as { readonly changes: readonly object[] };
  expect(parsed.changes).toMatchObject([{ touched: json }]);
  expect(faultsOf(parsed)).toBeNull();
});

it("tells of each change, the newest first, and of each version who calls, and what can be ended", async () => {
  expect(await project.run("impact", "app.js", "--usage", "usage.json")).toEqual({
    code: 0,
    output: [
      "3  `/cats` is `/pets`.",
      "   POST /pets",
      "   1170 calls, last 2026-06-30, by acme (1140), old-app (30); 1170 touched",
      "3  Nobody is told. (internal)",
      "   GET /pets",
      "   no calls from the versions before it",
      "2  A cat's `born` is `birthday`.",
      "   POST /pets, GET /secret",
      "   1172 calls, last 2026-06-30, by acme (1142), old-app (30); 30 touched",
      "",
      "version 1: 1172 calls, last 2026-06-30, by acme (1142), old-app (30)",
      "   POST /pets: 1170 calls, last 2026-06-30, by acme (1140), old-app (30)",
      "      30 touched by: A cat's `born` is `birthday`.",
      "      1170 touched by: `/cats` is `/pets`.",
      "   GET /secret: 2 calls, last 2026-05-01, by acme (2)",
      "version 2: no calls",
      "version 3: 5 calls, last 2026-06-29",
      "   POST /pets: 5 calls, last 2026-06-29",
      "version 4: no calls",
      "",
      "the first version without calls: 2",
      "",
    ].join("\n"),
    errors: unreached,
  });
});

it("--json has the same, by its schema", async () => {
  const { code, output, errors } = await project.run("impact", "app.js", "--usage", "usage.json", "--json");
  const printed = JSON.parse(output) as unknown;
  expect({ code, errors, printed }).toEqual({
    code: 0,
    errors: unreached,
    printed: {
      changes: [
        {
          version: "3",
          description: "`/cats` is `/pets`.",
          routes: ["POST /pets"],
          calls: 1170,
          last: "2026-06-30T08:00:00Z",
          clients: { acme: 1140, "old-app": 30 },
          touched: 1170,
        },
        {
          version: "3",
          description: "Nobody is told.",
          internal: true,
          routes: ["GET /pets"],
          calls: 0,
          clients: {},
          touched: 0,
        },
        {
          version: "2",
          description: "A cat's `born` is `birthday`.",
          routes: ["POST /pets", "GET /secret"],
          calls: 1172,
          last: "2026-06-30T08:00:00Z",
          clients: { acme: 1142, "old-app": 30 },
          touched: 30,
        },
      ],
      versions: [
        {
          version: "1",
          calls: 1172,
          last: "2026-06-30T08:00:00Z",
          clients: { acme: 1142, "old-app": 30 },
          heldBy: [
            {
              route: "POST /pets",
              calls: 1170,
              last: "2026-06-30T08:00:00Z",
              clients: { acme: 1140, "old-app": 30 },
              changes: { "A cat's `born` is `birthday`.": 30, "`/cats` is `/pets`.": 1170 },
            },
            { route: "GET /secret", calls: 2, last: "2026-05-01", clients: { acme: 2 }, changes: {} },
          ],
        },
        { version: "2", calls: 0, clients: {}, heldBy: [] },
        {
          version: "3",
          calls: 5,
          last: "2026-06-29",
          clients: {},
          heldBy: [{ route: "POST /pets", calls: 5, last: "2026-06-29", clients: {}, changes: {} }],
        },
        { version: "4", calls: 0, clients: {}, heldBy: [] },
      ],
      uncalled: "2",
    },
  });
  expect(faultsOf(printed)).toBeNull();
});

it("counts upgrades, which no route answers, so that a version with only sockets is not the first to end", async () => {
  project.write(
    "sockets.js",
    `Object.assign(globalThis, require("versioned-controllers"));
    module.exports = new App({ Versioning: { Type: VersioningURI, Versions: ["1", "2", "3", "4"] } })
      .Get("/cats", () => [], WithVersion("1", "3", "4"));`,
  );
  const counted = {
    "1 UPGRADE /chat": { calls: 7, last: "2026-06-30", clients: { acme: 7 } },
    "1 UPGRADE /{path...}": { calls: 1 },
    "2 UPGRADE /chat": { calls: 2 },
    "9 UPGRADE /chat": { calls: 1 },
  };
  project.write("sockets.json", JSON.stringify(counted));
  const { output, errors } = await project.run("impact", "sockets.js", "--usage", "sockets.json");
  expect(output).toContain(
    [
      "version 1: 8 calls, last 2026-06-30, by acme (7)",
      "   UPGRADE /chat: 7 calls, last 2026-06-30, by acme (7)",
      "   UPGRADE /{path...}: 1 call",
      "version 2: 2 calls",
      "   UPGRADE /chat: 2 calls",
      "version 3: no calls",
      "version 4: no calls",
      "",
      "the first version without calls: 3",
    ].join("\n"),
  );
  expect(errors).toBe('warning: the counted route "9 UPGRADE /chat" is not served by this App\n');
  const page = await project.run("routes", "sockets.js", "--usage", "sockets.json", "--html");
  expect(page.output).toContain(`<td class="number">8</td>`);
});

it("lists no retired version, and does not miss its routes", async () => {
  project.write(
    "retired.js",
    `Object.assign(globalThis, require("versioned-controllers"));
    module.exports = new App({ Versioning: { Type: VersioningHeader, Header: "V", Versions: ["2"], Retired: ["1"] } })
      .Get("/cats", () => [], Since("2"));`,
  );
  project.write("retired.json", JSON.stringify({ "1 GET /cats": { calls: 5 }, "0 GET /cats": { calls: 5 } }));
  const { output, errors } = await project.run("impact", "retired.js", "--usage", "retired.json");
  expect(output).not.toContain("version 1");
  expect(errors).toBe('warning: the counted route "0 GET /cats" is not served by this App\n');
});

it.each([
  [
    "every version is called",
    { "1 GET /pets": { calls: 1 }, "2 GET /pets": { calls: 1 } },
    "every version before the newest still has calls",
  ],
  ["a version was called 0 times", { "1 GET /pets": { calls: 0 } }, "the first version without calls: 1"],
  ["nothing was counted", {}, "the first version without calls: 1"],
])("where %s, the last line says so", async (_what, counted, expected) => {
  project.write("other.json", JSON.stringify(counted));
  const { output } = await project.run("impact", "app.js", "--usage", "other.json");
  expect(output.trimEnd().split("\n").at(-1)).toBe(expected);
});

it("names five clients, and no character that a terminal would obey", async () => {
  const clients = Object.fromEntries(
    ["\u001b[31ma", "__proto__", "c", "d", "e", "f", "g"].map((name, i) => [name, 9 - i]),
  );
  project.write("many.json", JSON.stringify({ "1 GET /secret": { calls: 42, clients } }));
  const { output } = await project.run("impact", "app.js", "--usage", "many.json");
  expect(output).toContain("by \\u001b[31ma (9), __proto__ (8), c (7), d (6), e (5) and 2 more");
});

it("an App without versions and changes has no impact", async () => {
  project.write(
    "plain.js",
    `const { App } = require("versioned-controllers"); module.exports = new App().Get("/cats", () => 1);`,
  );
  expect(await project.run("impact", "plain.js", "--usage", "other.json")).toMatchObject({
    code: 0,
    output: "no route has a change\n\nno route has a version\n",
  });
});

it.each([
  [["impact", "app.js"], "impact needs --usage <file>, the JSON file of counted calls\n"],
  [["impact", "app.js", "--usage", "none.json"], "the file none.json does not exist\n"],
])("%j is of no use", async (words, errors) => {
  expect(await project.run(...words)).toEqual({ code: 2, output: "", errors });
});

it("--json says so where every version is called", async () => {
  const called = Object.fromEntries(
    ["1", "2", "3"].map((version) => [`${version} POST /pets`, { calls: 1 }]),
  );
  project.write("called.json", JSON.stringify(called));
  const { output } = await project.run("impact", "app.js", "--usage", "called.json", "--json");
  expect(JSON.parse(output)).toMatchObject({ uncalled: null });
});

it("names the changes of what webhooks send, which nobody counts", async () => {
  const webhooks = `
    const Added = V.Webhook("cat.added", Cat, V.Since("1"));
    module.exports.Include(Added);`;
  project.write("webhooks.js", `${app}\n${webhooks}`);
  const { output, errors } = await project.run("impact", "webhooks.js", "--usage", "usage.json");
  expect(errors).toBe(unreached);
  expect(output).toContain(
    [
      "the first version without calls: 2",
      "",
      "not counted, because clients do not call webhooks:",
      "2  A cat's `born` is `birthday`.",
      "   webhook cat.added",
      "",
    ].join("\n"),
  );
  const json = await project.run("impact", "webhooks.js", "--usage", "usage.json", "--json");
  expect(JSON.parse(json.output)).toMatchObject({
    uncounted: [
      { version: "2", description: "A cat's `born` is `birthday`.", webhooks: ["webhook cat.added"] },
    ],
  });
  expect(faultsOf(JSON.parse(json.output))).toBeNull();
});

/** What docs/reference/impact-output.schema.json finds wrong; null where it is right. */
function faultsOf(printed: unknown): unknown {
  const schema = readFileSync(join(__dirname, "../../../docs/reference/impact-output.schema.json"), "utf8");
  const validate = new Ajv2020({ strict: true }).compile(JSON.parse(schema) as object);
  validate(printed);
  return validate.errors ?? null;
}
