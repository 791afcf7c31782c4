/**
 * Returns the value of a parameter in the media range of Accept that has the highest weight (RFC 9110, 12.5.1): for the
 * key `v`, the value is `2` in `text/html;v=1;q=0.5, application/json;v=2`. If weights are equal, the first range
 * counts. Ranges are skipped if they are invalid, have the parameter twice, or have the weight 0.
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
  /** The value of the parameter without quotes; undefined unless the range has the parameter exactly once. */
  readonly value: string | undefined;
  readonly weight: number;
  readonly end: number;
}

/** Reads the media range at an index; undefined if the range is malformed. */
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

// Each pattern takes linear time, because no two parts of a pattern match the same text.

/** The characters of a token, `tchar` (RFC 9110, 5.6.2). */
const tchars = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

const whitespace = /[\t ]*/y;

const mediaRange = new RegExp(`[\\t ]*${tchars}/${tchars}`, "y");

/** Matches `;` and a parameter: the name, and a token or the content of a quoted-string (RFC 9110, 5.6.4). */
const parameter = new RegExp(
  `[\\t ]*;[\\t ]*(?:(${tchars})=(?:(${tchars})|"((?:[\\t !#-[\\]-~\\x80-\\xff]|\\\\[\\t -~\\x80-\\xff])*)"))?`,
  "y",
);

/** Matches the value of a weight (RFC 9110, 12.4.2). */
const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Matches an element of the list, even a malformed one: it ends at a comma outside of quotes, or at the line's end. */
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
