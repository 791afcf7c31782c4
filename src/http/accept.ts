/**
 * The value of the parameter `key`, in lower case, in the media range of Accept with the highest weight (RFC 9110,
 * 12.5.1); of equal weights the first counts. Undefined if no range has a value.
 *
 * A range counts if it has the parameter exactly once, with a value, and its weight is not 0. A range that RFC 9110
 * does not allow, or with a malformed or repeated weight, is skipped; the other ranges count.
 */
export function preferredValue(lines: readonly string[], key: string): string | undefined {
  let highest = 0;
  let preferred: string | undefined;
  for (const line of lines) {
    let next = 0;
    while (next < line.length) {
      // An empty element of the list (RFC 9110, 5.6.1).
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

/** One media range of an Accept line. */
interface MediaRange {
  /** The value of the parameter, unquoted; undefined unless the range has the parameter exactly once. */
  readonly value: string | undefined;
  /** The weight of the range, from 0 to 1. */
  readonly weight: number;
  /** The index of the comma after the range, or the length of the line. */
  readonly end: number;
}

/** Reads the media range that begins at an index; undefined if it is malformed. */
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

/* The patterns are linear: no two parts of one can match the same text in different ways. */

/** `tchar` of RFC 9110, 5.6.2. */
const tchars = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

const whitespace = /[\t ]*/y;

const mediaRange = new RegExp(`[\\t ]*${tchars}/${tchars}`, "y");

/** OWS ";" OWS [ parameter ], with groups: its name, a token value, the inside of a quoted-string (RFC 9110, 5.6.4). */
const parameter = new RegExp(
  `[\\t ]*;[\\t ]*(?:(${tchars})=(?:(${tchars})|"((?:[\\t !#-[\\]-~\\x80-\\xff]|\\\\[\\t -~\\x80-\\xff])*)"))?`,
  "y",
);

/** A weight (RFC 9110, 12.4.2). */
const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** An element of a list, malformed or not: it ends at a comma outside of quotes, or with the line. */
const element = /(?:[^",]+|"(?:[^"\\]|\\[^])*(?:"|\\?$))*/y;

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}

/** The index after the match of a pattern at an index; the index itself if the pattern does not match. */
function endOf(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : at;
}
