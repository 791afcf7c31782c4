/** Replaces characters that are not allowed in the name of a component (OpenAPI 3.1.1, section 4.8.7). */
export function componentKey(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, "_");
}
