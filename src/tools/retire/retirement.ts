import type { AppInternals, ContractPart } from "../../core/model/app-internals";
import { isChange, type Change } from "../../schema/interface/change";
import { nameOfStep } from "../../changes/history/list-changes";
import { stackOf } from "../../core/model/declaration-stacks";
import { changesOf, type History, type Link } from "../../schema/interface/histories";
import type { Surface } from "../../core/model/route";
import {
  befores,
  declaredBy,
  isBefore,
  isOfVersions,
  routeChanges,
  type OptionSetting,
  type Place,
  type Setting,
} from "../../core/model/setting";
import { describe, routeName } from "../../core/model/value";
import { versionOrder, type Version, type VersionOrder } from "../../core/model/version";

/** A declaration, and what to do with it once a version is gone. */
export interface Retired {
  /** The object that the package keeps the stack of. */
  readonly declaration: object;
  readonly text: string;
}

/** The declarations that a version leaves behind. */
export interface Retirement {
  /** The declarations that no request of the remaining versions reaches, and that can be deleted. */
  readonly dead: readonly Retired[];
  /** The declarations that remain, but name the version. */
  readonly naming: readonly Retired[];
}

interface Ending {
  readonly app: AppInternals;
  readonly version: Version;
  readonly order: VersionOrder;
  readonly remaining: readonly Version[];
}

/** The versions of an App in their order; without the option `Versions` in that of the routes. */
export function orderedVersions({ listed, versions }: AppInternals): readonly Version[] {
  return listed.length > 0 ? listed : versions();
}

/** Finds what nothing reaches once `version`, which is not the newest version, is gone. */
export function retirementOf(app: AppInternals, version: Version): Retirement {
  const order = versionOrder(orderedVersions(app));
  const ending = { app, version, order, remaining: order.list.filter((one) => one !== version) };
  const routes = deadRoutes(ending);
  const places = placesWithout(new Set(routes.map(({ declaration }) => declaration)), app);
  const ranges = places.flatMap((place) => rangeGroupsOf(place, ending));
  const uses = [...changesOfPlaces(places, ending), ...changesOfLinks(ending)];
  const living = new Set(uses.filter(({ isAlive }) => isAlive).flatMap(({ changes }) => changes));
  const changes = [
    ...new Set([...uses, ...changesOfPlaces(app.resolution.places, ending)].flatMap((use) => use.changes)),
  ];
  return {
    dead: [
      ...routes,
      ...ranges.filter(({ isLeft }) => !isLeft).flatMap(({ dead }) => dead),
      ...uses.filter(({ isAlive }) => !isAlive),
      ...changes
        .filter((one) => !living.has(one))
        .map((one) => ({ declaration: one, text: `change ${nameOfStep(one)}` })),
    ],
    naming: [
      ...ranges
        .filter(({ isLeft }) => isLeft)
        .flatMap(({ naming }) => naming.map((one) => rewrittenRange(one, ending))),
      ...changes
        .filter((one) => living.has(one) && one.Version === version)
        .map((one) => renumbered(one, ending)),
    ],
  };
}

/** A link, a `Before` or a `WithChanges`, with its changes. */
interface ChangeUse extends Retired {
  readonly changes: readonly Change[];
  readonly isAlive: boolean;
}

/** Routes and webhooks of no other version. If a class is included several times, all inclusions share a declaration. */
function deadRoutes({ app: { resolution }, version }: Ending): readonly Retired[] {
  const declared = new Map<object, Pick<Surface, "where" | "versions">>();
  const add = (declaration: object, { where, versions }: Surface): void => {
    const known = declared.get(declaration)?.versions ?? [];
    declared.set(declaration, { where, versions: [...known, ...versions] });
  };
  for (const route of resolution.routes) add(route.origin.declaration, route);
  const places = resolution.places.filter(({ of }) => of === "webhook");
  // The places of webhooks have the order of the webhooks.
  for (const [i, webhook] of resolution.webhooks.entries()) {
    for (const { settings } of places.slice(i, i + 1)) add(settings, webhook);
  }
  return [...declared].flatMap(([declaration, { where, versions }]) => {
    const isDead = versions.length > 0 && versions.every((one) => one === version);
    return isDead ? { declaration, text: where.startsWith("webhook ") ? where : `route ${where}` } : [];
  });
}

/** The places of options, without those of dead routes, whose options end with them. */
function placesWithout(dead: ReadonlySet<object>, { resolution }: AppInternals): readonly Place[] {
  return resolution.places.filter(({ declaration, settings }) => !dead.has(declaration ?? settings));
}

/** The ranges of one place or `Shadow` that name the version; `dead` applies if they name no other version. */
interface RangeGroup {
  readonly naming: readonly OptionSetting[];
  readonly dead: readonly Retired[];
  readonly isLeft: boolean;
}

function rangeGroupsOf({ where, settings }: Place, ending: Ending): readonly RangeGroup[] {
  const own = settings.filter(isOfVersions);
  const naming = own.filter((range) => range.given.includes(ending.version));
  const dead = naming.map((range) => ({
    declaration: range,
    text: `range ${rangeInWords(range)} of ${where}`,
  }));
  const shadows = settings.flatMap((setting) => {
    const inner = setting.kind === "option" ? setting.inner.filter(isOfVersions) : [];
    if (setting.kind !== "option" || inner.length === 0) return [];
    const ranges = inner.filter((range) => range.given.includes(ending.version));
    const shadow = { declaration: setting, text: `${setting.option.name} of ${where}` };
    return {
      naming: ranges,
      dead: ranges.length > 0 ? [shadow] : [],
      isLeft: hasOthers(inner, ending),
    };
  });
  return [{ naming, dead, isLeft: hasOthers(own, ending) }, ...shadows];
}

/** True if ranges contain another version than the one that ends. */
function hasOthers(ranges: readonly OptionSetting[], { version, order }: Ending): boolean {
  const { named, range } = declaredBy(ranges);
  const all = named.length > 0 ? named : order.range(range?.since, range?.until);
  return all.some((one) => one !== version);
}

function rangeInWords({ option, given }: Pick<OptionSetting, "option" | "given">): string {
  return `${option.name}(${given.map(describe).join(", ")})`;
}

function rewrittenRange(range: OptionSetting, { version, order: { list } }: Ending): Retired {
  const at = list.indexOf(version);
  const { option, given } = range;
  const { named, range: ends } = declaredBy([range]);
  const now =
    named.length > 0
      ? given.filter((one) => one !== version)
      : [list[ends?.since === undefined ? at - 1 : at + 1]];
  return {
    declaration: range,
    text: `${rangeInWords(range)}: write ${rangeInWords({ option, given: now })}`,
  };
}

function renumbered(change: Change, { version, order: { list } }: Ending): Retired {
  const next = list[list.indexOf(version) + 1];
  return { declaration: change, text: `change ${nameOfStep(change)}: write ${describe(next)}` };
}

/** The `Before` and `WithChanges` options. Routes that share a change keep each other's options alive. */
function changesOfPlaces(
  places: readonly Place[],
  { app: { resolution }, ...ending }: Ending,
): readonly ChangeUse[] {
  const surfaces = [...resolution.routes, ...resolution.webhooks];
  const isAlive = (change: Change): boolean => {
    const users = surfaces.filter(
      ({ settings }) =>
        settings.of(routeChanges).includes(change) ||
        settings.of(befores).some((one) => one.change === change),
    );
    const versions = new Set(users.flatMap((one) => one.versions));
    return isReached(
      change,
      ending.remaining.filter((one) => versions.has(one)),
      ending.order,
    );
  };
  return places.flatMap(({ where, settings }) =>
    settings.flatMap((setting) =>
      changesIn(setting).map((change) => ({
        declaration: setting,
        changes: [change],
        isAlive: isAlive(change),
        text: `${isBefore(setting) ? "Before" : "WithChanges"} ${nameOfStep(change)} of ${where}`,
      })),
    ),
  );
}

function changesIn(setting: Setting): readonly Change[] {
  if (setting.kind === "mistake") return [];
  const { option, value, given } = setting;
  if (option.key === befores.key) return [value].filter(isChange);
  return option.key === routeChanges.key ? given.filter(isChange) : [];
}

/** The links of all histories. A link is alive if a version before its change has the history. */
function changesOfLinks({ app, order, version, remaining }: Ending): readonly ChangeUse[] {
  const found = new Map<object, ChangeUse>();
  for (const at of [version, ...remaining]) {
    for (const part of app.partsIn(at)) {
      for (const link of part.history ? ownLinks(part.history) : []) {
        const changes = changesOf(link);
        // A link that `As` has copied is the same declaration.
        const key = stackOf(link) ?? link;
        const isAlive = at !== version && changes.some((change) => isReached(change, [at], order));
        const text = found.get(key)?.text ?? `link ${link.name} of ${nameOfPart(part)}`;
        found.set(key, {
          declaration: link,
          changes,
          isAlive: isAlive || found.get(key)?.isAlive === true,
          text,
        });
      }
    }
  }
  return [...found.values()];
}

/** The links that are written with this history or a part of it. */
function ownLinks({ links, within }: History): readonly Link[] {
  const own = links.filter((link) => link.change && !link.isLifted);
  return [...own, ...within.flatMap(({ history }) => ownLinks(history))];
}

function nameOfPart({ route, webhook, part }: ContractPart): string {
  const owner = route ? routeName(route) : webhook;
  return owner === undefined ? part : `${owner}, ${part}`;
}

/** True if clients of one of the versions have the form before a change. */
function isReached({ Version: at }: Change, versions: readonly Version[], order: VersionOrder): boolean {
  return versions.some((version) => order.isBefore(version, at));
}
