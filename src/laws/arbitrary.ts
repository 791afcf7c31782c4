import { fastCheck, type Arbitrary } from "./fast-check";
import type { JSONSchema } from "../model/schema";
import { isSilent, ruleOf } from "../json-schema/keywords";
import { isSchema } from "../json-schema/subschema";
import {
  referenceOf,
  targetIn,
  targetOf,
  withAbsoluteReferences,
  withoutReferences,
} from "../json-schema/targets";
import { numbersOf } from "./numbers";
import { stringsOf } from "./strings";

type Values = Arbitrary<unknown>;

/** The greatest depth of nested references: enough for a tree, and small enough for short examples. */
const mostReferences = 5;

/** Creates the parts of a whole schema. */
interface Maker {
  readonly root: JSONSchema;
  readonly made: Map<JSONSchema, (Values | undefined)[]>;
}

/**
 * Values that a JSON Schema (2020-12) describes; undefined if there can be none.
 *
 * A validator selects from them, so an approximation is enough: it handles `not`, `if`, `contains` and similar
 * keywords.
 */
export function arbitraryOf(schema: JSONSchema): Values | undefined {
  // Parts of a composition are merged, whatever `$id` was around each.
  const root = withAbsoluteReferences(schema);
  return valuesOf(root, mostReferences, { root, made: new Map() });
}

function valuesOf(schema: JSONSchema, depth: number, maker: Maker): Values | undefined {
  if (depth < 0) return undefined;
  const known = maker.made.get(schema) ?? [];
  maker.made.set(schema, known);
  if (!(depth in known)) known[depth] = make(schema, depth, maker);
  return known[depth];
}

function make(schema: JSONSchema, depth: number, maker: Maker): Values | undefined {
  if ("const" in schema) return fastCheck().constant(schema.const);
  if (Array.isArray(schema.enum)) {
    return oneOfValues(schema.enum.map((value) => fastCheck().constant(value as unknown)));
  }
  if (isSchema(schema.not) && Object.keys(schema.not).length === 0) return undefined;
  const reference = referenceOf(schema);
  if (reference !== undefined) {
    const beside = withoutReferences(schema);
    const target = targetIn(maker.root, schema, reference);
    return (
      target &&
      valuesOf(Object.keys(beside).every(isSilent) ? target : mergedSchema(target, beside), depth - 1, maker)
    );
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const { [keyword]: alternatives, ...beside } = schema;
    if (Array.isArray(alternatives)) {
      return oneOfValues(
        alternatives.filter(isSchema).map((one) => make(mergedSchema(beside, one), depth, maker)),
      );
    }
  }
  if (Array.isArray(schema.allOf)) {
    const { allOf, ...beside } = schema;
    const parts = (allOf as readonly unknown[]).filter(isSchema).map((part) => followed(part, maker));
    return make(parts.reduce(mergedSchema, beside), depth, maker);
  }
  return ofType(schema, depth, maker);
}

/** Replaces a reference by its target; in a circle one reference remains, for which no value is made. */
function followed(part: JSONSchema, { root }: Maker): JSONSchema {
  const seen = new Set<JSONSchema>();
  let at = part;
  while (referenceOf(at) !== undefined && !seen.has(at)) {
    seen.add(at);
    const target = targetOf(at, root);
    at = target === at ? {} : target;
  }
  return at;
}

function ofType(schema: JSONSchema, depth: number, maker: Maker): Values | undefined {
  const types = Array.isArray(schema.type)
    ? (schema.type as readonly unknown[])
    : [schema.type ?? typeBy(schema)];
  return oneOfValues(types.map((type) => ofOneType(type, schema, { depth, maker })));
}

/** The type that the keywords of a schema without `type` are about. */
function typeBy(schema: JSONSchema): string | undefined {
  const subjects = new Set(Object.keys(schema).map((keyword) => ruleOf(keyword)?.about));
  return (["object", "array", "string", "number"] as const).find((type) => subjects.has(type));
}

interface SchemaPlace {
  readonly depth: number;
  readonly maker: Maker;
}

function ofOneType(type: unknown, schema: JSONSchema, place: SchemaPlace): Values | undefined {
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

const anyJSON = (): Values => fastCheck().jsonValue({ maxDepth: 1 });

/** A part of a schema may be `true`, which allows anything, or `false`, which allows nothing. */
function part(schema: unknown, { depth, maker }: SchemaPlace): Values | undefined {
  if (isSchema(schema)) return valuesOf(schema, depth, maker);
  return schema === false ? undefined : anyJSON();
}

function listValuesOf(schema: JSONSchema, place: SchemaPlace): Values | undefined {
  const min = typeof schema.minItems === "number" ? schema.minItems : 0;
  const max = typeof schema.maxItems === "number" ? schema.maxItems : Infinity;
  const first = Array.isArray(schema.prefixItems) ? (schema.prefixItems as readonly unknown[]) : [];
  const heads = first.map((one) => part(one, place));
  const item = first.length > 0 && schema.items === undefined ? undefined : part(schema.items, place);
  // Short lists in recursive schemas, and sometimes longer ones than a later schema might allow.
  const most = place.depth < mostReferences ? 2 : 12;
  const rest = {
    minLength: Math.max(0, min - heads.length),
    maxLength: Math.max(0, Math.min(max - heads.length, Math.max(most, min))),
  };
  if (!item && rest.minLength > 0) return undefined;
  const tail = !item
    ? fastCheck().constant([])
    : schema.uniqueItems === true
      ? fastCheck().uniqueArray(item, { ...rest, comparator: "SameValueZero" })
      : fastCheck().oneof(
          {
            weight: 4,
            arbitrary: fastCheck().array(item, {
              ...rest,
              maxLength: Math.min(rest.maxLength, Math.max(3, rest.minLength)),
            }),
          },
          { weight: 1, arbitrary: fastCheck().array(item, rest) },
        );
  if (heads.some((head) => head === undefined)) return min === 0 ? fastCheck().constant([]) : undefined;
  return fastCheck()
    .tuple(fastCheck().tuple(...heads.filter((head) => head !== undefined)), tail)
    .map(([a, b]) => [...a, ...b]);
}

function objectsOf(schema: JSONSchema, place: SchemaPlace): Values | undefined {
  const properties = isSchema(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? (schema.required as readonly unknown[]) : []);
  const names = new Set([...Object.keys(properties), ...[...required].map(String)]);
  const members = new Map([...names].map((name) => [name, part(properties[name], place)]));
  if ([...required].some((name) => members.get(String(name)) === undefined)) return undefined;
  const makeable = [...members].filter((entry): entry is [string, Values] => entry[1] !== undefined);
  const named = fastCheck()
    .tuple(...makeable.map(([name, values]) => (required.has(name) ? values.map(there) : sometimes(values))))
    .map((found) => makeable.flatMap(([name], i) => (found[i] ? [[name, found[i].value] as const] : [])));
  return fastCheck()
    .tuple(named, furtherOf(schema, place))
    .map(([own, further]) => Object.fromEntries([...further.filter(([name]) => !names.has(name)), ...own]));
}

interface There {
  readonly value: unknown;
}

const there = (value: unknown): There => ({ value });

function sometimes(values: Values): Arbitrary<There | undefined> {
  return fastCheck().option(values.map(there), { nil: undefined, freq: 2 });
}

type NamedSample = readonly [name: string, value: unknown];

/** The members of records, which a schema describes without naming them. */
function furtherOf(schema: JSONSchema, place: SchemaPlace): Arbitrary<readonly NamedSample[]> {
  const { additionalProperties, propertyNames, patternProperties } = schema;
  const kinds: (readonly [names: Arbitrary<string> | undefined, values: Values | undefined])[] = isSchema(
    patternProperties,
  )
    ? Object.entries(patternProperties).map(([pattern, one]) => [stringsOf({ pattern }), part(one, place)])
    : [];
  if (isSchema(additionalProperties) && Object.keys(additionalProperties).length > 0) {
    kinds.push([
      isSchema(propertyNames) ? propertyNamesOf(propertyNames, place) : recordKeys(),
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

/** Too short for `__proto__`, a key for which requests are rejected. */
const recordKeys = (): Arbitrary<string> => fastCheck().string({ maxLength: 8 });

function propertyNamesOf(schema: JSONSchema, { depth, maker }: SchemaPlace): Arbitrary<string> | undefined {
  return make(mergedSchema({ type: "string" }, schema), depth, maker)?.map(String);
}

function oneOfValues(values: readonly (Values | undefined)[]): Values | undefined {
  const makeable = values.filter((one) => one !== undefined);
  return makeable.length > 0 ? fastCheck().oneof(...makeable) : undefined;
}

/** Merges two schemas that apply together, closely enough for examples. */
function mergedSchema(a: JSONSchema, b: JSONSchema): JSONSchema {
  const both: Record<string, unknown> = { ...a, ...b };
  if (isSchema(a.properties) && isSchema(b.properties)) {
    both.properties = joinedProperties(a.properties, b.properties);
  }
  if (Array.isArray(a.required) && Array.isArray(b.required)) {
    both.required = [...new Set<unknown>([...(a.required as unknown[]), ...(b.required as unknown[])])];
  }
  if (Array.isArray(a.allOf) && Array.isArray(b.allOf)) {
    both.allOf = [...(a.allOf as unknown[]), ...(b.allOf as unknown[])];
  }
  return both;
}

function joinedProperties(a: JSONSchema, b: JSONSchema): JSONSchema {
  const twice = Object.keys(a).filter((name) => Object.hasOwn(b, name));
  const together = twice.map((name) => {
    const [one, other] = [a[name], b[name]];
    return [name, isSchema(one) && isSchema(other) ? mergedSchema(one, other) : other] as const;
  });
  return { ...a, ...b, ...Object.fromEntries(together) };
}
