/**
 * The parameter's value that the Accept lines prefer (RFC 9110, 12.5.1): that of the media range with the highest
 * weight, the first written among equals. `key` is in lower case; the result is undefined if no range names a value.
 *
 * A range counts if it carries the parameter once, with a value, and its weight is not 0. A range that RFC 9110 does
 * not allow, or with a malformed or repeated weight, is skipped; the other ranges count.
 */
export function preferredValue(lines: readonly string[], key: string): string | undefined {
  let highest = 0;
  let preferred: string | undefined;
  for (const line of lines) {
    // Hot path: one object serves all ranges of a line, and only the wanted text is sliced. The parser reads each
    // character at most twice: once in a range, and again to find the end of a malformed one.
    const range: Range = { line, at: 0, key, value: "", count: 0, weight: undefined };
    while (range.at < line.length) {
      const start = range.at;
      if (!parseRange(range)) {
        range.at = endOfElement(line, start);
      } else if (range.count === 1 && range.value !== "" && (range.weight ?? 1000) > highest) {
        highest = range.weight ?? 1000;
        preferred = range.value;
      }
      range.at++;
    }
  }
  return preferred;
}

/** A parser's position in a line. */
interface Cursor {
  readonly line: string;
  at: number;
}

/** One media range, as far as it has been parsed. */
interface Range extends Cursor {
  /** The wanted parameter. */
  readonly key: string;
  /** Its value, as last written, unquoted. */
  value: string;
  /** How often the range has the parameter. */
  count: number;
  /** The weight in thousandths, 0 to 1000; undefined if the range has none. */
  weight: number | undefined;
}

const tab = 0x09;
const space = 0x20;
const quoteMark = 0x22; // "
const comma = 0x2c; // ,
const dot = 0x2e; // .
const slash = 0x2f; // /
const zero = 0x30; // 0
const semicolon = 0x3b; // ;
const equals = 0x3d; // =
const upperA = 0x41; // A
const upperZ = 0x5a; // Z
const toLower = 0x20;
const backslash = 0x5c; // \

/** tchar of RFC 9110, 5.6.2, by char code. */
const tokenCharacters = new Uint8Array(128);
for (const character of "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") {
  tokenCharacters[character.charCodeAt(0)] = 1;
}

/** The end of the list element that begins at `start`: at a comma outside of quotes, or with the line. */
function endOfElement(line: string, start: number): number {
  let quoted = false;
  for (let i = start; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === quoteMark) quoted = !quoted;
    else if (quoted && code === backslash) i++;
    else if (!quoted && code === comma) return i;
  }
  return line.length;
}

/** media-range [ weight ], with optional whitespace around it, up to a comma or the end of the line. */
function parseRange(range: Range): boolean {
  range.count = 0;
  range.weight = undefined;
  skipWhitespace(range);
  return skipToken(range) && skip(range, slash) && skipToken(range) && parseParameters(range);
}

/** parameters = *( OWS ";" OWS [ parameter ] ), the weight among them. */
function parseParameters(range: Range): boolean {
  for (;;) {
    skipWhitespace(range);
    if (isAtEnd(range)) return true;
    if (!skip(range, semicolon)) return false;
    skipWhitespace(range);
    const start = range.at;
    if (skipToken(range) && !parseParameter(range, start)) return false;
  }
}

/** The rest behind the name of a parameter, which began at `start`. */
function parseParameter(range: Range, start: number): boolean {
  const { line, at: end, key } = range;
  if (!skip(range, equals)) return false;
  if (isParameterNamed(line, start, end, "q")) {
    if (range.weight !== undefined) return false;
    range.weight = parseWeight(range);
    return range.weight !== undefined;
  }
  const from = range.at;
  const isQuoted = line.charCodeAt(from) === quoteMark;
  if (!(isQuoted ? skipQuoted(range) : skipToken(range))) return false;
  if (isParameterNamed(line, start, end, key)) {
    range.count++;
    range.value = isQuoted ? unquote(line.slice(from + 1, range.at - 1)) : line.slice(from, range.at);
  }
  return true;
}

/** True if a part of a line is this name, ignoring case; `name` is in lower case. */
function isParameterNamed(line: string, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false;
  for (let i = 0; i < name.length; i++) {
    const code = line.charCodeAt(start + i);
    const isUpper = code >= upperA && code <= upperZ;
    if ((isUpper ? code + toLower : code) !== name.charCodeAt(i)) return false;
  }
  return true;
}

/** qvalue = ( "0" [ "." 0*3DIGIT ] ) / ( "1" [ "." 0*3("0") ] ) (RFC 9110, 12.4.2), in thousandths. */
function parseWeight(cursor: Cursor): number | undefined {
  const { line, at: start } = cursor;
  if (!skipToken(cursor)) return undefined;
  const whole = line.charCodeAt(start) - zero;
  const digits = cursor.at - start - 2;
  if ((whole !== 0 && whole !== 1) || digits > 3) return undefined;
  if (digits >= 0 && line.charCodeAt(start + 1) !== dot) return undefined;
  let weight = whole * 1000;
  for (let i = 0; i < digits; i++) {
    const digit = line.charCodeAt(start + 2 + i) - zero;
    if (digit < 0 || digit > 9) return undefined;
    weight += digit * 10 ** (2 - i);
  }
  return weight <= 1000 ? weight : undefined;
}

function isAtEnd({ line, at }: Cursor): boolean {
  return at >= line.length || line.charCodeAt(at) === comma;
}

function skip(cursor: Cursor, code: number): boolean {
  if (cursor.at >= cursor.line.length || cursor.line.charCodeAt(cursor.at) !== code) return false;
  cursor.at++;
  return true;
}

function skipWhitespace(cursor: Cursor): void {
  const { line } = cursor;
  const { length } = line;
  let { at } = cursor;
  while (at < length && isWhitespace(line.charCodeAt(at))) at++;
  cursor.at = at;
}

function isWhitespace(code: number): boolean {
  return code === space || code === tab;
}

/** Skips a token; true if it had at least one character. */
function skipToken(cursor: Cursor): boolean {
  const { line, at: start } = cursor;
  const { length } = line;
  let at = start;
  while (at < length && tokenCharacters[line.charCodeAt(at)] === 1) at++;
  cursor.at = at;
  return at > start;
}

/** Skips a quoted-string (RFC 9110, 5.6.4); true if it was complete. */
function skipQuoted(cursor: Cursor): boolean {
  const { line } = cursor;
  for (let at = cursor.at + 1; at < line.length; at++) {
    let code = line.charCodeAt(at);
    if (code === quoteMark) {
      cursor.at = at + 1;
      return true;
    }
    if (code === backslash) code = line.charCodeAt(++at);
    if (!isQuotable(code)) return false;
  }
  return false;
}

/** The characters of a quoted string: HTAB, SP, VCHAR or obs-text. */
function isQuotable(code: number): boolean {
  return code === tab || (code >= space && code !== 0x7f && code <= 0xff);
}

function unquote(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}
