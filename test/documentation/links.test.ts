import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { anchorOf } from "../../site/headings";
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

test("every page of docs/ is in its index", () => {
  const listed = links.filter(({ page }) => page === "docs/README.md").map(({ target }) => target);
  const expected = pages()
    .filter((page) => page.startsWith("docs/") && page !== "docs/README.md")
    .map((page) => page.slice("docs/".length));
  expect(listed).toEqual(expect.arrayContaining(expected));
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
