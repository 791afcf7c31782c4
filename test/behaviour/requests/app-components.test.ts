import Ajv from "ajv";
import { Ajv2020 } from "ajv/dist/2020";
import {
  App,
  WithBody,
  WithQuery,
  WithResponse,
  type AjvFactory,
  type AppOptions,
  type RouteOption,
} from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

/* `$ref: "#/components/schemas/Pet"` leads to AppOptions.OpenAPI.components.schemas.Pet. */

const json = { "Content-Type": "application/json" };

const to = (name: string): { readonly $ref: string } => ({ $ref: `#/components/schemas/${name}` });

function appWith(schemas: Readonly<Record<string, unknown>>, options: AppOptions = {}): App {
  // The cast: JavaScript callers and parsed documents have components of any form.
  const OpenAPI = { components: { schemas: schemas as Record<string, object> } };
  return new App({ Logger: recordingLogger(), OpenAPI, ...options });
}

const Owner = {
  type: "object",
  additionalProperties: false,
  required: ["id"],
  properties: {
    id: { type: "integer", minimum: 0, exclusiveMinimum: true },
    pets: { type: "array", items: to("Pet") },
  },
};
const Pet = {
  title: "An animal",
  type: "object",
  additionalProperties: false,
  required: ["name"],
  properties: {
    name: { type: "string", example: "Tom" },
    nick: { type: "string", nullable: true },
    lives: { type: "integer", default: 9 },
    owner: { allOf: [to("Owner")], nullable: true },
    toy: to("Toy"),
    "with/slash": to("Owner/properties/id"),
  },
};
const Toy = { type: "object", oneOf: [to("Ball"), to("Mouse")] };
const Ball = {
  type: "object",
  additionalProperties: false,
  required: ["kind"],
  properties: { kind: { enum: ["ball"] }, size: { type: "integer", default: 1 } },
};
const Mouse = {
  type: "object",
  additionalProperties: false,
  required: ["kind"],
  properties: { kind: { enum: ["mouse"] }, loud: { type: "boolean", default: true } },
};
const components = { Owner, Pet, Toy, Ball, Mouse };

const ajvs: readonly (readonly [what: string, Ajv: AjvFactory | undefined])[] = [
  ["the installed ajv", undefined],
  ["an own one", (defaults) => new Ajv2020(defaults)],
  ["an own one that is strict", (defaults) => new Ajv2020({ ...defaults, strict: true })],
  ["an own one of draft-07", (defaults) => new Ajv(defaults)],
  [
    "one that only compiles",
    (defaults) => {
      const ajv = new Ajv2020(defaults);
      return { compile: (schema) => ajv.compile(schema) };
    },
  ],
];

describe.each(ajvs)("a component of the App's document validates with %s", (what, own) => {
  const ask = async (sent: unknown): Promise<{ status: number; json: unknown }> => {
    // OpenAPI's `example` is no keyword that a strict ajv knows, but `examples` is.
    const app = appWith(components, own ? { Ajv: own } : {});
    app.Post("/", (req): unknown => req.body, WithBody(to("Pet")));
    const { status, json: answer } = await (await serve(app)).ask("POST /", json, JSON.stringify(sent));
    return { status, json: answer };
  };

  it.each<[what: string, sent: object, got: object]>([
    ["fills in a default", { name: "a" }, { name: "a", lives: 9 }],
    [
      "null",
      { name: "a", nick: null, owner: null, lives: 1 },
      { name: "a", nick: null, owner: null, lives: 1 },
    ],
    [
      "components that refer to each other",
      { name: "a", lives: 1, owner: { id: 1, pets: [{ name: "b", lives: 2, owner: { id: 2 } }] } },
      { name: "a", lives: 1, owner: { id: 1, pets: [{ name: "b", lives: 2, owner: { id: 2 } }] } },
    ],
    [
      "a place within one",
      { name: "a", lives: 1, "with/slash": 1 },
      { name: "a", lives: 1, "with/slash": 1 },
    ],
  ])("accepts %s", async (_what, sent, got) => {
    expect(await ask(sent)).toEqual({ status: 200, json: got });
  });

  it.each<[what: string, sent: object, path: readonly unknown[]]>([
    ["a member of a wrong type", { name: 1 }, ["name"]],
    ["a moved limit", { name: "a", owner: { id: 0 } }, ["owner", "id"]],
    [
      "a misfit far down",
      { name: "a", owner: { id: 1, pets: [{ name: "a", owner: {} }] } },
      ["owner", "pets", 0, "owner", "id"],
    ],
    ["a place within one", { name: "a", "with/slash": 0 }, ["with/slash"]],
    ["a member that no alternative has", { name: "a", toy: { kind: "mouse", far: 1 } }, ["toy", "far"]],
  ])("refuses %s", async (_what, sent, path) => {
    const { status, json: answer } = await ask(sent);
    expect(status).toBe(400);
    expect((answer as { error: { details: { path: unknown }[] } }).error.details[0]?.path).toEqual(path);
  });

  it.each<[what: string, toy: object, issues: readonly (readonly [path: unknown, message: string])[]]>([
    ["the nearest", { kind: "ball", size: "a" }, [[["toy", "size"], "must be integer (alternative 1 of 2)"]]],
    ["the second", { kind: "mouse", loud: 1 }, [[["toy", "loud"], "must be boolean (alternative 2 of 2)"]]],
  ])("tells the issues of one alternative: %s", async (_what, toy, issues) => {
    const { json: answer } = await ask({ name: "a", toy });
    const { details } = (answer as { error: { details: { path: unknown; message: string }[] } }).error;
    expect(details.map(({ path, message }) => [path, message])).toEqual(issues);
  });

  if (what !== "one that only compiles") {
    it("leaves an alternative without the defaults of others", async () => {
      const toy = { kind: "mouse" };
      expect((await ask({ name: "a", lives: 1, toy })).json).toEqual({ name: "a", lives: 1, toy });
    });
  }
});

it("a component is compiled once for each ajv, however many routes use it", () => {
  const compiled: string[] = [];
  const Counting: AjvFactory = (defaults, use) => {
    const ajv = new Ajv2020(defaults);
    ajv.addKeyword({
      keyword: "counted",
      compile: (name: string) => {
        compiled.push(`${use} ${name}`);
        return () => true;
      },
    });
    return ajv;
  };
  // A leaf without references, which ajv would copy, a chain, and a ring.
  const counted = (name: string, ...others: readonly string[]): object => ({
    type: "object",
    counted: name,
    properties: Object.fromEntries(others.map((other) => [other, { nullable: true, ...to(other) }])),
  });
  const app = appWith(
    {
      Leaf: counted("Leaf"),
      One: counted("One", "Leaf", "Two"),
      Two: counted("Two", "Leaf", "One"),
      Unused: counted("Unused"),
    },
    { Ajv: Counting },
  );
  for (let i = 0; i < 20; i++) {
    app.Post(
      `/${i}`,
      () => ({}),
      WithBody({ type: "object", properties: { i: { const: i }, one: to("One") } }),
      WithResponse(200, to("Leaf")),
    );
  }
  app.Build();
  expect(compiled.toSorted()).toEqual(["body Leaf", "body One", "body Two", "response Leaf"]);
});

it("a component with unions inside a union is compiled once for each ajv, however many schemas lead to it", async () => {
  const compiled: string[] = [];
  const Counting: AjvFactory = (defaults, use) => {
    const ajv = new Ajv2020(defaults);
    const stops = (defaults as { allErrors: boolean }).allErrors ? "" : " at the first error";
    ajv.addKeyword({
      keyword: "counted",
      compile: (name: string) => {
        compiled.push(`${use}${stops} ${name}`);
        return () => true;
      },
    });
    return ajv;
  };
  const rule = (op: string, members: object): object => ({
    ...{ type: "object", counted: op, required: ["op"], additionalProperties: false },
    properties: { op: { const: op }, ...members },
  });
  const args = { type: "array", items: to("Filter") };
  const app = appWith(
    {
      Filter: { counted: "Filter", oneOf: [to("And"), to("Or"), to("Is")] },
      And: rule("and", { args }),
      Or: rule("or", { args }),
      Is: rule("is", { name: { type: "string" } }),
      Unused: { counted: "Unused", oneOf: [{ type: "array", items: to("Unused") }, { type: "object" }] },
    },
    { Ajv: Counting },
  );
  const named = ["Filter", "And", "Or"].map((name) => to(name));
  const within = (i: number): object => ({
    type: "object",
    properties: { i: { const: i }, filter: { nullable: true, ...to("Filter") }, all: args },
  });
  const schemas = [...named, ...Array.from({ length: 10 }, (_, i) => within(i))];
  schemas.forEach((schema, i) =>
    app.Post(`/${i}`, (req) => ({ got: req.body as unknown }), WithBody(schema)),
  );
  const server = await serve(app);
  const names = ["Filter", "and", "is", "or"];
  const leaf = (name: unknown): object => ({ op: "is", name });
  const nested = (inner: object): object =>
    Array.from({ length: 10 }).reduce<object>((one) => ({ op: "or", args: [one] }), inner);
  expect(compiled.toSorted()).toEqual(names.map((name) => `body ${name}`));
  for (const [i] of schemas.entries()) {
    const [given, wrong] = ["a", 7].map((name) => {
      const tree = nested(leaf(name));
      if (i >= named.length) return { i: i - named.length, filter: tree };
      return i === 1 ? { op: "and", args: [tree] } : tree;
    });
    const accepted = await server.ask(`POST /${i}`, json, JSON.stringify(given));
    expect([accepted.status, accepted.json]).toEqual([200, { got: given }]);
    const { json: refused } = await server.ask(`POST /${i}`, json, JSON.stringify(wrong));
    const { details } = (refused as { error: { details: { path: unknown[]; message: string }[] } }).error;
    expect(details.map(({ path, message }) => [path.at(-1), message.replace(/ \(.*/, "")])).toEqual([
      ["name", "must be string"],
    ]);
  }
  expect(compiled.toSorted()).toEqual(
    [
      ...names.map((name) => `body ${name}`),
      ...names.map((name) => `body at the first error ${name}`),
    ].toSorted(),
  );
});

it("equal schemas that refer to components are compiled once", () => {
  const compiled: string[] = [];
  const Counting: AjvFactory = (defaults) => {
    const ajv = new Ajv2020(defaults);
    const compile = (name: string): (() => boolean) => {
      compiled.push(name);
      return () => true;
    };
    return ajv.addKeyword({ keyword: "counted", compile });
  };
  const one = (): object => ({ counted: "body", oneOf: [to("Leaf"), { type: "array", items: to("Leaf") }] });
  const app = appWith({ Leaf: { type: "object", counted: "Leaf" } }, { Ajv: Counting });
  for (let i = 0; i < 20; i++) app.Post(`/${i}`, () => 1, WithBody(one()));
  app.Build();
  expect(compiled.toSorted()).toEqual(["Leaf", "body"]);
});

/** What `build` reads and writes of schemas: the calls that list members, and the members of the objects that it makes. */
function workOf(build: () => unknown): { readonly reads: number; readonly writes: number } {
  const listed = [jest.spyOn(Object, "entries"), jest.spyOn(Object, "keys")];
  const made = jest.spyOn(Object, "fromEntries");
  build();
  const reads = listed.reduce((sum, { mock }) => sum + mock.calls.length, 0);
  const writes = made.mock.results.reduce(
    (sum, { value }) => sum + Object.getOwnPropertyNames(value).length,
    0,
  );
  for (const spy of [...listed, made]) spy.mockRestore();
  return { reads, writes };
}

const places = [
  ["bodies", (schema: object): RouteOption => WithBody(schema)],
  ["responses", (schema: object): RouteOption => WithResponse(200, schema)],
] as const;

const closed = { type: "object", additionalProperties: false };

describe.each(places)(
  "Build reads and writes components once, however many %s lead to all of them",
  (_place, option) => {
    it.each([
      ["plain", (next: object) => ({ allOf: [next] })],
      [
        "a union of",
        (next: object) => ({ oneOf: [next, { ...closed, required: ["end"], properties: { end: {} } }] }),
      ],
    ])("%s components", (_what, link) => {
      const length = 40;
      const ring = Object.fromEntries(
        Array.from({ length }, (_, i) => {
          const members = { kind: { default: `k${i}` }, next: link(to(`C${(i + 1) % length}`)) };
          return [`C${i}`, { ...closed, required: ["kind"], properties: members }];
        }),
      );
      const workFor = (uses: number): ReturnType<typeof workOf> => {
        const app = appWith(ring);
        for (let i = 0; i < uses; i++) {
          app.Post(`/${i}`, () => 1, option({ description: `Use ${i}`, allOf: [to(`C${i % length}`)] }));
        }
        return workOf(() => app.Build());
      };
      const [some, more] = [workFor(20), workFor(60)];
      // A further schema is read itself, in several ways, but not the 40 components: each has four schemas.
      expect((more.reads - some.reads) / 40).toBeLessThan(240);
      expect((more.writes - some.writes) / 40).toBeLessThan(80);
    });
  },
);

it("a component is filled in where it is not an alternative, also beside unions inside a union", async () => {
  const kind = (name: string, members: object): object => ({
    ...{ type: "object", required: ["kind"] },
    properties: { kind: { const: name }, ...members },
  });
  const app = appWith({
    Node: { oneOf: [to("Branch"), to("Other"), to("Leaf")] },
    Branch: kind("branch", { next: to("Node") }),
    Other: kind("other", { next: to("Node") }),
    Leaf: kind("leaf", { size: { default: 1 } }),
    Page: { type: "object", properties: { size: { default: 2 } } },
  }).Post(
    "/",
    (req) => req.body as unknown,
    WithBody({
      type: "object",
      properties: { node: to("Node"), page: to("Page"), other: { oneOf: [to("Page"), { type: "null" }] } },
    }),
  );
  const node = { kind: "branch", next: { kind: "leaf" } };
  const answer = await (await serve(app)).ask("POST /", json, JSON.stringify({ node, page: {}, other: {} }));
  expect(answer.json).toEqual({ node, page: { size: 2 }, other: {} });
});

it("a chain of components of any length is compiled", async () => {
  const length = 300;
  const chain = Object.fromEntries(
    Array.from({ length }, (_, i) => [
      `C${i}`,
      i === length - 1
        ? { type: "object", required: ["end"] }
        : { type: "object", properties: { next: to(`C${i + 1}`) } },
    ]),
  );
  const app = appWith(chain).Post("/", () => 1, WithBody(to("C0")));
  const server = await serve(app);
  expect((await server.ask("POST /", json, '{"next":{"next":{}}}')).status).toBe(200);
  expect((await server.ask("POST /", json, '{"next":1}')).status).toBe(400);
});

const within = (depth: number): object =>
  Array.from({ length: depth }).reduce<object>(
    (inner) => ({ oneOf: [{ type: "object", required: ["a"], properties: { a: inner } }, { type: "null" }] }),
    { type: "object" },
  );

it("a hundred unions inside each other are compiled", () => {
  expect(problemsOf(appWith({}).Post("/", () => 1, WithBody(within(100))))).toEqual([]);
});

it("unions inside each other that overflow the stack are a problem with its cause", () => {
  expect(problemsOf(appWith({}).Post("/", () => 1, WithBody(within(2_000))))).toEqual([
    "POST /: WithBody has no usable schema: its schemas lie too deep within each other: 100 levels always work, references included [schema-invalid]",
  ]);
});

it("a chain of components with a union of the next is compiled", () => {
  const length = 400;
  const chain = Object.fromEntries(
    Array.from({ length }, (_, i) => {
      const next = i === length - 1 ? {} : to(`C${i + 1}`);
      const kind = (name: string): object => ({ required: [name], properties: { [name]: next } });
      return [`C${i}`, { type: "object", oneOf: [kind("a"), kind("b")] }];
    }),
  );
  expect(problemsOf(appWith(chain).Post("/", () => 1, WithBody(to("C0"))))).toEqual([]);
});

it("components that are alternatives of each other are tried once, however deep they nest", async () => {
  const node = (kind: string): object => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { const: kind }, next: to("Node") },
  });
  const Node = { oneOf: [to("A"), to("B")] };
  const app = appWith({ Node, A: node("a"), B: node("b") }).Post("/", () => 1, WithBody(to("Node")));
  let sent: object = { kind: "c" };
  for (let i = 0; i < 30; i++) sent = { kind: i % 2 === 0 ? "a" : "b", next: sent };
  const server = await serve(app);
  expect((await server.ask("POST /", json, JSON.stringify(sent))).status).toBe(400);
  expect((await server.ask("POST /", json, JSON.stringify({ kind: "a", next: { kind: "b" } }))).status).toBe(
    200,
  );
});

describe("what a response's component closes out", () => {
  it("is not sent, however deep", async () => {
    const whole = { name: "a", secret: 1, owner: { id: 1, secret: 2, pets: [{ name: "b", secret: 3 }] } };
    const app = appWith(components).Get("/", () => whole as never, WithResponse(200, to("Pet")));
    expect((await (await serve(app)).ask("GET /")).json).toEqual({
      name: "a",
      owner: { id: 1, pets: [{ name: "b" }] },
    });
  });

  it("is reported by CheckResponses", async () => {
    const app = appWith(components, { CheckResponses: true });
    app.Get("/", () => ({ name: "a", owner: { id: 0 } }), WithResponse(200, to("Pet")));
    expect((await (await serve(app)).ask("GET /")).status).toBe(500);
  });
});

describe("the document", () => {
  it("has each component once, by its key, in the words of OpenAPI 3.1", () => {
    const app = appWith({ ...components, Extra: { type: "string", nullable: true } });
    app
      .Post("/a", () => ({}) as never, WithBody(to("Pet")), WithResponse(200, to("Pet")))
      .Post("/b", () => 1, WithBody({ type: "object", properties: { pet: to("Pet") } }));
    const { components: documented, paths } = app.Document();
    expect(Object.keys(documented?.schemas ?? {}).toSorted()).toEqual([
      "Ball",
      "Error",
      "Extra",
      "InvalidRequest",
      "Mouse",
      "Owner",
      "Pet",
      "Toy",
    ]);
    expect(documented?.schemas).toMatchObject({
      Extra: { type: ["string", "null"] },
      Pet: {
        ...Pet,
        properties: {
          name: { type: "string", examples: ["Tom"] },
          nick: { type: ["string", "null"] },
          lives: { type: "integer", default: 9 },
          owner: { anyOf: [{ allOf: [to("Owner")] }, { type: "null" }] },
          toy: to("Toy"),
        },
      },
      Owner: {
        properties: {
          id: { type: "integer", exclusiveMinimum: 0 },
          pets: { type: "array", items: to("Pet") },
        },
      },
      Toy,
      Ball,
      Mouse,
    });
    expect(JSON.stringify(paths)).toContain(
      '{"type":"object","properties":{"pet":{"$ref":"#/components/schemas/Pet"}}}',
    );
  });

  it("rewrites the words of operations that the application describes itself", () => {
    const OpenAPI = {
      paths: {
        "/own": {
          get: {
            parameters: [{ name: "a", in: "query" as const, schema: { type: "string", nullable: true } }],
            responses: {},
          },
        },
      },
    };
    expect(new App({ OpenAPI }).Get("/", () => 1).Document().paths["/own"]?.get?.parameters).toEqual([
      { name: "a", in: "query", schema: { type: ["string", "null"] } },
    ]);
  });

  it("may have components with one title", () => {
    const app = appWith({
      One: { title: "Google Pay", type: "string" },
      Two: { title: "Google Pay", type: "integer" },
    });
    app.Post("/", () => 1, WithBody({ type: "object", properties: { one: to("One"), two: to("Two") } }));
    expect(app.Document().components?.schemas).toMatchObject({
      One: { title: "Google Pay", type: "string" },
      Two: { title: "Google Pay", type: "integer" },
    });
  });

  it.each<[what: string, schema: object]>([
    ["an $id of that form", { $id: "#/components/schemas/Tag", title: "A tag", type: "object" }],
    [
      "a key of components.schemas",
      { ...to("Tag"), components: { schemas: { Tag: { title: "A tag", type: "object" } } } },
    ],
  ])("names a component by %s, and not by its title", (_what, schema) => {
    const app = appWith({}).Post("/", () => 1, WithBody(schema));
    expect(app.Document().components?.schemas).toMatchObject({ Tag: { title: "A tag", type: "object" } });
    expect(app.Document().components?.schemas).not.toHaveProperty("A_tag");
  });
});

describe("a component that the schema or ajv has as well", () => {
  it.each<[what: string, Ajv: AjvFactory | undefined, schema: object, status: number]>([
    [
      "comes first in components.schemas",
      undefined,
      { ...to("Here"), components: { schemas: { Here: { type: "string" } } } },
      200,
    ],
    [
      "comes first in ajv",
      (defaults) => new Ajv2020(defaults).addSchema({ type: "string" }, "#/components/schemas/Pet"),
      to("Pet"),
      200,
    ],
    [
      "is the App's otherwise",
      (defaults) => new Ajv2020(defaults).addSchema({ type: "string" }, "#/components/schemas/Other"),
      to("Pet"),
      400,
    ],
  ])("%s", async (_what, own, schema, status) => {
    const app = appWith(components, own ? { Ajv: own } : {});
    app.Post("/", () => 1, WithBody({ type: "object", properties: { a: schema } }));
    expect((await (await serve(app)).ask("POST /", json, '{"a":"text"}')).status).toBe(status);
    expect(JSON.stringify(app.Document().paths)).toContain("#/components/schemas/");
  });

  it("may be a definition of the same key, which is another schema", async () => {
    const app = appWith(components).Post(
      "/",
      () => 1,
      WithBody({
        type: "object",
        $defs: { Owner: { type: "string" } },
        properties: { text: { $ref: "#/$defs/Owner" }, owner: to("Owner") },
      }),
    );
    const server = await serve(app);
    expect((await server.ask("POST /", json, '{"text":"a","owner":{"id":1}}')).status).toBe(200);
    expect((await server.ask("POST /", json, '{"text":{"id":1}}')).status).toBe(400);
    expect((await server.ask("POST /", json, '{"owner":"a"}')).status).toBe(400);
  });

  it("must be the same", () => {
    const own = (Ball: object): RouteOption => WithBody({ ...to("Ball"), components: { schemas: { Ball } } });
    expect(problemsOf(appWith(components).Post("/", () => 1, own(Ball)))).toEqual([]);
    expect(problemsOf(appWith(components).Post("/", () => 1, own({ ...Ball, required: [] })))).toEqual([
      'AppOptions.OpenAPI: two different schemas have the same name, "Ball", one here and one in POST /: they differ at required; rename one of them [schema-name-repeated]',
    ]);
  });
});

describe("a problem of Build names the place", () => {
  it.each<[what: string, schemas: Readonly<Record<string, unknown>>, schema: object, words: string]>([
    [
      "of a reference that leads nowhere",
      {},
      { type: "object", properties: { owner: { items: to("None") } } },
      "can't resolve reference #/components/schemas/None from id #, at /properties/owner/items",
    ],
    [
      "of such a reference in a component",
      { Pet: { type: "object", properties: { owner: { not: to("None") } } } },
      { type: "object", properties: { pet: to("Pet") } },
      "can't resolve reference #/components/schemas/None, at /properties/owner/not, in #/components/schemas/Pet",
    ],
    [
      "of such a reference beside one to a component that leads back",
      {
        Pet: { type: "object", properties: { owner: to("Owner"), toy: to("None") } },
        Owner: { type: "object", properties: { pet: to("Pet") } },
      },
      to("Pet"),
      "can't resolve reference #/components/schemas/None, at /properties/toy, in #/components/schemas/Pet",
    ],
    [
      "of a keyword that ajv cannot compile",
      {},
      { type: "object", properties: { "a/b": { items: { pattern: "(" } } } },
      "Invalid regular expression: /(/u: Unterminated group, at /properties/a~1b/items",
    ],
    [
      "of a keyword in a component of a component",
      {
        Pet: { type: "object", properties: { toy: to("Toy") } },
        Toy: { type: "object", propertyNames: { pattern: "(" } },
      },
      to("Pet"),
      "Invalid regular expression: /(/u: Unterminated group, at /propertyNames, in #/components/schemas/Toy",
    ],
    [
      "of a schema that is invalid",
      { Pet: { type: "object", properties: { name: { minLength: "1" } } } },
      to("Pet"),
      "schema is invalid: data/properties/name/minLength must be integer, in #/components/schemas/Pet",
    ],
    [
      "of a definition",
      {},
      { $ref: "#/$defs/a", $defs: { a: { items: { pattern: "(" } } } },
      "Invalid regular expression: /(/u: Unterminated group, at /$defs/a/items",
    ],
  ])("%s", (_what, schemas, schema, words) => {
    const app = appWith(schemas)
      .Post("/a", () => 1, WithBody(schema))
      .Post("/b", () => 1, WithBody({ ...schema }));
    expect(problemsOf(app)).toEqual([
      `POST /a: WithBody has no usable schema: ${words} [schema-invalid]`,
      `POST /b: WithBody has no usable schema: ${words} [schema-invalid]`,
    ]);
  });

  it("of a reference in a schema that validates nothing", () => {
    const Headers = { "X-A": { type: "array", items: to("None") } };
    expect(problemsOf(appWith({}).Get("/", () => 1, WithResponse(200, undefined, { Headers })))).toEqual([
      "GET /: WithResponse has no usable schema: can't resolve reference #/components/schemas/None, at /items [schema-invalid]",
    ]);
  });
});

describe("beside a component with unions inside a union", () => {
  const member = (name: string, schema: object) => ({
    type: "object",
    additionalProperties: false,
    required: [name],
    properties: { [name]: schema },
  });
  const Filter = {
    oneOf: [member("and", { type: "array", items: to("Filter") }), member("is", { type: "string" })],
  };

  it.each<[what: string, note: readonly unknown[], fits: unknown, misfit: unknown]>([
    ["constants and types", [{ const: null }, { type: "string" }], null, 1],
    ["constants that are objects", [{ const: { a: 1 } }, { const: 2 }], { a: 1 }, { a: 2 }],
    ["a boolean", [{ type: "number" }, false], 1, "a"],
    [
      "lists of types",
      [{ type: ["string", "null"] }, { type: "array", items: { type: "number" } }],
      [1],
      ["a"],
    ],
    [
      "two objects",
      [member("a", { type: "number" }), member("b", to("Filter"))],
      { b: { is: "x" } },
      { b: 1 },
    ],
  ])("a schema has a union of its own: %s", async (_what, anyOf, fits, misfit) => {
    const app = appWith({ Filter });
    // The cast: alternatives may be booleans.
    const properties = { filter: to("Filter"), note: { anyOf } as object };
    app.Post("/", () => 1, WithBody({ type: "object", required: ["filter", "note"], properties }));
    const { ask } = await serve(app);
    const statusOf = async (body: object) => (await ask("POST /", json, JSON.stringify(body))).status;
    const filter = { and: [{ is: "a" }, { and: [] }] };
    expect(await statusOf({ filter, note: fits })).toBe(200);
    expect(await statusOf({ filter, note: misfit })).toBe(400);
    expect(await statusOf({ filter: { and: [{ is: 1 }] }, note: fits })).toBe(400);
  });
});

describe("components of every form", () => {
  it.each<[what: string, name: string, component: unknown, sent: string, status: number]>([
    ["true allows everything", "Any", true, "1", 200],
    ["false allows nothing", "None", false, "1", 400],
    ["a name with a space", "Foo%20Bar", { type: "string" }, "1", 400],
    ["a name with escapes", "Foo~1Bar%25", { type: "string" }, "1", 400],
    ["an $id of its own", "Own", { $id: "https://example.org/own", type: "string" }, "1", 400],
    ["an $id in an example", "Example", { type: "string", example: { $id: "x" } }, "1", 400],
    ["an older draft", "Old", { type: "array", items: [{ type: "string" }] }, "[1]", 400],
  ])("%s", async (_what, name, component, sent, status) => {
    const key = decodeURIComponent(name).replaceAll("~1", "/");
    const app = appWith({ [key]: component, Other: { type: "integer", example: { $id: "x" } } });
    app.Post(
      "/",
      () => 1,
      WithBody({ anyOf: [{ allOf: [to(name)] }], not: to("Other/properties/none") } as never),
    );
    const fine = appWith({ [key]: component, Other: { type: "string", example: { $id: "x" } } });
    fine.Post("/", () => 1, WithBody({ type: "object", properties: { a: to(name), b: to("Other") } }));
    expect(problemsOf(app)).toEqual([expect.stringContaining("can't resolve reference")]);
    expect((await (await serve(fine)).ask("POST /", json, `{"a":${sent}}`)).status).toBe(status);
  });

  it.each<[what: string, OpenAPI: unknown]>([
    ["null", null],
    ["components that are none", { components: 1 }],
    ["schemas that are none", { components: { schemas: 1 } }],
    ["a schema that is none", { components: { schemas: { Pet: 1 } } }],
  ])("%s, to which a reference leads nowhere", (_what, OpenAPI) => {
    // The cast: JavaScript callers may pass anything.
    const app = new App({ OpenAPI } as AppOptions).Post("/", () => 1, WithBody(to("Pet")));
    expect(problemsOf(app)).toContainEqual(
      expect.stringContaining("can't resolve reference #/components/schemas/Pet"),
    );
  });

  it("a schema that is not JSON is a problem of the option", () => {
    const circular: Record<string, unknown> = { type: "object" };
    circular.self = circular;
    const app = appWith({ Pet: circular }).Post("/", () => 1, WithBody(to("Pet")));
    expect(problemsOf(app)).toEqual([expect.stringContaining("OpenAPI")]);
  });
});

describe("a required member with a default", () => {
  const Order = {
    type: "object",
    required: ["item", "amount"],
    properties: { item: { type: "string" }, amount: { type: "integer", default: 1 } },
  };
  const requiredBy = (schemas: Readonly<Record<string, unknown>>, schema: object): unknown => {
    const app = appWith(schemas).Post("/", () => 1, WithBody(schema));
    const { paths, components: documented } = app.Document();
    const content = paths["/"]?.post?.requestBody as {
      content: Record<string, { schema: { required?: unknown } }>;
    };
    return documented?.schemas && "Order" in documented.schemas
      ? (documented.schemas.Order as { required?: unknown }).required
      : content.content["application/json"]?.schema.required;
  };

  it.each<[what: string, schemas: Readonly<Record<string, unknown>>, schema: object, required: unknown]>([
    ["a schema", {}, Order, ["item"]],
    ["all of whose members have one", {}, { ...Order, required: ["amount"] }, undefined],
    ["a component", { Order }, to("Order"), ["item"]],
    ["a component that may be null", { Order }, { ...to("Order"), nullable: true }, ["item"]],
    [
      "an alternative, which ajv leaves as it is",
      { Order },
      { oneOf: [to("Order"), { type: "string" }] },
      ["item", "amount"],
    ],
    [
      "an alternative within",
      {},
      { type: "object", anyOf: [{ title: "Order", ...Order }, { required: ["a"] }] },
      ["item", "amount"],
    ],
    [
      "an alternative beside null",
      {},
      { anyOf: [{ title: "Order", ...Order }, { type: "null" }] },
      ["item", "amount"],
    ],
    ["a definition", {}, { $ref: "#/$defs/Order", $defs: { Order } }, ["item"]],
  ])("is not required of clients in %s", async (_what, schemas, schema, required) => {
    expect(requiredBy(schemas, schema)).toEqual(required);
    const app = appWith(schemas).Post("/", (req): unknown => req.body, WithBody(schema));
    const { status, json: got } = await (await serve(app)).ask("POST /", json, '{"item":"a"}');
    const isFilled = !JSON.stringify(required ?? []).includes("amount");
    expect(status).toBe(isFilled ? 200 : 400);
    if (isFilled) expect(got).toEqual({ item: "a", amount: 1 });
  });

  it("is required of the App", () => {
    const app = appWith({ Order }).Post(
      "/",
      () => ({ item: "a", amount: 1 }),
      WithBody(to("Order")),
      WithResponse(200, to("Order")),
    );
    expect(app.Document().components?.schemas).toMatchObject({
      Order: { required: ["item", "amount"] },
      OrderInput: { required: ["item"] },
    });
  });

  it("is required wherever one place cannot fill it in", () => {
    const Named = { title: "Order", ...Order };
    const app = appWith({})
      .Post("/a", () => 1, WithBody(Named))
      .Post("/b", () => 1, WithBody({ oneOf: [Named, { type: "null" }, { type: "string" }] }));
    expect(problemsOf(app)).toEqual([]);
    expect(app.Document().components?.schemas).toMatchObject({ Order: { required: ["item", "amount"] } });
  });

  it("is an optional parameter", () => {
    const app = new App().Get(
      "/",
      () => 1,
      WithQuery({ type: "object", required: ["size"], properties: { size: { default: 3 } } }),
    );
    expect(app.Document().paths["/"]?.get?.parameters).toEqual([
      { name: "size", in: "query", schema: { default: 3 } },
    ]);
  });
});
