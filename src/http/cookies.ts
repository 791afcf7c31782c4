/**
 * The values of every cookie of one name in a Cookie line (RFC 6265, 4.2.1): quotes are no part of a value, and an
 * escape (`%20`) stands for its character, as cookies are commonly written.
 */
export function cookieValues(line: string, name: string): readonly string[] {
  return line.split(";").flatMap((pair) => {
    const equals = pair.indexOf("=");
    if (equals === -1 || pair.slice(0, equals).trim() !== name) return [];
    return [decode(withoutQuotes(pair.slice(equals + 1).trim()))];
  });
}

function withoutQuotes(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
