/**
 * The value of a parameter in the media range of Accept with the highest weight (RFC 9110, 12.5.1): for the key `v` it
 * is `2` in `text/html;v=1;q=0.5, application/json;v=2`. Of equal weights the first range counts. Ranges that are
 * invalid, or have the parameter twice or the weight 0, are skipped.
 */
export function preferredValue(lines: readonly string[], key: string): string | undefined {
  let highest = 0;
  let preferred: string | undefined;
  for (const line of lines) {
    let next = 0;
    while (next < line.length) {
      // Skips an empty element of the list (RFC 9110, 5.6.1).
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
  /** The value without quotes; undefined unless the range has the parameter exactly once. */
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

// Each pattern takes linear time, because no two parts of it match the same text.

/** The characters of `tchar` in RFC 9110, 5.6.2. */
const tchars = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

const whitespace = /[\t ]*/y;

const mediaRange = new RegExp(`[\\t ]*${tchars}/${tchars}`, "y");

/** Matches `;` and a parameter: its name, and a token or the inside of a quoted-string (RFC 9110, 5.6.4). */
const parameter = new RegExp(
  `[\\t ]*;[\\t ]*(?:(${tchars})=(?:(${tchars})|"((?:[\\t !#-[\\]-~\\x80-\\xff]|\\\\[\\t -~\\x80-\\xff])*)"))?`,
  "y",
);

/** Matches a weight (RFC 9110, 12.4.2). */
const qvalue = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Matches an element of a list, even a malformed one, up to a comma outside of quotes, or to the end of the line. */
const element = /(?:[^",]+|"(?:[^"\\]|\\[^])*(?:"|\\?$))*/y;

function matchAt(pattern: RegExp, line: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(line);
}

/** The index after a match, or `at` without a match. */
function endOf(pattern: RegExp, line: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(line) ? pattern.lastIndex : at;
}
