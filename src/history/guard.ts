import { ConversionError } from "./conversion-errors";
import type { CarriedNode } from "../model/carried";
import { noContexts, type AnyContext } from "../model/context";
import type { Convert } from "../model/history";
import { takeRejection, describe } from "../model/value";

/** The additional arguments of a function. */
interface BesideValue {
  readonly needs: readonly AnyContext[];
  /** True if it gets the carried value. */
  readonly carries: boolean;
}

type WrittenFunction = (value: unknown, ...beside: unknown[]) => unknown;

/**
 * Wraps an application's conversion, which must not return a promise: each call is checked, so that a promise inside a
 * list is found.
 *
 * @throws TypeError for a value that is not a function.
 */
export function guarded(
  convert: unknown,
  name: string,
  beside: BesideValue = onlyValue,
): Convert | undefined {
  if (convert === undefined) return undefined;
  if (typeof convert !== "function") {
    throw new TypeError(`${name} must be a function, got ${describe(convert)}`);
  }
  return calling(convert as WrittenFunction, name, beside);
}

const onlyValue: BesideValue = { needs: [], carries: false };

/** The carried value comes before the contexts. */
function calling(convert: WrittenFunction, name: string, { needs, carries }: BesideValue): Convert {
  const isNeedy = needs.length > 0;
  if (!carries && !isNeedy) return (value) => atOnce(convert(value), name);
  if (!carries) {
    return (value, contexts = noContexts) => atOnce(convert(value, contexts.listOf(needs)), name);
  }
  if (!isNeedy) return (value, _contexts, carried) => atOnce(convert(value, carriedIn(carried, name)), name);
  return (value, contexts = noContexts, carried) =>
    atOnce(convert(value, carriedIn(carried, name), contexts.listOf(needs)), name);
}

function atOnce(given: unknown, name: string): unknown {
  if (!takeRejection(given)) return given;
  throw new ConversionError(`${name} must be synchronous, got a promise`);
}

function carriedIn(node: CarriedNode | undefined, name: string): unknown {
  if (node?.isSet) return node.carried;
  throw new ConversionError(`${name} needs a carried value: the handler must return Carry(value, carried)`);
}
