import type { JSONSchema } from "../interface/schema";
import { once, onceEach, remembered } from "../../core/model/collections";
import { componentReference, type FindSchema, linkedComponents } from "../json-schema/component-references";
import { closuresBy } from "../json-schema/closures";
import { reachedAmong } from "../json-schema/shared-components";
import { isSchema, schemasIn, withoutKeywords } from "../json-schema/subschema";
import { componentAt, type AppComponents } from "../app-components";

/** A schema that refers to the App's components by the addresses by which an ajv knows them. */
export interface LinkedSchema {
  readonly schema: JSONSchema;
  /**
   * The components that the schema refers to, even indirectly, by their addresses. Schemas that refer to the same ones
   * mostly have one Map, so that functions remember what they find out about it.
   */
  readonly components: ReadonlyMap<string, JSONSchema>;
  /** The same schema with the components in its `$defs`. */
  readonly inOne: () => JSONSchema;
  /** All components of the App, as the members of one `allOf`. */
  readonly whole?: () => LinkedSchema;
}

export function unlinked(schema: JSONSchema): LinkedSchema {
  return { schema, components: new Map(), inOne: () => schema };
}

/**
 * Makes a function that links schemas to the App's components, so that an ajv compiles each component only once. `find`
 * finds the schemas that the ajv itself has, which come first.
 */
export function componentLinker(
  components: AppComponents,
  find: FindSchema,
): (schema: JSONSchema) => LinkedSchema {
  const findInOne: FindSchema = (reference) => find(reference) ?? componentAt(components, reference);
  const reachedFrom = reachedAmong(components);
  const fillsDefaults = onceEach((name: string) =>
    [...reachedFrom([name])].some((one) =>
      schemasIn(components.get(one) ?? {}).some((schema) => "default" in schema),
    ),
  );
  const linkedAt = onceEach((address: string) => {
    const { name, isFilled } = placeAt(address);
    const component = separate(components.get(name) ?? {});
    return linked(isFilled ? component : withoutKeywords(component, new Set(["default"])), isFilled);
  });
  const reachedAddresses = closuresBy((address: string) => linkedAt(address).addresses);
  const componentsAt = remembered(
    (addresses: ReadonlySet<string>): LinkedSchema["components"] =>
      new Map([...addresses].map((address) => [address, linkedAt(address).schema])),
  );
  const whole = once(() =>
    link({ allOf: [...components.keys()].map((name) => ({ $ref: componentReference(name) })) }),
  );
  return link;

  function link(root: JSONSchema): LinkedSchema {
    const { schema, addresses } = linked(root, true);
    return {
      schema,
      components: componentsAt(reachedAddresses(addresses)),
      inOne: () => linkedComponents(root, findInOne, () => undefined),
      whole,
    };
  }

  function linked(
    root: JSONSchema,
    mayFill: boolean,
  ): { readonly schema: JSONSchema; readonly addresses: Set<string> } {
    const addresses = new Set<string>();
    const schema = linkedComponents(root, find, (name, isFilled) => {
      if (!components.has(name)) return undefined;
      const address = addressAt({ name, isFilled: (mayFill && isFilled) || !fillsDefaults(name) });
      addresses.add(address);
      return address;
    });
    return { schema, addresses };
  }
}

/** A component as ajv knows it: with `default`, or without it, for references under keywords such as `anyOf`. */
interface LinkPlace {
  readonly name: string;
  readonly isFilled: boolean;
}

const scheme = "openapi:";
const unfilled = "?unfilled";

function addressAt({ name, isFilled }: LinkPlace): string {
  return `${scheme}${encodeURIComponent(name)}${isFilled ? "" : unfilled}`;
}

function placeAt(address: string): LinkPlace {
  const isFilled = !address.endsWith(unfilled);
  const name = address.slice(scheme.length, isFilled ? undefined : -unfilled.length);
  return { name: decodeURIComponent(name), isFilled };
}

/** The address of a guarded component, or of a guarded part of one. Components without guards have other addresses. */
export function guardedAddress(key: string): string {
  return `${scheme}${key}?guarded`;
}

/** The address of the component with its defaults. */
export function filledAddress(address: string): string {
  return addressAt({ ...placeAt(address), isFilled: true });
}

/** The component at an address, for messages: `#/components/schemas/Tag`. */
export function componentInWords(address: string): string {
  return componentReference(placeAt(address).name);
}

/**
 * Without `$id`, a component may also be used as a whole schema. A reference within it prevents that ajv copies the
 * component's code to each schema that refers to it.
 */
export function separate({ $defs, ...component }: JSONSchema): JSONSchema {
  return {
    ...component,
    $id: undefined,
    $defs: { ...(isSchema($defs) ? $defs : {}), [itself]: { $ref: "#" } },
  };
}

const itself = "itself";
