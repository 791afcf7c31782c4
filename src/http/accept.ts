/**
 * Returns the value of the parameter `key` in the lines of an Accept header: for the key `v`, it is `2` in
 * `text/html;v=1;q=0.5, application/json;v=2`. The media range with the highest weight counts, or the first of several
 * with this weight (RFC 9110, 12.5.1). A range is ignored if it is invalid, repeats the parameter, or has the weight 0.
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
      if (range?.value && range.weight > highest) {
        highest = range.weight;
        preferred = range.value;
      }
    }
  }
  return preferred;
}

interface MediaRange {
  /** The value of the parameter `key` without quotes; undefined if the range lacks the parameter, or repeats it. */
  readonly value: string | undefined;
  readonly weight: number;
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
  return { value: values.length === 1 ? values[0] : undefined, weight: weight ?? 1, end: at };
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

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}

/** Returns the index after the match, or `at` if the pattern does not match. */
function endOf(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : at;
}
