import { contextsOf } from "../../changes/history/needed-contexts";
import { idleChangesOf } from "../model/change";
import { isContext } from "../model/context";
import { historyOf, type History } from "../model/histories";
import type { AppOptions } from "../model/app-options";
import type { Resolution, Surface } from "../model/route";
import { optionTable } from "../model/setting";
import type { Versioning } from "../model/versioning";
import { warning, type Warning } from "./warning-texts";

/** Warns of declarations without an effect, for example because their version was removed. */
export function leftovers(
  resolution: Resolution,
  { Versioning: written }: AppOptions,
  { isEnabled }: Versioning,
): readonly Warning[] {
  return [
    ...unneededContexts(resolution),
    ...untakenCarrying(resolution),
    ...(isEnabled ? idle(written) : []),
  ];
}

function unneededContexts({ places, routes }: Resolution): readonly Warning[] {
  const written = places.flatMap((place) =>
    place.settings.flatMap((setting) => (setting.kind === "context" ? { place, setting } : [])),
  );
  if (written.length === 0) return [];
  const needed = new Set(
    routes.flatMap(({ contract, settings }) => {
      const keys = new Set<unknown>(
        declaredHistories(contract).flatMap(({ history }) => [...contextsOf(history)]),
      );
      return settings.contextSettings.filter(({ key }) => keys.has(key));
    }),
  );
  return written.flatMap(({ place, setting }) =>
    isContext(setting.key) && !needed.has(setting)
      ? [warning("context-unneeded", undefined, place.where, setting.key.Name)]
      : [],
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
      return history ? { history, option: optionTable[part].name } : [];
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
