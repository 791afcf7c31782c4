import Ajv2020 from "ajv/dist/2020";
import fc from "fast-check";
import { lostMembers } from "../../src/changes/schemas/lost-members";
import { kindAlone, listsIn, takesNull } from "../../src/schema/json-schema/kinds";
import { listMembersIn, namedMembersIn } from "../../src/schema/json-schema/members";
import { schemaShapeOf } from "../../src/schema/json-schema/shape";
import type { JSONSchema } from "../../src/schema/interface/schema";
import { compileClosedMembers } from "../../src/schema/closed-members";
import { outlineMaker } from "../../src/schema/outline";
import { compareDocuments } from "../../src/tools/compare/compare-documents";
import { arbitraryOf } from "../../src/tools/laws/arbitrary";
import { often } from "../support/runs";

/*
 * Whatever takes the alternatives of a schema apart agrees with all others on the spelling of a union, and ends after a
 * number of steps that does not double with one more union.
 */

const documentOf = (schema: object) => ({
  openapi: "3.1.1",
  info: { title: "Cats", version: "1" },
  paths: {
    "/cats": {
      get: { responses: { 200: { description: "", content: { "application/json": { schema } } } } },
    },
  },
});

/** Moves the definitions of a schema to the components of a document. */
function asDocument({ $defs, ...schema }: JSONSchema): ReturnType<typeof documentOf> {
  const inDocument = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value ?? {}).replaceAll("#/$defs/", "#/components/schemas/"));
  return {
    ...documentOf(inDocument(schema) as object),
    ...{ components: { schemas: inDocument($defs) as Record<string, object> } },
  };
}

const found = (before: JSONSchema, after: JSONSchema): readonly string[] =>
  compareDocuments(asDocument(before), asDocument(after)).map(
    ({ text, isBreaking }) => `${isBreaking ? "BREAKING " : ""}${text}`,
  );

const text = { type: "string" };

describe("steps", () => {
  const groups = (n: number, member: (i: number) => object = () => ({})): readonly JSONSchema[] =>
    Array.from({ length: n }, (_, i) => ({
      ...member(i),
      anyOf: [{ required: [`a${i}`] }, { required: [`b${i}`] }],
    }));
  const families: readonly [name: string, of: (n: number, name: string) => JSONSchema][] = [
    [
      "unions beside each other",
      (n, name) => ({ type: "object", properties: { [name]: text }, allOf: groups(n) }),
    ],
    [
      "unions of which each has a member of the name",
      (n, name) => ({ type: "object", allOf: groups(n, (i) => ({ properties: { [`${name}${i}`]: text } })) }),
    ],
    [
      "unions that differ",
      (n, name) => ({
        type: "object",
        allOf: Array.from({ length: n }, (_, i) => ({
          anyOf: [
            { required: [`${name}${i}`], properties: { [`${name}${i}`]: text } },
            { required: [`b${i}`], properties: { [`b${i}`]: text } },
          ],
        })),
      }),
    ],
    [
      "references that double with each definition",
      (n, name) => ({
        $ref: "#/$defs/D0",
        $defs: Object.fromEntries([
          ...Array.from({ length: n }, (_, i) => [
            `D${i}`,
            { allOf: [{ $ref: `#/$defs/D${i + 1}` }, { $ref: `#/$defs/D${i + 1}` }] },
          ]),
          [`D${n}`, { type: "object", properties: { [name]: text } }],
        ]),
      }),
    ],
    [
      "unions of references that double with each definition",
      (n, name) => ({
        $ref: "#/$defs/D0",
        $defs: Object.fromEntries([
          ...Array.from({ length: n }, (_, i) => [
            `D${i}`,
            { anyOf: [{ $ref: `#/$defs/D${i + 1}` }, { $ref: `#/$defs/D${i + 1}`, minProperties: i }] },
          ]),
          [`D${n}`, { type: "object", properties: { [name]: text } }],
        ]),
      }),
    ],
  ];

  const takers: readonly [name: string, take: (before: JSONSchema, after: JSONSchema) => unknown][] = [
    ["closed members", (before) => outlineMaker()(before, true)],
    ["named members", (before) => namedMembersIn(before)("x")],
    ["lists among members", (before) => listMembersIn(before)("x")],
    ["lists", (before) => listsIn(before)],
    ["a kind", (before) => kindAlone(before)],
    ["null", (before) => takesNull(before)],
    ["lost members", (before, after) => lostMembers(before, after)({ x: "1" })],
    ["a shape", (before) => schemaShapeOf(before)],
    ["laws", (before) => arbitraryOf(before)],
  ];

  it.each(takers.flatMap(([taker, take]) => families.map(([family, of]) => ({ taker, family, take, of }))))(
    "$taker: $family",
    ({ take, of }) => {
      const stepsFor = (n: number): number => {
        const steps = { count: 0 };
        take(counted(of(n, "x"), steps), counted(of(n, "y"), steps));
        return steps.count;
      };
      expect(stepsFor(24)).toBeLessThan(Math.max(40 * stepsFor(6), mostSteps));
    },
  );

  it.each(families)("compare: %s", (_family, of) => {
    const stepsFor = (n: number): number => {
      const steps = { count: 0 };
      compareDocuments(counted(asDocument(of(n, "x")), steps), counted(asDocument(of(n, "y")), steps));
      return steps.count;
    };
    expect(stepsFor(24)).toBeLessThan(Math.max(40 * stepsFor(6), mostSteps));
  });

  it("a union past the bound is one finding", () => {
    const [, of] = families[2] ?? [];
    expect(of && found(of(12, "x"), of(12, "y"))).toEqual([
      "BREAKING the body cannot be compared: it has more alternatives than are compared",
    ]);
  });

  it("a union of 200 alternatives is compared", () => {
    const events = (last: JSONSchema): JSONSchema => ({
      oneOf: [
        ...Array.from({ length: 200 }, (_, i) => ({
          type: "object",
          properties: { kind: { const: `event ${i}` }, id: text },
          required: ["kind"],
        })),
        last,
      ],
    });
    const one = { type: "object", required: ["kind", "own"] };
    const last = (name: string) => ({ ...one, properties: { kind: { const: "last" }, [name]: text } });
    expect(found(events(last("own")), events({ ...last("own"), required: ["kind"] }))).toEqual([
      'BREAKING property "last.own" became optional',
    ]);
  });
});

/** The reads that all of these schemas may take, however few those of the smaller one are. */
const mostSteps = 400_000;

/** The same JSON, in which each read of a list or object is counted; one object for each original. */
function counted<Value extends object>(value: Value, steps: { count: number }): Value {
  const known = new WeakMap<object, object>();
  const copy = (one: object): object => {
    const found = known.get(one);
    if (found) return found;
    const proxy: object = new Proxy(one, {
      get(target, key, receiver) {
        steps.count++;
        const member: unknown = Reflect.get(target, key, receiver);
        return typeof member === "object" && member !== null && Object.hasOwn(target, key)
          ? copy(member)
          : member;
      },
    });
    known.set(one, proxy);
    return proxy;
  };
  // A Proxy of an object has its type.
  return copy(value) as Value;
}

describe("spellings", () => {
  const member = fc.constantFrom<JSONSchema>(text, { type: "integer" }, { type: "array", items: text });
  const alternative: fc.Arbitrary<JSONSchema> = fc
    .uniqueArray(fc.tuple(fc.constantFrom("x", "y", "z"), member), {
      minLength: 1,
      maxLength: 3,
      selector: ([name]) => name,
    })
    .map((members) => ({
      type: "object",
      properties: Object.fromEntries(members),
      required: members.slice(0, 1).map(([name]) => name),
      additionalProperties: false,
    }));
  const union = fc.array(alternative, { minLength: 1, maxLength: 3 });
  // An ajv compiles its meta-schema, which takes longer than all of these.
  const ajv = new Ajv2020({ strict: false });

  const inline = (all: readonly JSONSchema[]): JSONSchema => ({ anyOf: all });
  const referred = (all: readonly JSONSchema[]): readonly JSONSchema[] =>
    all.map((_, i) => ({ $ref: `#/$defs/Own${i}` }));
  const definitions = (all: readonly JSONSchema[]): JSONSchema =>
    Object.fromEntries(all.map((one, i) => [`Own${i}`, one]));
  const spellings: readonly [name: string, of: (all: readonly JSONSchema[]) => JSONSchema][] = [
    ["by reference", (all) => ({ anyOf: referred(all), $defs: definitions(all) })],
    ["one reference to all", (all) => ({ $ref: "#/$defs/All", $defs: { All: inline(all) } })],
    ["within allOf", (all) => ({ allOf: [inline(all)] })],
    [
      "within allOf, by reference",
      (all) => ({
        allOf: [{ $ref: "#/$defs/All" }],
        $defs: { All: { oneOf: referred(all) }, ...definitions(all) },
      }),
    ],
    [
      "nested",
      ([first = {}, ...others]) => ({ anyOf: [{ allOf: [first] }, ...others.map((one) => inline([one]))] }),
    ],
  ];

  it.each(spellings)("%s", (_name, of) => {
    fc.assert(
      fc.property(
        union,
        fc.object({ maxDepth: 1, key: fc.constantFrom("x", "y", "z", "w") }),
        (all, value) => {
          const [one, other] = [inline(all), of(all)];
          expect(found(one, other)).toEqual([]);
          for (const name of ["x", "y", "z", "w"]) {
            expect(namedMembersIn(other)(name)).toBe(namedMembersIn(one)(name));
            expect(listMembersIn(other)(name)).toBe(listMembersIn(one)(name));
            expect(listsIn(other)?.(name)).toBe(listsIn(one)?.(name));
          }
          expect(kindAlone(other)).toBe(kindAlone(one));
          expect(takesNull(other)).toBe(takesNull(one));
          expect(schemaShapeOf(other).properties.map(({ name, required }) => [name, required])).toEqual(
            schemaShapeOf(one).properties.map(({ name, required }) => [name, required]),
          );
          expect(lostMembers(one, other)(value)).toBe(false);
          expect(closedOf(other, value)).toEqual(closedOf(one, value));
          const fits = ajv.compile(one);
          const made = arbitraryOf(other);
          expect(made && fc.sample(made, 5).every((sample) => fits(sample))).toBe(true);
        },
      ),
      often(100),
    );
  });

  function closedOf(schema: JSONSchema, value: unknown): unknown {
    try {
      return compileClosedMembers(schema)?.copy(value);
    } catch {
      return "refused";
    }
  }
});
