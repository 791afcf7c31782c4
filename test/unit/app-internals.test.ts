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

describe("what requests reach that name no version", () => {
  const header = { Type: VersioningHeader, Header: "X-Version" } as const;

  it.each<readonly [string, VersioningOptions, readonly string[]]>([
    [
      "under a header: the neutral routes",
      header,
      ["GET /cats", "GET /cats/{id}", "HEAD /health", "GET /health"],
    ],
    [
      "an assumed version's, and the neutral ones that none of it stands before",
      { ...header, AssumeVersion: "1" },
      ["GET /cats of 1", "GET /cats/{id}", "GET /health of 1"],
    ],
    [
      "what is assumed by the request: the neutral ones",
      { ...header, AssumeVersion: () => "1" },
      ["GET /cats", "GET /cats/{id}", "HEAD /health", "GET /health"],
    ],
    [
      "under URI, at the plain path: the neutral ones",
      { Type: VersioningURI },
      ["GET /cats", "GET /cats/{id}", "HEAD /health", "GET /health"],
    ],
    [
      "under URI, an assumed version's, and the neutral ones that none of it stands before",
      { Type: VersioningURI, AssumeVersion: "1" },
      ["GET /v1/cats of 1", "GET /cats/{id}", "GET /v1/health of 1"],
    ],
  ])("%s", (_name, versioning, reached) => {
    const app = appOf(versioning)
      .Get("/cats", handler, WithVersion("1"))
      .Get("/cats", handler, WithVersion("2"))
      .Get("/cats", handler, WithVersion(VersionNeutral))
      .Get("/cats/{id}", handler, WithVersion(VersionNeutral), Hidden())
      .Head("/health", handler, WithVersion(VersionNeutral))
      .Get("/health", handler, WithVersion("1"))
      .Get("/health", handler, WithVersion(VersionNeutral));
    expect(
      app[internals]
        .reachedUnnamed()
        .map(({ route, path, version }) => `${route.Method} ${path}${version ? ` of ${version}` : ""}`),
    ).toEqual(reached);
  });

  it("while versioning is off: every route", () => {
    const app = new App().Get("/cats", handler).Get("/cats/{id}", handler);
    expect(app[internals].reachedUnnamed().map(({ path }) => path)).toEqual(["/cats", "/cats/{id}"]);
  });
});
