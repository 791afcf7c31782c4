import type { Path } from "./histories";

/** In a path of `Within`: every item of a list, or every value of a record. */
export const Each: unique symbol = Symbol.for("versioned-controllers.each");

/** In a path of `Within`: every item, if the value is a list; otherwise the value itself. */
export const OneOrEach: unique symbol = Symbol.for("versioned-controllers.one-or-each");

/** The text of a path, as users write it: `["data", Each]`. */
export function pathText(path: Path): string {
  const steps = path.map((step) =>
    typeof step === "string" ? JSON.stringify(step) : step === Each ? "Each" : "OneOrEach",
  );
  return `[${steps.join(", ")}]`;
}
