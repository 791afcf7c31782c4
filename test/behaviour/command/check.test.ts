import Ajv from "ajv/dist/2020";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { makeProjectInProcess } from "../../support/project";

const project = makeProjectInProcess();

afterAll(() => {
  project.remove();
});

/** A module whose App is as the code says, at a time of its own. */
function app(routes: string, versioning: string, now = "2026-07-01"): string {
  return `
    Object.assign(globalThis, require("versioned-controllers"));
    const app = new App({
      Versioning: ${versioning},
      Now: () => new Date("${now}"),
      Logger: { warn() {}, error() {} },
    });
    ${routes}
    module.exports = app;`;
}

/** Freezes a version of one App, and checks another against it. */
async function checkAfter(
  before: string,
  after: string,
  { dir, options = [] }: { dir: string; options?: readonly string[] },
): Promise<{ code: number | null; output: string; errors: string }> {
  project.write("app.js", before);
  await project.run("freeze", "app.js", "1", "--dir", dir);
  project.write("app.js", after);
  return project.run("check", "app.js", "--dir", dir, ...options);
}

const both = `
  app.Get("/cats", () => [], WithVersion("1"), WithResponse(200, { type: "object", properties: { name: {} } }));
  app.Get("/cats", () => [], WithVersion("2"), WithResponse(200, { type: "object", properties: { id: {} } }));
  app.Get("/health", () => [], WithVersion(VersionNeutral));`;
const removed = `version 1: 1 breaking change
  GET /cats, without a version, response 200: property "name" was removed
version 2: not frozen
`;

describe("what AssumeVersion answers", () => {
  const header = (assumed = "") => `{ Type: VersioningHeader, Header: "X-Version" ${assumed} }`;
  const path = (assumed = "") => `{ Type: VersioningURI ${assumed} }`;
  const mediaType = (assumed = "") => `{ Type: VersioningMediaType, Key: "v" ${assumed} }`;
  const one = `, AssumeVersion: "1"`;
  const two = `, AssumeVersion: "2"`;

  it("is frozen beside the version", async () => {
    project.write("app.js", app(both, path(one)));
    expect(await project.run("freeze", "app.js", "1", "--dir", "frozen")).toEqual({
      code: 0,
      output: "frozen/1.json: written\nfrozen/assumed/1.json: written\n",
      errors: "",
    });
    const pathsIn = (file: string): readonly string[] =>
      Object.keys((JSON.parse(project.read(file)) as { paths: object }).paths);
    expect(pathsIn("frozen/1.json")).toEqual(["/health", "/v1/cats"]);
    expect(pathsIn("frozen/assumed/1.json")).toEqual(["/cats", "/health"]);
    expect(await project.run("freeze", "app.js", "2", "--dir", "frozen")).toMatchObject({
      output: "frozen/2.json: written\n",
    });
  });

  it.each([
    ["path", path(one), path(two), removed],
    [
      "path, and is assumed no more",
      path(one),
      path(),
      `version 1: 1 breaking change
  GET /cats, without a version: is no longer served
version 2: not frozen
`,
    ],
    ["media type", mediaType(one), mediaType(two), removed],
    [
      "header",
      header(one),
      header(two),
      // Who names the version is told nothing new, and a neutral route wants none.
      removed,
    ],
    [
      "header, and stands in another one",
      header(one),
      header(one).replace("X-Version", "X-Other"),
      `version 1: 1 breaking change
  version 1: requests named it by the header parameter "X-Version", and name it by the header parameter "X-Other" now
version 2: not frozen
`,
    ],
    [
      "header, and is read from another one, both of which have moved",
      header(`, AssumeVersion: FromHeader("X-Assumed")`),
      header(`, AssumeVersion: FromHeader("X-Implied")`).replace("X-Version", "X-Other"),
      `version 1: 2 breaking changes
  version 1: requests named it by the header parameter "X-Version", and name it by the header parameter "X-Other" now
  version 1: requests named it by the header parameter "X-Assumed", and name it by the header parameter "X-Implied" now
version 2: not frozen
`,
    ],
    [
      "header, and stands where no document can say it",
      header(one),
      `{ Type: VersioningCustom, Extractor: () => "1" }`,
      `version 1: 2 breaking changes
  version 1: requests named it by the header parameter "X-Version", and name it by none now
  GET /cats, without a version: is no longer served
version 2: not frozen
`,
    ],
    [
      "path, and is read from a header",
      path(`, AssumeVersion: FromHeader("X-Version")`),
      path(`, AssumeVersion: FromHeader("X-Other")`),
      `version 1: 1 breaking change
  version 1: requests named it by the header parameter "X-Version", and name it by the header parameter "X-Other" now
version 2: not frozen
`,
    ],
    [
      "path, and is read no more",
      path(`, AssumeVersion: () => "1"`),
      path(),
      `version 1: 1 breaking change
  GET /cats, without a version: is no longer served
version 2: not frozen
`,
    ],
  ])("is checked where the version is in a %s", async (name, before, after, output) => {
    const done = await checkAfter(app(both, before), app(both, after), { dir: `assumed ${name}` });
    expect(done).toEqual({ code: 1, output, errors: "" });
  });

  it.each([
    ["path", path(one)],
    ["header", header(one)],
    ["media type", mediaType(one)],
  ])("stays fine where nothing changes, in a %s", async (name, versioning) => {
    const done = await checkAfter(app(both, versioning), app(both, versioning), { dir: `fine ${name}` });
    expect(done).toMatchObject({ code: 0, errors: "" });
  });

  it("tells once what has changed for those who name the version too", async () => {
    const now = both.replace("{ name: {} }", "{}");
    const done = await checkAfter(app(both, header(one)), app(now, header(one)), { dir: "once" });
    expect(done.output).toBe(
      `version 1: 1 breaking change\n  GET /cats, response 200: property "name" was removed\nversion 2: not frozen\n`,
    );
  });
});

describe("an end that was announced", () => {
  const lived = (sunset: string) =>
    `{ Type: VersioningHeader, Header: "X-Version", Lifecycle: { "1": { Deprecated: "2026-01-01", Sunset: "${sunset}" } } }`;
  const plain = `{ Type: VersioningHeader, Header: "X-Version" }`;
  const cats = `app.Get("/cats", () => [], WithVersion("1", "2")); app.Get("/health", () => 1, WithVersion(VersionNeutral));`;
  const dogs = `app.Get("/dogs", () => [], WithVersion("1"));`;

  it.each([
    [
      "a version after its sunset",
      app(cats, lived("2026-06-01")),
      app(cats.replace(`"1", "2"`, `"2"`), plain),
      { ok: true, what: "the version is no longer served, after its sunset", where: "version 1" },
    ],
    [
      "a version before its sunset",
      app(cats, lived("2026-08-01")),
      app(cats.replace(`"1", "2"`, `"2"`), plain),
      { ok: false, what: "the version is no longer served", where: "version 1" },
    ],
    [
      "a version of which one route has announced nothing",
      app(cats + dogs.replace(`"1"`, `"1"), WithLifecycle({ Sunset: "2026-08-01" }`), lived("2026-06-01")),
      app(cats.replace(`"1", "2"`, `"2"`), plain),
      { ok: false, what: "the version is no longer served", where: "version 1" },
    ],
    [
      "an operation after its sunset",
      app(cats + dogs, lived("2026-06-01")),
      app(cats, lived("2026-06-01")),
      {
        ok: true,
        what: "is no longer served, after its sunset at 2026-06-01T00:00:00.000Z",
        where: "GET /dogs",
      },
    ],
    [
      "an operation on the moment of its sunset",
      app(cats + dogs, lived("2026-07-01")),
      app(cats, lived("2026-07-01")),
      {
        ok: true,
        what: "is no longer served, after its sunset at 2026-07-01T00:00:00.000Z",
        where: "GET /dogs",
      },
    ],
    [
      "an operation whose sunset was announced after it was frozen",
      app(cats + dogs, plain),
      app(cats, lived("2026-06-01")),
      { ok: false, what: "is no longer served", where: "GET /dogs" },
    ],
  ])("%s", async (name, before, after, { ok, what, where }) => {
    const { code, output } = await checkAfter(before, after, { dir: name, options: ["--json"] });
    const { versions, ...said } = JSON.parse(output) as { ok: boolean; versions: { changes: object[] }[] };
    expect({ code, ok: said.ok }).toEqual({ code: ok ? 0 : 1, ok });
    expect(versions[0]?.changes).toContainEqual(expect.objectContaining({ breaking: !ok, where, what }));
  });
});

describe("an end that has come, by the clock only", () => {
  const routes = `app.Get("/cats", () => [], Since("1"));`;
  const under = (lifecycle: string): string =>
    `{ Type: VersioningHeader, Header: "X-Version", Versions: ["1", "2"], Lifecycle: ${lifecycle} }`;
  const gone = (sunset: string): string =>
    under(`{ "1": { Deprecated: "2025-01-01", Sunset: "${sunset}", AfterSunset: "gone" } }`);
  const fallsForward = under(`{ "1": { Sunset: "2026-06-01", AfterSunset: "successor", Successor: "2" } }`);

  it.each([
    [
      "is no breaking change: the sunset was told",
      [app(routes, gone("2026-06-01"), "2026-05-01"), app(routes, gone("2026-06-01"))],
      [],
      "version 1: no breaking change\nversion 2: not frozen\n",
    ],
    [
      "nor a difference of --exact",
      [app(routes, gone("2026-06-01"), "2026-05-01"), app(routes, gone("2026-06-01"))],
      ["--exact"],
      "version 1: no difference\nversion 2: not frozen\n",
    ],
    [
      "of a version that falls forward is passed over",
      [app(routes, fallsForward, "2026-05-01"), app(routes, fallsForward)],
      [],
      "version 2: not frozen\nversion 1: skipped, version 2 answers its requests\n",
    ],
    [
      "of a preview is passed over",
      [app(routes, under("{}")), app(routes, under(`{ "1": { Preview: true } }`))],
      ["--github"],
      "version 2: not frozen\nversion 1: skipped, it is a preview\n",
    ],
  ])("%s", async (name, [before = "", after = ""], options, output) => {
    expect(await checkAfter(before, after, { dir: name, options })).toEqual({ code: 0, output, errors: "" });
  });

  it("breaks clients where it has come before its time", async () => {
    const [before, after] = [app(routes, gone("2026-08-01")), app(routes, gone("2026-06-01"))];
    expect(await checkAfter(before, after, { dir: "too early" })).toMatchObject({
      code: 1,
      output: "version 1: 1 breaking change\n  GET /cats: is no longer served\nversion 2: not frozen\n",
    });
  });
});

describe("what tells of an end may come and go", () => {
  const life = (fields: string) =>
    `{ Type: VersioningURI, Lifecycle: { "1": { Deprecated: "2026-01-01", Sunset: "2027-01-01", ${fields} } } }`;
  const route = `app.Get("/cats", () => [], WithVersion("1", "2"), WithResponse(200, { type: "array" }));`;
  const brownouts = `Brownouts: [{ From: "2026-06-01", To: "2026-06-02" }]`;
  const fine = { code: 0, output: "version 1: no breaking change\nversion 2: not frozen\n", errors: "" };
  const exact = { ...fine, output: fine.output.replace("breaking change", "difference") };

  it.each<readonly [string, string, string]>([
    ["an announcement", `{ Type: VersioningURI }`, life(`Successor: "2", AfterSunset: "gone"`)],
    ["an announcement that is taken back", life(`Successor: "2"`), `{ Type: VersioningURI }`],
    ["a page less", life(`Link: "https://example.org/"`), life("")],
    [
      "a brownout that is over",
      life(`${brownouts}, AfterSunset: "gone"`),
      life(`${brownouts}, AfterSunset: "gone"`),
    ],
    ["a brownout that is over, and no end", life(brownouts), life(brownouts)],
  ])("%s", async (name, before, after) => {
    const was = app(route, before, "2026-05-01");
    expect(await checkAfter(was, app(route, after), { dir: name })).toEqual(fine);
    expect(await checkAfter(was, app(route, after), { dir: name, options: ["--exact"] })).toEqual(exact);
  });

  it("a header of these names that is the application's own is held", async () => {
    const own = `app.Get("/cats", () => [], WithVersion("1"), WithResponse(200, {}, { Headers: { Link: { type: "string" } } }));`;
    const plain = own.replace(', { Headers: { Link: { type: "string" } } }', "");
    const { code, output } = await checkAfter(app(own, life("")), app(plain, life("")), { dir: "own link" });
    expect([code, output]).toEqual([
      1,
      "version 1: 1 breaking change\n  GET /v1/cats, response 200, header link: was removed\n",
    ]);
  });
});

describe("accepted.json", () => {
  const header = `{ Type: VersioningHeader, Header: "X-Version" }`;
  const before = app(both, header);
  const after = app(both.replace("{ name: {} }", "{}"), header);
  const accepted = {
    version: "1",
    where: "GET /cats",
    what: `response 200: property "name" was removed`,
    reason: "nobody has read it since 2024",
  };
  const other = { ...accepted, where: "GET /dogs" };

  it("accepts a breaking change that is meant, and says why", async () => {
    project.write("accepted/accepted.json", JSON.stringify([accepted]));
    expect(await checkAfter(before, after, { dir: "accepted" })).toEqual({
      code: 0,
      output: `version 1: no breaking change, 1 accepted
  accepted: GET /cats, response 200: property "name" was removed (nobody has read it since 2024)
version 2: not frozen
`,
      errors: "",
    });
  });

  it("--json has it still breaking, with the reason, and tells of entries that match nothing beside", async () => {
    project.write("accepted json/accepted.json", JSON.stringify([other, accepted]));
    const done = await checkAfter(before, after, { dir: "accepted json", options: ["--json"] });
    expect({ ...done, output: JSON.parse(done.output) as unknown }).toEqual({
      code: 0,
      output: {
        ok: true,
        versions: [
          {
            version: "1",
            changes: [
              {
                breaking: true,
                kind: "property-removed",
                where: accepted.where,
                subject: "response 200 /name",
                what: accepted.what,
                accepted: accepted.reason,
              },
            ],
          },
        ],
      },
      errors: `accepted.json: no difference of version 1 matches GET /dogs: response 200: property "name" was removed; the entry has no effect: delete it\n`,
    });
  });

  it.each([
    ["another version", { ...accepted, version: "2" }],
    ["another place", other],
    ["other words", { ...accepted, what: "is no longer served" }],
  ])("of %s accepts nothing, and is reported", async (name, entry) => {
    project.write(`${name}/accepted.json`, JSON.stringify([entry]));
    const { code, output } = await checkAfter(before, after, { dir: name });
    expect(code).toBe(1);
    expect(output).toBe(`version 1: 1 breaking change
  GET /cats, response 200: property "name" was removed
version 2: not frozen
accepted.json: no difference of version ${entry.version} matches ${entry.where}: ${entry.what}; the entry has no effect: delete it
`);
  });

  it("of a fault of a lifecycle is one with --lifecycle, and is passed over without", async () => {
    const lifecycle = `Lifecycle: { "1": { Deprecated: "2026-01-01", Sunset: "2027-01-01", Successor: "2" } }`;
    project.write(
      "app.js",
      app(`${both} app.Get("/tags", () => [], WithVersion("1"));`, header.replace("}", `, ${lifecycle} }`)),
    );
    await project.run("freeze", "app.js", "1", "--dir", "faults");
    const fault = { where: "GET /tags", what: "its successor, version 2, has no such route" };
    expect((await project.run("check", "app.js", "--dir", "faults", "--lifecycle", "--github")).output).toBe(
      `version 1: no breaking change, 1 fault of the lifecycle
::error title=version 1::GET /tags: its successor, version 2, has no such route
version 2: not frozen
`,
    );
    project.write(
      "faults/accepted.json",
      JSON.stringify([{ ...fault, version: "1", reason: "cats have none" }]),
    );
    const check = (...options: string[]) => project.run("check", "app.js", "--dir", "faults", ...options);
    expect(await check()).toEqual({
      code: 0,
      output: "version 1: no breaking change\nversion 2: not frozen\n",
      errors: "",
    });
    expect(await check("--lifecycle")).toEqual({
      code: 0,
      output: `version 1: no breaking change, 1 accepted
  accepted: GET /tags: its successor, version 2, has no such route (cats have none)
version 2: not frozen
`,
      errors: "",
    });
  });

  it.each([
    [
      "no list",
      "{}",
      /no list\/accepted\.json must be a JSON list of entries, such as \[\{ "version": "1".* \}\], got an object/,
    ],
    [
      "no JSON",
      "[",
      /no JSON\/accepted\.json can't be read: .*: it must be a JSON list of entries, such as \[\{ "version"/,
    ],
    ["lines of entries", "{}\n{}", /can't be read: .*: it must be a JSON list of entries/],
    ["an entry without a reason", JSON.stringify([{ ...accepted, reason: " " }]), /entry 1 must be \{/],
    ["a number", "[1]", /entry 1 must be \{/],
  ])("is of no use as %s", async (name, text, errors) => {
    project.write(`${name}/accepted.json`, text);
    const done = await checkAfter(before, after, { dir: name });
    expect(done).toMatchObject({ code: 2, output: "" });
    expect(done.errors).toMatch(errors);
  });
});

describe("--github", () => {
  it("annotates the frozen file with what breaks, what is accepted, and what matches nothing", async () => {
    const header = `{ Type: VersioningHeader, Header: "X-Version" }`;
    const entry = {
      version: "1",
      where: "DELETE /cats",
      what: "is no longer served",
      reason: "50%,\nsaid: all",
    };
    project.write("git,hub/accepted.json", JSON.stringify([entry, { ...entry, where: "GET /dogs" }]));
    const done = await checkAfter(
      app(`${both} app.Delete("/cats", () => 1, WithVersion("1"));`, header),
      app(both.replace("{ name: {} }", "{}"), header),
      { dir: "git,hub", options: ["--github"] },
    );
    expect(done).toEqual({
      code: 1,
      output: `version 1: 1 breaking change, 1 accepted
::notice file=git%2Chub/1.json,title=version 1::accepted: DELETE /cats: is no longer served (50%25,%0Asaid: all)
::error file=git%2Chub/1.json,title=version 1::GET /cats, response 200: property "name" was removed
version 2: not frozen
::warning file=git%2Chub/accepted.json,title=git%2Chub/accepted.json::accepted.json: no difference of version 1 matches GET /dogs: is no longer served; the entry has no effect: delete it
`,
      errors: "",
    });
  });

  it("is not for --json too", async () => {
    project.write("app.js", app(both, `{ Type: VersioningHeader, Header: "X-Version" }`));
    expect(await project.run("check", "app.js", "--json", "--github")).toEqual({
      code: 2,
      output: "",
      errors: "--json and --github cannot be combined: choose one output\n",
    });
  });
});

describe("--lifecycle", () => {
  const routes = `
    app.Get("/cats", () => [], WithVersion("1", "2"));
    app.Get("/dogs", () => [], WithVersion("1"), WithLifecycle({}));`;
  const run = (lifecycle: string, more = routes, ...options: string[]) => {
    project.write(
      "app.js",
      app(more, `{ Type: VersioningHeader, Header: "X-Version", Lifecycle: { "1": ${lifecycle} } }`),
    );
    return project.run("check", "app.js", "--dir", "nothing", "--lifecycle", ...options);
  };
  const fine = `{ Deprecated: "2026-06-01", Sunset: "2026-12-01", Link: "https://example.org/" }`;
  const brownedOut = (from: string, to: string): string =>
    fine.replace("}", `, Brownouts: [{ From: "${from}", To: "${to}" }] }`);

  it.each([
    ["an end with notice", fine, routes, [], []],
    ["nothing said", "{}", routes, [], []],
    [
      "an end on the last day of notice",
      `{ Deprecated: "2026-06-01", Sunset: "2026-08-30", Link: "https://example.org/" }`,
      routes,
      [],
      [],
    ],
    [
      "hardly any notice",
      `{ Deprecated: "2026-08-01", Sunset: "2026-08-02", Link: "https://example.org/" }`,
      routes,
      [],
      ["version 1: its sunset must be at least 90 days after its deprecation, got 1 day"],
    ],
    [
      "too little notice",
      `{ Deprecated: "2026-06-01", Sunset: "2026-08-29", Link: "https://example.org/" }`,
      routes,
      [],
      ["version 1: its sunset must be at least 90 days after its deprecation, got 89 days"],
    ],
    [
      "too little notice for a longer one",
      fine,
      routes,
      ["--notice", "365"],
      ["version 1: its sunset must be at least 365 days after its deprecation, got 183 days"],
    ],
    [
      "little notice, and little is asked for",
      `{ Deprecated: "2026-08-01", Sunset: "2026-08-02", Link: "https://example.org/" }`,
      routes,
      ["--notice", "1"],
      [],
    ],
    [
      "a deprecation without an end",
      `{ Deprecated: "2026-06-01", Link: "https://example.org/" }`,
      routes,
      [],
      ["version 1: it is deprecated but has no Sunset"],
    ],
    [
      "a deprecation without a way on",
      `{ Deprecated: "2026-06-01", Sunset: "2026-12-01" }`,
      routes,
      [],
      ["version 1: it is deprecated but has neither a Link nor a Successor"],
    ],
    [
      "a successor without a route",
      `{ Deprecated: "2026-06-01", Sunset: "2026-12-01", Successor: "2" }`,
      routes,
      [],
      ["GET /dogs: its successor, version 2, has no such route"],
    ],
    [
      "a successor with another route at the place",
      `{ Deprecated: "2026-06-01", Sunset: "2026-12-01", Successor: "2" }`,
      `app.Get("/cats/{id}", () => 1, WithVersion("1")); app.Get("/cats/{name}", () => 1, WithVersion("2"));`,
      [],
      [],
    ],
    [
      "a sunset that has passed",
      `{ Deprecated: "2026-01-01", Sunset: "2026-06-30", Link: "https://example.org/" }`,
      routes,
      [],
      ["version 1: its sunset, 2026-06-30T00:00:00.000Z, has passed, but it is still served"],
    ],
    [
      "a sunset that has passed, and 410",
      `{ Deprecated: "2026-01-01", Sunset: "2026-06-30", Link: "https://example.org/", AfterSunset: "gone" }`,
      routes,
      [],
      [],
    ],
    ["a brownout between deprecation and sunset", brownedOut("2026-08-01", "2026-08-02"), routes, [], []],
    [
      "a brownout that warns of nothing announced",
      `{ Brownouts: [{ From: "2026-08-01", To: "2026-08-02" }] }`,
      routes,
      [],
      ["version 1: its brownout from 2026-08-01T00:00:00.000Z applies to a version that is not deprecated"],
    ],
    [
      "brownouts before the deprecation, and after the end",
      `{ Deprecated: "2026-08-01", Sunset: "2026-12-01", Link: "https://example.org/", AfterSunset: "gone", Brownouts: [
        { From: "2026-07-31T23:59:00Z", To: "2026-08-01T01:00:00Z" },
        { From: "2026-08-01T02:00:00Z", To: "2026-08-01T03:00:00Z" },
        { From: "2026-12-01", To: "2026-12-02" }] }`,
      routes,
      [],
      [
        "version 1: its brownout from 2026-07-31T23:59:00.000Z begins before its deprecation",
        "version 1: its brownout from 2026-12-01T00:00:00.000Z begins after its sunset",
      ],
    ],
    ["a brownout that is over", brownedOut("2026-05-01", "2026-05-02"), routes, [], []],
    [
      "a brownout of a version that is served after its sunset",
      brownedOut("2026-12-24", "2026-12-25"),
      routes,
      [],
      [],
    ],
    [
      "a brownout of one route",
      fine,
      routes.replace(
        "WithLifecycle({})",
        `WithLifecycle({ Brownouts: [{ From: "2026-05-01", To: "2027-01-01" }] })`,
      ),
      [],
      ["GET /dogs: its brownout from 2026-05-01T00:00:00.000Z begins before its deprecation"],
    ],
    [
      "a route that is over before its version",
      fine,
      routes.replace("WithLifecycle({})", `WithLifecycle({ Sunset: "2026-06-20" })`),
      [],
      [
        "GET /dogs: its sunset must be at least 90 days after its deprecation, got 19 days",
        "GET /dogs: its sunset, 2026-06-20T00:00:00.000Z, has passed, but it is still served",
      ],
    ],
    [
      "every route is served for longer than the version",
      `{ Deprecated: "2026-06-01", Sunset: "2026-06-10", Link: "https://example.org/" }`,
      `app.Get("/cats", () => [], WithVersion("1"), WithLifecycle({ Sunset: "2026-12-01" }));`,
      [],
      [],
    ],
  ])("%s", async (_name, lifecycle, more, options, faults) => {
    const { code, output, errors } = await run(lifecycle, more, ...options);
    expect({ code, errors }).toEqual({ code: faults.length === 0 ? 0 : 1, errors: "" });
    expect(output.split("\n").filter((line) => line.startsWith("  "))).toEqual(
      faults.map((fault) => `  ${fault}`),
    );
  });

  it.each([
    [
      "successor",
      [
        "  GET /pets/{id}: its successor, version 2, answers its requests from its sunset on, but has the route at another address",
      ],
    ],
    // Clients are to move, to wherever the route is.
    ["gone", []],
  ])("a route that has moved, where the version is %s after its sunset", async (after, lines) => {
    const life = `{ Deprecated: "2026-06-01", Sunset: "2026-12-01", Successor: "2", AfterSunset: "${after}" }`;
    const moved = `app.Get("/pets/{id}", () => 1, Since("1"), Before(Change("2", "Cats are pets."), Get("/cats/{id}")));`;
    const versioning = `{ Type: VersioningHeader, Header: "X-Version", Versions: ["1", "2"], Lifecycle: { "1": ${life} } }`;
    project.write("app.js", app(moved, versioning));
    const { output } = await project.run("check", "app.js", "--dir", "nothing", "--lifecycle");
    expect(output.split("\n").filter((line) => line.startsWith("  "))).toEqual(lines);
  });

  it("under VersioningURI the successor's route has its own address: a neutral one is not a successor", async () => {
    const neutral = `${routes}; app.Get("/dogs", () => [], WithVersion(VersionNeutral));`;
    const life = `{ "1": ${fine.replace("Link", `Successor: "2", Link`)} }`;
    const lines = async (scheme: string): Promise<readonly string[]> => {
      project.write("app.js", app(neutral, `{ ${scheme}, Lifecycle: ${life} }`));
      const { output } = await project.run("check", "app.js", "--dir", "nothing", "--lifecycle");
      return output.split("\n").filter((line) => line.startsWith("  "));
    };
    expect(await lines(`Type: VersioningURI`)).toEqual([
      "  GET /dogs: its successor, version 2, has no such route",
    ]);
    expect(await lines(`Type: VersioningHeader, Header: "X-Version"`)).toEqual([]);
  });

  it("counts apart from what breaks, and with --json is a change of the version", async () => {
    expect((await run(`{ Deprecated: "2026-06-01" }`)).output)
      .toBe(`version 1: not frozen, 2 faults of the lifecycle
  version 1: it is deprecated but has no Sunset
  version 1: it is deprecated but has neither a Link nor a Successor
version 2: not frozen
`);
    const { output } = await run(`{ Deprecated: "2026-06-01" }`, routes, "--json");
    const where = "version 1";
    expect(JSON.parse(output)).toEqual({
      ok: false,
      versions: [
        {
          version: "1",
          changes: [
            {
              breaking: true,
              kind: "sunset-missing",
              where,
              subject: "",
              what: "it is deprecated but has no Sunset",
            },
            {
              breaking: true,
              kind: "successor-missing",
              where,
              subject: "",
              what: "it is deprecated but has neither a Link nor a Successor",
            },
          ],
        },
      ],
    });
  });

  it("accepts what accepted.json does", async () => {
    project.write(
      "nothing/accepted.json",
      JSON.stringify([
        {
          version: "1",
          where: "GET /dogs",
          what: "its successor, version 2, has no such route",
          reason: "none",
        },
      ]),
    );
    const { code, output } = await run(`{ Deprecated: "2026-06-01", Sunset: "2026-12-01", Successor: "2" }`);
    project.write("nothing/accepted.json", "[]");
    expect({ code, output }).toEqual({
      code: 0,
      output: `version 1: not frozen, 1 accepted
  accepted: GET /dogs: its successor, version 2, has no such route (none)
version 2: not frozen
`,
    });
  });

  it.each(["soon", "-1", "1.5", ""])("--notice %j is wrong usage", async (days) => {
    expect(await run(fine, routes, `--notice=${days}`)).toEqual({
      code: 2,
      output: "",
      errors: `--notice must be a number of days, got ${JSON.stringify(days)}\n`,
    });
  });
});

describe("the published schema of --json", () => {
  const schema = readFileSync(join(__dirname, "../../../docs/reference/check-output.schema.json"), "utf8");
  const validate = new Ajv({ strict: true }).compile(JSON.parse(schema) as object);
  const header = `{ Type: VersioningHeader, Header: "X-Version", Lifecycle: { "1": { Deprecated: "2026-01-01" } } }`;

  it.each([
    ["nothing breaks", both, []],
    ["something breaks, and something is accepted", both.replace("{ name: {} }", "{}"), []],
    ["a version is gone", both.replace(`WithVersion("1")`, `WithVersion("3")`), []],
    ["a lifecycle has faults", both, ["--lifecycle"]],
  ])("fits where %s", async (name, after, options) => {
    const entry = { version: "1", where: "GET /cats", what: `response 200: property "name" was removed` };
    project.write(`fits ${name}/accepted.json`, JSON.stringify([{ ...entry, reason: "meant" }]));
    const { output } = await checkAfter(app(both, header), app(after, header.replace(`"1": `, `"2": `)), {
      dir: `fits ${name}`,
      options: ["--json", ...options],
    });
    expect(validate(JSON.parse(output)) || validate.errors).toBe(true);
  });

  it.each([
    {},
    { ok: true, versions: [{}] },
    { ok: true, versions: [{ version: "1", changes: [{ breaking: true, where: "", what: "x" }] }] },
    { ok: true, versions: [{ version: "1", changes: [{ breaking: 1, where: "x", what: "x" }] }] },
  ])("does not fit %j", (output) => {
    expect(validate(output)).toBe(false);
  });
});
