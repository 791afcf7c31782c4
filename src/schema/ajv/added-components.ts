import { remembered } from "../../core/model/collections";
import type { JSONSchema } from "../interface/schema";
import type { AjvLike } from "./ajv-like";
import { withPlace } from "./failing-place";
import { componentInWords, type LinkedSchema } from "./linked-components";
import { schemasIn } from "../json-schema/subschema";
import { referencesOf } from "../json-schema/targets";
import { isTooDeep, schemaFailureOf } from "../too-deep";

type Components = LinkedSchema["components"];

/** Adds components to an ajv, and compiles each once. Returns the reason if ajv cannot use one of them. */
export function addComponents(ajv: AjvLike, components: Components): string | undefined {
  return adderOf(ajv)(components);
}

const adderOf = remembered((ajv: AjvLike) => {
  /** The components that the ajv has. The value is the reason why ajv cannot use a component. */
  const added = new Map<string, string | undefined>();
  return remembered((components: Components) => {
    addMissing(ajv, components, added);
    return [...components.keys()]
      .map((address) => added.get(address))
      .find((failure) => failure !== undefined);
  });
});

function addMissing(ajv: AjvLike, components: Components, added: Map<string, string | undefined>): void {
  const missing = [...components].filter(([address]) => !added.has(address));
  // By default, ajv rejects the keyword `id`.
  if (missing.length > 0) ajv.removeKeyword?.("id");
  for (const [address, component] of missing) {
    added.set(
      address,
      failureOf(() => ajv.addSchema?.(component, address)),
    );
  }
  for (const [address, component] of missing) {
    const compile = (): void => {
      compileApart(ajv, [address, component], added);
    };
    added.set(address, added.get(address) ?? failureOf(compile));
  }
  // A component that is not compiled yet would fail, too, if it refers to one that ajv cannot use.
  for (const [address, component] of missing) {
    const failure = added.get(address);
    if (failure === undefined || isTooDeep(failure)) continue;
    // The address of the component means nothing to a reader.
    const readable = failure.replace(` from id ${address}`, "");
    const placed = withPlace(readable, component, (schema) => failureOf(() => ajv.compile(schema)));
    added.set(address, `${placed}, in ${componentInWords(address)}`);
  }
}

/**
 * Compiles one component. ajv otherwise compiles all components that it refers to within the same call, and theirs, so
 * that a chain of hundreds would overflow the stack. ajv postpones schemas in `_compilations`.
 */
function compileApart(
  ajv: AjvLike,
  [address, component]: readonly [string, JSONSchema],
  added: ReadonlyMap<string, unknown>,
): void {
  const { _compilations: open, schemas = {} } = ajv;
  const references = schemasIn(component).flatMap((one) => referencesOf(one));
  const foreign = references.filter((one) => !one.startsWith("#"));
  // With a place within another component, ajv also compiles what this place refers to.
  const next = foreign.every((one) => added.has(one)) ? foreign : [...added.keys()];
  const others = [...new Set(next)].flatMap((one) => (one === address ? [] : schemas[one]));
  try {
    for (const one of others) open?.add(one);
    ajv.getSchema?.(address);
  } finally {
    for (const one of others) open?.delete(one);
  }
}

function failureOf(act: () => unknown): string | undefined {
  try {
    act();
    return undefined;
  } catch (error) {
    return schemaFailureOf(error);
  }
}
