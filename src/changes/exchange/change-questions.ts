import type { IncomingMessage } from "node:http";
import { isChange, type Change } from "../../schema/interface/change";
import { describe } from "../../core/model/value";
import type { Version } from "../../core/model/version";
import { matchedBy, noteAsked, type MatchedRoute } from "../../core/request/request-state";

/**
 * True if a request's version already has a change of the API: `if (HasChange(req, Verified)) verify(req.body)`.
 *
 * A `VersionNeutral` route counts as the newest version that is not a preview. With versioning off, the result is true.
 *
 * @throws Error before a route is matched; RangeError for a change that no route of the App has.
 */
export function HasChange(req: IncomingMessage, change: Change): boolean {
  const route = matched("HasChange", req);
  const { isEnabled, isKnown } = route.appVersions;
  if (!isEnabled) return true;
  if (!isKnown(change)) throw unknownChange(change);
  noteAsked(req, change);
  return isFrom(route, change.Version);
}

/**
 * True if a request's version is the given version or a later one, in the order of `Versions`. Prefer `HasChange`:
 * after you delete a change, TypeScript reports the code that still uses it.
 *
 * A `VersionNeutral` route counts as the newest version that is not a preview. With versioning off, the result is true.
 *
 * @throws Error before a route is matched; RangeError for a version that is not in `Versions`.
 */
export function IsAtLeast(req: IncomingMessage, version: Version): boolean {
  const route = matched("IsAtLeast", req);
  const { isEnabled, order } = route.appVersions;
  if (!isEnabled) return true;
  if (!order.has(version)) {
    throw new RangeError(
      `IsAtLeast: the version must be one of AppOptions.Versioning.Versions (${order.list.join(", ") || "no list is set"}), got ${describe(version)}`,
    );
  }
  return isFrom(route, version);
}

function matched(asked: string, req: IncomingMessage): MatchedRoute {
  const route = matchedBy(req);
  if (route) return route;
  throw new Error(
    `${asked}: no route is matched yet: call it in a guard, a handler or WithMiddleware, not in App.Use`,
  );
}

function isFrom({ version, appVersions: { order, newest } }: MatchedRoute, first: Version): boolean {
  const asked = version ?? newest;
  return asked === undefined || order.isFrom(asked, first);
}

function unknownChange(change: unknown): RangeError {
  const named = isChange(change) ? JSON.stringify(change.Description) : describe(change);
  return new RangeError(
    `HasChange: no route of the App has the change ${named}: use it in a history, a Before or WithChanges`,
  );
}
