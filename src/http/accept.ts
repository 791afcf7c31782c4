/**
 * Returns the value of the parameter `key` in the lines of an Accept header: for the key `v`, it is `2` in
 * `text/html;v=1;q=0.5, application/json;v=2`. The media range with the highest weight counts, or the first of several
 * with this weight (RFC 9110, 12.5.1). A range is ignored if it is invalid, repeats the parameter, or has the weight 0.
 * `application/signed-exchange;v=b3` is ignored, too: Chromium sends it with each navigation.
 */
export function preferredValue(lines: readonly string[], key: string): string | undefined {
  let highest = 0;
  let preferred: string | undefined;
  for (const line of lines) {
    let next = 0;
    while (next < line.length) {
      // A list may have empty elements (RFC 9110, 5.6.1), so a comma at the beginning is skipped.
      if (line[next] === ",") {
        next++;
        continue;
      }
      const range = readRange(line, next, key);
      next = (range ? range.end : endOf(element, line, next)) + 1;
      if (range?.value && range.weight > highest && !isSignedExchange(line, range.start)) {
        highest = range.weight;
        preferred = range.value;
      }
    }
  }
  return preferred;
}

/** Returns the first range that contains the parameter `key`, but is invalid or repeats it; undefined if there is none. */
export function unreadableRange(lines: readonly string[], key: string): string | undefined {
  for (const line of lines) {
    for (const [range] of line.matchAll(elements)) {
      if (isUnreadable(range, key)) return range.trim();
    }
  }
  return undefined;
}

function isUnreadable(text: string, key: string): boolean {
  const range = readRange(text, 0, key);
  const isReadable = range !== undefined && (range.value !== undefined || range.weight === 0);
  return !isReadable && !isSignedExchange(text, 0) && holdsParameter(text, key);
}

/** True if a range, even an invalid one, contains a parameter with a value. */
function holdsParameter(text: string, key: string): boolean {
  const [, ...parameters] = text
    .replaceAll(quoted, (_, inner: string) => (inner === "" ? "" : "x"))
    .split(";");
  return parameters.some((written) => {
    const [name = "", ...values] = written.split("=");
    return name.trim().toLowerCase() === key && values.join("").trim() !== "";
  });
}

function isSignedExchange(line: string, start: number): boolean {
  return matchAt(signedExchange, line, start) !== null;
}

interface MediaRange {
  /** The value of the parameter `key` without quotes; undefined if the range lacks the parameter, or repeats it. */
  readonly value: string | undefined;
  readonly weight: number;
  readonly start: number;
  readonly end: number;
}

function readRange(line: string, start: number, key: string): MediaRange | undefined {
  const values: string[] = [];
  let weight: number | undefined;
  let at = endOf(mediaRange, line, start);
  if (at === start) return undefined;
  for (let found = matchAt(parameter, line, at); found; found = matchAt(parameter, line, at)) {
    at += found[0].length;
    const [, name = "", token, quoted = ""] = found;
    switch (name.toLowerCase()) {
      case "q":
        if (weight !== undefined || token === undefined || !qvalue.test(token)) return undefined;
        weight = Number(token);
        break;
      case key:
        values.push(token ?? quoted.replaceAll(/\\(.)/g, "$1"));
    }
  }
  at = endOf(whitespace, line, at);
  if (at < line.length && line[at] !== ",") return undefined;
  return { value: values.length === 1 ? values[0] : undefined, weight: weight ?? 1, start, end: at };
}

// Each pattern below can match a text in only one way, so that it takes linear time even for hostile headers.

/** The characters of a token, `tchar` (RFC 9110, 5.6.2). */
const tchars = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

const whitespace = /[\t ]*/y;

const mediaRange = new RegExp(`[\\t ]*${tchars}/${tchars}`, "y");

/** Matches `;v=2`, `;v="2"`, or an empty parameter, `;` (RFC 9110, 5.6.6). */
const parameter = new RegExp(
  `[\\t ]*;[\\t ]*(?:(${tchars})=(?:(${tchars})|"((?:[\\t !#-[\\]-~\\x80-\\xff]|\\\\[\\t -~\\x80-\\xff])*)"))?`,
  "y",
);

/** Matches the value of a weight (RFC 9110, 12.4.2). */
const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Matches a list element, even a malformed one, up to the next comma outside of quotes. */
const element = /(?:[^",]+|"(?:[^"\\]|\\[^])*(?:"|\\?$))*/y;

const elements = new RegExp(element, "g");

/** Matches a quoted text, even one that does not end. */
const quoted = /"((?:[^"\\]|\\[^])*)(?:"|\\?$)/g;

const signedExchange = /[\t ]*application\/signed-exchange(?=[\t ]*(?:[;,]|$))/iy;

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}

/** Returns the index after the match, or `at` if the pattern does not match. */
function endOf(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : at;
}
