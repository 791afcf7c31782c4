/**
 * One media range of an Accept line: `text/html;level=2;q=0.5` has the parameter `level` and weight 500.
 */
export interface MediaRange {
  /** Names in lower case, values unquoted, in the order written; `q` is not among them. */
  readonly parameters: readonly Parameter[];
  /** In thousandths: 0 to 1000. */
  readonly weight: number;
}

/** A parameter of a media range. */
export interface Parameter {
  readonly name: string;
  readonly value: string;
}

/**
 * The well-formed media ranges of one Accept line (RFC 9110, 12.5.1), in the order written.
 *
 * A range that RFC 9110 does not allow, or with a malformed weight or two, is passed over; the others stand. Each
 * character is looked at twice at most: once as part of a range, once more to find the end of a malformed one.
 */
export function mediaRanges(line: string): readonly MediaRange[] {
  const ranges: MediaRange[] = [];
  const cursor: Cursor = { line, at: 0 };
  while (cursor.at <= line.length) {
    const start = cursor.at;
    const range = parseRange(cursor);
    if (range) ranges.push(range);
    else cursor.at = endOfElement(line, start);
    cursor.at++;
  }
  return ranges;
}

/** Where in a line a parser stands. */
interface Cursor {
  readonly line: string;
  at: number;
}

const tab = 0x09;
const space = 0x20;
const quote = 0x22; // "
const comma = 0x2c; // ,
const dot = 0x2e; // .
const slash = 0x2f; // /
const zero = 0x30; // 0
const semicolon = 0x3b; // ;
const equals = 0x3d; // =
const backslash = 0x5c; // \

/** tchar of RFC 9110, 5.6.2, by char code. */
const tokenCharacters = new Uint8Array(128);
for (const character of "!#$%&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz") {
  tokenCharacters[character.charCodeAt(0)] = 1;
}

/** Where the list element that begins at `start` ends: at a comma outside of quotes, or with the line. */
function endOfElement(line: string, start: number): number {
  let quoted = false;
  for (let i = start; i < line.length; i++) {
    const code = line.charCodeAt(i);
    if (code === quote) quoted = !quoted;
    else if (quoted && code === backslash) i++;
    else if (!quoted && code === comma) return i;
  }
  return line.length;
}

/** media-range [ weight ], with optional whitespace around it, up to a comma or the end of the line. */
function parseRange(cursor: Cursor): MediaRange | undefined {
  skipWhitespace(cursor);
  const isType = skipToken(cursor) && skip(cursor, slash) && skipToken(cursor);
  return isType ? parseParameters(cursor) : undefined;
}

/** parameters = *( OWS ";" OWS [ parameter ] ), the weight among them. */
function parseParameters(cursor: Cursor): MediaRange | undefined {
  let parameters: Parameter[] | undefined;
  let weight: number | undefined;
  for (;;) {
    skipWhitespace(cursor);
    if (isAtEnd(cursor)) return { parameters: parameters ?? none, weight: weight ?? 1000 };
    if (!skip(cursor, semicolon)) return undefined;
    skipWhitespace(cursor);
    const start = cursor.at;
    if (!skipToken(cursor)) continue;
    const name = cursor.line.slice(start, cursor.at).toLowerCase();
    if (!skip(cursor, equals)) return undefined;
    if (name === "q") {
      if (weight !== undefined) return undefined;
      weight = parseWeight(cursor);
      if (weight === undefined) return undefined;
    } else {
      const value = parseValue(cursor);
      if (value === undefined) return undefined;
      (parameters ??= []).push({ name, value });
    }
  }
}

const none: readonly Parameter[] = [];

/** A token or quoted-string, unquoted; undefined where there is neither. */
function parseValue(cursor: Cursor): string | undefined {
  const start = cursor.at;
  if (cursor.line.charCodeAt(start) === quote) {
    return skipQuoted(cursor) ? unquote(cursor.line.slice(start + 1, cursor.at - 1)) : undefined;
  }
  return skipToken(cursor) ? cursor.line.slice(start, cursor.at) : undefined;
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
    weight += digit * (thousandths[i] ?? 0);
  }
  return weight <= 1000 ? weight : undefined;
}

const thousandths = [100, 10, 1];

function isAtEnd({ line, at }: Cursor): boolean {
  return at >= line.length || line.charCodeAt(at) === comma;
}

function skip(cursor: Cursor, code: number): boolean {
  if (cursor.line.charCodeAt(cursor.at) !== code) return false;
  cursor.at++;
  return true;
}

function skipWhitespace(cursor: Cursor): void {
  const { line } = cursor;
  let { at } = cursor;
  for (let code = line.charCodeAt(at); code === space || code === tab; code = line.charCodeAt(at)) at++;
  cursor.at = at;
}

/** Whether at least one character of a token was there to be skipped. */
function skipToken(cursor: Cursor): boolean {
  const { line, at: start } = cursor;
  let at = start;
  while (at < line.length && tokenCharacters[line.charCodeAt(at)] === 1) at++;
  cursor.at = at;
  return at > start;
}

/** Whether a whole quoted-string (RFC 9110, 5.6.4) was there to be skipped. */
function skipQuoted(cursor: Cursor): boolean {
  const { line } = cursor;
  for (let at = cursor.at + 1; at < line.length; at++) {
    let code = line.charCodeAt(at);
    if (code === quote) {
      cursor.at = at + 1;
      return true;
    }
    if (code === backslash) code = line.charCodeAt(++at);
    if (!isQuotable(code)) return false;
  }
  return false;
}

/** HTAB, SP, VCHAR or obs-text. */
function isQuotable(code: number): boolean {
  return code === tab || (code >= space && code !== 0x7f && code <= 0xff);
}

function unquote(text: string): string {
  return text.replaceAll(/\\(.)/g, "$1");
}
