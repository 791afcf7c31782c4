import { readdirSync } from "node:fs";
import { join } from "node:path";
import { blocksOf, root, sectionOf } from "./markdown";

const page = "docs/architecture.md";

/** The folders of `src`: `model`, `http`, ... */
const folders = readdirSync(join(root, "src"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
  .sort();

it("the table of the folders has a row for each folder of src, and no other", () => {
  const rows = [...sectionOf(page, "The folders").matchAll(/^\| `([\w-]+)\/` /gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual(folders);
});

it("the drawing has each folder of src", () => {
  const [drawing] = blocksOf(page);
  // Beyond a wide gap, a line says what its folders are.
  const places = drawing?.text.split("\n").map((line) => line.trim().split(/ {6,}/)[0]);
  const words = new Set(places?.join("\n").match(/[\w-]+/g));
  expect(folders.filter((name) => !words.has(name))).toEqual([]);
});
