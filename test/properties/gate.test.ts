import fc from "fast-check";
import { compareDocuments } from "../../src/tools/compare/compare-documents";
import type { OpenAPIDocument } from "../../src/schema/interface/openapi";
import { drawnPair, type DrawnPair } from "../support/drawn-schemas";
import { often } from "../support/runs";
import { brokenBetween, type Described, type Schema } from "../support/sent-values";

/* The comparison of documents decides by schemas. A comparator that decides by values must never find a break without it. */

type Place = "request" | "response";

function documentOf({ schema, definitions }: Described, place: Place): OpenAPIDocument {
  const content = { "application/json": { schema } };
  const responses = { 200: { description: "", ...(place === "response" ? { content } : {}) } };
  const operation = { responses, ...(place === "request" ? { requestBody: { content } } : {}) };
  return {
    openapi: "3.1.1",
    info: { title: "Cats", version: "1" },
    paths: { "/cats": { post: operation } },
    components: { schemas: definitions },
  } as OpenAPIDocument;
}

function isBreaking(old: Described, now: Described, place: Place): boolean {
  return compareDocuments(documentOf(old, place), documentOf(now, place)).some((one) => one.isBreaking);
}

/** Pairs of which a value showed a break that the comparison did not tell. */
const missedOnce: readonly (readonly [old: Schema, now: Schema])[] = [
  [
    { oneOf: [{ maxProperties: 0 }, { type: "null" }] },
    { oneOf: [{ maxProperties: 0 }, { type: "object" }] },
  ],
  [
    { oneOf: [{ type: "object" }, { type: "null" }] },
    { oneOf: [{ oneOf: [{ type: "object" }, { type: ["string", "object"] }] }, { type: "null" }] },
  ],
  [
    { oneOf: [{ oneOf: [{}, { type: "null" }] }, { type: "null" }] },
    { oneOf: [{ anyOf: [{ oneOf: [{}, { type: "null" }] }, { type: "null" }] }, { type: "null" }] },
  ],
  [{ anyOf: [{ oneOf: [{}, {}] }, { type: "null" }] }, { anyOf: [{ oneOf: [{}, {}] }, { type: "object" }] }],
];

function withoutDefinitions(schema: Schema): Described {
  return { schema, definitions: {} };
}

it("a pair of schemas of which a value shows a break is never called unbroken", () => {
  fc.assert(
    fc.property(drawnPair, ([old, now]) => {
      const broken = brokenBetween(old, now);
      const missed = (["request", "response"] as const).filter(
        (place) => broken[place] !== undefined && !isBreaking(old, now, place),
      );
      expect(missed.map((place) => ({ place, value: broken[place] }))).toEqual([]);
    }),
    {
      ...often(
        600,
        ...missedOnce.map(([old, now]): [DrawnPair] => [[withoutDefinitions(old), withoutDefinitions(now)]]),
      ),
      seed: 1,
    },
  );
});

/** A schema, and the same schema after a small edit. */
interface KnownEdit {
  readonly old: Plain;
  readonly now: Plain;
  /** True if the edit breaks clients. */
  readonly breaks: Readonly<Record<Place, boolean>>;
}

type Plain = Exclude<Schema, boolean>;

const nobody = { request: false, response: false };
const senders = { request: true, response: false };
const readers = { request: false, response: true };
const all = { request: true, response: true };

const object = (properties: Plain, others: Plain = {}): Plain => ({ type: "object", properties, ...others });
const text = { type: "string" };
const number = { type: "number" };
const pet = (kind: string, properties: Plain = {}): Plain =>
  object({ kind: { const: kind }, ...properties }, { required: ["kind"] });

const edits: readonly (readonly [what: string, old: Plain, now: Plain, breaks: KnownEdit["breaks"]])[] = [
  ["a description", text, { ...text, description: "words" }, nobody],
  ["a title", object({ a: text }), object({ a: { ...text, title: "A" } }), nobody],
  ["another order", object({ a: text, b: text }), object({ b: text, a: text }), nobody],
  ["a least length", text, { ...text, minLength: 2 }, senders],
  ["a greater least length", { ...text, minLength: 2 }, { ...text, minLength: 3 }, senders],
  ["no least length", { ...text, minLength: 2 }, text, readers],
  ["a least length of 0", text, { ...text, minLength: 0 }, nobody],
  ["a smaller maximum", { ...number, maximum: 4 }, { ...number, maximum: 3 }, senders],
  ["a greater maximum", { ...number, maximum: 3 }, { ...number, maximum: 4 }, readers],
  ["an exclusive minimum", { ...number, minimum: 0 }, { ...number, exclusiveMinimum: 0 }, senders],
  [
    "an integer's exclusive minimum",
    { type: "integer", minimum: 1 },
    { type: "integer", exclusiveMinimum: 0 },
    nobody,
  ],
  ["whole numbers", number, { type: "integer" }, senders],
  ["whole numbers by a step", { type: "integer" }, { ...number, multipleOf: 1 }, nobody],
  ["fractions", { type: "integer" }, number, readers],
  ["another step", { ...number, multipleOf: 2 }, { ...number, multipleOf: 4 }, senders],
  ["a step that no other is a multiple of", { ...number, multipleOf: 2 }, { ...number, multipleOf: 3 }, all],
  ["a pattern", text, { ...text, pattern: "^a" }, senders],
  ["another pattern", { ...text, pattern: "^a" }, { ...text, pattern: "^b" }, all],
  ["a value less", { enum: ["a", "b"] }, { enum: ["a"] }, senders],
  ["a value more", { enum: ["a"] }, { enum: ["a", "b"] }, readers],
  ["values in another order", { enum: ["a", "b"] }, { enum: ["b", "a"] }, nobody],
  ["another constant", { const: "a" }, { const: "b" }, all],
  ["one value as a constant", { enum: ["a"] }, { const: "a" }, nobody],
  ["any text for values", { type: "string", enum: ["a", "b"] }, text, readers],
  ["null", text, { type: ["string", "null"] }, readers],
  ["no null", { type: ["string", "null"] }, text, senders],
  ["null by a union", { type: ["string", "null"] }, { anyOf: [text, { type: "null" }] }, nobody],
  ["another type", text, number, all],
  ["a property more", object({ a: text }), object({ a: text, b: text }), nobody],
  [
    "a required property more",
    object({ a: text }),
    object({ a: text, b: text }, { required: ["b"] }),
    senders,
  ],
  ["a property less", object({ a: text, b: text }), object({ a: text }), all],
  ["a property that became required", object({ a: text }), object({ a: text }, { required: ["a"] }), senders],
  ["a property that became optional", object({ a: text }, { required: ["a"] }), object({ a: text }), readers],
  ["a property's type", object({ a: text }), object({ a: number }), all],
  [
    "other properties refused",
    object({ a: text }),
    object({ a: text }, { additionalProperties: false }),
    senders,
  ],
  [
    "other properties allowed",
    object({ a: text }, { additionalProperties: false }),
    object({ a: text }),
    nobody,
  ],
  ["a limit of items", { type: "array", items: text }, { type: "array", items: text, maxItems: 2 }, senders],
  ["no limit of items", { type: "array", items: text, maxItems: 2 }, { type: "array", items: text }, readers],
  [
    "other items",
    { type: "array", items: text },
    { type: "array", items: { ...text, minLength: 1 } },
    senders,
  ],
  ["a rule that an allOf adds", text, { allOf: [text, { minLength: 1 }] }, senders],
  ["an allOf that adds nothing", text, { allOf: [text, {}] }, nobody],
  ["an alternative more", { oneOf: [pet("cat")] }, { oneOf: [pet("cat"), pet("dog")] }, readers],
  ["an alternative less", { oneOf: [pet("cat"), pet("dog")] }, { oneOf: [pet("cat")] }, senders],
  [
    "alternatives in another order",
    { oneOf: [pet("cat"), pet("dog")] },
    { oneOf: [pet("dog"), pet("cat")] },
    nobody,
  ],
  [
    "a property of one alternative that became required",
    { oneOf: [pet("cat", { a: text }), pet("dog")] },
    { oneOf: [{ ...pet("cat", { a: text }), required: ["kind", "a"] }, pet("dog")] },
    senders,
  ],
  [
    "another word for a union of values that are told apart",
    { anyOf: [pet("cat"), pet("dog")] },
    { oneOf: [pet("cat"), pet("dog")] },
    nobody,
  ],
];

/** What stands around an edit, which neither hides it nor adds to it. */
const surroundings: readonly ((inner: Schema) => Plain)[] = [
  (inner) => object({ value: inner }),
  (inner) => object({ value: inner, other: text }, { required: ["value"] }),
  (inner) => object({ value: inner }, { additionalProperties: false }),
  (inner) => object({}, { additionalProperties: inner }),
  (inner) => ({ type: "array", items: inner }),
  (inner) => ({ type: "array", prefixItems: [text, inner] }),
  (inner) => ({ anyOf: [inner, { type: "boolean" }] }),
  (inner) => ({ oneOf: [{ type: "boolean" }, inner] }),
  (inner) => ({ allOf: [inner] }),
  (inner) => ({ allOf: [{ description: "words" }, inner], title: "Words" }),
  (inner) => ({ oneOf: [pet("cat", { value: inner }), pet("dog", { value: text })] }),
  (inner) => ({ anyOf: [pet("dog"), pet("cat", { value: inner })] }),
];

const withBoolean: readonly number[] = [6, 7];
const isReferred = fc.boolean();
const around = fc
  .array(fc.tuple(fc.nat({ max: surroundings.length - 1 }), isReferred), { maxLength: 3 })
  // Two unions with a boolean overlap, and a `oneOf` whose alternatives overlap cannot be compared.
  .filter((layers) => layers.filter(([layer]) => withBoolean.includes(layer)).length < 2);

function surrounded(
  inner: Schema,
  layers: readonly (readonly [layer: number, isReferred: boolean])[],
): Described {
  return layers.reduce<Described>(
    ({ schema, definitions }, [layer, isComponent], i) => {
      const whole = surroundings[layer]?.(schema) ?? schema;
      const name = `Layer${i}`;
      if (!isComponent) return { schema: whole, definitions };
      return {
        schema: { $ref: `#/components/schemas/${name}` },
        definitions: { ...definitions, [name]: whole },
      };
    },
    { schema: inner, definitions: {} },
  );
}

it.each(edits)("%s, anywhere in a schema, breaks whom it breaks", (_what, old, now, breaks) => {
  fc.assert(
    fc.property(around, (layers) => {
      const [before, after] = [surrounded(old, layers), surrounded(now, layers)];
      expect({
        request: isBreaking(before, after, "request"),
        response: isBreaking(before, after, "response"),
      }).toEqual(breaks);
    }),
    { ...often(300), seed: 1 },
  );
});

/** What breaks clients by rule: no value shows it, because the members without a name in a schema are nobody's. */
const byRule = ["a property less", "other properties refused"];

it.each(edits.filter(([what]) => !byRule.includes(what)))(
  "%s breaks whom values show it to break",
  (_what, old, now, breaks) => {
    const { request, response } = brokenBetween(surrounded(old, []), surrounded(now, []));
    expect({ request: request !== undefined, response: response !== undefined }).toEqual(breaks);
  },
);
