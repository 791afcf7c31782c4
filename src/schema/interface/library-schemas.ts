import { isObjectOrFunction, pointerStep } from "../../core/model/value";

/**
 * Describes JSON that contains a schema of a library, such as `{ properties: Cat.shape }` of zod; undefined for all other
 * values. As JSON Schema, the part would have unknown keywords, and allow every value. Extensions (`x-`) may have any
 * value, and so may definitions to which no reference leads.
 */
export function librarySchemaInWords(
  json: unknown,
  follow?: (reference: string) => unknown,
): string | undefined {
  const places = new Map([[json, ""]]);
  // The loop also visits the values that are added while it runs. One that was found before stays where it is.
  for (const [value, place] of places) {
    const members: readonly (readonly [string, unknown])[] =
      typeof value === "object" ? Object.entries(value ?? {}) : [];
    for (const [key, member] of members) {
      if (/^(x-|\$defs|definitions$)/.test(key)) continue;
      const found = key === "$ref" ? follow?.(String(member)) : member;
      const within = `${place}/${pointerStep(key)}`;
      if (isOfLibrary(found)) return `JSON with a library's schema at ${within}`;
      places.set(found, within);
    }
  }
  return undefined;
}

/** False for the result of `z.toJSONSchema(Cat)`, which is JSON: its `~standard` is hidden. */
export function isOfLibrary(value: unknown): boolean {
  if (!isObjectOrFunction(value) || !("~standard" in value)) return false;
  return Object.getPrototypeOf(value) !== Object.prototype || Object.keys(value).includes("~standard");
}
