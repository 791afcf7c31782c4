import { isToken, quotedIfNeeded, withParameter } from "../../../src/http/field-values";

it.each(["1", "v1", "X-API-Version", "!#$%&'*+-.^_`|~09AZaz"])(
  "%j is a token, and stays as it is",
  (text) => {
    expect(isToken(text)).toBe(true);
    expect(quotedIfNeeded(text)).toBe(text);
  },
);

it.each([
  ["", '""'],
  ["a b", '"a b"'],
  [" a", '" a"'],
  ["a ", '"a "'],
  ["1,2", '"1,2"'],
  ["é", '"é"'],
  ['a"b"c', '"a\\"b\\"c"'],
  ["a\\b\\c", '"a\\\\b\\\\c"'],
])("%j is not a token, and becomes the quoted-string %s", (text, quoted) => {
  expect(isToken(text)).toBe(false);
  expect(quotedIfNeeded(text)).toBe(quoted);
});

describe("withParameter adds to JSON types what they do not name", () => {
  it.each<[type: string, expected: string | undefined]>([
    ["application/json", "application/json; v=2"],
    ["text/json", "text/json; v=2"],
    ["application/vnd.cats+json", "application/vnd.cats+json; v=2"],
    ["application/json ; charset=utf-8", "application/json ; charset=utf-8; v=2"],
    ["application/json;vv=1", "application/json;vv=1; v=2"],
    ["application/json;v=1", undefined],
    ["application/json; V =1", undefined],
    ['application/json; a="\\"; v=1"', 'application/json; a="\\"; v=1"; v=2'],
    ["application/jsonp", undefined],
    ["application/x-ndjson", undefined],
    ["+json", undefined],
    ["text/plain", undefined],
    ["", undefined],
  ])("%s", (type, expected) => {
    expect(withParameter(type, { name: "v", value: "2" })).toBe(expected);
  });
});
