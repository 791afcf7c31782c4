import { problemTexts } from "../../src/core/check/problems";
import { warningTexts } from "../../src/core/check/warning-texts";
import { misuseTexts } from "../../src/core/app/misuse";
import { read, sectionOf } from "./markdown";

type Texts = Readonly<Record<string, (...args: string[]) => string>>;

const page = "docs/problems.md";
const [problems = "", warnings = "", misuses = ""] = read(page).split(/^# (?:Warnings|Errors at once)$/m);

// A warning's words are fixed, and carry no code.
describe.each<[string, Texts, string, boolean]>([
  ["Build problem", problemTexts, problems, true],
  ["warning", warningTexts, warnings, false],
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
