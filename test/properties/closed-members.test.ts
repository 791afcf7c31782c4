import fc from "fast-check";
import { compileClosedMembers } from "../../src/schema/closed-members";
import { often } from "../support/runs";

type Schema = Readonly<Record<string, unknown>>;

const name = fc.constantFrom("a", "b", "kind", "__proto__", "1");

/** Own members, `__proto__` among them. */
function membersOf<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Record<string, Value>> {
  return fc.array(fc.tuple(name, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
}

const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<Schema>({}, { type: "string" }),
    objectOf(tie("schema")),
    objectOf(tie("schema")),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record({ prefixItems: fc.array(tie("schema"), { maxLength: 2 }), items: tie("schema") }),
    fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.tuple(objectOf(tie("schema")), objectOf(tie("schema"))).map((two) => ({
      oneOf: two.map((one, i) => tagged(one, String(i))),
    })),
  ),
}));

function objectOf(child: fc.Arbitrary<Schema>): fc.Arbitrary<Schema> {
  return fc.record(
    {
      type: fc.constant("object"),
      properties: membersOf(child),
      patternProperties: fc.record({ "^[ab]$": child, "^[b1]$": child }, { requiredKeys: [] }),
      additionalProperties: fc.oneof(fc.constant(false), child),
    },
    { requiredKeys: ["type"] },
  );
}

function tagged(schema: Schema, tag: string): Schema {
  return {
    ...schema,
    properties: { ...(schema.properties as Schema | undefined), kind: { const: tag } },
    required: ["kind"],
  };
}

/** Closed all the same where the tag is the only thing that says so. */
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    fc.constantFrom<unknown>("0", "1", 1, null, true, undefined, NaN, new Date(0)),
    membersOf(tie("value")),
    membersOf(tie("value")),
    fc.array(tie("value"), { maxLength: 3 }),
    membersOf(tie("value")).map((given) => ({ x: 1, toJSON: () => given })),
  ),
}));

/** The member `kind` is a text where it is a tag, and an object in the last alternative alone, which closes it. */
const untaggedBesideTagged: Schema = {
  anyOf: [
    { oneOf: [tagged({ type: "object" }, "0"), tagged({ type: "object" }, "1")] },
    { type: "object", additionalProperties: { type: "object", additionalProperties: false } },
  ],
};

describe("leaving members out", () => {
  it("writes what a slow and obvious filter of the parsed text leaves", () => {
    fc.assert(
      fc.property(schema, value, (root, given) => {
        const text = JSON.stringify(given) as string | undefined;
        const members = compileClosedMembers(root);
        const plain: unknown = text === undefined ? undefined : JSON.parse(text);
        const filtered = JSON.stringify(filter(root, [[root]], plain)) as string | undefined;
        expect(members ? members.write(given) : text).toBe(filtered);
        if (members) expect(JSON.stringify(members.strip(plain))).toBe(filtered);
      }),
      often<[Schema, unknown]>(3_000, [untaggedBesideTagged, { kind: { a: {} } }]),
    );
  });
});

/** Alternatives, of which each is schemas that hold together. */
type Alternatives = readonly (readonly Schema[])[];

function filter(root: Schema, alternatives: Alternatives, json: unknown): unknown {
  if (typeof json !== "object" || json === null) return json;
  const isList = Array.isArray(json);
  const fitting = alternatives
    .flatMap((schemas) => expand(root, schemas, []))
    .filter((schemas) => schemas.every((one) => takes(one, isList ? "array" : "object")));
  if (fitting.length === 0) return json;
  if (isList) {
    return json.map((item, i) =>
      filter(
        root,
        fitting.map((schemas) => schemas.flatMap((one) => itemAt(one, i))),
        item,
      ),
    );
  }
  const named = namedBy(fitting, json as Schema);
  const entries = Object.entries(json).flatMap(([key, member]) => {
    const children = named.flatMap((schemas) => childrenOf(schemas, key));
    return children.length > 0 ? [[key, filter(root, children, member)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Tags are texts: no object and no list is one. */
function takes({ type, const: tag }: Schema, kind: "array" | "object"): boolean {
  return tag === undefined && (type === undefined || type === kind);
}

/** Resolves what schemas refer to and are composed of. */
function expand(root: Schema, schemas: readonly Schema[], seen: readonly Schema[]): Alternatives {
  return schemas.reduce<Alternatives>(
    (all, one) => {
      if (seen.includes(one)) return all;
      const { $ref, allOf = [], anyOf, oneOf, ...own } = one;
      const within = [...seen, one];
      const parts = [
        [[own]],
        expand(root, [...($ref === undefined ? [] : [root]), ...(allOf as Schema[])], within),
      ];
      for (const union of [anyOf, oneOf] as (readonly Schema[] | undefined)[]) {
        if (union) parts.push(union.flatMap((part) => expand(root, [part], within) as Schema[][]));
      }
      return parts.reduce((left, right) => left.flatMap((a) => right.map((b) => [...a, ...b])), all);
    },
    [[]],
  );
}

/** Only tagged schemas require anything, and tags are never partly the same. */
function namedBy(alternatives: Alternatives, json: Schema): Alternatives {
  const tags = alternatives.map((schemas) => {
    const tag = schemas.find(({ required }) => required !== undefined);
    if (!tag) return undefined;
    const constants = schemas.map(
      ({ properties }) => (properties as { kind?: Schema } | undefined)?.kind?.const,
    );
    return constants.find((constant) => constant !== undefined);
  });
  if (tags.includes(undefined) || new Set(tags).size < 2) return alternatives;
  const kind = Object.hasOwn(json, "kind") ? json.kind : undefined;
  return tags.includes(kind) ? alternatives.filter((_, i) => tags[i] === kind) : alternatives;
}

/** None where the member is closed out. */
function childrenOf(schemas: readonly Schema[], key: string): Alternatives {
  const named = schemas.map(({ properties = {}, patternProperties = {} }) => [
    ...(Object.hasOwn(properties as Schema, key) ? [(properties as Record<string, Schema>)[key] ?? {}] : []),
    ...Object.entries(patternProperties as Record<string, Schema>).flatMap(([pattern, child]) =>
      new RegExp(pattern).test(key) ? [child] : [],
    ),
  ]);
  const others = schemas.flatMap(({ additionalProperties }, i) =>
    named[i]?.length === 0 && additionalProperties !== undefined
      ? [additionalProperties as Schema | false]
      : [],
  );
  const isNamed = named.flat().length > 0 || others.some((schema) => schema !== false);
  if (!isNamed && others.includes(false)) return [];
  return [[...named.flat(), ...others.filter((schema) => schema !== false)]];
}

function itemAt({ prefixItems = [], items }: Schema, i: number): readonly Schema[] {
  const one = (prefixItems as readonly Schema[])[i] ?? (items as Schema | undefined);
  return one ? [one] : [];
}
