import { decodedOrSame } from "./form";

/**
 * The value of a cookie (RFC 6265, 4.2.1) across all Cookie lines; undefined if the cookie is missing or repeated.
 *
 * Quotes are removed, and escapes (`%20`) are decoded, as cookies are commonly written.
 */
export function cookieValue(lines: readonly string[], name: string): string | undefined {
  let found: string | undefined;
  for (const line of lines) {
    for (let start = 0; start < line.length;) {
      const end = endOfPair(line, start);
      const value = pairValue(line.slice(start, end), name);
      if (value !== undefined && found !== undefined) return undefined;
      found ??= value;
      start = end + 1;
    }
  }
  return found === undefined ? undefined : decodedOrSame(withoutQuotes(found));
}

/**
 * All cookies (RFC 6265, 4.2.1) by name, without a prototype; of a repeated cookie the first counts.
 *
 * Linear in the length of the lines.
 */
export function cookiesIn(lines: readonly string[]): Record<string, string> {
  const cookies = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    for (const pair of line.split(";")) {
      const equals = pair.indexOf("=");
      const name = pair.slice(0, equals).trim();
      if (equals === -1 || name in cookies) continue;
      cookies[name] = decodedOrSame(withoutQuotes(pair.slice(equals + 1).trim()));
    }
  }
  return cookies;
}

function endOfPair(line: string, start: number): number {
  const end = line.indexOf(";", start);
  return end === -1 ? line.length : end;
}

function pairValue(pair: string, name: string): string | undefined {
  const equals = pair.indexOf("=");
  return equals !== -1 && pair.slice(0, equals).trim() === name ? pair.slice(equals + 1).trim() : undefined;
}

function withoutQuotes(value: string): string {
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
