import fc from "fast-check";
import type { ClosedMembers } from "../../src/schema/interface/schema";
import { compileClosedMembers, compileConvertedMembers } from "../../src/schema/closed-members";
import { often } from "../support/runs";

type Schema = Readonly<Record<string, unknown>>;

/** Some match one pattern, some both, some none. */
const names = ["a", "b", "kind", "__proto__", "1", "ax", "bx", "1x"] as const;
const name = fc.constantFrom(...names);

/** Own members, `__proto__` among them. */
function membersOf<Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Record<string, Value>> {
  return fc.array(fc.tuple(name, value), { maxLength: 4 }).map((entries) => Object.fromEntries(entries));
}

const { schema } = fc.letrec<{ schema: Schema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.constantFrom<Schema>(
      {},
      { type: "string" },
      { type: ["integer", "null"] },
      { type: "boolean" },
      { anyOf: [{ type: "null" }, { type: "string" }] },
    ),
    objectOf(tie("schema")),
    objectOf(tie("schema")),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record(
      {
        prefixItems: fc.array(tie("schema"), { maxLength: 2 }),
        items: fc.oneof(fc.constant(false), tie("schema")),
      },
      { requiredKeys: ["prefixItems"] },
    ),
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
      patternProperties: fc.record({ "^[ab]": child, "^[b1]": child }, { requiredKeys: [] }),
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

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: "small" },
    fc.constantFrom<unknown>(
      ...["0", "1", "", 1, 0.5, NaN, null, true, undefined, Symbol("s"), () => 1],
      ...[new Date(0), new Date(NaN), new String("0"), new Number(1), new Boolean(false), Buffer.from("x")],
      ...[new Map([["a", 1]]), { toJSON: () => "0" }, { toJSON: () => 1 }, { toJSON: () => undefined }],
      Object.create({ a: { b: 1 } }),
    ),
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
  it("writes what a slow and obvious filter of the parsed text leaves, or nothing at all", () => {
    fc.assert(
      fc.property(schema, value, (root, given) => {
        const text = JSON.stringify(given) as string | undefined;
        const plain: unknown = text === undefined ? undefined : JSON.parse(text);
        const filtered = resultOf(() => JSON.stringify(filter([[root]], plain)));
        const closed = compileClosedMembers(root);
        expect(closed !== undefined).toBe(closesOut([[root]]));
        expect(writtenBy(closed, given)).toStrictEqual(closed ? filtered : text);
        expect(writtenBy(compileConvertedMembers(root), given)).toStrictEqual(filtered);
      }),
      often<[Schema, unknown]>(2_000, [untaggedBesideTagged, { kind: { a: {} } }]),
    );
  });
});

/** The text, undefined, or `refused`: the three ways to it have to agree. */
function writtenBy(members: ClosedMembers | undefined, given: unknown): unknown {
  const text = JSON.stringify(given) as string | undefined;
  if (!members) return text;
  const written = resultOf(() => members.write(given));
  expect(resultOf(() => JSON.stringify(members.copy(given)))).toStrictEqual(written);
  if (text === undefined) return written;
  expect(resultOf(() => JSON.stringify(members.strip(JSON.parse(text))))).toStrictEqual(written);
  return written;
}

const refused = Symbol("refused");

function resultOf(make: () => string | undefined): unknown {
  try {
    return make();
  } catch (error) {
    if (String(error).includes("does not allow")) return refused;
    throw error;
  }
}

/** Alternatives, of which each is schemas that hold together. */
type Alternatives = readonly (readonly Schema[])[];

function filter(alternatives: Alternatives, json: unknown): unknown {
  if (json === undefined || json === null || typeof json === "boolean") return json;
  const kind = Array.isArray(json) ? "array" : typeof json === "object" ? "object" : "text";
  const fitting = taking(alternatives, kind);
  if (fitting.length === 0) {
    const isSimple = taking(alternatives, "object").length + taking(alternatives, "array").length === 0;
    if (kind === "text" && isSimple && taking(alternatives, "boolean").length > 0) return json;
    throw new Error(`it does not allow ${kind}`);
  }
  if (kind === "text") return json;
  if (Array.isArray(json)) return json.map((item, i) => filter(itemsAt(fitting, i), item));
  const named = namedBy(fitting, json as Schema);
  if (named.length === 0) throw new Error("it does not allow the tag");
  const entries = Object.entries(json).flatMap(([key, member]) => {
    const children = named.flatMap((schemas) => childrenOf(schemas, key));
    return children.length > 0 ? [[key, filter(children.flat(), member)] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Whether some object that fits has a member that may not stand. */
function closesOut(alternatives: Alternatives): boolean {
  const isOpen = alternatives
    .flatMap((schemas) => expand(schemas))
    .some((schemas) => schemas.every((one) => Object.keys(one).length === 0));
  if (isOpen) return false;
  const lists = taking(alternatives, "array");
  const areItems = lists.length > 0 && [0, 1, 2].some((i) => closesOut(itemsAt(lists, i)));
  const objects = taking(alternatives, "object");
  if (areItems || objects.length === 0) return areItems;
  const kinds = tagsOf(objects)?.filter((kind) => kind !== impossible);
  const groups = kinds?.map((kind) => namedBy(objects, { kind })) ?? [objects];
  return groups.some((named) =>
    [...names, "other", "a other", "b other", "1 other"].some((key) => {
      const children = named.flatMap((schemas) => childrenOf(schemas, key));
      return children.length === 0 || closesOut(children.flat());
    }),
  );
}

function taking(alternatives: Alternatives, kind: Kind): Alternatives {
  return alternatives
    .flatMap((schemas) => expand(schemas))
    .filter((schemas) => schemas.every((one) => takes(one, kind)));
}

type Kind = "array" | "object" | "text" | "boolean";

const types: Readonly<Record<Kind, readonly unknown[]>> = {
  array: ["array"],
  object: ["object"],
  text: ["string", "integer"],
  boolean: ["boolean", "null"],
};

/** Tags are texts. */
function takes({ type, const: tag }: Schema, kind: Kind): boolean {
  if (tag !== undefined) return kind === "text";
  return type === undefined || [type].flat().some((one) => types[kind].includes(one));
}

/** Resolves what schemas are composed of; of one that is false there is no alternative. */
function expand(schemas: readonly (Schema | boolean)[]): Alternatives {
  return schemas.reduce<Alternatives>(
    (all, one) => {
      if (typeof one === "boolean") return one ? all : [];
      const { allOf = [], anyOf, oneOf, ...own } = one;
      const parts = [[[own]], expand(allOf as Schema[])];
      for (const union of [anyOf, oneOf] as (readonly Schema[] | undefined)[]) {
        if (union) parts.push(union.flatMap((part) => expand([part]) as Schema[][]));
      }
      return parts.reduce((left, right) => left.flatMap((a) => right.map((b) => [...a, ...b])), all);
    },
    [[]],
  );
}

/** The alternatives that an object's tag names, or all where there is none. */
function namedBy(alternatives: Alternatives, json: Schema): Alternatives {
  const tags = tagsOf(alternatives);
  const kind = Object.hasOwn(json, "kind") ? json.kind : undefined;
  return tags ? alternatives.filter((_, i) => tags[i] === kind) : alternatives;
}

/** The tag of an alternative whose schemas have two. */
const impossible = Symbol("impossible");

/** Only tagged schemas require anything, and tags are never partly the same. */
function tagsOf(alternatives: Alternatives): readonly unknown[] | undefined {
  const tags = alternatives.map((schemas) => {
    if (!schemas.some(({ required }) => required !== undefined)) return undefined;
    const constants = schemas.map(
      ({ properties }) => (properties as { kind?: Schema } | undefined)?.kind?.const,
    );
    const [tag, ...more] = new Set(constants.filter((constant) => constant !== undefined));
    return more.length > 0 ? impossible : tag;
  });
  const known = new Set(tags.filter((tag) => tag !== impossible));
  return known.has(undefined) || known.size < 2 ? undefined : tags;
}

/** What the member has to be in one alternative, in a list; none where it is closed out. */
function childrenOf(schemas: readonly Schema[], key: string): readonly Alternatives[] {
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
  return [[[...named.flat(), ...others.filter((schema) => schema !== false)]]];
}

/** What the item has to be in some alternatives; none where no tuple of theirs reaches so far. */
function itemsAt(alternatives: Alternatives, i: number): Alternatives {
  return alternatives.flatMap((schemas) => {
    const said = schemas.flatMap(({ prefixItems = [], items }) => {
      const one = (prefixItems as readonly Schema[])[i] ?? (items as Schema | false | undefined);
      return one === undefined ? [] : [one];
    });
    const isTuple = schemas.some(({ prefixItems = [] }) => (prefixItems as readonly Schema[]).length > 0);
    return said.includes(false) || (said.length === 0 && isTuple) ? [] : [said as readonly Schema[]];
  });
}
