import { languageFaults, sentencesOf, titleFaults } from "../../../tools/language";

const rulesBrokenBy = (source: string): readonly string[] => languageFaults(source).map(({ rule }) => rule);

describe("a comment breaks the rule", () => {
  test.each([
    ["begins with What", "/** What a version is sent. */"],
    ["begins with Whether", "/** Whether a value is text. */"],
    ["begins with Whether", "// It is kept. Whether it is used, nobody knows."],
    ["begins with a participle", "// Made once, for all requests."],
    ["begins with a participle", "// Copied by hand."],
    ["told", "// The client is told why."],
    ["told", "/** Each route is told of once. */"],
    ["stands", "// The option stands there."],
    ["alone", "// Only for the compiler alone."],
    ["none but", "// It takes none but versions."],
    ["lest", "// Copied text, lest it changes."],
    ["is no", "// A function is no schema."],
    ["is no", "/**\n * A list is\n * none of these.\n */"],
  ])("%s: %s", (rule, source) => {
    expect(rulesBrokenBy(source)).toContain(rule);
  });
});

describe("a comment breaks no rule", () => {
  test.each([
    ["a noun and a verb", "/** The form of a version's clients. */"],
    ["a question", "// What remains?"],
    ["a participle before its noun", "// Parsed headers by name."],
    ["a usual beginning of a docstring", "/** Undefined if there is none. Called for each request. */"],
    ["code", "// `is told` and `What` are words of `stands`."],
    ["an example between fences", "/**\n * Draws it:\n *\n * ```\n * What stands alone\n * ```\n */"],
    ["there is no", "// There is no list."],
    ["is no longer", "// The version is no longer served."],
  ])("%s", (_what, source) => {
    expect(rulesBrokenBy(source)).toEqual([]);
  });
});

describe("a text", () => {
  test.each([
    ["in a string", `const a = "the value is no text";`, ["is no"]],
    ["in a template", "const a = `what ${b} gave is kept`;", ["gives"]],
    ["in the part of a template behind a hole", "const a = `${b} stands in no list`;", ["stands"]],
    ["that is one word", `const a = "alone";`, []],
    ["that begins in the middle of a sentence", `const a = "Whether it fits";`, []],
    ["that is the name of a module", `import a from "what stands alone";`, []],
    ["in a regular expression", "const a = /is no `text`/;", []],
  ])("%s", (_where, source, rules) => {
    expect(rulesBrokenBy(source)).toEqual(rules);
  });
});

it("tells comments from literals that look like them", () => {
  const source = `const a = "// no comment"; const b = /\\/\\*/; const c = \`/* \${d /* one */} */\`; // two`;
  const comments = sentencesOf(source).filter(({ kind }) => kind === "comment");
  expect(comments.map(({ text }) => text)).toEqual(["one", "two"]);
});

it("names the line of a comment", () => {
  const [fault] = languageFaults("const a = 1;\n\n/** Whether it is. */\nconst b = 2;\n");
  expect(fault).toEqual({ kind: "comment", line: 3, text: "Whether it is.", rule: "begins with Whether" });
});

describe("the name of a test", () => {
  const rulesOf = (source: string) => titleFaults(source).map(({ rule }) => rule);

  test.each([
    ["of it", `it("leaves errors alone", () => {});`, ["alone"]],
    ["of a table", "test.each(rows)(`%s is no ${what}`, () => {});", ["is no"]],
    ["of describe", `describe("a wrong date", () => { it("is told", () => {}); });`, ["told"]],
    ["that may begin with what", `it("what is sent is kept", () => {});`, []],
    ["and no other text", `it("is kept", () => { expect(text).toBe("it is no text"); });`, []],
  ])("%s", (_where, source, rules) => {
    expect(rulesOf(source)).toEqual(rules);
  });
});
