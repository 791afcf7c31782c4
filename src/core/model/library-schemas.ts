import { isObjectOrFunction, pointerStep } from "./value";

/**
 * Describes JSON that contains a schema of a library, such as `{ properties: Cat.shape }` of zod; undefined for all other
 * values. As JSON Schema, the part would have unknown keywords, and allow every value.
 */
export function librarySchemaInWords(json: unknown): string | undefined {
  const places = new Map<unknown, string>([[json, ""]]);
  // The loop also visits the values that are added while it runs.
  for (const [value, place] of places) {
    const members: readonly (readonly [string, unknown])[] =
      typeof value === "object" ? Object.entries(value ?? {}) : [];
    for (const [key, member] of members) {
      const within = `${place}/${pointerStep(key)}`;
      if (isOfLibrary(member)) return `JSON with a library's schema at ${within}`;
      // A value that was found before stays where it is, so that a circular one ends.
      places.set(member, within);
    }
  }
  return undefined;
}

/** False for the result of `z.toJSONSchema(Cat)`, which is JSON: its `~standard` is hidden. */
function isOfLibrary(value: unknown): boolean {
  if (!hasStandard(value)) return false;
  return Object.getPrototypeOf(value) !== Object.prototype || Object.keys(value).includes("~standard");
}

export function hasStandard(value: unknown): value is object {
  return isObjectOrFunction(value) && "~standard" in value;
}
