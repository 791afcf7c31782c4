import { type UpgradeStanding, upgradeStandings } from "./upgrades";
import { clockOf, timeBy } from "../core/dispatch/clock";
import type { Plan } from "../core/dispatch/middleware";
import { type SentVersions, sentFor, sentIn, type Upgrade } from "../core/dispatch/observers";
import type { UpgradeRoutes } from "./upgrade-routes";
import type { Route } from "../core/model/route";
import { nothingRequested } from "../core/model/serving";
import type { ReadUpgrade } from "../core/model/app-internals";
import type { Exchange } from "../core/request/exchange";
import type { Checkable } from "../core/check/checkable";

interface UpgradeParts extends Pick<Checkable, "versioning" | "versions" | "options"> {
  readonly plan: Pick<Plan, "reader" | "warnPins" | "observers" | "fail">;
  readonly routes: UpgradeRoutes;
}

/** Creates the function that reads the version of an upgrade, and tells the observers of the App. */
export function upgradeReader(parts: UpgradeParts): ReadUpgrade {
  const { versioning, versions, options, plan } = parts;
  const { reader, warnPins } = plan;
  const now = clockOf(options);
  const find = upgradeStandings(versioning, versions);
  return async (req) => {
    const requested = reader ? await reader.read(req) : nothingRequested;
    if (requested.unknownPins) warnPins(requested.unknownPins);
    // The cast is safe: the observers and the log read nothing else of an exchange.
    const exchange = { req, fail: plan.fail } as Exchange;
    const standing = find(req.url, requested, timeBy(now, exchange));
    tellOf(standing, exchange, parts);
    const { version, state } = standing;
    return {
      ...(version !== undefined && { Version: version }),
      Requested: sentFor(standing, standing.requested),
      ...(state && { State: state }),
    };
  };
}

function tellOf(
  standing: UpgradeStanding,
  exchange: Exchange,
  { versioning: { order }, versions, routes, plan: { observers } }: UpgradeParts,
): void {
  const { version, refused, requested, path } = standing;
  const all = order.list.length > 0 ? order.list : versions;
  const upgrade = (): Upgrade => upgradeOf(standing, routes(path, all));
  if (!refused) observers.upgraded(exchange, upgrade(), requested);
  else {
    const sent = (): SentVersions => sentIn(sentFor(standing, requested), requested);
    observers.refused(exchange, refused, sent, version === undefined ? undefined : upgrade());
  }
}

function upgradeOf({ version, asked, segment }: UpgradeStanding, record: Route): Upgrade {
  const { Path } = record;
  return {
    record,
    version,
    asked,
    // The messages of a connection are not routes, so no change of a route belongs to them.
    changes: noChanges,
    addressOf: ({ baseUrl }) => {
      const mount = segment === undefined ? baseUrl : `${baseUrl}/${segment}`;
      return Path === "/" ? mount || Path : mount + Path;
    },
  };
}

const noChanges: Upgrade["changes"] = Object.freeze([]);
