import { withoutVersion } from "../../../../src/tools/cli/without-version";

describe("of a media type only the version's parameter is left out", () => {
  it.each([
    ["application/json", "application/json"],
    ["application/json;v=2", "application/json"],
    ['application/json; v="2"', "application/json"],
    ['application/json; v="\\2"', "application/json"],
    ["application/json;v=1", "application/json;v=1"],
    ["application/json;charset=utf-8;v=2", "application/json;charset=utf-8"],
  ])("%s", (type, expected) => {
    const document = {
      openapi: "3.1.1",
      info: { title: "Cats", version: "2" },
      paths: { "/cats": { get: { responses: { 200: { description: "OK", content: { [type]: {} } } } } } },
    };
    const { paths } = withoutVersion(document, { version: "2", sources: [] }, undefined);
    expect(paths["/cats"]?.get?.responses[200]?.content).toEqual({ [expected]: {} });
  });
});

it("operations of methods that OpenAPI has no name for are compared without the version too", () => {
  const described = (version: string) => ({
    openapi: "3.2.0",
    info: { title: "Cats", version },
    paths: {
      "/cats": {
        additionalOperations: {
          PURGE: {
            responses: { 200: { description: "OK", content: { [`application/json;v=${version}`]: {} } } },
          },
        },
      },
    },
  });
  const [one, two] = [described("1"), described("2")];
  const pathsOf = (document: typeof one, version: string) =>
    withoutVersion(document, { version, sources: [] }, undefined).paths;
  expect(pathsOf(one, "1")).toEqual(pathsOf(two, "2"));
  expect(one).toEqual(described("1"));
});
