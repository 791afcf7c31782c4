/** Characters of several scripts and kinds, those of ASCII first: what conversions split, join and count is among them. */
const alphabet = [
  [0x00, 0x024f],
  [0x0300, 0x0306],
  [0x0370, 0x03ff],
  [0x0400, 0x045f],
  [0x05d0, 0x05ea],
  [0x0621, 0x063a],
  [0x0660, 0x0669],
  [0x0905, 0x0914],
  [0x2000, 0x2044],
  [0x20a0, 0x20bf],
  [0x2150, 0x218b],
  [0x2190, 0x21ff],
  [0x3041, 0x3096],
  [0x30a1, 0x30fa],
  [0x4e00, 0x4e1f],
  [0xac00, 0xac1f],
  [0x1f600, 0x1f64f],
].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));

/**
 * A pattern with the Unicode properties in it written as classes of some characters: `\P{Cc}*` becomes `[\u{20}-\u{7e}...]*`.
 *
 * A generator asks every code point that there is whether it has a property, which takes a second for each place; and of a
 * million characters it hardly picks a space. A property that none of the alphabet has stays as it is.
 */
export function withSomeCharacters(pattern: string): string {
  let isInClass = false;
  return pattern.replaceAll(/\\[pP]\{[^}]*\}|\\[^]|[[\]]/gu, (token) => {
    if (token === "[" || token === "]") isInClass = token === "[";
    if (!/^\\[pP]\{/u.test(token)) return token;
    const members = charactersOf(new RegExp(token, "u"));
    if (members === "") return token;
    return isInClass ? members : `[${members}]`;
  });
}

/** The characters that have a property, as ranges of a class. */
function charactersOf(property: RegExp): string {
  const ranges: { from: number; to: number }[] = [];
  for (const character of alphabet) {
    if (!property.test(String.fromCodePoint(character))) continue;
    const last = ranges.at(-1);
    if (last?.to === character - 1) last.to = character;
    else ranges.push({ from: character, to: character });
  }
  return ranges
    .map(({ from, to }) => (from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`))
    .join("");
}

function escaped(character: number): string {
  return `\\u{${character.toString(16)}}`;
}
