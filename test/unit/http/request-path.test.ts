import express, { type Request } from "express";
import fc from "fast-check";
import { matchedPath, pathOfTarget, RequestPath } from "../../../src/http/request-path";

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
    expect(new RequestPath(path).segments?.decoded).toEqual(segments);
  });

  it("and so again on a second look", () => {
    const path = new RequestPath("/a%20b");
    expect(path.segments).toEqual({ sent: ["a%20b"], decoded: ["a b"] });
    expect(path.segments).toEqual({ sent: ["a%20b"], decoded: ["a b"] });
  });
});

it("keeps segments as they were sent, with the hex digits of escapes in upper case", () => {
  expect(new RequestPath("/%c3%a9/%61/a%2fb/Cd").segments?.sent).toEqual(["%C3%A9", "%61", "a%2Fb", "Cd"]);
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

describe("the path that routes are matched with", () => {
  it.each([
    ["/cats?a", "/cats"],
    ["/a\\b|c'd", "/a\\b|c'd"],
    ["/cats?a#b", "/cats"],
    ["http://host/cats/%zz?a#b", "/cats/%zz"],
    ["http://user:word@host:80/cats", "/cats"],
    ["http://[::1]", "/"],
    ["", "/"],
    // Express would take another for the path.
    ["/cats#b", "*"],
    ["/o'neil?a#b", "*"],
    ["/a\\b?a#b", "*"],
    ["http://host/o'neil", "*"],
    ["http://host/a\\b", "*"],
    ["http://host;x/cats", "*"],
    ["http://host%41/cats", "*"],
    ["http://host:80x/cats", "*"],
    ["http://a@b@host/cats", "*"],
    ["ftp://host/cats", "*"],
    ["javascript://host/cats", "*"],
    ["http:/cats", "*"],
    ["http://", "*"],
    ["//a@b/cats?#", "*"],
    ["http:///cats", "*"],
    ["*", "*"],
  ])("of the target %j is %j", (target, path) => {
    expect(matchedPath(target)).toBe(path);
  });

  it("is what Express takes for the path, if it is one", () => {
    const { request } = express();
    const pieces = [
      "http://",
      "https://",
      "http:",
      "//",
      "/",
      "h",
      "h.i",
      "%41",
      "%",
      ";",
      ":",
      "80",
      "@",
      "'",
      '"',
      "\\",
    ];
    const others = [
      "#",
      "?",
      "*",
      "|",
      "{",
      "^",
      "`",
      "<",
      "&",
      "=",
      "!",
      "~",
      "[::1]",
      "é",
      ".",
      "..",
      "javascript:",
      "a",
    ];
    const anyTarget = fc.array(fc.constantFrom(...pieces, ...others), { maxLength: 9 });
    fc.assert(
      fc.property(anyTarget, (parts) => {
        const url = parts.join("");
        const path = matchedPath(url);
        if (!url.startsWith("/") && !/^[a-z]+:/.test(url)) return;
        if (path !== "*") expect([url, path]).toEqual([url, pathByExpress(request, url)]);
      }),
      { numRuns: 20_000 },
    );
  });
});

/** Node's `url.parse` throws for some, and Express then answers 500. */
function pathByExpress(request: object, url: string): string | undefined {
  try {
    const req = Object.assign(Object.create(request) as Request, { url });
    return req.path;
  } catch {
    return undefined;
  }
}
