import { inspect } from "node:util";
import * as main from "versioned-controllers";
import {
  App,
  Hidden,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithVersion,
  type VersioningOptions,
} from "versioned-controllers";
import { TestClient } from "versioned-controllers/testing";
import { hasInternals, internals } from "../../src/core/model/app-internals";
import { serve } from "../support/serve";

const handler = () => "well";

function appOf(Versioning: VersioningOptions): App {
  return new App({ Versioning, Logger: { warn: () => undefined, error: () => undefined } });
}

describe("the door to an App's internals", () => {
  it("is seen by nobody who looks at the App", () => {
    const app = new App();
    expect(Reflect.ownKeys(app)).toEqual([]);
    expect(Object.entries(Object.getOwnPropertyDescriptors(App.prototype))).not.toContainEqual([
      expect.anything(),
      expect.objectContaining({ enumerable: true }),
    ]);
    expect(inspect(app)).not.toContain("versioned-controllers.app");
  });

  it.each([
    ["an App", new App(), true],
    ["a class", App, false],
    ["an object", {}, false],
    ["null", null, false],
    ["nothing", undefined, false],
  ])("tells an App from anything else: %s", (_name, value, is) => {
    expect(hasInternals(value)).toBe(is);
  });

  it("opens to another copy of the package", async () => {
    let other = main;
    jest.isolateModules(() => {
      other = jest.requireActual("versioned-controllers");
    });
    expect(other.App).not.toBe(App);
    const app = new other.App({ Versioning: { Type: other.VersioningHeader, Header: "X-Version" } });
    app.Get("/cats", (req) => req.get("X-Version"), other.WithVersion("2"));
    const { text } = await TestClient(app, { Version: "2" }).get("/cats").expect(200);
    expect(text).toBe("2");
  });

  it.each<readonly [string, VersioningOptions, string | undefined]>([
    ["VersioningURI", { Type: VersioningURI }, "v"],
    ["an empty Prefix", { Type: VersioningURI, Prefix: "" }, ""],
    ["VersioningHeader", { Type: VersioningHeader, Header: "X-Version" }, undefined],
    ["no versioning", {}, undefined],
  ])(
    "tells the prefix of versions in the path, where all routes are hidden: %s",
    (_name, versioning, prefix) => {
      const app = appOf(versioning);
      if (versioning.Type) app.Get("/cats", handler, WithVersion("1"), Hidden());
      expect(app[internals].prefix).toBe(prefix);
    },
  );
});

describe("a request that names no version reaches", () => {
  const header = { Type: VersioningHeader, Header: "X-Version" } as const;
  const neutral = { cats: "neutral", health: "neutral", head: 200 };
  const assumed = { cats: "1", health: "1", head: 200 };

  it.each<readonly [string, VersioningOptions, object]>([
    ["under a header, the neutral routes", header, neutral],
    ["under a header, routes of the assumed version first", { ...header, AssumeVersion: "1" }, assumed],
    ["routes of a version that a function assumes first", { ...header, AssumeVersion: () => "1" }, assumed],
    ["under URI, at the plain path, the neutral routes", { Type: VersioningURI }, neutral],
    ["under URI, routes of the assumed version first", { Type: VersioningURI, AssumeVersion: "1" }, assumed],
  ])("%s", async (_name, versioning, expected) => {
    const app = appOf(versioning)
      .Get("/cats", () => "1", WithVersion("1"))
      .Get("/cats", () => "2", WithVersion("2"))
      .Get("/cats", () => "neutral", WithVersion(VersionNeutral))
      .Get("/cats/{id}", () => "neutral", WithVersion(VersionNeutral), Hidden())
      .Head("/health", () => "neutral", WithVersion(VersionNeutral))
      .Get("/health", () => "1", WithVersion("1"))
      .Get("/health", () => "neutral", WithVersion(VersionNeutral));
    const { ask } = await serve(app);
    const textOf = async (path: string) => (await ask(`GET ${path}`)).text;
    const { status: head } = await ask("HEAD /health");
    expect({ cats: await textOf("/cats"), health: await textOf("/health"), head }).toEqual(expected);
    expect(await textOf("/cats/7")).toBe("neutral");
  });
});
