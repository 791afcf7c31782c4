import { depthAt, linkOf } from "../../schema/interface/at-version";
import type { AppInternals, ContractPart } from "../../core/model/app-internals";
import { once } from "../../core/model/collections";
import type { History, Link } from "../../schema/interface/histories";
import { type Version, versionOrder, type VersionOrder } from "../../core/model/version";
import { operationKey } from "../compare/documented-operation";
import type { Renaming } from "../compare/renaming";
import { documentedName } from "./without-version";

/** Makes a function that lists the renamings of an operation or webhook between two versions, in either order. */
export function renamingsBetween(
  app: AppInternals,
  from: Version,
  to: Version,
): (operation: string) => readonly Renaming[] {
  const ends = { from, to, order: versionOrder(app.listed) };
  const byOperation = once(() => partsByOperation(app, to));
  return (operation) => renamingsOf(byOperation().get(operationKey(operation)) ?? [], ends);
}

function partsByOperation(
  { reachedBy, webhooksOf, partsIn, prefix }: AppInternals,
  version: Version,
): ReadonlyMap<string, readonly ContractPart[]> {
  const parts = partsIn(version);
  return new Map([
    ...webhooksOf(version).map(
      ({ name }) => [operationKey(name), parts.filter(({ webhook }) => webhook === name)] as const,
    ),
    ...reachedBy(version).map((reached) => {
      const key = operationKey(documentedName(reached, version, prefix));
      return [key, parts.filter(({ route, part }) => route === reached.route || part === "errors")] as const;
    }),
  ]);
}

interface RenamingEnds {
  readonly from: Version;
  readonly to: Version;
  readonly order: VersionOrder;
}

/** Lists the renamings of parts: those of each link, and those of several links together. */
export function renamingsOf(
  parts: readonly Pick<ContractPart, "history">[],
  { from, to, order }: RenamingEnds,
): readonly Renaming[] {
  const histories = new Set(parts.flatMap(({ history }) => history ?? []));
  const isBackwards = order.isBefore(to, from);
  const [older, newer] = isBackwards ? [to, from] : [from, to];
  const found = [...histories].flatMap((history) =>
    renamingsIn(
      history,
      depthAt(history, { version: newer, order }),
      depthAt(history, { version: older, order }),
    ),
  );
  return isBackwards ? found.map(({ old, now }) => ({ old: now, now: old })) : found;
}

function renamingsIn(history: History, newest: number, oldest: number): readonly Renaming[] {
  const found: Renaming[] = [];
  for (let i = newest + 1; i <= oldest; i++) {
    const own = renamingsOfLink(linkOf(history, i));
    const before = own.flatMap(({ old, now }) =>
      found.filter((later) => later.old === now).map((later) => ({ old, now: later.now })),
    );
    found.push(...own, ...before);
  }
  return found;
}

/** The renamed members of a link. A member that moved to another object is not among them. */
function renamingsOfLink({ places }: Link): readonly Renaming[] {
  return places.flatMap(({ now, old }) => {
    const [name, oldName] = [now.at(-1), old.at(-1)];
    const isSameObject = now.length === old.length && now.slice(0, -1).every((step, i) => step === old[i]);
    return isSameObject && typeof name === "string" && typeof oldName === "string"
      ? [{ old: oldName, now: name }]
      : [];
  });
}
