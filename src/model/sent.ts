import type { Plain, Silent } from "./as-json";
import type { InputOf, OutputOf } from "./schema";

/**
 * What a schema puts out, with {@link NotSent} wherever no JSON can be right: where it puts out a bigint, and where it
 * puts out an object that is sent by its `toJSON`, as a Date is, and does not take what that gives.
 *
 * `z.date()` takes no text, so that no client can be sent what it asks for; `z.coerce.date()` and a codec of text do.
 */
export type Sent<S> = [OutputOf<S>] extends [Plain]
  ? OutputOf<S>
  : // Where a function is generic in its schema, the compiler passes the first branch by, and knows the second.
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

/** The words that a compiler's message shows of a schema whose values JSON cannot hold. */
export interface NotSent<What> {
  readonly "cannot be sent as JSON: describe what is sent instead, a Date by z.iso.datetime()": What;
}
