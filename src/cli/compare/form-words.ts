import { isOfType, valuesIn, type Form, type TypedForm } from "./forms";
import { canonical, either } from "./words";

/** Forms in words: `a string or null`. */
export function wordsFor(forms: readonly Form[]): string {
  return either([
    ...forms.flatMap((form) => (form.kind === "value" ? [] : [nameOf(form)])),
    ...wordsForValues(valuesIn(forms)),
  ]);
}

/** A form that was lost, or is new; where single values of its type stand on the other side, all but those. */
export function wordFor(form: TypedForm, others: readonly Form[]): string {
  const values = valuesIn(others).filter((value) => isOfType(value, form.kind));
  const word = nameOf(form);
  return values.length === 0 ? word : `${word} other than ${either(wordsForValues(values))}`;
}

/** Values in words; both booleans are a boolean. */
export function wordsForValues(values: readonly unknown[]): readonly string[] {
  const isBoolean = values.includes(true) && values.includes(false);
  return [
    ...(isBoolean ? ["a boolean"] : []),
    ...values.filter((value) => !isBoolean || typeof value !== "boolean").map(canonical),
  ];
}

/** Objects are told apart by their names. */
function nameOf({ kind, name }: TypedForm): string {
  return kind === "object" && name !== undefined ? `${words[kind]} (${name})` : words[kind];
}

const words: Readonly<Record<TypedForm["kind"], string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  array: "a list",
  object: "an object",
};
