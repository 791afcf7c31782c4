/**
 * Reads the fields of a URL-encoded form (URL Standard, 5.1) in linear time; Express's parser takes minutes for a
 * megabyte. Fields of the same name become a list. Leaves out `__proto__`, because a library that copies the fields
 * would set the prototype of its copy.
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

/** Decodes `%C3%A9` to `é`. Returns a malformed text unchanged, without exceptions, which are slow in large numbers. */
export function decodedOrSame(text: string): string {
  return text.includes("%") && isWellEscaped(text) ? decodeURIComponent(text) : text;
}

/** True if each escape has two hex digits, and the escaped bytes are UTF-8. */
function isWellEscaped(text: string): boolean {
  for (let at = text.indexOf("%"); at !== -1; at = text.indexOf("%", escapedCharacter.lastIndex)) {
    escapedCharacter.lastIndex = at;
    if (!escapedCharacter.test(text)) return false;
  }
  return true;
}

/** Matches one escaped UTF-8 character of one to four bytes (RFC 3629, 4), but no overlong form and no surrogate. */
const escapedCharacter = new RegExp(
  [
    "%[0-7][0-9a-f]",
    "%(?:c[2-9a-f]|d[0-9a-f])TAIL",
    "%e0%[ab][0-9a-f]TAIL",
    "%e[1-9abcef]TAILTAIL",
    "%ed%[89][0-9a-f]TAIL",
    "%f0%[9ab][0-9a-f]TAILTAIL",
    "%f[1-3]TAILTAILTAIL",
    "%f4%8[0-9a-f]TAILTAIL",
  ]
    .join("|")
    .replaceAll("TAIL", "%[89ab][0-9a-f]"),
  "iy",
);
