import { pathShapeOf } from "../http/path";
import type { Problem } from "../model/problem";
import type { Operation, Registration, ResolvedRoute } from "../model/route";
import { problem } from "./problems";

/** Registrations that the same requests would reach. */
export function checkRegistrations(registrations: readonly Registration[]): readonly Problem[] {
  return repeated(registrations, reachKey).map(([{ method, path, version, route }, first]) => {
    const what = version === undefined ? `${method} ${path}` : `${method} ${path} of version ${version}`;
    return problem("registered-twice", route.where, what, first.route.where);
  });
}

/** The same for two registrations that the same requests reach: a method holds no space, and the length tells where a version ends. */
function reachKey({ method, segments, reach }: Registration): string {
  const named = reach.by === "version" ? `${reach.version.length} ${reach.version}` : "";
  return `${method} ${named}${pathShapeOf(segments)}`;
}

/** Explicit ids that stand on two operations of the document. */
export function checkOperationIDs(operations: readonly Operation[]): readonly Problem[] {
  const explicit = operations.filter(({ registration }) => hasExplicitID(registration.route));
  return repeated(explicit, ({ id }) => id).map(([{ id, registration }, first]) =>
    problem("operation-id-repeated", registration.route.where, id, first.registration.route.where),
  );
}

/** Whether a route's operation id was given by `OperationID`. */
export function hasExplicitID({ settings }: ResolvedRoute): boolean {
  return settings.operationID !== undefined;
}

/** Each item whose key an earlier one has, with the first of that key. */
function repeated<Item>(items: readonly Item[], identify: (item: Item) => string): readonly [Item, Item][] {
  const first = new Map<string, Item>();
  return items.flatMap<[Item, Item]>((item) => {
    const key = identify(item);
    const earlier = first.get(key);
    if (earlier) return [[item, earlier]];
    first.set(key, item);
    return [];
  });
}
