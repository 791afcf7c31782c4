import { securityNeeds, type Contract } from "../../core/model/contract";
import type { ResolvedRoute, RouteForm } from "../../core/model/route";
import { befores, type Setting } from "../../core/model/setting";
import type { RouteSettings } from "../../core/model/settings";
import { formOf, inheritAll, type EarlierForms, type Surroundings } from "../../core/resolve/resolve";
import { resolveWebhook } from "../events/webhooks";
import { beforesIn, earlierAt, settingsAt, type EarlierAddress } from "./earlier-settings";
import { renumberingAt } from "./renumbering";

/** The older forms of routes and webhooks, which `Before` declares. */
export const earlierForms: EarlierForms = {
  settingsAt,
  ofRoute: (newest, own, around) => ({
    earlier: formsBefore(newest, own, around),
    befores: own.flatMap(beforesIn),
  }),
  ofWebhook: resolveWebhook,
};

function formsBefore(
  { settings, contract, written }: ResolvedRoute,
  own: readonly (readonly Setting[])[],
  { settings: outer, at, versioning }: Surroundings,
): readonly RouteForm[] {
  const { order, isEnabled } = versioning;
  if (!isEnabled) return [];
  const ends = new Set(settings.of(befores).map(({ change }) => order.placeOf(change.Version) ?? 0));
  const sorted = [...ends].filter((end) => end > 0).toSorted((one, other) => other - one);
  return sorted.flatMap((end, i) => {
    const versions = order.list.slice(sorted[i + 1] ?? 0, end);
    // `versions` are all between the same two changes, so the first of them represents all.
    return versions.slice(0, 1).map((version) => {
      const point = { version, order };
      const places = own.map((place) => settingsAt(place, point));
      const then = inheritAll(at?.(version) ?? outer, places);
      const earlier = own
        .map((place) => earlierAt(place, point, "verb"))
        .findLast((found) => found !== undefined);
      return {
        ...formOf(earlier?.setting ?? written, withVerb(then, earlier), secured(contract, then)),
        versions,
        renumbering: renumberingAt(contract.status, then, point),
      };
    });
  });
}

function withVerb(settings: RouteSettings, earlier: EarlierAddress<"verb"> | undefined): RouteSettings {
  if (!earlier) return settings;
  return { ...settings, held: [...settings.held, { key: "verb", change: earlier.change }] };
}

/** An unchanged contract remains the same object, so that later steps do not read its schemas again. */
function secured(contract: Contract, settings: RouteSettings): Contract {
  const security = settings.of(securityNeeds);
  return security === contract.security ? contract : { ...contract, security };
}
