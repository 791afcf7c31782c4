import { Nothing, type History, type Link, type LinkSchema, type Path } from "../model/history";
import type { Problem } from "../model/problem";
import type { Side } from "../model/schema";
import { schemasOfHistory } from "../history/at-version";
import { memberNamesOf } from "../history/way";
import { leadsTo, liftedPlaces, type PartInWhole } from "../history/lifted-places";
import { pathText } from "../history/within";
import { remembered } from "../schema/reader";
import type { Schemas } from "../schema/schemas";
import { problem } from "./problems";

/**
 * Finds places where a `wrap` of `Within` puts a history's schema, but which no path names: nothing would be converted
 * there.
 */
export function checkUnconverted(
  used: readonly UsedHistory[],
  describe: Schemas["describe"],
): readonly Problem[] {
  const unconvertedIn = unconvertedFinder(describe);
  return used.flatMap(({ history, where, option, side }) => {
    const places = unconvertedIn(history, side);
    return [
      ...places.map((place) => problem("schema-not-turned", where, option, pathText(place))),
      ...partialProblems(history).map(([code, detail]) => problem(code, where, option, detail)),
    ];
  });
}

/** The problems of the histories at the path [], each of which has some members of the whole. */
function partialProblems({ within }: History): readonly (readonly [PartialCode, detail: string])[] {
  const partial = within.flatMap((part) => part.paths.flatMap((path) => (path.length === 0 ? [part] : [])));
  const found = new Map<string, readonly [PartialCode, string]>();
  const add = (code: PartialCode, detail: string): void => {
    found.set(`${code} ${detail}`, [code, detail]);
  };
  const states = partial[0]?.links.length ?? 0;
  for (let state = 0; state < states; state++) {
    const named = new Set<string>();
    for (const link of partial.flatMap(({ links }) => links.slice(state, state + 1))) {
      const shapes = schemasOfHistory({ links: [link] }).map(memberNamesOf);
      if (shapes.includes(undefined)) add("members-unknown", link.change ? ` before ${link.name}` : "");
      const names = new Set(shapes.flatMap((shape) => [...(shape ?? [])]));
      for (const name of names) {
        if (named.has(name)) add("member-of-two-parts", name);
        named.add(name);
      }
    }
  }
  return [...found.values(), ...within.flatMap(({ history }) => partialProblems(history))];
}

type PartialCode = "members-unknown" | "member-of-two-parts";

/** A history, and its place in the code. */
export interface UsedHistory {
  readonly history: History;
  readonly where: string;
  readonly option: string;
  readonly side: Side;
}

/** Finds the unconverted places in a history. Many routes have the same history, and many histories the same part. */
function unconvertedFinder(describe: Schemas["describe"]): (history: History, side: Side) => readonly Path[] {
  const find = remembered((history, side: Side): readonly Path[] => {
    const { within, links } = history as History;
    // Two parts may have the same schema: each is then at the other's places, too.
    const named = within.flatMap(({ paths }) => paths);
    return within.flatMap(({ history: inner, links: parts }) => {
      const inParts = find(inner, side);
      const [first, ...others] = parts.flatMap((part, i) =>
        links.slice(i, i + 1).flatMap((whole) => liftedBy(part, whole, side)),
      );
      if (!first) return inParts;
      const places = others.flatMap((other) => liftedPlaces(first, other));
      const unnamed = places.filter((place) => !named.some((path) => leadsTo(path, place)));
      return [...unnamed, ...inParts];
    });
  });
  return find;

  function liftedBy(inner: Link, outer: Link, side: Side): readonly PartInWhole[] {
    return [
      ...lifted(inner.schema, outer.schema, side),
      ...(outer.face?.isLifted ? lifted(inner.face?.schema ?? inner.schema, outer.face.schema, side) : []),
    ];
  }

  function lifted(part: LinkSchema, whole: LinkSchema, side: Side): readonly PartInWhole[] {
    if (part === Nothing || whole === Nothing) return [];
    const [inner, outer] = [describe(part, side), describe(whole, side)];
    return "json" in inner && "json" in outer ? [{ part: inner.json, whole: outer.json }] : [];
  }
}
