import { remembered } from "../core/model/collections";
import { isSameJSON } from "../core/model/json-value";
import type { AppComponents } from "./app-components";
import { refersToComponents } from "./json-schema/component-references";

/**
 * Makes a function that returns, for a plain JSON Schema that refers to the App's components, the first one with the same
 * JSON. A document that was generated or parsed has an equal schema at each of its operations, and each is compiled once.
 */
export function firstOfEqual(components: AppComponents): <Of extends object>(schema: Of) => Of {
  const first = new Map<string, object>();
  const of = remembered((schema: object) => {
    const text = textOf(schema);
    if (text === undefined) return schema;
    const known = first.get(text) ?? schema;
    first.set(text, known);
    return known;
  });
  // The cast: the first schema has the same JSON as the given one, and so its type.
  return <Of extends object>(schema: Of) => (components.size === 0 ? schema : (of(schema) as Of));
}

/** The JSON of a schema; undefined if JSON lacks a part of it, such as a function, or if it refers to no component. */
function textOf(schema: object): string | undefined {
  try {
    if (!refersToComponents(schema)) return undefined;
    const text = JSON.stringify(schema);
    return isSameJSON(JSON.parse(text), schema) ? text : undefined;
  } catch {
    return undefined;
  }
}
