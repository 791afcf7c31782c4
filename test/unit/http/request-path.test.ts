import { pathOfTarget, RequestPath } from "../../../src/http/request-path";

describe("a request's path is split at /, then each segment is decoded", () => {
  it.each<[path: string, segments: readonly string[] | undefined]>([
    ["/", []],
    ["", []],
    ["/cats", ["cats"]],
    ["/cats/", ["cats"]],
    ["/cats//", ["cats", ""]],
    ["//", [""]],
    ["//cats", ["", "cats"]],
    ["/a//b", ["a", "", "b"]],
    ["/a/b/c", ["a", "b", "c"]],
    ["/a%2Fb", ["a/b"]],
    ["/a%2fb/c", ["a/b", "c"]],
    ["/a%20b", ["a b"]],
    ["/a+b", ["a+b"]],
    ["/%C3%BC", ["ü"]],
    ["/%00", ["\0"]],
    ["/%25", ["%"]],
    ["/%2525", ["%25"]],
    ["/.", ["."]],
    ["/..", [".."]],
    ["/a/../b", ["a", "..", "b"]],
    ["/Cats", ["Cats"]],
    ["/a%2F", ["a/"]],
    ["/__proto__/constructor", ["__proto__", "constructor"]],
    ["/%zz", undefined],
    ["/%", undefined],
    ["/%2", undefined],
    ["/%ff", undefined],
    ["/%C3", undefined],
    ["/cats/%E0%A4", undefined],
    ["*", undefined],
    ["cats", undefined],
  ])("%j", (path, segments) => {
    expect(new RequestPath(path).segments).toEqual(segments);
  });

  it("and so again on a second look", () => {
    const path = new RequestPath("/a%20b");
    expect(path.segments).toEqual(["a b"]);
    expect(path.segments).toEqual(["a b"]);
  });
});

it.each([
  ["/cats", "/cats"],
  ["/cats?a=1", "/cats"],
  ["/cats?a=1?b", "/cats"],
  ["/?", "/"],
  ["/", "/"],
  ["//x", "//x"],
  ["http://host/cats?a=1", "/cats"],
  ["http://host", "/"],
  ["http://host?a=1", "/"],
  ["http://host/", "/"],
  ["HTTPS://user@host:1/a//b", "/a//b"],
  ["*", "*"],
  ["*http://host/cats", "*http://host/cats"],
  ["", "/"],
  ["?a", "/"],
])("the path of the target %j is %j", (target, path) => {
  expect(pathOfTarget(target)).toBe(path);
});
