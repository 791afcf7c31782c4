import { once } from "../model/collections";
import { isRegisteredFor, type RegisterSpan, type Span, type SuccessorOf } from "../model/route";
import type { Versioning } from "../model/versioning";
import { addressOf } from "./route-forms";

/**
 * Finds each registration's successor, only under VersioningURI, where it is another address, and only if the successor
 * has the same route.
 */
export function successorsOf(
  spans: readonly Span[],
  { path, previews }: Versioning,
  register: RegisterSpan,
): SuccessorOf {
  if (!path) return () => undefined;
  const byRoute = once(() => groupedBy(spans, ({ route }) => route));
  const byAddress = once(() => groupedBy(spans, ({ form }) => addressOf(form)));
  return ({ route, form, version, life }) => {
    const successor = life?.successor;
    // A route of several versions may name the last of them, which succeeds only the others.
    if (version === undefined || successor === undefined || successor === version) return undefined;
    // Clients are not led to a preview, which may change.
    if (previews.has(successor)) return undefined;
    const isSuccessor = (span: Span): boolean => isRegisteredFor(span, successor);
    // For a client, another declaration at the same method and path is the same route.
    const span =
      byRoute().get(route)?.find(isSuccessor) ?? byAddress().get(addressOf(form))?.findLast(isSuccessor);
    return span && register(span, successor);
  };
}

function groupedBy<Key>(
  spans: readonly Span[],
  keyOf: (span: Span) => Key,
): ReadonlyMap<Key, readonly Span[]> {
  const groups = new Map<Key, Span[]>();
  for (const span of spans) {
    const group = groups.get(keyOf(span)) ?? [];
    groups.set(keyOf(span), group);
    group.push(span);
  }
  return groups;
}
