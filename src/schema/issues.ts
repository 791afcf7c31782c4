import type { Issue, Part } from "./interface/schema";

/** An issue for the client: `{ in: "body", path: ["name"], message: "..." }`. */
export interface Detail extends Issue {
  readonly in: Part;
}

const mostDetails = 1000;

/** The maximum sizes of JSON in bytes: of all issues in a response, of one path, and of one message. */
const byteLimits = { details: 64 * 1024, path: 4 * 1024, message: 1024 };

/** An issue that a validator has found. Its path is an iterable, because most paths are never read. */
export interface RawIssue {
  readonly path: Iterable<string | number>;
  readonly message: string;
}

/**
 * The issues for the client, at most 64 KB of JSON: each path is cut to 4 KB, each message to 1 KB. Issues beyond the
 * limit are not read, because a body of one megabyte can have half a million issues.
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

/** Joins the issues of a request's parts: at least one of each part, and as many more as a response's limits allow. */
export function detailsOf(
  parts: readonly { readonly part: Part; readonly issues: readonly Issue[] }[],
): readonly Detail[] {
  const lists = parts.map(({ part, issues }) =>
    issues.map(({ path, message }): Detail => ({ in: part, path, message })),
  );
  const firsts = lists.flatMap((list) => list.slice(0, 1));
  let count = firsts.length;
  // 1 for the opening bracket. Each issue adds its bytes, and 1 for the comma or bracket after it.
  let bytes = firsts.reduce((sum, first) => sum + bytesOf(first) + 1, 1);
  return lists.flatMap((list) =>
    list.filter((detail, i) => {
      if (i === 0) return true;
      bytes += bytesOf(detail) + 1;
      return ++count <= mostDetails && bytes <= byteLimits.details;
    }),
  );
}

/** The issues in words: `name: expected a string`. A validator may reject a value without an issue. */
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
    // A key may be a megabyte long, and serializing it for a thousand issues would take a second.
    if (typeof step === "string" && step.length > left) break;
    left -= bytesOf(step) + 1;
    if (left < 0) break;
    path.push(step);
  }
  return path;
}

/** Shortens a message to its limit as JSON, without splitting a surrogate pair or an escape such as `\u2028`. */
function shortenedText(text: string): string {
  const start = text.slice(0, byteLimits.message);
  let left = byteLimits.message - (bytesOf(start) - 2);
  if (left >= 0) return start;
  const characters = Array.from(start);
  while (left < 0) left += bytesOf(characters.pop()) - 2;
  return characters.join("");
}
