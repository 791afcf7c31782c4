import { withParameter } from "../../../src/http/content-type";

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
