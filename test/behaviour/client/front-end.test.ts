import { gzipSync } from "node:zlib";
import { createContext, runInContext } from "node:vm";
import Ajv from "ajv/dist/2020.js";
import { App, Routes, VersioningCustom, WithBody, WithResponse } from "versioned-controllers";
import { DefineVersions, Rename, Versioned } from "versioned-controllers/history";
import type * as history from "versioned-controllers/history";
import { CreateFetch } from "versioned-controllers/server";
import { z } from "zod";
import { bundleForBrowsers, bundleOfModules } from "../../support/bundle-for-browsers";
import { resultsWith } from "../../support/front-end-history";

/** A `localStorage` of its own. */
function storage() {
  const texts = new Map<string, string>();
  return {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  };
}

/** The value of an expression in a world that has what browsers have for texts, and nothing of Node. */
async function inBareWorld(script: string, expression: string): Promise<unknown> {
  const world = createContext({ URL, TextEncoder, TextDecoder, atob, btoa, storage: storage() });
  runInContext(script, world);
  const text: unknown = await runInContext(
    `Promise.resolve(${expression}).then((it) => JSON.stringify(it))`,
    world,
  );
  return JSON.parse(String(text));
}

test("a bundle for browsers loads nothing of Node, and gives what this process gives", async () => {
  const script = bundleForBrowsers("test/support/front-end-history.ts", "frontEnd");
  const here: unknown = JSON.parse(JSON.stringify(await resultsWith(storage())));
  expect(await inBareWorld(script, "frontEnd.resultsWith(storage)")).toEqual(here);
  expect(here).toMatchObject({
    shown: [
      { name: "Tom", born: "2020-05-01", owner: "Ann" },
      { name: "Tom", birthday: "2020-05-01", owner: "Ann" },
      { name: "Tom", birthday: "2020-05-01", owners: ["Ann", "Ben"] },
    ],
    page: { cats: [{ born: "2020-05-01" }], total: 1 },
    carried: { name: "Tom", owner: "Ann" },
    gone: [{}, true],
    either: [{ name: "Tom" }, { wild: true }],
    read: { name: "Tom", birthday: "2020-05-01", owners: ["Ann"] },
    refused: [400, "invalid_request", [{ path: ["born"] }, { path: ["owner"] }]],
    text: '{"v":"3","data":{"name":"Tom","birthday":"2020-05-01","owners":["Ann","Ben"]}}',
    stored: [{ owners: ["Ann", "Ben"] }, { owners: ["Ann"] }],
    isOld: [false, true],
    has: [false, true, false],
  });
});

// Bundlers read `sideEffects` of package.json for the files of src/ as for those that are published.
describe("a bundle", () => {
  const named = `import { DefineVersions, Versioned } from "./src/history";
    const V = DefineVersions("1", "2");
    const Cat = Versioned({}).Before(V.Change("2", "..."), {}, { Up: (cat) => cat, Down: (cat) => cat });
    export const shown = V.Show(Cat, "1", {});`;
  it.each<[what: string, program: string, most: number, compressed: number]>([
    ["of DefineVersions, Versioned and V.Show", named, 92_500, 32_600],
    ["of Versioned", `export { Versioned } from "./src/history"`, 62_100, 21_700],
    ["of HTTPError", `export { HTTPError } from "./src/history"`, 6_000, 2_700],
    ["of the whole entry", `export * from "./src/history"`, 104_500, 36_600],
    ["of nothing", `import {} from "./src/history"`, 0, 20],
  ])("%s has at most its size, minified and compressed", (_what, program, most, compressed) => {
    const script = bundleOfModules(program);
    expect(script.length).toBeLessThanOrEqual(most);
    expect(gzipSync(script).length).toBeLessThanOrEqual(compressed);
  });

  it.each<[what: string, words: string, maker: string]>([
    ["what opens a Carry", "was copied, and the copy has lost the carried value", "Carry"],
    ["what compiles a OneOf", "the function of OneOf threw", "OneOf"],
    ["what makes a context", "For: the argument must be a function", "Context"],
  ])("has %s only where the program imports it", (_what, words, maker) => {
    expect(bundleOfModules(named)).not.toContain(words);
    expect(bundleOfModules(`${named} export { ${maker} } from "./src/history"`)).toContain(words);
  });

  it("has neither the guards of unions nor an App's components", () => {
    const whole = bundleOfModules(`export * from "./src/history"`);
    expect(whole).not.toContain("takes too many checks");
    expect(whole).not.toContain("#/components/schemas/");
  });
});

describe("ajv", () => {
  const Plain = { type: "object", properties: { id: { type: "string" } }, required: ["id"] } as const;
  const load = (): typeof history => {
    let loaded: typeof history | undefined;
    jest.isolateModules(() => {
      loaded = jest.requireActual<typeof history>("versioned-controllers/history");
    });
    if (!loaded) throw new Error("not loaded");
    return loaded;
  };
  const advice =
    "versioned-controllers/history does not load ajv: set the option Ajv of V.Stored, or import versioned-controllers";

  it("is not loaded: a reference to a component of an App is refused in words", () => {
    const entry = load();
    const V = entry.DefineVersions("1");
    const Thing = entry.Versioned(
      entry.JSONSchemaOf({ type: "object", properties: { owner: { $ref: "#/components/schemas/Owner" } } }),
    );
    expect(() => V.Show(Thing, "1", { owner: "Ann" })).toThrow(
      'Show: a schema of the history refers to "#/components/schemas/Owner", but Show knows no App, ' +
        "so the schema itself must contain the target, in its own components.schemas or $defs",
    );
  });

  it("is not loaded: what needs one says so", async () => {
    const entry = load();
    const V = entry.DefineVersions("1");
    const Thing = entry.Versioned(entry.JSONSchemaOf(Plain));
    expect(V.Show(Thing, "1", { id: "7" })).toEqual({ id: "7" });
    await expect(V.Read(Thing, "1", { id: "7" })).rejects.toThrow(`plain JSON Schema needs ajv: ${advice}`);
    expect(() => V.Stored(Thing).Write({ id: "7" })).toThrow(advice);
  });

  it("may be given to V.Stored", async () => {
    const entry = load();
    const Row = entry
      .DefineVersions("1")
      .Stored(entry.JSONSchemaOf(Plain), { Ajv: (defaults) => new Ajv(defaults) });
    expect(Row.Write({ id: "7" })).toBe('{"v":"1","data":{"id":"7"}}');
    expect(await Row.Read('{"v":"1","data":{"id":"7"}}')).toEqual({ id: "7" });
    await expect(Row.Read('{"v":"1","data":{}}')).rejects.toThrow("id: must have required property 'id'");
  });

  const own = (schema: object) => {
    const entry = load();
    return entry.DefineVersions("1").Stored(schema, { Ajv: (defaults) => new Ajv(defaults) });
  };
  const tag = { type: "object", properties: { a: { type: "string" } }, additionalProperties: false };
  it.each<[what: string, schema: object, taken: unknown, refused: unknown, message: string]>([
    [
      "a schema for OpenAPI 3.0",
      { type: "string", nullable: true },
      null,
      7,
      "the value: must be string,null",
    ],
    [
      "a tuple of draft-07",
      { type: "array", items: [{ type: "string" }], additionalItems: false },
      ["a"],
      [7],
      "0: must be string",
    ],
    [
      "components of its own",
      { $ref: "#/components/schemas/Tag", components: { schemas: { Tag: tag } } },
      { a: "b" },
      { a: 7 },
      "a: must be string",
    ],
    ["a union", { anyOf: [{ type: "string" }, { type: "null" }] }, null, 7, "the value: must be string"],
  ])("given to V.Stored judges %s", async (_what, schema, taken, refused, message) => {
    const Row = own(schema);
    expect(await Row.Read({ v: "1", data: taken })).toEqual(taken);
    await expect(Row.Read({ v: "1", data: refused })).rejects.toThrow(message);
  });

  it.each<[what: string, schema: object, message: string]>([
    ["what ajv refuses", { type: "nothing" }, "the schema cannot be compiled: "],
    [
      "a reference without a target",
      { $ref: "#/$defs/None" },
      'Write: a schema of the history refers to "#/$defs/None", but Write knows no App',
    ],
  ])("tells %s", (_what, schema, message) => {
    expect(() => own(schema).Write({})).toThrow(message);
  });

  it("is not needed to leave out members that a component closes out", () => {
    const entry = load();
    const V = entry.DefineVersions("1");
    const Thing = entry.Versioned(
      entry.JSONSchemaOf<unknown>({
        $ref: "#/components/schemas/Tag",
        components: { schemas: { Tag: tag } },
      }),
    );
    expect(V.Show(Thing, "1", { a: "b", secret: 1 })).toEqual({ a: "b" });
  });
});

describe("V of this entry", () => {
  const V = DefineVersions("1", "2");
  const { WithVersion, Since, Until, Extractor } = Routes(V);
  const Thing = Versioned(z.object({ id: z.string() })).Before(
    V.Change("2", "A thing's `key` is `id`."),
    z.object({ key: z.string() }),
    Rename("key", "id"),
  );
  const app = new App({
    Versioning: {
      Type: VersioningCustom,
      Extractor: Extractor((req) => (req.get("X-V") === "1" ? "1" : "2")),
      Versions: V.List,
    },
  });
  app.Post(
    "/things",
    (req) => req.body as z.infer<typeof Thing>,
    Since("1"),
    WithBody(Thing),
    WithResponse(200, Thing),
  );
  app.Get("/new", () => "new", WithVersion("2"));
  app.Get("/old", () => "old", Until("1"));
  const fetch = CreateFetch(app);
  const asked = async (path: string, version: string, body?: string) => {
    const headers = { "X-V": version, "Content-Type": "application/json" };
    const method = body === undefined ? "GET" : "POST";
    const request = new Request(`http://localhost${path}`, { method, headers, ...(body && { body }) });
    const answer = await fetch(request);
    return [answer.status, answer.status === 200 ? await answer.text() : ""];
  };

  it("makes histories that are histories to an App", async () => {
    expect(await asked("/things", "1", '{"key":"7"}')).toEqual([200, '{"key":"7"}']);
    expect(await asked("/things", "2", '{"id":"7"}')).toEqual([200, '{"id":"7"}']);
  });

  it("gives routes their options by Routes(V) of the main entry", async () => {
    expect(Object.keys(Routes(V)).toSorted()).toEqual(["Extractor", "Since", "Until", "WithVersion"]);
    expect([await asked("/new", "1"), await asked("/new", "2")]).toEqual([
      [404, ""],
      [200, "new"],
    ]);
    expect([await asked("/old", "1"), await asked("/old", "2")]).toEqual([
      [200, "old"],
      [404, ""],
    ]);
  });

  it.each<[what: string, given: unknown, got: string]>([
    ["nothing", undefined, "undefined"],
    ["a list", ["1", "2"], "a list"],
    ["an object with a list alone", { List: ["1"] }, "an object"],
  ])("is not %s", (_what, given, got) => {
    expect(() => Routes(given as never)).toThrow(
      `Routes: the argument must be made by DefineVersions(...), got ${got}`,
    );
  });
});
