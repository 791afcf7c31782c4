import { ConversionError } from "./conversion-error";
import type { Convert } from "../model/history";
import { takeRejection } from "../model/rejections";
import { describe } from "../model/value";

/**
 * A conversion that fails where it gives a promise: each call of it is held, so that a promise inside a list is found.
 *
 * @throws TypeError where it is no function.
 */
export function guarded(convert: unknown, name: string): Convert | undefined {
  if (convert === undefined) return undefined;
  if (typeof convert !== "function") {
    throw new TypeError(`${name} must be a function, got ${describe(convert)}`);
  }
  return (value) => {
    const given: unknown = (convert as Convert)(value);
    if (!takeRejection(given)) return given;
    throw new ConversionError(`${name} gave a promise, and has to be synchronous`);
  };
}
