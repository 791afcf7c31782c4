import { compareDocuments } from "../../../src/compare/compare-documents";
import type { OpenAPIDocument, OpenAPIOperation } from "../../../src/model/openapi";

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

/** The change, the schema before, the schema after, and what is said of it in a request and in a response. */
type Row = readonly [change: string, before: unknown, after: unknown, inRequest: string, inResponse: string];

const FINE = "";
const both = (said: string): [string, string] => [`BREAKING ${said}`, `BREAKING ${said}`];
const narrows = (said: string): [string, string] => [`BREAKING ${said}`, said];
const widens = (said: string): [string, string] => [said, `BREAKING ${said}`];
const harmless = (said: string): [string, string] => [said, said];

const rows: readonly Row[] = [
  // Properties
  ["a property is removed", named({ age: whole }), named({}), ...both(`property "age" was removed`)],
  [
    "an optional property is added",
    named({}),
    named({ age: whole }),
    ...harmless(`property "age" was added`),
  ],
  [
    "a required property is added",
    named({}),
    named({ age: whole }, ["age"]),
    ...narrows(`property "age" was added, and is required`),
  ],
  [
    "an optional property becomes required",
    named({}),
    named({}, ["name"]),
    ...narrows(`property "name" became required`),
  ],
  [
    "a required property becomes optional",
    named({}, ["name"]),
    named({}),
    ...widens(`property "name" became optional`),
  ],
  [
    "a property of a property is removed",
    object({ owner: object({ name: text }) }),
    object({ owner: object({}) }),
    ...both(`property "owner.name" was removed`),
  ],
  [
    "a property of a list's items is removed",
    { type: "array", items: named({ age: whole }) },
    { type: "array", items: named({}) },
    ...both(`property "[].age" was removed`),
  ],
  [
    "no other properties are allowed any more",
    named({}),
    { ...named({}), additionalProperties: false },
    ...narrows("the body may no longer hold other properties"),
  ],
  [
    "other properties are allowed now",
    { ...named({}), additionalProperties: false },
    named({}),
    ...harmless("the body may now hold other properties"),
  ],
  [
    "a property is added to an object that knows no others",
    { ...named({}), additionalProperties: false },
    { ...named({ age: whole }), additionalProperties: false },
    ...harmless(`property "age" was added`),
  ],
  [
    "a map's values are of another type",
    { type: "object", additionalProperties: text },
    { type: "object", additionalProperties: whole },
    ...both(`property "*" was a string and is now an integer`),
  ],
  [
    "a map's values may be of one more type",
    { type: "object", additionalProperties: text },
    { type: "object", additionalProperties: { type: ["string", "integer"] } },
    ...widens(`property "*" may now be an integer`),
  ],
  [
    "a map becomes an object without entries",
    { type: "object", additionalProperties: text },
    { type: "object", additionalProperties: false },
    ...both("the body may no longer hold other properties"),
  ],
  // Types
  ["another type", text, whole, ...both("the body was a string and is now an integer")],
  [
    "an integer becomes a number",
    whole,
    { type: "number" },
    ...widens("the body may now be a number that is no integer"),
  ],
  [
    "a number becomes an integer",
    { type: "number" },
    whole,
    ...narrows("the body may no longer be a number that is no integer"),
  ],
  ["one type more", text, { type: ["string", "integer"] }, ...widens("the body may now be an integer")],
  [
    "one type fewer",
    { type: ["string", "integer"] },
    text,
    ...narrows("the body may no longer be an integer"),
  ],
  ["anything becomes a text", {}, text, ...narrows("the body was anything and is now a string")],
  ["a text becomes anything", text, {}, ...widens("the body was a string and may now be anything")],
  ["true stands for {}", true, {}, FINE, FINE],
  // Null
  ["null is allowed now", text, { type: ["string", "null"] }, ...widens("the body may now be null")],
  [
    "null is allowed no more",
    { type: ["string", "null"] },
    text,
    ...narrows("the body may no longer be null"),
  ],
  ["null by anyOf is allowed now", text, { anyOf: [text, nothing] }, ...widens("the body may now be null")],
  [
    "null by anyOf becomes null by a list of types",
    { anyOf: [text, nothing] },
    { type: ["string", "null"] },
    FINE,
    FINE,
  ],
  [
    "null by a list of types becomes null by oneOf",
    { type: ["string", "null"] },
    { oneOf: [nothing, text] },
    FINE,
    FINE,
  ],
  // Values
  ["a value more", { enum: ["a"] }, { enum: ["a", "b"] }, ...widens(`the body may now be "b"`)],
  ["a value fewer", { enum: ["a", "b"] }, { enum: ["a"] }, ...narrows(`the body may no longer be "b"`)],
  ["values in another order", { enum: ["a", "b"] }, { enum: ["b", "a"] }, FINE, FINE],
  ["a constant becomes an enum of it", { const: "a" }, { type: "string", enum: ["a"] }, FINE, FINE],
  ["another constant", { const: "a" }, { const: "b" }, ...both(`the body was "a" and is now "b"`)],
  [
    "a text becomes an enum",
    text,
    { enum: ["a", "b"] },
    ...narrows(`the body may no longer be a string other than "a" or "b"`),
  ],
  [
    "an enum becomes a text",
    { enum: ["a", "b"] },
    text,
    ...widens(`the body may now be a string other than "a" or "b"`),
  ],
  [
    "an enum becomes a text too short for it",
    { enum: ["a"] },
    { ...text, minLength: 2 },
    ...both(`the body was "a" and is now a string other than "a"`),
  ],
  [
    "a number becomes one of its values",
    { type: "integer", minimum: 1 },
    { enum: [1, 2] },
    ...narrows("the body may no longer be an integer other than 1 or 2"),
  ],
  [
    "a number becomes a value out of its limits",
    { type: "integer", minimum: 1 },
    { const: 0 },
    ...both("the body was an integer other than 0 and is now 0"),
  ],
  [
    "a number becomes a value beyond its limits",
    { type: "integer", maximum: 1 },
    { const: 2 },
    ...both("the body was an integer other than 2 and is now 2"),
  ],
  [
    "an enum becomes a pattern that holds it",
    { enum: ["a"] },
    { ...text, pattern: "^a" },
    ...widens(`the body may now be a string other than "a"`),
  ],
  [
    "an enum becomes a pattern that nobody can read",
    { enum: ["a"] },
    { ...text, pattern: "(" },
    ...both(`the body was "a" and is now a string other than "a"`),
  ],
  [
    "lists become one of them",
    { type: "array" },
    { const: [1] },
    ...narrows("the body may no longer be a list other than [1]"),
  ],
  ["nothing becomes a text", false, text, ...widens("the body may now be a string")],
  [
    "two constants at once are the values of both",
    { allOf: [{ enum: ["a", "b"] }, { enum: ["b", "c"] }] },
    { const: "b" },
    FINE,
    FINE,
  ],
  [
    "an integer that is also a number is an integer",
    { allOf: [{ type: "number" }, whole] },
    whole,
    FINE,
    FINE,
  ],
  ["a step is added", whole, { ...whole, multipleOf: 2 }, ...narrows("the body now has multipleOf 2")],
  ["a step is removed", { ...whole, multipleOf: 2 }, whole, ...widens("the body no longer has multipleOf 2")],
  [
    "steps that do not meet",
    { ...whole, multipleOf: 2 },
    { ...whole, multipleOf: 3 },
    ...both("the body has multipleOf 3 instead of 2"),
  ],
  [
    "other properties are limited now",
    named({}),
    { ...named({}), additionalProperties: text },
    ...narrows(`property "*" was anything and is now a string`),
  ],
  [
    "an exclusive upper limit says the same of integers",
    { ...whole, maximum: 1 },
    { ...whole, exclusiveMaximum: 2 },
    FINE,
    FINE,
  ],
  [
    "true alone becomes a boolean",
    { const: true },
    { type: "boolean" },
    ...widens("the body may now be false"),
  ],
  ["a boolean becomes an enum of both", { type: "boolean" }, { enum: [false, true] }, FINE, FINE],
  // Limits
  ["a limit is added", text, { ...text, maxLength: 5 }, ...narrows("the body now has maxLength 5")],
  ["a limit is removed", { ...text, maxLength: 5 }, text, ...widens("the body no longer has maxLength 5")],
  [
    "a limit is tightened",
    { ...whole, minimum: 1 },
    { ...whole, minimum: 2 },
    ...narrows("the body has minimum 2 instead of 1"),
  ],
  [
    "a limit is loosened",
    { ...whole, maximum: 1 },
    { ...whole, maximum: 2 },
    ...widens("the body has maximum 2 instead of 1"),
  ],
  [
    "an exclusive limit says the same of integers",
    { ...whole, minimum: 1 },
    { ...whole, exclusiveMinimum: 0 },
    FINE,
    FINE,
  ],
  [
    "a limit of numbers becomes exclusive",
    { ...number, minimum: 0 },
    { ...number, exclusiveMinimum: 0 },
    ...narrows("the body has exclusiveMinimum 0 instead of minimum 0"),
  ],
  [
    "an exclusive upper limit of numbers includes it",
    { ...number, exclusiveMaximum: 0 },
    { ...number, maximum: 0 },
    ...widens("the body has maximum 0 instead of exclusiveMaximum 0"),
  ],
  [
    "a limit that another one makes idle",
    { ...number, exclusiveMinimum: 5 },
    { ...number, exclusiveMinimum: 5, minimum: 1 },
    FINE,
    FINE,
  ],
  [
    "an exclusive limit of integers becomes one of numbers",
    { ...whole, exclusiveMinimum: 0 },
    { ...number, exclusiveMinimum: 0.5 },
    [
      "the body may now be a number that is no integer",
      "the body has exclusiveMinimum 0.5 instead of minimum 1",
    ].join("\n"),
    [
      "BREAKING the body may now be a number that is no integer",
      "BREAKING the body has exclusiveMinimum 0.5 instead of minimum 1",
    ].join("\n"),
  ],
  [
    "a value that an exclusive limit leaves out",
    { const: 0 },
    { ...number, exclusiveMinimum: 0 },
    ...both("the body was 0 and is now a number other than 0"),
  ],
  [
    "a fraction limits integers as the next one does",
    { ...whole, minimum: 0.5, maximum: 2.5 },
    { ...whole, minimum: 1, maximum: 2 },
    FINE,
    FINE,
  ],
  [
    "numbers beyond JavaScript's integers have limits",
    { ...number, maximum: 2 ** 60 },
    number,
    ...widens(`the body no longer has maximum ${2 ** 60}`),
  ],
  [
    "the limits of JavaScript's integers are none",
    { ...whole, maximum: Number.MAX_SAFE_INTEGER },
    whole,
    FINE,
    FINE,
  ],
  [
    "a list may be longer",
    { type: "array", maxItems: 1 },
    { type: "array", maxItems: 2 },
    ...widens("the body has maxItems 2 instead of 1"),
  ],
  [
    "a list's items have to differ",
    { type: "array" },
    { type: "array", uniqueItems: true },
    ...narrows("the body now has uniqueItems true"),
  ],
  ["a pattern is added", text, { ...text, pattern: "^a" }, ...narrows(`the body now has pattern "^a"`)],
  [
    "a pattern is removed",
    { ...text, pattern: "^a" },
    text,
    ...widens(`the body no longer has pattern "^a"`),
  ],
  [
    "another pattern",
    { ...text, pattern: "^a" },
    { ...text, pattern: "^b" },
    ...both(`the body has pattern "^b" instead of "^a"`),
  ],
  ["a format is added", text, { ...text, format: "email" }, ...narrows(`the body now has format "email"`)],
  [
    "a wider format of numbers",
    { ...whole, format: "int32" },
    { ...whole, format: "int64" },
    ...widens(`the body has format "int64" instead of "int32"`),
  ],
  [
    "a narrower format of numbers",
    { ...number, format: "double" },
    { ...number, format: "float" },
    ...narrows(`the body has format "float" instead of "double"`),
  ],
  [
    "a format of numbers is removed",
    { ...whole, format: "int64" },
    whole,
    ...widens(`the body no longer has format "int64"`),
  ],
  [
    "a format that another one makes idle",
    { allOf: [{ ...whole, format: "int32" }, { format: "int64" }] },
    { ...whole, format: "int32" },
    FINE,
    FINE,
  ],
  [
    "another format of numbers that nobody knows",
    { ...number, format: "decimal" },
    { ...number, format: "fraction" },
    ...both(`the body has format "fraction" instead of "decimal"`),
  ],
  [
    "a wider step",
    { ...whole, multipleOf: 4 },
    { ...whole, multipleOf: 2 },
    ...widens("the body has multipleOf 2 instead of 4"),
  ],
  [
    "a finer rule that nobody can judge",
    text,
    { ...text, not: { const: "a" } },
    ...narrows(`the body now has not {"const":"a"}`),
  ],
  // Lists
  [
    "a list's items are of one type more",
    { type: "array", items: text },
    { type: "array", items: { type: ["string", "null"] } },
    ...widens(`property "[]" may now be null`),
  ],
  [
    "an item with a place is of another type",
    { type: "array", prefixItems: [text] },
    { type: "array", prefixItems: [whole] },
    ...both(`property "[0]" was a string and is now an integer`),
  ],
  // Unions
  [
    "a member more",
    { oneOf: [text, whole] },
    { oneOf: [text, whole, named({})] },
    ...widens("the body may now be an object"),
  ],
  [
    "a member fewer",
    { oneOf: [text, whole] },
    { oneOf: [text] },
    ...narrows("the body may no longer be an integer"),
  ],
  ["members in another order", { oneOf: [text, whole] }, { anyOf: [whole, text] }, FINE, FINE],
  [
    "a tagged member is gone",
    { oneOf: [object({ kind: { const: "a" } }), object({ kind: { const: "b" }, age: whole }, ["age"])] },
    { oneOf: [object({ kind: { const: "a" } })] },
    ...narrows("the body may no longer be an object"),
  ],
  [
    "a tagged member has changed",
    { oneOf: [object({ kind: { const: "a" } }), object({ kind: { const: "b" }, age: whole })] },
    { oneOf: [object({ kind: { const: "b" } }), object({ kind: { const: "a" } })] },
    ...both(`property "age" was removed`),
  ],
  [
    "a member without a tag has changed",
    { oneOf: [object({ a: text }, ["a"]), object({ b: text }, ["b"])] },
    { oneOf: [object({ a: text }, ["a"]), object({ b: whole }, ["b"])] },
    ...both(`property "b" was a string and is now an integer`),
  ],
  [
    "a named member has changed",
    {
      oneOf: [
        { ...named({}), title: "A" },
        { ...object({ a: text }, ["a"]), title: "B" },
      ],
    },
    {
      oneOf: [
        { ...named({ age: whole }), title: "A" },
        { ...object({ a: text }, ["a"]), title: "B" },
      ],
    },
    ...harmless(`property "age" was added`),
  ],
  [
    "a named member is gone",
    { oneOf: [{ ...named({}), title: "A" }, { ...object({ a: text }, ["a"]), title: "B" }, text] },
    { oneOf: [{ ...named({}), title: "A" }, text] },
    ...narrows("the body may no longer be an object (B)"),
  ],
  [
    "allOf takes apart what was one",
    named({ age: whole }, ["name"]),
    { allOf: [object({ name: text }, ["name"]), object({ age: whole })] },
    FINE,
    FINE,
  ],
  [
    "allOf adds a required property",
    { allOf: [named({})] },
    { allOf: [named({}), object({ age: whole }, ["age"])] },
    ...narrows(`property "age" was added, and is required`),
  ],
  ["no value at all", text, false, ...narrows("the body may no longer be a string")],
  [
    "an enum of nothing becomes anything",
    { enum: [] },
    {},
    ...widens("the body was nothing and may now be anything"),
  ],
  ["a least length of nothing", { ...text, minLength: 0 }, text, FINE, FINE],
  [
    "other items are not judged again",
    { type: "array", unevaluatedItems: true },
    { type: "array", uniqueItems: false },
    FINE,
    FINE,
  ],
  [
    "an item with a place follows another",
    { type: "array", prefixItems: [text], items: whole },
    { type: "array", prefixItems: [text, whole], items: whole },
    FINE,
    FINE,
  ],
  [
    "a required property that nothing else is said of",
    object({}, ["name"]),
    object({}),
    ...both(`property "name" was removed`),
  ],
  [
    "any property may be anything, and is described now",
    object({ a: true }),
    object({ a: text }),
    ...narrows(`property "a" was anything and is now a string`),
  ],
  ["required is no list", { ...object({ a: text }), required: "a" }, object({ a: text }), FINE, FINE],
  // Words that only describe
  [
    "titles, descriptions and examples",
    text,
    { ...text, title: "Name", description: "A name", examples: ["Tom"] },
    FINE,
    FINE,
  ],
  // Defaults stand in for what requests leave out.
  [
    "another default",
    { ...text, default: "a" },
    { ...text, default: "b" },
    `BREAKING the body has the default "b" instead of "a"`,
    FINE,
  ],
  [
    "a default is removed",
    { ...text, default: "a" },
    text,
    `BREAKING the body no longer has the default "a"`,
    FINE,
  ],
  ["a default is added", text, { ...text, default: "a" }, `the body now has the default "a"`, FINE],
  // Properties that only one side sends
  [
    "a property that only servers send is removed",
    named({ id: { ...text, readOnly: true } }),
    named({}),
    FINE,
    `BREAKING property "id" was removed`,
  ],
  [
    "a property that only clients send is required",
    named({}),
    named({ code: { ...text, writeOnly: true } }, ["code"]),
    `BREAKING property "code" was added, and is required`,
    FINE,
  ],
];

/** Each line of what is said, with its place. */
const said = (part: string, differences: string): readonly string[] =>
  differences === ""
    ? []
    : differences
        .split("\n")
        .map((line) =>
          line.startsWith("BREAKING ") ? `BREAKING ${part}: ${line.slice(9)}` : `${part}: ${line}`,
        );

describe.each(rows)("%s", (_change, before, after, inRequest, inResponse) => {
  it("in a request", () => {
    expect(found(request(before), request(after))).toEqual(said("request body", inRequest));
  });

  it("in a response", () => {
    expect(found(response(before), response(after))).toEqual(said("response 200", inResponse));
  });

  it("behind a reference", () => {
    const [was, is] = [before, after].map((schema) => request(ref, { Cat: { allOf: [schema] } }));
    if (was && is) expect(found(was, is)).toEqual(said("request body", inRequest));
  });
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
    "request body: the body has maxLength 4 instead of 3",
  ]);
});

it("two members become one that allows what both did", () => {
  const before = { oneOf: [{ ...text, maxLength: 3 }, { ...text, minLength: 5 }, whole] };
  expect(found(request(before), request({ oneOf: [text, whole] }))).toEqual([
    "request body: the body no longer has maxLength 3",
  ]);
});

it("one member becomes two, which together allow less", () => {
  const after = { oneOf: [{ ...text, maxLength: 3 }, { ...text, minLength: 5 }, whole] };
  expect(found(response({ oneOf: [text, whole] }), response(after))).toEqual([
    "response 200: the body now has maxLength 3",
  ]);
});

it("two members become others, of which nothing tells what became which", () => {
  const was = { oneOf: [object({ a: text }, ["a"]), object({ b: text }, ["b"])] };
  const is = { oneOf: [object({ c: text }, ["c"]), object({ d: text }, ["d"])] };
  expect(found(request(was), request(is))).toEqual([
    "BREAKING request body: the body was an object and is now an object",
  ]);
});

describe("references", () => {
  const cat = named({ mother: ref });

  it("says nothing where what was referred to now stands in its place", () => {
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

  it("tells once what several members of a union have in common", () => {
    const members = (more: object) => ["a", "b"].map((kind) => object({ kind: { const: kind }, ...more }));
    expect(found(response({ oneOf: members({ age: whole }) }), response({ oneOf: members({}) }))).toEqual([
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
      [`BREAKING query parameter "q": is written another way`],
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
      ["GET /cats: has no sunset any more"],
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
