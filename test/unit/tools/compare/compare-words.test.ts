import { compareDocuments } from "../../../../src/tools/compare/compare-documents";
import type { OpenAPIDocument } from "../../../../src/schema/interface/openapi";

function documentOf(of: unknown): OpenAPIDocument {
  const content = { "application/json": of as object };
  return {
    openapi: "3.1.1",
    info: { title: "Cats", version: "1" },
    paths: {
      "/cats": {
        post: { requestBody: { required: true, content }, responses: { 204: { description: "" } } },
      },
    },
  };
}

function found(before: unknown, after: unknown): readonly string[] {
  return compareDocuments(documentOf(before), documentOf(after)).map(
    ({ text, isBreaking }) => `${isBreaking ? "BREAKING " : ""}${text}`,
  );
}

const schema = (of: unknown) => ({ schema: of });
const tagged = (kind: unknown, more: object) => ({
  type: "object",
  properties: { kind, ...more },
});

it.each<[what: string, before: unknown, after: unknown, differences: readonly string[]]>([
  ["a media type that says nothing", null, null, []],
  [
    "a step that grows to a multiple",
    schema({ type: "number", multipleOf: 2 }),
    schema({ type: "number", multipleOf: 4 }),
    ["BREAKING the body has multipleOf 4 instead of 2"],
  ],
  [
    "a step that shrinks to a part",
    schema({ type: "number", multipleOf: 4 }),
    schema({ type: "number", multipleOf: 2 }),
    ["the body has multipleOf 2 instead of 4"],
  ],
  [
    "an integer that is a number too",
    schema({ type: "integer" }),
    schema({ allOf: [{ type: "integer" }, { type: "number" }] }),
    [],
  ],
  [
    "a null among values",
    schema({ type: ["string", "null"], enum: ["a", null] }),
    schema({ type: ["string", "null"], enum: ["a"] }),
    ["BREAKING the body may no longer be null"],
  ],
  [
    "a value in the place of a type",
    schema({ type: "string" }),
    schema({ const: 1 }),
    ["BREAKING the body was a string and is now 1"],
  ],
  [
    "a value that becomes a type",
    schema({ const: 1 }),
    schema({ type: "string" }),
    ["BREAKING the body was 1 and is now a string"],
  ],
  [
    "members of a union that allow anything somewhere",
    schema({ oneOf: [tagged({ const: "a" }, { more: true }), tagged({ const: "b" }, { more: true })] }),
    schema({ oneOf: [tagged({ const: "b" }, { more: true }), tagged({ const: "a" }, { more: true })] }),
    [],
  ],
])("%s", (_what, before, after, differences) => {
  expect(found(before, after)).toEqual(differences);
});
