import {
  documentedShape,
  openAPIPath,
  openAPIShape,
  parseTemplate,
  pathShapeOf,
  withoutTrailingSlash,
  type Segment,
} from "../../../src/http/path-template";

const text = (value: string): Segment => ({ kind: "static", text: value });
const parameter = (name: string): Segment => ({ kind: "parameter", name });
const rest = (name: string): Segment => ({ kind: "rest", name });
const malformed = (value: string): Segment => ({ kind: "malformed", text: value });

describe("a template's segments", () => {
  it.each<[template: string, segments: readonly Segment[]]>([
    ["/", []],
    ["", []],
    ["/cats", [text("cats")]],
    ["/cats/", [text("cats")]],
    ["/cats/{id}", [text("cats"), parameter("id")]],
    ["/cats/{id}/", [text("cats"), parameter("id")]],
    ["/cats/{rest...}", [text("cats"), rest("rest")]],
    ["/{a}/{b...}", [parameter("a"), rest("b")]],
    ["/{_}/{A9_}", [parameter("_"), parameter("A9_")]],
    ["/{constructor}", [parameter("constructor")]],
    ["/:id/*/a.b/(x)?", [text(":id"), text("*"), text("a.b"), text("(x)?")]],
    ["/a%20b", [text("a%20b")]],
    ["/ü", [text("ü")]],
    ["/...", [text("...")]],
    ["//", [malformed("")]],
    ["/a//b", [text("a"), malformed(""), text("b")]],
    ["/{}", [malformed("{}")]],
    ["/{9}", [malformed("{9}")]],
    ["/{a-b}", [malformed("{a-b}")]],
    ["/{é}", [malformed("{é}")]],
    ["/{a", [malformed("{a")]],
    ["/a}", [malformed("a}")]],
    ["/x{a}", [malformed("x{a}")]],
    ["/{a}x", [malformed("{a}x")]],
    ["/{a}{b}", [malformed("{a}{b}")]],
    ["/{a..}", [malformed("{a..}")]],
    ["/{a....}", [malformed("{a....}")]],
    ["/{...}", [malformed("{...}")]],
    ["/{a\n}", [malformed("{a\n}")]],
    ["/{__proto__}", [malformed("{__proto__}")]],
    ["/{__proto__...}", [malformed("{__proto__...}")]],
  ])("%j", (template, segments) => {
    expect(parseTemplate(template)).toEqual(segments);
  });
});

it.each([
  ["", ""],
  ["/", ""],
  ["/cats", "/cats"],
  ["/cats/", "/cats"],
  ["/cats//", "/cats/"],
])("%j is joined as %j", (path, joined) => {
  expect(withoutTrailingSlash(path)).toBe(joined);
});

it.each([
  ["/", "/", "/", "/"],
  ["/cats", "/cats", "/cats", "/cats"],
  ["/{id}/{rest...}", "/{}/{...}", "/{id}/{rest}", "/{}/{}"],
  ["/a%b?c#d", "/a%b?c#d", "/a%25b%3Fc%23d", "/a%25b%3Fc%23d"],
  ["/a b/é/[|]", "/a b/é/[|]", "/a%20b/é/%5B%7C%5D", "/a%20b/é/%5B%7C%5D"],
  ["/:a/*/(b)@c;d", "/:a/*/(b)@c;d", "/:a/*/(b)@c;d", "/:a/*/(b)@c;d"],
  ["/x{a}", "/x{a}", "/x{a}", "/x{a}"],
])("%j: its shape %j, for OpenAPI %j, of shape %j", (path, shape, openAPI, same) => {
  const segments = parseTemplate(path);
  expect(pathShapeOf(segments)).toBe(shape);
  expect(openAPIPath(segments)).toBe(openAPI);
  expect(openAPIShape(segments)).toBe(same);
});

it.each([
  ["/cats/{id}", "/cats/{}"],
  ["/café", "/caf%C3%A9"],
  ["/caf%C3%A9", "/caf%C3%A9"],
  ["/caf%c3%a9", "/caf%C3%A9"],
  ["/a b", "/a%20b"],
  ["/a%2520b", "/a%2520b"],
  ["/100%", "/100%25"],
])("a document's path %j has the shape %j", (path, shape) => {
  expect(documentedShape(path)).toBe(shape);
});
