import { bundleForNode } from "../../support/bundle-for-browsers";

const smallApp = `import { App, Get, Router, WithVersion } from "./src/index"; export { App, Get, Router, WithVersion };`;
const withZod = `import { z } from "zod";
  import { App, Get, Router, WithResponse, WithVersion } from "./src/index";
  export const cat = WithResponse(200, z.object({ name: z.string() }));
  export { App, Get, Router, WithVersion };`;

// Express, ajv and zod are not counted, which a server installs.
describe("a bundled App", () => {
  it.each<[what: string, program: string, most: number]>([
    ["of Router, Get and WithVersion", smallApp, 213_000],
    ["with one response of zod", withZod, 341_000],
  ])("%s has at most its size, minified", (_what, program, most) => {
    expect(bundleForNode(program).length).toBeLessThanOrEqual(most);
  });

  it.each<[what: string, words: string, brought: string]>([
    ["the conversions of histories", "the response cannot be converted for an older version", "Versioned"],
    ["older forms of routes", "the response cannot be converted for an older version", "Before"],
    ["the rules of security schemes", "an OpenAPI Security Scheme Object", "WithSecurity"],
    ["what runs an old handler", "the third argument of Shadow", "Shadow"],
  ])("has %s only where the program imports what brings it", (_what, words, brought) => {
    expect(bundleForNode(withZod)).not.toContain(words);
    expect(bundleForNode(`${withZod} export { ${brought} } from "./src/index"`)).toContain(words);
  });
});

/** Runs a bundled program, and returns what it exports. */
function run(program: string): { readonly result: unknown } {
  const module = { exports: { result: undefined as unknown } };
  const script = bundleForNode(program, "cjs");
  // eslint-disable-next-line @typescript-eslint/no-implied-eval -- a bundle is a text
  const load = new Function("module", "exports", "require", script) as (...given: unknown[]) => void;
  load(module, module.exports, require);
  return module.exports;
}

describe("a bundled App whose only schema is that of errors", () => {
  const built = (errors: string, imports = ""): unknown =>
    run(`import { z } from "zod"; import { App ${imports} } from "./src/index";
      const app = new App({ Errors: ${errors} });
      app.Get("/cats", () => []);
      let result = "built";
      try { app.Build(); } catch (error) { result = error.message; }
      export { result };`).result;

  it("reads ProblemDetails, and a schema in Versioned", () => {
    expect(built("ProblemDetails", ", ProblemDetails")).toBe("built");
    expect(built("{ Schema: Versioned(z.object({})) }", ", Versioned")).toBe("built");
  });

  it("says what to use for another schema", () => {
    expect(built("{ Schema: z.object({}) }")).toBe(
      "AppOptions: Errors.Schema is a schema, but this program has no code that reads schemas: " +
        "use an option with a schema, such as WithResponse, or write Versioned(schema) [schema-not-read]",
    );
  });
});

describe("a bundled App with histories of the entry for front ends", () => {
  const histories = `import { z } from "zod";
    import { DefineVersions, Rename, Versioned } from "./src/history";
    const V = DefineVersions("1", "2");
    const Cat = Versioned(z.object({ name: z.string() })).Before(
      V.Change("2", "A cat's title is its name."), z.object({ title: z.string() }), Rename("title", "name"));`;
  const built = `
    let result = "built";
    try { app.Build(); } catch (error) { result = error.message; }
    export { result };`;
  const appWith = (options: string): string =>
    `const app = new App({ Versioning: { Type: "header", Header: "X-V", Versions: V.List }, ${options} });`;

  it("converts them where an option of Routes(V) is used", () => {
    const program = `${histories}
      import { App, Routes, WithResponse } from "./src/index";
      ${appWith("")} app.Get("/cats", () => ({ name: "Tom" }), Routes(V).Since("1"), WithResponse(200, Cat)); ${built}`;
    expect(run(program).result).toBe("built");
  });

  it.each<[what: string, program: string, problem: string]>([
    [
      "a response",
      `import { App, Since, WithResponse } from "./src/index";
       ${appWith("")} app.Get("/cats", () => ({ name: "Tom" }), Since("1"), WithResponse(200, Cat));`,
      "GET /cats: the schema of WithResponse",
    ],
    [
      "an error",
      `import { App, Since } from "./src/index";
       ${appWith("Errors: { Schema: Cat }")} app.Get("/cats", () => ({ name: "Tom" }), Since("1"));`,
      "AppOptions: the schema of Errors.Schema",
    ],
  ])("says what to import where nothing converts %s", (_what, program, problem) => {
    expect(run(`${histories} ${program} ${built}`).result).toBe(
      `${problem} is a history, but this program has no code that converts histories in an App: ` +
        'import Versioned from "versioned-controllers", or use an option of Routes(V) [history-not-converted]',
    );
  });
});
