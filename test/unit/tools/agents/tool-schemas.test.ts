import type { OpenAPIDocument } from "../../../../src/schema/interface/openapi";
import type { JSONSchema } from "../../../../src/schema/interface/schema";
import { selfContained, successOf } from "../../../../src/tools/agents/tool-schemas";

type Responses = Parameters<typeof successOf>[0]["responses"];

const success = (responses: object): unknown =>
  successOf({ responses: Object.entries(responses) as Responses } as Parameters<typeof successOf>[0]);
const text = { type: "string" };
const json = (type = "application/json", schema: object | undefined = text) => ({
  content: { [type]: { schema } },
});

it.each<[what: string, responses: object, found: unknown]>([
  ["one with JSON", { 200: json(), 404: json() }, { schema: text }],
  ["JSON of a type of its own", { 201: json("application/vnd.cats+json;v=2") }, { schema: text }],
  ["default beside errors", { default: json(), 404: json() }, { schema: text }],
  ["text", { 200: json("text/plain") }, { schema: undefined }],
  [
    "JSON in two types",
    { 200: { content: { ...json().content, ...json("text/json").content } } },
    { schema: undefined },
  ],
  ["two of them", { 200: json(), 201: json() }, { schema: undefined }],
  ["one without content", { 204: {} }, { schema: undefined }],
  ["a redirect where nothing succeeds", { 303: {} }, { schema: undefined }],
  ["a redirect beside a success", { 200: json(), 303: {} }, { schema: text }],
  ["errors alone", { 404: json() }, undefined],
  ["a stream of lines", { 200: json("application/x-ndjson") }, undefined],
  ["a stream beside JSON", { 200: json(), 201: json("text/event-stream; charset=utf-8") }, undefined],
  ["items one by one", { 200: { content: { "application/json": { itemSchema: text } } } }, undefined],
])("the success of an operation: %s", (_what, responses, found) => {
  expect(success(responses)).toEqual(found);
});

describe("a schema that needs no document", () => {
  const document = (schemas: object): OpenAPIDocument => ({ components: { schemas } }) as OpenAPIDocument;
  const Cat = { type: "object", properties: { kin: { $ref: "#/components/schemas/Cat" } } };
  const ownCat = { type: "object", properties: { kin: { $ref: "#/$defs/Cat" } } };

  it.each<[what: string, schema: JSONSchema, components: object, contained: object]>([
    [
      "has what it refers to",
      { items: { $ref: "#/components/schemas/Cat" } },
      { Cat },
      { items: { $ref: "#/$defs/Cat" }, $defs: { Cat: ownCat } },
    ],
    [
      "is the target of its own reference, with what stands beside it",
      { $ref: "#/components/schemas/Cat", title: "A cat" },
      { Cat },
      { ...ownCat, title: "A cat", $defs: { Cat: ownCat } },
    ],
    [
      "keeps other references",
      { $ref: "#/$defs/Own", $defs: { Own: text } },
      { Cat },
      { $ref: "#/$defs/Own", $defs: { Own: text } },
    ],
    [
      "names of a pointer's signs are escaped",
      { items: { $ref: "#/components/schemas/a~1b" } },
      { "a/b": text },
      { items: { $ref: "#/$defs/a~1b" }, $defs: { "a/b": text } },
    ],
  ])("%s", (_what, schema, components, contained) => {
    expect(selfContained(schema, document(components))).toEqual(contained);
  });

  it("needs no components to have none", () => {
    expect(selfContained(text, {} as OpenAPIDocument)).toEqual(text);
  });
});
