/** A type that no result fits. `Words` is in a member, because the compiler would print a literal type as `string`. */
export interface Wrong<Words extends string> {
  readonly "what is wrong": Words;
}
