/**
 * The type of what is a mistake: nothing takes it, so that the compiler prints its words. It is for the compiler alone.
 *
 * Text in its place would be printed as `string`.
 */
export interface Wrong<Words extends string> {
  readonly "what is wrong": Words;
}
