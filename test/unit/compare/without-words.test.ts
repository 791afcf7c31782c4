import { withoutWords } from "../../../src/compare/without-words";

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
