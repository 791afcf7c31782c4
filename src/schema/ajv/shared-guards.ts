import { onceEach, remembered } from "../../core/model/collections";
import type { JSONSchema } from "../interface/schema";
import type { GuardedSchema } from "./guarded-unions";
import { distinctPlaces, type CostlyPlace } from "../compiled-schema";
import { closuresBy } from "../json-schema/closures";
import { isSchema, mapSchemas, schemasAmong, schemasIn, subschemasAmong } from "../json-schema/subschema";
import { referenceOf, targetIn } from "../json-schema/targets";
import { filledAddress, guardedAddress, separate, type LinkedSchema } from "./linked-components";

/** A schema that refers to guarded components, of which an ajv compiles each only once. */
export interface SharedGuard extends Pick<GuardedSchema, "schema" | "unions" | "isCounted"> {
  readonly costly: readonly CostlyPlace[];
  /** The guarded components that the schema refers to, even indirectly, by their addresses. */
  readonly components: ReadonlyMap<string, JSONSchema>;
}

/** Makes the guarded form of a schema, with the given references to its definitions. */
type MakeGuarded = (schema: JSONSchema, referenceTo: (key: string) => string) => GuardedSchema | undefined;

/**
 * Guards a schema by the guarded forms of the App's components, which all schemas have in common. `"none"` if neither the
 * schema nor its components have nested unions or repeated parts; undefined if the schema needs a guarded form of its own.
 */
export function sharedGuardOf(
  { schema, components, whole }: LinkedSchema,
  makeGuarded: MakeGuarded,
): SharedGuard | "none" | undefined {
  if (!whole || components.size === 0 || hasBranches(schema) || hasOwnReferences(schema)) return undefined;
  if (!mayBeGuardedAmong(components)) return "none";
  const guards = guardsOf(whole, makeGuarded);
  if (!guards) return undefined;
  const { isGuarded, costly } = guards.among(components);
  if (!isGuarded) return "none";
  const referring = withReferences(
    schema,
    (address) => components.has(address) && guards.guardedAt(address)?.address,
  );
  return {
    unions: guards.unions,
    isCounted: guards.isCounted,
    schema: referring,
    components: guards.reachedFrom(addressesIn(referring)),
    costly,
  };
}

/** By the function that makes the whole, which each ajv of each App has for itself. */
const known = new WeakMap<object, { readonly guards: ComponentGuards | undefined }>();

function guardsOf(whole: () => LinkedSchema, makeGuarded: MakeGuarded): ComponentGuards | undefined {
  const made = known.get(whole) ?? { guards: componentGuards(whole(), makeGuarded) };
  known.set(whole, made);
  return made.guards;
}

type Components = LinkedSchema["components"];

interface ComponentGuards extends Pick<GuardedSchema, "unions" | "isCounted"> {
  /** The facts about several components, which are given without their guards. */
  readonly among: (components: Components) => Omit<GuardedComponent, "address">;
  /** The guarded components at some addresses, and all to which they refer, even indirectly. */
  readonly reachedFrom: (addresses: readonly string[]) => Components;
  /** By the address of the component that is not guarded. */
  readonly guardedAt: (address: string) => GuardedComponent | undefined;
}

interface GuardedComponent {
  readonly address: string;
  readonly isGuarded: boolean;
  readonly costly: readonly CostlyPlace[];
}

function componentGuards(all: LinkedSchema, makeGuarded: MakeGuarded): ComponentGuards | undefined {
  const root = all.inOne();
  const guarded = makeGuarded(root, guardedAddress);
  if (!guarded) return undefined;
  const { $defs } = guarded.schema;
  const definitions = Object.entries(isSchema($defs) ? $defs : {});
  const written = schemasAmong(root.allOf);
  const linked = schemasAmong(all.schema.allOf);
  const of = new Map(
    schemasAmong(guarded.schema.allOf).flatMap(({ $ref: address }, i) => {
      const reference = written[i] && referenceOf(written[i]);
      const target = reference === undefined ? undefined : targetIn(root, root, reference);
      const within = new Set(target ? schemasIn(target) : []);
      const places = guarded.places.filter(({ schema }) => within.has(schema));
      const component = {
        address: String(address),
        isGuarded: places.length > 0,
        costly: places.flatMap(({ costly }) => costly ?? []),
      };
      return [[filledAddress(String(linked[i]?.$ref)), component] as const];
    }),
  );
  const components = new Map(
    definitions.flatMap(([key, one]) =>
      isSchema(one) ? [[guardedAddress(key), separated(one)] as const] : [],
    ),
  );
  const guardedAt = onceEach((address: string) => of.get(filledAddress(address)));
  return {
    unions: guarded.unions,
    isCounted: guarded.isCounted,
    among: remembered((some: Components) => {
      const found = [...some.keys()].flatMap((address) => guardedAt(address) ?? []);
      return {
        isGuarded: found.some(({ isGuarded }) => isGuarded),
        costly: distinctPlaces(found.flatMap(({ costly }) => costly)),
      };
    }),
    reachedFrom: guardsReachedAmong(components),
    guardedAt,
  };
}

function guardsReachedAmong(components: Components): ComponentGuards["reachedFrom"] {
  const known = (addresses: readonly string[]): readonly string[] =>
    addresses.filter((address) => components.has(address));
  const reachedFrom = closuresBy((address: string) => known(addressesIn(components.get(address) ?? {})));
  const componentsAt = remembered(
    (addresses: ReadonlySet<string>): Components =>
      new Map([...addresses].map((address) => [address, components.get(address) ?? {}])),
  );
  return (addresses) => componentsAt(reachedFrom(known(addresses)));
}

/** ajv copies a component without references, and so fills in no defaults where the component is an alternative. */
function separated(component: JSONSchema): JSONSchema {
  const all = schemasIn(component);
  const isCopied = all.some((one) => "default" in one) && all.every((one) => referenceOf(one) === undefined);
  return isCopied ? component : separate(component);
}

/** True if a union may have two alternatives that are not scalar: it may be nested, which only the whole schema tells. */
function hasBranches(schema: JSONSchema): boolean {
  return schemasIn(schema).some(({ anyOf, oneOf }) =>
    [anyOf, oneOf].some((list) => subschemasAmong(list).filter((one) => !isScalar(one)).length > 1),
  );
}

function isScalar(schema: unknown): boolean {
  if (!isSchema(schema)) return false;
  if ("const" in schema) return typeof schema.const !== "object" || schema.const === null;
  const types = [schema.type].flat();
  return types.every((type) => typeof type === "string" && type !== "object" && type !== "array");
}

/** True if a reference leads to another place in the schema: a definition of its own may contain itself. */
function hasOwnReferences(schema: JSONSchema): boolean {
  return schemasIn(schema).some((one) => referenceOf(one)?.startsWith("#") === true);
}

/** True if several schemas may apply to one part of a value. */
const mayBeGuarded = remembered((component: JSONSchema) =>
  schemasIn(component).some((schema) => Object.keys(schema).some((keyword) => combining.has(keyword))),
);

const mayBeGuardedAmong = remembered((components: Components) =>
  [...components.values()].some((one) => mayBeGuarded(one)),
);

const combining: ReadonlySet<string> = new Set([
  ...["allOf", "anyOf", "oneOf", "not", "if", "dependentSchemas", "dependencies"],
  ...["patternProperties", "contains"],
]);

const addressesIn = remembered((component: JSONSchema) =>
  schemasIn(component).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : [])),
);

function withReferences(
  schema: JSONSchema,
  addressOf: (reference: string) => string | false | undefined,
): JSONSchema {
  const copy = mapSchemas(schema, (one) => withReferences(one, addressOf));
  const address = typeof schema.$ref === "string" ? addressOf(schema.$ref) : undefined;
  return address ? { ...copy, $ref: address } : copy;
}
