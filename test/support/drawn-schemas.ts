import fc from "fast-check";
import type { Described, Schema } from "./sent-values";

/* Pairs of schemas: the newer one is the older one after a few edits, or another one. */

type Plain = Exclude<Schema, boolean>;

const names = ["a", "b", "kind"] as const;
const small = fc.integer({ min: 0, max: 4 });
const literal = fc.constantFrom<unknown>("a", "b", "abc", 1, 2, 2.5, null, true, false);

function some(record: Readonly<Record<string, fc.Arbitrary<unknown>>>): fc.Arbitrary<Plain> {
  return fc.record(record, { requiredKeys: [] });
}

const ofText = some({ minLength: small, maxLength: small, pattern: fc.constantFrom("^a", "b$") });
const ofNumber = some({
  minimum: small,
  maximum: small,
  exclusiveMinimum: small,
  exclusiveMaximum: small,
  multipleOf: fc.constantFrom(0.5, 1, 2, 3),
});
const literals = fc.oneof(
  literal.map((one): Plain => ({ const: one })),
  fc.uniqueArray(literal, { minLength: 1, maxLength: 4 }).map((all): Plain => ({ enum: all })),
);

const types = fc.constantFrom("string", "number", "integer", "boolean", "null", "object", "array");

const leaf: fc.Arbitrary<Schema> = fc.oneof(
  ofText.map((rules) => ({ type: "string", ...rules })),
  fc.tuple(fc.constantFrom("number", "integer"), ofNumber).map(([type, rules]) => ({ type, ...rules })),
  literals,
  fc.uniqueArray(types, { minLength: 1, maxLength: 3 }).map((type) => ({ type })),
  fc.tuple(ofText, ofNumber).map(([text, number]) => ({ ...text, ...number })),
  fc.constantFrom<Schema>({}, true, { type: "boolean" }, { type: "null" }, { type: ["string", "null"] }),
);

const definitionNames = ["A", "B"] as const;
const reference = fc
  .constantFrom(...definitionNames)
  .map((name): Schema => ({ $ref: `#/components/schemas/${name}` }));

const { schema, union } = fc.letrec<{ schema: Schema; union: Schema }>((tie) => {
  const members = fc.dictionary(fc.constantFrom(...names), fc.oneof(tie("schema"), reference), {
    maxKeys: 3,
  });
  const object = fc
    .record(
      {
        type: fc.constantFrom("object", ["object", "null"]),
        properties: members,
        required: fc.uniqueArray(fc.constantFrom(...names), { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        minProperties: small,
        maxProperties: small,
      },
      { requiredKeys: ["properties"] },
    )
    .map((one): Schema => one);
  const list = some({
    items: fc.oneof(tie("schema"), reference, fc.constant(false)),
    prefixItems: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }),
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
  }).map((rules): Schema => ({ type: "array", ...rules }));
  const several = fc.array(fc.oneof(tie("schema"), object), { minLength: 1, maxLength: 3 });
  const tagged = fc.array(fc.tuple(fc.constantFrom("a", "b", "c"), members, fc.boolean()), {
    minLength: 2,
    maxLength: 3,
  });
  return {
    union: fc.oneof(
      fc
        .tuple(fc.constantFrom("anyOf", "oneOf", "allOf"), several)
        .map(([keyword, all]) => ({ [keyword]: all })),
      fc.tuple(fc.constantFrom("anyOf", "oneOf"), tagged).map(([keyword, all]) => ({
        [keyword]: all.map(([kind, properties, isClosed]) => ({
          type: "object",
          properties: { ...properties, kind: { const: kind } },
          required: ["kind"],
          ...(isClosed && { additionalProperties: false }),
        })),
      })),
      fc.tuple(fc.constantFrom("anyOf", "oneOf"), several, object).map(([keyword, all, beside]) => ({
        ...(beside as Plain),
        [keyword]: all,
      })),
      fc
        .tuple(reference, fc.constantFrom("anyOf", "oneOf"))
        .map(([to, keyword]) => ({ [keyword]: [to, { type: "null" }] })),
    ),
    schema: fc.oneof({ maxDepth: 2, depthSize: "small" }, leaf, { arbitrary: object, weight: 3 }, list, {
      arbitrary: tie("union"),
      weight: 2,
    }),
  };
});

/** What changes at one place of a schema. */
interface Edit {
  readonly place: number;
  readonly kind: "replace" | "drop" | "add" | "optional" | "swap" | "widen" | "narrow" | "limit";
  readonly with: Schema;
  readonly keyword: number;
}

const edit: fc.Arbitrary<Edit> = fc.record({
  place: fc.nat({ max: 50 }),
  kind: fc.constantFrom<Edit["kind"]>(
    ...(["replace", "drop", "add", "add", "optional", "swap", "widen", "narrow"] as const),
    // Most places have no limit, so that this edit often changes nothing.
    ...(["limit", "limit", "limit"] as const),
  ),
  with: fc.oneof({ arbitrary: leaf, weight: 2 }, schema),
  keyword: fc.nat({ max: 20 }),
});

function edited(schema: Schema, { kind, with: other, keyword: at }: Edit): Schema {
  if (typeof schema === "boolean") return other;
  const keywords = Object.keys(schema);
  const keyword = keywords[at % Math.max(1, keywords.length)] ?? "title";
  switch (kind) {
    case "replace":
      return other;
    case "drop":
      return Object.fromEntries(Object.entries(schema).filter(([key]) => key !== keyword));
    case "add":
      return typeof other === "boolean" ? other : { ...schema, ...other };
    case "optional": {
      const name = names[at % names.length] ?? "a";
      const required = (schema.required ?? []) as readonly string[];
      const isThere = required.includes(name);
      return { ...schema, required: isThere ? required.filter((one) => one !== name) : [...required, name] };
    }
    case "swap": {
      const { anyOf, oneOf, ...others } = schema;
      return {
        ...others,
        ...(anyOf !== undefined && { oneOf: anyOf }),
        ...(oneOf !== undefined && { anyOf: oneOf }),
      };
    }
    case "widen":
      return { [at % 2 === 0 ? "anyOf" : "oneOf"]: [schema, other] };
    case "narrow":
      return { allOf: [schema, other] };
    case "limit":
      return Object.fromEntries(
        Object.entries(schema).map(([key, value]) => [
          key,
          typeof value === "number" && key !== "const" ? Math.max(1, value + (at % 2 === 0 ? 1 : -1)) : value,
        ]),
      );
  }
}

/** Applies an edit at one of the places of a schema, counted from the outside. */
function editedAt(schema: Schema, one: Edit): Schema {
  let left = one.place % countOf(schema);
  const walk = (at: unknown): unknown => {
    if (!isPlace(at)) return at;
    if (left-- === 0) return edited(at, one);
    return typeof at === "boolean" ? at : within(at, walk);
  };
  return walk(schema) as Schema;
}

function countOf(schema: Schema): number {
  let count = 0;
  const walk = (at: unknown): unknown => {
    count += 1;
    return typeof at === "boolean" ? at : within(at as Plain, walk);
  };
  walk(schema);
  return count;
}

function isPlace(value: unknown): value is Schema {
  return typeof value === "boolean" || (typeof value === "object" && value !== null);
}

function within(schema: Plain, change: (value: unknown) => unknown): Plain {
  const entries = Object.entries(schema).map(([keyword, value]) => {
    switch (keyword) {
      case "properties":
        return [
          keyword,
          Object.fromEntries(Object.entries(value as Plain).map(([name, one]) => [name, change(one)])),
        ];
      case "items":
      case "additionalProperties":
        return [keyword, change(value)];
      case "anyOf":
      case "oneOf":
      case "allOf":
      case "prefixItems":
        return [keyword, (value as readonly unknown[]).map(change)];
      default:
        return [keyword, value];
    }
  });
  return Object.fromEntries(entries) as Plain;
}

/** Without the references by which a definition would be its own definition. Those of members and items stay. */
function grounded(schema: Schema): Schema {
  if (typeof schema === "boolean") return schema;
  const entries = Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === "$ref") return [];
    const isUnion = keyword === "anyOf" || keyword === "oneOf" || keyword === "allOf";
    return [[keyword, isUnion ? (value as readonly Schema[]).map(grounded) : value]];
  });
  return Object.fromEntries(entries) as Plain;
}

const described: fc.Arbitrary<Described> = fc.record({
  schema: fc.oneof(schema, union, reference),
  definitions: fc.record({ A: schema.map(grounded), B: fc.oneof(leaf, schema).map(grounded) }),
});

export type DrawnPair = readonly [old: Described, now: Described];

export const drawnPair: fc.Arbitrary<DrawnPair> = fc.oneof(
  { arbitrary: fc.tuple(described, described).map((pair): DrawnPair => pair), weight: 1 },
  {
    arbitrary: fc
      .tuple(
        described,
        fc.array(fc.tuple(edit, fc.constantFrom("root", "root", ...definitionNames)), {
          minLength: 1,
          maxLength: 2,
        }),
      )
      .map(([old, edits]): DrawnPair => [
        old,
        edits.reduce<Described>(
          ({ schema: root, definitions }, [one, where]) =>
            where === "root"
              ? { schema: editedAt(root, one), definitions }
              : {
                  schema: root,
                  definitions: {
                    ...definitions,
                    [where]: grounded(editedAt(definitions[where] ?? true, one)),
                  },
                },
          old,
        ),
      ]),
    weight: 5,
  },
);
