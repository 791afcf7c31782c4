import { liftPlaces, liftStricter } from "./moved-places";
import { isLaterChange } from "../../core/model/change";
import {
  Nothing,
  type ConversionStep,
  type Convert,
  type Face,
  type History,
  type Link,
  type Path,
} from "../../core/model/histories";
import type { Schema } from "../../core/model/schema";
import { liftStep } from "./lift";
import { linkOf } from "../../core/model/at-version";

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
  const links = states.map((state, i) =>
    linkOfState(state, { parts, wrap, whole: existingItem(wholes, i), newer: wholes[i - 1] }),
  );
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
  readonly parts: readonly WholePart[];
  readonly wrap: Wrap;
  readonly whole: Schema;
  readonly newer: Schema | undefined;
}

function linkOfState(state: State, { parts, wrap, whole, newer = whole }: StateWhole): Link {
  const { links, moved = 0, from } = state;
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
    face: faceOf(state, { parts, wrap, whole }),
  };
}

function faceOf({ links }: State, { parts, wrap, whole }: Omit<StateWhole, "newer">): Face | undefined {
  const faces = links.flatMap((link, p) =>
    link.face ? [{ face: link.face, part: partSchema(link), paths: existingItem(parts, p).paths }] : [],
  );
  if (faces.length === 0) return undefined;
  const shown = wrap(links.map((link) => link.face?.schema ?? partSchema(link)));
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
