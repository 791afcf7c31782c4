import { cookieValues } from "../../../src/http/cookies";

it.each<[what: string, values: readonly string[], ...lines: string[]]>([
  ["a value", ["1"], "v=1"],
  ["the one among others", ["1"], "a=2; v=1;b=3"],
  ["on one of several lines", ["1"], "a=2", "v=1"],
  ["an empty value", [""], "v="],
  ["blanks around name and value are no part of them", ["1"], " v = 1 ;a=2"],
  ["an equals sign in the value", ["1=2"], "v=1=2"],
  ["a pair without an equals sign is passed over", ["1"], "v=1; v; va"],
  ["the name alone", [], "v"],
  ["twice on a line", ["1", "1"], "v=1; v=1"],
  ["twice on two lines", ["1", "1"], "v=1", "v=1"],
  ["no line", []],
  ["quotes are no part of the value", ["1"], 'v="1"'],
  ["an empty value in quotes", [""], 'v=""'],
  ["a quote before the value alone", ['"1'], 'v="1'],
  ["a quote after the value alone", ['1"'], 'v=1"'],
  ["one quote and nothing else", ['"'], 'v="'],
  ["an escape stands for its character", ["a b"], "v=a%20b"],
  ["an escaped quote is part of the value", ['"1"'], "v=%221%22"],
  ["a malformed escape stays as it is", ["%zz%20"], "v=%zz%20"],
])("%s: %j", (_what, values, ...lines) => {
  expect(cookieValues(lines, "v")).toEqual(values);
});
