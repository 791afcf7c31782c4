import { jsonValidator } from "../../schema/json-validator";
import { isBare } from "../../schema/json-schema/keywords";
import { isSchema, schemasAmong } from "../../schema/json-schema/subschema";
import { targetOf, type RootedSchema } from "../../schema/json-schema/targets";
import { once } from "../../core/model/collections";
import type { JSONSchema } from "../../core/model/schema";
import { isObject, isThenable } from "../../core/model/value";
import { comparable } from "./behind-up";

/** The JSON Schemas of what a schema takes, and of what it makes of that. */
export interface Sides {
  readonly input: RootedSchema;
  readonly output: RootedSchema;
}

/** True if the JSON Schemas show that the schema transforms values. */
export function areConverted({ input, output }: Sides): boolean {
  return textOf(input) !== textOf(output);
}

/**
 * Copies a zod schema so that parts of values which are output already, such as `true` for `z.stringbool()`, stay
 * unparsed: members of objects, items of lists and values of records. Returns undefined for other schemas.
 */
export function schemaLeaving(schema: object, sides: Sides, depth = 0): object | undefined {
  const { _zod, clone } = schema as ZodSchema;
  if (!_zod || typeof clone !== "function" || depth === deepest) return undefined;
  const { def } = _zod;
  const parts = partsLeaving(
    def,
    { input: resolved(sides.input), output: resolved(sides.output) },
    depth + 1,
  );
  return parts && clone.call(schema, { ...def, ...parts });
}

/** Each level tests all values below it, so without a limit a deeply nested value would take quadratic time. */
const deepest = 8;

function partsLeaving(def: ZodDefinition, sides: Sides, depth: number): Partial<ZodDefinition> | undefined {
  const { shape, element, valueType, innerType, type } = def;
  const leaving = (part: unknown, of: Sides | undefined): unknown =>
    of && isZodPart(part) && areConverted(of) ? leavingPart(part, of, depth) : part;
  const ofMember = (name: string): Sides | undefined =>
    sidesWithin(sides, ({ properties }) =>
      isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined,
    );
  if (isObject(shape)) {
    const members = Object.entries(shape) as [string, unknown][];
    return {
      shape: Object.fromEntries(members.map(([name, part]) => [name, leaving(part, ofMember(name))])),
    };
  }
  if (element) {
    return {
      element: leaving(
        element,
        sidesWithin(sides, ({ items }) => items),
      ),
    };
  }
  if (valueType) {
    return {
      valueType: leaving(
        valueType,
        sidesWithin(sides, (one) => one.additionalProperties),
      ),
    };
  }
  if (!innerType || !wrappers.has(type)) return undefined;
  const of = type === "nullable" ? sidesWithin(sides, withoutNull) : sides;
  const inner = of && schemaLeaving(innerType, of, depth);
  return inner && { innerType: inner };
}

const wrappers: ReadonlySet<unknown> = new Set(["optional", "nullable", "default", "prefault", "readonly"]);

function withoutNull({ anyOf }: JSONSchema): unknown {
  const others = schemasAmong(anyOf).filter(({ type }) => type !== "null");
  return others.length === 1 ? others[0] : undefined;
}

function sidesWithin(sides: Sides, partOf: (schema: JSONSchema) => unknown): Sides | undefined {
  const [input, output] = [partOf(sides.input.schema), partOf(sides.output.schema)];
  if (!isSchema(input) || !isSchema(output)) return undefined;
  return { input: { ...sides.input, schema: input }, output: { ...sides.output, schema: output } };
}

function resolved({ root, schema }: RootedSchema): RootedSchema {
  return { root, schema: targetOf(schema, root) };
}

/** A reference may lead to a schema that differs between input and output, so the text then includes the root. */
function textOf({ root, schema }: RootedSchema): string {
  const text = JSON.stringify(comparable(schema));
  return text.includes('"$ref":') ? `${text} ${JSON.stringify(comparable(root))}` : text;
}

/** Copies the schema of a part. In the copy, a value that is output already passes unparsed. */
function leavingPart(part: ZodPart, sides: Sides, depth: number): object {
  const own = part._zod;
  const inner = once(() => (schemaLeaving(part, sides, depth) as ZodPart | undefined)?._zod ?? own);
  const run = isBare(sides.output.schema) ? leavingRefused(own.run) : leavingFitting(sides.output, inner);
  return Object.create(part, {
    _zod: { value: Object.create(own, { run: { value: run } }) as object },
  }) as object;
}

/** The output's JSON Schema `{}` allows every value, so only values that the schema rejects count as output. */
function leavingRefused(run: ZodRun): ZodRun {
  return (payload, context) => {
    const { value } = payload;
    const asItIs = (made: ZodPayload): ZodPayload =>
      made.issues.length > 0 ? { ...payload, value, issues: [] } : made;
    const made = run(payload, context);
    return isThenable(made) ? Promise.resolve(made).then(asItIs) : asItIs(made);
  };
}

function leavingFitting({ root, schema }: RootedSchema, inner: () => { readonly run: ZodRun }): ZodRun {
  const fits = jsonValidator(schema, root);
  return (payload, context) => {
    const verdict = fits(payload.value);
    return "value" in verdict ? { ...payload, value: verdict.value } : inner().run(payload, context);
  };
}

interface ZodSchema {
  readonly _zod?: { readonly def: ZodDefinition };
  readonly clone?: (definition: object) => object;
}

interface ZodDefinition {
  readonly type?: unknown;
  readonly shape?: unknown;
  readonly element?: unknown;
  readonly valueType?: unknown;
  readonly innerType?: object;
}

type ZodRun = (payload: ZodPayload, context: unknown) => ZodPayload | Promise<ZodPayload>;

interface ZodPart {
  readonly _zod: { readonly run: ZodRun };
}

interface ZodPayload {
  readonly value: unknown;
  readonly issues: readonly unknown[];
}

function isZodPart(part: unknown): part is ZodPart {
  return isObject(part) && "_zod" in part;
}
