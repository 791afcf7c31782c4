import { isSuccess } from "../http/status";
import { isSameJSON } from "../model/json-value";
import type { ShadowDifference, ShadowOptions } from "../model/shadow";
import { takeRejection, isObject } from "../model/value";
import type { GivenAnswer } from "./shadow-exchange";

/** Two values: the old handler's, and the route's own. */
interface Both<Value> {
  readonly old: Value;
  readonly new: Value;
}

/** An error of the handler whose answer is not sent. */
export interface HandlerFailure {
  readonly error: unknown;
  /** True if it became that handler's answer: a 404 of both is not a difference. */
  readonly isAnswered: boolean;
}

/** How many places of one answer's body are reported. */
const mostPlaces = 100;

/** Finds the differences of two answers; an error of the unsent one is reported unless both gave the same answer. */
export function differencesOf(
  answers: Both<GivenAnswer>,
  { thrown, of }: { readonly thrown: readonly HandlerFailure[]; readonly of: "old" | "new" },
  isSame: ShadowOptions["Compare"],
): readonly ShadowDifference[] {
  const hasSameStatus = isSameStatus(answers.old.status, answers.new.status);
  const errors = thrown
    .filter(({ isAnswered }) => !isAnswered || !hasSameStatus || isServerFailure(answers[of].status))
    .map((one) => errorDifference(one, of));
  if (!hasSameStatus) {
    return [{ in: "status", path: [], old: answers.old.status, new: answers.new.status }, ...errors];
  }
  return [...bodyDifferences(answers, isSame), ...errors];
}

/** The difference for an error of the handler whose answer is not sent. */
export function errorDifference({ error }: HandlerFailure, of: "old" | "new"): ShadowDifference {
  return { in: "error", path: [], old: undefined, new: undefined, [of]: error };
}

/** A client with a cached answer gets a 304 instead of a success. */
function isSameStatus(one: number | undefined, other: number | undefined): boolean {
  if (one === other) return true;
  return (one === 304 && isSuccessful(other)) || (other === 304 && isSuccessful(one));
}

function isServerFailure(status: number | undefined): boolean {
  return status === undefined || status >= 500;
}

function isSuccessful(status: number | undefined): boolean {
  return status !== undefined && isSuccess(status);
}

function bodyDifferences(
  answers: Both<GivenAnswer>,
  isSame: ShadowOptions["Compare"],
): readonly ShadowDifference[] {
  const { old, new: now } = answers;
  if (old.status !== now.status || old.body === undefined || now.body === undefined) return [];
  const bodies = parsedBodies({ old: old.body, new: now.body });
  if (isSame ? isSameBy(isSame, bodies) : isSameJSON(bodies.old, bodies.new)) return [];
  const places = differentPlaces(bodies, []).slice(0, mostPlaces);
  return (places.length === 0 ? [{ path: [], ...bodies }] : places).map((place) => ({
    in: "body",
    ...place,
  }));
}

/** Calls the application's function, which may return a promise if it is untyped. */
function isSameBy(isSame: NonNullable<ShadowOptions["Compare"]>, { old, new: now }: Both<unknown>): boolean {
  const given: unknown = isSame(old, now);
  if (takeRejection(given)) throw new TypeError("Compare of Shadow must return true or false, got a promise");
  return Boolean(given);
}

/** Parsed JSON if both are JSON, otherwise texts. */
function parsedBodies({ old, new: now }: Both<string>): Both<unknown> {
  try {
    return { old: JSON.parse(old) as unknown, new: JSON.parse(now) as unknown };
  } catch {
    return { old, new: now };
  }
}

interface DifferentPlace extends Both<unknown> {
  readonly path: ShadowDifference["path"];
}

function differentPlaces(
  { old, new: now }: Both<unknown>,
  path: ShadowDifference["path"],
): readonly DifferentPlace[] {
  if (isSameJSON(old, now)) return [];
  if (!isObject(old) || !isObject(now) || Array.isArray(old) !== Array.isArray(now)) {
    return [{ path, old, new: now }];
  }
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return names.flatMap((name) =>
    differentPlaces({ old: ownMember(old, name), new: ownMember(now, name) }, [
      ...path,
      Array.isArray(old) ? Number(name) : name,
    ]),
  );
}

function ownMember(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (Reflect.get(value, name) as unknown) : undefined;
}
