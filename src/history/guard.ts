import { ConversionError } from "./conversion-error";
import type { CarriedNode } from "../model/carried";
import { noContexts, type AnyContext } from "../model/context";
import type { Convert } from "../model/history";
import { takeRejection } from "../model/rejections";
import { describe } from "../model/value";

/** What a function is given beside the value. */
interface BesideValue {
  readonly needs: readonly AnyContext[];
  /** Whether it is given what the value carries. */
  readonly carries: boolean;
}

type Written = (value: unknown, ...beside: unknown[]) => unknown;

/**
 * A conversion of what an application wrote, which fails where it gives a promise: each call of it is held, so that a promise
 * inside a list is found.
 *
 * @throws TypeError where it is no function.
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
  return calling(convert as Written, name, beside);
}

const onlyValue: BesideValue = { needs: [], carries: false };

/** Hot path, for each item of a list: one function. The carried value comes before the contexts, where a function is given both. */
function calling(convert: Written, name: string, { needs, carries }: BesideValue): Convert {
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
