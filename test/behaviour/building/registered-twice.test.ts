import {
  App,
  Before,
  Change,
  Get,
  Hidden,
  Post,
  Router,
  Status,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  WithPrefix,
  WithVersion,
} from "versioned-controllers";
import type { Version, VersioningOptions } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

const handler = () => 1;
const none: VersioningOptions = {};
const uri: VersioningOptions = { Type: VersioningURI };
const bare: VersioningOptions = { Type: VersioningURI, Prefix: "" };
const header: VersioningOptions = { Type: VersioningHeader, Header: "X-Version" };
const mediaType: VersioningOptions = { Type: VersioningMediaType, Key: "v" };
const custom: VersioningOptions = { Type: VersioningCustom, Extractor: () => "1" };

type Declared = readonly [path: string, ...versions: Version[]];
type Row = readonly [scheme: string, Versioning: VersioningOptions, one: Declared, other: Declared];

function both([, Versioning, one, other]: Row): readonly string[] {
  const app = new App({ Versioning, Logger: recordingLogger() });
  for (const [path, ...versions] of [one, other]) {
    app.Get(path, handler, ...(versions.length > 0 ? [WithVersion(...versions)] : []));
  }
  return problemsOf(app);
}

const twice: readonly Row[] = [
  ["none", none, ["/cats"], ["/cats"]],
  ["none", none, ["/cats"], ["/cats/"]],
  ["none", none, ["/"], [""]],
  ["none", none, ["/cats/{id}"], ["/cats/{name}"]],
  ["none", none, ["/cats/{a...}"], ["/cats/{b...}"]],
  ["none", none, ["/{a}/x/{b}"], ["/{b}/x/{a}"]],
  ["header", header, ["/cats", "1"], ["/cats", "1"]],
  ["header", header, ["/cats", "1", "2"], ["/cats", "2", "3"]],
  ["header", header, ["/cats", VersionNeutral], ["/cats", VersionNeutral]],
  ["header", header, ["/cats/{id}", "1"], ["/cats/{name}", "1"]],
  ["header", { ...header, DefaultVersion: ["1"] }, ["/cats"], ["/cats", "1"]],
  ["header", { ...header, DefaultVersion: ["1"] }, ["/cats"], ["/cats"]],
  ["media type", mediaType, ["/cats", "1"], ["/cats", "1"]],
  ["custom", custom, ["/cats", "1"], ["/cats", "1"]],
  ["URI", uri, ["/cats", "1"], ["/cats", "1"]],
  ["URI", uri, ["/v1/cats", VersionNeutral], ["/cats", "1"]],
  ["URI", uri, ["/cats", "1"], ["/v1/cats", VersionNeutral]],
  ["URI", uri, ["/v1", VersionNeutral], ["/", "1"]],
  ["URI", uri, ["/cats", VersionNeutral], ["/cats", VersionNeutral]],
  ["URI", uri, ["/v2/cats", "1"], ["/v2/cats", "1"]],
  ["URI without Prefix", bare, ["/1/cats", VersionNeutral], ["/cats", "1"]],
];

const once: readonly Row[] = [
  ["none", none, ["/cats"], ["/dogs"]],
  ["none", none, ["/cats"], ["/Cats"]],
  ["none", none, ["/cats/{id}"], ["/cats/me"]],
  ["none", none, ["/cats/{id}"], ["/cats/{id...}"]],
  ["none", none, ["/cats/{id}"], ["/cats/:id"]],
  ["none", none, ["/cats"], ["/cats/{id...}"]],
  ["none", none, ["/v1/cats"], ["/cats"]],
  ["header", header, ["/cats", "1"], ["/cats", "2"]],
  ["header", header, ["/cats", "1"], ["/cats", VersionNeutral]],
  ["header", header, ["/cats"], ["/cats"]],
  ["header", header, ["/cats"], ["/cats", "1"]],
  ["header", header, ["/cats"], ["/cats", VersionNeutral]],
  ["header", header, ["/cats", "1"], ["/cats", "1.0"]],
  ["header", header, ["/cats", "v"], ["/cats", "V"]],
  ["header", header, ["/v1/cats", VersionNeutral], ["/cats", "1"]],
  ["header", { ...header, DefaultVersion: ["1"] }, ["/cats"], ["/cats", "2"]],
  ["header", header, ["/cats", "1", "1"], ["/cats", "2", "2"]],
  ["media type", mediaType, ["/cats", "1"], ["/cats", VersionNeutral]],
  ["custom", custom, ["/cats", "__proto__"], ["/cats", "constructor"]],
  ["URI", uri, ["/cats", "1"], ["/cats", "2"]],
  ["URI", uri, ["/cats", "1"], ["/cats", VersionNeutral]],
  ["URI", uri, ["/cats"], ["/cats"]],
  ["URI", uri, ["/v1/cats"], ["/cats", "1"]],
  ["URI", uri, ["/{version}/cats", VersionNeutral], ["/cats", "1"]],
  ["URI", bare, ["/v1/cats", VersionNeutral], ["/cats", "1"]],
];

it.each(twice)("%s %j: %j and %j are registered twice", (...row) => {
  const problems = both(row);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain("is registered twice");
  expect(problems[0]?.startsWith("GET /")).toBe(true);
});

it.each(once)("%s %j: %j and %j are not", (...row) => {
  expect(both(row)).toEqual([]);
});

it("two methods at one path are not", () => {
  expect(problemsOf(new App().Get("/a", handler).Post("/a", handler).Head("/a", handler))).toEqual([]);
});

it("one method in two cases is", () => {
  const app = new App().Handle("report", "/a", handler).Handle("REPORT", "/a", handler);
  expect(problemsOf(app)).toEqual([expect.stringContaining("is registered twice")]);
});

it("each version that overlaps is reported, once", () => {
  const app = new App({ Versioning: header })
    .Get("/a", handler, WithVersion("1", "2", "3"))
    .Get("/a", handler, WithVersion("3", "2", "2"));
  expect(problemsOf(app)).toEqual([
    expect.stringMatching(/^GET \/a: .*3.*is registered twice/),
    expect.stringMatching(/^GET \/a: .*2.*is registered twice/),
  ]);
});

it("tells both places, a controller's method by its name", () => {
  @Router("/cats")
  class CatsController {
    @Get()
    list() {
      return 1;
    }
  }
  const app = new App().Get("/api/cats", handler).Include(CatsController, WithPrefix("/api"));
  expect(problemsOf(app)).toEqual([
    expect.stringMatching(/^CatsController\.list, GET \/api\/cats: .*is registered twice.*GET \/api\/cats/),
  ]);
});

it("a class that is included twice at one place is", () => {
  @Router("/cats")
  class CatsController {
    @Get()
    list() {
      return 1;
    }
  }
  const app = new App({ Versioning: header })
    .Include(CatsController, WithVersion("1"))
    .Include(CatsController, WithVersion("2"));
  expect(problemsOf(app)).toEqual([]);
  const again = new App({ Versioning: header })
    .Include(CatsController, WithVersion("1"))
    .Include(CatsController, WithVersion("2", "1"));
  expect(problemsOf(again)).toEqual([expect.stringContaining("is registered twice")]);
});

it("hidden routes count: they are served", () => {
  expect(problemsOf(new App().Get("/a", handler, Hidden()).Get("/a", handler))).toHaveLength(1);
});

describe("names a route by its form in the version in which it collides", () => {
  const Moved = Change("2", "Paths are short.");
  const both = WithVersion("1", "2");
  const end = "remove one of the two, or give them different versions [registered-twice]";

  it.each<[what: string, declare: (app: App) => App, problem: string]>([
    [
      "a path that moved",
      (app) => app.Get("/t", handler, both, Before(Moved, Get("/p"))).Get("/p", handler, both),
      `GET /p: GET /v1/p of version 1 is registered twice, because GET /t, which is GET /p in version 1, matches the same requests: ${end}`,
    ],
    [
      "a method that changed",
      (app) => app.Put("/t", handler, both, Before(Moved, Post("/t"))).Post("/t", handler, both),
      `POST /t: POST /v1/t of version 1 is registered twice, because PUT /t, which is POST /t in version 1, matches the same requests: ${end}`,
    ],
    [
      "both paths that moved",
      (app) =>
        app
          .Get("/t", handler, both, Before(Moved, Get("/p")))
          .Get("/u", handler, both, Before(Moved, Get("/p"))),
      `GET /u: GET /v1/p of version 1 is registered twice, because GET /t, which is GET /p in version 1, matches the same requests: ${end}`,
    ],
    [
      "the older path of another declaration of one route",
      (app) =>
        app
          .Get("/t", handler, WithVersion("1", "3"), Before(Moved, Get("/p")))
          .Get("/t", handler, WithVersion("1", "2"), Before(Moved, Get("/p"))),
      `GET /t: GET /v1/p of version 1 is registered twice, because another declaration of GET /t, which is GET /p in version 1, matches the same requests: ${end}`,
    ],
    [
      "the newest path in an older version",
      (app) => app.Get("/t", handler, both, Before(Moved, Status(201))).Get("/t", handler, WithVersion("1")),
      `GET /t: GET /v1/t of version 1 is registered twice, because another declaration of GET /t matches the same requests: ${end}`,
    ],
  ])("%s", (_what, declare, problem) => {
    const app = new App({ Versioning: { ...uri, Versions: ["1", "2", "3"] }, Logger: recordingLogger() });
    expect(problemsOf(declare(app))).toEqual([problem]);
  });
});
