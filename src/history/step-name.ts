import type { Change } from "../model/change";

/** A step by the changes of one version that it is of: `"A cat's name is split." (version 3)`; the newest link has none. */
export function nameOfStep(...changes: readonly Change[]): string {
  const [first] = changes;
  if (!first) return "the newest version";
  const descriptions = changes.map(({ Description }) => JSON.stringify(Description));
  return `${descriptions.join(" and ")} (version ${first.Version})`;
}
