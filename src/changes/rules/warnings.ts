import type { Checkable } from "../../core/check/checkable";
import type { AppChanges } from "../../schema/interface/app-changes";
import { idleChangesOf } from "../history/list-changes";
import { inputOptions } from "../../core/model/contract";
import { historyOf, type History } from "../../schema/interface/histories";
import type { Warning } from "../../core/model/problem";
import type { Resolution } from "../../core/model/resolution";
import type { Surface } from "../../core/model/route";
import { warning } from "./problems";

interface WarnedChanges extends Pick<Checkable, "options" | "resolution" | "versioning"> {
  readonly changes: AppChanges;
}

/** Warns of changes and carried values without an effect, for example because their version was removed. */
export function changeWarnings({
  changes,
  options,
  resolution,
  versioning,
}: WarnedChanges): readonly Warning[] {
  const ofVersions = versioning.isEnabled ? [...placeless(changes), ...idle(options)] : [];
  return [...untakenCarrying(resolution), ...ofVersions];
}

function placeless(changes: AppChanges): readonly Warning[] {
  return changes
    .placeless()
    .flatMap(({ change: { Description, Version, Internal }, route }) =>
      Internal ? [] : [warning("change-without-route", route, route.where, Description, Version)],
    );
}

/** Warns of carried values, declared by `Carrying(schema)`, that no `Down` function of their history uses. */
function untakenCarrying({ routes, webhooks }: Resolution): readonly Warning[] {
  const surfaces: readonly Surface[] = [...routes, ...webhooks];
  return surfaces.flatMap((surface) => {
    const vain = declaredHistories(surface.contract).filter(({ history }) => carriesInVain(history));
    // Hot path of Build: most routes end here. A Set for each route would take most of the time of this check.
    if (vain.length === 0) return [];
    const options = new Set(vain.map(({ option }) => option));
    return [...options].map((option) => warning("carrying-untaken", surface, surface.where, option));
  });
}

function carriesInVain({ carried, links }: History): boolean {
  if (carried.length === 0) return false;
  const taken = new Set(links.flatMap(({ carriers, face }) => [...carriers, ...(face?.carriers ?? [])]));
  return carried.some(({ carrier }) => !taken.has(carrier));
}

function declaredHistories({
  inputs,
  responses,
}: Surface["contract"]): readonly { readonly history: History; readonly option: string }[] {
  return [
    ...inputs.flatMap(({ part, schema }) => {
      const history = historyOf(schema);
      return history ? { history, option: inputOptions[part] } : [];
    }),
    ...responses.flatMap(({ status, schema }) => {
      const history = historyOf(schema);
      return history ? { history, option: `WithResponse(${status})` } : [];
    }),
  ];
}

/** Warns of changes that no schema or option uses. Nothing refers to them but `V.List` of `V = DefineVersions(...)`. */
function idle({ Versioning: written }: Checkable["options"]): readonly Warning[] {
  return [...(idleChangesOf(written?.Versions) ?? [])].map(({ Description, Version }) =>
    warning("change-unused", undefined, Description, Version),
  );
}
