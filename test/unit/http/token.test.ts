import { isToken, quotedIfNeeded } from "../../../src/http/token";

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
])("%j is none, and becomes the quoted-string %s", (text, quoted) => {
  expect(isToken(text)).toBe(false);
  expect(quotedIfNeeded(text)).toBe(quoted);
});
