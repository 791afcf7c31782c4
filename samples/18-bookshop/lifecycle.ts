/** The end of version 1, which every answer of it announces: from its sunset on it would be deleted. */
export const Lifecycle = {
  "1": { Deprecated: "2026-01-01", Sunset: "2030-01-01", Successor: "2" },
};
