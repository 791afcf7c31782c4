/** The name that all names beyond a bound are counted under. */
export const others = "*";

/** The characters that are kept of a client's text: a header may have thousands. */
const mostCharacters = 200;

/** Gives the name to count a text under: its own, while there is room, else `*`. */
export type Bound = (text: string, counted: ReadonlyMap<string, unknown>) => string;

/** Keeps the first texts, whatever they are counted for. */
export function boundOfTexts(most: number): Bound {
  const known = new Set<string>();
  return (text) => {
    const name = shortened(text);
    if (known.has(name)) return name;
    if (known.size >= most) return others;
    known.add(name);
    return name;
  };
}

/** Keeps as many counts, whatever they are of: of two keys, each with two texts, there are four. */
export function boundOfCounts(most: number): Bound {
  let left = most;
  return (text, counted) => {
    const name = shortened(text);
    if (counted.has(name)) return name;
    if (left === 0) return others;
    left--;
    return name;
  };
}

/** The beginning of a text; as a text of its own, since a slice would keep all of a header in memory. */
function shortened(text: string): string {
  return text.length <= mostCharacters ? text : Buffer.from(text.slice(0, mostCharacters)).toString();
}
