import { isForContributors } from "../../site/page-links";
import { blocksOf, pages, proseOf, read } from "./markdown";

/* Readers have an afternoon: the pages for users, and README.md, stay short. */

const ofUsers = pages().filter((page) => page.startsWith("docs/") && !isForContributors(page));

/** The words of a page without its blocks; what has neither letter nor digit, as the lines of a table, is no word. */
function wordsOf(page: string): number {
  return proseOf(page)
    .split(/\s+/)
    .filter((word) => /[a-z\d]/i.test(word)).length;
}

it("docs/ has at most 85 pages for users", () => {
  expect(ofUsers.length).toBeLessThanOrEqual(85);
});

it("these pages have at most 70,000 words of prose", () => {
  const words = ofUsers.reduce((sum, page) => sum + wordsOf(page), 0);
  expect(words).toBeLessThanOrEqual(70_000);
});

it("README.md has at most 130 lines, and begins with a program of six", () => {
  expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(130);
  const [program, calls] = blocksOf("README.md");
  expect(program?.info).toBe("ts");
  expect(program?.text.split("\n").filter((line) => line !== "")).toHaveLength(6);
  expect(calls?.text.match(/^curl /gm)).toHaveLength(2);
});
