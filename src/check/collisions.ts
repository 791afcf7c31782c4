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

/** Spans that the same requests would reach, one problem for each version of theirs. */
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

/** A neutral span stands with its like; their key has told them from the others. */
function isServedIn(span: Span, version: Version | undefined): boolean {
  return version === undefined || matchAddressOf(span).versions?.has(version) === true;
}

/** The same for two spans at one method and path, which a method without a space is told from. */
function addressKey(span: Span): string {
  const { method, segments, versions } = matchAddressOf(span);
  return `${method} ${versions ? "versions " : ""}${pathShapeOf(segments)}`;
}

/** Explicit ids that stand on two operations of the document. */
export function checkOperationIDs(operations: readonly Operation[]): readonly Problem[] {
  const explicit = operations.filter(({ registration }) => hasExplicitID(registration.form));
  return repeated(explicit, ({ id }) => id).map(([{ id, registration }, first]) =>
    problem("operation-id-repeated", registration.route.where, id, first.registration.route.where),
  );
}

/** Whether a form's operation id was given, by `OperationID` or by `WithOperation`. */
export function hasExplicitID({ settings }: RouteForm): boolean {
  return givenID(settings) !== undefined;
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
