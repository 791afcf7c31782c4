import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { anchorOf } from "../../site/headings";
import { isForContributors } from "../../site/page-links";
import { groupsOfIndex } from "../../tools/pages-index";
import { headingsOf, pages, proseOf, read, root } from "./markdown";

const links = pages().flatMap((page) =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => ({ page, target: target ?? "" })),
);
const relative = links.filter(({ target }) => !/^[a-z]+:/.test(target));

test("the pages link to each other", () => {
  expect(relative.length).toBeGreaterThan(20);
});

test.each(relative.map(({ page, target }) => [page, target] as const))("%s links to %s", (page, target) => {
  const [path = "", anchor] = target.split("#");
  const file = path === "" ? page : normalize(join(dirname(page), path));
  expect(existsSync(join(root, file))).toBe(true);
  if (anchor === undefined) return;
  expect(statSync(join(root, file)).isFile()).toBe(true);
  expect(headingsOf(file).map(anchorOf)).toContain(anchor);
});

test.each([
  ["docs/README.md", "docs/", (page: string) => !isForContributors(page)],
  ["docs/decisions/README.md", "docs/decisions/", () => true],
  ["tools/decisions/README.md", "tools/decisions/", () => true],
])("%s lists every page below it", (index, folder, isListed) => {
  const listed = links.filter(({ page }) => page === index).map(({ target }) => target);
  const expected = pages()
    .filter((page) => page.startsWith(folder) && page !== index && isListed(page))
    .map((page) => page.slice(folder.length));
  expect(listed).toEqual(expect.arrayContaining(expected));
});

test("the index lists no page for contributors, which CONTRIBUTING.md names", () => {
  const paths = groupsOfIndex(read("docs/README.md")).flatMap(({ pages: entries }) => entries);
  expect(paths.filter(({ path }) => isForContributors(`docs/${path}`))).toEqual([]);
  const named = links.filter(({ page }) => page === "CONTRIBUTING.md").map(({ target }) => target);
  expect(named).toEqual(expect.arrayContaining(["docs/architecture.md", "docs/decisions/README.md"]));
});

test("with the samples, the sidebar has seven groups", () => {
  expect(groupsOfIndex(read("docs/README.md"))).toHaveLength(6);
});

test("every link of README.md leads to something that the package holds", () => {
  const { files } = JSON.parse(read("package.json")) as { files: readonly string[] };
  const targets = relative
    .filter(({ page }) => page === "README.md")
    .map(({ target }) => target.split("#")[0]);
  expect(
    targets.filter((target = "") => !files.some((one) => target === one || target.startsWith(`${one}/`))),
  ).toEqual([]);
});

test("the index names every page as its own heading does, but for words before it: Start 1, Reference, Migrate", () => {
  const named = groupsOfIndex(read("docs/README.md")).flatMap(({ pages: entries }) => entries);
  const renamed = named.filter(
    ({ title, path }) => !headingsOf(`docs/${path}`)[0]?.toLowerCase().endsWith(title.toLowerCase()),
  );
  expect(renamed.map(({ path }) => path)).toEqual([]);
});
