import type { Change } from "../model/change";

/** The name of a step, by its changes: `"A cat's name is split." (version 3)`; the newest link has no changes. */
export function nameOfStep(...changes: readonly Change[]): string {
  const [first] = changes;
  if (!first) return "the newest version";
  const descriptions = changes.map(({ Description }) => JSON.stringify(Description));
  return `${descriptions.join(" and ")} (version ${first.Version})`;
}
