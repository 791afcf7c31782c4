import { read, tablesOf } from "./markdown";

/* CONTRIBUTING.md lists scripts of package.json: each exists, and every check of `npm run check` is told. */

const { scripts } = JSON.parse(read("package.json")) as { scripts: Readonly<Record<string, string>> };
const rows = (heading: string): readonly string[] =>
  tablesOf("CONTRIBUTING.md")
    .filter((table) => table.heading === heading)
    .flatMap((table) => table.rows.map(([first = ""]) => first.replaceAll("`", "")));

it("every script of the table of work is one of package.json", () => {
  const named = rows("Work").flatMap((command) => /^npm run ([\w:]+)$/.exec(command)?.[1] ?? []);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});

it("the table of checks has every check", () => {
  const checks = Object.keys(scripts).filter((name) => name.startsWith("check:"));
  // check:types7 is told beside check:types.
  expect([...rows("The checks"), "check:types7"].toSorted()).toEqual(checks.toSorted());
});
