import Ajv2020 from "ajv/dist/2020";

/*
 * A comparator of two schemas by values: it draws values, and ajv judges them by both schemas. It shares no code with the
 * comparison of documents, and knows no keyword but by ajv and by the values that it draws.
 */

export type Schema = Readonly<Record<string, unknown>> | boolean;

/** A schema whose references, such as `#/components/schemas/A`, lead to its definitions. */
export interface Described {
  readonly schema: Schema;
  readonly definitions: Readonly<Record<string, Schema>>;
}

/** The values that show that a change breaks clients; undefined if no drawn value shows it. */
export interface Broken {
  /** A request that the older schema accepts, and that the newer one refuses. */
  readonly request: unknown;
  /** A response that the newer schema allows, and that the older one does not. */
  readonly response: unknown;
}

export function brokenBetween(old: Described, now: Described): Broken {
  const values = [...drawn(old), ...drawn(now), ...scalars];
  const [before, after] = [judgeOf(old), judgeOf(now)];
  // Clients send, and the API sends, only members that their schema names. Clients ignore other members of a response.
  const [sent, answered] = [judgeOf(mapped(old, closedAt)), judgeOf(mapped(now, closedAt))];
  const understood = judgeOf(mapped(old, opened));
  return {
    request: values.find((value) => before(value) && !after(value) && sent(value)),
    response: values.find((value) => after(value) && !before(value) && answered(value) && !understood(value)),
  };
}

const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });

/** Compiles a schema for the first value. Most pairs have no value that needs all of their schemas. */
function judgeOf({ schema, definitions }: Described): (value: unknown) => boolean {
  let judge: ((value: unknown) => boolean) | undefined;
  return (value) => {
    if (!judge) {
      ajv.removeSchema();
      judge = ajv.compile({ allOf: [schema], components: { schemas: definitions } });
    }
    return judge(value);
  };
}

function mapped({ schema, definitions }: Described, change: (schema: Schema) => Schema): Described {
  const entries = Object.entries(definitions).map(([name, one]) => [
    name,
    change === closedAt ? closedWithin(one) : change(one),
  ]);
  return { schema: change(schema), definitions: Object.fromEntries(entries) as Described["definitions"] };
}

/** The schema of a whole value, which refuses all members that no schema names. */
function closedAt(schema: Schema): Schema {
  const closed = closedWithin(schema);
  return typeof closed === "boolean" ? closed : { ...closed, unevaluatedProperties: false };
}

function closedWithin(schema: Schema): Schema {
  return withParts(schema, { ofPart: closedAt, ofWhole: closedWithin });
}

/** The schema as clients understand a response: other members are ignored, and `oneOf` means `anyOf`. */
function opened(schema: Schema): Schema {
  return openedBeside(schema, false);
}

/** `isClosed` is true beside a schema that refuses other members: then no client knows what these would be. */
function openedBeside(schema: Schema, isClosed: boolean): Schema {
  if (typeof schema === "boolean") return schema;
  const isRefusing = isClosed || refusesOthers(schema);
  const { additionalProperties, oneOf, ...others } = withParts(schema, {
    ofPart: opened,
    ofWhole: (one) => openedBeside(one, isRefusing),
  }) as Plain;
  const choice = oneOf === undefined ? {} : { allOf: [...listOf(others.allOf), { anyOf: oneOf }] };
  const isKept = additionalProperties !== undefined && !isRefusing;
  return { ...others, ...choice, ...(isKept && { additionalProperties }) };
}

function refusesOthers(schema: Schema): boolean {
  if (typeof schema === "boolean") return false;
  return schema.additionalProperties === false || listOf(schema.allOf).some(refusesOthers);
}

interface Changes {
  /** Changes the schema of a member or an item. */
  readonly ofPart: (schema: Schema) => Schema;
  /** Changes another schema of the same value, such as a member of `allOf`. */
  readonly ofWhole: (schema: Schema) => Schema;
}

function withParts(schema: Schema, { ofPart, ofWhole }: Changes): Schema {
  if (typeof schema === "boolean") return schema;
  const entries = Object.entries(schema).map(([keyword, value]) => {
    switch (keyword) {
      case "properties":
        return [keyword, Object.fromEntries(entriesOf(value).map(([name, one]) => [name, ofPart(one)]))];
      case "items":
      case "additionalProperties":
        return [keyword, value === false ? false : ofPart(value as Schema)];
      case "prefixItems":
        return [keyword, listOf(value).map(ofPart)];
      case "allOf":
      case "anyOf":
      case "oneOf":
        return [keyword, listOf(value).map(ofWhole)];
      default:
        return [keyword, value];
    }
  });
  return Object.fromEntries(entries) as Schema;
}

function entriesOf(value: unknown): readonly (readonly [string, Schema])[] {
  return Object.entries((value ?? {}) as Readonly<Record<string, Schema>>);
}

function listOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? (value as readonly Schema[]) : [];
}

/** Values at and around all limits that the drawn schemas have. */
const scalars: readonly unknown[] = [
  ...[null, true, false, "", "a", "b", "ab", "ba", "abc", "abcd", "bbbbb", "one", "two"],
  ...[0, 1, 2, 3, 4, 5, 6, -1, 0.5, 1.5, 2.5, 3.5],
  ...[{}, [], { a: 1 }, ["a"], [1]],
];

const deepest = 3;

function drawn({ schema, definitions }: Described): readonly unknown[] {
  return valuesOf([schema], definitions, 0).slice(0, 400);
}

/** Draws values of several schemas that describe one value. Some of the values do not match, so ajv judges them. */
function valuesOf(
  schemas: readonly Schema[],
  definitions: Described["definitions"],
  depth: number,
): readonly unknown[] {
  const found = waysOf(schemas, definitions, []).map((way) => [
    ...literalsIn(way),
    ...scalarsOf(way),
    ...(depth < deepest ? [...objectsOf(way, definitions, depth), ...listsOf(way, definitions, depth)] : []),
  ]);
  const longest = Math.max(0, ...found.map(({ length }) => length));
  const inTurn = Array.from({ length: longest }, (_, i) =>
    found.flatMap((values) => (i < values.length ? [values[i]] : [])),
  ).flat();
  return [...new Map(inTurn.map((value) => [JSON.stringify(value), value])).values()];
}

type Plain = Exclude<Schema, boolean>;

/** Follows references and `allOf`, and takes each member of a union in turn: lists of schemas that apply together. */
function waysOf(
  schemas: readonly Schema[],
  definitions: Described["definitions"],
  taken: readonly Plain[],
): readonly (readonly Plain[])[] {
  const [first, ...others] = schemas;
  if (first === undefined) return [taken];
  if (first === false) return [];
  if (first === true || taken.includes(first)) return waysOf(others, definitions, taken);
  const { $ref, allOf, anyOf, oneOf } = first;
  const target =
    typeof $ref === "string" ? definitions[$ref.replace("#/components/schemas/", "")] : undefined;
  const all = [...(target === undefined ? [] : [target]), ...listOf(allOf), ...others];
  const choices = [listOf(anyOf), listOf(oneOf)].filter(({ length }) => length > 0);
  const picks = choices.reduce<readonly (readonly Schema[])[]>(
    (some, choice) => some.flatMap((pick) => choice.map((one) => [...pick, one])),
    [[]],
  );
  return picks.flatMap((pick) => waysOf([...pick, ...all], definitions, [...taken, first])).slice(0, 12);
}

function literalsIn(way: readonly Plain[]): readonly unknown[] {
  return way.flatMap((schema) => [
    ...("const" in schema ? [schema.const] : []),
    ...(Array.isArray(schema.enum) ? (schema.enum as readonly unknown[]) : []),
  ]);
}

/** Scalars that match the keywords of a way, as far as these are about scalars. */
function scalarsOf(way: readonly Plain[]): readonly unknown[] {
  if (literalsIn(way).length > 0) return [];
  return scalars
    .filter((value) => typeof value !== "object" || value === null)
    .filter((value) => fits(value, way));
}

function fits(value: unknown, way: readonly Plain[]): boolean {
  if (typeof value === "string") return takesType(way, "string") && way.every((one) => fitsText(value, one));
  if (typeof value !== "number") return takesType(way, value === null ? "null" : "boolean");
  const isTyped = takesType(way, "number") || (Number.isInteger(value) && takesType(way, "integer"));
  return isTyped && way.every((one) => fitsNumber(value, one));
}

function fitsText(text: string, { minLength = 0, maxLength = Infinity, pattern = "" }: Plain): boolean {
  const isSized = text.length >= Number(minLength) && text.length <= Number(maxLength);
  return isSized && new RegExp(String(pattern)).test(text);
}

function fitsNumber(value: number, schema: Plain): boolean {
  const limit = (keyword: string, other: number): number => Number(schema[keyword] ?? other);
  return (
    value >= limit("minimum", -Infinity) &&
    value <= limit("maximum", Infinity) &&
    value > limit("exclusiveMinimum", -Infinity) &&
    value < limit("exclusiveMaximum", Infinity) &&
    Number.isInteger(value / limit("multipleOf", 0.5))
  );
}

function takesType(way: readonly Plain[], name: string): boolean {
  // An integer is a number, too.
  const isOf = (type: unknown): boolean => type === name || (name === "integer" && type === "number");
  return way.every(({ type }) => type === undefined || [type].flat().some(isOf));
}

function objectsOf(
  way: readonly Plain[],
  definitions: Described["definitions"],
  depth: number,
): readonly unknown[] {
  if (!takesType(way, "object")) return [];
  const required = new Set(way.flatMap((one) => listOf(one.required) as unknown as readonly string[]));
  const named = new Set([
    ...required,
    ...way.flatMap((one) => entriesOf(one.properties).map(([name]) => name)),
  ]);
  const candidates = new Map<string, readonly unknown[]>();
  for (const name of named) {
    const schemas = way.flatMap((one): readonly Schema[] => {
      const own = entriesOf(one.properties).find(([key]) => key === name)?.[1];
      const other = own ?? one.additionalProperties;
      return other === undefined ? [] : [other as Schema];
    });
    candidates.set(name, valuesOf(schemas, definitions, depth + 1).slice(0, 14));
  }
  const firsts = [...candidates].flatMap(([name, [first]]) =>
    first === undefined ? [] : [[name, first] as const],
  );
  const full = Object.fromEntries(firsts);
  const least = Object.fromEntries(firsts.filter(([name]) => required.has(name)));
  const rest = way.flatMap(({ additionalProperties: more }) =>
    typeof more === "object" ? valuesOf([more as Schema], definitions, depth + 1).slice(0, 14) : [],
  );
  return [
    full,
    least,
    ...[...candidates].flatMap(([name, values]) => [
      ...values.flatMap((value) => [
        { ...full, [name]: value },
        { ...least, [name]: value },
      ]),
      Object.fromEntries(firsts.filter(([key]) => key !== name)),
    ]),
    ...rest.flatMap((value) => [
      { ...full, z: value },
      { ...least, y: value, z: value },
    ]),
  ];
}

function listsOf(
  way: readonly Plain[],
  definitions: Described["definitions"],
  depth: number,
): readonly unknown[] {
  if (!takesType(way, "array")) return [];
  const placed = Math.max(0, ...way.map(({ prefixItems }) => listOf(prefixItems).length));
  const at = (i: number): readonly unknown[] => {
    const schemas = way.flatMap(({ prefixItems, items }): readonly Schema[] => {
      const item = listOf(prefixItems)[i] ?? items;
      return item === undefined ? [] : [item as Schema];
    });
    return valuesOf(schemas, definitions, depth + 1).slice(0, 14);
  };
  const begun = Array.from({ length: placed }, (_, i) => at(i));
  const [first, second, ...more] = at(placed);
  const heads = begun.map(([head]) => head);
  const tails = [
    [],
    [first],
    [first, first],
    [first, second],
    [first, second, ...more.slice(0, 1)],
    [first, first, first],
  ];
  return [
    [],
    ...tails.map((tail) => [...heads, ...tail]),
    ...more.map((value) => [...heads, value]),
    ...begun.flatMap((values, i) => values.map((value) => heads.map((head, j) => (i === j ? value : head)))),
  ].filter((list) => !list.includes(undefined));
}
