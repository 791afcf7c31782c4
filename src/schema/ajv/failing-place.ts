import type { JSONSchema } from "../interface/schema";
import { placedChildren } from "../json-schema/subschema";

/**
 * Adds the place of a fault to the message of a schema that ajv cannot compile: `, at /properties/owner`. This is the
 * innermost schema that fails for the same reason by itself. Messages about invalid schemas already contain a place.
 */
export function withPlace(
  failure: string,
  root: JSONSchema,
  failureOf: (schema: JSONSchema) => string | undefined,
): string {
  if (failure.startsWith(invalid)) return failure;
  const place = placeWithin(root);
  return place === "" ? failure : `${failure}, at ${place}`;

  function placeWithin(schema: JSONSchema): string {
    for (const [place, child] of placedChildren(schema)) {
      const inContext = { ...child, ...definitionsOf(root) };
      if (withoutBase(failureOf(inContext)) === withoutBase(failure)) return place + placeWithin(child);
    }
    return "";
  }
}

/** ajv adds the faults of a schema by its meta-schema: `data/properties/owner/type must be string`. */
const invalid = "schema is invalid: data/";

/** A schema within another one has another base for its references: `can't resolve reference #/a from id #`. */
function withoutBase(failure: string | undefined): string | undefined {
  return failure?.replace(/ from id \S*$/, "");
}

function definitionsOf({ $defs, definitions }: JSONSchema): JSONSchema {
  return { ...($defs !== undefined && { $defs }), ...(definitions !== undefined && { definitions }) };
}
