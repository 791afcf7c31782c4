import { makeProjectInProcess } from "../../support/project";

const project = makeProjectInProcess();

afterAll(() => {
  project.remove();
});

const app = (more = "") => `
  Object.assign(globalThis, require("versioned-controllers"));
  const app = new App({
    Title: "Cats",
    Now: () => new Date("2026-07-01"),
    Logger: { warn() {}, error() {} },
    Versioning: { Type: VersioningURI, Versions: ["1", "2"], Lifecycle: {
      "1": { Deprecated: "2026-01-01", Sunset: "2026-06-01", AfterSunset: "gone", Link: "https://example.org/moving?a=1&b=2" },
    } },
  });
  app.Get("/cats/{id}", () => 1, Since("1"));
  app.Post("/cats", () => 1, Until("1"));
  app.Get("/health", () => 1, WithVersion(VersionNeutral));
  ${more}
  module.exports = app;`;

const usage = {
  "1 GET /cats/{id}": { calls: 1200, last: "2026-05-31T23:00:00Z" },
  "1 POST /cats": { calls: 1, last: "2026-02-28" },
  "* GET /health": { calls: 7 },
  "1 GET /dogs": { calls: 3 },
};

describe("routes --usage", () => {
  const unreached = `warning: the counted route "1 GET /dogs" is not served by this App\n`;

  beforeAll(() => {
    project.write("app.js", app());
    project.write("usage.json", JSON.stringify(usage));
  });

  it("tells beside each route how often it was called, and when last", async () => {
    expect(await project.run("routes", "app.js", "--usage", "usage.json")).toEqual({
      code: 0,
      output: [
        "                1                                                     2",
        "GET /cats/{id}  gone since 2026-06-01, 1200 calls, last 2026-05-31    served, no calls",
        "POST /cats      ends, gone since 2026-06-01, 1 call, last 2026-02-28  -",
        "GET /health     neutral, 7 calls                                      neutral, 7 calls",
        "",
      ].join("\n"),
      errors: unreached,
    });
  });

  it("--json has the calls of what was counted, by the path without its version", async () => {
    const { code, output, errors } = await project.run("routes", "app.js", "--json", "--usage", "usage.json");
    const ended = { deprecated: true, sunset: "2026-06-01T00:00:00.000Z" };
    const cat = {
      ...{ method: "GET", path: "/cats/{id}", address: "/v1/cats/{id}" },
      operationId: "get_cats_by_id",
    };
    expect({ code, errors, output: JSON.parse(output) as unknown }).toEqual({
      code: 0,
      errors: unreached,
      output: [
        { version: "1", ...cat, ...ended, calls: 1200, last: "2026-05-31T23:00:00Z" },
        { version: "2", ...cat, address: "/v2/cats/{id}" },
        {
          version: "1",
          method: "POST",
          path: "/cats",
          address: "/v1/cats",
          operationId: "post_cats",
          ...ended,
          calls: 1,
          last: "2026-02-28",
        },
        {
          ...{ version: null, method: "GET", path: "/health", address: "/health" },
          ...{ operationId: "get_health", calls: 7 },
        },
      ],
    });
  });

  it("--json has the method and path of the version's own form, joined to what was counted by the newest", async () => {
    const source = `
      Object.assign(globalThis, require("versioned-controllers"));
      const V = DefineVersions("1", "2");
      const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } });
      const Moved = V.Change("2", "Cats are pets.");
      const pets = new Router("/pets", Before(Moved, WithPrefix("/cats")));
      pets.Put("/{id}", () => 1, V.Since("1"), Before(Moved, Post("/{id}/change")));
      app.Include(pets);
      module.exports = app;`;
    project.write("moved.js", source);
    project.write("moved.json", JSON.stringify({ "1 PUT /pets/{id}": { calls: 5 } }));
    const { output, errors } = await project.run("routes", "moved.js", "--json", "--usage", "moved.json");
    expect({ errors, output: JSON.parse(output) as unknown }).toEqual({
      errors: "",
      output: [
        {
          ...{ version: "1", method: "POST", path: "/cats/{id}/change", address: "/v1/cats/{id}/change" },
          ...{ operationId: "put_pets_by_id", calls: 5 },
        },
        {
          ...{ version: "2", method: "PUT", path: "/pets/{id}", address: "/v2/pets/{id}" },
          operationId: "put_pets_by_id",
        },
      ],
    });
  });

  it.each([
    ["there is none", undefined, "the file none.json does not exist\n"],
    ["it is no JSON", "{", /^\S*none\.json can't be read: /],
    ["it is a list", "[]", /^none\.json: usage must be \{ "<version> <METHOD> <path>": /],
    [
      "a count is no number",
      `{ "1 GET /": { "calls": "1" } }`,
      /^none\.json: the usage of "1 GET \/" must be an object with calls/,
    ],
    [
      "it is the body of an error",
      `{ "error": { "code": "not_found" } }`,
      /got \{ calls: undefined, last: undefined \}\n$/,
    ],
    [
      "a count is negative",
      `{ "1 GET /": { "calls": -1 } }`,
      /must be an object with calls, .* calls is a whole number/,
    ],
    [
      "a day is none",
      `{ "1 GET /": { "calls": 1, "last": "2026-13-01" } }`,
      /and last, if given, an ISO 8601 date/,
    ],
    ["an entry is null", `{ "1 GET /": null }`, /must be an object with calls/],
  ])("is of no use where %s", async (_name, text, errors) => {
    if (text !== undefined) project.write("none.json", text);
    const done = await project.run("routes", "app.js", "--usage", "none.json");
    expect(done).toMatchObject({ code: 2, output: "" });
    if (typeof errors === "string") expect(done.errors).toBe(errors);
    else expect(done.errors).toMatch(errors);
  });

  it("a byte order mark before the counts is skipped", async () => {
    project.write("marked.json", `\uFEFF{ "1 GET /none": { "calls": 1 } }`);
    expect(await project.run("routes", "app.js", "--usage", "marked.json")).toMatchObject({
      code: 0,
      errors: `warning: the counted route "1 GET /none" is not served by this App\n`,
    });
  });

  it("a key such as __proto__ is a key", async () => {
    project.write("odd.json", `{ "__proto__": { "calls": 1 } }`);
    expect(await project.run("routes", "app.js", "--usage", "odd.json")).toMatchObject({
      code: 0,
      errors: `warning: the counted route "__proto__" is not served by this App\n`,
    });
  });
});

describe("routes --html", () => {
  const textOf = (html: string): string =>
    html
      .replaceAll(/<style>[^]*?<\/style>/g, "")
      .replaceAll(/<[^>]*>/g, " ")
      .replaceAll(/\s+/g, " ");

  it("is one file with the versions, their dates, their calls, and the routes", async () => {
    project.write("app.js", app());
    project.write("usage.json", JSON.stringify(usage));
    const { code, output } = await project.run("routes", "app.js", "--html", "--usage", "usage.json");
    expect(code).toBe(0);
    expect(output).toMatch(/^<!doctype html>\s+<html lang="en">/);
    expect(output).not.toMatch(/<script|<link|src=/);
    const text = textOf(output);
    expect(text).toContain("Versions of Cats As of 2026-07-01 00:00 UTC.");
    expect(text).toContain(
      "1 gone 2026-01-01 181 days ago 2026-06-01 30 days ago 410 what to do 2 1,201 2026-05-31",
    );
    expect(text).toContain("2 served 1 0 never");
    expect(text).toContain("preview 0 served 1 deprecated 0 browned out 0 gone 1 Timeline");
    expect(text).toContain("What changed 1 ends: POST /cats Routes");
    expect(text).toContain(
      "GET /cats/{id} gone sunset 2026-06-01 1,200 calls, last 2026-05-31 served no calls",
    );
    expect(output).toContain(`<a href="https://example.org/moving?a=1&#38;b=2">what to do</a>`);
  });

  it("draws a bar for each version, in pieces by what is answered when", async () => {
    const { output } = await project.run("routes", "app.js", "--html");
    const svg = /<svg[^]*<\/svg>/.exec(output)?.[0] ?? "";
    const bars = [...svg.matchAll(/<rect\s+class="bar ([a-z-]+)"/g)].map(([, standing]) => standing);
    expect(bars).toEqual(["served", "served", "deprecated", "gone"]);
    expect(svg).toContain("today, 2026-07-01");
    expect(svg).toMatch(/role="img" aria-labelledby="timeline-title"/);
  });

  it("draws previews, brownouts, and who answers after a sunset", async () => {
    project.write(
      "lives.js",
      `Object.assign(globalThis, require("versioned-controllers"));
       const app = new App({ Logger: { warn() {}, error() {} }, Now: () => new Date("2026-07-01T12:00:00Z"), Versioning: {
         Type: VersioningURI, Versions: ["1", "2", "3", "4"], Lifecycle: {
           "1": { Deprecated: "2025-01-01", Sunset: "2026-01-01", AfterSunset: "successor", Successor: "3" },
           "2": { Deprecated: "2026-01-01", Sunset: "2026-12-01", AfterSunset: "gone", Brownouts: [
             { From: "2026-07-01T09:00:00Z", To: "2026-07-01T15:00:00Z" },
             { From: "2026-08-01", To: "2026-08-02" }, { From: "2026-05-01", To: "2026-05-02" },
             { From: "2026-11-30", To: "2027-01-01" }] },
           "4": { Preview: true } } } });
       app.Get("/cats", () => 1, Since("1"));
       module.exports = app;`,
    );
    const { output } = await project.run("routes", "lives.js", "--html");
    const svg = /<svg[^]*<\/svg>/.exec(output)?.[0] ?? "";
    const bars = [...svg.matchAll(/<rect\s+class="bar ([a-z-]+)"[^]*?<title>([^<]*)<\/title>/g)];
    expect(bars.map(([, standing, title]) => [standing, title])).toEqual([
      ["preview", "preview"],
      ["served", "served"],
      ["served", "served to 2026-01-01"],
      ["deprecated", "deprecated from 2026-01-01 to 2026-05-01"],
      ["deprecated", "deprecated from 2026-05-02 to 2026-07-01 09:00"],
      ["deprecated", "deprecated from 2026-07-01 15:00 to 2026-08-01"],
      ["deprecated", "deprecated from 2026-08-02 to 2026-11-30"],
      ["gone", "gone from 2026-12-01"],
      ["browned-out", "browned out from 2026-05-01 to 2026-05-02"],
      ["browned-out", "browned out from 2026-07-01 09:00 to 2026-07-01 15:00"],
      ["browned-out", "browned out from 2026-08-01 to 2026-08-02"],
      ["browned-out", "browned out from 2026-11-30 to 2026-12-01"],
      ["served", "served to 2025-01-01"],
      ["deprecated", "deprecated from 2025-01-01 to 2026-01-01"],
      ["gone", "gone: 3 answers from 2026-01-01"],
    ]);
    const text = textOf(output);
    expect(text).toContain("preview 1 served 1 deprecated 0 browned out 1 gone 1 Timeline");
    expect(text).toContain(
      "2 browned out 410 until 2026-07-01 15:00 410 from 2026-08-01 00:00 to 2026-08-02 00:00 410 from 2026-11-30 00:00 to 2027-01-01 00:00 2026-01-01",
    );
    expect(text).toContain("GET /cats gone sunset 2026-01-01 browned out sunset 2026-12-01 served preview");
  });

  it("tells the changes of each version in their authors' words", async () => {
    project.write(
      "changed.js",
      `Object.assign(globalThis, require("versioned-controllers"));
       const app = new App({ Title: "Cats", Versioning: { Type: VersioningURI, Versions: ["1", "2"] } });
       app.Get("/cats", () => 1, Since("1"), WithChanges(Change("2", "A cat's \`born\` is <b>, with an odd \`."),
         Change("2", "Lists are \`sorted\`."), Change("2", "Nobody's.", { Internal: true })));
       module.exports = app;`,
    );
    const { output } = await project.run("routes", "changed.js", "--html");
    expect(output).toContain(
      "A cat&#39;s &#96;born&#96; is &#60;b&#62;, with an odd &#96;.".replaceAll("&#96;", "`"),
    );
    expect(output).toContain("Lists are <code>sorted</code>.");
    expect(textOf(output)).toContain("Lists are sorted . GET /cats");
    expect(output).not.toContain("Nobody");
  });

  it("escapes every text, and links no address that could run", async () => {
    project.write(
      "hostile.js",
      app(`app.Get("/<script>alert(1)</script>", () => 1, Since("2"));`)
        .replace(`"Cats"`, `"</title><script>alert(1)</script>"`)
        .replace("https://example.org/moving?a=1&b=2", `javascript:alert(1)//\\"onclick=`),
    );
    const { output } = await project.run("routes", "hostile.js", "--html");
    expect(output).not.toMatch(/<script|href="javascript|"onclick/);
    expect(output).toContain("&#60;script&#62;alert(1)&#60;/script&#62;");
  });

  it.each([
    [
      "no version has a date",
      `{ Type: VersioningURI }`,
      `app.Get("/cats", () => 1, WithVersion("1"));`,
      "1 served 1",
    ],
    [
      "versioning is off",
      "{}",
      `app.Get("/cats", () => 1);`,
      "No route has a version. Routes Route GET /cats",
    ],
    ["there are no routes", "{}", "", "There are no routes."],
  ])("has no timeline where %s", async (_name, versioning, routes, text) => {
    project.write(
      "plain.js",
      `Object.assign(globalThis, require("versioned-controllers"));
       const app = new App({ Versioning: ${versioning}, Logger: { warn() {}, error() {} } });
       ${routes} module.exports = app;`,
    );
    const { code, output } = await project.run("routes", "plain.js", "--html");
    expect(code).toBe(0);
    expect(output).not.toContain("<svg");
    expect(textOf(output)).toContain(text);
  });

  it("is not for --json too", async () => {
    expect(await project.run("routes", "app.js", "--html", "--json")).toEqual({
      code: 2,
      output: "",
      errors: "--json and --html cannot be combined: choose one output\n",
    });
  });
});
