import { compareDocuments } from "../../../../src/tools/compare/compare-documents";
import type {
  OpenAPIDocument,
  OpenAPIMediaType,
  OpenAPIOperation,
} from "../../../../src/schema/interface/openapi";

/** The document that each side of a row is put into; the components are there for references. */
function documentOf(
  operation: Partial<OpenAPIOperation>,
  schemas: Record<string, object> = {},
): OpenAPIDocument {
  return {
    openapi: "3.1.1",
    info: { title: "Cats", version: "1" },
    paths: { "/cats": { post: { responses: { 204: { description: "" } }, ...operation } } },
    components: { schemas },
  };
}

function found(before: OpenAPIDocument, after: OpenAPIDocument): readonly string[] {
  return compareDocuments(before, after).map(
    ({ place, text, isBreaking }) =>
      `${isBreaking ? "BREAKING " : ""}${place.replace("POST /cats, ", "")}: ${text}`,
  );
}

const json = (schema: unknown) => ({ "application/json": { schema: schema as object } });
const request = (schema: unknown, schemas?: Record<string, object>) =>
  documentOf({ requestBody: { required: true, content: json(schema) } }, schemas);
const response = (schema: unknown, schemas?: Record<string, object>) =>
  documentOf({ responses: { 200: { description: "OK", content: json(schema) } } }, schemas);

const text = { type: "string" };
const whole = { type: "integer" };
const number = { type: "number" };
const nothing = { type: "null" };
const ref = { $ref: "#/components/schemas/Cat" };
const object = (properties: object, required: readonly string[] = [], more: object = {}) => ({
  type: "object",
  properties,
  required,
  ...more,
});
const named = (properties: object, required?: readonly string[]) => ({
  ...object({ name: text, ...properties }, required),
});

/** The limits of a row allow the same; each row allows less than those before it. */
const tighter: Readonly<Record<string, readonly (readonly object[])[]>> = {
  "lower limits of a number": [
    [{}],
    [{ minimum: 0 }],
    [{ exclusiveMinimum: 0 }, { minimum: 0, exclusiveMinimum: 0 }],
    [{ minimum: 1 }, { minimum: 1, exclusiveMinimum: 0 }],
    [{ exclusiveMinimum: 1 }, { minimum: 0, exclusiveMinimum: 1 }, { minimum: 1, exclusiveMinimum: 1 }],
  ],
  "upper limits of a number": [
    [{}],
    [{ maximum: 1 }],
    [{ exclusiveMaximum: 1 }, { maximum: 1, exclusiveMaximum: 1 }],
    [{ maximum: 0 }, { maximum: 0, exclusiveMaximum: 1 }],
    [{ exclusiveMaximum: 0 }, { maximum: 1, exclusiveMaximum: 0 }, { maximum: 0, exclusiveMaximum: 0 }],
  ],
  "lower limits of an integer": [
    [{}],
    [{ minimum: 0 }],
    [
      { exclusiveMinimum: 0 },
      { minimum: 0, exclusiveMinimum: 0 },
      { minimum: 1 },
      { minimum: 1, exclusiveMinimum: 0 },
    ],
    [{ exclusiveMinimum: 1 }, { minimum: 0, exclusiveMinimum: 1 }, { minimum: 1, exclusiveMinimum: 1 }],
  ],
  "upper limits of an integer": [
    [{}],
    [{ maximum: 1 }],
    [
      { exclusiveMaximum: 1 },
      { maximum: 1, exclusiveMaximum: 1 },
      { maximum: 0 },
      { maximum: 0, exclusiveMaximum: 1 },
    ],
    [{ exclusiveMaximum: 0 }, { maximum: 1, exclusiveMaximum: 0 }, { maximum: 0, exclusiveMaximum: 0 }],
  ],
  "formats of a number": [[{}], [{ format: "double" }], [{ format: "float" }], [{ format: "int16" }]],
  "formats of an integer": [
    [{}],
    [{ format: "int64" }],
    [{ format: "int32" }],
    [{ format: "int16" }],
    [{ format: "int8" }],
  ],
  "formats of an integer from 0": [
    [{}],
    [{ format: "uint64" }],
    [{ format: "uint32" }],
    [{ format: "uint16" }],
    [{ format: "uint8" }],
  ],
  "formats of an integer, signed or not": [
    [{ format: "int64" }],
    [{ format: "uint32" }],
    [{ format: "uint16" }],
    [{ format: "uint8" }],
  ],
  "formats of an integer in numbers": [[{ format: "double" }], [{ format: "int32" }], [{ format: "uint16" }]],
};

/** All pairs, in both orders. */
const tightened = Object.entries(tighter).flatMap(([name, lines]) => {
  const type = name.includes("integer") ? whole : number;
  const all = lines.flatMap((schemas, rank) => schemas.map((schema) => ({ rank, schema })));
  return all.flatMap((was) =>
    all.map((is): readonly [string, object, object, string] => [
      name,
      { ...type, ...was.schema },
      { ...type, ...is.schema },
      was.rank === is.rank ? "same" : was.rank < is.rank ? "narrows" : "widens",
    ]),
  );
});

it.each(tightened)("%s: from %j to %j: %s", (_name, was, is, effect) => {
  const [inRequest, inResponse] = [found(request(was), request(is)), found(response(was), response(is))];
  const isBreaking = (differences: readonly string[]): boolean =>
    differences.length === 1 && differences.every((one) => one.startsWith("BREAKING "));
  expect({
    differs: [inRequest.length, inResponse.length],
    breaks: [isBreaking(inRequest), isBreaking(inResponse)],
  }).toEqual({
    differs: effect === "same" ? [0, 0] : [1, 1],
    breaks: [effect === "narrows", effect === "widens"],
  });
});

it.each([
  ["int32", "float"],
  ["int64", "double"],
  ["int32", "uint32"],
  ["int64", "uint64"],
])("formats of which neither holds the other: %s and %s", (one, other) => {
  for (const [was, is] of [
    [one, other],
    [other, one],
  ]) {
    const [before, after] = [
      { ...number, format: was },
      { ...number, format: is },
    ];
    const difference = `the body has format "${is}" instead of "${was}"`;
    expect(found(request(before), request(after))).toEqual([`BREAKING request body: ${difference}`]);
    expect(found(response(before), response(after))).toEqual([`BREAKING response 200: ${difference}`]);
  }
});

it("a member is gone, and another allows more", () => {
  const before = {
    oneOf: [
      { ...text, maxLength: 3 },
      { ...text, minLength: 5 },
    ],
  };
  expect(found(request(before), request({ oneOf: [{ ...text, maxLength: 4 }] }))).toEqual([
    "BREAKING request body: the body may no longer be a string",
    `request body: alternative "0" has maxLength 4 instead of 3`,
  ]);
});

it("two members become one that allows what both did", () => {
  const before = { oneOf: [{ ...text, maxLength: 3 }, { ...text, minLength: 5 }, whole] };
  expect(found(request(before), request({ oneOf: [text, whole] }))).toEqual([
    `request body: alternative "0" no longer has maxLength 3`,
  ]);
});

it("one member becomes two, which together allow less", () => {
  const after = { oneOf: [{ ...text, maxLength: 3 }, { ...text, minLength: 5 }, whole] };
  expect(found(response({ oneOf: [text, whole] }), response(after))).toEqual([
    `response 200: alternative "0" now has maxLength 3`,
  ]);
});

it("two members become others: each is compared with the one at its place", () => {
  const was = { oneOf: [object({ a: text }, ["a"]), object({ b: text }, ["b"])] };
  const is = { oneOf: [object({ c: text }, ["c"]), object({ d: text }, ["d"])] };
  expect(found(request(was), request(is))).toEqual([
    'BREAKING request body: property "0.a" was removed',
    'BREAKING request body: property "0.c" was added, and is required',
    'BREAKING request body: property "1.b" was removed',
    'BREAKING request body: property "1.d" was added, and is required',
  ]);
});

it.each<[what: string, before: object, after: object, differences: readonly string[]]>([
  [
    "a union beside a renamed member",
    { ...object({ a: text }), anyOf: [{ required: ["b"] }, { required: ["c"] }] },
    { ...object({ x: text }), anyOf: [{ required: ["b"] }, { required: ["c"] }] },
    ['BREAKING request body: property "a" was removed', 'request body: property "x" was added'],
  ],
  [
    "a union that is written in another order of words, beside a new limit",
    { anyOf: [{ type: "integer", description: "a" }, { type: "string" }] },
    { anyOf: [{ description: "b", type: "integer" }, { type: "string" }], minimum: 1 },
    ["BREAKING request body: the body now has minimum 1"],
  ],
  [
    "a union of components, beside a type fewer",
    { type: ["object", "null"], anyOf: [named({}), { type: "null" }] },
    { type: "object", anyOf: [named({}), { type: "null" }] },
    ["BREAKING request body: the body may no longer be null"],
  ],
  [
    "two unions that differ in a member",
    { type: "object", allOf: [oneOfNames("a", "b"), oneOfNames("c", "d")] },
    { type: "object", allOf: [oneOfNames("a", "x"), oneOfNames("c", "d")] },
    [
      'BREAKING request body: property "1.b" was removed',
      'BREAKING request body: property "1.x" was added, and is required',
    ],
  ],
])("%s", (_what, before, after, differences) => {
  expect(found(request(before), request(after))).toEqual(differences);
});

function oneOfNames(...names: readonly string[]): object {
  return { anyOf: names.map((name) => ({ required: [name] })) };
}

describe("references", () => {
  const cat = named({ mother: ref });

  it("says nothing where what was referred to is in its place now", () => {
    expect(found(response(ref, { Cat: named({}) }), response(named({})))).toEqual([]);
  });

  it("says nothing where a component has another name", () => {
    const renamed = named({ mother: { $ref: "#/components/schemas/Kitty" } });
    const after = response({ $ref: "#/components/schemas/Kitty" }, { Kitty: renamed });
    expect(found(response(ref, { Cat: cat }), after)).toEqual([]);
  });

  it("tells once what differs in a schema that holds itself", () => {
    const after = response(ref, { Cat: object({ mother: ref }) });
    expect(found(response(ref, { Cat: cat }), after)).toEqual([
      `BREAKING response 200: property "name" was removed`,
    ]);
  });

  it("tells it once where a schema may hold itself or null", () => {
    const mother = { anyOf: [ref, nothing] };
    const after = response(ref, { Cat: object({ mother }) });
    expect(found(response(ref, { Cat: named({ mother }) }), after)).toEqual([
      `BREAKING response 200: property "name" was removed`,
    ]);
  });

  it("names each member of a union that has changed", () => {
    const members = (more: object) => ["a", "b"].map((kind) => object({ kind: { const: kind }, ...more }));
    expect(found(response({ oneOf: members({ age: whole }) }), response({ oneOf: members({}) }))).toEqual([
      `BREAKING response 200: property "a.age" was removed`,
      `BREAKING response 200: property "b.age" was removed`,
    ]);
  });

  it("tells once what the members of a union share", () => {
    const cats = (more: object, ...kinds: readonly string[]) =>
      response({
        ...object({ name: text, ...more }),
        anyOf: kinds.map((kind) => object({ kind: { const: kind } }, ["kind"])),
      });
    expect(found(cats({ age: whole }, "a", "b", "c"), cats({}, "a", "b"))).toEqual([
      `response 200: the body may no longer be an object`,
      `BREAKING response 200: property "age" was removed`,
    ]);
  });

  it("finds what differs behind two schemas that hold each other", () => {
    const owner = { $ref: "#/components/schemas/Owner" };
    const documents = [text, whole].map((name) =>
      response(ref, { Cat: named({ owner }), Owner: object({ cats: { type: "array", items: ref }, name }) }),
    );
    expect(found(...(documents as [OpenAPIDocument, OpenAPIDocument]))).toEqual([
      `BREAKING response 200: property "owner.name" was a string and is now an integer`,
    ]);
  });

  it.each([
    ["refers to itself and nothing else", { Cat: ref }],
    ["is one of itself and null", { Cat: { anyOf: [ref, nothing] } }],
    ["holds itself in allOf", { Cat: { allOf: [ref, { properties: { a: ref } }] } }],
    ["grows with each step", { Cat: { allOf: [object({ a: { allOf: [ref, text] } }), object({ a: ref })] } }],
    ["leads nowhere", {}],
  ])("ends with a schema that %s", (_name, schemas) => {
    expect(() => found(response(ref, schemas), response(named({}), {}))).not.toThrow();
    expect(found(response(ref, schemas), response(ref, schemas))).toEqual([]);
  });
});

const parameter = (more: object, required = false) => ({
  name: "q",
  in: "query" as const,
  schema: text,
  ...more,
  ...(required ? { required } : {}),
});
const withParameters = (...parameters: object[]) =>
  documentOf({ parameters: parameters as NonNullable<OpenAPIOperation["parameters"]> });

describe("parameters", () => {
  it.each([
    ["removed", [parameter({})], [], [`BREAKING query parameter "q": was removed`]],
    ["added", [], [parameter({})], [`query parameter "q": was added`]],
    [
      "added and required",
      [],
      [parameter({}, true)],
      [`BREAKING query parameter "q": was added, and is required`],
    ],
    [
      "required now",
      [parameter({})],
      [parameter({}, true)],
      [`BREAKING query parameter "q": became required`],
    ],
    ["optional now", [parameter({}, true)], [parameter({})], [`query parameter "q": became optional`]],
    [
      "of another type",
      [parameter({})],
      [parameter({ schema: whole })],
      [`BREAKING query parameter "q": was a string and is now an integer`],
    ],
    [
      "of a value more",
      [parameter({ schema: { enum: ["a"] } })],
      [parameter({ schema: { enum: ["a", "b"] } })],
      [`query parameter "q": may now be "b"`],
    ],
    [
      "of a value fewer",
      [parameter({ schema: { enum: ["a", "b"] } })],
      [parameter({ schema: { enum: ["a"] } })],
      [`BREAKING query parameter "q": may no longer be "b"`],
    ],
    [
      "read from a header",
      [parameter({})],
      [parameter({ in: "header" })],
      [`BREAKING query parameter "q": was removed`, `header parameter "q": was added`],
    ],
    ["a header in another case", [parameter({ in: "header" })], [parameter({ in: "header", name: "Q" })], []],
    [
      "written another way",
      [parameter({})],
      [parameter({ explode: false })],
      [`BREAKING query parameter "q": is serialized in another style`],
    ],
    [
      "written in the usual way, and saying so",
      [parameter({})],
      [parameter({ style: "form", explode: true })],
      [],
    ],
    [
      "deprecated",
      [parameter({})],
      [parameter({ deprecated: true })],
      [`query parameter "q": is now deprecated`],
    ],
    ["described", [parameter({})], [parameter({ description: "What to look for" })], []],
  ])("%s", (_change, before, after, expected) => {
    expect(found(withParameters(...before), withParameters(...after))).toEqual(expected);
  });

  it.each([
    [
      "its content is of another type",
      parameter({ schema: undefined, content: json(text) }),
      parameter({ schema: undefined, content: json(whole) }),
      [`BREAKING query parameter "q": was a string and is now an integer`],
    ],
    [
      "in the path it is known by its place",
      { ...parameter({ in: "path" }), name: "none" },
      { ...parameter({ in: "path" }), name: "other" },
      [],
    ],
    [
      "in a cookie",
      parameter({ in: "cookie" }, true),
      parameter({ in: "cookie" }),
      [`cookie parameter "q": became optional`],
    ],
    [
      "it leads nowhere",
      { $ref: "#/components/parameters/None" },
      { $ref: "#/components/parameters/None" },
      [],
    ],
  ])("%s", (_name, before, after, expected) => {
    expect(found(withParameters(before), withParameters(after))).toEqual(expected);
  });

  it("a path's parameter may have another name", () => {
    const [before, after] = ["id", "name"].map((name): OpenAPIDocument => ({
      ...documentOf({}),
      paths: {
        [`/cats/{${name}}`]: {
          get: { parameters: [{ name, in: "path", required: true, schema: text }], responses: {} },
        },
      },
    }));
    if (before && after) expect(found(before, after)).toEqual([]);
  });

  it("a path item's parameters are each operation's", () => {
    const before = documentOf({});
    const item = { ...before.paths["/cats"], parameters: [{ $ref: "#/components/parameters/Q" }] };
    const after = {
      ...before,
      paths: { "/cats": item },
      components: { parameters: { Q: parameter({}, true) } },
    } as unknown as OpenAPIDocument;
    expect(found(before, after)).toEqual([`BREAKING query parameter "q": was added, and is required`]);
  });
});

describe("bodies", () => {
  const withBody = (requestBody: object | undefined) => documentOf(requestBody ? { requestBody } : {});
  const body = { content: json(text) };

  it.each([
    ["added", undefined, body, ["request body: was added"]],
    [
      "added and required",
      undefined,
      { ...body, required: true },
      ["BREAKING request body: was added, and is required"],
    ],
    ["removed", body, undefined, ["BREAKING request body: was removed"]],
    ["required now", body, { ...body, required: true }, ["BREAKING request body: became required"]],
    ["optional now", { ...body, required: true }, body, ["request body: became optional"]],
    [
      "of another type",
      body,
      { content: { "text/plain": {} } },
      [
        "BREAKING request body (application/json): application/json was removed",
        "request body (text/plain): text/plain was added",
      ],
    ],
  ])("%s", (_change, before, after, expected) => {
    expect(found(withBody(before), withBody(after))).toEqual(expected);
  });
});

describe("responses", () => {
  const answering = (responses: OpenAPIOperation["responses"]) => documentOf({ responses });
  const ok = { description: "OK" };
  const described = { ...ok, content: json(text) };

  it.each([
    ["a success more", { 200: ok }, { 200: ok, 202: ok }, ["response 202: was added"]],
    [
      "another success",
      { 200: ok },
      { 201: ok },
      ["BREAKING response 200: was removed", "response 201: was added"],
    ],
    ["an error more", { 200: ok }, { 200: ok, 400: ok }, ["response 400: was added"]],
    ["an error fewer", { 200: ok, 400: ok }, { 200: ok }, ["response 400: was removed"]],
    [
      "a guard",
      { 200: ok },
      { 200: ok, 403: ok },
      ["BREAKING response 403: was added: requests may now be denied"],
    ],
    ["a body is described", { 200: ok }, { 200: described }, ["response 200: application/json was added"]],
    [
      "a body is described no more",
      { 200: described },
      { 200: ok },
      ["BREAKING response 200: application/json was removed"],
    ],
    [
      "a type is written another way",
      { 200: { ...ok, content: { "application/json; charset=utf-8": {} } } },
      { 200: { ...ok, content: { "Application/JSON;charset=utf-8": {} } } },
      [],
    ],
    [
      "a header more",
      { 200: ok },
      { 200: { ...ok, headers: { ETag: { schema: text } } } },
      ["response 200, header etag: was added"],
    ],
    [
      "a header fewer",
      { 200: { ...ok, headers: { ETag: { schema: text } } } },
      { 200: ok },
      ["BREAKING response 200, header etag: was removed"],
    ],
    [
      "a header of another type",
      { 200: { ...ok, headers: { A: { schema: text } } } },
      { 200: { ...ok, headers: { a: { schema: whole } } } },
      ["BREAKING response 200, header a: was a string and is now an integer"],
    ],
  ])("%s", (_change, before, after, expected) => {
    expect(found(answering(before), answering(after))).toEqual(expected);
  });
});

it("a response's content and headers may be referred to", () => {
  const [before, after] = [text, whole].map((schema) => ({
    ...documentOf({ responses: { 200: { $ref: "#/components/responses/OK" } } as never }),
    components: {
      responses: { OK: { description: "OK", headers: { A: { $ref: "#/components/headers/A" } } } },
      headers: { A: { schema } },
    },
  }));
  if (before && after) {
    expect(found(before, after)).toEqual([
      "BREAKING response 200, header a: was a string and is now an integer",
    ]);
  }
});

it("without components, nothing is known of schemes", () => {
  const plain = documentOf({ security: [{ key: [] }] });
  delete plain.components;
  expect(found(plain, plain)).toEqual([]);
});

describe("items of a stream", () => {
  const stream = (type: string, content: OpenAPIMediaType): OpenAPIDocument =>
    documentOf({ responses: { 200: { description: "OK", content: { [type]: content } } } });
  const events = (contentSchema: object): OpenAPIDocument =>
    stream("text/event-stream", {
      itemSchema: object({ data: { ...text, contentMediaType: "application/json", contentSchema } }),
    });
  const lines = (itemSchema: object): OpenAPIDocument => stream("application/x-ndjson", { itemSchema });
  const was = named({});
  const is = named({ age: number });

  it.each<readonly [string, OpenAPIDocument, OpenAPIDocument, readonly string[]]>([
    ["another member", lines(was), lines(is), ['response 200: property "age" was added']],
    [
      "a member less",
      lines(named({ age: number }, ["age"])),
      lines(was),
      ['BREAKING response 200: property "age" was removed'],
    ],
    ["data of an event", events(was), events(is), ['response 200: property "age" was added']],
    ["the schema of 3.1 and the items of 3.2", stream("text/event-stream", { schema: was }), events(was), []],
    ["of lines too", stream("application/x-ndjson", { schema: was }), lines(was), []],
    [
      "an event by hand",
      stream("text/event-stream", { itemSchema: object({ event: { enum: ["a", "b"] } }) }),
      stream("text/event-stream", { itemSchema: object({ event: { enum: ["a"] } }) }),
      ['response 200: property "event" may no longer be "b"'],
    ],
  ])("%s", (_what, before, after, differences) => {
    expect(found(before, after)).toEqual(differences);
  });

  it("operations of every method are compared", () => {
    const item = (operation: OpenAPIOperation): OpenAPIDocument => ({
      ...documentOf({}),
      paths: { "/cats": { query: operation, additionalOperations: { REPORT: operation } } },
    });
    const before = item({ responses: { 200: { description: "OK" } } });
    const after = item({ responses: { 204: { description: "None" } } });
    expect(compareDocuments(before, after).map(({ place, text: what }) => `${place}: ${what}`)).toEqual([
      "QUERY /cats, response 200: was removed",
      "QUERY /cats, response 204: was added",
      "REPORT /cats, response 200: was removed",
      "REPORT /cats, response 204: was added",
    ]);
  });
});

describe("security", () => {
  type Security = Record<string, string[]>[];
  const key = { type: "apiKey", in: "header", name: "X-Key" };
  const secured = (
    security: Security | undefined,
    ofAll?: Security,
    scheme: object = key,
  ): OpenAPIDocument => ({
    ...documentOf(security ? { security } : {}),
    ...(ofAll ? { security: ofAll } : {}),
    components: { securitySchemes: { key: scheme, token: { type: "http", scheme: "bearer" } } },
  });

  it.each([
    [
      "is asked for now",
      secured(undefined),
      secured([{ key: [] }]),
      ["BREAKING security: a request without credentials is no longer enough, but key"],
    ],
    [
      "is asked for no more",
      secured([{ key: [] }]),
      secured([]),
      ["security: a request without credentials is now enough"],
    ],
    [
      "is asked for by the whole document",
      secured(undefined),
      secured(undefined, [{ key: [] }]),
      ["BREAKING security: a request without credentials is no longer enough, but key"],
    ],
    [
      "has one way more",
      secured([{ key: [] }]),
      secured([{ key: [] }, { token: [] }]),
      ["security: token is now enough"],
    ],
    [
      "has one way fewer",
      secured([{ key: [] }, { token: [] }]),
      secured([{ key: [] }]),
      ["BREAKING security: token is no longer enough, but key"],
    ],
    [
      "asks for two at once",
      secured([{ key: [] }]),
      secured([{ key: [], token: [] }]),
      ["BREAKING security: key is no longer enough, but key with token"],
    ],
    [
      "asks for one scope more",
      secured([{ token: ["a"] }]),
      secured([{ token: ["a", "b"] }]),
      ["BREAKING security: token (a) is no longer enough, but token (a, b)"],
    ],
    [
      "asks for one scope fewer",
      secured([{ token: ["a", "b"] }]),
      secured([{ token: ["a"] }]),
      ["security: token (a) is now enough"],
    ],
    [
      "is another scheme by the same name",
      secured([{ key: [] }]),
      secured([{ key: [] }], undefined, { ...key, name: "X-Other" }),
      ["BREAKING security: the scheme key has changed"],
    ],
    [
      "is described",
      secured([{ key: [] }]),
      secured([{ key: [] }], undefined, { ...key, description: "A key" }),
      [],
    ],
  ])("%s", (_change, before, after, expected) => {
    expect(found(before, after)).toEqual(expected);
  });
});

describe("operations", () => {
  const responses = { 200: { description: "OK" } };
  const get = { responses };
  const of = (paths: OpenAPIDocument["paths"]): OpenAPIDocument => ({ ...documentOf({}), paths });

  it.each([
    ["a path is gone", of({ "/cats": { get } }), of({}), ["BREAKING GET /cats: is no longer served"]],
    [
      "a method is gone",
      of({ "/cats": { get, delete: get } }),
      of({ "/cats": { get } }),
      ["BREAKING DELETE /cats: is no longer served"],
    ],
    ["a path is new", of({}), of({ "/cats": { get } }), ["GET /cats: was added"]],
    [
      "deprecated",
      of({ "/cats": { get } }),
      of({ "/cats": { get: { ...get, deprecated: true } } }),
      ["GET /cats: is now deprecated"],
    ],
    [
      "deprecated no more",
      of({ "/cats": { get: { ...get, deprecated: true } } }),
      of({ "/cats": { get } }),
      ["GET /cats: is no longer deprecated"],
    ],
    [
      "a sunset",
      of({ "/cats": { get } }),
      of({ "/cats": { get: { ...get, "x-sunset": "2027-01-01T00:00:00.000Z" } } }),
      [`GET /cats: has its sunset at "2027-01-01T00:00:00.000Z"`],
    ],
    [
      "no sunset any more",
      of({ "/cats": { get: { ...get, "x-sunset": "2027-01-01T00:00:00.000Z" } } }),
      of({ "/cats": { get } }),
      ["GET /cats: no longer has a sunset"],
    ],
    [
      "ids, summaries and tags",
      of({ "/cats": { get } }),
      of({ "/cats": { get: { ...get, operationId: "list", summary: "Cats", tags: ["cats"] } } }),
      [],
    ],
  ])("%s", (_change, before, after, expected) => {
    expect(found(before, after)).toEqual(expected);
  });
});
