import { makeProject, type Project } from "../../support/project";

// Each test starts processes, on a machine that may be busy.
jest.setTimeout(30_000);

let project: Project;
let withTsx: Project;

beforeAll(() => {
  project = makeProject({ tsx: false });
  withTsx = makeProject({ tsx: true });
});

afterAll(() => {
  project.remove();
  withTsx.remove();
});

const commonJS = `const { App, VersioningHeader, WithVersion } = require("versioned-controllers");`;
const esm = `import { App, VersioningHeader, WithVersion } from "versioned-controllers";`;
const app = `
  const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version" } });
  app.Get("/cats", () => [], WithVersion("1"));`;
const table = "           1\nGET /cats  served\n";
const fine = { code: 0, output: table, errors: "" };

describe("the module's default export is the App", () => {
  it.each([
    ["module.exports in CommonJS", "app.js", `${commonJS}${app} module.exports = app;`],
    ["exports.default in CommonJS", "app.cjs", `${commonJS}${app} exports.default = app;`],
    [
      "exports.default of what a compiler made",
      "made.js",
      `${commonJS}${app} exports.__esModule = true; exports.default = app;`,
    ],
    ["a promise in CommonJS", "promise.js", `${commonJS}${app} module.exports = Promise.resolve(app);`],
    ["an ES module's default", "app.mjs", `${esm}${app} export default app;`],
    ["an ES module's promise", "promise.mjs", `${esm}${app} export default Promise.resolve(app);`],
    ["an ES module that waits", "wait.mjs", `${esm}${app} await Promise.resolve(); export default app;`],
  ])("%s", async (_name, file, text) => {
    project.write(file, text);
    expect(await project.run("routes", `./${file}`)).toEqual(fine);
  });

  it.each(["found", "./found", "nested"])("is found as %s, without an extension", async (name) => {
    project.write("found.js", `${commonJS}${app} module.exports = app;`);
    project.write("nested/index.js", `${commonJS}${app} module.exports = app;`);
    expect(await project.run("routes", name)).toEqual(fine);
  });

  it("is found by a path from the top", async () => {
    project.write("far/app.js", `${commonJS}${app} module.exports = app;`);
    expect(await project.run("routes", `${project.folder}/far/app.js`)).toEqual(fine);
  });
});

const decorated = `
  import { App, Get, Router, VersioningHeader, WithVersion } from "versioned-controllers";
  @Router("/cats")
  class Cats {
    @Get("/", WithVersion("1"))
    list(): string[] { return []; }
  }
  const app: App = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version" } });
  app.Include(Cats);
  export default app;`;

describe("TypeScript, by tsx", () => {
  it.each(["app.ts", "app.mts", "app.cts"])("%s", async (file) => {
    withTsx.write(file, decorated);
    expect(await withTsx.run("routes", file)).toEqual(fine);
  });

  it("imports other TypeScript modules, without their extensions", async () => {
    withTsx.write("own/app.ts", decorated);
    withTsx.write("main.ts", `import app from "./own/app"; export default app;`);
    expect(await withTsx.run("routes", "main.ts")).toEqual(fine);
  });

  it("waits at the top level of an ES module", async () => {
    withTsx.write("wait.mts", `${decorated} await Promise.resolve();`);
    expect(await withTsx.run("routes", "wait.mts")).toEqual(fine);
  });

  it("with the decorators that tsconfig.json asks for", async () => {
    withTsx.write("tsconfig.json", `{ "compilerOptions": { "experimentalDecorators": true } }`);
    withTsx.write("legacy.ts", decorated);
    expect(await withTsx.run("routes", "legacy.ts")).toEqual(fine);
  });

  it("asks for tsx where it is missing", async () => {
    project.write("app.ts", decorated);
    expect(await project.run("routes", "app.ts")).toEqual({
      code: 2,
      output: "",
      errors: "app.ts is TypeScript: install tsx (npm install --save-dev tsx), or pass the compiled module\n",
    });
  });
});

describe("a module that is of no use", () => {
  const unusable = (errors: string) => ({ code: 2, output: "", errors: `${errors}\n` });

  it("is missing", async () => {
    expect(await project.run("routes", "./missing.js")).toEqual(
      unusable("the module ./missing.js does not exist"),
    );
  });

  it.each([
    ["throws", "throws.js", `throw new Error("no database");`, "throws.js does not load: no database"],
    ["throws no Error", "odd.js", `throw "no database";`, `odd.js does not load: "no database"`],
    [
      "imports what is not there",
      "imports.mjs",
      `import "nowhere";`,
      /^imports\.mjs does not load: Cannot find package 'nowhere'/,
    ],
    ["is no JavaScript", "syntax.js", `const = 1;`, "syntax.js does not load: Unexpected token '='"],
    [
      "rejects",
      "rejects.js",
      `module.exports = Promise.reject(new Error("no database"));`,
      "rejects.js does not load: no database",
    ],
    ["exports nothing", "nothing.js", ``, "the default export of nothing.js must be an App"],
    [
      "exports something else",
      "other.js",
      `module.exports = 1;`,
      "the default export of other.js must be an App",
    ],
    [
      "exports the App by a name",
      "named.mjs",
      `${esm}${app} export { app }; export const port = 1;`,
      "the default export of named.mjs must be an App; it exports app, port",
    ],
    [
      "never finishes",
      "waits.mjs",
      `await new Promise(() => {}); export default 1;`,
      "the module never finishes loading: a top-level await does not resolve",
    ],
    [
      "fails later",
      "later.mjs",
      `setTimeout(() => { throw new Error("too late"); }); await new Promise(() => {});`,
      "too late",
    ],
    ["ends the process", "ends.js", `process.exit(0);`, "the module calls process.exit() while it is loaded"],
  ])("%s", async (_name, file, text, errors) => {
    project.write(file, text);
    const done = await project.run("routes", file);
    expect(done).toMatchObject({ code: 2, output: "" });
    if (typeof errors === "string") expect(done).toEqual(unusable(errors));
    else expect(done.errors).toMatch(errors);
    expect(done.errors).not.toMatch(/^ {4}at /m);
  });

  it.each([
    ["when the command builds it", "module.exports = app;"],
    ["when it builds itself", "app.Build(); module.exports = app;"],
  ])("does not build, %s: every problem is listed", async (_name, end) => {
    const text = `${commonJS} const app = new App(); app.Get("cats", () => [], WithVersion("1")); app.Get("/", 7); ${end}`;
    project.write("unbuilt.js", text);
    expect(await project.run("routes", "unbuilt.js")).toEqual(
      unusable(
        [
          "the App does not build:",
          "GET cats: a version is declared but versioning is not enabled; set AppOptions.Versioning.Type [version-not-enabled]",
          `GET cats: path "cats" must begin with "/" [path-without-slash]`,
          "GET /: the handler must be a function, got 7 [argument-invalid]",
        ].join("\n"),
      ),
    );
  });
});

describe("what a module does beside", () => {
  it("prints to stderr, so that stdout holds the result only", async () => {
    project.write(
      "prints.js",
      `${commonJS}${app} console.log("hello"); process.stdout.write("there\\n"); module.exports = app;`,
    );
    expect(await project.run("routes", "prints.js")).toEqual({ ...fine, errors: "hello\nthere\n" });
  });

  it("listens: the command ends none the less", async () => {
    project.write(
      "listens.js",
      `${commonJS}${app} require("node:http").createServer().listen(0); module.exports = app;`,
    );
    expect(await project.run("routes", "listens.js")).toEqual(fine);
  });
});
