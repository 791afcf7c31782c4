import type { App } from "../../app/app";
import { operationKey } from "../compare/documented-operation";
import type { Difference } from "../compare/difference";
import { openAPIPath, parseTemplate } from "../../http/path-template";
import { internals } from "../../model/app-internals";
import type { Change } from "../../model/change";
import { recordIn } from "../../model/route";
import { type Version, versionOrder } from "../../model/version";
import { pathWithoutVersion } from "./without-version";

/** The changes between two versions. */
export interface ChangesBetween {
  /** False if the App has no closed list of versions, and so no changes. */
  readonly areDeclarable: boolean;
  /** The descriptions for clients, as in the changelog. */
  readonly descriptions: readonly string[];
  /** The changes of the route that a difference is about, Internal ones too. */
  readonly behind: (difference: Difference) => readonly Change[];
}

/** Finds the changes between two versions, in either order. */
export function changesBetween(app: App, from: Version, to: Version): ChangesBetween {
  const { listed } = app[internals];
  const order = versionOrder(listed);
  const [older, newer] = order.isBefore(to, from) ? [to, from] : [from, to];
  const isBetween = ({ Version }: Pick<Change, "Version">): boolean =>
    order.isBefore(older, Version) && order.isFrom(newer, Version);
  const [was, is] = [changesByOperation(app, from), changesByOperation(app, to)];
  return {
    areDeclarable: listed.length > 0,
    descriptions: app
      .Changelog()
      .filter(isBetween)
      .flatMap(({ Changes }) => Changes.map(({ Description }) => Description)),
    behind: ({ extent, operation }) => {
      const found = (extent === "added" ? is : was).get(operationKey(operation));
      return found?.filter(isBetween) ?? [];
    },
  };
}

/** The changes of each operation of a version's document, by the operation names that `diff` uses. */
function changesByOperation(app: App, version: Version): ReadonlyMap<string, readonly Change[]> {
  const { reachedBy, webhooksOf, prefix } = app[internals];
  return new Map([
    ...webhooksOf(version).map(({ name, changes }) => [operationKey(name), changes] as const),
    ...reachedBy(version).map(({ route, path, changes }) => {
      const { Method } = recordIn(route, version);
      const shown = pathWithoutVersion(openAPIPath(parseTemplate(path)), version, prefix);
      return [operationKey(`${Method} ${shown}`), changes] as const;
    }),
  ]);
}
