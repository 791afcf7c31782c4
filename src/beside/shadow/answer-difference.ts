import { isSuccess } from "../../http/status";
import { jsonDifferences } from "../../schema/json-differences";
import { takeRejection } from "../../core/model/value";
import type { GivenAnswer } from "./second-exchange";
import type { ShadowDifference, ShadowOptions } from "./shadow-types";

interface Both<Value> {
  readonly old: Value;
  readonly new: Value;
}

/** An error of the handler that only runs for comparison. */
export interface HandlerFailure {
  readonly error: unknown;
  readonly isAnswered: boolean;
}

/** Lists the differences of two responses. An error that became a 4xx is left out if both have this status. */
export function differencesOf(
  answers: Both<GivenAnswer>,
  { thrown, of }: { readonly thrown: readonly HandlerFailure[]; readonly of: "old" | "new" },
  isSame: ShadowOptions["Compare"],
): readonly ShadowDifference[] {
  const hasSameStatus = isSameStatus(answers.old.status, answers.new.status);
  const errors = thrown
    .filter(({ isAnswered }) => !isAnswered || !hasSameStatus || (answers[of].status ?? 500) >= 500)
    .map((one) => errorDifference(one, of));
  if (!hasSameStatus) {
    return [{ in: "status", path: [], old: answers.old.status, new: answers.new.status }, ...errors];
  }
  return [...bodyDifferences(answers, isSame), ...errors];
}

export function errorDifference({ error }: HandlerFailure, of: "old" | "new"): ShadowDifference {
  return { in: "error", path: [], old: undefined, new: undefined, [of]: error };
}

/** True for equal statuses. A 304 equals any success, because a client that has the answer in its cache gets a 304. */
function isSameStatus(one: number | undefined, other: number | undefined): boolean {
  if (one === other) return true;
  return (one === 304 && isSuccessful(other)) || (other === 304 && isSuccessful(one));
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
  if (isSame && isSameBy(isSame, bodies)) return [];
  const places = differentPlaces(bodies);
  // If `Compare` returns false for equal JSON, the difference contains both bodies.
  return isSame && places.length === 0 ? [{ in: "body", path: [], ...bodies }] : places;
}

/** Calls `Compare`, which may return a promise if the application is not type-checked. */
function isSameBy(isSame: NonNullable<ShadowOptions["Compare"]>, { old, new: now }: Both<unknown>): boolean {
  const given: unknown = isSame(old, now);
  if (takeRejection(given)) throw new TypeError("Compare of Shadow must return true or false, got a promise");
  return Boolean(given);
}

function parsedBodies({ old, new: now }: Both<string>): Both<unknown> {
  try {
    return { old: JSON.parse(old) as unknown, new: JSON.parse(now) as unknown };
  } catch {
    return { old, new: now };
  }
}

function differentPlaces({ old, new: now }: Both<unknown>): readonly ShadowDifference[] {
  return jsonDifferences(old, now).map(({ path, one, other }) => ({
    in: "body",
    path,
    old: one,
    new: other,
  }));
}
