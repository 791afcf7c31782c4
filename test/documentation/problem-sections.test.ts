import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Texts } from "../../src/core/check/texts";
import { misuseTexts } from "../../src/core/app/misuse";
import { read, root, sectionOf } from "./markdown";

const page = "docs/problems.md";
const [problems = "", warnings = "", misuses = ""] = read(page).split(/^# (?:Warnings|Errors at once)$/m);

/** The tables of one kind in every room of src. Each room has the texts of its own rules. */
function tablesOf(name: "problemTexts" | "warningTexts"): Texts {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const tables = files
    .filter((file) => file.endsWith(".ts") && read(join("src", file)).includes(`export const ${name} =`))
    .map((file) => jest.requireActual<Readonly<Record<string, Texts>>>(join(root, "src", file))[name] ?? {});
  const codes = tables.flatMap((table) => Object.keys(table));
  expect(codes).toHaveLength(new Set(codes).size);
  return Object.assign({}, ...tables) as Texts;
}

// A warning's words are fixed, and carry no code.
describe.each<[string, Texts, string, boolean]>([
  ["Build problem", tablesOf("problemTexts"), problems, true],
  ["warning", tablesOf("warningTexts"), warnings, false],
  ["error that is thrown at once", misuseTexts, misuses, true],
])("%s", (_kind, table, part, hasCode) => {
  test("every one has its section, and every section stands for one", () => {
    const headings = [...part.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings.toSorted()).toEqual(Object.keys(table).toSorted());
  });

  test.each(Object.entries(table))("%s: the section holds the message", (code, text) => {
    // Words that a message takes from the program stand between its constant parts.
    const hole = "\u0000";
    const message = text(...new Array<string>(text.length).fill(hole));
    const section = sectionOf(page, code).replaceAll(/\s+/g, " ");
    const parts = message.replaceAll(JSON.stringify(hole), hole).split(hole);
    for (const part of parts) expect(section).toContain(part.trim());
    if (hasCode) expect(section).toContain(`[${code}]`);
  });

  test.each(Object.keys(table))("%s: the section tells the cause and the fix", (code) => {
    const section = sectionOf(page, code);
    expect(section).toMatch(/^\*\*Cause\.\*\* /m);
    expect(section).toMatch(/^\*\*Fix\.\*\* /m);
  });
});
