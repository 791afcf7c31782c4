import {
  App,
  Before,
  Carry,
  Change,
  Context,
  DefineVersions,
  Get,
  Router,
  Status,
  Together,
  Versioned,
  VersioningHeader,
  WithChanges,
  WithContext,
  WithResponse,
} from "versioned-controllers";
import type { AppOptions, Option, RouterOption } from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";

const V = DefineVersions("1", "2", "3");
const Versioning = { Type: VersioningHeader, Header: "V", Versions: V.List } as const;
const Cat = z.object({ name: z.string() });
const Old = z.object({ title: z.string() });
const Down = ({ name }: { name: string }) => ({ title: name });
const Org = Context<string>("org");
const Legacy = z.object({ old: z.string() });
const Named = V.Change("2", "It has a name.");

/** The messages of Build's warnings. */
function warningsOf(
  declare: (app: App) => unknown,
  options: AppOptions = {},
  ...root: RouterOption[]
): unknown {
  const Logger = recordingLogger();
  const app = new App({ Versioning, ...options, Logger }, ...root);
  declare(app);
  app.Build();
  return Logger.warn.mock.calls.map(([, message]): unknown => message);
}

describe("a WithContext", () => {
  const provide = WithContext(Org, () => "org");
  const Plain = Versioned(Cat).Before(Named, Old, { Down });
  const Needing = Versioned(Cat).Before(Named, Old, { Needs: [Org], Down });
  const unneeded = (where: string) =>
    `${where}: the context "org" is needed by no link: no history of the routes with this WithContext has the context in Needs; remove this WithContext, or add the context to Needs`;
  const get = (app: Router, path: string, history: typeof Plain | typeof Needing, ...options: Option[]) =>
    app.Get(path, (): unknown => ({ name: "Tom" }), V.Since("1"), WithResponse(200, history), ...options);

  it.each<[what: string, declare: (app: App) => unknown, warnings: readonly string[]]>([
    ["on a route that needs it", (app) => get(app, "/a", Needing, provide), []],
    ["on a route that does not", (app) => get(app, "/a", Plain, provide), [unneeded("GET /a")]],
    [
      "on a router, of which one route needs it",
      (app) => app.Include([get(get(new Router("/r"), "/a", Plain), "/b", Needing)], provide),
      [],
    ],
    [
      "on an Include beside the route that needs it",
      (app) => {
        get(
          app,
          "/a",
          Needing,
          WithContext(Org, () => "own"),
        );
        app.Include(get(new Router("/r"), "/a", Plain), provide);
      },
      [unneeded("Include(Router /r)")],
    ],
    [
      "within a whole",
      (app) =>
        app.Get(
          "/a",
          (): unknown => ({ cat: { name: "Tom" } }),
          V.Since("1"),
          WithResponse(
            200,
            Together([[Needing, ["cat"]]], (cat) => z.object({ cat })),
          ),
          provide,
        ),
      [],
    ],
  ])("%s", (_what, declare, warnings) => {
    expect(warningsOf(declare)).toEqual(warnings);
  });

  it("on the App", () => {
    expect(warningsOf((app) => get(app, "/a", Plain), {}, provide)).toEqual([unneeded("App")]);
    expect(warningsOf((app) => get(app, "/a", Needing), {}, provide)).toEqual([]);
  });
});

describe("a Carrying", () => {
  const Carried = Versioned(Cat).Carrying(Legacy);
  const untaken =
    "GET /a: the history in WithResponse(200) calls Carrying, but no Before(...) follows, so the carried value is taken by no Down: " +
    "remove Carrying, and return values without Carry";
  it.each<[what: string, schema: object, warnings: readonly string[]]>([
    ["before a link", Carried.Before(Named, Old, { Down }), []],
    ["before a link with an Up alone", Carried.Before(Named, Cat, { Down: (cat) => cat }), []],
    ["at the end of a history", Carried, [untaken]],
    ["behind every link", Versioned(Cat).Before(Named, Old, { Down }).Carrying(Legacy), [untaken]],
    [
      "at the end of a history within a whole",
      Together([[Carried, ["cat"]]], (cat) => z.object({ cat })),
      [untaken],
    ],
    ["before a face", Carried.As(Old, { Down }), []],
  ])("%s", (_what, schema, warnings) => {
    const declare = (app: App): unknown =>
      app.Get(
        "/a",
        (): unknown => Carry({ name: "Tom" }, { old: "T" }),
        V.Since("1"),
        WithResponse(200, schema),
      );
    expect(warningsOf(declare)).toEqual(warnings);
  });
});

describe("a Change of V.Change", () => {
  const W = DefineVersions("1", "2");
  const list = { Type: VersioningHeader, Header: "V", Versions: W.List } as const;
  const handler = () => 1;

  it("that nothing names", () => {
    const change = W.Change("2", "Nobody needs it.");
    const nowhere =
      'App: the change "Nobody needs it." of version "2" stands nowhere: no history, Before(...) or WithChanges(...) uses the change; use the change there, or remove the change';
    const build = () => warningsOf((app) => app.Get("/", handler, W.Since("1")), { Versioning: list });
    expect(build()).toEqual([nowhere]);
    // Another list of the same versions is not V's own.
    const other = { ...list, Versions: [...W.List] };
    expect(warningsOf((app) => app.Get("/", handler, W.Since("1")), { Versioning: other })).toEqual([]);
    WithChanges(change);
    expect(build()).toEqual([]);
  });

  it.each<[what: string, take: (change: Change) => unknown]>([
    ["a link", (change) => Versioned(Cat).Before(change, Old, { Down })],
    ["a link of several", (change) => Versioned(Cat).Before([W.Change("2", "a"), change], Old, { Down })],
    ["a Before", (change) => Before(change, Status(200))],
    ["WithChanges", (change) => WithChanges(change)],
    ["a webhook", (change) => W.Webhook("cat.added", Versioned(Cat).Before(change, Old, { Down }))],
    ["a webhook's Before", (change) => W.Webhook("cat.added", Cat, Before(change, "cat.made"))],
    [
      "a stored history",
      (change) => W.Stored(Versioned(Cat).Before(change, Old, { Up: () => ({ name: "" }) })),
    ],
  ])("that is taken by %s is used, whatever the App has", (_what, take) => {
    take(W.Change("2", "It is taken."));
    expect(warningsOf((app) => app.Get("/", handler, W.Since("1")), { Versioning: list })).toEqual([]);
  });

  it("made by Change has no list that could know it", () => {
    Change("2", "Not of a list.");
    expect(warningsOf((app) => app.Get("/", handler, W.Since("1")), { Versioning: list })).toEqual([]);
  });

  it("is nothing to warn of with versioning off", () => {
    W.Change("2", "Off.");
    expect(warningsOf((app) => app.Get("/", handler), { Versioning: {} })).toEqual([]);
  });
});

it("a verb's own list may hold the context", () => {
  @Router("/cats")
  class Cats {
    @Get("/", V.Since("1"), WithContext(Org, () => "org"))
    list() {
      return 1;
    }
  }
  expect(warningsOf((app) => app.Include(Cats))).toEqual([
    'Cats.list, GET /cats: the context "org" is needed by no link: no history of the routes with this WithContext has the context in Needs; remove this WithContext, or add the context to Needs',
  ]);
});
