import { isBoxedPrimitive } from "node:util/types";

/** A replacer function of `JSON.stringify`, such as Express's setting "json replacer". */
export type ReplacerFunction = ((this: unknown, key: string, value: unknown) => unknown) | undefined;

/** A value as a client reads it, sharing nothing with the original: a Date is text, and undefined members are missing. */
export function jsonCopy(value: unknown, replacer?: ReplacerFunction): unknown {
  const text = JSON.stringify(value, replacer) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}

/** True for boxed texts and numbers, and raw JSON: `JSON.stringify` writes each as one value, whatever its members. */
export function isWrittenWhole(value: object): boolean {
  return isBoxedPrimitive(value) || isRawJSON?.(value) === true;
}

/** Since Node 22. */
const { isRawJSON } = JSON as { readonly isRawJSON?: (value: unknown) => boolean };
