import type { Logger } from "../model/app-options";
import type { ResolvedRoute } from "../model/route";
import { describe } from "../model/value";
import type { Version } from "../model/version";
import { writeLog } from "./log";

/** Warns of a response to an older version whose status no `WithResponse` describes. */
export type WarnUndescribed = (
  route: ResolvedRoute,
  answer: { readonly status: number; readonly version: Version | undefined },
) => void;

/** Warns once for each route and status, so that requests cannot fill the memory. */
export function undescribedWarning(logger: Logger): WarnUndescribed {
  const told = new WeakMap<ResolvedRoute, Set<number>>();
  return (route, { status, version }) => {
    const statuses = told.get(route) ?? new Set<number>();
    if (statuses.has(status)) return;
    told.set(route, statuses.add(status));
    const { method, path } = route;
    writeLog(logger, {
      level: "warn",
      fields: { component: "Router", method, path, status, version },
      message: `${method} ${path}: ${clientsOf(version)} received a response of status ${status} in the newest version's format, because no WithResponse describes this status: declare WithResponse(${status}, schema), or throw an HTTPError`,
    });
  };
}

function clientsOf(version: Version | undefined): string {
  return version === undefined ? "clients" : `clients of version ${describe(version)}`;
}
