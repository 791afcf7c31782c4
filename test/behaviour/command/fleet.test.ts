import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { makeProjectInProcess } from "../../support/project";

const project = makeProjectInProcess();

afterAll(() => {
  project.remove();
});

function service(title: string, versioning: string, routes: string): string {
  return `
    Object.assign(globalThis, require("versioned-controllers"));
    module.exports = new App({
      Title: ${JSON.stringify(title)}, Logger: { warn() {}, error() {} }, Now: () => new Date("2026-06-01"),
      Versioning: ${versioning},
    })${routes};`;
}

const routes = `.Get("/x", () => 1, WithVersion("1", "2"))`;

beforeAll(() => {
  const lives = `{ "1": { Deprecated: "2026-01-01", Sunset: "2026-12-01", Successor: "2", Link: "https://example.org/2" }, "2": { Released: "2025-11-01" } }`;
  const versions = `Type: VersioningHeader, Header: "V", Versions: ["1", "2"]`;
  project.write(
    "cats.js",
    service(
      "Cats",
      `{ ${versions}, Lifecycle: ${lives}, Retired: { "0": { Sunset: "2025-01-01" } } }`,
      routes,
    ),
  );
  const sooner = `{ "1": { Sunset: "2026-07-01" }, "2": { Deprecated: "2026-03-01", Sunset: "2026-05-01", AfterSunset: "gone" } }`;
  project.write("dogs.js", service("Dogs", `{ ${versions}, Lifecycle: ${sooner} }`, routes));
  project.write("plain.js", service("Cats", "{}", `.Get("/x", () => 1)`));
  project.write("cats.json", JSON.stringify({ "1 GET /x": { calls: 1200, last: "2026-05-31T08:00:00Z" } }));
  project.write("dogs.json", JSON.stringify({ "2 GET /x": { calls: 3 }, "1 GET /gone": { calls: 1 } }));
});

it("prints one table of all services, the next end first, and what is gone last", async () => {
  expect(await project.run("fleet", "cats.js", "dogs.js", "plain.js")).toEqual({
    code: 0,
    output: [
      "service          version  state       deprecated  sunset",
      "Dogs             1        deprecated              2026-07-01",
      "Cats (cats.js)   1        deprecated  2026-01-01  2026-12-01",
      "Cats (cats.js)   2        served",
      "Cats (plain.js)  none",
      "Cats (cats.js)   0        gone                    2025-01-01",
      "Dogs             2        gone        2026-03-01  2026-05-01",
      "",
    ].join("\n"),
    errors: "",
  });
});

it("with --usage for each module it prints calls too", async () => {
  const { output, errors } = await project.run(
    ...["fleet", "cats.js", "dogs.js", "--usage", "cats.json", "--usage", "dogs.json"],
  );
  expect(output).toBe(
    [
      "service  version  state       deprecated  sunset      calls  last call",
      "Dogs     1        deprecated              2026-07-01  0",
      "Cats     1        deprecated  2026-01-01  2026-12-01  1200   2026-05-31",
      "Cats     2        served                              0",
      "Cats     0        gone                    2025-01-01",
      "Dogs     2        gone        2026-03-01  2026-05-01  3",
      "",
    ].join("\n"),
  );
  expect(errors).toBe(`warning: the counted route "1 GET /gone" is not served by this App\n`);
});

it("--json lists the rows, as the schema of the reference describes them", async () => {
  const { output } = await project.run(
    "fleet",
    "cats.js",
    "plain.js",
    "--json",
    "--usage",
    "cats.json",
    "--usage",
    "cats.json",
  );
  const rows = JSON.parse(output) as readonly object[];
  expect(rows).toEqual([
    {
      ...{ service: "Cats", module: "cats.js", version: "1", state: "deprecated" },
      ...{ deprecated: "2026-01-01T00:00:00.000Z", sunset: "2026-12-01T00:00:00.000Z" },
      ...{ successor: "2", link: "https://example.org/2", calls: 1200, last: "2026-05-31T08:00:00Z" },
    },
    {
      ...{ service: "Cats", module: "cats.js", version: "2", state: "served" },
      ...{ released: "2025-11-01T00:00:00.000Z", calls: 0 },
    },
    { service: "Cats", module: "plain.js", version: null },
    {
      ...{ service: "Cats", module: "cats.js", version: "0", state: "gone" },
      sunset: "2025-01-01T00:00:00.000Z",
    },
  ]);
  const schema = JSON.parse(
    readFileSync(join(__dirname, "../../../docs/reference/fleet-output.schema.json"), "utf8"),
  ) as object;
  const validate = new Ajv2020({ formats: { "date-time": true } }).compile(schema);
  expect(validate(rows) ? null : validate.errors).toBeNull();
});

it("--html prints the table as one page", async () => {
  const { output } = await project.run(
    "fleet",
    "cats.js",
    "dogs.js",
    "plain.js",
    "--html",
    ...["cats", "dogs", "cats"].flatMap((name) => ["--usage", `${name}.json`]),
  );
  expect(output).toMatch(/^<!doctype html>/);
  expect(output).toContain("As of 2026-06-01 00:00 UTC.");
  expect(output).not.toContain("<script");
  const words = output.replaceAll(/<style>.*?<\/style>|<[^>]*>/gs, " ").replaceAll(/\s+/g, " ");
  expect(words).toContain("Service Version State Deprecated Sunset Then Routes Calls Last call");
  expect(words).toContain(
    "Dogs 1 deprecated 2026-07-01 in 30 days served on 1 0 never Cats (cats.js) 1 deprecated",
  );
  expect(words).toContain("Cats (plain.js) no versions");
});

it.each<[args: readonly string[], errors: string]>([
  [[], "fleet takes <module>...: see versioned-controllers fleet --help\n"],
  [["cats.js", "--json", "--html"], "--json and --html cannot be combined: choose one output\n"],
  [
    ["cats.js", "dogs.js", "--usage", "cats.json"],
    "--usage must be given once for each module, got 1 for 2\n",
  ],
  [["cats.js", "--usage", "none.json"], "the file none.json does not exist\n"],
  [
    ["cats.js", "wrong.js"],
    'the App of wrong.js does not build:\nGET cats: path "cats" must begin with "/" [path-without-slash]\n',
  ],
  [["cats.js", "empty.js"], "the default export of empty.js must be an App\n"],
])("%j is an error", async (args, errors) => {
  project.write("wrong.js", service("Wrong", "{}", `.Get("cats", () => 1)`));
  project.write("empty.js", "");
  expect(await project.run("fleet", ...args)).toEqual({ code: 2, output: "", errors });
});
