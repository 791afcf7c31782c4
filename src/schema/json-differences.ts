import { isObject } from "../core/model/value";

/** A place in which two JSON values differ. A member that one of them lacks is undefined there. */
export interface JSONDifference {
  readonly path: readonly (string | number)[];
  readonly one: unknown;
  readonly other: unknown;
}

const mostPlaces = 100;

/** The maximum number of path steps (keys) in all paths of a result: many deep places may differ. */
const mostSteps = 100_000;

/** Lists up to 100 places that differ. It uses a loop, because recursion would overflow the stack for a deep value. */
export function jsonDifferences(one: unknown, other: unknown): readonly JSONDifference[] {
  const places: JSONDifference[] = [];
  const path: (string | number)[] = [];
  const open: OpenPlace[] = [];
  let steps = 0;
  const compare = (value: unknown, otherValue: unknown): boolean => {
    if (Object.is(value, otherValue)) return false;
    const place = openPlace(value, otherValue);
    if (place) {
      open.push(place);
      return true;
    }
    places.push({ path: [...path], one: value, other: otherValue });
    steps += path.length;
    return false;
  };
  compare(one, other);
  for (let place = open.at(-1); place; place = open.at(-1)) {
    if (place.next >= place.length || places.length >= mostPlaces || steps > mostSteps) {
      open.pop();
      path.pop();
      continue;
    }
    const name = place.names?.[place.next] ?? place.next;
    place.next += 1;
    path.push(name);
    if (!compare(ownMember(place.one, name), ownMember(place.other, name))) path.pop();
  }
  return places;
}

interface OpenPlace {
  readonly one: object;
  readonly other: object;
  /** The names of members; undefined for lists, whose items have indexes. */
  readonly names: readonly string[] | undefined;
  readonly length: number;
  next: number;
}

function openPlace(one: unknown, other: unknown): OpenPlace | undefined {
  if (!isObject(one) || !isObject(other)) return undefined;
  if (Array.isArray(one) && Array.isArray(other)) {
    return { one, other, names: undefined, length: Math.max(one.length, other.length), next: 0 };
  }
  if (Array.isArray(one) || Array.isArray(other)) return undefined;
  const names = Object.keys(one);
  for (const name of Object.keys(other)) if (!Object.hasOwn(one, name)) names.push(name);
  return { one, other, names, length: names.length, next: 0 };
}

function ownMember(value: object, name: string | number): unknown {
  return Object.hasOwn(value, name) ? (Reflect.get(value, name) as unknown) : undefined;
}
