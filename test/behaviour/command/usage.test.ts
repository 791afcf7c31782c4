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
  const unreached = `no request reaches "1 GET /dogs", which was counted\n`;

  beforeAll(() => {
    project.write("app.js", app());
    project.write("usage.json", JSON.stringify(usage));
  });

  it("tells beside each route how often it was called, and when last", async () => {
    expect(await project.run("routes", "app.js", "--usage", "usage.json")).toEqual({
      code: 0,
      output: [
        "                1                                                             2",
        "GET /cats/{id}  deprecated, sunset 2026-06-01, 1200 calls, last 2026-05-31    served, no calls",
        "POST /cats      ends, deprecated, sunset 2026-06-01, 1 call, last 2026-02-28  -",
        "GET /health     neutral, 7 calls                                              neutral, 7 calls",
        "",
      ].join("\n"),
      errors: unreached,
    });
  });

  it("--json has the calls of what was counted, by the path without its version", async () => {
    const { code, output, errors } = await project.run("routes", "app.js", "--json", "--usage", "usage.json");
    const ended = { deprecated: true, sunset: "2026-06-01T00:00:00.000Z" };
    const cat = { method: "GET", path: "/cats/{id}", operationId: "get_cats_by_id" };
    expect({ code, errors, output: JSON.parse(output) as unknown }).toEqual({
      code: 0,
      errors: unreached,
      output: [
        { version: "1", ...cat, ...ended, calls: 1200, last: "2026-05-31T23:00:00Z" },
        { version: "2", ...cat },
        {
          version: "1",
          method: "POST",
          path: "/cats",
          operationId: "post_cats",
          ...ended,
          calls: 1,
          last: "2026-02-28",
        },
        { version: null, method: "GET", path: "/health", operationId: "get_health", calls: 7 },
      ],
    });
  });

  it.each([
    ["there is none", undefined, "there is no file none.json\n"],
    ["it is no JSON", "{", /^\S*none\.json can't be read: /],
    ["it is a list", "[]", /^none\.json: usage must be \{ "<version> <METHOD> <path>": /],
    [
      "a count is no number",
      `{ "1 GET /": { "calls": "1" } }`,
      /^none\.json: usage of "1 GET \/" must have calls/,
    ],
    ["a count is negative", `{ "1 GET /": { "calls": -1 } }`, /must have calls, a whole number/],
    ["a day is none", `{ "1 GET /": { "calls": 1, "last": "2026-13-01" } }`, /may have last, a date/],
    ["an entry is null", `{ "1 GET /": null }`, /must have calls/],
  ])("is of no use where %s", async (_name, text, errors) => {
    if (text !== undefined) project.write("none.json", text);
    const done = await project.run("routes", "app.js", "--usage", "none.json");
    expect(done).toMatchObject({ code: 2, output: "" });
    if (typeof errors === "string") expect(done.errors).toBe(errors);
    else expect(done.errors).toMatch(errors);
  });

  it("a key such as __proto__ is a key", async () => {
    project.write("odd.json", `{ "__proto__": { "calls": 1 } }`);
    expect(await project.run("routes", "app.js", "--usage", "odd.json")).toMatchObject({
      code: 0,
      errors: `no request reaches "__proto__", which was counted\n`,
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
    expect(text).toContain("1 gone 2026-01-01 2026-06-01 410 what to do 2 1,201 2026-05-31 ends: POST /cats");
    expect(text).toContain("2 served 1 0 never");
    expect(text).toContain(
      "GET /cats/{id} gone sunset 2026-06-01 1,200 calls, last 2026-05-31 served no calls",
    );
    expect(output).toContain(`<a href="https://example.org/moving?a=1&#38;b=2">what to do</a>`);
  });

  it("draws a bar for each version, in pieces by what is answered when", async () => {
    const { output } = await project.run("routes", "app.js", "--html");
    const svg = /<svg[^]*<\/svg>/.exec(output)?.[0] ?? "";
    const bars = [...svg.matchAll(/<rect\s+class="bar ([a-z-]+)"/g)].map(([, standing]) => standing);
    expect(bars).toEqual(["served", "deprecated", "gone", "served"]);
    expect(svg).toContain("today, 2026-07-01");
    expect(svg).toMatch(/role="img" aria-labelledby="timeline-title"/);
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
      errors: "--json and --html are two outputs: ask for one\n",
    });
  });
});
