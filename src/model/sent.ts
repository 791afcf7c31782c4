import type { Plain, Silent } from "./as-json";
import type { InputOf, OutputOf } from "./schema";

/**
 * A schema's output, with {@link NotSent} wherever JSON cannot match it: for a bigint, and for an object whose `toJSON`
 * returns a value that the schema does not accept, such as a Date's.
 *
 * `z.date()` accepts no text, so a client cannot get what it describes; `z.coerce.date()` and a codec of text can be
 * sent.
 */
export type Sent<S> = [OutputOf<S>] extends [Plain]
  ? OutputOf<S>
  : // In a function that is generic in its schema, the compiler does not resolve the first branch, and knows the second.
    true extends HasUnsent<OutputOf<S>, InputOf<S>>
    ? SentOf<OutputOf<S>, InputOf<S>>
    : OutputOf<S>;

type HasUnsent<Output, Input> = [Output] extends [SentOf<Output, Input>] ? false : true;

type SentOf<Output, Input> = unknown extends Output
  ? Output
  : Output extends string | number | boolean | null | undefined | Silent
    ? Output
    : Output extends bigint
      ? NotSent<"a bigint">
      : Output extends { toJSON(...args: never[]): infer Instead }
        ? [Instead] extends [Input]
          ? Output
          : NotSent<Output>
        : Output extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
          ? Output
          : {
              [Name in keyof Output]: SentOf<Output[Name], Name extends keyof Input ? Input[Name] : unknown>;
            };

/** Explains in compiler messages that JSON cannot represent a schema's values. */
export interface NotSent<What> {
  readonly "cannot be sent as JSON: describe what is sent instead, a Date by z.iso.datetime()": What;
}
