import type { Contract } from "../model/contract";
import type { Operation } from "../model/route";
import { freeName } from "../model/collections";
import { Nothing } from "../model/history";
import type { JSONSchema, Side } from "../model/schema";
import type { Version } from "../model/version";
import { isSchema, ownNameOf, schemasAmong } from "../json-schema/subschema";
import type { Schemas } from "../schema/schemas";
import { ruleOf } from "../json-schema/keywords";
import { takesTextAlone } from "../json-schema/kinds";
import { schemaShapeOf, type Property } from "../json-schema/shape";
import {
  lastStepOf,
  mappedTargetIn,
  mappingOf,
  referenceOf,
  targetIn,
  targetOf,
  targetsOf,
} from "../json-schema/targets";
import { mapSchemas, schemasIn } from "../json-schema/walk";

/** A property of a schema as a parameter of the document. */
export type DocumentedProperty = Property & { readonly description: string | undefined };

/** Writes schemas for the document: a named schema is written once, among the components. */
export interface SchemaWriter {
  /** `{}`, which allows everything, for a schema that cannot be described. */
  readonly write: (schema: object, side: Side) => JSONSchema;
  /** The Header Object of a response's header. */
  readonly header: (schema: object) => object;
  readonly properties: (schema: object, side?: Side) => readonly DocumentedProperty[];
  readonly isText: (schema: object) => boolean;
  readonly listsWithin: Schemas["listsWithin"];
  /** True if a body may be left out. */
  readonly isOptional: (schema: object) => boolean;
  /** All components that were referred to. */
  readonly components: Readonly<Record<string, JSONSchema>>;
}

/** The operations of a document, and the contracts of its webhooks. */
interface DocumentedContracts {
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Contract[];
}

/** Creates the writer for the schemas of some operations and webhooks, whose names depend on all of them. */
export function schemaWriter(
  { operations, webhooks }: DocumentedContracts,
  { uses, errors, describe, acceptsUndefined, listsWithin, shared }: Schemas,
  version: Version | undefined,
): SchemaWriter {
  const { nameOf, variants } = shared.componentsIn(version);
  const jsonOf = (schema: object, side: Side): JSONSchema => {
    const description = describe(schema, side);
    return "json" in description ? description.json : {};
  };
  const contracts = new Set(operations.map(({ registration }) => registration.contract).concat(webhooks));
  const used = new Set<string>();
  for (const { contract, schema, side } of uses) {
    if (contracts.has(contract)) reach(jsonOf(schema, side), jsonOf(schema, side), side);
  }
  const told = new Set(
    [version, ...operations.map(({ registration }) => registration.version)].map(errors.at),
  );
  for (const schema of told) {
    if (schema && schema !== Nothing) reach(jsonOf(schema, "output"), jsonOf(schema, "output"), "output");
  }
  const components = Object.fromEntries(
    [...variants].flatMap(([name, { input, output }]) =>
      (["output", "input"] as const).flatMap((side) => {
        // If both sides are equal, the open one serves both; a schema that only responses use stays closed.
        const isShared = side === "input" || (isOne(name) && used.has(`input ${name}`));
        const variant = isShared ? (input ?? output) : output;
        if (!variant || !used.has(`${side} ${name}`)) return [];
        return [[keyOf(name, side), bodyOf(variant.root, variant.schema, side)] as const];
      }),
    ),
  );
  return {
    write: (schema, side) => write(jsonOf(schema, side), jsonOf(schema, side), side),
    header: (schema) => {
      const json = jsonOf(schema, "output");
      return { ...descriptionOf(targetOf(json)), schema: write(json, json, "output") };
    },
    properties: (schema, side = "input") => propertiesOf(jsonOf(schema, side), side),
    isText: (schema) => takesTextAlone(jsonOf(schema, "output")),
    listsWithin,
    isOptional: acceptsUndefined,
    components,
  };

  /** Marks every component that a schema leads to. */
  function reach(root: JSONSchema, schema: JSONSchema, side: Side): void {
    for (const one of schemasIn(schema, { definitions: false })) {
      for (const component of [one, ...targetsOf(root, one).map(({ target }) => target)]) {
        const name = nameOf(component);
        if (name === undefined || used.has(`${side} ${name}`)) continue;
        used.add(`${side} ${name}`);
        reach(root, component, side);
      }
    }
  }

  /** True if a name's schema is the same on both sides, so that it needs one component. */
  function isOne(name: string): boolean {
    const variant = variants.get(name);
    return variant?.input?.fingerprint === variant?.output?.fingerprint;
  }

  function keyOf(name: string, side: Side): string {
    const differs = used.has(`input ${name}`) && used.has(`output ${name}`) && !isOne(name);
    return differs && side === "input" ? freeName(`${name}Input`, (free) => variants.has(free)) : name;
  }

  function write(root: JSONSchema, schema: JSONSchema, side: Side): JSONSchema {
    const name = nameOf(schema);
    return name === undefined ? bodyOf(root, schema, side) : referenceTo(keyOf(name, side));
  }

  function bodyOf(root: JSONSchema, schema: JSONSchema, side: Side): JSONSchema {
    // Components have names and definitions of their own.
    const members = Object.entries(schema).filter(([keyword]) => ruleOf(keyword)?.role !== "name");
    const own = Object.fromEntries(members);
    const reference = referenceOf(schema);
    const name = reference === undefined ? undefined : keyOfTarget(root, schema, reference);
    if (name !== undefined) delete own.$dynamicRef;
    return {
      ...mapSchemas(own, (child) => write(root, child, side)),
      ...discriminatorOf(root, schema, side),
      ...(name === undefined ? {} : referenceTo(keyOf(name, side))),
    };
  }

  /** The name of a reference's target, if that is a component. */
  function keyOfTarget(root: JSONSchema, schema: JSONSchema, reference: string): string | undefined {
    const target = targetIn(root, schema, reference);
    return target && nameOf(target);
  }

  /** The mapping of a discriminator, with components in the place of its targets. */
  function discriminatorOf(root: JSONSchema, schema: JSONSchema, side: Side): JSONSchema {
    if (!isSchema(schema.discriminator)) return {};
    const mapping = mappingOf(schema);
    const written = [...mapping].map(([value, reference]) => {
      const target = mappedTargetIn(root, schema, reference);
      const name = target && nameOf(target);
      return [value, name === undefined ? reference : referenceTo(keyOf(name, side)).$ref] as const;
    });
    const isMapped = (to: string): boolean => written.some(([, target]) => target === to);
    const renamed = renamedAlternatives(root, schema, side).filter(([, target]) => !isMapped(target));
    if (written.length + renamed.length === 0) return {};
    const mapped = Object.fromEntries([...renamed, ...written]);
    return { discriminator: { ...schema.discriminator, mapping: mapped } };
  }

  /**
   * The alternatives that a discriminator names without a mapping (OpenAPI 3.1.1, 4.8.25), if their components have
   * other names.
   */
  function renamedAlternatives(
    root: JSONSchema,
    schema: JSONSchema,
    side: Side,
  ): readonly (readonly [string, string])[] {
    return [...schemasAmong(schema.oneOf), ...schemasAmong(schema.anyOf)].flatMap((alternative) => {
      const target = targetOf(alternative, root);
      const name = nameOf(target);
      if (name === undefined) return [];
      const own = ownNameOf(target) ?? lastStepOf(referenceOf(alternative) ?? "");
      const key = keyOf(name, side);
      return key === own ? [] : [[own, referenceTo(key).$ref] as const];
    });
  }

  function propertiesOf(root: JSONSchema, side: Side): readonly DocumentedProperty[] {
    return schemaShapeOf(root).properties.map(({ name, schema, required }) => {
      const { description } = targetOf(schema, root);
      return {
        name,
        schema: write(root, schema, side),
        required,
        description: typeof description === "string" ? description : undefined,
      };
    });
  }
}

function descriptionOf({ description }: JSONSchema): { readonly description?: string } {
  return typeof description === "string" ? { description } : {};
}

function referenceTo(key: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${key}` };
}
