import {
  App,
  DefineVersions,
  Each,
  Rename,
  Since,
  Together,
  Versioned,
  VersioningHeader,
  WithBody,
  WithResponse,
  type RouteOption,
  type Schema,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { runCommand } from "../../../src/tools/cli/run";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

/* Histories whose schemas refer to AppOptions.OpenAPI.components.schemas. */

const V = DefineVersions("1", "2");
const Born = V.Change("2", "A cat's `born` is `birthday`.");
const to = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

const cat = (member: string): object => ({
  type: "object",
  required: ["name", member],
  additionalProperties: false,
  properties: { name: { type: "string" }, [member]: { type: "string", nullable: true } },
});
const Owner = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
const schemas = {
  Cat: cat("birthday"),
  Cat1: cat("born"),
  OpenCat: { ...cat("birthday"), additionalProperties: true },
  OpenCat1: { ...cat("born"), additionalProperties: true },
  MaybeCat: { ...cat("birthday"), nullable: true },
  MaybeCat1: { ...cat("born"), nullable: true },
  Owner,
};

const Cat = Versioned(to("Cat")).Before(Born, to("Cat1"), Rename("born", "birthday"));
const MaybeCat = Versioned(to("MaybeCat")).Before(Born, to("MaybeCat1"), {
  Up: (one: { born: string } | null) => one && { name: "up", birthday: one.born },
  Down: (one: { birthday: string } | null) => (one ? { name: "down", born: one.birthday } : null),
});

function appWith(...options: readonly RouteOption[]): App {
  return appOf((req) => req.body, ...options);
}

function appOf(
  handler: (req: { body: unknown; query: unknown }) => unknown,
  ...options: readonly RouteOption[]
): App {
  return new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
    Logger: recordingLogger(),
    OpenAPI: { components: { schemas } },
  }).Post("/", handler as never, Since("1"), ...options);
}

async function ask(app: App, version: string, body: unknown, line = "POST /"): Promise<unknown> {
  const headers = { "Content-Type": "application/json", "X-Version": version };
  const { status, json } = await (await serve(app)).ask(line, headers, JSON.stringify(body));
  return [status, json];
}

const listOf = (one: Schema): Schema => ({
  type: "object",
  required: ["cats"],
  properties: { cats: { type: "array", items: one } },
});
const withID = (one: Schema): Schema => ({ allOf: [one, { properties: { id: { type: "integer" } } }] });

describe("a history of components converts as any other", () => {
  const tom2 = { name: "Tom", birthday: "2020" };
  const tom1 = { name: "Tom", born: "2020" };
  const open = Versioned(to("OpenCat")).Before(Born, to("OpenCat1"), Rename("born", "birthday"));
  const idOrCat = (one: Schema): Schema => ({
    type: "object",
    properties: { cat: { anyOf: [to("Text"), one] } },
  });

  it.each<[what: string, history: Schema, older: unknown, newer: unknown, answered?: unknown]>([
    ["itself", Cat, tom1, tom2],
    ["in a list", Cat.Within(["cats", Each], listOf), { cats: [tom1] }, { cats: [tom2] }],
    [
      "in a list that is a component",
      Cat.Within([["cats", Each]], (one) => ({ allOf: [listOf(one)] })),
      { cats: [tom1] },
      { cats: [tom2] },
    ],
    [
      "null, which both take, at the end of a path",
      MaybeCat.Within(["cats", Each], listOf),
      { cats: [null, tom1] },
      { cats: [null, { name: "up", birthday: "2020" }] },
      { cats: [null, { name: "down", born: "2020" }] },
    ],
    [
      "beside an envelope of Together",
      Together(
        [
          [Cat, ["cat"]],
          [Versioned(to("Owner")), ["owner"]],
        ],
        (one, owner) => ({ type: "object", properties: { cat: one, owner } }),
      ),
      { cat: tom1, owner: { id: 1 } },
      { cat: tom2, owner: { id: 1 } },
    ],
    ["as some members of a whole", open.Within([], withID), { ...tom1, id: 7 }, { ...tom2, id: 7 }],
    ["without a member that has the newer name by chance", open, { ...tom1, birthday: 1 }, tom2, tom1],
  ])("%s", async (_what, history, older, newer, answered = older) => {
    let read: unknown;
    const app = appOf(
      ({ body }) => {
        read = body;
        return body;
      },
      WithBody(history),
      WithResponse(200, history as never),
    );
    expect(await ask(app, "1", older)).toEqual([200, answered]);
    expect(read).toEqual(newer);
  });

  it("a text where the schema allows it beside the component is passed over", async () => {
    const app = new App({
      Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
      OpenAPI: { components: { schemas: { ...schemas, Text: { type: "string" } } } },
    }).Get("/", () => ({ cat: "7" }), Since("1"), WithResponse(200, Cat.Within(["cat"], idOrCat) as never));
    expect(await ask(app, "1", undefined, "GET /")).toEqual([200, { cat: "7" }]);
  });
});

describe("the schemas of each App count, where two share a history", () => {
  const Down = (one: { name: string; birthday: string }): object => ({ name: one.name, born: one.birthday });
  const history = Versioned(to("Cat")).Before(Born, to("Cat1"), { Up: (one: object) => one, Down });
  const inObject = history.Within(["cat"], (one) => ({
    type: "object",
    properties: { cat: { anyOf: [one, { type: "null" }] } },
  }));
  const withCats = (Cat: object, Cat1: object, response: Schema, value: unknown): App =>
    new App({
      Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
      Logger: recordingLogger(),
      OpenAPI: { components: { schemas: { Cat, Cat1 } } },
    }).Get("/", () => value as never, Since("1"), WithResponse(200, response as never));
  const statusOf = async (app: App): Promise<unknown> => {
    const [status, json] = (await ask(app, "1", undefined, "GET /")) as [number, unknown];
    return status === 200 ? json : status;
  };
  const nullable = (one: object): object => ({ ...one, nullable: true });

  it("null is passed over where the component does not take it, and converted where it does", async () => {
    const [plain, maybe] = [
      withCats(schemas.Cat, schemas.Cat1, inObject, { cat: null }),
      withCats(nullable(schemas.Cat), nullable(schemas.Cat1), inObject, { cat: null }),
    ];
    expect(await statusOf(plain)).toEqual({ cat: null });
    // Down reads a member of null.
    expect(await statusOf(maybe)).toBe(500);
    expect(await statusOf(plain)).toEqual({ cat: null });
  });

  it("a value of another kind than the component's is not converted", async () => {
    const lists = { type: "array", items: {} };
    const value = { cat: [1] };
    const anything = history.Within(["cat"], () => ({ type: "object", properties: { cat: {} } }));
    expect(await statusOf(withCats(schemas.Cat, schemas.Cat1, anything, value))).toBe(500);
    expect(await statusOf(withCats(lists, lists, anything, value))).toEqual({ cat: {} });
  });
});

describe("a member of an older request with the newer name", () => {
  const optional = (member: string): object => ({ ...cat(member), required: [], additionalProperties: true });
  const history = Versioned(to("Any")).Before(Born, to("Any1"), Rename("born", "birthday"));

  it.each<[what: string, Any1: object, read: readonly string[]]>([
    ["is dropped where the older component does not name it", optional("born"), ["name", "more"]],
    [
      "stays where an alternative of the older component names it",
      { anyOf: [optional("born"), optional("birthday")] },
      ["name", "birthday", "more"],
    ],
  ])("%s", async (_what, Any1, read) => {
    const app = new App({
      Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
      OpenAPI: { components: { schemas: { Any: optional("birthday"), Any1 } } },
    }).Post("/", (req) => Object.keys(req.body as object), Since("1"), WithBody(history));
    expect(await ask(app, "1", { name: "Tom", birthday: "2020", more: 1 })).toEqual([200, read]);
  });
});

it("errors are converted by components", async () => {
  const Failed = V.Change("2", "An error's `text` is `message`.");
  const failure = (member: string): object => ({
    type: "object",
    properties: { [member]: { type: "string" } },
    additionalProperties: false,
  });
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
    OpenAPI: { components: { schemas: { Failure: failure("message"), Failure1: failure("text") } } },
    Errors: {
      Schema: Versioned(to("Failure"))
        .Before(Failed, to("Failure1"), { Down: (one: { message: string }) => ({ text: one.message }) })
        .Within(["errors", Each], (one) => ({
          type: "object",
          properties: { errors: { type: "array", items: one } },
        })),
      Body: ({ status }) => ({ errors: [{ message: `status ${status}` }] }),
    },
  }).Get("/", () => 1, Since("1"));
  expect(await ask(app, "1", undefined, "GET /none")).toEqual([404, { errors: [{ text: "status 404" }] }]);
  expect(JSON.stringify(app.Document("1").components?.schemas)).toContain(
    '"items":{"$ref":"#/components/schemas/Failure1"}',
  );
});

it("documents of versions show the component of each", () => {
  const app = appWith(WithBody(Cat), WithResponse(200, Cat as never));
  const shown = (version: string): unknown =>
    JSON.stringify(app.Document(version).paths).match(/schemas\/Cat\w*/g);
  expect([shown("1"), shown("2")]).toEqual([
    ["schemas/Cat1", "schemas/Cat1"],
    ["schemas/Cat", "schemas/Cat"],
  ]);
});

it("Build finds a renamed member that the component lacks", () => {
  const history = Versioned(to("Cat")).Before(Born, to("Cat1"), Rename("birth", "birthday") as never);
  expect(problemsOf(appWith(WithResponse(200, history as never)))).toEqual([
    expect.stringContaining("[renamed-member-missing]"),
  ]);
});

describe("CheckChanges", () => {
  it("tries examples of the components", async () => {
    const app = appWith(WithBody(Cat), WithResponse(200, Cat.Within([Each], listItems) as never));
    await expect(CheckChanges(app, { Seed: 1 })).resolves.toBeUndefined();
  });

  it("finds what is lost", async () => {
    const history = Versioned(to("Cat")).Before(Born, to("Cat1"), {
      Up: ({ name, born }: { name: string; born: string }) => ({ name, birthday: born }),
      Down: ({ name }: { name: string }) => ({ name, born: "" }),
    });
    const app = appWith(WithBody(history), WithResponse(200, history as never));
    await expect(CheckChanges(app, { Seed: 1 })).rejects.toThrow(/Down\(Up\(x\)\)/);
  });

  it("finds a value that the newer component refuses", async () => {
    const history = Versioned(to("Cat")).Before(Born, to("Cat1"), {
      Up: ({ name }: { name: string }) => ({ name }),
      Down: ({ name }: { name: string }) => ({ name, born: "" }),
    });
    await expect(CheckChanges(appWith(WithBody(history)), { Seed: 1 })).rejects.toThrow("requests fit");
  });
});

it("the guide makes its samples of components", async () => {
  const app = appWith(
    WithBody(Cat.Within(["cats", Each], listOf)),
    WithResponse(200, Cat.Within([Each], listItems) as never),
  );
  const { output, code } = await runCommand(["guide", "app", "1", "2"], {
    folder: "/nowhere",
    load: () => Promise.resolve(app),
  });
  expect(code).toBe(0);
  const samples = output.replaceAll(/\s+/g, "");
  for (const text of ['"born":"born"', '"birthday":"born"', '"birthday":"birthday"']) {
    expect(samples).toContain(text);
  }
});

describe("without an App", () => {
  const own = (name: keyof typeof schemas): Schema => ({
    $ref: `#/components/schemas/${name}`,
    components: { schemas: { [name]: schemas[name] } },
  });
  const OwnCat = Versioned(own("Cat")).Before(Born, own("Cat1"), Rename("born", "birthday"));
  const tom = { name: "Tom", birthday: "2020" };
  const words = (where: string, name: string): string =>
    `${where}: a schema of the history refers to "#/components/schemas/${name}", but ${where} knows no App, ` +
    "so the schema itself must contain the target, in its own components.schemas or $defs";

  it.each<[what: string, call: () => unknown, message: string]>([
    ["V.Show", () => V.Show(Cat, "1", tom), words("Show", "Cat")],
    ["V.Show within", () => V.Show(Cat.Within([Each], listItems), "1", [tom]), words("Show", "Cat")],
    ["V.Read", () => V.Read(Cat, "2", tom), words("Read", "Cat")],
    ["For of a webhook", () => V.Webhook("cat.added", Cat).For("2", tom), words("For", "Cat")],
    ["Write of V.Stored", () => V.Stored(Cat).Write(tom), words("Write", "Cat")],
    ["Read of V.Stored", () => V.Stored(Cat).Read({ v: "1", data: tom }), words("Read", "Cat")],
    [
      "V.Read of a definition",
      () => V.Read(Versioned({ $ref: "Owner" }), "2", tom),
      'Read: a schema of the history refers to "Owner", but Read knows no App, so the schema itself must contain the target, in its own components.schemas or $defs',
    ],
  ])("%s names the reference and the remedy", async (_what, call, message) => {
    await expect(Promise.resolve().then(call)).rejects.toThrow(new TypeError(message));
  });

  it("a link that the version does not need may refer to a component", () => {
    const history = Versioned(own("Cat")).Before(Born, to("Cat1"), Rename("born", "birthday"));
    expect(V.Show(history, "2", tom)).toEqual(tom);
  });

  it("the remedy helps, in an App too", async () => {
    expect(V.Show(OwnCat, "1", { ...tom, secret: 1 } as never)).toEqual({ name: "Tom", born: "2020" });
    expect(V.Show(OwnCat.Within([Each], listItems), "1", [{ ...tom, secret: 1 }] as never)).toEqual([
      { name: "Tom", born: "2020" },
    ]);
    await expect(V.Read(OwnCat, "1", { name: "Tom", born: null })).resolves.toEqual({
      name: "Tom",
      birthday: null,
    });
    await expect(V.Read(OwnCat, "1", tom)).rejects.toThrow("does not match");
    expect(problemsOf(appWith(WithBody(OwnCat), WithResponse(200, OwnCat as never)))).toEqual([]);
  });
});

function listItems(one: Schema): Schema {
  return { type: "array", items: one };
}
