import { withSomeCharacters } from "../../../../src/tools/laws/strings";

describe("a pattern with some of the characters that", () => {
  it.each<[what: string, pattern: string, expected: string]>([
    ["are digits", "^\\p{Nd}+$", "^[\\u{30}-\\u{39}\\u{660}-\\u{669}]+$"],
    ["are digits, in a class", "^[a\\p{Nd}-]$", "^[a\\u{30}-\\u{39}\\u{660}-\\u{669}-]$"],
    ["are digits, after a class", "[\\]]\\p{Nd}", "[\\]][\\u{30}-\\u{39}\\u{660}-\\u{669}]"],
    ["are digits, after a bracket", "\\[\\p{Nd}", "\\[[\\u{30}-\\u{39}\\u{660}-\\u{669}]"],
    ["have a property that is rare stays as it is", "\\p{Script=Ogham}", "\\p{Script=Ogham}"],
    ["follow a backslash stays as it is", "\\\\p{2}", "\\\\p{2}"],
  ])("%s", (_what, pattern, expected) => {
    expect(withSomeCharacters(pattern)).toBe(expected);
  });
});
