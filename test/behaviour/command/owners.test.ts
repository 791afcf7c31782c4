import { readFileSync } from "node:fs";
import { join } from "node:path";
import Ajv2020 from "ajv/dist/2020";
import { makeProjectInProcess } from "../../support/project";

const project = makeProjectInProcess();

afterAll(() => {
  project.remove();
});

function write(routes: string, more = ""): void {
  project.write(
    "app.js",
    `Object.assign(globalThis, require("versioned-controllers"));
    const V = DefineVersions("1", "2");
    const Name = { title: "Name", type: "object", properties: { name: { type: "string" } } };
    const Empty = { title: "Name", type: "object", properties: {} };
    module.exports = new App(
      { Logger: { warn() {}, error() {} }, Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List ${more} } },
      V.Since("1"), WithOperation({ "x-owner": "platform" }))
      ${routes};`,
  );
}

const owned = (team: unknown): string => `WithOperation({ "x-owner": ${JSON.stringify(team)} })`;

beforeEach(async () => {
  write(`
    .Get("/cats", () => 1, WithResponse(200, Name), ${owned("cats")})
    .Get("/dogs", () => 1, WithResponse(200, Name))
    .Get("/old/{id}", () => 1, ${owned("history")})
    .Get("/none", () => 1, ${owned(null)})
    .Include(V.Webhook("cat.added", Name))`);
  expect(await project.run("freeze", "app.js", "1", "--force")).toMatchObject({ errors: "" });
});

it("each finding has the x-owner of its operation, in lines and in JSON", async () => {
  write(`
    .Get("/cats", () => 1, WithResponse(200, Empty), ${owned("tomcats")})
    .Get("/dogs", () => 1, WithResponse(200, Empty))`);
  const { code, output } = await project.run("check", "app.js");
  expect([code, output]).toEqual([
    1,
    [
      "version 1: 4 breaking changes",
      "  GET /none: is no longer served",
      "  GET /old/{id}: is no longer served [history]",
      `  Name: property "name" was removed (2 operations: GET /cats, GET /dogs) [tomcats, platform]`,
      "  webhook cat.added: is no longer sent",
      "version 2: not frozen",
      "",
    ].join("\n"),
  ]);
  const printed = JSON.parse((await project.run("check", "app.js", "--json")).output) as {
    readonly versions: readonly [
      { readonly changes: readonly { readonly where: string; readonly owner?: string }[] },
    ];
  };
  expect(printed.versions[0].changes.map(({ where, owner }) => [where, owner])).toEqual([
    ["GET /none", undefined],
    ["GET /old/{id}", "history"],
    ["GET /cats", "tomcats"],
    ["GET /dogs", "platform"],
    ["webhook cat.added", undefined],
  ]);
  const schema = JSON.parse(
    readFileSync(join(__dirname, "../../../docs/reference/check-output.schema.json"), "utf8"),
  ) as object;
  const validate = new Ajv2020({ strict: false }).compile(schema);
  expect(validate(printed) ? null : validate.errors).toBeNull();
});

it("an accepted finding, an annotation and a fault of a lifecycle have it too", async () => {
  write(
    `.Get("/cats", () => 1, WithResponse(200, Name), ${owned("cats")}, WithLifecycle({ Deprecated: "2026-01-01", Sunset: "2026-02-01" }))
    .Get("/dogs", () => 1, WithResponse(200, Name))
    .Get("/none", () => 1)
    .Include(V.Webhook("cat.added", Name))`,
  );
  project.write(
    "openapi/accepted.json",
    JSON.stringify([
      { version: "1", kind: "operation-removed", where: "GET /old/{id}", subject: "", reason: "nobody" },
    ]),
  );
  const { output } = await project.run("check", "app.js", "--lifecycle", "--github");
  expect(output).toContain("::accepted: GET /old/{id}: is no longer served [history] (nobody)\n");
  expect(output).toMatch(
    /GET \/cats: its sunset must be at least 90 days after its deprecation, got 31 days \[cats\]\n/,
  );
});
