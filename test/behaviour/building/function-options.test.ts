import {
  App,
  AtOrBefore,
  ByPrincipal,
  Catalog,
  Change,
  Context,
  DefineVersions,
  FromHeader,
  Rename,
  SecurityScheme,
  Versioned,
  VersioningHeader,
  WithVersion,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { Docs } from "versioned-controllers/docs";
import { CreateFetch, CreateServer } from "versioned-controllers/server";
import { TestClient } from "versioned-controllers/testing";
import { ToolsOf } from "versioned-controllers/tools";
import { UsageCounter } from "versioned-controllers/usage";
import express from "express";
import { z } from "zod";
import { problemsOf } from "../../support/problems";

const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: ["1"] } });
app.Get("/cats", () => ["Tom"], WithVersion("1"));
const V = DefineVersions("1", "2");
const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, () => "an account");

/** The functions with options, with a misspelled option, and what the error says about it. */
const functions: readonly (readonly [
  name: string,
  misspelled: string,
  names: string,
  call: (options: never) => unknown,
])[] = [
  ["AtOrBefore", "compare", "Compare", (options) => AtOrBefore(FromHeader("X-Date"), options)],
  ["ByPrincipal", "unknown", "Unknown", (options) => ByPrincipal(Bearer, () => "1", options)],
  ["Catalog", "Doc", "Base or Docs or Status", (options) => Catalog(app, options)],
  ["Change", "internal", "Internal", (options) => Change("2", "A cat has a name.", options)],
  ["Change", "internal", "Internal", (options) => V.Change("2", "A cat has a name.", options)],
  ["CheckChanges", "runs", "Runs or Seed or Examples or Context", (options) => CheckChanges(app, options)],
  ["Context", "Examples", "Example or Description", (options) => Context("org", options)],
  ["CreateFetch", "Hosts", "TLS or HTTP or Host or Settings", (options) => CreateFetch(app, options)],
  [
    "CreateServer",
    "maxHeaderSize",
    "TLS or HTTP or Host or Settings",
    (options) => CreateServer(app, options),
  ],
  ["Docs", "usage", "Usage", (options) => Docs(app, options)],
  ["Rename", "without", "Without", (options) => Rename("a", "b", options)],
  ["TestClient", "version", "Version or Unlisted or App or Mount", (options) => TestClient(app, options)],
  ["ToolsOf", "base", "Version or Fetch or Base or Operations", (options) => ToolsOf(app, options)],
  ["UsageCounter", "most", "Client or Most or Now", (options) => UsageCounter(options)],
  [
    "V.Stored",
    "newer",
    "Newer or Untagged or Ajv",
    (options) => V.Stored(Versioned(z.object({ name: z.string() })), options),
  ],
];

describe.each(functions)("%s", (name, misspelled, names, call) => {
  /** The error of a call, which may be a rejection. */
  const errorOf = async (options: unknown): Promise<unknown> => {
    try {
      await call(options as never);
    } catch (error) {
      return error;
    }
    return undefined;
  };

  it(`names its options for one that is called ${misspelled}`, async () => {
    const error = new TypeError(`${name}: an option must be ${names}, got ${misspelled}`);
    expect(await errorOf({ [misspelled]: 1 })).toEqual(error);
  });

  it.each([
    [null, "null"],
    [[], "a list"],
    ["1", '"1"'],
  ])("takes no %j for its options", async (options, words) => {
    expect(await errorOf(options)).toEqual(
      new TypeError(`${name}: the options must be an object, got ${words}`),
    );
  });
});

test.each<[call: (options: never) => unknown, options: object, message: string]>([
  [(options) => Docs(app, options), { Usage: {} }, "Docs: Usage must be a function, got an object"],
  [
    (options) => Change("2", "A.", options),
    { Internal: "yes" },
    'Change: Internal must be true or false, got "yes"',
  ],
  [
    (options) => TestClient(app, options),
    { Version: 1 },
    "TestClient: Version must be a non-empty string, got 1",
  ],
  [
    (options) => TestClient(app, options),
    { Unlisted: 1 },
    "TestClient: Unlisted must be true or false, got 1",
  ],
  [(options) => TestClient(express(), options), { App: {} }, "TestClient: App must be an App, got an object"],
  [(options) => TestClient(express(), options), { Mount: 1 }, "TestClient: Mount must be a path, got 1"],
])("an option of another kind is a TypeError: %#", (call, options, message) => {
  expect(() => call(options as never)).toThrow(new TypeError(message));
});

test("ToolsOf needs a version", () => {
  expect(() => ToolsOf(app, {} as never)).toThrow(
    new TypeError("ToolsOf: Version must be a non-empty string, got undefined"),
  );
});

it.each([
  ["AppOptions", [], "App: AppOptions must be an object, got a list"],
  ["Versioning", { Versioning: [] }, "AppOptions: Versioning must be an object, got a list"],
  ["Errors", { Errors: [] }, "AppOptions: Errors must be an object, got a list"],
])("a list as %s is a problem", (_name, options, problem) => {
  expect(() => new App(options as never).Build()).toThrow(problem);
});

it("what looks like a Router as AppOptions is one problem, whatever else it has", () => {
  const options = { Include: () => 1, Routes: () => 1, OpenAPI: { openapi: "3.0.0" } };
  expect(problemsOf(new App(options as never))).toEqual([
    "App: AppOptions must be an object, got an object [argument-invalid]",
  ]);
});

it("a problem of OpenAPI comes after those of the options, and before those of Errors and Versioning", () => {
  const options = { Versioning: { Typ: 1 }, Errors: { Bodi: 1 }, OpenAPI: { openapi: "3.0.0" }, Titel: 1 };
  expect(problemsOf(new App(options as never))).toEqual([
    expect.stringContaining('named "Titel"'),
    expect.stringContaining("[openapi-version]"),
    expect.stringContaining('named "Bodi"'),
    expect.stringContaining('named "Typ"'),
  ]);
});
