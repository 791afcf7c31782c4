/** As `JSON.stringify` takes it: an application's "json replacer". */
export type ReplacerFunction = ((this: unknown, key: string, value: unknown) => unknown) | undefined;

/** A value as a client reads it: a Date is text, what is undefined is not there, and nothing is shared with it. */
export function jsonCopy(value: unknown, replacer?: ReplacerFunction): unknown {
  const text = JSON.stringify(value, replacer) as string | undefined;
  return text === undefined ? undefined : (JSON.parse(text) as unknown);
}
