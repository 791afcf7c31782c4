import type { AnyContext } from "../../schema/interface/context";
import type { Contract, DeclaredResponse } from "../../core/model/contract";
import { type History, type Link, Nothing } from "../../schema/interface/histories";
import type { VersionPoint } from "../../core/model/version";
import { depthAt } from "../../schema/interface/at-version";

/** A context that a conversion of a route needs, and the link with the conversion. */
export interface Need {
  readonly key: AnyContext;
  readonly link: Link;
}

/** Lists, without repetitions, the contexts that the conversions of requests and responses need. */
export function needsIn(contract: Contract): readonly Need[] {
  const needs = [...needsOfUps(contract), ...contract.responses.flatMap(needsOfDowns)];
  if (needs.length < 2) return needs;
  return [...new Map(needs.map((need) => [need.key, need])).values()];
}

export function needsOfUps({ convertedInputs }: Contract): readonly Need[] {
  return convertedInputs.flatMap(({ history, at }) => needsAt(history, at, "up"));
}

export function needsOfDowns({ converted }: DeclaredResponse): readonly Need[] {
  return converted ? needsAt(converted.history, converted.at, "down") : [];
}

function needsAt(history: History, at: VersionPoint, way: "up" | "down"): readonly Need[] {
  const { links } = history;
  if (links.every(({ needs }) => needs.length === 0)) return [];
  return links.slice(1, depthAt(history, at) + 1).flatMap((link, i) => {
    const to = way === "down" ? link.schema : links[i]?.schema;
    return to === Nothing ? [] : link.needs.map((key) => ({ key, link }));
  });
}
