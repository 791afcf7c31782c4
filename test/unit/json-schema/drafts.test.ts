import { asDraft2020, isOlder } from "../../../src/schema/json-schema/drafts";

type Schema = Readonly<Record<string, unknown>>;

const text = { type: "string" };

describe("of an older draft's words is made", () => {
  it.each<[what: string, older: Schema, now: Schema]>([
    ["a tuple", { items: [text], additionalItems: false }, { prefixItems: [text], items: false }],
    ["a tuple with any items after", { items: [text] }, { prefixItems: [text] }],
    ["an empty tuple", { items: [], additionalItems: false }, { items: false }],
    ["names that others need", { dependencies: { a: ["b"] } }, { dependentRequired: { a: ["b"] } }],
    ["schemas that others need", { dependencies: { a: text } }, { dependentSchemas: { a: text } }],
    [
      "both kinds of dependencies",
      { dependencies: { a: ["b"], c: text } },
      { dependentRequired: { a: ["b"] }, dependentSchemas: { c: text } },
    ],
    ["no dependencies", { dependencies: {} }, {}],
    ["dependencies that are none", { dependencies: true }, {}],
    ["a limit that is excluded", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ["a limit that is not", { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
    ["an excluded limit that is not given", { exclusiveMaximum: true }, {}],
    ["a reference to what contains it", { $recursiveRef: "#" }, { $ref: "#" }],
    ["a reference that is no text", { $recursiveRef: 1 }, {}],
    [
      "what stands within",
      { properties: { a: { items: [text] } } },
      { properties: { a: { prefixItems: [text] } } },
    ],
    [
      "what stands beside newer words",
      { items: text, minimum: 1, allOf: [{ exclusiveMaximum: 9 }, { items: [text] }] },
      { items: text, minimum: 1, allOf: [{ exclusiveMaximum: 9 }, { prefixItems: [text] }] },
    ],
  ])("%s", (_what, older, now) => {
    expect(isOlder(older)).toBe(true);
    expect(asDraft2020(older)).toEqual(now);
    expect(isOlder(asDraft2020(older))).toBe(false);
  });
});

it.each<[what: string, schema: Schema]>([
  ["one schema for all items", { items: text }],
  ["a limit that is excluded as a number", { exclusiveMinimum: 1 }],
  ["a property with an older word's name", { properties: { dependencies: text } }],
])("%s is of draft 2020-12 already", (_what, schema) => {
  expect(isOlder(schema)).toBe(false);
  expect(asDraft2020(schema)).toEqual(schema);
});
