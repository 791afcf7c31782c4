import { eitherResponse } from "../../../src/document/responses";
import type { OpenAPIMediaType, OpenAPIResponse } from "../../../src/schema/interface/openapi";

const text = { type: "string" };
const number = { type: "number" };
const boolean = { type: "boolean" };
const json = "application/json";

describe("a status that two kinds of answers are sent under has one response", () => {
  it.each<[what: string, one: OpenAPIResponse, other: OpenAPIResponse, both: OpenAPIResponse]>([
    [
      "in the words of the second",
      { description: "one" },
      { description: "other" },
      { description: "other" },
    ],
    [
      "with the headers of both",
      { description: "one", headers: { A: { schema: text }, B: { schema: text } } },
      { description: "other", headers: { B: { schema: number } } },
      { description: "other", headers: { A: { schema: text }, B: { schema: number } } },
    ],
    [
      "with the headers of one",
      { description: "one", headers: { A: { schema: text } } },
      { description: "other" },
      { description: "other", headers: { A: { schema: text } } },
    ],
    [
      "with the body of the only one that has one",
      { description: "one", content: { [json]: { schema: text } } },
      { description: "other" },
      { description: "other", content: { [json]: { schema: text } } },
    ],
    [
      "with the body of the second, where the first has none",
      { description: "one" },
      { description: "other", content: { [json]: { schema: text } } },
      { description: "other", content: { [json]: { schema: text } } },
    ],
    [
      "with bodies of two media types",
      { description: "one", content: { [json]: { schema: text } } },
      { description: "other", content: { "text/plain": { schema: text } } },
      { description: "other", content: { [json]: { schema: text }, "text/plain": { schema: text } } },
    ],
  ])("%s", (_what, one, other, both) => {
    expect(eitherResponse(one, other)).toEqual(both);
  });
});

describe("a media type that both have", () => {
  it.each<[what: string, one: OpenAPIMediaType, other: OpenAPIMediaType, both: OpenAPIMediaType]>([
    ["has either schema", { schema: text }, { schema: number }, { schema: { anyOf: [text, number] } }],
    ["has one schema that is the same twice", { schema: { ...text } }, { schema: text }, { schema: text }],
    [
      "adds a third schema to two",
      { schema: { anyOf: [text, number] } },
      { schema: boolean },
      { schema: { anyOf: [text, number, boolean] } },
    ],
    [
      "keeps what else stands beside alternatives",
      { schema: { title: "A", anyOf: [text, number] } },
      { schema: boolean },
      { schema: { anyOf: [{ title: "A", anyOf: [text, number] }, boolean] } },
    ],
    ["may be anything, where the first has no schema", {}, { schema: text }, {}],
    ["may be anything, where the second has no schema", { schema: text }, {}, {}],
    [
      "has items of either schema",
      { itemSchema: text },
      { itemSchema: number },
      { itemSchema: { anyOf: [text, number] } },
    ],
    ["has no items where one is a whole", { itemSchema: text }, { schema: number }, {}],
    [
      "has the examples of both",
      { schema: text, examples: { a: { value: 1 }, b: { value: 2 } } },
      { schema: text, examples: { b: { value: 3 } } },
      { schema: text, examples: { a: { value: 1 }, b: { value: 3 } } },
    ],
  ])("%s", (_what, one, other, both) => {
    expect(
      eitherResponse(
        { description: "", content: { [json]: one } },
        { description: "", content: { [json]: other } },
      ),
    ).toEqual({ description: "", content: { [json]: both } });
  });
});
