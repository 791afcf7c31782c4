import type { LinkSchemas } from "../../core/model/app-internals";
import { sampleSides, sideInWords, type FrozenEntry, type FrozenSample, type SampleSide } from "./entries";
import type { ConversionLink } from "./links";
import { linksOfEntries, placesOfLinks } from "./matches";
import type { Recording } from "./recording";
import { changeInWords, replayedSide } from "./replay";
import { samplesFor } from "./samples";

export interface FrozenEntries {
  readonly entries: readonly FrozenEntry[];
  /** True if `entries` are not those that were frozen before. */
  readonly isChanged: boolean;
  /** The results that differ from frozen ones, in words. */
  readonly differences: readonly string[];
  /** Why samples are missing, in words. */
  readonly missing: readonly string[];
}

interface FreezeTerms {
  readonly schemas: LinkSchemas;
  /** True if today's results replace frozen ones, and entries without a link are deleted. */
  readonly force: boolean;
  readonly recording: Pick<Recording, "samples"> | undefined;
}

/** Adds the links and samples of one version that are not frozen yet to the frozen entries. */
export async function frozenEntries(
  known: readonly FrozenEntry[],
  links: readonly ConversionLink[],
  terms: FreezeTerms,
): Promise<FrozenEntries> {
  const matched = await linksOfEntries(known, links, terms.schemas);
  const found = new Set(matched.values());
  const all: EntryState[] = [];
  for (const entry of known) {
    const link = matched.get(entry);
    if (link) all.push(await completed(entry, link, terms));
    else if (!terms.force) all.push({ entry, isChanged: false, differences: [], missing: [] });
  }
  const places = placesOfLinks(
    links.filter((link) => !found.has(link)),
    known,
  );
  for (const [link, where] of places) {
    const empty = { change: link.change, where, face: link.isFace, up: undefined, down: undefined };
    all.push({ ...(await completed(empty, link, terms)), isChanged: true });
  }
  return {
    entries: all.map(({ entry }) => entry),
    isChanged: all.length !== known.length || all.some(({ isChanged }) => isChanged),
    differences: all.flatMap(({ differences }) => differences),
    missing: all.flatMap(({ missing }) => missing),
  };
}

interface EntryState extends Omit<FrozenEntries, "entries"> {
  readonly entry: FrozenEntry;
}

interface SideState extends Omit<FrozenEntries, "entries"> {
  readonly samples: readonly FrozenSample[] | undefined;
}

async function completed(entry: FrozenEntry, link: ConversionLink, terms: FreezeTerms): Promise<EntryState> {
  const [up, down] = [
    await completedSide(entry, link, { ...terms, side: "up" }),
    await completedSide(entry, link, { ...terms, side: "down" }),
  ];
  const sides = { up, down };
  const inWords = (of: "differences" | "missing"): readonly string[] =>
    sampleSides.flatMap((side) =>
      sides[side][of].map((text) => `${entryInWords(entry)}, ${sideInWords(side)}: ${text}`),
    );
  return {
    entry: { ...entry, up: up.samples, down: down.samples },
    isChanged: up.isChanged || down.isChanged,
    differences: inWords("differences"),
    missing: inWords("missing"),
  };
}

/** Names an entry in messages: `"A cat's born is birthday." (Cat1)`. */
function entryInWords({ change, where, face }: FrozenEntry): string {
  return `${JSON.stringify(change)} (${face ? "face " : ""}${where.join(", ")})`;
}

async function completedSide(
  entry: FrozenEntry,
  link: ConversionLink,
  terms: FreezeTerms & { readonly side: SampleSide },
): Promise<SideState> {
  const { side, force, schemas, recording } = terms;
  const frozen = entry[side];
  if (!link[side]) return withoutFunction(frozen, force);
  const replayed = await replayedSide(entry, link, terms);
  const kept = force ? renewed(frozen ?? [], replayed) : (frozen ?? []);
  const made = await samplesFor(link, side, { schemas, known: kept.map(({ given }) => given) });
  const recorded = recording?.samples(link, side);
  const added = [...made.samples, ...(recorded?.beside([...kept, ...made.samples]) ?? [])];
  const isRenewed = force && (replayed.changed.length > 0 || replayed.refused.length > 0);
  return {
    samples: [...kept, ...added],
    isChanged: frozen === undefined || isRenewed || added.length > 0,
    differences: force || replayed.changed.length === 0 ? [] : [changeInWords(replayed)],
    missing: [...made.missing, ...(recorded?.missing ?? [])],
  };
}

/** A frozen side whose function was deleted stays, unless `--force` deletes it. `check` reports it. */
function withoutFunction(frozen: readonly FrozenSample[] | undefined, force: boolean): SideState {
  const samples = force ? undefined : frozen;
  return { samples, isChanged: samples !== frozen, differences: [], missing: [] };
}

function renewed(
  frozen: readonly FrozenSample[],
  { changed, refused }: Awaited<ReturnType<typeof replayedSide>>,
): readonly FrozenSample[] {
  const results = new Map(changed.map(({ sample, now }) => [sample, now]));
  return frozen
    .filter((sample) => !refused.includes(sample))
    .map((sample) => (results.has(sample) ? { ...sample, got: results.get(sample) } : sample));
}
