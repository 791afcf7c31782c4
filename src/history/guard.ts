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
  const call = calling(convert as Written, name, beside);
  return (value, contexts, carried) => {
    const given: unknown = call(value, contexts, carried);
    if (!takeRejection(given)) return given;
    throw new ConversionError(`${name} must be synchronous, got a promise`);
  };
}

const onlyValue: BesideValue = { needs: [], carries: false };

/** The carried value comes before the contexts, where a function is given both. */
function calling(convert: Written, name: string, { needs, carries }: BesideValue): Convert {
  const isNeedy = needs.length > 0;
  if (!carries && !isNeedy) return (value) => convert(value);
  if (!carries) return (value, contexts = noContexts) => convert(value, contexts.listOf(needs));
  if (!isNeedy) return (value, _contexts, carried) => convert(value, carriedIn(carried, name));
  return (value, contexts = noContexts, carried) =>
    convert(value, carriedIn(carried, name), contexts.listOf(needs));
}

function carriedIn(node: CarriedNode | undefined, name: string): unknown {
  if (node?.isSet) return node.carried;
  throw new ConversionError(`${name} needs a carried value: the handler must return Carry(value, carried)`);
}
