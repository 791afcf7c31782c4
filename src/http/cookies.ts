import { decodedOrSame } from "./form";

/** Returns the decoded values of a cookie from all Cookie lines (RFC 6265, 4.2.1). */
export function cookieValues(lines: readonly string[], name: string): readonly string[] {
  const found: string[] = [];
  for (const line of lines) {
    for (const pair of line.split(";")) {
      const equals = pair.indexOf("=");
      if (equals === -1 || pair.slice(0, equals).trim() !== name) continue;
      found.push(decodedOrSame(unquoted(pair.slice(equals + 1))));
    }
  }
  return found;
}

/** Returns an object without a prototype: all cookies by name (RFC 6265, 4.2.1). The first of repeated ones counts. */
export function cookiesIn(lines: readonly string[]): Record<string, string> {
  const cookies = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    for (const pair of line.split(";")) {
      const equals = pair.indexOf("=");
      const name = pair.slice(0, equals).trim();
      if (equals === -1 || name in cookies) continue;
      cookies[name] = decodedOrSame(unquoted(pair.slice(equals + 1)));
    }
  }
  return cookies;
}

function unquoted(text: string): string {
  const value = text.trim();
  return value.length > 1 && value.startsWith('"') && value.endsWith('"') ? value.slice(1, -1) : value;
}
