import { liftPlaces, liftStricter } from "./moved-places";
import { isLaterChange } from "./list-changes";
import {
  Nothing,
  type ConversionStep,
  type Convert,
  type Face,
  type History,
  type Link,
  type Path,
} from "../../schema/interface/histories";
import type { Schema } from "../../schema/interface/schema";
import { liftStep } from "./lift";
import { linkOf } from "../../schema/interface/at-version";

/** The history of a part of a whole, such as the cats of a page, and the paths to the part: `[["cats", Each]]`. */
export interface WholePart {
  readonly history: History;
  readonly paths: readonly Path[];
}

type Wrap = (schemas: readonly Schema[]) => Schema;

/**
 * The history of a whole, such as a page with cats and an owner. Each change of a part is a change of the whole. If a
 * cat changed in version 3, and an owner in version 2, the whole has three schemas, newest first: both new, the old cat
 * with the new owner, and both old.
 *
 * @throws TypeError if a schema of a part is `Nothing`.
 */
export function wholeHistory(where: string, parts: readonly WholePart[], wrap: Wrap): History {
  for (const { history } of parts) assertValues(where, history);
  const states = statesOf(parts);
  const wholes = states.map((state) => wrap(state.links.map(partSchema)));
  const links = states.map(({ moved = 0, from, links }, i) => {
    const whole = existingItem(wholes, i);
    const shown = links.some(({ face }) => face)
      ? wrap(links.map((link) => link.face?.schema ?? partSchema(link)))
      : undefined;
    return liftedLink({ links, moved, from }, { parts, whole, newer: wholes[i - 1] ?? whole, shown });
  });
  return {
    links,
    within: parts.map((part, p) => ({ ...part, links: states.map((state) => existingItem(state.links, p)) })),
    carried: parts.flatMap(({ history, paths }) =>
      history.carried.flatMap(({ carrier, path: inner }) =>
        paths.map((outer) => ({ carrier, path: [...outer, ...inner] })),
      ),
    ),
  };
}

interface State {
  readonly links: readonly Link[];
  /** The index of the only part that is older than in the previous (newer) state; undefined for the newest state. */
  readonly moved: number | undefined;
  readonly from: Link | undefined;
}

function statesOf(parts: readonly WholePart[]): readonly State[] {
  const depths = parts.map(() => 0);
  const stateAt = (moved?: number, from?: Link): State => ({
    links: parts.map(({ history }, p) => linkOf(history, existingItem(depths, p))),
    moved,
    from,
  });
  const states = [stateAt()];
  for (let moved = nextPart(parts, depths); moved !== undefined; moved = nextPart(parts, depths)) {
    const from = linkOf(existingItem(parts, moved).history, existingItem(depths, moved));
    depths[moved] = existingItem(depths, moved) + 1;
    states.push(stateAt(moved, from));
  }
  return states;
}

function nextPart(parts: readonly WholePart[], depths: readonly number[]): number | undefined {
  let latest: { readonly part: number; readonly link: Link } | undefined;
  parts.forEach(({ history }, part) => {
    const link = history.links[existingItem(depths, part) + 1];
    if (!link?.change) return;
    if (!latest?.link.change || isLaterChange(link.change, latest.link.change)) latest = { part, link };
  });
  return latest?.part;
}

interface StateWhole {
  readonly parts: readonly Pick<WholePart, "paths">[];
  readonly whole: Schema;
  readonly newer: Schema;
  /** The schema of the face; undefined if no part has a face. */
  readonly shown: Schema | undefined;
}

function liftedLink(
  { links, moved, from }: State & { readonly moved: number },
  { parts, whole, newer, shown }: StateWhole,
): Link {
  const link = existingItem(links, moved);
  const { paths } = existingItem(parts, moved);
  const part = partSchema(link);
  const step = liftStep(link, paths, {
    up: { part, whole },
    down: { part: from ? partSchema(from) : part, whole: newer },
  });
  return {
    ...link,
    ...step,
    schema: whole,
    stricter: liftStricter(link.stricter, paths),
    places: liftPlaces(link.places, paths),
    isLifted: true,
    face: shown && liftedFace(links, { parts, whole, shown }),
  };
}

function liftedFace(
  links: readonly Link[],
  { parts, whole, shown }: Pick<StateWhole, "parts" | "whole"> & { readonly shown: Schema },
): Face {
  const faces = links.flatMap((link, p) =>
    link.face ? [{ face: link.face, part: partSchema(link), paths: existingItem(parts, p).paths }] : [],
  );
  const steps = faces.map(({ face, part, paths }) =>
    liftStep(face, paths, { up: { part: face.schema, whole: shown }, down: { part, whole } }),
  );
  return {
    schema: shown,
    isLifted: true,
    carriers: faces.flatMap(({ face }) => face.carriers),
    up: allInTurn(steps, "up"),
    down: allInTurn(steps, "down"),
  };
}

function allInTurn(steps: readonly ConversionStep[], way: keyof ConversionStep): Convert | undefined {
  const converts = steps.flatMap((step) => step[way] ?? []);
  const [first, ...others] = converts;
  if (!first || converts.length < steps.length) return undefined;
  if (others.length === 0) return first;
  return (value, contexts, carried, reader) =>
    converts.reduce((given, convert) => convert(given, contexts, carried, reader), value);
}

/** Returns the function that is called in place of one that an author wrote. */
type ReplaceConvert = (convert: Convert) => Convert;

/** Returns a history with other functions in place of each `Up` and `Down` that an author wrote, also in parts. */
export function withConverts(history: History, replace: ReplaceConvert): History {
  const within = history.within.map((part) => {
    const made = withConverts(part.history, replace);
    const links = part.links.map((link) => existingItem(made.links, part.history.links.indexOf(link)));
    return { ...part, history: made, links };
  });
  const links = history.links.map((link, i) => {
    const again = link.isLifted ? liftedAgain(history, within, i) : { ...link, ...stepBy(link, replace) };
    const { face } = link;
    return face && !face.isLifted ? { ...again, face: { ...face, ...stepBy(face, replace) } } : again;
  });
  return { ...history, links, within };
}

function stepBy({ up, down }: ConversionStep, replace: ReplaceConvert): ConversionStep {
  return { up: up && replace(up), down: down && replace(down) };
}

/** Lifts the links of parts that {@link withConverts} has replaced. */
function liftedAgain({ links, within: known }: History, parts: History["within"], i: number): Link {
  const [link, newer] = [existingItem(links, i), links[i - 1]];
  const moved = known.findIndex((part) => i > 0 && part.links[i] !== part.links[i - 1]);
  const again = liftedLink(
    {
      links: parts.map((part) => existingItem(part.links, i)),
      moved: Math.max(0, moved),
      from: moved === -1 ? undefined : known[moved]?.links[i - 1],
    },
    {
      parts,
      whole: partSchema(link),
      newer: partSchema(newer ?? link),
      shown: link.face?.isLifted === true ? link.face.schema : undefined,
    },
  );
  return { ...link, up: again.up, down: again.down, face: again.face };
}

function assertValues(where: string, { links }: History): void {
  const nothing = links.find(({ schema }) => schema === Nothing);
  if (!nothing) return;
  const link = nothing.change ? `the schema before ${nothing.name}` : "the newest schema";
  throw new TypeError(
    `${where}: ${link} is Nothing, but a history inside another schema must have a schema for every version: use a history without Nothing`,
  );
}

/** The cast is safe: `assertValues` has rejected links whose schema is `Nothing`. */
function partSchema({ schema }: Link): Schema {
  return schema as Schema;
}

function existingItem<Item>(items: readonly Item[], index: number): Item {
  // The cast is safe: each index comes from a list of the same length.
  return items[index] as Item;
}
