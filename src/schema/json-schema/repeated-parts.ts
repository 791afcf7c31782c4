import { groupedBy, once } from "../../core/model/collections";
import type { JSONSchema } from "../interface/schema";
import { patternOf } from "./members";
import type { ClauseMaker } from "./normal";
import { leadingTo, type Reached } from "./reach";
import { childSchemas, isSchema, schemasAmong } from "./subschema";
import { referencesOf, targetIn, targetOf } from "./targets";
import { areToldApart, takeOneContainer } from "./told-apart";

/** A recursive schema that checks a part of a value twice at each level, so that the work doubles with each level. */
export interface RepeatedPart {
  /** The schema that applies to the value, and leads to both checks. */
  readonly schema: JSONSchema;
  /** The schema of the part in the second check. */
  readonly part: JSONSchema;
}

/** Finds the repeated parts, without those in two alternatives of one union, which only one of them should match. */
export function repeatedPartsIn(
  root: JSONSchema,
  reached: Reached,
  maker: ClauseMaker,
): readonly RepeatedPart[] {
  const all = [...reached.keys()];
  if (!all.some((schema) => referencesOf(schema).length > 0)) return [];
  const starts = new Set(all.flatMap((schema) => partsOf(schema).map((part) => referred(root, part.schema))));
  return [...starts].flatMap((schema) => {
    const leads = once(() => leadingTo([schema], reached));
    const isRecursive = (part: Part): boolean => leads().has(part.schema);
    for (const [one, other] of pairsOf(partsChecked(root, schema))) {
      const isRepeated = mayMeet(one, other) && isRecursive(one) && isRecursive(other);
      if (isRepeated && !areExclusive(one, other, maker)) return [{ schema, part: other.schema }];
    }
    return [];
  });
}

/** The target of a schema that is only a reference. */
function referred(root: JSONSchema, schema: JSONSchema): JSONSchema {
  const seen = new Set<JSONSchema>();
  let one = schema;
  while (Object.keys(one).join() === "$ref" && !seen.has(one)) {
    seen.add(one);
    one = targetOf(one, root);
  }
  return one;
}

/** One application of a schema to a value, and the application that led to it. */
interface Application {
  readonly schema: JSONSchema;
  readonly from: Application | undefined;
  readonly keyword: string;
  readonly index: number;
}

interface Part {
  readonly keyword: string;
  /** A member's name, an item's index, or a pattern of names; undefined for all others. */
  readonly key: string | number | RegExp | undefined;
  readonly schema: JSONSchema;
}

interface CheckedPart extends Part {
  readonly by: Application;
}

/** The maximum number of applications of schemas to one value: nested references can double the number. */
const mostApplied = 512;

function partsChecked(root: JSONSchema, start: JSONSchema): readonly CheckedPart[] {
  const applied: Application[] = [{ schema: start, from: undefined, keyword: "", index: 0 }];
  // The loop also visits the applications that it adds.
  for (const one of applied) {
    const around = new Set(lineOf(one).map(({ schema }) => schema));
    for (const next of appliedBy(root, one)) {
      if (!around.has(next.schema) && applied.length < mostApplied) applied.push(next);
    }
  }
  return applied.flatMap((by) => partsOf(by.schema).map((part) => ({ ...part, by })));
}

/** The schemas that a schema applies to the value itself. */
function appliedBy(root: JSONSchema, from: Application): readonly Application[] {
  const { schema } = from;
  const targets = referencesOf(schema)
    .map((reference) => targetIn(root, schema, reference))
    .filter((target) => target !== undefined);
  const own = Object.keys(schema).filter((keyword) => isApplied(keyword, schema));
  return [
    ...targets.map((target, index) => ({ schema: target, from, keyword: "$ref", index })),
    ...own.flatMap((keyword) =>
      childSchemas(keyword, schema[keyword]).map((child, index) => ({ schema: child, from, keyword, index })),
    ),
  ];
}

function isApplied(keyword: string, schema: JSONSchema): boolean {
  switch (keyword) {
    case "if":
      return "then" in schema || "else" in schema;
    case "then":
    case "else":
      return "if" in schema;
    default:
      return inPlace.has(keyword);
  }
}

const inPlace: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "dependentSchemas",
  "dependencies",
]);

function partsOf(schema: JSONSchema): readonly Part[] {
  const { properties, patternProperties, prefixItems, items } = schema;
  const ofKeys = (keyword: string, map: unknown, keyOf: (name: string) => Part["key"]): readonly Part[] =>
    Object.entries(isSchema(map) ? map : {}).flatMap(([name, one]) =>
      isSchema(one) ? [{ keyword, key: keyOf(name), schema: one }] : [],
    );
  const tuple = [prefixItems, items].find((list) => Array.isArray(list));
  return [
    ...ofKeys("properties", properties, (name) => name),
    ...ofKeys("patternProperties", patternProperties, (name) => patternOf(name)),
    ...schemasAmong(tuple).map((one, key) => ({ keyword: "prefixItems", key, schema: one })),
    ...[...otherParts.keys()].flatMap((keyword) => {
      const one = schema[keyword];
      return isSchema(one) ? [{ keyword, key: undefined, schema: one }] : [];
    }),
  ];
}

/** The keywords for parts that no key names, and the kind of their value. */
const otherParts: ReadonlyMap<string, "object" | "array"> = new Map([
  ["additionalProperties", "object"],
  ["unevaluatedProperties", "object"],
  ["items", "array"],
  ["additionalItems", "array"],
  ["unevaluatedItems", "array"],
  ["contains", "array"],
]);

/** The pairs that may check the same part: two with the same key, or a pattern, for example, and any other part. */
function* pairsOf(parts: readonly CheckedPart[]): Iterable<readonly [CheckedPart, CheckedPart]> {
  const keyed = parts.filter(({ key }) => typeof key === "string" || typeof key === "number");
  for (const group of groupedBy(keyed, ({ key }) => [key]).values()) yield* pairsWithin(group);
  const loose = parts.filter((part) => !keyed.includes(part));
  yield* pairsWithin(loose);
  for (const one of keyed) for (const other of loose) yield [one, other];
}

function* pairsWithin<Item>(items: readonly Item[]): Iterable<readonly [Item, Item]> {
  for (const [i, one] of items.entries()) for (const other of items.slice(i + 1)) yield [one, other];
}

function mayMeet(one: CheckedPart, other: CheckedPart): boolean {
  return one.by === other.by ? mayMeetWithin(one, other) : takesPart(one, other) && takesPart(other, one);
}

/** Of one schema, `additionalProperties` and `items` leave the named parts to other keywords. */
function mayMeetWithin(one: Part, other: Part): boolean {
  const parts = [one, other];
  const patterns = parts.flatMap(({ key }) => (key instanceof RegExp ? key : []));
  const [name] = parts.flatMap(({ key }) => (typeof key === "string" ? key : []));
  if (patterns.length > 0) {
    return name === undefined ? patterns.length === 2 : patterns[0]?.test(name) === true;
  }
  return parts.some(({ keyword }) => keyword === "contains") && kindOf(one) === kindOf(other);
}

/** False if the value of `other` is certainly not a value that `one` checks. */
function takesPart(one: CheckedPart, other: CheckedPart): boolean {
  if (kindOf(one) !== kindOf(other)) return false;
  const { key, keyword, by } = one;
  if (key instanceof RegExp) return typeof other.key !== "string" || key.test(other.key);
  if (key !== undefined) return typeof other.key !== typeof key || key === other.key;
  if (keyword === "contains") return true;
  if (keyword.startsWith("unevaluated")) return !isEvaluatedFor(by, other.by);
  return !partsOf(by.schema).some((own) => isOfKey(own, other));
}

function kindOf({ keyword, key }: Part): string {
  return otherParts.get(keyword) ?? (typeof key === "number" ? "array" : "object");
}

/** True if a keyword with a key, such as `properties`, certainly names the other part. */
function isOfKey({ key }: Part, other: Part): boolean {
  if (!(key instanceof RegExp)) return key !== undefined && key === other.key;
  return typeof other.key === "string" ? key.test(other.key) : String(key) === String(other.key);
}

/** True if an `unevaluatedProperties` of `by` leaves out the members that `other` checks. */
function isEvaluatedFor(by: Application, other: Application): boolean {
  const line = lineOf(other);
  const at = line.indexOf(by);
  return at >= 0 && !line.slice(at + 1).some(({ keyword }) => tentative.has(keyword));
}

/** The keywords whose schemas a value need not match, so that they may evaluate nothing. */
const tentative: ReadonlySet<string> = new Set(["anyOf", "oneOf", "not", "if"]);

/** True if a value cannot need both checks, or if they are of two alternatives of one union. */
function areExclusive(one: CheckedPart, other: CheckedPart, maker: ClauseMaker): boolean {
  const [some, others] = [lineOf(one.by), lineOf(other.by)];
  const at = some.findIndex((step, i) => step !== others[i]);
  const [left, right] = [some[at], others[at]];
  if (left && right && areChoices(left, right)) return true;
  if (!takeOneContainer(one.schema, other.schema, maker)) return true;
  return conditionsOf(some).some((condition) =>
    conditionsOf(others).some((another) => condition !== another && areToldApart(condition, another, maker)),
  );
}

function areChoices(left: Application, right: Application): boolean {
  const keywords = [left.keyword, right.keyword].toSorted().join(" ");
  return ["anyOf anyOf", "oneOf oneOf", "else then"].includes(keywords);
}

/** The schemas of `if` that a value matches if `then` applies to it. */
function conditionsOf(line: readonly Application[]): readonly JSONSchema[] {
  return line.flatMap(({ keyword, from }) =>
    keyword === "then" && isSchema(from?.schema.if) ? [from.schema.if] : [],
  );
}

/** The applications that led to one, which is the last. */
function lineOf(application: Application): readonly Application[] {
  const line: Application[] = [];
  for (let one: Application | undefined = application; one; one = one.from) line.unshift(one);
  return line;
}
