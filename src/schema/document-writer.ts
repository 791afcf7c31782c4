import type { Contract } from "../core/model/contract";
import type { Operation } from "../core/model/route";
import { freeName } from "../core/model/collections";
import { standingAt } from "../core/model/lifecycle";
import { Nothing } from "./interface/histories";
import type { JSONSchema, Side } from "./interface/schema";
import type { Version } from "../core/model/version";
import { isInShared } from "./json-schema/shared";
import { isSchema, ownNameOf, schemasAmong, mapSchemas, schemasIn } from "./json-schema/subschema";
import type { Schemas } from "./schemas";
import { ruleOf } from "./json-schema/keywords";
import { takesTextAlone } from "./json-schema/kinds";
import { schemaShapeOf, type Property } from "./json-schema/shape";
import {
  lastStepOf,
  mappedTargetIn,
  mappingOf,
  referenceOf,
  targetIn,
  targetOf,
  targetsOf,
} from "./json-schema/targets";

/** A property of a schema, from which an OpenAPI parameter is made. */
export type DocumentedProperty = Property & {
  readonly description: string | undefined;
  readonly deprecated?: boolean;
};

/** Writes the schemas of a document. A named schema is written only once, as a component. */
export interface SchemaWriter {
  /** Writes a schema. A schema that has no JSON Schema form becomes `{}`, which allows every value. */
  readonly write: (schema: object, side: Side) => JSONSchema;
  readonly header: (schema: object) => object;
  readonly properties: (schema: object, side?: Side) => readonly DocumentedProperty[];
  readonly isText: (schema: object) => boolean;
  readonly listsWithin: Schemas["listsWithin"];
  readonly isOptional: (schema: object) => boolean;
  readonly components: Readonly<Record<string, JSONSchema>>;
  /** The names of the components that `AppOptions.OpenAPI` contains, and to which schemas refer. */
  readonly ownComponents: ReadonlySet<string>;
}

interface DocumentedContracts {
  readonly operations: readonly Operation[];
  readonly webhooks: readonly Contract[];
  readonly now: Date | undefined;
}

export type WriterMaker = (
  documented: DocumentedContracts,
  schemas: Schemas,
  version: Version | undefined,
) => SchemaWriter;

/** Creates the writer. It first collects all schemas of the document, because they decide the names of components. */
export const schemaWriter: WriterMaker = (documented, schemas, version) => {
  const { documented: sideOf, acceptsUndefined, listsWithin, shared } = schemas;
  const jsonOf = (schema: object, side: Side): JSONSchema => sideOf(schema, side) ?? {};
  const { nameOf, variants } = shared.componentsIn(version);
  const used = new Set<string>();
  const components: DocumentComponents = { nameOf, variants, used };
  const placeOf = (schema: object, side: Side): Place => ({ root: jsonOf(schema, side), side, components });
  for (const [schema, side] of schemasOf(documented, schemas, version)) {
    const place = placeOf(schema, side);
    reach(place.root, place, used);
  }
  return {
    write: (schema, side) => {
      const place = placeOf(schema, side);
      return write(place.root, place);
    },
    header: (schema) => {
      const place = placeOf(schema, "output");
      return { ...descriptionOf(targetOf(place.root)), schema: write(place.root, place) };
    },
    properties: (schema, side = "input") => propertiesOf(placeOf(schema, side)),
    isText: (schema) => takesTextAlone(jsonOf(schema, "output")),
    listsWithin,
    isOptional: acceptsUndefined,
    components: writtenComponents(components),
    ownComponents: new Set(
      [...variants].flatMap(([name, { input, output }]) =>
        [input, output].some((variant) => variant && isInShared(variant.schema)) ? [name] : [],
      ),
    ),
  };
};

interface DocumentComponents extends Pick<
  ReturnType<Schemas["shared"]["componentsIn"]>,
  "nameOf" | "variants"
> {
  /** The keys of the document's components: `input Cat` for requests, `output Cat` for responses. */
  readonly used: ReadonlySet<string>;
}

interface Place {
  readonly root: JSONSchema;
  readonly side: Side;
  readonly components: DocumentComponents;
}

function schemasOf(
  { operations, webhooks, now }: DocumentedContracts,
  { uses, errors }: Schemas,
  version: Version | undefined,
): readonly (readonly [object, Side])[] {
  const contractsOf = (some: readonly Operation[]): ReadonlySet<Contract> =>
    new Set(some.map(({ registration }) => registration.contract).concat(webhooks));
  // After its sunset, an operation has only a 410 in the document, so its other responses need no schemas.
  const answering = operations.filter(({ registration: { life } }) => standingAt(life, now).kind !== "gone");
  const contracts = { input: contractsOf(operations), output: contractsOf(answering) };
  const versions = [version, ...operations.map(({ registration }) => registration.version)];
  return [
    ...uses.flatMap(({ contract, schema, side }) =>
      contracts[side].has(contract) ? [[schema, side] as const] : [],
    ),
    ...[...new Set(versions.map(errors.at))].flatMap((schema) =>
      schema && schema !== Nothing ? [[schema, "output"] as const] : [],
    ),
  ];
}

function reach(schema: JSONSchema, place: Place, used: Set<string>): void {
  const { root, side, components } = place;
  for (const one of schemasIn(schema, { definitions: false })) {
    for (const component of [one, ...targetsOf(root, one).map(({ target }) => target)]) {
      const name = components.nameOf(component);
      if (name === undefined || used.has(`${side} ${name}`)) continue;
      used.add(`${side} ${name}`);
      reach(component, place, used);
    }
  }
}

function writtenComponents(components: DocumentComponents): Record<string, JSONSchema> {
  const { variants, used } = components;
  return Object.fromEntries(
    [...variants].flatMap(([name, { input, output }]) =>
      (["output", "input"] as const).flatMap((side) => {
        // If only `additionalProperties` differs, both sides share the component of the input, which allows more.
        const isShared = side === "input" || (isOne(name, components) && used.has(`input ${name}`));
        const variant = isShared ? input : output;
        if (!variant || !used.has(`${side} ${name}`)) return [];
        const place = { root: variant.root, side, components };
        return [[keyOf(name, place), bodyOf(variant.schema, place)] as const];
      }),
    ),
  );
}

function isOne(name: string, { variants }: DocumentComponents): boolean {
  const { input, output } = variants.get(name) ?? {};
  return input?.schema === output?.schema || input?.exact() === output?.exact();
}

function keyOf(name: string, { side, components }: Pick<Place, "side" | "components">): string {
  const { used, variants } = components;
  const differs = used.has(`input ${name}`) && used.has(`output ${name}`) && !isOne(name, components);
  return differs && side === "input" ? freeName(`${name}Input`, (free) => variants.has(free)) : name;
}

function write(schema: JSONSchema, place: Place): JSONSchema {
  const name = place.components.nameOf(schema);
  return name === undefined ? bodyOf(schema, place) : referenceTo(keyOf(name, place));
}

function bodyOf(schema: JSONSchema, place: Place): JSONSchema {
  // Written references name components, so the schema's own names, such as `$id`, are not needed.
  const members = Object.entries(schema).filter(([keyword]) => ruleOf(keyword)?.role !== "name");
  const own = Object.fromEntries(members);
  const reference = referenceOf(schema);
  const target = reference === undefined ? undefined : targetIn(place.root, schema, reference);
  const name = target && place.components.nameOf(target);
  if (name !== undefined) delete own.$dynamicRef;
  return {
    ...mapSchemas(own, (child) => write(child, place)),
    ...discriminatorOf(schema, place),
    ...(name === undefined ? {} : referenceTo(keyOf(name, place))),
  };
}

function discriminatorOf(schema: JSONSchema, place: Place): JSONSchema {
  if (!isSchema(schema.discriminator)) return {};
  const mapping = mappingOf(schema);
  const written = [...mapping].map(([value, reference]) => {
    const target = mappedTargetIn(place.root, schema, reference);
    const name = target && place.components.nameOf(target);
    return [value, name === undefined ? reference : referenceTo(keyOf(name, place)).$ref] as const;
  });
  const isMapped = (to: string): boolean => written.some(([, target]) => target === to);
  const renamed = renamedAlternatives(schema, place).filter(([, target]) => !isMapped(target));
  if (written.length + renamed.length === 0) return {};
  const mapped = Object.fromEntries([...renamed, ...written]);
  return { discriminator: { ...schema.discriminator, mapping: mapped } };
}

/**
 * Lists alternatives whose component has another name than the schema: `[["Cat", "#/components/schemas/CatInput"]]`.
 * The discriminator must map these names (OpenAPI 3.1.1, 4.8.25).
 */
function renamedAlternatives(schema: JSONSchema, place: Place): readonly (readonly [string, string])[] {
  return [...schemasAmong(schema.oneOf), ...schemasAmong(schema.anyOf)].flatMap((alternative) => {
    const target = targetOf(alternative, place.root);
    const name = place.components.nameOf(target);
    if (name === undefined) return [];
    const own = ownNameOf(target) ?? lastStepOf(referenceOf(alternative) ?? "");
    const key = keyOf(name, place);
    return key === own ? [] : [[own, referenceTo(key).$ref] as const];
  });
}

function propertiesOf(place: Place): readonly DocumentedProperty[] {
  return schemaShapeOf(place.root).properties.map(({ name, schema, required }) => {
    const { description, deprecated } = { ...targetOf(schema, place.root), ...schema };
    return {
      name,
      schema: write(schema, place),
      required,
      description: typeof description === "string" ? description : undefined,
      deprecated: deprecated === true,
    };
  });
}

function descriptionOf({ description }: JSONSchema): { readonly description?: string } {
  return typeof description === "string" ? { description } : {};
}

function referenceTo(key: string): { readonly $ref: string } {
  return { $ref: `#/components/schemas/${key}` };
}
