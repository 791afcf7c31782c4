import { literalSpelling, literalText } from "../../../src/http/literal";

// RFC 3986, 3.3: pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
const bare = "ABCXYZabcxyz0189-._~!$&'()*+,;=:@";

describe("the canonical spelling of literal text", () => {
  it.each([
    ["", ""],
    ["admin", "admin"],
    [bare, bare],
    ["a b", "a%20b"],
    ['"', "%22"],
    ["é", "%C3%A9"],
    ["€", "%E2%82%AC"],
    ["🐈", "%F0%9F%90%88"],
    ["%", "%25"],
    ["%41", "%2541"],
    ["[]{}|\\^`<>?#/", "%5B%5D%7B%7D%7C%5C%5E%60%3C%3E%3F%23%2F"],
    ["\0\n\x7f", "%00%0A%7F"],
  ])("of %j is %j", (text, spelling) => {
    expect(literalSpelling(text)).toBe(spelling);
    expect(literalText(spelling)).toBe(text);
  });

  it("of half a surrogate pair, which no request can hold, is itself", () => {
    expect(literalSpelling("half \ud83d")).toBe("half%20\ud83d");
  });

  it.each([
    ["%c3%a9", "é"],
    ["%C3%a9", "é"],
    ["%5b%5D", "[]"],
  ])("has hex digits of either case: %j is %j", (segment, text) => {
    expect(literalText(segment)).toBe(text);
  });
});

it.each([
  ["%61", "%61dmin", "%2D", "%2e", "%7E", "%3A", "%40", "%27", "%2b"],
  ["é", "Ã©", '"', "|", "[", "a b", "\\", "a/b", "a?b", "a#b", "{id}"],
  ["%", "%6", "%zz", "%ff", "%c0%af", "%ed%a0%80", "caf%C3%A9%", "caf%C3%A9%6"],
  ["caf%C3%A9%61", "caf\u00e9%20"],
])("%j and the like spell nothing canonically", (...segments) => {
  for (const segment of segments) expect([segment, literalText(segment)]).toEqual([segment, undefined]);
});
