/** The text that was given, or none: callers without types may give anything, which `check` reports. */
export function textOf(given: unknown): string {
  return typeof given === "string" ? given : "";
}

/** Whether an option was left out, or left empty. */
export function isUnset(given: unknown): boolean {
  return given === undefined || given === null || given === "";
}
