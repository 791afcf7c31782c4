import { commands } from "../../src/tools/cli/commands";
import type { Project } from "./project";

let project: Project;

/** A module whose App has the routes that the code adds. */
function app(
  routes: string,
  versioning = `{ Type: VersioningHeader, Header: "X-Version", Versions: ["1", "2", "3"] }`,
): string {
  return `
    Object.assign(globalThis, require("versioned-controllers"));
    const app = new App({ Versioning: ${versioning}, Logger: { warn() {}, error() {} } });
    ${routes}
    module.exports = app;`;
}

const cat = (properties: string, required = "[]") =>
  `{ "~standard": { version: 1, vendor: "test", validate: (value) => ({ value }), jsonSchema: { input: () => (${schema(properties, required)}), output: () => (${schema(properties, required)}) } } }`;
const schema = (properties: string, required: string) =>
  `{ type: "object", properties: ${properties}, required: ${required} }`;

/**
 * Declares the tests of the commands, in a project that is made for them.
 *
 * They run twice: in this process, where they take a second, and in a process for each call, as users have it.
 */
export function testCommands(make: () => Project): void {
  beforeAll(() => {
    project = make();
  });

  afterAll(() => {
    project.remove();
  });

  describe("the command itself", () => {
    it.each(["--help", "-h"])("%s prints what there is", async (flag) => {
      const { code, output, errors } = await project.run(flag);
      expect({ code, errors }).toEqual({ code: 0, errors: "" });
      expect(output).toMatch(/^Usage: versioned-controllers <command> <module>/);
      for (const { name, summary } of commands) {
        expect(output).toMatch(new RegExp(`^  ${name} +${summary}$`, "m"));
      }
    });

    it("without a command tells how it is used", async () => {
      const { code, output, errors } = await project.run();
      expect({ code, output }).toEqual({ code: 2, output: "" });
      expect(errors).toMatch(/^Usage: /);
    });

    it("names a command that there is not", async () => {
      const { code, output, errors } = await project.run("thaw", "app.js");
      expect({ code, output }).toEqual({ code: 2, output: "" });
      expect(errors).toMatch(/^unknown command "thaw"\n\nUsage: /);
    });

    it.each(
      commands.map((command) => [
        [command.name, ...command.arguments.map((one) => `<${one}>`)].join(" "),
        command.name,
      ]),
    )("%s has --help, with its exit codes", async (call, name) => {
      const { code, output, errors } = await project.run(name, "--help");
      expect({ code, errors }).toEqual({ code: 0, errors: "" });
      expect(output).toMatch(new RegExp(`^Usage: versioned-controllers ${call}`));
      expect(output).toContain("Exit codes: 0 ");
    });

    it("tells how a command is called, with its options in a column", async () => {
      const { output } = await project.run("freeze", "--help");
      expect(output).toBe(
        [
          "Usage: versioned-controllers freeze <module> <version>... [--all] [--dir <folder>] [--from <file>] [--force]",
          "",
          "Writes the OpenAPI document of each version to openapi/<version>.json; commit these files with the code.",
          "Characters that a file name cannot have are escaped as in a URL. If AssumeVersion can select a version,",
          "the document of requests that name no version is written to openapi/assumed/<version>.json.",
          "With --all it writes the document of every served version without a frozen document, except previews.",
          "The results of each Up and Down for sample values are written to openapi/conversions/<version>.json, for",
          "every version with changes. Existing samples stay; missing ones are added. With --from, values of a",
          "recording become samples too, and no version needs to be named.",
          "",
          "  --all           freeze every served version that has no frozen document",
          "  --dir <folder>  the folder to write to (default: openapi)",
          "  --from <file>   freeze values of this recording, too",
          "  --force         overwrite a frozen document or result that differs",
          "  -h, --help      show this help",
          "",
          "Exit codes: 0 written, or unchanged; 2 wrong usage, the module does not load, has no App or does not",
          "build, a file differs from the current document or results, or a line of the recording is not a record.",
          "Then nothing is written.",
          "",
        ].join("\n"),
      );
    });

    it.each([
      ["routes", "app.js"],
      ["freeze", "app.js", "1"],
      ["check", "app.js"],
      ["diff", "app.js", "1", "2"],
      ["changelog", "app.js"],
    ])("%s lists the problems of an App that does not build, whatever else is missing", async (...args) => {
      project.write("app.js", app(`app.Get("cats", () => [], WithVersion("1"));`));
      expect(await project.run(...args)).toEqual({
        code: 2,
        output: "",
        errors: 'the App does not build:\nGET cats: path "cats" must begin with "/" [path-without-slash]\n',
      });
    });

    it.each([
      [["routes"], "routes takes <module>: see versioned-controllers routes --help\n"],
      [["routes", "a", "b"], "routes takes <module>: see versioned-controllers routes --help\n"],
      [["freeze", "a"], "freeze takes <module> <version>...: see versioned-controllers freeze --help\n"],
      [["diff", "a", "1"], "diff takes <module> <from> <to>: see versioned-controllers diff --help\n"],
      [["routes", "a", "--yaml"], /^Unknown option '--yaml'[^]*See versioned-controllers routes --help\n$/],
      [["check", "a", "--dir"], /argument missing[^]*See versioned-controllers check --help\n$/],
    ])("%j is wrong usage", async (args, errors) => {
      const done = await project.run(...args);
      expect(done).toMatchObject({ code: 2, output: "" });
      if (typeof errors === "string") expect(done.errors).toBe(errors);
      else expect(done.errors).toMatch(errors);
    });
  });

  const matrix = app(`
  app.Get("/cats", () => [], Since("1"));
  app.Get("/cats/{id}", () => 1, Since("2"));
  app.Post("/cats", () => 1, Until("2"), Deprecated());
  app.Put("/cats/{id}", () => 1, WithVersion("2"));
  app.Delete("/cats/{id}", () => 1, WithVersion("1", "3"), WithLifecycle({ Deprecated: "2026-01-01", Sunset: "2027-06-01" }));
  app.Get("/health", () => "well", WithVersion(VersionNeutral));
  app.Get("/health", () => "very well", WithVersion("3"));
  app.Get("/secret", () => 1, WithVersion("1"), Hidden());
  app.Get("/unreached", () => 1);`);

  describe("routes", () => {
    it("prints where a route starts, ends, is deprecated or neutral", async () => {
      project.write("matrix.js", matrix);
      expect(await project.run("routes", "matrix.js")).toEqual({
        code: 0,
        errors: "",
        output: [
          "                      1                                    2                 3",
          "GET /cats             served                               served            served",
          "GET /cats/{id}        -                                    starts            served",
          "POST /cats            deprecated                           ends, deprecated  -",
          "PUT /cats/{id}        -                                    starts, ends      -",
          "DELETE /cats/{id}     ends, deprecated, sunset 2027-06-01  -                 starts, deprecated, sunset 2027-06-01",
          "GET /health           neutral                              neutral           -",
          "GET /health           -                                    -                 starts",
          "GET /secret (hidden)  ends                                 -                 -",
          "GET /unreached        -                                    -                 -",
          "",
        ].join("\n"),
      });
    });

    it("--json lists what requests reach, for scripts", async () => {
      project.write("matrix.js", matrix);
      const { code, output, errors } = await project.run("routes", "matrix.js", "--json");
      expect({ code, errors }).toEqual({ code: 0, errors: "" });
      const cats = { method: "GET", path: "/cats", address: "/cats", operationId: "get_cats_1_2_3" };
      const byID = { path: "/cats/{id}", address: "/cats/{id}" };
      const put = { ...byID, method: "PUT", operationId: "put_cats_by_id_2" };
      const get = { ...byID, method: "GET", operationId: "get_cats_by_id_2_3" };
      const post = {
        ...{ method: "POST", path: "/cats", address: "/cats" },
        ...{ operationId: "post_cats_1_2", deprecated: true },
      };
      const remove = {
        ...byID,
        method: "DELETE",
        operationId: "delete_cats_by_id_1_3",
        deprecated: true,
        sunset: "2027-06-01T00:00:00.000Z",
      };
      const health = { method: "GET", path: "/health", address: "/health" };
      expect(JSON.parse(output)).toEqual([
        { version: "1", ...cats },
        { version: "2", ...cats },
        { version: "3", ...cats },
        { version: "2", ...get },
        { version: "3", ...get },
        { version: "1", ...post },
        { version: "2", ...post },
        { version: "2", ...put },
        { version: "1", ...remove },
        { version: "3", ...remove },
        { version: null, ...health, operationId: expect.any(String) as string },
        { version: "3", ...health, operationId: expect.any(String) as string },
        {
          ...{ version: "1", method: "GET", path: "/secret", address: "/secret" },
          operationId: expect.any(String) as string,
        },
      ]);
    });

    it.each([
      [
        "under VersioningURI the path is without the version, and what no request reaches is left out",
        `{ Type: VersioningURI, AssumeVersion: "1" }`,
        `app.Get("/cats", () => 1, WithVersion("1")); app.Get("/cats", () => 1, WithVersion(VersionNeutral));`,
        [{ version: "1", method: "GET", path: "/cats", address: "/v1/cats", operationId: "get_cats" }],
      ],
      [
        "while versioning is off",
        "{}",
        `app.Get("/cats", () => 1);`,
        [{ version: null, method: "GET", path: "/cats", address: "/cats", operationId: "get_cats" }],
      ],
    ])("--json: %s", async (_what, versioning, routes, list) => {
      project.write("list.js", app(routes, versioning));
      const { code, output } = await project.run("routes", "list.js", "--json");
      expect(code).toBe(0);
      expect(JSON.parse(output)).toEqual(list);
    });

    it.each([
      ["the path", `{ Type: VersioningURI }`],
      ["the path, after a prefix", `{ Type: VersioningURI, Prefix: "version-" }`],
      ["the path, without a prefix", `{ Type: VersioningURI, Prefix: "" }`],
      ["a media type", `{ Type: VersioningMediaType, Key: "v" }`],
      ["a query parameter", `{ Type: VersioningCustom, Extractor: FromQuery("v") }`],
      ["what a function reads", `{ Type: VersioningCustom, Extractor: () => "1" }`],
    ])("finds what a version deprecates, with the version in %s", async (_name, versioning) => {
      const lived = versioning.replace("}", `, Lifecycle: { "1": { Deprecated: "2026-01-01" } } }`);
      project.write(
        "lived.js",
        app(
          `
      app.Get("/", () => 1, WithVersion("1", "2"));
      app.Get("/files/{path...}", () => 1, WithVersion("1", "2"));
      app.Get("/health", () => 1, WithVersion(VersionNeutral));
      app.Handle("REPORT", "/cats", () => 1, WithVersion("2"));`,
          lived,
        ),
      );
      const { code, output, errors } = await project.run("routes", "lived.js");
      expect({ code, errors }).toEqual({ code: 0, errors: "" });
      expect(output).toBe(
        [
          "                      1           2",
          "GET /                 deprecated  served",
          "GET /files/{path...}  deprecated  served",
          "GET /health           neutral     neutral",
          "REPORT /cats          -           starts",
          "",
        ].join("\n"),
      );
    });

    const hiddenHealth = `app.Get("/cats/me", () => 1, WithVersion(VersionNeutral), Hidden());`;

    it.each([
      [
        "a hidden neutral route behind a version's parameter",
        `{ Type: VersioningHeader, Header: "X-Version" }`,
        `app.Get("/cats/{id}", () => 1, WithVersion("1")); ${hiddenHealth}
         app.Get("/cats", () => 1, WithVersion("2"));`,
        [
          "                       1     2",
          "GET /cats/{id}         ends  -",
          "GET /cats/me (hidden)  -     neutral",
          "GET /cats              -     starts",
        ],
      ],
      [
        "a neutral route behind an assumed version, under VersioningURI",
        `{ Type: VersioningURI, AssumeVersion: "1" }`,
        `app.Get("/cats", () => 1, WithVersion("1", "2"));
         app.Get("/cats", () => 1, WithVersion(VersionNeutral));
         app.Get("/health", () => 1, WithVersion(VersionNeutral));`,
        [
          "             1        2",
          "GET /cats    served   served",
          "GET /cats    -        -",
          "GET /health  neutral  neutral",
        ],
      ],
      [
        "hidden routes alone, under VersioningURI",
        `{ Type: VersioningURI, Lifecycle: { "1": { Deprecated: "2026-01-01", Sunset: "2027-06-01" } } }`,
        `app.Get("/cats/{id}", () => 1, WithVersion("1"), Hidden()); ${hiddenHealth}
         app.Get("/cats/{id}", () => 1, WithVersion(VersionNeutral), Hidden());`,
        [
          "                         1",
          "GET /cats/{id} (hidden)  deprecated, sunset 2027-06-01",
          "GET /cats/me (hidden)    neutral",
          "GET /cats/{id} (hidden)  neutral",
        ],
      ],
      [
        "a neutral HEAD, which the GET of a version answers",
        `{ Type: VersioningHeader, Header: "X-Version" }`,
        `app.Get("/cats", () => 1, WithVersion("1")); app.Head("/cats", (_req, res) => res.end(), WithVersion(VersionNeutral));`,
        ["            1", "GET /cats   served", "HEAD /cats  -"],
      ],
    ])("tells what requests reach: %s", async (_name, versioning, routes, lines) => {
      project.write("reach.js", app(routes, versioning));
      expect(await project.run("routes", "reach.js")).toEqual({
        code: 0,
        errors: "",
        output: `${lines.join("\n")}\n`,
      });
    });

    it("prints the routes of an App without versions", async () => {
      project.write("plain.js", app(`app.Get("/cats", () => []); app.Post("/cats", () => []);`, "{}"));
      expect(await project.run("routes", "plain.js")).toEqual({
        code: 0,
        output: "GET /cats\nPOST /cats\n",
        errors: "",
      });
    });

    it("says so where there are none", async () => {
      project.write("empty.js", app("", "{}"));
      expect(await project.run("routes", "empty.js")).toEqual({ code: 0, output: "no routes\n", errors: "" });
    });
  });

  describe("freeze", () => {
    it("writes the version's document, keys in one order and a newline at the end", async () => {
      project.write("freeze.js", app(`app.Get("/cats", () => [], WithVersion("1"));`));
      expect(await project.run("freeze", "freeze.js", "1", "--dir", "a/b")).toEqual({
        code: 0,
        output: "a/b/1.json: written\n",
        errors: "",
      });
      const text = project.read("a/b/1.json");
      expect(text).toMatch(
        /^\{\n {2}"components": [^]*\n {2}"info": [^]*\n {2}"openapi": "3\.1\.1",\n {2}"paths": [^]*\}\n$/,
      );
      expect(Object.keys((JSON.parse(text) as { paths: object }).paths)).toEqual(["/cats"]);
    });

    it("writes to openapi, leaves what is the same, and a different document alone without --force", async () => {
      project.write("again.js", app(`app.Get("/cats", () => [], WithVersion("1"));`));
      expect(await project.run("freeze", "again.js", "1")).toMatchObject({
        code: 0,
        output: "openapi/1.json: written\n",
      });
      expect(await project.run("freeze", "again.js", "1")).toMatchObject({
        code: 0,
        output: "openapi/1.json: unchanged\n",
      });
      const frozen = project.read("openapi/1.json");
      project.write("again.js", app(`app.Get("/dogs", () => [], WithVersion("1"));`));
      expect(await project.run("freeze", "again.js", "1")).toEqual({
        code: 2,
        output: "",
        errors: "openapi/1.json differs from the current document: add --force to overwrite it\n",
      });
      expect(project.read("openapi/1.json")).toBe(frozen);
      expect(await project.run("freeze", "again.js", "1", "--force")).toMatchObject({
        code: 0,
        output: "openapi/1.json: written\n",
      });
      expect(project.read("openapi/1.json")).toContain("/dogs");
    });

    it.each([
      ["../../etc/passwd", "%2E.%2F..%2Fetc%2Fpasswd.json"],
      ["..", "%2E..json"],
      ["a\\b:c*?", "a%5Cb%3Ac%2A%3F.json"],
      ["2024-05-01", "2024-05-01.json"],
      ["accepted", "%61ccepted.json"],
      ["__proto__", "__proto__.json"],
      ["ä b", "%C3%A4%20b.json"],
    ])("no version leaves the folder: %j", async (version, file) => {
      project.write(
        "odd.js",
        app(
          `app.Get("/cats", () => [], WithVersion(${JSON.stringify(version)}));`,
          `{ Type: VersioningHeader, Header: "X-Version" }`,
        ),
      );
      expect(await project.run("freeze", "odd.js", version, "--dir", "odd")).toEqual({
        code: 0,
        output: `odd/${file}: written\n`,
        errors: "",
      });
      expect(project.read(`odd/${file}`)).toContain("/cats");
    });

    it("lists the versions where there is no such version", async () => {
      project.write("freeze.js", app(`app.Get("/cats", () => [], WithVersion("1", "3"));`));
      expect(await project.run("freeze", "freeze.js", "4")).toEqual({
        code: 2,
        output: "",
        errors: `no route answers version "4"; the versions are: "1", "3"\n`,
      });
    });

    it("says why a file can't be written", async () => {
      project.write("freeze.js", app(`app.Get("/cats", () => [], WithVersion("1"));`));
      project.write("file", "");
      const { code, errors } = await project.run("freeze", "freeze.js", "1", "--dir", "file/below");
      expect(code).toBe(2);
      expect(errors).toMatch(/^ENOTDIR: not a directory/);
    });
  });

  describe("check", () => {
    const served = (properties: string, more = "") =>
      app(`
    app.Get("/cats", () => [], WithVersion("1", "2"), WithResponse(200, ${cat(properties)}));
    ${more}`);

    async function freezeBoth(dir: string): Promise<void> {
      project.write("check.js", served(`{ name: { type: "string" }, age: { type: "integer" } }`));
      await project.run("freeze", "check.js", "1", "--dir", dir);
      await project.run("freeze", "check.js", "2", "--dir", dir);
    }

    it("is fine where nothing breaks, and names what is not frozen", async () => {
      await freezeBoth("fine");
      project.write(
        "check.js",
        served(
          `{ name: { type: "string" }, age: { type: "integer" }, color: {} }`,
          `app.Get("/dogs", () => [], WithVersion("1", "3"));`,
        ),
      );
      expect(await project.run("check", "check.js", "--dir", "fine")).toEqual({
        code: 0,
        output: "version 1: no breaking change\nversion 2: no breaking change\nversion 3: not frozen\n",
        errors: "",
      });
    });

    it("fails on a breaking change, and names each with its place", async () => {
      await freezeBoth("broken");
      project.write("check.js", served(`{ age: { type: ["integer", "null"] } }`));
      const breaking = [
        `  GET /cats, response 200: property "age" may now be null`,
        `  GET /cats, response 200: property "name" was removed`,
      ];
      expect(await project.run("check", "check.js", "--dir", "broken")).toEqual({
        code: 1,
        output: [
          "version 1: 2 breaking changes",
          ...breaking,
          "version 2: 2 breaking changes",
          ...breaking,
          "",
        ].join("\n"),
        errors: "",
      });
    });

    it("--json tells every difference, breaking or not", async () => {
      await freezeBoth("json");
      const now = `{ age: { type: "integer" }, color: {} }`;
      project.write(
        "check.js",
        app(`app.Get("/cats", () => [], WithVersion("2"), WithResponse(200, ${cat(now)}));`),
      );
      const { code, output, errors } = await project.run("check", "check.js", "--dir", "json", "--json");
      expect({ code, errors }).toEqual({ code: 1, errors: "" });
      expect(JSON.parse(output)).toEqual({
        ok: false,
        versions: [
          {
            version: "1",
            changes: [
              {
                breaking: true,
                kind: "version-removed",
                where: "version 1",
                subject: "",
                what: "the version is no longer served",
              },
            ],
          },
          {
            version: "2",
            changes: [
              {
                breaking: true,
                kind: "property-removed",
                where: "GET /cats",
                subject: "response 200 /name",
                what: `response 200: property "name" was removed`,
              },
              {
                breaking: false,
                kind: "property-added",
                where: "GET /cats",
                subject: "response 200 /color",
                what: `response 200: property "color" was added`,
              },
            ],
          },
        ],
      });
    });

    it("--json is fine where nothing breaks", async () => {
      await freezeBoth("well");
      const { code, output } = await project.run("check", "check.js", "--dir", "well", "--json");
      expect(code).toBe(0);
      expect(JSON.parse(output)).toEqual({
        ok: true,
        versions: [
          { version: "1", changes: [] },
          { version: "2", changes: [] },
        ],
      });
    });

    it("fails on a version that is no longer served", async () => {
      await freezeBoth("gone");
      project.write(
        "check.js",
        app(
          `app.Get("/cats", () => [], WithVersion("2"), WithResponse(200, ${cat(`{ name: { type: "string" }, age: { type: "integer" } }`)}));`,
        ),
      );
      expect(await project.run("check", "check.js", "--dir", "gone")).toEqual({
        code: 1,
        output:
          "version 1: 1 breaking change\n  the version is no longer served\nversion 2: no breaking change\n",
        errors: "",
      });
    });

    it("fails where the version is sent another way", async () => {
      await freezeBoth("moved");
      project.write(
        "check.js",
        served(`{ name: { type: "string" }, age: { type: "integer" } }`).replace("X-Version", "X-API"),
      );
      const { code, output } = await project.run("check", "check.js", "--dir", "moved");
      expect(code).toBe(1);
      expect(output).toContain(
        `version 1: requests named it by the header parameter "X-Version", and name it by the header parameter "X-API" now`,
      );
    });

    it.each([
      [
        "nothing is frozen",
        undefined,
        "no frozen document was found in none: see versioned-controllers freeze --help\n",
      ],
      ["a file is no JSON", "{", /none\/1\.json can't be read: /],
      ["a file is no document", "[]", /none\/1\.json must contain an OpenAPI document\n$/],
    ])("is of no use where %s", async (_name, text, errors) => {
      project.write("check.js", served("{}"));
      if (text !== undefined) project.write("none/1.json", text);
      const done = await project.run("check", "check.js", "--dir", "none");
      expect(done).toMatchObject({ code: 2, output: "" });
      if (typeof errors === "string") expect(done.errors).toBe(errors);
      else expect(done.errors).toMatch(errors);
    });

    it("passes over files of others", async () => {
      await freezeBoth("others");
      project.write("others/README.md", "");
      project.write("others/%.json", "");
      expect(await project.run("check", "check.js", "--dir", "others")).toMatchObject({ code: 0 });
    });
  });

  describe("check --exact", () => {
    const served = (options: string, more = ""): string =>
      app(`
        app.Get("/cats/{id}", () => 1, Since("1"), ${options});
        app.Get("/dogs", () => [], Since("1"));
        ${more}`);
    const name = `{ name: { type: "string", description: "Of the cat." } }`;
    const was = `WithResponse(200, ${cat(name)}), OperationID("cat"), Summary("A cat")`;

    async function checked(before: string, after: string, ...more: readonly string[]): Promise<object> {
      project.write("exact.js", before);
      for (const version of ["1", "2", "3"]) {
        await project.run("freeze", "exact.js", version, "--dir", "exact", "--force");
      }
      project.write("exact.js", after);
      return project.run("check", "exact.js", "--dir", "exact", "--exact", ...more);
    }

    const same = {
      code: 0,
      output: "version 1: no difference\nversion 2: no difference\nversion 3: no breaking change\n",
      errors: "",
    };
    const added = `response 200: property "age" was added`;
    it.each<[what: string, after: string, difference: string]>([
      [
        "a property that answers have now",
        was.replaceAll(name, `{ name: { type: "string" }, age: {} }`),
        added,
      ],
      ["another operation id", was.replace(`"cat"`, `"one"`), "operationId: has changed"],
      ["a tag", `${was}, WithTags("cats")`, "tags: has changed"],
      ["words of one's own", `${was}, WithOperation({ "x-own": 1 })`, "x-own: has changed"],
    ])("fails on %s, in all versions but the newest", async (_, after, difference) => {
      const line = `GET /cats/{id}, ${difference}`;
      expect(await checked(served(was), served(after))).toEqual({
        code: 1,
        output: `version 1: 1 difference\n  ${line}\nversion 2: 1 difference\n  ${line}\nversion 3: no breaking change\n`,
        errors: "",
      });
    });

    it.each<[what: string, after: string]>([
      [
        "texts",
        `WithResponse(200, ${cat(name.replaceAll("Of the cat.", "Its name."))}, "It."), OperationID("cat")`,
      ],
      ["examples", `${was}, WithOperation({ externalDocs: { url: "https://example.org" } })`],
      [
        "a lifecycle",
        `${was}, WithLifecycle({ Deprecated: "2026-01-01", Sunset: "2999-01-01", AfterSunset: "gone" })`,
      ],
      [
        "brownouts",
        `${was}, WithLifecycle({ Deprecated: "2026-01-01", Brownouts: [{ From: "2999-01-01", To: "2999-01-02" }] })`,
      ],
      ["later changes", `${was}, WithChanges(Change("3", "Cats meow."))`],
    ])("passes over %s", async (_, after) => {
      expect(await checked(served(was), served(after))).toEqual(same);
    });

    it("passes over what is added beside", async () => {
      const more = `app.Get("/birds", () => 1, Since("1"));`;
      expect(await checked(served(was), served(was, more))).toEqual(same);
    });

    it("still fails on what breaks", async () => {
      const without = was.replaceAll(name, "{}");
      const line = `  GET /cats/{id}, response 200: property "name" was removed\n`;
      expect(await checked(served(was), served(without))).toEqual({
        code: 1,
        output: `version 1: 1 difference\n${line}version 2: 1 difference\n${line}version 3: 1 breaking change\n${line}`,
        errors: "",
      });
    });

    it("--json has the differences as they are, and says that it failed", async () => {
      const done = await checked(served(was), served(`${was}, WithTags("cats")`), "--json");
      const { code, output } = done as { code: number; output: string };
      const difference = {
        breaking: false,
        kind: "definition-changed",
        where: "GET /cats/{id}",
        subject: "tags",
        what: "tags: has changed",
      };
      expect(code).toBe(1);
      expect(JSON.parse(output)).toEqual({
        ok: false,
        versions: [
          { version: "1", changes: [difference] },
          { version: "2", changes: [difference] },
          { version: "3", changes: [] },
        ],
      });
    });
  });

  /** Cats whose `born` is `birthday` since version 2, at a path that is another one since version 3. */
  const changed = (more = ""): string =>
    app(`
      const Born = Change("2", "A cat's \`born\`\\n is \`birthday\`.");
      const Inside = Change("2", "Nobody's business.", { Internal: true });
      const Loud = Change("3", "Cats meow.");
      const Cat = Versioned(${cat(`{ birthday: { type: "string" } }`)})
        .Before(Born, ${cat(`{ born: { type: "string" } }`)}, Rename("born", "birthday"));
      app.Get("/cats/{id}", () => ({ birthday: "2020-05-01" }), Since("1"), WithResponse(200, Cat), WithChanges(Loud));
      app.Get("/plain", () => 1, WithVersion("1"), WithResponse(200, ${cat(`{ a: {}, b: {} }`)}));
      app.Get("/plain", () => 1, Since("2"), WithResponse(200, ${cat(`{ a: {} }`)}));
      app.Get("/inside", () => 1, WithVersion("1"), WithResponse(200, ${cat(`{ a: {}, b: {} }`)}));
      app.Get("/inside", () => 1, Since("2"), WithResponse(200, ${cat(`{ a: {} }`)}));
      ${more}`);

  describe("changelog", () => {
    it("prints the changes of each version in Markdown, the newest first", async () => {
      project.write("changed.js", changed());
      expect(await project.run("changelog", "changed.js")).toEqual({
        code: 0,
        output: [
          "# Changelog",
          "",
          "## Version 3",
          "",
          "- Cats meow.",
          "  Behaviour of `GET /cats/{id}`",
          "",
          "## Version 2",
          "",
          "- A cat's `born` is `birthday`.",
          "  `GET /cats/{id}`",
          "",
        ].join("\n"),
        errors: "",
      });
    });

    it("tells of each version when it ends, changed or not; of a preview nothing", async () => {
      const lifecycle = `{
        "1": { Deprecated: "2999-01-01", Sunset: "2999-07-01", Successor: "2", AfterSunset: "gone", Brownouts: [
          { From: "2001-01-01", To: "2001-01-02" }, { From: "2999-03-01T12:00:00Z", To: "2999-03-01T13:00:00Z" }] },
        "2": { Deprecated: "2999-05-01" },
        "4": { Preview: true, Deprecated: "2999-06-01" },
      }`;
      const versioning = `{ Type: VersioningHeader, Header: "X-Version", Versions: ["1", "2", "3", "4"], Lifecycle: ${lifecycle} }`;
      const routes = `app.Get("/cats", () => [], Since("1"), WithChanges(Change("2", "Cats meow.")));`;
      project.write("ending.js", app(routes, versioning));
      expect(await project.run("changelog", "ending.js")).toEqual({
        code: 0,
        output: [
          "# Changelog",
          "",
          "## Version 2",
          "",
          "Deprecated from 2999-05-01.",
          "",
          "- Cats meow.",
          "  Behaviour of `GET /cats`",
          "",
          "## Version 1",
          "",
          "Deprecated from 2999-01-01. Answered with 410, as if it were gone, from 2999-03-01T12:00Z to 2999-03-01T13:00Z. Served until 2999-07-01. Version 2 comes after it.",
          "",
        ].join("\n"),
        errors: "",
      });
    });

    it("says so where nothing has changed", async () => {
      project.write("unchanged.js", app(`app.Get("/cats", () => [], Since("1"));`));
      expect(await project.run("changelog", "unchanged.js")).toEqual({
        code: 0,
        output: "# Changelog\n\nNothing has changed.\n",
        errors: "",
      });
    });
  });

  describe("diff with changes", () => {
    it.each([
      ["1", "2"],
      ["2", "1"],
    ])(
      "from %s to %s puts the descriptions above, and marks breaks that no change explains",
      async (from, to) => {
        project.write("changed.js", changed());
        const { code, output } = await project.run("diff", "changed.js", from, to);
        expect(code).toBe(0);
        expect(output).toContain(
          `# From version ${from} to ${to}\n\n- A cat's \`born\` is \`birthday\`.\n\n## Changed\n`,
        );
        const [old, now] = from === "1" ? ["born", "birthday"] : ["birthday", "born"];
        expect(output).toContain(`- **Breaking:** response 200: property "${old}" was removed\n`);
        expect(output).toContain(`- response 200: property "${now}" was added\n`);
        const unexplained = `- **Breaking:** response 200: property "b" was removed (unexplained)\n`;
        expect(output.includes(unexplained)).toBe(from === "1");
      },
    );

    it("over several versions tells of all changes, and over those without a difference too", async () => {
      project.write("changed.js", changed());
      const { output } = await project.run("diff", "changed.js", "1", "3");
      expect(output).toContain("to 3\n\n- Cats meow.\n- A cat's `born` is `birthday`.\n");
      expect(await project.run("diff", "changed.js", "2", "3")).toEqual({
        code: 0,
        output: "# From version 2 to 3\n\n- Cats meow.\n\nThe documents of the two versions are equal.\n",
        errors: "",
      });
    });

    it("--json has the description with each difference that has one", async () => {
      project.write("changed.js", changed());
      const { output } = await project.run("diff", "changed.js", "1", "2", "--json");
      const description = "A cat's `born`\n is `birthday`.";
      const [where, plain, inside] = ["GET /cats/{id}", "GET /plain", "GET /inside"];
      const gone = `response 200: property "b" was removed`;
      expect(JSON.parse(output)).toEqual([
        {
          ...{ breaking: true, kind: "property-removed", where, subject: "response 200 /born", description },
          what: `response 200: property "born" was removed`,
        },
        {
          ...{
            breaking: false,
            kind: "property-added",
            where,
            subject: "response 200 /birthday",
            description,
          },
          what: `response 200: property "birthday" was added`,
        },
        { breaking: true, kind: "property-removed", where: plain, subject: "response 200 /b", what: gone },
        { breaking: true, kind: "property-removed", where: inside, subject: "response 200 /b", what: gone },
      ]);
    });

    it("an Internal change explains, and is not told", async () => {
      const inside = `app.Get("/more", () => ({ b: 1 }), Since("1"), WithChanges(Inside),
        WithResponse(200, Versioned(${cat(`{ c: {} }`)}).Before(Inside, ${cat(`{ b: {} }`)}, Rename("b", "c"))));`;
      project.write("changed.js", changed(inside));
      const { output } = await project.run("diff", "changed.js", "1", "2");
      expect(output).toContain('### `GET /more`\n\n- **Breaking:** response 200: property "b" was removed\n');
      expect(output).not.toContain("Nobody's business.");
      const { output: json } = await project.run("diff", "changed.js", "1", "2", "--json");
      expect(json).not.toContain("Nobody's business.");
    });
  });

  describe("diff", () => {
    const routes = `
    app.Get("/cats", () => [], WithVersion("1"), WithResponse(200, ${cat(`{ name: { type: "string" }, age: {} }`)}));
    app.Get("/cats", () => [], WithVersion("2"), WithResponse(200, ${cat(`{ name: { type: "string" }, color: {} }`)}));
    app.Get("/", () => [], WithVersion("1", "2"), WithResponse(200, ${cat(`{}`)}));
    app.Delete("/cats/{id}", () => 1, WithVersion("1"));
    app.Post("/cats", () => 1, WithVersion("2"));
    app.Get("/health", () => 1, WithVersion(VersionNeutral));`;
    const changelog = [
      "# From version 1 to 2",
      "",
      "## Added",
      "",
      "- `POST /cats`",
      "",
      "## Removed",
      "",
      "- **Breaking:** `DELETE /cats/{id}`",
      "",
      "## Changed",
      "",
      "### `GET /cats`",
      "",
      `- **Breaking:** response 200: property "age" was removed`,
      `- response 200: property "color" was added`,
      "",
    ].join("\n");

    it.each([
      ["the path", `{ Type: VersioningURI }`],
      ["the path, without a prefix", `{ Type: VersioningURI, Prefix: "" }`],
      ["a header", `{ Type: VersioningHeader, Header: "X-Version" }`],
      ["a media type", `{ Type: VersioningMediaType, Key: "v" }`],
      ["a query parameter", `{ Type: VersioningCustom, Extractor: FromQuery("v") }`],
      ["a cookie", `{ Type: VersioningCustom, Extractor: FromCookie("v") }`],
      ["what a function reads", `{ Type: VersioningCustom, Extractor: () => "1" }`],
    ])("tells the same with the version in %s", async (_name, versioning) => {
      project.write("diff.js", app(routes, versioning));
      expect(await project.run("diff", "diff.js", "1", "2")).toEqual({
        code: 0,
        output: changelog,
        errors: "",
      });
    });

    it("--json lists the differences", async () => {
      project.write("diff.js", app(routes));
      const { code, output, errors } = await project.run("diff", "diff.js", "1", "2", "--json");
      expect({ code, errors }).toEqual({ code: 0, errors: "" });
      expect(JSON.parse(output)).toEqual([
        {
          ...{ breaking: true, kind: "operation-removed", where: "DELETE /cats/{id}", subject: "" },
          what: "is no longer served",
        },
        {
          ...{ breaking: true, kind: "property-removed", where: "GET /cats", subject: "response 200 /age" },
          what: `response 200: property "age" was removed`,
        },
        {
          ...{ breaking: false, kind: "property-added", where: "GET /cats", subject: "response 200 /color" },
          what: `response 200: property "color" was added`,
        },
        { breaking: false, kind: "operation-added", where: "POST /cats", subject: "", what: "was added" },
      ]);
    });

    it("says so where nothing has changed", async () => {
      project.write("diff.js", app(`app.Get("/cats", () => [], WithVersion("1", "2"));`));
      expect(await project.run("diff", "diff.js", "1", "2")).toEqual({
        code: 0,
        output: "# From version 1 to 2\n\nNothing has changed.\n",
        errors: "",
      });
    });

    it("lists the versions where there is no such version", async () => {
      project.write("diff.js", app(`app.Get("/cats", () => [], WithVersion("1", "2"));`));
      expect(await project.run("diff", "diff.js", "1", "9")).toEqual({
        code: 2,
        output: "",
        errors: `no route answers version "9"; the versions are: "1", "2"\n`,
      });
    });
  });
}
