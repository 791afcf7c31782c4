import { mostDetails } from "../model/refusals";
import type { Issue, Part } from "../model/schema";

/** An issue and the part of the request that has it: what a client is told of it. */
export interface Detail extends Issue {
  readonly in: Part;
}

/** In bytes of JSON: all issues of one answer, the path of one, and the message of one. */
const longest = { details: 64 * 1024, path: 4 * 1024, message: 1024 };

/** A validator's finding before anything is made of it: each step of its path may still be to be read. */
export interface Finding {
  readonly path: Iterable<string | number>;
  readonly message: string;
}

/**
 * The issues that are told of a validator's findings: at most 1,000, and at most 64 KB of them. Each path is cut at its longest
 * prefix within 4 KB, each message at 1 KB.
 *
 * No finding behind these is looked at: a body of a megabyte can hold half a million.
 */
export function issuesOf<Found>(
  found: Iterable<Found>,
  findingOf: (one: Found) => Finding,
): readonly Issue[] {
  const issues: Issue[] = [];
  let left = longest.details;
  for (const one of found) {
    const { path, message } = findingOf(one);
    const issue = { path: pathWithin(path), message: textWithin(message) };
    left -= bytesOf(issue);
    if (issues.length > 0 && left < 0) break;
    issues.push(issue);
    if (issues.length === mostDetails) break;
  }
  return issues;
}

/** The details of an answer about the issues of some parts, within the same bounds: each part keeps its first. */
export function detailsOf(
  parts: readonly { readonly part: Part; readonly issues: readonly Issue[] }[],
): readonly Detail[] {
  const lists = parts.map(({ part, issues }) =>
    issues.map(({ path, message }): Detail => ({ in: part, path, message })),
  );
  const firsts = lists.flatMap((list) => list.slice(0, 1));
  let count = firsts.length;
  // The brackets, and a comma behind each but the last.
  let bytes = firsts.reduce((sum, first) => sum + bytesOf(first) + 1, 1);
  return lists.flatMap((list) =>
    list.filter((detail, i) => {
      if (i === 0) return true;
      bytes += bytesOf(detail) + 1;
      return ++count <= mostDetails && bytes <= longest.details;
    }),
  );
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function pathWithin(steps: Iterable<string | number>): readonly (string | number)[] {
  const path: (string | number)[] = [];
  let left = longest.path - 1;
  for (const step of steps) {
    // To make JSON of a key of a megabyte a thousand times takes a second.
    if (typeof step === "string" && step.length > left) break;
    left -= bytesOf(step) + 1;
    if (left < 0) break;
    path.push(step);
  }
  return path;
}

/** Not within a character, nor within what JSON makes of it. */
function textWithin(text: string): string {
  const start = text.slice(0, longest.message);
  let left = longest.message - (bytesOf(start) - 2);
  if (left >= 0) return start;
  const characters = Array.from(start);
  while (left < 0) left += bytesOf(characters.pop()) - 2;
  return characters.join("");
}
