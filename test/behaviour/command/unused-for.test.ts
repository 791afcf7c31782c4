import Ajv from "ajv/dist/2020";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeProjectInProcess } from "../../support/project";

const project = makeProjectInProcess();

afterAll(() => {
  project.remove();
});

const schemaFile = join(__dirname, "../../../docs/reference/check-output.schema.json");
const validate = new Ajv({ strict: true }).compile(JSON.parse(readFileSync(schemaFile, "utf8")) as object);

const header = `{ Type: VersioningHeader, Header: "V", Versions: ["1", "2"] }`;
const uri = `{ Type: VersioningURI, Versions: ["1", "2"] }`;
const cats = `app.Get("/cats/{id}", () => [], Since("1"), WithResponse(200, { type: "object", properties: { name: {} } }));`;
const dogs = `app.Get("/dogs/{id}", () => 1, Since("1"));`;

function app(routes: string, versioning = header, now = "2026-07-01"): string {
  return `
    Object.assign(globalThis, require("versioned-controllers"));
    const app = new App({ Versioning: ${versioning}, Now: () => new Date("${now}"), Logger: { warn() {}, error() {} } });
    ${routes}
    module.exports = app;`;
}

let folders = 0;

/** Freezes version 1 of one App, and checks another with counts: nobody calls for 90 days. */
async function check(before: string, after: string, usage: object, ...options: readonly string[]) {
  const dir = `frozen-${String(folders++)}`;
  project.write("app.js", before);
  await project.run("freeze", "app.js", "1", "--dir", dir);
  project.write("app.js", after);
  project.write("usage.json", JSON.stringify(usage));
  const counted = ["--usage", "usage.json", "--unused-for", "90"];
  const told = await project.run("check", "app.js", "--dir", dir, ...counted, ...options);
  const { output } = await project.run("check", "app.js", "--dir", dir, ...counted, ...options, "--json");
  const json = JSON.parse(output) as { ok: boolean; versions: { changes: object[] }[] };
  expect([validate(json), validate.errors]).toEqual([true, null]);
  expect(json.ok).toBe(told.code === 0);
  return { ...told, changes: json.versions[0]?.changes };
}

const gone = {
  breaking: true,
  kind: "operation-removed",
  where: "GET /dogs/{id}",
  subject: "",
  what: "is no longer served",
};
const old = "2026-01-01";

describe.each([
  ["a header", header, ""],
  ["the path", uri, "/v1"],
])("with versions in %s", (_what, versioning, segment) => {
  it.each<readonly [string, object, string | undefined]>([
    [
      "its last call is as old",
      { "1 GET /dogs/{id}": { calls: 3, last: old, since: "2025-01-01" } },
      "no call for 181 days",
    ],
    [
      "it was counted, and never called",
      { "1 GET /dogs/{id}": { calls: 0, since: old } },
      "no call for 181 days",
    ],
    [
      "it is no entry, and others were counted for so long",
      { "1 GET /cats/{id}": { calls: 3, last: "2026-06-30", since: old } },
      "no call for 181 days",
    ],
    [
      "its last call is as old, and nothing says since when",
      { "1 GET /dogs/{id}": { calls: 3, last: old } },
      "no call for 181 days",
    ],
    [
      "its parameter has another name",
      { "1 GET /dogs/{dog}": { calls: 3, last: old, since: old } },
      "no call for 181 days",
    ],
    [
      "another version is called",
      {
        "1 GET /dogs/{id}": { calls: 1, last: old, since: old },
        "2 GET /dogs/{id}": { calls: 3, last: "2026-06-30" },
      },
      "no call for 181 days",
    ],
    [
      "90 days have passed",
      { "1 GET /dogs/{id}": { calls: 1, last: "2026-04-02", since: old } },
      "no call for 90 days",
    ],
    ["89 days have passed", { "1 GET /dogs/{id}": { calls: 1, last: "2026-04-03", since: old } }, undefined],
    [
      "calls were counted for less time",
      { "1 GET /dogs/{id}": { calls: 0, since: "2026-06-01" } },
      undefined,
    ],
    [
      "others were counted for less time",
      { "1 GET /cats/{id}": { calls: 1, last: "2026-06-30", since: "2026-06-01" } },
      undefined,
    ],
    ["nothing was counted", {}, undefined],
    ["nothing says since when", { "1 GET /cats/{id}": { calls: 1, last: "2026-06-30" } }, undefined],
    ["a call has no date", { "1 GET /dogs/{id}": { calls: 1, since: old } }, undefined],
    [
      "it is called as a neutral route",
      {
        "1 GET /dogs/{id}": { calls: 1, last: old, since: old },
        "* GET /dogs/{id}": { calls: 1, last: "2026-06-30", since: old },
      },
      undefined,
    ],
  ])("a removal, where %s", async (_case, usage, unmet) => {
    const { code, output, changes } = await check(app(cats + dogs, versioning), app(cats, versioning), usage);
    expect(code).toBe(unmet === undefined ? 1 : 0);
    const where = `GET ${segment}/dogs/{id}`;
    if (unmet === undefined) expect(changes).toMatchObject([{ ...gone, where }]);
    else expect(changes).toEqual([{ ...gone, where, unmet }]);
    if (unmet !== undefined) {
      expect(output).toBe(
        `version 1: no breaking change, 1 that affects no counted call\n  unmet: ${where}: is no longer served (${unmet})\nversion 2: not frozen\n`,
      );
    }
  });
});

it("a webhook is not unused, since nobody counts its deliveries", async () => {
  const hook = `const V = DefineVersions("1", "2"); app.Include(V.Webhook("dog.added", `;
  const usage = { "1 GET /cats/{id}": { calls: 3, last: old, since: "2025-01-01", clients: { acme: 3 } } };
  const { code, changes } = await check(
    app(`${cats} ${hook} { type: "object", properties: { name: {} }, required: ["name"] }));`),
    app(`${cats} ${hook} { type: "object" }));`),
    usage,
  );
  expect([code, changes]).toEqual([
    1,
    [expect.objectContaining({ where: "webhook dog.added", kind: "property-removed" })],
  ]);
  expect(changes).toEqual([expect.not.objectContaining({ unmet: expect.anything() as string })]);
});

it("a removal that is called names the last call and who calls", async () => {
  const usage = {
    "1 GET /dogs/{id}": {
      calls: 15,
      last: "2026-06-28T10:00:00Z",
      since: old,
      clients: { acme: 12, "old-app": 3 },
    },
  };
  const { code, output, changes } = await check(app(cats + dogs), app(cats), usage);
  expect(code).toBe(1);
  expect(output).toContain(
    "  GET /dogs/{id}: is no longer served (last call 2026-06-28, called by acme (12), old-app (3))\n",
  );
  expect(changes).toEqual([
    { ...gone, lastCall: "2026-06-28T10:00:00Z", clients: { acme: 12, "old-app": 3 } },
  ]);
});

it("any breaking difference in an operation counts, whatever changes its calls met", async () => {
  const usage = { "1 GET /cats/{id}": { calls: 15, last: old, since: old, changes: { Other: 15 } } };
  const after = app(cats.replace("{ name: {} }", "{}"));
  expect(await check(app(cats), after, usage)).toMatchObject({
    code: 0,
    changes: [{ what: 'response 200: property "name" was removed', unmet: "no call for 181 days" }],
  });
});

it("a whole version is unmet where none of its routes was called", async () => {
  const after = app((cats + dogs).replaceAll(`Since("1")`, `Since("2")`));
  const called = { "1 GET /dogs/{id}": { calls: 1, last: "2026-06-30", since: old, clients: { acme: 1 } } };
  const quiet = { "1 GET /dogs/{id}": { calls: 1, last: old, since: old } };
  expect(await check(app(cats + dogs), after, quiet)).toMatchObject({
    code: 0,
    changes: [{ where: "version 1", unmet: "no call for 181 days" }],
  });
  expect(await check(app(cats + dogs), after, called)).toMatchObject({
    code: 1,
    changes: [{ where: "version 1", clients: { acme: 1 } }],
  });
});

it("a route that moved is counted by its newest address, in every version", async () => {
  const moved = `
    const { Change, Before } = require("versioned-controllers");
    app.Get("/pets", () => 1, Since("1"), WithResponse(200, { type: "object", properties: { name: {} } }), Before(Change("2", "Moved."), Get("/cats")));`;
  const usage = (last: string) => ({ "1 GET /pets": { calls: 1, last, since: old, clients: { acme: 1 } } });
  const changed = app(moved.replace("{ name: {} }", "{}"));
  expect(await check(app(moved), changed, usage(old))).toMatchObject({ code: 0 });
  expect(await check(app(moved), changed, usage("2026-06-30"))).toMatchObject({ code: 1 });
  // Deleted is the old address alone: those calls are its own.
  const unmoved = app(moved.replace(`, Before(Change("2", "Moved."), Get("/cats"))`, ""));
  expect(await check(app(moved), unmoved, usage("2026-06-30"))).toMatchObject({ code: 1 });
});

it.each([
  ["at the root", `app.Get("/", () => 1, Since("1"));`, "GET /v1", "1 GET /"],
  [
    "of every version",
    `app.Get("/health", () => 1, WithVersion(VersionNeutral));`,
    "GET /health",
    "* GET /health",
  ],
])("with versions in the path, a removed route %s is found by its path without one", async (...row) => {
  const [, route, where, counted] = row;
  const usage = { [counted]: { calls: 1, last: "2026-06-30", since: old } };
  const options = ["--unused-for", "1"];
  expect(await check(app(cats + route, uri), app(cats, uri), usage, ...options)).toMatchObject({
    code: 0,
    changes: [{ breaking: true, where, unmet: "no call for 1 day" }],
  });
});

it("an accepted change stays accepted, and a fault of a lifecycle is not one", async () => {
  const lived = `{ Type: VersioningHeader, Header: "V", Versions: ["1", "2"], Lifecycle: { "1": { Deprecated: "2026-01-01" } } }`;
  const usage = { "1 GET /cats/{id}": { calls: 1, last: old, since: old } };
  const { code, output } = await check(app(cats, lived), app(cats, lived), usage, "--lifecycle");
  expect(code).toBe(1);
  expect(output).toContain("it is deprecated but has no Sunset");
});

it.each([
  [["--usage", "usage.json"], "--usage <file> and --unused-for <days> must be used together\n"],
  [["--unused-for", "90"], "--usage <file> and --unused-for <days> must be used together\n"],
  [["--usage", "usage.json", "--unused-for", "soon"], '--unused-for must be a number of days, got "soon"\n'],
  [["--usage", "none.json", "--unused-for", "1"], "the file none.json does not exist\n"],
  [["--notice", "30"], "--notice <days> works only with --lifecycle: add it\n"],
])("%j is of no use", async (options, errors) => {
  expect(await project.run("check", "app.js", "--dir", "frozen-0", ...options)).toEqual({
    code: 2,
    output: "",
    errors,
  });
});
