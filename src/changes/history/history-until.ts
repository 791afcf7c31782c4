import type { Change } from "../../core/model/change";
import { changesOf, type History } from "../../core/model/histories";
import type { VersionPoint } from "../../core/model/version";
import { depthAt, linkOf } from "../../core/model/at-version";

/** Returns a history as it was when `newest` was the newest version: without the links of later versions. */
export function historyUntil(history: History, newest: VersionPoint): History {
  const depth = depthAt(history, newest);
  return depth === 0 ? history : { ...history, links: history.links.slice(depth) };
}

/** A link between a version and the newest one, as a history of its own. */
export interface SingleLink {
  readonly history: History;
  readonly changes: readonly Change[];
}

/** Lists the links between a version and the newest one, newest first. The oldest of them also has the face. */
export function linksBetween(history: History, at: VersionPoint): readonly SingleLink[] {
  const depth = depthAt(history, at);
  return history.links.slice(1, depth + 1).map((link, i) => {
    const older = i + 1 === depth ? link : { ...link, face: undefined };
    return { history: { ...history, links: [linkOf(history, i), older] }, changes: changesOf(link) };
  });
}
