import { App, SecurityScheme, WithResponse, WithSecurity, type RouteOption } from "versioned-controllers";
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

const takes =
  "WithResponse takes { Description: text, Headers: schemas by name, Type: a media type, Examples: values by name }; ";

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
    [{ Description: "" }, 'Description is ""'],
    [{ Description: 7 }, "Description is 7"],
    [{ Headers: "X-Total" }, 'Headers is "X-Total"'],
    [{ Headers: { "X Total": Cat } }, "Headers is "],
    [{ Headers: { "X-Total": 7 } }, "Headers is "],
    [{ Headers: { "X-Total": ["number"] } }, "Headers is "],
    [{ Type: "json" }, 'Type is "json"'],
    [{ Examples: "Tom" }, 'Examples is "Tom"'],
    [{ Examples: [{ name: "Tom" }] }, "Examples is "],
    [{ description: "A cat" }, 'description is "A cat"'],
  ])("%j", (about, written) => {
    expect(problemsWith(untyped(200, Cat, about))).toEqual([expect.stringContaining(takes + written)]);
  });
});

it.each([[{ type: 7 }], [{ type: "toString" }], [{}], ["bearer"]])(
  "Build refuses a scheme that OpenAPI has not: %j",
  (written) => {
    const scheme = new SecurityScheme("bearer", written as never, () => true);
    expect(problemsWith(WithSecurity(scheme))).toEqual([
      expect.stringContaining("its Security Scheme Object is none of OpenAPI's"),
    ]);
  },
);
