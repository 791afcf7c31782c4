/** The name under which all names beyond a bound are counted. */
export const others = "*";

/** How many characters of a client's text are kept: a header may have thousands. */
const mostCharacters = 200;

/** Returns the name under which a text is counted: its own if there is room, otherwise `*`. */
export type Bound = (text: string, counted: ReadonlyMap<string, unknown>) => string;

/** Keeps the first texts, shared by all keys. */
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

/** Keeps a number of counts, whatever their key: two keys with two texts each are four counts. */
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

/** The beginning of a text, copied: a slice would keep the whole header in memory. */
function shortened(text: string): string {
  return text.length <= mostCharacters ? text : Buffer.from(text.slice(0, mostCharacters)).toString();
}
