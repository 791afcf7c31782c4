import { movedTo } from "../../../src/schema/json-schema/targets";
import type { JSONSchema } from "../../../src/schema/interface/schema";

describe("within another schema", () => {
  it.each<[what: string, schema: JSONSchema, moved: JSONSchema]>([
    ["a pointer begins at the whole", { $ref: "#/$defs/A" }, { $ref: "#/oneOf/0/$defs/A" }],
    ["the schema itself is at its place", { items: { $ref: "#" } }, { items: { $ref: "#/oneOf/0" } }],
    ["an anchor stays", { $ref: "#cat" }, { $ref: "#cat" }],
    ["an address stays", { $ref: "https://example.org/cat" }, { $ref: "https://example.org/cat" }],
    [
      "what has an $id keeps its own pointers",
      { $id: "cat", $ref: "#/$defs/A" },
      { $id: "cat", $ref: "#/$defs/A" },
    ],
    [
      "a part with an $id keeps its own pointers",
      { $ref: "#/a", properties: { b: { $id: "b", $ref: "#/a" } } },
      { $ref: "#/oneOf/0/a", properties: { b: { $id: "b", $ref: "#/a" } } },
    ],
    [
      "a discriminator's mapping leads there, but for names",
      { discriminator: { propertyName: "kind", mapping: { cat: "#/$defs/Cat", dog: "Dog" } } },
      { discriminator: { propertyName: "kind", mapping: { cat: "#/oneOf/0/$defs/Cat", dog: "Dog" } } },
    ],
    [
      "a discriminator without a mapping stays",
      { discriminator: { propertyName: "kind" } },
      { discriminator: { propertyName: "kind" } },
    ],
  ])("%s", (_what, schema, moved) => {
    expect(movedTo("/oneOf/0", schema)).toEqual(moved);
  });
});
