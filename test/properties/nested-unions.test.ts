import type { ErrorObject } from "ajv";
import Ajv2020 from "ajv/dist/2020";
import fc from "fast-check";
import { ajvDefaults } from "../../src/schema/ajv/own-ajv";
import "../../src/schema/plain-reader";
import { schemaReader, sharedReader, validatorOfSchema } from "../../src/schema/reader";
import type { Issue, JSONSchema, Verdict } from "../../src/schema/interface/schema";
import { often } from "../support/runs";

/*
 * A union within which there are unions is judged as ajv judges it, whatever tells its alternatives apart, and however
 * they are spelled; and what is told of a value that does not fit is what ajv has found in one of the alternatives.
 */

interface Alternative {
  readonly tags: readonly string[];
  readonly isTagRequired: boolean;
  readonly isTagLast: boolean;
  readonly isClosed: boolean;
  readonly members: readonly (keyof typeof members)[];
  readonly spelling: "inline" | "definition" | "anchor" | "pointer" | "allOf";
}

const tree = { $ref: "#/$defs/Tree" };

const members = {
  one: tree,
  other: tree,
  list: { type: "array", items: tree },
  pair: { type: "array", prefixItems: [{ enum: ["x", "y"] }, tree], items: false },
  map: { type: "object", additionalProperties: tree },
  maybe: { anyOf: [tree, { type: "null" }] },
  name: { type: "string", minLength: 2 },
  size: { type: "integer", default: 3 },
} as const satisfies JSONSchema;

const memberNames = Object.keys(members) as (keyof typeof members)[];

const tagsOf: Readonly<Record<"apart" | "alike", fc.Arbitrary<readonly (readonly string[])[]>>> = {
  apart: fc.constantFrom([["a"], ["b"]], [["a"], ["b", "c"], ["d"]], [["d"], ["c"], ["b"], ["a"]]),
  alike: fc.array(fc.subarray(["a", "b", "c"], { minLength: 0 }), { minLength: 2, maxLength: 3 }),
};

const alternativeWith = (tags: readonly string[]): fc.Arbitrary<Alternative> =>
  fc.record({
    tags: fc.constant(tags),
    isTagRequired: fc.boolean(),
    isTagLast: fc.boolean(),
    isClosed: fc.boolean(),
    members: fc.subarray(memberNames, { minLength: 1 }),
    spelling: fc.constantFrom("inline", "definition", "anchor", "pointer", "allOf"),
  });

interface Union {
  readonly keyword: "anyOf" | "oneOf";
  readonly alternatives: readonly Alternative[];
  readonly hasScalar: boolean;
  readonly isUnevaluatedClosed: boolean;
}

const unionWith = (tags: fc.Arbitrary<readonly (readonly string[])[]>): fc.Arbitrary<Union> =>
  fc.record({
    keyword: fc.constantFrom("anyOf", "oneOf"),
    alternatives: tags.chain((lists) => fc.tuple(...lists.map(alternativeWith))),
    hasScalar: fc.boolean(),
    isUnevaluatedClosed: fc.boolean(),
  });

function schemaOf({ keyword, alternatives, hasScalar, isUnevaluatedClosed }: Union): JSONSchema {
  const list = alternatives.map((one, i) => spelled(one, i));
  return {
    ...tree,
    $defs: {
      Tree: {
        [keyword]: [...list.map(({ written }) => written), ...(hasScalar ? [{ type: "string" }] : [])],
        ...(isUnevaluatedClosed ? { unevaluatedProperties: false } : {}),
      },
      ...Object.assign({}, ...list.map(({ definitions }) => definitions)),
    },
  };
}

function spelled(
  one: Alternative,
  index: number,
): { readonly written: JSONSchema; readonly definitions: JSONSchema } {
  const { members: names, spelling, tags, isTagRequired, isTagLast, isClosed } = one;
  const tag: (readonly [string, JSONSchema])[] =
    tags.length === 0 ? [] : [["op", tags.length === 1 ? { const: tags[0] } : { enum: tags }]];
  const others = names.map((name) => [name, members[name]] as const);
  const own = {
    type: "object",
    properties: Object.fromEntries(isTagLast ? [...others, ...tag] : [...tag, ...others]),
    ...(isTagRequired && tags.length > 0 ? { required: ["op"] } : {}),
    ...(isClosed ? { additionalProperties: false } : {}),
  };
  const key = `Own${index}`;
  switch (spelling) {
    case "inline":
      return { written: own, definitions: {} };
    case "allOf":
      return { written: { allOf: [own] }, definitions: {} };
    case "definition":
      return { written: { $ref: `#/$defs/${key}` }, definitions: { [key]: own } };
    case "anchor":
      return { written: { $ref: `#${key}` }, definitions: { [key]: { ...own, $anchor: key } } };
    case "pointer":
      // A pointer into a union, which finds its target wherever the alternatives are put.
      return {
        written: { $ref: `#/$defs/${key}/oneOf/1` },
        definitions: { [key]: { oneOf: [false, own] } },
      };
  }
}

const { value } = fc.letrec<{ value: unknown }>((tie) => {
  const member = (name: (typeof memberNames)[number]): fc.Arbitrary<unknown> => {
    switch (name) {
      case "list":
        return fc.array(tie("value"), { maxLength: 2 });
      case "pair":
        return fc.tuple(fc.constantFrom("x", "y", "z"), tie("value"));
      case "map":
        return fc.dictionary(fc.constantFrom("k", "l"), tie("value"), { maxKeys: 2 });
      case "name":
        return fc.constantFrom("Tom", "T", 7);
      case "size":
        return fc.constantFrom(7, "7");
      default:
        return tie("value");
    }
  };
  const object = fc.record(
    {
      op: fc.constantFrom("a", "b", "c", "d", "e", 1),
      ...Object.fromEntries(
        memberNames.map((name) => [name, fc.oneof({ depthSize: "small" }, fc.constant("Tom"), member(name))]),
      ),
    },
    { requiredKeys: [] },
  );
  return {
    value: fc.oneof({ depthSize: "small", withCrossShrink: true }, fc.constantFrom("x", null, 1), object),
  };
});

const ajv = new Ajv2020({ ...ajvDefaults("body"), useDefaults: false });

function ownVerdict(schema: JSONSchema, given: unknown): Verdict {
  const verdict = validatorOfSchema(schema, sharedReader())(given);
  if ("then" in verdict) throw new Error("ajv is not asynchronous");
  return verdict;
}

/** True if ajv has found the issue, whatever else it has found. */
function isFound({ path, message }: Issue, errors: readonly ErrorObject[]): boolean {
  const [text] = message.split(/ \(alternative|: /);
  // Of a missing or an unknown member, the issue's path ends with its name.
  const places = [path, path.slice(0, -1)].map((steps) => steps.map((step) => `/${step}`).join(""));
  return errors.some((error) => error.message === text && places.includes(error.instancePath));
}

/** The number of the alternative that the constant of a value names; undefined if it names none. */
function namedBy({ alternatives }: Union, given: unknown): number | undefined {
  const op: unknown = typeof given === "object" && given !== null && "op" in given ? given.op : undefined;
  const index = alternatives.findIndex(({ tags }) => tags.some((tag) => tag === op));
  return index === -1 ? undefined : index + 1;
}

const isNested = ({ alternatives }: Union): boolean =>
  alternatives.some((one) => one.members.some((name) => name !== "name" && name !== "size"));

describe.each(["apart", "alike"] as const)("alternatives whose constants are %s", (tags) => {
  const values = fc.array(value, { minLength: 1, maxLength: 20 });

  it("are judged as by ajv, and what is reported is what ajv has found", () => {
    fc.assert(
      fc.property(unionWith(tagsOf[tags]), values, (union, all) => {
        const schema = schemaOf(union);
        const fits = ajv.compile(schema);
        for (const given of all) {
          const own = ownVerdict(schema, given);
          if ("issues" in own && own.isUntried) continue;
          expect([given, "value" in own]).toEqual([given, fits(given)]);
          const issues = "issues" in own ? own.issues : [];
          expect([given, issues.filter((issue) => !isFound(issue, fits.errors ?? []))]).toEqual([given, []]);
        }
      }),
      often(400),
    );
  });
});

it("what is reported for a value whose constant names an alternative is of that alternative", () => {
  fc.assert(
    fc.property(unionWith(tagsOf.apart).filter(isNested), value, (union, given) => {
      const own = ownVerdict(schemaOf(union), given);
      const named = namedBy(union, given);
      if ("value" in own || named === undefined) return;
      const told = own.issues.map(({ message }) => /\(alternative (\d+) of/.exec(message)?.[1]);
      expect(told.filter((one) => one !== undefined && one !== String(named))).toEqual([]);
    }),
    often(2_000),
  );
});

describe("the work for 20 levels", () => {
  /** More than the bound of tries, and less than one that doubles at each level. */
  const mostSeen = 100_000;
  let seen = 0;
  const validate = (): boolean => {
    if (++seen > mostSeen) throw new Error("the alternatives are tried too often");
    return true;
  };
  const withSeen = (stopsEarly: boolean) =>
    new Ajv2020(ajvDefaults("body", stopsEarly ? { allErrors: false } : {})).addKeyword({
      keyword: "seen",
      validate,
    });
  const ajvs = { all: withSeen(false), first: withSeen(true) };
  const reader = schemaReader((defaults) =>
    "allErrors" in defaults && defaults.allErrors ? ajvs.all : ajvs.first,
  );

  /** ajv runs the keyword of a reference before those beside it, so each try of the union is seen. */
  const counted = ({ $defs, ...schema }: JSONSchema): JSONSchema => {
    const { Tree, ...others } = $defs as Readonly<Record<string, JSONSchema>>;
    return { ...schema, $defs: { ...others, Tree: { ...Tree, $ref: "#/$defs/Seen" }, Seen: { seen: true } } };
  };

  const level = fc.record(
    {
      op: fc.constantFrom("a", "b", "c", "d", "e"),
      name: fc.constant("Tom"),
      size: fc.constant(1),
      child: fc.constantFrom("one", "other", "list", "pair", "map", "maybe"),
    },
    { requiredKeys: ["child"] },
  );

  const nestedOf = ({ child, ...own }: { readonly child: string }, inner: unknown): unknown => ({
    ...own,
    [child]:
      child === "list" ? [inner] : child === "pair" ? ["x", inner] : child === "map" ? { k: inner } : inner,
  });

  it.each(["apart", "alike"] as const)("is bounded, and linear where nothing is refused: %s", (tags) => {
    fc.assert(
      fc.property(
        unionWith(tagsOf[tags]),
        fc.array(level, { minLength: 1, maxLength: 2 }),
        fc.constantFrom("x", 1, {}),
        (union, levels, leaf) => {
          seen = 0;
          const judge = validatorOfSchema(counted(schemaOf(union)), reader);
          const deep = Array.from({ length: 20 }).reduce<unknown>(
            (inner, _, i) => nestedOf(levels[i % levels.length] ?? { child: "one" }, inner),
            leaf,
          );
          expect(() => judge(deep)).not.toThrow();
        },
      ),
      often(1_000),
    );
  });
});
