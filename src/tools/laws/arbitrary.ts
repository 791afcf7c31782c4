import { fastCheck, type Arbitrary } from "./fast-check";
import type { JSONSchema } from "../../schema/interface/schema";
import { ruleOf, type KeywordRule } from "../../schema/json-schema/keywords";
import { clauseMaker, type Clause, type ClauseMaker } from "../../schema/json-schema/normal";
import { isSchema } from "../../schema/json-schema/subschema";
import { referenceOf, withAbsoluteReferences } from "../../schema/json-schema/targets";
import { stringsOf } from "./strings";

type Values = Arbitrary<unknown>;

/** The maximum number of nested references: enough for a tree, but examples stay short. */
const mostReferences = 5;

/** `depth` is the number of references (`$ref`) that may still be followed, which limits recursive schemas. */
interface SchemaPlace {
  readonly clauses: ClauseMaker;
  readonly made: Map<JSONSchema, (Values | undefined)[]>;
  readonly depth: number;
}

/** Generates values for a schema; undefined if no value matches. Some may break it: `not` and `if` are ignored. */
export function arbitraryOf(schema: JSONSchema): Values | undefined {
  // References become absolute, because merging schemas could move a reference under another `$id`.
  const root = withAbsoluteReferences(schema);
  return valuesOf(root, { clauses: clauseMaker(root), made: new Map(), depth: mostReferences });
}

function valuesOf(schema: JSONSchema, place: SchemaPlace): Values | undefined {
  const { made, depth } = place;
  const known = made.get(schema) ?? [];
  made.set(schema, known);
  if (!(depth in known)) known[depth] = make(schema, place);
  return known[depth];
}

function make(schema: JSONSchema, place: SchemaPlace): Values | undefined {
  return oneOfValues(place.clauses.of(schema, false).map((clause) => ofClause(clause, place)));
}

/** Generates the values of one alternative of a schema, with at most {@link mostReferences} nested references. */
function ofClause(clause: Clause, place: SchemaPlace): Values | undefined {
  const { depth } = place;
  const schemas = clause.map(({ schema }) => schema);
  const left = depth - schemas.filter((schema) => referenceOf(schema) !== undefined).length;
  if (left < 0) return undefined;
  const merged = schemas.map((one) => keywordsOf(one, "narrow")).reduce(mergedSchema, {});
  // Schemas with only references lead back to themselves, or to a missing schema, and describe no value.
  const isLeading = (one: JSONSchema): boolean => Object.keys(keywordsOf(one, "lead")).length > 0;
  if (left < depth && Object.keys(merged).length === 0 && schemas.every(isLeading)) return undefined;
  if ("const" in merged) return fastCheck().constant(merged.const);
  if (Array.isArray(merged.enum)) {
    return oneOfValues(merged.enum.map((value) => fastCheck().constant(value as unknown)));
  }
  const types: readonly unknown[] = Array.isArray(merged.type)
    ? merged.type
    : [merged.type ?? typeBy(merged)];
  return oneOfValues(types.map((type) => ofType(type, merged, { ...place, depth: left })));
}

function keywordsOf(schema: JSONSchema, role: KeywordRule["role"]): JSONSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => ruleOf(keyword)?.role === role));
}

/** Finds the type of a schema without `type`: `object` for a schema with `properties`. */
function typeBy(schema: JSONSchema): string | undefined {
  const subjects = new Set(Object.keys(schema).map((keyword) => ruleOf(keyword)?.about));
  return (["object", "array", "string", "number"] as const).find((type) => subjects.has(type));
}

function ofType(type: unknown, schema: JSONSchema, place: SchemaPlace): Values | undefined {
  switch (type) {
    case "null":
      return fastCheck().constant(null);
    case "boolean":
      return fastCheck().boolean();
    case "integer":
    case "number":
      return numbersOf(schema, type === "integer");
    case "string":
      return stringsOf(schema);
    case "array":
      return listValuesOf(schema, place);
    case "object":
      return objectsOf(schema, place);
    default:
      return anyJSON();
  }
}

function anyJSON(): Values {
  const fc = fastCheck();
  const plain = fc.oneof(fc.constant(null), fc.boolean(), fc.string(), numbersOf({}, false));
  return fc.oneof(plain, fc.array(plain), fc.dictionary(fc.string({ maxLength: longestKey }), plain));
}

/** A key of this length cannot be `__proto__`, with which requests are rejected. */
const longestKey = 8;

function part(schema: unknown, place: SchemaPlace): Values | undefined {
  if (isSchema(schema)) return valuesOf(schema, place);
  return schema === false ? undefined : anyJSON();
}

function listValuesOf(schema: JSONSchema, place: SchemaPlace): Values | undefined {
  const fc = fastCheck();
  const min = typeof schema.minItems === "number" ? schema.minItems : 0;
  const max = typeof schema.maxItems === "number" ? schema.maxItems : Infinity;
  const first = Array.isArray(schema.prefixItems) ? (schema.prefixItems as readonly unknown[]) : [];
  const heads = first.map((one) => part(one, place));
  const item = first.length > 0 && schema.items === undefined ? undefined : part(schema.items, place);
  // Lists inside a `$ref`, which may recurse, are short. Other lists can exceed a `maxItems` of another version.
  const most = place.depth < mostReferences ? 2 : 12;
  const rest = {
    minLength: Math.max(0, min - heads.length),
    maxLength: Math.max(0, Math.min(max - heads.length, Math.max(most, min))),
  };
  if (!item && rest.minLength > 0) return undefined;
  const short = { ...rest, maxLength: Math.min(rest.maxLength, Math.max(3, rest.minLength)) };
  const tail = !item
    ? fc.constant([])
    : schema.uniqueItems === true
      ? fc.uniqueArray(item, { ...rest, comparator: "SameValueZero" })
      : fc.oneof(
          { weight: 4, arbitrary: fc.array(item, short) },
          { weight: 1, arbitrary: fc.array(item, rest) },
        );
  if (heads.some((head) => head === undefined)) return min === 0 ? fc.constant([]) : undefined;
  const known = fc.tuple(...heads.filter((head) => head !== undefined));
  return fc.tuple(known, tail).map(([a, b]) => [...a, ...b]);
}

function objectsOf(schema: JSONSchema, place: SchemaPlace): Values | undefined {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? (schema.required as readonly unknown[]) : []);
  const names = new Set([...Object.keys(properties), ...[...required].map(String)]);
  const members = new Map([...names].map((name) => [name, part(properties[name], place)]));
  if ([...required].some((name) => members.get(String(name)) === undefined)) return undefined;
  const makeable = [...members].filter((entry): entry is [string, Values] => entry[1] !== undefined);
  const named = fastCheck()
    .tuple(
      ...makeable.map(([name, values]) => {
        const there = values.map((value) => ({ value }));
        return required.has(name) ? there : fastCheck().option(there, { nil: undefined, freq: 2 });
      }),
    )
    .map((found) => makeable.flatMap(([name], i) => (found[i] ? [[name, found[i].value] as const] : [])));
  return fastCheck()
    .tuple(named, furtherOf(schema, place))
    .map(([own, further]) => Object.fromEntries([...further.filter(([name]) => !names.has(name)), ...own]));
}

type NamedSample = readonly [name: string, value: unknown];

function furtherOf(schema: JSONSchema, place: SchemaPlace): Arbitrary<readonly NamedSample[]> {
  const { additionalProperties, propertyNames, patternProperties } = schema;
  const kinds: (readonly [names: Arbitrary<string> | undefined, values: Values | undefined])[] = isSchema(
    patternProperties,
  )
    ? Object.entries(patternProperties).map(([pattern, one]) => [stringsOf({ pattern }), part(one, place)])
    : [];
  if (isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0) {
    kinds.push([
      isSchema(propertyNames)
        ? make(mergedSchema({ type: "string" }, propertyNames), place)?.map(String)
        : fastCheck().string({ maxLength: longestKey }),
      part(additionalProperties, place),
    ]);
  }
  const entries = kinds.flatMap(([names, values]) =>
    names && values ? [fastCheck().tuple(names, values)] : [],
  );
  return entries.length > 0
    ? fastCheck().array(fastCheck().oneof(...entries), { maxLength: 3 })
    : fastCheck().constant([]);
}

function oneOfValues(values: readonly (Values | undefined)[]): Values | undefined {
  const [first, ...others] = values.filter((one) => one !== undefined);
  return first && (others.length > 0 ? fastCheck().oneof(first, ...others) : first);
}

/** Merges two schemas that both apply to a value. The result is approximate, which is enough to generate examples. */
function mergedSchema(a: JSONSchema, b: JSONSchema): JSONSchema {
  const both: Record<string, unknown> = { ...a, ...b };
  for (const keyword of Object.keys(a)) {
    if (Object.hasOwn(b, keyword)) both[keyword] = mergedKeyword(keyword, a[keyword], b[keyword]);
  }
  return both;
}

function mergedKeyword(keyword: string, a: unknown, b: unknown): unknown {
  if (typeof a === "number" && typeof b === "number") {
    return /^(?:min|exclusiveMin)/.test(keyword) ? Math.max(a, b) : Math.min(a, b);
  }
  if (keyword === "required" && Array.isArray(a) && Array.isArray(b)) {
    return [...new Set<unknown>([...(a as unknown[]), ...(b as unknown[])])];
  }
  if (!isSchema(a) || !isSchema(b)) return b;
  switch (ruleOf(keyword)?.holds) {
    case "map": {
      const twice = Object.keys(a).filter((name) => Object.hasOwn(b, name));
      const joined = twice.map((name) => [name, { allOf: [a[name], b[name]] }] as const);
      return { ...a, ...b, ...Object.fromEntries(joined) };
    }
    case "schema":
      return { allOf: [a, b] };
    default:
      return b;
  }
}

function numbersOf(schema: JSONSchema, isInteger: boolean): Arbitrary<number> {
  const step = typeof schema.multipleOf === "number" ? schema.multipleOf : undefined;
  const isOfSteps = step !== undefined || isInteger;
  const [min, max] = limitsOf(schema, isInteger ? largestInteger : largestNumber);
  const values = isOfSteps ? multiples(min, max, step ?? 1) : withinBounds(min, max);
  // fast-check gets each limit as inclusive, and shrinks examples towards it, so exclusive limits are removed here.
  return values.filter((value) => value !== schema.exclusiveMinimum && value !== schema.exclusiveMaximum);
}

/** The size of numbers without a limit. Near the largest double, a change of units would return Infinity. */
const largestNumber = 1e15;
/** The size of integers without a limit: a thousand times as many are still a safe integer. */
const largestInteger = 1e12;

/** The limits of a schema. In place of a missing limit, numbers have at most the given size, or twice the other limit. */
function limitsOf(schema: JSONSchema, size: number): readonly [min: number, max: number] {
  const min = boundOf(schema.minimum, schema.exclusiveMinimum, Math.max);
  const max = boundOf(schema.maximum, schema.exclusiveMaximum, Math.min);
  const reach = Math.min(Number.MAX_VALUE, Math.max(size, 2 * Math.abs(min ?? max ?? 0)));
  return [min ?? -reach, max ?? reach];
}

function withinBounds(min: number, max: number): Arbitrary<number> {
  const within = { noNaN: true, noDefaultInfinity: true, ...(max >= min && { min, max }) };
  // The multiples of 0.01 are typical for amounts of money.
  return fastCheck().oneof(multiples(min, max, 1), multiples(min, max, 0.01), fastCheck().double(within));
}

function boundOf(
  inclusive: unknown,
  exclusive: unknown,
  nearest: (a: number, b: number) => number,
): number | undefined {
  // Zod describes `z.int()` by the limits of safe integers, which the author of the schema did not choose.
  const isChosen = (one: unknown): one is number =>
    typeof one === "number" && Math.abs(one) !== Number.MAX_SAFE_INTEGER;
  const bounds = [inclusive, exclusive].filter(isChosen);
  return bounds.length > 0 ? bounds.reduce(nearest) : undefined;
}

/** Generates multiples of `step`, often small ones, which a choice among all safe integers would hardly ever make. */
function multiples(min: number, max: number, step: number): Arbitrary<number> {
  const limit = Number.MAX_SAFE_INTEGER;
  const from = Math.max(-limit, Math.ceil(min / step));
  const to = Math.max(from, Math.min(limit, Math.floor(max / step)));
  // `toPrecision` removes the rounding error: `3 * 0.1` is 0.30000000000000004.
  const multiple = (n: number): number => (step === 1 ? n : Number((n * step).toPrecision(15)));
  const near = Math.max(from, Math.min(to, 0));
  return fastCheck()
    .oneof(
      fastCheck().integer({ min: from, max: to }),
      fastCheck().integer({ min: Math.max(from, near - 1000), max: Math.min(to, near + 1000) }),
      fastCheck().integer({ min: Math.max(from, near - 1e8), max: Math.min(to, near + 1e8) }),
    )
    .map(multiple);
}
