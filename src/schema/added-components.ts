import type { AjvLike } from "./ajv-like";
import { withPlace } from "./failing-place";
import { componentInWords, isComponentAddress, type LinkedSchema } from "./linked-components";
import { isTooDeep, schemaFailureOf } from "./too-deep";

/** The components that each ajv has. The value is the reason why ajv cannot use a component. */
const known = new WeakMap<AjvLike, Map<string, string | undefined>>();

/** Adds components to an ajv, and compiles each once. Returns the reason if ajv cannot use one of them. */
export function addComponents(ajv: AjvLike, components: LinkedSchema["components"]): string | undefined {
  const added = known.get(ajv) ?? new Map<string, string | undefined>();
  known.set(ajv, added);
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
    const failure =
      added.get(address) ??
      failureOf(() => {
        compileApart(ajv, address);
      });
    if (failure === undefined || isTooDeep(failure)) {
      added.set(address, failure);
      continue;
    }
    // The address of the component means nothing to a reader.
    const readable = failure.replace(` from id ${address}`, "");
    const placed = withPlace(readable, component, (schema) => failureOf(() => ajv.compile(schema)));
    added.set(address, `${placed}, in ${componentInWords(address)}`);
  }
  return [...components.keys()].map((address) => added.get(address)).find((failure) => failure !== undefined);
}

/**
 * Compiles one component. ajv otherwise compiles all components that it refers to within the same call, and theirs, so
 * that a chain of hundreds would overflow the stack. ajv postpones schemas in `_compilations`.
 */
function compileApart(ajv: AjvLike, address: string): void {
  const { _compilations: open, schemas = {} } = ajv;
  const others = Object.entries(schemas).flatMap(([key, one]) =>
    isComponentAddress(key) && key !== address ? [one] : [],
  );
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
