import type { AnyContext } from "../model/context";
import type { Contract } from "../model/contract";
import { Nothing, type History, type Link } from "../model/history";
import type { VersionPoint } from "../model/version-order";
import { depthAt } from "./at-version";

/** A context, and a link whose functions need it. */
export interface Need {
  readonly key: AnyContext;
  readonly link: Link;
}

/** The contexts that the functions of a contract's versions may need, each once. */
export function needsIn({ turnedInputs, responses }: Contract): readonly Need[] {
  const needs = [
    ...turnedInputs.flatMap(({ history, at }) => needsAt(history, at, "up")),
    ...responses.flatMap(({ turned }) => (turned ? needsAt(turned.history, turned.at, "down") : [])),
  ];
  return [...new Map(needs.map((need) => [need.key, need])).values()];
}

/** The same for the functions of a version, in one direction; a step to Nothing has none. */
function needsAt(history: History, at: VersionPoint, way: "up" | "down"): readonly Need[] {
  const { links } = history;
  return links.slice(1, depthAt(history, at) + 1).flatMap((link, i) => {
    const to = way === "down" ? link.schema : links[i]?.schema;
    return to === Nothing ? [] : link.needs.map((key) => ({ key, link }));
  });
}

/** Every context that some function of a history needs. */
export function contextsOf({ links }: History): ReadonlySet<AnyContext> {
  return new Set(links.flatMap(({ needs }) => needs));
}
