import { texts } from "../../src/check/problems";
import { read, sectionOf } from "./markdown";

const page = "docs/problems.md";
const documented = [...read(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);

test("every Build problem has its section, and every section its problem", () => {
  expect([...documented].sort()).toEqual(Object.keys(texts).sort());
});

test.each(Object.entries(texts))("%s: the section holds the message", (code, text) => {
  // What a message takes from the program stands between its constant parts.
  const hole = "\u0000";
  const message = text(hole, hole, hole);
  const section = sectionOf(page, code).replaceAll(/\s+/g, " ");
  const parts = message.replaceAll(JSON.stringify(hole), hole).split(hole);
  for (const part of parts) expect(section).toContain(part.trim());
  expect(section).toContain(`[${code}]`);
});

test.each(Object.keys(texts))("%s: the section tells the cause and the fix", (code) => {
  const section = sectionOf(page, code);
  expect(section).toMatch(/^\*\*Cause\.\*\* /m);
  expect(section).toMatch(/^\*\*Fix\.\*\* /m);
});
