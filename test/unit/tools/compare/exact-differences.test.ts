import { exactDifferences, withoutWords } from "../../../../src/tools/compare/exact-differences";
import type { OpenAPIDocument, OpenAPIOperation } from "../../../../src/schema/interface/openapi";

const name = { type: "string", title: "Name", description: "Of the cat." };
const operation: OpenAPIOperation = {
  operationId: "cat",
  parameters: [{ name: "id", in: "path", required: true }],
  responses: {
    "200": {
      description: "A cat",
      headers: { "X-Total": { schema: { type: "string" } } },
      content: { "application/json": { schema: { $ref: "#/components/schemas/Cat" } } },
    },
  },
};

function documentOf(
  given: OpenAPIOperation,
  components: OpenAPIDocument["components"] = {
    schemas: { Cat: { type: "object", properties: { description: name } } },
  },
): OpenAPIDocument {
  return {
    openapi: "3.1.1",
    info: { title: "Cats", version: "1" },
    paths: { "/cats/{id}": { get: given } },
    components,
  };
}

const told = (today: OpenAPIDocument): readonly string[] =>
  exactDifferences(documentOf(operation), today).map(({ place, text }) => `${place}: ${text}`);

const cat = (properties: object): OpenAPIDocument["components"] => ({
  schemas: { Cat: { type: "object", properties } },
});

const success = operation.responses["200"];

describe("a frozen operation", () => {
  it.each<[what: string, today: OpenAPIDocument, differences: readonly string[]]>([
    ["is as it was", documentOf(operation), []],
    [
      "has other texts in a component",
      documentOf(
        operation,
        cat({ description: { ...name, title: "N", description: "?", examples: ["Tom"] } }),
      ),
      [],
    ],
    [
      "has lost a property that is called as a text is",
      documentOf(operation, cat({})),
      ['GET /cats/{id}, response 200: property "description" was removed'],
    ],
    [
      "has a member of a component that nobody judges",
      documentOf(operation, cat({ description: { ...name, "x-pii": true } })),
      ["GET /cats/{id}, Cat > properties > description > x-pii: has changed"],
    ],
    [
      "has another name for its schema",
      documentOf(
        {
          ...operation,
          responses: {
            "200": {
              description: "A cat",
              ...success,
              content: { "application/json": { schema: { $ref: "#/components/schemas/Dog" } } },
            },
          },
        },
        { schemas: { Dog: { type: "object", properties: { description: name } } } },
      ),
      ["GET /cats/{id}, responses > 200 > content > application/json > schema > $ref: has changed"],
    ],
    ["has ended", documentOf({ ...operation, responses: { "410": { description: "Gone" } } }), []],
    [
      "tells of its end",
      documentOf({
        ...operation,
        deprecated: true,
        "x-sunset": "2026-01-01",
        "x-changes": [],
        responses: {
          "200": {
            description: "A cat",
            ...success,
            headers: { ...success?.headers, Sunset: { $ref: "#/components/headers/Sunset" } },
          },
          "410": { description: "Gone" },
        },
      }),
      [],
    ],
    [
      "has a header of the application's own",
      documentOf({
        ...operation,
        responses: {
          "200": { description: "A cat", ...success, headers: { ...success?.headers, Link: {} } },
        },
      }),
      ["GET /cats/{id}, response 200, header link: was added"],
    ],
    ["has tags now", documentOf({ ...operation, tags: ["cats"] }), ["GET /cats/{id}, tags: has changed"]],
  ])("%s", (_, today, differences) => {
    expect(told(today)).toEqual(differences);
  });

  it.each<[what: string, was: object, is: object, differences: readonly string[]]>([
    [
      "required and enum in another order",
      { required: ["a", "b"], properties: { kind: { enum: ["x", "y", "z"] } } },
      { required: ["b", "a"], properties: { kind: { enum: ["z", "x", "y"] } } },
      [],
    ],
    [
      "the same in another order, within what a keyword holds",
      { not: { required: ["a", "b"] }, dependentRequired: { a: ["b", "c"] }, if: { not: { enum: [1, 2] } } },
      { not: { required: ["b", "a"] }, dependentRequired: { a: ["c", "b"] }, if: { not: { enum: [2, 1] } } },
      [],
    ],
    [
      "other lists within what a keyword holds",
      { not: { required: ["a", "b"] } },
      { not: { required: ["c", "b"] } },
      [
        'GET /cats/{id}, response 200: the body has not {"required":["b","c"]} instead of {"required":["a","b"]}',
      ],
    ],
    [
      "other lists in what is the application's own, with both lists",
      { "x-own": { required: ["b", "a"] } },
      { "x-own": { required: ["b", "c"] } },
      ['GET /cats/{id}, Cat > x-own > required: has changed from ["a","b"] to ["b","c"]'],
    ],
    [
      "a constant in another order, which is another value",
      { "x-own": { const: ["b", "a"] } },
      { "x-own": { const: ["a", "b"] } },
      ["GET /cats/{id}, Cat > x-own > const > 0: has changed"],
    ],
  ])("has %s", (_, was, is, differences) => {
    const documentWith = (more: object): OpenAPIDocument =>
      documentOf(operation, { schemas: { Cat: { type: "object", ...more } } });
    const found = exactDifferences(documentWith(was), documentWith(is));
    expect(found.map(({ place, text }) => `${place}: ${text}`)).toEqual(differences);
  });

  it("refers to itself", () => {
    const recursive = (more: object): OpenAPIDocument =>
      documentOf(operation, {
        schemas: {
          Cat: { type: "object", properties: { kitten: { $ref: "#/components/schemas/Cat" } }, ...more },
        },
      });
    expect(exactDifferences(recursive({}), recursive({}))).toEqual([]);
    const [difference] = exactDifferences(recursive({}), recursive({ "x-a": 1 }));
    expect(difference?.place).toBe("GET /cats/{id}, Cat > x-a");
  });

  it("uses a scheme of security, whose words may change", () => {
    const secured = (scheme: object): OpenAPIDocument =>
      documentOf(
        { ...operation, security: [{ Key: [] }] },
        {
          ...cat({ description: name }),
          securitySchemes: { Key: { type: "apiKey", in: "header", ...scheme } },
        },
      );
    expect(exactDifferences(secured({}), secured({ description: "A key" }))).toEqual([]);
    expect(exactDifferences(secured({}), secured({ "x-a": 1 }))).toHaveLength(1);
  });
});

describe("what is compared apart from words", () => {
  it.each<[what: string, part: unknown, left: unknown]>([
    ["texts go", { summary: "A", description: "B", externalDocs: {}, type: "object" }, { type: "object" }],
    ["at any depth", { items: [{ title: "A", type: "string" }] }, { items: [{ type: "string" }] }],
    [
      "a property may be called as a text is",
      { properties: { title: { title: "A" } } },
      { properties: { title: {} } },
    ],
    ["so may a status", { responses: { default: { description: "A" } } }, { responses: { default: {} } }],
    [
      "and a member that others depend on",
      { dependentRequired: { description: ["title"] } },
      { dependentRequired: { description: ["title"] } },
    ],
    [
      "sets come in one order",
      { required: ["b", "a", "b"], enum: [2, "1"], type: ["null", "array"] },
      { required: ["a", "b"], enum: ["1", 2], type: ["array", "null"] },
    ],
    ["a constant keeps its order", { const: ["b", "a"] }, { const: ["b", "a"] }],
    ["values stay as they are", { const: { title: "A" } }, { const: { title: "A" } }],
  ])("%s", (_what, part, left) => {
    expect(withoutWords(part)).toEqual(left);
  });
});
