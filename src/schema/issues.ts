import type { Issue, Part } from "../model/schema";

/** An issue and its part of the request, as the client gets it. */
export interface Detail extends Issue {
  readonly in: Part;
}

/** The greatest number of issues in one answer: enough to correct a request. */
const mostDetails = 1000;

/** The limits in bytes of JSON: for all issues of one answer, for the path of one issue, and for its message. */
const byteLimits = { details: 64 * 1024, path: 4 * 1024, message: 1024 };

/** A validator's unprocessed finding: the steps of its path may not have been read yet. */
export interface RawIssue {
  readonly path: Iterable<string | number>;
  readonly message: string;
}

/**
 * The issues for the client, within bounds: each path is cut at its longest prefix within 4 KB, each message at 1 KB.
 * Further findings are not read: a body of one megabyte can cause half a million.
 */
export function issuesOf<Found>(
  found: Iterable<Found>,
  findingOf: (one: Found) => RawIssue,
): readonly Issue[] {
  const issues: Issue[] = [];
  let left = byteLimits.details;
  for (const one of found) {
    const { path, message } = findingOf(one);
    const issue = { path: shortenedPath(path), message: shortenedText(message) };
    left -= bytesOf(issue);
    if (issues.length > 0 && left < 0) break;
    issues.push(issue);
    if (issues.length === mostDetails) break;
  }
  return issues;
}

/** The details of the issues of several parts, within the same bounds: each part keeps its first issue. */
export function detailsOf(
  parts: readonly { readonly part: Part; readonly issues: readonly Issue[] }[],
): readonly Detail[] {
  const lists = parts.map(({ part, issues }) =>
    issues.map(({ path, message }): Detail => ({ in: part, path, message })),
  );
  const firsts = lists.flatMap((list) => list.slice(0, 1));
  let count = firsts.length;
  // The added ones are the brackets, and the commas between issues.
  let bytes = firsts.reduce((sum, first) => sum + bytesOf(first) + 1, 1);
  return lists.flatMap((list) =>
    list.filter((detail, i) => {
      if (i === 0) return true;
      bytes += bytesOf(detail) + 1;
      return ++count <= mostDetails && bytes <= byteLimits.details;
    }),
  );
}

/** The issues in words; at least one text, because a validator may reject a value without an issue. */
export function issuesInWords(issues: readonly Issue[]): readonly string[] {
  if (issues.length === 0) return ["the value: does not match the schema"];
  return issues.map(({ path, message }) => `${path.join(".") || "the value"}: ${message}`);
}

const encoder = new TextEncoder();

function bytesOf(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}

function shortenedPath(steps: Iterable<string | number>): readonly (string | number)[] {
  const path: (string | number)[] = [];
  let left = byteLimits.path - 1;
  for (const step of steps) {
    // Serializing a key of one megabyte a thousand times takes a second.
    if (typeof step === "string" && step.length > left) break;
    left -= bytesOf(step) + 1;
    if (left < 0) break;
    path.push(step);
  }
  return path;
}

/** Shortens a message to its limit, but never within a character or its JSON escape. */
function shortenedText(text: string): string {
  const start = text.slice(0, byteLimits.message);
  let left = byteLimits.message - (bytesOf(start) - 2);
  if (left >= 0) return start;
  const characters = Array.from(start);
  while (left < 0) left += bytesOf(characters.pop()) - 2;
  return characters.join("");
}
