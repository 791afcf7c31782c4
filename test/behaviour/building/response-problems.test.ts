import {
  App,
  DefineVersions,
  VersioningHeader,
  SecurityScheme,
  WithResponse,
  WithSecurity,
  type RouteOption,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

const handler = (): unknown => 1;
const Cat = z.object({ name: z.string() });
// An option that takes what TypeScript refuses, as a caller without types writes it.
const untyped = WithResponse as (...args: readonly unknown[]) => RouteOption;

function problemsWith(option: RouteOption): readonly string[] {
  return problemsOf(new App({ Logger: recordingLogger() }).Get("/cats", handler, option));
}

describe("Build takes of a response", () => {
  it.each<[about: object]>([
    [{ Description: "A cat", Headers: { "X-Total": z.number() }, Type: "application/cat+json" }],
    [{ Examples: { tom: { name: "Tom" } } }],
    [{ Description: undefined, Headers: undefined, Type: undefined, Examples: undefined }],
    [{ Headers: {} }],
  ])("%j", (about) => {
    expect(problemsWith(untyped(200, Cat, about))).toEqual([]);
  });
});

describe("Build refuses of a response", () => {
  it.each<[about: object, written: string]>([
    [{ Description: "" }, 'Description of WithResponse must be a non-empty string, got ""'],
    [{ Description: 7 }, "Description of WithResponse must be a non-empty string, got 7"],
    [
      { Headers: "X-Total" },
      'Headers of WithResponse must be an object with schemas by header name, got "X-Total"',
    ],
    [
      { Headers: { "X Total": Cat } },
      "Headers of WithResponse must be an object with schemas by header name, got ",
    ],
    [
      { Headers: { "X-Total": 7 } },
      "Headers of WithResponse must be an object with schemas by header name, got ",
    ],
    [
      { Headers: { "X-Total": ["number"] } },
      "Headers of WithResponse must be an object with schemas by header name, got ",
    ],
    [{ Type: "json" }, 'Type of WithResponse must be a media type, got "json"'],
    [{ Examples: "Tom" }, 'Examples of WithResponse must be an object with values by name, got "Tom"'],
    [{ Examples: [{ name: "Tom" }] }, "Examples of WithResponse must be an object with values by name, got "],
    [{ description: "A cat" }, 'there is no option named "description"'],
  ])("%j", (about, written) => {
    expect(problemsWith(untyped(200, Cat, about))).toEqual([expect.stringContaining(written)]);
  });
});

it("Build refuses of a webhook's answer what is not a schema of a header", () => {
  const V = DefineVersions("1");
  const app = new App({
    Logger: recordingLogger(),
    Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
  });
  app.Include(V.Webhook("cat.added", Cat, untyped(200, undefined, { Headers: { "X-Total": 7 } }) as never));
  expect(problemsOf(app)).toEqual([
    expect.stringContaining("Headers of WithResponse must be an object with schemas by header name, got "),
  ]);
});

it.each([[{ type: 7 }], [{ type: "toString" }], [{}], ["bearer"]])(
  "Build refuses a scheme that OpenAPI has not: %j",
  (written) => {
    const scheme = new SecurityScheme("bearer", written as never, () => true);
    expect(problemsWith(WithSecurity(scheme))).toEqual([
      expect.stringContaining("must be an OpenAPI Security Scheme Object, got "),
    ]);
  },
);
