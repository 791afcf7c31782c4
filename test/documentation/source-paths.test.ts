import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { headingsOf, read, root } from "./markdown";

it.each(["CONTRIBUTING.md", "test/README.md"])(
  "each file and folder of src/ that %s names exists",
  (page) => {
    const named = read(page).match(/(?<=`)src\/[\w./-]*(?:\/|\.ts)(?=[`<])/g) ?? [];
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);

const recipes = read("CONTRIBUTING.md")
  .split(/^## /m)
  .filter((section) => section.startsWith("How to add "));

it("CONTRIBUTING.md has a recipe for each kind of part", () => {
  const titles = headingsOf("CONTRIBUTING.md").filter((title) => title.startsWith("How to add "));
  expect(titles).toEqual([
    "How to add an option",
    "How to add an extractor",
    "How to add a Build problem",
    "How to add a kind of finding",
    "How to add a link",
    "How to add a command",
  ]);
});

it.each(recipes.map((recipe) => [recipe.split("\n", 1)[0], recipe] as const))(
  "%s: each file and folder that the recipe names exists",
  (_title, recipe) => {
    const paths = recipe.match(/(?<=`)(?:src|test|tools|docs|site|bench)\/[^`]*(?=`)/g) ?? [];
    expect(paths.length).toBeGreaterThan(0);
    // The part with a placeholder, such as `<name>.ts`, is in a folder that exists.
    const known = paths.map((path) => (path.includes("<") ? dirname(path) : path));
    expect(known.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  },
);
