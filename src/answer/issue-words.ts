import type { Issue } from "../model/schema";

/** At least one text: a validator may reject a value without an issue. */
export function issuesInWords(issues: readonly Issue[]): readonly string[] {
  if (issues.length === 0) return ["the value: does not match the schema"];
  return issues.map(({ path, message }) => `${path.join(".") || "the value"}: ${message}`);
}
