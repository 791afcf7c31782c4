import { refusals } from "../../src/core/model/refusals";
import { read, sectionOf } from "./markdown";

const page = "docs/errors.md";
const documented = [...read(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
const codes = [...new Set(Object.values(refusals).map(({ code }) => code))];

test("every code that a request can meet has its section, and every section its code", () => {
  expect([...documented].sort()).toEqual([...codes].sort());
});

test.each(Object.entries(refusals))("%s: the section holds the status and the message", (_name, refusal) => {
  const { code, status, text } = refusal;
  // Words that a message takes from the request stand between its constant parts.
  const hole = "\u0000";
  const [first = "", ...others] = text(hole, hole).split(hole);
  const section = sectionOf(page, code).replaceAll(/\s+/g, " ");
  expect(section).toContain(`> ${status}: ${first.trim()}`);
  for (const part of others) expect(section).toContain(part.trim());
});

test.each(codes)("%s: every message of the section is one of the code's", (code) => {
  const messages = [...sectionOf(page, code).matchAll(/^> (.+)$/gm)];
  expect(messages).toHaveLength(Object.values(refusals).filter((refusal) => refusal.code === code).length);
});

test.each(codes)("%s: the section tells when, and what the client can do", (code) => {
  const section = sectionOf(page, code);
  expect(section).toMatch(/^\*\*When\.\*\* /m);
  expect(section).toMatch(/^\*\*The client\*\* /m);
});
