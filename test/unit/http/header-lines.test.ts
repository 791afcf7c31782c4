import { headerLines, onlyHeaderLine } from "../../../src/http/header-lines";

it.each<[what: string, rawHeaders: string[], headers: Record<string, string | string[]>, lines: string[]]>([
  ["no line", ["Host", "x"], { host: "x" }, []],
  ["one line", ["X-Version", "1"], { "x-version": "1" }, ["1"]],
  ["an empty line", ["X-Version", ""], { "x-version": "" }, [""]],
  ["any case", ["x-VERSION", "1"], {}, ["1"]],
  ["a name that no value follows", ["X-Version"], {}, [""]],
  [
    "two lines, which headers joins",
    ["X-Version", "1", "x-version", "2"],
    { "x-version": "1, 2" },
    ["1", "2"],
  ],
  ["two equal lines", ["X-Version", "1", "X-Version", "1"], { "x-version": "1, 1" }, ["1", "1"]],
  ["an empty line beside another", ["X-Version", "", "X-Version", "1"], { "x-version": ", 1" }, ["", "1"]],
  ["one line with a comma", ["X-Version", "1, 2"], { "x-version": "1, 2" }, ["1, 2"]],
  ["a name that begins alike", ["X-Version-2", "1", "X-Versio", "1"], {}, []],
  ["another name of the same length", ["X-Versiom", "1"], {}, []],
  ["a value that is the name", ["Host", "x-version", "Other", "1"], {}, []],
  ["a line that a middleware added", [], { "x-version": "1" }, ["1"]],
  ["a line that a middleware changed", ["X-Version", "1"], { "x-version": "2" }, ["1"]],
  ["a list that a middleware added", [], { "x-version": ["1", "2"] }, []],
])("%s", (_what, rawHeaders, headers, lines) => {
  expect(headerLines({ rawHeaders, headers }, "x-version")).toEqual(lines);
  expect(onlyHeaderLine({ rawHeaders, headers }, "x-version")).toBe(lines.length > 1 ? undefined : lines[0]);
});

it.each(["constructor", "__proto__", "tostring"])("nothing that every object has is a header: %s", (name) => {
  expect(headerLines({ rawHeaders: [], headers: {} }, name)).toEqual([]);
  expect(onlyHeaderLine({ rawHeaders: [], headers: {} }, name)).toBeUndefined();
});
