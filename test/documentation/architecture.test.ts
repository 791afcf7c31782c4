import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { blocksOf, root, sectionOf } from "./markdown";

const page = "docs/architecture.md";

/** The folders of `src`: `core`, `core/model`, ... The folders of `tools` are in its own row. */
const folders = readdirSync(join(root, "src"), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isDirectory())
  .map(({ parentPath, name }) => relative(join(root, "src"), join(parentPath, name)))
  .filter((folder) => !folder.startsWith("tools/"))
  .sort();

it("the table of the folders has a row for each folder of src, and no other", () => {
  const rows = [...sectionOf(page, "The folders").matchAll(/^\| `([\w/-]+)\/` /gm)];
  expect(rows.map(([, name]) => name).sort()).toEqual(folders);
});

it("the drawing has each folder of src and of its core", () => {
  const [drawing] = blocksOf(page);
  // Beyond a wide gap, a line says what its folders are.
  const places = drawing?.text.split("\n").map((line) => line.trim().split(/ {6,}/)[0]);
  const words = new Set(places?.join("\n").match(/[\w-]+/g));
  const drawn = folders.filter((name) => !name.includes("/") || name.startsWith("core/"));
  expect(drawn.filter((name) => !words.has(name.replace("core/", "")))).toEqual([]);
});
