import type { StandardSchemaV1 } from "@standard-schema/spec";
import { isObject } from "../core/model/value";
import type { RawIssue } from "./issues";

/** The position of an alternative in a union; `{ index: 1, count: 3 }` is the second of three. */
interface AlternativePlace {
  readonly index: number;
  readonly count: number;
}

/** Returns the alternative with the fewest issues. One without issues would explain nothing, so it does not count. */
export function nearestOf<Issues extends { readonly length: number }>(
  alternatives: readonly Issues[],
): (AlternativePlace & { readonly issues: Issues }) | undefined {
  const counts = alternatives.map(({ length }) => length).filter((count) => count > 0);
  const fewest = counts.reduce((one, other) => Math.min(one, other), Infinity);
  const index = alternatives.findIndex(({ length }) => length === fewest);
  const issues = alternatives[index];
  return issues && { index, count: alternatives.length, issues };
}

/** Adds the alternatives to a message, outermost first: `expected a number (alternative 2 of 3, then 1 of 2)`. */
export function messageWithin(choices: readonly AlternativePlace[], message: string): string {
  if (choices.length === 0) return message;
  const words = choices.map(({ index, count }) => `${index + 1} of ${count}`);
  return `${message} (alternative ${words.join(", then ")})`;
}

interface LibraryIssue extends StandardSchemaV1.Issue {
  readonly code?: unknown;
  readonly errors?: unknown;
  readonly unionErrors?: unknown;
}

type StepsOf = (path: NonNullable<LibraryIssue["path"]>) => Iterable<string | number>;

/** The issues that a library reports. Those of the nearest alternative replace an unmatched union's. */
export function* rawIssuesOf(
  issues: Iterable<LibraryIssue>,
  stepsOf: StepsOf,
  within: {
    readonly path: Iterable<string | number>;
    readonly choices: readonly AlternativePlace[];
  } = outside,
): Iterable<RawIssue> {
  for (const issue of issues) {
    const path = joinedPath(within.path, stepsOf(issue.path ?? []));
    const union = unionIssueOf(issue);
    const nearest = union && nearestOf(union.alternatives);
    if (nearest) {
      const start = union.hasWholePaths ? within.path : path;
      yield* rawIssuesOf(nearest.issues, stepsOf, { path: start, choices: [...within.choices, nearest] });
    } else yield { path, message: messageWithin(within.choices, issue.message) };
  }
}

const outside = { path: [], choices: [] };

/** Joins two paths. The result is an iterable, so that steps which nobody needs are never read. */
function joinedPath(
  start: Iterable<string | number>,
  end: Iterable<string | number>,
): Iterable<string | number> {
  return {
    *[Symbol.iterator]() {
      yield* start;
      yield* end;
    },
  };
}

interface UnionIssue {
  readonly alternatives: readonly (readonly LibraryIssue[])[];
  /** True if the paths of issues begin at the validated value; false if they begin at the union. */
  readonly hasWholePaths: boolean;
}

/** Reads the alternatives of an unmatched union in the formats of zod and ArkType. */
function unionIssueOf({ code, errors, unionErrors }: LibraryIssue): UnionIssue | undefined {
  if (code === "invalid_union" && isListOf(errors, Array.isArray)) {
    return { alternatives: errors as readonly LibraryIssue[][], hasWholePaths: false };
  }
  // zod 3 reports each alternative as an error with `issues`.
  if (code === "invalid_union" && isListOf(unionErrors, hasIssues)) {
    return { alternatives: unionErrors.map(({ issues }) => issues), hasWholePaths: true };
  }
  // ArkType has one issue for each alternative.
  if (code === "union" && isListOf(errors, isIssue)) {
    return { alternatives: errors.map((error) => [error]), hasWholePaths: true };
  }
  return undefined;
}

function isListOf<Item>(value: unknown, isItem: (item: unknown) => item is Item): value is readonly Item[] {
  return Array.isArray(value) && value.every((item: unknown) => isItem(item));
}

function hasIssues(value: unknown): value is { readonly issues: readonly LibraryIssue[] } {
  return isObject(value) && "issues" in value && Array.isArray(value.issues);
}

function isIssue(value: unknown): value is LibraryIssue {
  return isObject(value) && "message" in value && typeof value.message === "string";
}
