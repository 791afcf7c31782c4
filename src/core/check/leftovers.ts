import { idleChangesOf } from "../model/change";
import { historyOf, type History } from "../model/histories";
import type { AppOptions } from "../model/app-options";
import { inputOptions } from "../model/contract";
import type { Warning } from "../model/problem";
import type { Resolution } from "../model/resolution";
import type { Surface } from "../model/route";
import type { Versioning } from "../model/versioning";
import { appRulesOf } from "./places";
import { warning } from "./warning-texts";

/** Warns of declarations without an effect, for example because their version was removed. */
export function leftovers(
  resolution: Resolution,
  { Versioning: written }: AppOptions,
  versioning: Versioning,
): readonly Warning[] {
  return [
    ...warningsOfOptions(resolution, versioning),
    ...untakenCarrying(resolution),
    ...(versioning.isEnabled ? idle(written) : []),
  ];
}

function warningsOfOptions({ places, routes }: Resolution, versioning: Versioning): readonly Warning[] {
  const app = { places, routes, versioning };
  return appRulesOf(places).flatMap(({ warnings }) => warnings?.(app) ?? []);
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
function idle(written: AppOptions["Versioning"]): readonly Warning[] {
  return [...(idleChangesOf(written?.Versions) ?? [])].map(({ Description, Version }) =>
    warning("change-unused", undefined, Description, Version),
  );
}
