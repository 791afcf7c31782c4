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
 * A range that RFC 9110 does not allow, or with a malformed weight or two, is passed over; the others
 * stand. One walk from left to right, whatever the input: each character is looked at a bounded number of times.
 */
export function mediaRanges(line: string): readonly MediaRange[] {
  const ranges: MediaRange[] = [];
  let start = 0;
  while (start <= line.length) {
    const end = endOfElement(line, start);
    const range = parseRange(line, start, end);
    if (range) ranges.push(range);
    start = end + 1;
  }
  return ranges;
}

const tab = 0x09;
const space = 0x20;
const quote = 0x22; // "
const comma = 0x2c; // ,
const slash = 0x2f; // /
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

/** media-range [ weight ], with optional whitespace around it. */
function parseRange(line: string, start: number, end: number): MediaRange | undefined {
  const from = skipWhitespace(line, start, end);
  const type = skipToken(line, from, end);
  if (type === from || line.charCodeAt(type) !== slash) return undefined;
  const subtype = skipToken(line, type + 1, end);
  if (subtype === type + 1) return undefined;
  return parseParameters(line, subtype, end);
}

/** parameters = *( OWS ";" OWS [ parameter ] ), the weight among them. */
function parseParameters(line: string, start: number, end: number): MediaRange | undefined {
  const parameters: Parameter[] = [];
  let weight: number | undefined;
  let at = skipWhitespace(line, start, end);
  while (at < end) {
    if (line.charCodeAt(at) !== semicolon) return undefined;
    at = skipWhitespace(line, at + 1, end);
    const nameEnd = skipToken(line, at, end);
    if (nameEnd === at) continue;
    if (line.charCodeAt(nameEnd) !== equals) return undefined;
    const valueEnd = skipValue(line, nameEnd + 1, end);
    if (valueEnd === undefined) return undefined;
    const name = line.slice(at, nameEnd).toLowerCase();
    const value = line.slice(nameEnd + 1, valueEnd);
    if (name !== "q") {
      parameters.push({ name, value: unquote(value) });
    } else {
      if (weight !== undefined) return undefined;
      weight = parseWeight(value);
      if (weight === undefined) return undefined;
    }
    at = skipWhitespace(line, valueEnd, end);
  }
  return { parameters, weight: weight ?? 1000 };
}

function skipWhitespace(line: string, start: number, end: number): number {
  let at = start;
  while (at < end && (line.charCodeAt(at) === space || line.charCodeAt(at) === tab)) at++;
  return at;
}

function skipToken(line: string, start: number, end: number): number {
  let at = start;
  while (at < end && tokenCharacters[line.charCodeAt(at)] === 1) at++;
  return at;
}

/** The end of a token or quoted-string; undefined where there is neither. */
function skipValue(line: string, start: number, end: number): number | undefined {
  if (line.charCodeAt(start) === quote && start < end) return skipQuoted(line, start, end);
  const at = skipToken(line, start, end);
  return at === start ? undefined : at;
}

/** The end of a quoted-string (RFC 9110, 5.6.4), past its closing quote. */
function skipQuoted(line: string, start: number, end: number): number | undefined {
  let at = start + 1;
  while (at < end) {
    let code = line.charCodeAt(at);
    if (code === quote) return at + 1;
    if (code === backslash) code = line.charCodeAt(++at);
    if (at >= end || !isQuotable(code)) return undefined;
    at++;
  }
  return undefined;
}

/** HTAB, SP, VCHAR or obs-text. */
function isQuotable(code: number): boolean {
  return code === tab || (code >= space && code !== 0x7f && code <= 0xff);
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, "$1") : value;
}

/** qvalue (RFC 9110, 12.4.2) in thousandths. */
function parseWeight(value: string): number | undefined {
  return /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(value) ? Math.round(Number(value) * 1000) : undefined;
}
