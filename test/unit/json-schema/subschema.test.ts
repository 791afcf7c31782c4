import fc from "fast-check";
import { mapSchemas, schemasIn } from "../../../src/schema/json-schema/subschema";
import type { JSONSchema } from "../../../src/schema/interface/schema";
import { often } from "../../support/runs";

describe("the schemas within a schema", () => {
  const keyword = fc.constantFrom("items", "not", "additionalProperties");
  const lists = fc.constantFrom("allOf", "anyOf", "oneOf", "prefixItems");
  const maps = fc.constantFrom("properties", "$defs", "patternProperties");
  const { schema } = fc.letrec<{ schema: JSONSchema }>((tie) => ({
    schema: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.record({ type: fc.constantFrom("string", "object"), default: fc.jsonValue() }),
      fc.tuple(keyword, tie("schema")).map(([key, child]) => ({ [key]: child })),
      fc.tuple(lists, fc.array(tie("schema"), { maxLength: 3 })).map(([key, list]) => ({ [key]: list })),
      fc
        .tuple(maps, fc.dictionary(fc.string(), tie("schema"), { maxKeys: 3 }))
        .map(([key, map]) => ({ [key]: map })),
    ),
  }));

  it("mapped to themselves are the same schema", () => {
    const copy = (one: JSONSchema): JSONSchema => mapSchemas(one, copy);
    fc.assert(
      fc.property(schema, (one) => {
        expect(copy(one)).toEqual(one);
      }),
      often(100),
    );
  });

  it("are those that mapping meets", () => {
    fc.assert(
      fc.property(schema, (one) => {
        let met = 0;
        const count = (child: JSONSchema): JSONSchema => {
          met += 1;
          return mapSchemas(child, count);
        };
        count(one);
        expect([...schemasIn(one)]).toHaveLength(met);
      }),
      often(100),
    );
  });
});

it("what is in the place of a schema, and is not a schema, stays as it is and counts as none", () => {
  const odd: JSONSchema = {
    items: true,
    not: 7,
    allOf: { type: "string" },
    anyOf: 3,
    properties: 5,
    patternProperties: [],
  };
  expect([...schemasIn(odd)]).toEqual([odd]);
  expect(mapSchemas(odd, () => ({ title: "mapped" }))).toEqual(odd);
});

it.each<[what: string, schema: JSONSchema]>([
  ["of a text's content", { contentSchema: { title: "inner" } }],
  ["of an older draft's items, one by one", { items: [{ title: "inner" }] }],
  ["of an older draft's further items", { additionalItems: { title: "inner" } }],
  ["of an older draft's dependent members", { dependencies: { a: { title: "inner" }, b: ["a"] } }],
])("the schema %s is one within it", (_what, schema) => {
  expect(schemasIn(schema)).toEqual([schema, { title: "inner" }]);
  expect(schemasIn(mapSchemas(schema, () => ({ title: "mapped" })))).toHaveLength(2);
});
