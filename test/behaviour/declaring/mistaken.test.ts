import {
  App,
  Deprecated,
  DefineVersions,
  SecurityScheme,
  WithBody,
  WithCookies,
  WithGuards,
  WithHeaders,
  WithMiddleware,
  WithParams,
  WithQuery,
  WithTags,
  Summary,
} from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

class Cats {}

function including(what: unknown): readonly string[] {
  return problemsOf(new App({ Logger: recordingLogger() }).Include(what as never));
}

describe("an option in the place of a controller is reported as such", () => {
  const pass = () => true;
  it.each([
    ["guards", WithGuards(pass)],
    ["several guards", WithGuards(pass, pass)],
    [
      "a middleware",
      WithMiddleware((_req, _res, next) => {
        next();
      }),
    ],
    ["tags", WithTags("cats")],
    ["Deprecated", Deprecated()],
  ])("%s", (_what, option) => {
    expect(including(option)).toEqual([
      expect.stringContaining(
        "the argument of Include must be a Router, a class with @Router, an instance of one, a webhook or a list of these, got an option",
      ),
    ]);
  });

  it.each([
    ["WithGuards", WithGuards(Cats as never)],
    ["WithMiddleware", WithMiddleware(Cats as never)],
    ["WithParams", WithParams(Cats as never)],
    ["WithQuery", WithQuery(Cats as never)],
    ["WithHeaders", WithHeaders(Cats as never)],
    ["WithCookies", WithCookies(Cats as never)],
    ["WithBody", WithBody(Cats as never)],
  ])("%s, used only for classes, is a decorator without its call", (name, option) => {
    expect(including(option)).toContainEqual(
      expect.stringContaining(`@${name} must be called: write @${name}(...)`),
    );
  });
});

it("a class whose decorator has too many arguments has that problem, not that of a missing Router", () => {
  const tooMany = Summary as unknown as (...args: readonly unknown[]) => (target: unknown) => void;
  class Mistaken {}
  tooMany("a", "b")(Mistaken);
  expect(including(Mistaken)).toContainEqual(expect.stringContaining("Summary"));
});

it("no change is of a version of an empty list", () => {
  expect(() => DefineVersions().Change("1" as never, "a change")).toThrow(
    new RangeError('Change: the version must be one of an empty list, got "1"'),
  );
});

it("a scheme's methods work on schemes only", () => {
  const scheme = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, () => true);
  expect(() => scheme.With.call({} as never, "read")).toThrow(
    new TypeError("With must be called on a SecurityScheme, as in scheme.With(...)"),
  );
});
