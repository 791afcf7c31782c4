import type { Route } from "../core/model/route";
import type { Version } from "../core/model/version";

/** Creates the records of upgrades, such as `UPGRADE /chat`, which `OnMatch` gets. */
export type UpgradeRoutes = (path: string, versions: readonly Version[]) => Route;

/** Clients choose the path of an upgrade, and counters use it as a key: more than these paths have one record. */
const mostPaths = 100;
const longestPath = 200;

/** The template for each path beyond the limits. */
const anyPath = "/{path...}";

/** Returns the same record for the same path, as routes have one record for all their requests. */
export function upgradeRoutes(): UpgradeRoutes {
  const known = new Map<string, Route>();
  return (sent, versions) => {
    const path = sent.length > 1 && sent.endsWith("/") ? sent.slice(0, -1) : sent;
    const template = known.has(path) || (known.size < mostPaths && isTemplate(path)) ? path : anyPath;
    let route = known.get(template);
    if (!route) known.set(template, (route = upgradeRoute(template, versions)));
    return route;
  };
}

function isTemplate(path: string): boolean {
  return path.startsWith("/") && path.length <= longestPath;
}

function upgradeRoute(path: string, versions: readonly Version[]): Route {
  return Object.freeze({
    Method: "UPGRADE",
    Path: path,
    Versions: Object.freeze([...versions]),
    OperationID: `upgrade${path.replaceAll(/\W+/g, "_")}`,
    Tags: Object.freeze([]),
    Deprecated: false,
    Hidden: true,
    Status: 101,
    Earlier: Object.freeze([]),
  });
}
