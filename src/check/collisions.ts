import { pathShapeOf } from "../http/path-template";
import {
  givenID,
  matchAddressOf,
  type Operation,
  type RegisterSpan,
  type RouteForm,
  type Span,
} from "../model/route";
import type { Problem } from "../model/problem";
import type { Version } from "../model/version";
import { problem } from "./problems";

/** Spans that the same requests would reach, one problem for each of their common versions. */
export function checkCollisions(spans: readonly Span[], register: RegisterSpan): readonly Problem[] {
  const known = new Map<string, Span[]>();
  return spans.flatMap((span) => {
    const address = addressKey(span);
    const earlier = known.get(address) ?? [];
    known.set(address, earlier);
    const problems = earlier.length === 0 ? [] : collisionsOf(span, earlier, register);
    earlier.push(span);
    return problems;
  });
}

function collisionsOf(span: Span, earlier: readonly Span[], register: RegisterSpan): readonly Problem[] {
  const { route, reach } = span;
  const asked: readonly (Version | undefined)[] = [...(matchAddressOf(span).versions ?? [undefined])];
  return asked.flatMap((at) => {
    const first = earlier.find((other) => isServedIn(other, at));
    if (!first) return [];
    const version = reach.by === "versions" ? at : undefined;
    const { method, path } = register(span, version);
    const what = version === undefined ? `${method} ${path}` : `${method} ${path} of version ${version}`;
    return [problem("registered-twice", route.where, what, first.route.where)];
  });
}

/** A neutral span collides only with others: their key has separated them from versioned ones. */
function isServedIn(span: Span, version: Version | undefined): boolean {
  return version === undefined || matchAddressOf(span).versions?.has(version) === true;
}

/** Equal for two spans at one method and path; the separator is safe, because a method has no space. */
function addressKey(span: Span): string {
  const { method, segments, versions } = matchAddressOf(span);
  return `${method} ${versions ? "versions " : ""}${pathShapeOf(segments)}`;
}

/** Explicit ids that two operations of the document have. */
export function checkOperationIDs(operations: readonly Operation[]): readonly Problem[] {
  const explicit = operations.filter(({ registration }) => hasExplicitID(registration.form));
  return repeated(explicit, ({ id }) => id).map(([{ id, registration }, first]) =>
    problem("operation-id-repeated", registration.route.where, id, first.registration.route.where),
  );
}

/** True if a form's operation id was written, by `OperationID` or `WithOperation`. */
export function hasExplicitID({ settings }: RouteForm): boolean {
  return givenID(settings) !== undefined;
}

/** Each item whose key an earlier one has, with the first item of that key. */
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
