import type { App } from "../../core/app/app";
import { operationKey } from "../compare/documented-operation";
import { both, type Difference, type Pair } from "../compare/difference";
import { kindOfSchema } from "../../changes/history/way";
import { OneOrEach } from "../../schema/interface/paths";
import { internals } from "../../core/model/app-internals";
import type { AppInternals, ContractPart, ReachedRoute } from "../../core/model/app-internals";
import { once } from "../../core/model/collections";
import type { Change } from "../../schema/interface/change";
import { changesOf, type History } from "../../schema/interface/histories";
import { type Version, versionOrder } from "../../core/model/version";
import { documentedName } from "./without-version";

export interface ChangesBetween {
  /** True if the App has the option `Versions`. Without this option, an App cannot declare changes. */
  readonly areDeclarable: boolean;
  readonly descriptions: readonly string[];
  /** Finds the changes of a route that may explain the given difference. */
  readonly behind: (difference: Difference) => readonly Change[];
}

/** For documents without an App: nothing is known of the changes between them. */
export const noChanges: ChangesBetween = { areDeclarable: false, descriptions: [], behind: () => [] };

/** Finds the changes between two versions. Either version may be the newer one. */
export function changesBetween(app: App, from: Version, to: Version): ChangesBetween {
  const known = app[internals];
  const order = versionOrder(known.listed);
  const [older, newer] = order.isBefore(to, from) ? [to, from] : [from, to];
  const isBetween = ({ Version }: Pick<Change, "Version">): boolean =>
    order.isBefore(older, Version) && order.isFrom(newer, Version);
  const ends = { was: from, is: to };
  const operations = both(ends, (version) => operationsBy(known, version));
  const parts = once(() => both(ends, known.partsIn));
  return {
    areDeclarable: known.listed.length > 0,
    descriptions: app
      .Changelog()
      .filter(isBetween)
      .flatMap(({ Changes }) => Changes.map(({ Description }) => Description)),
    behind: (difference) => {
      const { was, is } = both(operations, (all) => all.get(operationKey(difference.operation)));
      const found = (difference.extent === "added" ? is : was)?.changes.filter(isBetween) ?? [];
      const isOfWholeBody = difference.kind === "type-changed" && !difference.path?.length;
      if (!isOfWholeBody || !was?.reached || !is?.reached) return found;
      const unrelated = changesElsewhere(difference, { was: was.reached, is: is.reached }, parts);
      return found.filter((change) => !unrelated.has(change));
    },
  };
}

interface ChangedOperation {
  readonly changes: readonly Change[];
  readonly reached?: ReachedRoute;
}

/** Returns the operations and webhooks of a version, by keys without parameter names: `GET /cats/{}`. */
function operationsBy(
  { reachedBy, webhooksOf, prefix }: AppInternals,
  version: Version,
): ReadonlyMap<string, ChangedOperation> {
  return new Map([
    ...webhooksOf(version).map(({ name, changes }) => [operationKey(name), { changes }] as const),
    ...reachedBy(version).map((reached) => {
      const key = operationKey(documentedName(reached, version, prefix));
      return [key, { changes: [...reached.changes, ...reached.bounds], reached }] as const;
    }),
  ]);
}

const none: ReadonlySet<Change> = new Set();

/** If a body has another kind now, such as a list, finds changes that cannot explain this, such as a member's. */
function changesElsewhere(
  { part }: Difference,
  routes: Pair<ReachedRoute>,
  partsOf: () => Pair<readonly ContractPart[]>,
): ReadonlySet<Change> {
  if (routes.was.route === routes.is.route) return none;
  const parts = partsOf();
  const bodies = both(
    { was: [routes.was, parts.was] as const, is: [routes.is, parts.is] as const },
    ([{ route }, all]) => all.find((one) => one.route === route && isNamed(one, part)),
  );
  const kinds = both(bodies, (body) => body?.schema && kindOfSchema(body.schema, body.reader));
  if (!kinds.was || !kinds.is || kinds.was === kinds.is) return none;
  const related = new Set([
    ...routes.was.behaviour,
    ...routes.is.behaviour,
    ...[bodies.was, bodies.is].flatMap((body) => (body?.history ? changesOfWhole(body.history) : [])),
  ]);
  const ofRoutes = [...parts.was, ...parts.is].filter(
    ({ route, part: name }) => route === routes.was.route || route === routes.is.route || name === "errors",
  );
  const all = ofRoutes.flatMap(({ history }) => history?.links.flatMap(changesOf) ?? []);
  return new Set(all.filter((change) => !related.has(change)));
}

/** True if `of` is the part's name, or the name and a media type: `request body (application/json)`. */
function isNamed({ part }: ContractPart, of: string): boolean {
  const name = part === "body" ? "request body" : part;
  return of === name || of.startsWith(`${name} (`);
}

/** Lists the changes of a body, or of the items if the body is a list, but not those of the body's members. */
function changesOfWhole({ links, within }: History): readonly Change[] {
  if (within.length === 0) return links.flatMap(changesOf);
  const whole = within.filter(({ paths }) => paths.some((path) => path.every((step) => step === OneOrEach)));
  return whole.flatMap(({ history }) => changesOfWhole(history));
}
