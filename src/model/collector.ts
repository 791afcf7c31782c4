/**
 * The mark of Routers and Apps, of this copy of the package or of another; its value is their kind in words.
 */
export const collects: unique symbol = Symbol.for("versioned-controllers.router");

/** A Router or an App. */
export interface Collector {
  readonly [collects]: "an App" | "a Router";
}

/** True if a value is a Router or an App, which are functions that must not be called. */
export function isCollector(value: unknown): value is Collector {
  return typeof value === "function" && collects in value;
}
