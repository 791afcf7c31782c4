import { jsonValidator } from "../../schema/json-validator";
import { isBare } from "../../schema/json-schema/keywords";
import { schemasAmong } from "../../schema/json-schema/subschema";
import { targetOf, type RootedSchema } from "../../schema/json-schema/targets";
import { areConverted, memberNamed, sidesWithin, type Sides } from "../../schema/sides";
import { once } from "../../core/model/collections";
import type { JSONSchema } from "../../schema/interface/schema";
import { isObject, isThenable } from "../../core/model/value";
import {
  zodDefinitionOf,
  zodRunning,
  zodRunOf,
  zodWith,
  type ZodDefinition,
  type ZodPayload,
  type ZodRun,
} from "../../schema/zod";

/**
 * Copies a zod schema so that parts of values which are output already, such as `true` for `z.stringbool()`, stay
 * unparsed: members of objects, items of lists and tuples, values of records, and these within alternatives. Returns
 * undefined for other schemas.
 */
export function schemaLeaving(schema: object, sides: Sides, depth = 0): object | undefined {
  const definition = zodDefinitionOf(schema);
  if (!definition || depth === deepest) return undefined;
  const parts = partsLeaving(
    definition,
    { input: resolved(sides.input), output: resolved(sides.output) },
    depth + 1,
  );
  return parts && zodWith(schema, parts);
}

/** Each level tests all values below it, so without a limit a deeply nested value would take quadratic time. */
const deepest = 8;

function partsLeaving(def: ZodDefinition, sides: Sides, depth: number): Partial<ZodDefinition> | undefined {
  const { shape, element, valueType, items, options, innerType, type } = def;
  const leaving = (part: unknown, partOf: (schema: JSONSchema) => unknown, leave = leavingPart): unknown => {
    const of = sidesWithin(sides, partOf);
    return of && isObject(part) && areConverted(of) ? leave(part, of, depth) : part;
  };
  const leavingEach = (
    parts: readonly unknown[],
    partsOf: (schema: JSONSchema) => unknown,
    leave?: typeof leavingPart,
  ): readonly unknown[] =>
    parts.map((part, i) => {
      const partOf = (schema: JSONSchema): unknown => [partsOf(schema)].flat()[i];
      return leaving(part, partOf, leave);
    });
  if (isObject(shape)) {
    const members = Object.entries(shape) as [string, unknown][];
    return {
      shape: Object.fromEntries(members.map(([name, part]) => [name, leaving(part, memberNamed(name))])),
    };
  }
  if (element) return { element: leaving(element, (one) => one.items) };
  if (valueType) return { valueType: leaving(valueType, (one) => one.additionalProperties) };
  if (items) return { items: leavingEach(items, (one) => one.prefixItems) };
  if (options) return { options: leavingEach(options, ({ anyOf, oneOf }) => anyOf ?? oneOf, leavingWithin) };
  if (!innerType || !wrappers.has(type)) return undefined;
  const of = type === "nullable" ? sidesWithin(sides, withoutNull) : sides;
  const inner = of && schemaLeaving(innerType, of, depth);
  return inner && { innerType: inner };
}

/** Copies an alternative. The union chooses among alternatives as ever, so only parts within one stay unparsed. */
function leavingWithin(part: object, sides: Sides, depth: number): object {
  return schemaLeaving(part, sides, depth) ?? part;
}

const wrappers: ReadonlySet<unknown> = new Set(["optional", "nullable", "default", "prefault", "readonly"]);

function withoutNull({ anyOf }: JSONSchema): unknown {
  const others = schemasAmong(anyOf).filter(({ type }) => type !== "null");
  return others.length === 1 ? others[0] : undefined;
}

function resolved({ root, schema }: RootedSchema): RootedSchema {
  return { root, schema: targetOf(schema, root) };
}

/** Copies the schema of a part. In the copy, a value that is output already passes unparsed. */
function leavingPart(part: object, sides: Sides, depth: number): object {
  const own = zodRunOf(part);
  if (!own) return part;
  const inner = once(() => zodRunOf(schemaLeaving(part, sides, depth) ?? part) ?? own);
  return zodRunning(
    part,
    isBare(sides.output.schema) ? leavingRefused(own) : leavingFitting(sides.output, inner),
  );
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

function leavingFitting({ root, schema }: RootedSchema, inner: () => ZodRun): ZodRun {
  const fits = jsonValidator(schema, root);
  return (payload, context) => {
    const verdict = fits(payload.value);
    return "value" in verdict ? { ...payload, value: verdict.value } : inner()(payload, context);
  };
}
