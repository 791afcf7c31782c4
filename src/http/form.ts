import { decodedOrSame } from "./escapes";

/**
 * The fields of a URL-encoded form (URL Standard, 5.1); a repeated name has a list of values.
 *
 * Linear: Express's parser takes minutes for the number of fields that one megabyte can have. Fields without a name are
 * left out, and so is `__proto__`, which would become a prototype where a library copies the fields. A malformed escape
 * stays as it is.
 */
export function fieldsOfForm(text: string, isLatin1: boolean): Record<string, string | readonly string[]> {
  const fields = new Map<string, string | string[]>();
  for (const field of text.split("&")) {
    const end = field.indexOf("=");
    const name = decodedField(end === -1 ? field : field.slice(0, end), isLatin1);
    if (name === "" || name === "__proto__") continue;
    const value = decodedField(end === -1 ? "" : field.slice(end + 1), isLatin1);
    const known = fields.get(name);
    if (known === undefined) fields.set(name, value);
    else if (typeof known === "string") fields.set(name, [known, value]);
    else known.push(value);
  }
  return Object.fromEntries(fields);
}

function decodedField(text: string, isLatin1: boolean): string {
  const spaced = text.replaceAll("+", " ");
  if (isLatin1) {
    return spaced.replaceAll(/%([0-9a-f]{2})/gi, (_, digits: string) =>
      String.fromCharCode(Number.parseInt(digits, 16)),
    );
  }
  return decodedOrSame(spaced);
}
