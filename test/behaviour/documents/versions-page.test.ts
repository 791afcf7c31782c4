import express from "express";
import helmet from "helmet";
import { agent } from "supertest";
import {
  App,
  Before,
  Change,
  Deprecated,
  Get,
  Hidden,
  Since,
  Until,
  VersioningURI,
  VersionNeutral,
  WithChanges,
  WithLifecycle,
  WithVersion,
  type Lifecycle,
  type RouteOption,
  type VersioningOptions,
} from "versioned-controllers";
import { Docs, type DocsOptions } from "versioned-controllers/docs";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

function host(options?: DocsOptions) {
  const app = new App({
    Title: "Cats",
    Now: () => new Date("2026-07-01"),
    Versioning: {
      Type: VersioningURI,
      Versions: ["1", "2"],
      Lifecycle: { "1": { Deprecated: "2026-01-01", Sunset: "2027-01-01" } },
    },
  });
  app.Get("/cats", () => ["Tom"], Since("1"));
  app.Get("/dogs", () => ["Rex"], Until("1"));
  app.Get("/secret", () => 1, Since("1"), Hidden());
  return agent(express().use(helmet()).use("/docs", Docs(app, options)).use(app.Build()));
}

it("is beneath the documentation page, and links it", async () => {
  const { text } = await host()
    .get("/docs/versions")
    .expect(200)
    .expect("Content-Type", "text/html; charset=utf-8");
  expect(text).toContain("<h1>Versions of Cats</h1>");
  expect(text).toContain(`<a href="./">The documentation</a>`);
  expect(text).toContain("today, 2026-07-01");
  expect(text).toContain("ends: <code>GET /dogs</code>");
});

describe("a version's state follows from its routes", () => {
  const now = "2026-07-01";
  const past: Lifecycle = { Deprecated: "2026-01-01" };
  const future: Lifecycle = { Deprecated: "2027-01-01" };
  const ended: Lifecycle = { Sunset: "2026-01-01", AfterSunset: "gone" };

  it.each<readonly [string, readonly RouteOption[], readonly RouteOption[], string]>([
    ["without dates", [], [], "served"],
    ["one route is deprecated", [Deprecated()], [], "served"],
    ["all are deprecated", [Deprecated()], [Deprecated()], "deprecated"],
    [
      "all are, one by a date, one by its sunset",
      [WithLifecycle(past)],
      [WithLifecycle({ Sunset: "2027-01-01" })],
      "deprecated",
    ],
    ["one will be deprecated", [Deprecated()], [WithLifecycle(future)], "served"],
    ["one is deprecated, one gone", [Deprecated()], [WithLifecycle(ended)], "deprecated"],
    ["all are gone", [WithLifecycle(ended)], [WithLifecycle(ended)], "gone"],
  ])("%s", async (_what, ofCats, ofDogs, standing) => {
    const app = new App({
      Now: () => new Date(now),
      Logger: recordingLogger(),
      Versioning: { Type: VersioningURI, Versions: ["1", "2"] },
    });
    app.Get("/cats", () => 1, WithVersion("1"), ...ofCats);
    app.Get("/dogs", () => 1, WithVersion("1"), ...ofDogs);
    app.Get("/cats", () => 1, WithVersion("2"));
    app.Get("/health", () => 1, WithVersion(VersionNeutral));
    const server = agent(express().use("/docs", Docs(app)));
    const { text } = await server.get("/docs/versions").expect(200);
    const row = /<th scope="row" class="whole">1<\/th>(.*?)<\/tr>/s.exec(text)?.[1] ?? "";
    expect(/<span class="chip [^"]*">([^<]*)</.exec(row)?.[1]).toBe(standing);
  });
});

describe("a version in Retired", () => {
  const pageOf = async (Retired: VersioningOptions["Retired"], options?: DocsOptions): Promise<string> => {
    const app = new App({
      Now: () => new Date("2026-07-01"),
      Versioning: { Type: VersioningURI, Versions: ["2", "3"], ...(Retired && { Retired }) },
    });
    app.Get("/cats", () => ["Tom"], Since("2"));
    const { text } = await agent(express().use("/docs", Docs(app, options)))
      .get("/docs/versions")
      .expect(200);
    return text.replaceAll(/\s+/g, " ");
  };

  it("is gone, with its dates, below the versions that are served", async () => {
    const text = await pageOf({ "1": { Sunset: "2026-03-01", Link: "https://example.org/moving" } });
    expect(text).toContain(`<span class="chip gone">gone</span> 1<`);
    const row = /<th scope="row" class="whole">1<\/th>(.*?)<\/tr>/.exec(text)?.[1] ?? "";
    expect(row).toContain(`<span class="chip gone">gone</span>`);
    expect(row).toContain("2026-03-01");
    expect(row).toContain(`<a href="https://example.org/moving">what to do</a>`);
    expect(row).not.toContain("guide/");
    expect(text.indexOf(`class="whole">2</th>`)).toBeLessThan(text.indexOf(`class="whole">1</th>`));
    expect(text).toContain("<title>served to 2026-03-01</title>");
    expect(text).toContain("<title>gone from 2026-03-01</title>");
  });

  it("has no column of routes and no calls", async () => {
    const text = await pageOf(["1"], { Usage: () => ({ "2 GET /cats": { calls: 3 } }) });
    expect(text).toContain(`<th scope="row" class="whole">1</th>`);
    expect(text).toContain(`<td class="number"></td>`);
    expect(text).not.toContain(`class="gone-edge"`);
  });

  it("without a Sunset is gone from the first", async () => {
    const text = await pageOf({ "0": {}, "1": { Sunset: "2026-03-01" } });
    expect(text).toContain("<title>gone</title>");
  });

  it("is shown where no route has a version", async () => {
    const Logger = { warn: () => undefined, error: () => undefined };
    const app = new App({ Logger, Versioning: { Type: VersioningURI, Retired: ["1"] } });
    const { text } = await agent(express().use("/docs", Docs(app))).get("/docs/versions");
    expect(text).toContain(`<span class="chip gone">gone</span>`);
  });
});

describe("a route that one declaration ends and another continues", () => {
  const Wild = Change("2", "Cats are wild.");
  const Later = Change("3", "`/cats` is `/pets`, at last.");
  const Moved = Change("2", "`/cats` is `/pets`.");
  const none = () => null;

  it.each<[what: string, declare: (app: App) => unknown, shown: readonly string[]]>([
    [
      "neither ends nor starts, and has the changes that either names",
      (app) => app.Get("/cats", none, Until("1"), WithChanges(Wild)).Get("/cats", none, Since("2")),
      [],
    ],
    [
      "is known by another parameter's name too",
      (app) =>
        app.Get("/cats/{id}", none, Until("1")).Get("/cats/{cat}", none, Since("2"), WithChanges(Wild)),
      [],
    ],
    [
      "is known where the other begins at its old address",
      (app) =>
        app
          .Get("/cats", none, Until("1"))
          .Get("/pets", none, Since("2"), Before(Later, Get("/cats")), WithChanges(Wild)),
      [],
    ],
    [
      "is another where the first has moved away",
      (app) =>
        app
          .Get("/pets", none, Since("1"), Before(Moved, Get("/cats")), WithChanges(Wild))
          .Get("/cats", none, Since("2")),
      ["starts: <code>GET /cats</code>"],
    ],
    [
      "is another where the first is of another method",
      (app) =>
        app
          .Get("/all", none, Since("1"), WithChanges(Wild))
          .Post("/cats", none, Until("1"))
          .Get("/cats", none, Since("2")),
      ["ends: <code>POST /cats</code>", "starts: <code>GET /cats</code>"],
    ],
  ])("%s", async (_, declare, shown) => {
    const app = new App({ Versioning: { Type: VersioningURI, Versions: ["1", "2", "3"] } });
    declare(app);
    const { text } = await agent(express().use("/docs", Docs(app))).get("/docs/versions");
    expect((text.match(/(?:starts|ends): <code>[^<]*<\/code>/g) ?? []).toSorted()).toEqual(shown);
    expect(text).toContain("Cats are wild.");
  });
});

it("is linked by the documentation page, where there are versions", async () => {
  const link = `<a href="./versions">Versions and their dates</a>`;
  expect((await host().get("/docs/")).text).toContain(link);
  const plain = new App().Get("/cats", () => 1);
  expect((await agent(express().use("/docs", Docs(plain))).get("/docs/")).text).not.toContain("./versions");
});

it("shows no hidden route, as the document does not", async () => {
  const { text } = await host().get("/docs/versions");
  expect(text).not.toContain("/secret");
});

it("shows the calls that are counted, as they are at each request", async () => {
  let calls = 1;
  const server = host({ Usage: () => Promise.resolve({ "1 GET /cats": { calls: calls++ } }) });
  expect((await server.get("/docs/versions")).text).toContain("1 call<");
  expect((await server.get("/docs/versions")).text).toContain("2 calls<");
  expect((await host().get("/docs/versions")).text).not.toMatch(/Calls|call</);
});

it("shows the calls that come before each change, and how many it made a difference to", async () => {
  const Moved = Change("2", "`/cats` is `/pets`.");
  const Secret = Change("2", "Nobody is told.", { Internal: true });
  const app = new App({ Versioning: { Type: VersioningURI, Versions: ["1", "2"] } })
    .Get("/pets", () => 1, Since("1"), Before(Moved, Get("/cats")), WithChanges(Secret))
    .Get("/hidden", () => 1, Since("1"), Hidden(), WithChanges(Moved));
  const pageOf = async (Usage?: DocsOptions["Usage"]): Promise<string> => {
    const page = await agent(express().use("/docs", Docs(app, Usage && { Usage }))).get("/docs/versions");
    return page.text;
  };
  const counted = {
    "1 GET /pets": {
      calls: 1200,
      last: "2026-06-30",
      clients: { acme: 1200 },
      changes: { [Moved.Description]: 1100 },
    },
    "1 GET /hidden": { calls: 5 },
    "2 GET /pets": { calls: 9 },
  };
  const shown = await pageOf(() => counted);
  expect(shown).toContain(">older versions: 1,200 calls, last 2026-06-30, 1,100 touched<");
  expect(await pageOf(() => ({ ...counted, "1 GET /pets": { calls: 2, changes: {} } }))).toContain(
    ">older versions: 2 calls, 0 touched<",
  );
  expect(await pageOf(() => ({}))).toContain(">older versions: no calls<");
  expect(await pageOf()).not.toContain("older versions");
  expect(shown).not.toMatch(/acme|Nobody is told/);
});

it("says of a change of behaviour that nobody asks for that its calls are not known", async () => {
  const Quick = Change("2", "Quick.");
  const app = new App({ Versioning: { Type: VersioningURI, Versions: ["1", "2"] } });
  app.Get("/pets", () => 1, Since("1"), WithChanges(Quick));
  const docs = Docs(app, { Usage: () => ({ "1 GET /pets": { calls: 5 } }) });
  const { text } = await agent(express().use("/docs", docs)).get("/docs/versions");
  expect(text).toContain(">older versions: 5 calls, touched: not known<");
});

it("answers HEAD, and nothing but GET and HEAD", async () => {
  await host().head("/docs/versions").expect(200);
  await host().post("/docs/versions").expect(404);
});

it.each([
  ["counting fails", () => Promise.reject(new Error("no store"))],
  ["the counts are of another form", () => ({ "1 GET /cats": 7 }) as never],
])("passes the error on where %s", async (_name, Usage) => {
  const app = new App().Get("/cats", () => 1);
  const server = express().use("/docs", Docs(app, { Usage }));
  const failures: unknown[] = [];
  server.use(((error, _req, res, next) => {
    failures.push(error);
    if (res.headersSent) next(error);
    else res.sendStatus(500);
  }) as express.ErrorRequestHandler);
  await agent(server).get("/docs/versions").expect(500);
  expect(failures).toEqual([expect.any(Error)]);
});

it.each([
  ["2026-06-24", "7 days ago"],
  ["2026-06-30", "1 day ago"],
  ["2026-07-01", "today"],
  ["2026-07-02", "in 1 day"],
  ["2029-07-01", "in 1,096 days"],
])("says of %s that it is %s", async (Deprecated, words) => {
  const app = new App({
    Now: () => new Date("2026-07-01"),
    Versioning: { Type: VersioningURI, Versions: ["1"], Lifecycle: { "1": { Deprecated } } },
  });
  app.Get("/cats", () => [], Since("1"));
  const { text } = await agent(express().use("/docs", Docs(app))).get("/docs/versions");
  expect(text).toMatch(new RegExp(`${Deprecated}\\s*<[^>]*>${words}<`));
});

it("shortens a version's long name in the drawing only, and draws at most a dozen dates", async () => {
  const version = "2026-07-01-preview.12";
  const app = new App({
    Now: () => new Date("2026-07-01"),
    Versioning: {
      Type: VersioningURI,
      Versions: [version],
      Lifecycle: { [version]: { Released: "0100-01-01", Sunset: "2100-01-01" } },
    },
  });
  app.Get("/cats", () => [], Since(version));
  const { text } = await agent(express().use("/docs", Docs(app))).get("/docs/versions");
  expect(text).toMatch(/>2026-07-01-prev…\s*</);
  expect(text).toMatch(/<th scope="row" class="">2026-07-01-preview\.12</);
  const ticks = text.split('class="tick"').length - 1;
  expect([ticks > 0, ticks <= 13]).toEqual([true, true]);
});

describe("Released", () => {
  const released = (Lifecycle: VersioningOptions["Lifecycle"]) => {
    const app = new App({
      Now: () => new Date("2026-07-01"),
      Versioning: { Type: VersioningURI, Versions: ["1", "2"], ...(Lifecycle && { Lifecycle }) },
      Logger: { warn: () => undefined, error: () => undefined },
    });
    app.Get("/cats", () => ["Tom"], Since("1"));
    return { app, client: () => agent(express().use("/docs", Docs(app)).use(app.Build())) };
  };
  const barsOf = (page: string): readonly (readonly [x: number, title: string])[] =>
    [...page.matchAll(/<rect[^>]*\sx="([\d.]+)"[^>]*>\s*<title>([^<]*)</g)].map(
      ([, x, title]) => [Number(x), title ?? ""] as const,
    );

  it("is where a version's line begins", async () => {
    const { client } = released({
      "1": { Released: "2024-01-01", Sunset: "2027-01-01", AfterSunset: "gone" },
      "2": { Released: new Date("2025-06-01") },
    });
    const { text } = await client().get("/docs/versions").expect(200);
    const titles = barsOf(text).map(([, title]) => title);
    expect(titles).toEqual([
      "served from 2025-06-01",
      "deprecated from 2024-01-01 to 2027-01-01",
      "gone from 2027-01-01",
    ]);
    const [second = [0], first = [0]] = barsOf(text);
    expect(second[0]).toBeGreaterThan(first[0]);
  });

  it("is not a date that changes an answer, or a document", async () => {
    const [plain, dated] = [released(undefined), released({ "1": { Released: "2030-01-01" } })];
    const answers = await Promise.all(
      [plain, dated].map(({ client }) => client().get("/v1/cats").expect(200)),
    );
    const [one, other] = answers.map(({ headers }) => Object.keys(headers as object).toSorted());
    expect(other).toEqual(one);
    expect(dated.app.Document("1")).toEqual(plain.app.Document("1"));
  });

  it("makes a timeline by itself", async () => {
    const { text } = await released({ "1": { Released: "2024-01-01" } })
      .client()
      .get("/docs/versions");
    expect(text).toContain("<svg");
    expect(barsOf(text).map(([, title]) => title)).toContain("served from 2024-01-01");
  });

  it("a route that outlives its version: the timeline shows the state that the list of states counts", async () => {
    const { app, client } = released({
      "1": { Deprecated: "2024-01-01", Sunset: "2025-01-01", AfterSunset: "gone" },
    });
    app.Get("/report", () => 1, Until("1"), WithLifecycle({ Sunset: "2028-01-01" }));
    const { text } = await client().get("/docs/versions").expect(200);
    const titles = barsOf(text).map(([, title]) => title);
    expect(titles).toEqual([
      "served",
      "served to 2024-01-01",
      "deprecated from 2024-01-01 to 2028-01-01",
      "gone from 2028-01-01",
    ]);
    const counts = [...text.matchAll(/<li><span[^>]*>([a-z ]+)<\/span> (\d)<\/li>/g)].map(
      ([, state, count]) => `${state} ${count}`,
    );
    expect(counts).toEqual(["preview 0", "served 1", "deprecated 1", "browned out 0", "gone 0"]);
  });

  it("is said of a version, and is a date", () => {
    const routed = new App({ Versioning: { Type: VersioningURI } });
    routed.Get("/cats", () => 1, WithVersion("1"), WithLifecycle({ Released: "2024-01-01" }));
    expect(problemsOf(routed)).toEqual([
      "GET /cats: Released applies to a whole version, and not to one route: set it in AppOptions.Versioning.Lifecycle [lifecycle-of-version]",
    ]);
    expect(problemsOf(released({ "1": { Released: "soon" } }).app)).toEqual([
      expect.stringContaining('Lifecycle["1"]: Released must be a date, got "soon"'),
    ]);
  });
});
