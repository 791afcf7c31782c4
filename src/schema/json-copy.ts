/** A replacer function of `JSON.stringify`, such as Express's setting "json replacer". */
export type ReplacerFunction = ((this: unknown, key: string, value: unknown) => unknown) | undefined;

/** A value as a client reads it, sharing nothing with the original: a Date is text, and undefined members are missing. */
export function jsonCopy(value: unknown, replacer?: ReplacerFunction): unknown {
  const text = JSON.stringify(value, replacer) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}
