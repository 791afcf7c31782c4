import { readdirSync } from "node:fs";
import { join } from "node:path";
import { problemTexts as shadow } from "../../src/beside/shadow/problems";
import { problemTexts as changes, warningTexts as changeWarnings } from "../../src/changes/rules/problems";
import { problemTexts as core } from "../../src/core/check/problems";
import type { Texts } from "../../src/core/model/problem";
import { warningTexts as coreWarnings } from "../../src/core/check/warnings";
import { problemTexts as documents, warningTexts as documentWarnings } from "../../src/document/problems";
import { problemTexts as life, warningTexts as lifeWarnings } from "../../src/life/problems";
import { problemTexts as schema, warningTexts as schemaWarnings } from "../../src/schema/serving/problems";
import { problemTexts as security } from "../../src/security/problems";
import { misuseTexts } from "../../src/core/app/misuse";
import { read, root, sectionOf } from "./markdown";

const page = "docs/problems.md";
const [problems = "", warnings = "", misuses = ""] = read(page).split(/^# (?:Warnings|Errors at once)$/m);

/** The tables of Build. Each room has the texts of its own rules. */
const problemTables = { ...core, ...documents, ...life, ...security, ...schema, ...changes, ...shadow };
const warningTables = {
  ...coreWarnings,
  ...documentWarnings,
  ...lifeWarnings,
  ...schemaWarnings,
  ...changeWarnings,
};

test.each<[name: string, table: Texts]>([
  ["problemTexts", problemTables],
  ["warningTexts", warningTables],
])("the tables of %s have each code once, and none is missing", (name, table) => {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const codes = files
    .filter((file) => file.endsWith(".ts"))
    .flatMap(
      (file) => read(join("src", file)).split(`export const ${name} =`)[1]?.split("} as const")[0] ?? [],
    )
    .flatMap((text) => [...text.matchAll(/^ {2}"([a-z0-9-]+)":/gm)].map(([, code]) => code));
  expect(codes.sort()).toEqual(Object.keys(table).sort());
});

// A warning's words are fixed, and carry no code.
describe.each<[string, Texts, string, boolean]>([
  ["Build problem", problemTables, problems, true],
  ["warning", warningTables, warnings, false],
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
