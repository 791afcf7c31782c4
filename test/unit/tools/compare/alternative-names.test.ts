import { compareDocuments } from "../../../../src/tools/compare/compare-documents";
import { pointerTo } from "../../../../src/tools/compare/difference";
import type { OpenAPIDocument } from "../../../../src/schema/interface/openapi";

type Schema = Readonly<Record<string, unknown>>;

function documentOf(schema: Schema, schemas: Readonly<Record<string, Schema>> = {}): OpenAPIDocument {
  const content = { "application/json": { schema: { type: "object", properties: { way: schema } } } };
  return {
    openapi: "3.1.1",
    info: { title: "Payments", version: "1" },
    paths: { "/payments": { post: { requestBody: { content }, responses: {} } } },
    components: { schemas },
  };
}

/** An object that says more about `name` in the newer document. */
const object = (limit: Schema, more: Schema = {}): Schema => ({
  type: "object",
  ...more,
  properties: { name: { type: "string", ...limit }, ...(more.properties as Schema) },
});
const tagged = (tags: Schema): Schema => ({
  properties: Object.fromEntries(Object.entries(tags).map(([name, value]) => [name, { const: value }])),
});
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

type Make = (limit: Schema) => readonly [union: Schema, schemas?: Readonly<Record<string, Schema>>];

it.each<[how: string, make: Make, first: string, second: string]>([
  [
    "the component, and not its title",
    (limit) => [{ oneOf: [ref("A"), ref("B")] }, { A: object(limit, { title: "Aa" }), B: object(limit) }],
    "A",
    "B",
  ],
  [
    "the component that is wrapped in allOf",
    (limit) => [
      { anyOf: [{ allOf: [ref("A")], description: "one" }, { allOf: [ref("B")] }] },
      { A: object(limit), B: object(limit) },
    ],
    "A",
    "B",
  ],
  [
    "the title, if the component is only a part",
    (limit) => [
      {
        anyOf: [
          { ...object(limit), title: "A", allOf: [ref("Base")] },
          { ...object(limit), title: "B" },
        ],
      },
      { Base: { type: "object", properties: { id: { type: "string" } } } },
    ],
    "A",
    "B",
  ],
  [
    "the title, rather than a constant",
    (limit) => [
      { anyOf: [object(limit, { title: "A", ...tagged({ kind: "a" }) }), object(limit, { title: "B" })] },
    ],
    "A",
    "B",
  ],
  [
    "the first constant that the other does not have",
    (limit) => [
      { anyOf: [object(limit, tagged({ v: 1, kind: "a" })), object(limit, tagged({ v: 1, kind: "b" }))] },
    ],
    "a",
    "b",
  ],
  [
    "the number, if two have one title",
    (limit) => [{ anyOf: [object(limit, { title: "A" }), object(limit, { title: "A" })] }],
    "0",
    "1",
  ],
  [
    "the number in the union, beside null and values",
    (limit) => [{ anyOf: [{ type: "null" }, object(limit), { const: "none" }, object(limit)] }],
    "1",
    "3",
  ],
  [
    "a number that is no other alternative's constant",
    (limit) => [{ anyOf: [object(limit, tagged({ version: 1 })), object(limit)] }],
    "1",
    "#1",
  ],
  [
    "the names of inner unions",
    (limit) => [
      { oneOf: [ref("Both"), { type: "string" }] },
      { Both: { anyOf: [ref("A"), ref("B")] }, A: object(limit), B: object(limit) },
    ],
    "A",
    "B",
  ],
])("the place within alternatives has %s", (_how, make, first, second) => {
  const differences = compareDocuments(documentOf(...make({})), documentOf(...make({ maxLength: 9 })));
  expect(differences.map(({ kind, path = [], text }) => [kind, pointerTo(path), text])).toEqual(
    [first, second].map((name) => [
      "limit-added",
      `/way/${name}/name/maxLength`,
      `property "way.${name}.name" now has maxLength 9`,
    ]),
  );
});

it("an alternative that was removed or added is reported at its own place", () => {
  const kept = (...names: readonly string[]): OpenAPIDocument =>
    documentOf(
      { anyOf: [ref("Kept"), ...names.map(ref)] },
      Object.fromEntries(
        ["Kept", ...names].map((name) => [name, object({}, { required: [name], ...tagged({ kind: name }) })]),
      ),
    );
  const differences = compareDocuments(kept("A", "B"), kept("C"));
  expect(differences.map(({ kind, path = [], text }) => [kind, pointerTo(path), text])).toEqual([
    ["values-removed", "/way/A", 'property "way" may no longer be an object (A)'],
    ["values-removed", "/way/B", 'property "way" may no longer be an object (B)'],
    ["values-added", "/way/C", 'property "way" may now be an object (C)'],
  ]);
});

it("an object with null, and a list of types, have no alternatives to name", () => {
  for (const make of [
    (limit: Schema) => ({ anyOf: [object(limit), { type: "null" }] }),
    (limit: Schema) => ({ ...object(limit), type: ["object", "string"] }),
  ]) {
    const differences = compareDocuments(documentOf(make({})), documentOf(make({ maxLength: 9 })));
    expect(differences.map(({ path = [] }) => pointerTo(path))).toEqual(["/way/name/maxLength"]);
  }
});
