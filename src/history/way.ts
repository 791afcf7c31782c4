import type { Path } from "../model/history";
import type { JSONSchema, Schema } from "../model/schema";
import { kindAlone } from "../json-schema/kinds";
import { partsOf } from "../json-schema/parts";
import { isSchema, schemasAmong } from "../json-schema/subschema";
import { subschemaIn } from "../json-schema/targets";
import { describeSchema } from "../schema/json";
import { Each, OneOrEach } from "./within";

/** A kind of value that a schema may have alone. */
export type KindAlone = NonNullable<ReturnType<typeof kindAlone>>;

/** The values that may stand before a step of a path. */
export interface Way {
  /** Whether the schema says that a text, number or boolean may stand there. */
  readonly takesScalar: boolean;
  /** Whether an object there may have members of any name. */
  readonly mayBeRecord: boolean;
}

/** The only kind of value that a schema puts out; undefined where it puts out several, or says nothing of them. */
export function kindOfSchema(schema: Schema): KindAlone | undefined {
  const json = outputOf(schema);
  return json && kindAlone(json);
}

/** What may stand before each step of a path; empty where the schema says nothing of what it puts out. */
export function wayTo(path: Path, schema: Schema): readonly Way[] {
  const root = outputOf(schema);
  if (!root) return [];
  let standing: readonly JSONSchema[] = alternativesOf(root, [root]);
  return path.map((step) => {
    const way = wayBefore(standing);
    standing = alternativesOf(
      root,
      standing.flatMap((one) => behind(one, step)),
    );
    return way;
  });
}

function outputOf(schema: Schema): JSONSchema | undefined {
  const description = describeSchema(schema, "output");
  return "json" in description ? description.json : undefined;
}

function wayBefore(standing: readonly JSONSchema[]): Way {
  const objects = standing.filter(({ type, properties }) => types(type).includes("object") || properties);
  return {
    takesScalar: standing.some(({ type }) => types(type).some((one) => scalars.has(one))),
    mayBeRecord: objects.length === 0 || objects.some((one) => one.additionalProperties !== false),
  };
}

const scalars: ReadonlySet<unknown> = new Set(["string", "number", "integer", "boolean"]);

function types(type: unknown): readonly unknown[] {
  return [type].flat();
}

/** The schemas, and all that they are composed of. */
function alternativesOf(root: JSONSchema, schemas: readonly JSONSchema[]): readonly JSONSchema[] {
  const found = new Set<JSONSchema>(schemas);
  // A Set's loop goes on to what is added meanwhile.
  for (const schema of found) {
    const parts = partsOf(schema, (from, reference) => subschemaIn(root, from, reference));
    for (const one of parts.flatMap(({ alternatives }) => alternatives)) if (isSchema(one)) found.add(one);
  }
  return [...found];
}

/** The schemas of what a step of a path leads to. */
function behind(schema: JSONSchema, step: string | symbol): readonly JSONSchema[] {
  const { items, prefixItems, properties, patternProperties, additionalProperties } = schema;
  const listed = [items, ...schemasAmong(prefixItems)].filter(isSchema);
  if (step === OneOrEach) return [schema, ...listed];
  const named = isSchema(properties) ? properties : {};
  const others = [
    additionalProperties,
    ...Object.values(isSchema(patternProperties) ? patternProperties : {}),
  ];
  if (step === Each) return [...listed, ...Object.values(named), ...others].filter(isSchema);
  const own = typeof step === "string" && Object.hasOwn(named, step) ? named[step] : undefined;
  return (own === undefined ? others : [own]).filter(isSchema);
}
