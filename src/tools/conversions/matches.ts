import type { LinkSchemas } from "../../core/model/app-internals";
import { sampleSides, type EntryPlace, type FrozenEntry } from "./entries";
import type { ConversionLink } from "./links";
import { replayedSide } from "./replay";

/** The members that identify an entry. */
type EntryKey = Pick<FrozenEntry, "change" | "where" | "face">;

/**
 * Finds today's link of each entry of one version: by the change and the place, or else by the place if only one link
 * is left there, so that a description may be mended. Each link belongs to one entry at most.
 */
export async function linksOfEntries(
  entries: readonly FrozenEntry[],
  links: readonly ConversionLink[],
  schemas: LinkSchemas,
): Promise<ReadonlyMap<FrozenEntry, ConversionLink>> {
  const found = new Map<FrozenEntry, ConversionLink>();
  const places = placesOfLinks(links, []);
  const pairsWhere = async (
    isPair: (entry: FrozenEntry, link: ConversionLink) => boolean,
  ): Promise<Pairs> => {
    const taken = new Set(found.values());
    const [left, free] = [entries.filter((one) => !found.has(one)), links.filter((one) => !taken.has(one))];
    const pairs = left.map((entry) => ({
      entry,
      links: free.filter((link) => isAt(entry, link) && isPair(entry, link)),
    }));
    return { isAmbiguous: isAmbiguous(pairs), pairs: await ranked(pairs, places, schemas) };
  };
  const ofChange = await pairsWhere((entry, link) => link.changes.includes(entry.change));
  takeBest(found, ofChange.pairs);
  const ofPlace = await pairsWhere(() => true);
  // Without the same change, one of several links counts only if it gives the frozen results.
  takeBest(
    found,
    ofPlace.isAmbiguous ? ofPlace.pairs.filter(({ differing }) => differing === 0) : ofPlace.pairs,
  );
  return found;
}

interface Pairs {
  /** True if an entry may belong to several links, or several entries to one link. */
  readonly isAmbiguous: boolean;
  readonly pairs: readonly RankedPair[];
}

interface RankedPair {
  readonly entry: FrozenEntry;
  readonly link: ConversionLink;
  /** The number of samples whose results differ. */
  readonly differing: number;
}

interface Candidates {
  readonly entry: FrozenEntry;
  readonly links: readonly ConversionLink[];
}

function isAmbiguous(all: readonly Candidates[]): boolean {
  const links = all.flatMap((one) => one.links);
  return all.some((one) => one.links.length > 1) || new Set(links).size < links.length;
}

/**
 * Lists the pairs, the likeliest first. Several links may have one change and one older schema, such as two links of
 * members in a row, or histories of a request and of a response. The links that give the frozen results come first, so
 * that routes may change their order.
 */
async function ranked(
  all: readonly Candidates[],
  places: ReadonlyMap<ConversionLink, EntryPlace>,
  schemas: LinkSchemas,
): Promise<readonly RankedPair[]> {
  const needsRank = isAmbiguous(all);
  const pairs: (RankedPair & { readonly isNamed: boolean })[] = [];
  for (const { entry, links } of all) {
    for (const link of links) {
      const differing = needsRank ? await differingSamples(entry, link, schemas) : 0;
      pairs.push({ entry, link, differing, isNamed: keyOf(places.get(link)) === keyOf(entry.where) });
    }
  }
  return pairs.toSorted(
    (one, other) => one.differing - other.differing || Number(other.isNamed) - Number(one.isNamed),
  );
}

async function differingSamples(
  entry: FrozenEntry,
  link: ConversionLink,
  schemas: LinkSchemas,
): Promise<number> {
  let count = 0;
  for (const side of sampleSides) {
    const { changed, refused } = await replayedSide(entry, link, { side, schemas });
    count += new Set([...changed.map(({ sample }) => sample), ...refused]).size;
  }
  return count;
}

function takeBest(found: Map<FrozenEntry, ConversionLink>, pairs: readonly RankedPair[]): void {
  const taken = new Set(found.values());
  for (const { entry, link } of pairs) {
    if (found.has(entry) || taken.has(link)) continue;
    found.set(entry, link);
    taken.add(link);
  }
}

function isAt({ where: [base], face }: FrozenEntry, { isFace, name, places }: ConversionLink): boolean {
  return face === isFace && (base === name || places.has(base));
}

/** Finds, for each entry of the base commit, the entry in the working tree. */
export function entriesOfEntries(
  base: readonly FrozenEntry[],
  now: readonly FrozenEntry[],
): ReadonlyMap<FrozenEntry, FrozenEntry> {
  const found = new Map<FrozenEntry, FrozenEntry>();
  const free = new Set(now);
  const isThere = (one: FrozenEntry, other: FrozenEntry): boolean =>
    one.face === other.face && keyOf(one.where) === keyOf(other.where);
  for (const hasChange of [true, false]) {
    for (const entry of base) {
      if (found.has(entry)) continue;
      const same = [...free].filter(
        (one) => isThere(entry, one) && (!hasChange || one.change === entry.change),
      );
      const [only] = same;
      if (!only || same.length > 1) continue;
      found.set(entry, only);
      free.delete(only);
    }
  }
  return found;
}

/** Names the links that have no entry: by the older schema, and by a route and part where that name is taken. */
export function placesOfLinks(
  links: readonly ConversionLink[],
  taken: readonly EntryKey[],
): ReadonlyMap<ConversionLink, EntryPlace> {
  const names = new Set(taken.map(entryKey));
  return new Map(
    links.map((link) => {
      const { change, name, place } = link;
      const base = name ?? place;
      let where: EntryPlace = [base];
      for (let count = 1; names.has(entryKey({ change, where, face: link.isFace })); count++) {
        where = [base, place, ...(count > 1 ? [String(count)] : [])];
      }
      names.add(entryKey({ change, where, face: link.isFace }));
      return [link, where] as const;
    }),
  );
}

function entryKey({ change, where, face }: EntryKey): string {
  return JSON.stringify([change, where, face]);
}

function keyOf(where: EntryPlace | undefined): string {
  return JSON.stringify(where);
}
