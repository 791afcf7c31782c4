/**
 * The mark that tells Routers and Apps, of this copy of the package or of another, from all other functions; its value is their
 * kind, in words.
 */
export const collects: unique symbol = Symbol.for("versioned-controllers.router");

/** A Router or an App. */
export interface Collector {
  readonly [collects]: "an App" | "a Router";
}

/** Whether a value is a Router or an App: a function, though nobody may call it. */
export function isCollector(value: unknown): value is Collector {
  return typeof value === "function" && collects in value;
}
