import { once } from "node:events";
import type { AddressInfo } from "node:net";
import Ajv, { type KeywordDefinition } from "ajv";
import AjvDraft4 from "ajv-draft-04";
import Ajv2019 from "ajv/dist/2019";
import Ajv2020 from "ajv/dist/2020";
import { App, WithBody, WithQuery, WithResponse } from "versioned-controllers";
import { CreateFetch, CreateServer } from "versioned-controllers/server";
import type { JSONSchema } from "../../../src/schema/interface/schema";
import type { AjvLike } from "../../../src/schema/ajv/ajv-like";
import { recordingLogger } from "../../support/logger";
import { toldOf, type NestedBodies, type Told } from "../../support/recursive-unions";

jest.setTimeout(120_000);

const misfit = [400, "invalid_request", "61 steps: must be string"];

const judged: Told = {
  body: [misfit, "accepted"],
  "own ajv": [misfit, "accepted"],
  "own ajv, compile alone": [misfit, "accepted"],
  "behind an Up": [misfit, "accepted"],
  "in an answer": [500, "accepted"],
  "V.Read": [misfit, "accepted"],
  "V.Stored": ["rejected", "accepted"],
  ToolsOf: [["TypeError", "61 steps: must be string"], "accepted"],
};

const tooMany = [400, "malformed_body"];

const untried: Told = {
  body: [tooMany],
  "own ajv": [tooMany],
  "behind an Up": [tooMany],
  "in an answer": [500],
  "V.Read": [tooMany],
  "V.Stored": ["rejected"],
  ToolsOf: [tooMany],
};

const keywords = ["oneOf", "anyOf"] as const;
const counts = [2, 3, 8] as const;

const toldApart = keywords.flatMap((keyword) =>
  counts.flatMap((recursive) =>
    (["first", "last", ...(recursive === 3 ? (["optional"] as const) : [])] as const).map(
      (tag): NestedBodies => ({
        ...{ keyword, recursive, tag },
        leaves: [7, "Tom"].map((name) => ({ op: "is", name })),
      }),
    ),
  ),
);

const alike = keywords.flatMap((keyword) =>
  counts.map((recursive): NestedBodies => ({ keyword, recursive, tag: "missing", leaves: [{ name: 7 }] })),
);

it.each([
  { what: "are judged by the alternative that a constant names", rows: toldApart, expected: judged },
  { what: "are refused where nothing tells the alternatives apart", rows: alike, expected: untried },
])("30 filters within each other $what", async ({ rows, expected }) => {
  const told = await toldOf(rows);
  expect(rows.map((row, i) => [row, told[i]])).toEqual(rows.map((row) => [row, expected]));
});

interface Extensible extends AjvLike {
  addKeyword(definition: KeywordDefinition): Extensible;
}

describe("an ajv of the application's own validates the leaf of nine filters twice at most", () => {
  const filterOf = (definitions: string, constant: (op: string) => object): JSONSchema => {
    const rule = (op: string, members: object): object => ({
      type: "object",
      required: ["op"],
      additionalProperties: false,
      properties: { ...members, op: constant(op) },
    });
    const args = { type: "array", items: { $ref: `#/${definitions}/Filter` } };
    const oneOf = [
      ...["or", "and", "not"].map((op) => rule(op, { args })),
      rule("is", { name: { type: "string", seen: true } }),
    ];
    return {
      type: "object",
      required: ["filter"],
      properties: { filter: { $ref: `#/${definitions}/Filter` } },
      [definitions]: { Filter: { type: "object", discriminator: { propertyName: "op" }, oneOf } },
    };
  };
  const schema = filterOf("$defs", (op) => ({ const: op }));
  const { $defs, ...rest } = schema;

  it.each<[what: string, make: (defaults: object) => Extensible, schema: object]>([
    ["of draft 2020-12", (defaults) => new Ajv2020(defaults), schema],
    ["of draft 2019-09", (defaults) => new Ajv2019(defaults), schema],
    ["of draft 7", (defaults) => new Ajv(defaults), filterOf("definitions", (op) => ({ const: op }))],
    ["of draft 4", (defaults) => new AjvDraft4(defaults), filterOf("definitions", (op) => ({ enum: [op] }))],
    [
      "that is strict",
      (defaults) => new Ajv2020({ ...defaults, strict: true, keywords: [{ keyword: "discriminator" }] }),
      schema,
    ],
    [
      "that chooses by the discriminator itself",
      (defaults) => new Ajv2020({ ...defaults, discriminator: true }),
      schema,
    ],
    [
      "that does not say where an error is of",
      (defaults) => new Ajv2020({ ...defaults, verbose: false }),
      schema,
    ],
    [
      "that has the schema of filters",
      (defaults) =>
        new Ajv2020({
          ...defaults,
          schemas: [{ $defs, $id: "https://cats.org/filters", $ref: "#/$defs/Filter" }],
        }),
      { ...rest, properties: { filter: { $ref: "https://cats.org/filters" } } },
    ],
    [
      "for anchors",
      (defaults) => new Ajv2020(defaults),
      JSON.parse(
        JSON.stringify(schema)
          .replaceAll('"#/$defs/Filter"', '"#filter"')
          .replace('"Filter":{', '"Filter":{"$anchor":"filter",'),
      ) as object,
    ],
  ])("%s", async (_what, make, filters) => {
    let seen = 0;
    const validate = (): boolean => (seen++, true);
    const app = new App({
      Logger: recordingLogger(),
      Ajv: (defaults) => make(defaults).addKeyword({ keyword: "seen", validate }),
    }).Post("/search", () => 1, WithBody(filters));
    const filter = (name: unknown): unknown =>
      Array.from({ length: 9 }).reduce((inner) => ({ op: "not", args: [inner] }), { op: "is", name });
    const statusOf = async (name: unknown): Promise<number> => {
      const body = JSON.stringify({ filter: filter(name) });
      const headers = { "Content-Type": "application/json" };
      const request = new Request("http://localhost/search", { method: "POST", headers, body });
      return (await CreateFetch(app)(request)).status;
    };
    expect([await statusOf("Tom"), await statusOf(7)]).toEqual([200, 400]);
    expect(seen).toBeLessThanOrEqual(3);
  });
});

describe("Build warns of unions within themselves", () => {
  const filters = (...alternatives: readonly object[]): object => ({
    $ref: "#/$defs/Filter",
    $defs: { Filter: { oneOf: alternatives } },
  });
  const Filter = { $ref: "#/$defs/Filter" };
  const object = (properties: object, ...required: readonly string[]) => ({
    type: "object",
    properties,
    required,
  });
  const closed = (properties: object, ...required: readonly string[]) => ({
    ...object(properties, ...required),
    additionalProperties: false,
  });
  const lists = { type: "array", items: Filter };
  const text = "#/$defs/Filter/oneOf";

  it.each<[what: string, schema: object, places: readonly string[]]>([
    ["of which two take the same", filters(object({ of: Filter }), object({ of: Filter, name: {} })), [text]],
    ["of lists", filters(lists, { ...lists, maxItems: 3 }), [text]],
    [
      "with a constant that two share",
      filters(
        object({ op: { const: "a" }, of: Filter }, "op"),
        object({ op: { enum: ["b", "a"] }, of: Filter }, "op"),
      ),
      [text],
    ],
    [
      "where any member may lead back",
      filters({ type: "object", additionalProperties: Filter }, object({ of: Filter })),
      [text],
    ],
    [
      "but not where a constant tells them apart",
      filters(
        object({ op: { const: "a" }, of: Filter }, "op"),
        object({ of: Filter, op: { enum: ["b", "c"] } }, "op"),
      ),
      [],
    ],
    [
      "nor where the property of the constants is optional",
      filters(object({ op: { const: "a" }, of: Filter }), object({ op: { const: "b" }, of: Filter })),
      [],
    ],
    [
      "nor where one requires what the other forbids",
      filters(closed({ a: {}, of: Filter }, "a"), closed({ b: {}, of: Filter }, "b")),
      [],
    ],
    ["nor where different members lead back", filters(object({ and: lists }), object({ or: lists })), []],
    [
      "nor where the member is of different kinds",
      filters(object({ of: lists }), object({ of: object({ more: Filter }) })),
      [],
    ],
    [
      "nor where the first item of a tuple is a constant",
      filters(
        { type: "array", minItems: 1, prefixItems: [{ const: "a" }, Filter] },
        { type: "array", minItems: 1, prefixItems: [{ const: "b" }, Filter] },
      ),
      [],
    ],
    [
      "nor of kinds",
      filters({ type: "string" }, lists, { type: "object", additionalProperties: Filter }),
      [],
    ],
    [
      "nor of one that does not contain itself",
      {
        oneOf: [object({ a: { anyOf: [lists, object({})] } }), object({ a: {}, b: {} })],
        $defs: { Filter: {} },
      },
      [],
    ],
  ])("%s", (_what, schema, places) => {
    const logger = recordingLogger();
    new App({ Logger: logger }).Post("/search", () => 1, WithBody(schema)).Build();
    expect(logger.warn.mock.calls).toEqual(
      places.map((place) => [
        { component: "Router", method: "POST", path: "/search" },
        `POST /search: the union at ${place} in the schema of WithBody contains itself, but nothing tells its alternatives apart, so a deeply nested value may be refused with 400: add a required property whose constant differs in each alternative`,
      ]),
    );
  });

  it("once for each schema, and for that of a response only where responses are checked", () => {
    const schema = filters(object({ of: Filter }), object({ of: Filter, name: {} }));
    const warned = (CheckResponses: boolean): number => {
      const logger = recordingLogger();
      new App({ Logger: logger, CheckResponses })
        .Post("/search", () => 1, WithBody(schema), WithQuery({ ...schema, type: "object" }))
        .Put("/search", () => 1, WithBody(schema))
        .Get("/search", () => 1, WithResponse(200, { ...schema, title: "Found" }))
        .Build();
      return logger.warn.mock.calls.length;
    };
    expect([warned(false), warned(true)]).toEqual([2, 3]);
  });
});

it("of a query, the details say that its alternatives were tried too often", async () => {
  const Any = { $ref: "#/$defs/Any" };
  const same = { type: "object", additionalProperties: Any };
  const oneOf = [...Array<object>(8).fill(same), { type: "number", minimum: 1 }];
  const app = new App({ Logger: recordingLogger() });
  app.Get("/search", () => 1, WithQuery({ ...same, $defs: { Any: { oneOf } } }));
  const server = CreateServer(app, { Settings: { "query parser": "extended" } }).listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/search?a[b][c][d][e][f]=0`);
  const { error } = (await answer.json()) as { error: object };
  server.close();
  expect(error).toMatchObject({
    code: "invalid_request",
    details: [{ in: "query", path: [], message: "takes too many checks of its recursive schema" }],
  });
});
