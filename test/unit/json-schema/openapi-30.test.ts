import { fromOpenAPI30 } from "../../../src/schema/json-schema/openapi-30";
import { documentFromOpenAPI30 } from "../../../src/schema/json-schema/openapi-30-document";

const Pet = { $ref: "#/components/schemas/Pet" };
const orNull = { type: "null" };

describe("fromOpenAPI30", () => {
  it.each<[what: string, given: object, rewritten: object]>([
    ["nullable is one more type", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["once", { type: ["string", "null"], nullable: true }, { type: ["string", "null"] }],
    [
      "an enum beside it stays",
      { type: "string", enum: ["a"], nullable: true },
      { type: ["string", "null"], enum: ["a"] },
    ],
    ["nullable without a type means nothing", { enum: ["a"], nullable: true }, { enum: ["a"] }],
    ["not even beside a discriminator", { nullable: true, discriminator: {} }, { discriminator: {} }],
    ["nullable: false means nothing", { $ref: "#/a", nullable: false }, { $ref: "#/a" }],
    [
      "nullable of another kind stays",
      { type: "string", nullable: "yes" },
      { type: "string", nullable: "yes" },
    ],
    ["beside $ref, null is allowed", { ...Pet, nullable: true }, { anyOf: [Pet, orNull] }],
    [
      "beside allOf",
      { description: "a", allOf: [Pet], nullable: true },
      { description: "a", anyOf: [{ allOf: [Pet] }, orNull] },
    ],
    [
      "beside allOf and a type",
      { type: "object", allOf: [Pet], nullable: true },
      { type: ["object", "null"], anyOf: [{ allOf: [Pet] }, orNull] },
    ],
    [
      "beside oneOf, with its discriminator",
      { oneOf: [Pet], discriminator: { propertyName: "kind" }, nullable: true },
      { anyOf: [{ oneOf: [Pet], discriminator: { propertyName: "kind" } }, orNull] },
    ],
    ["beside anyOf", { anyOf: [Pet], nullable: true }, { anyOf: [Pet, orNull] }],
    [
      "beside anyOf and allOf",
      { anyOf: [Pet], allOf: [Pet], nullable: true },
      { anyOf: [{ anyOf: [Pet], allOf: [Pet] }, orNull] },
    ],
    [
      "exclusiveMinimum: true moves the limit",
      { minimum: 0, exclusiveMinimum: true },
      { exclusiveMinimum: 0 },
    ],
    ["exclusiveMaximum: true too", { maximum: 9, exclusiveMaximum: true }, { exclusiveMaximum: 9 }],
    ["without a limit it is left out", { type: "number", exclusiveMinimum: true }, { type: "number" }],
    ["false leaves the limit", { maximum: 9, exclusiveMaximum: false }, { maximum: 9 }],
    ["an example is one of examples", { examples: ["b"], example: "a" }, { examples: ["b", "a"] }],
    [
      "what an example, a default, a const or an enum holds is no schema",
      {
        example: { nullable: true },
        default: { example: 1 },
        const: { nullable: true },
        enum: [{ example: 1 }],
      },
      {
        examples: [{ nullable: true }],
        default: { example: 1 },
        const: { nullable: true },
        enum: [{ example: 1 }],
      },
    ],
    [
      "at every depth, and properties keep their names",
      {
        properties: {
          nullable: { items: { type: "string", nullable: true } },
          example: { not: { example: 1 } },
        },
      },
      {
        properties: {
          nullable: { items: { type: ["string", "null"] } },
          example: { not: { examples: [1] } },
        },
      },
    ],
    [
      "and in components within a schema",
      { ...Pet, components: { schemas: { Pet: { type: "string", nullable: true } } } },
      { ...Pet, components: { schemas: { Pet: { type: ["string", "null"] } } } },
    ],
    ["components of another kind stay", { example: 1, components: 1 }, { examples: [1], components: 1 }],
  ])("%s", (_what, given, rewritten) => {
    expect(fromOpenAPI30(given as never)).toEqual(rewritten);
    expect(fromOpenAPI30(rewritten as never)).toEqual(rewritten);
  });
});

describe("documentFromOpenAPI30", () => {
  const old = { type: "string", nullable: true };
  const now = { type: ["string", "null"] };
  const of = (schema: object): object => ({
    openapi: "3.0.3",
    "x-kept": { schema: old },
    paths: {
      "/example": {
        parameters: [{ name: "schema", in: "query", schema, example: { schema: old } }],
        post: {
          parameters: [{ name: "a", in: "query", content: { "application/json": { schema } } }],
          requestBody: {
            content: { "a/b": { schema, examples: { schema: { value: { schema: old } } } } },
          },
          responses: {
            200: {
              headers: { schema: { schema } },
              content: { "a/b": { schema, encoding: { a: { headers: { b: { schema } } } } } },
              links: { a: { requestBody: { schema: old } } },
            },
          },
          callbacks: {
            a: { "{$request.body}": { post: { requestBody: { content: { "a/b": { schema } } } } } },
          },
        },
      },
    },
    webhooks: {
      a: { get: { parameters: [{ schema }] }, additionalOperations: { COPY: { parameters: [{ schema }] } } },
    },
    components: {
      schemas: { schema, example: schema },
      parameters: { example: { schema } },
      headers: { example: { schema } },
      requestBodies: { example: { content: { "a/b": { itemSchema: schema } } } },
      responses: { example: { content: { "a/b": { schema } } } },
      callbacks: { example: { a: { get: { parameters: [{ schema }] } } } },
      pathItems: { example: { get: { parameters: [{ schema }] } } },
      examples: { schema: { value: { schema: old } } },
    },
  });

  it("rewrites every schema, and nothing else", () => {
    expect(documentFromOpenAPI30(of(old))).toEqual(of(now));
  });

  it("keeps what is not a document", () => {
    const given = { paths: { "/a": { get: 1, example: old } }, components: [{ schema: { example: 1 } }] };
    expect(documentFromOpenAPI30(given)).toEqual(given);
  });
});
