import {
  App,
  Before,
  Change,
  Each,
  Get,
  HasChange,
  Hidden,
  Router,
  Since,
  Until,
  Versioned,
  VersionNeutral,
  VersioningURI,
  WithBody,
  WithChanges,
  WithQuery,
  WithResponse,
  WithVersion,
  type AppOptions,
  type OpenAPIDocument,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { appWith, askAs, Cat, V } from "./cats";

const Loud = V.Change("3", "Cats meow.");
const Outer = V.Change("2", "Outer.");
const Secret = V.Change("3", "Something inside.", { Internal: true });
const born = { version: "2", description: "A cat's `born` is `birthday`." };
const names = { version: "3", description: "A cat's `name` is split." };
const loud = { version: "3", description: "Cats meow." };
const Cats = Cat.Within([Each], (cat) => z.array(cat));
const none = () => null;

describe("Changelog", () => {
  it("tells of each version's changes, the newest version first, with the routes that show them", () => {
    const { app } = appWith((one) =>
      one
        .Post("/cats", none as never, Since("1"), WithBody(Cat))
        .Get("/cats", none as never, Since("1"), WithResponse(200, Cats))
        .Get("/plain", none, Since("1")),
    );
    const Routes = ["POST /cats", "GET /cats"];
    expect(app.Changelog()).toEqual([
      { Version: "3", Changes: [{ Description: names.description, Routes, Behaviour: false }] },
      { Version: "2", Changes: [{ Description: born.description, Routes, Behaviour: false }] },
    ]);
  });

  it("leaves out versions without changes", () => {
    const { app } = appWith((one) => one.Get("/cats", none, Since("1"), WithChanges(Loud)));
    expect(app.Changelog()).toEqual([
      { Version: "3", Changes: [{ Description: "Cats meow.", Routes: ["GET /cats"], Behaviour: true }] },
    ]);
    expect(appWith((one) => one.Get("/cats", none, Since("1"))).app.Changelog()).toEqual([]);
  });

  it("names one change once, whichever ways routes have it", () => {
    const Both = V.Change("2", "Both.");
    const Query = Versioned(z.object({ limit: z.string() })).Before(Both, z.object({ max: z.string() }), {
      Up: ({ max }) => ({ limit: max }),
    });
    const { app } = appWith((one) =>
      one.Get("/a", none, Since("1"), WithQuery(Query)).Get("/b", none, Since("1"), WithChanges(Both, Both)),
    );
    expect(app.Changelog()).toEqual([
      { Version: "2", Changes: [{ Description: "Both.", Routes: ["GET /a", "GET /b"], Behaviour: true }] },
    ]);
  });

  it("counts the root's, routers' and controllers' WithChanges for every route inside", () => {
    const app = new App(
      // Other tests use the other changes of V.
      { Versioning: { Type: VersioningURI, Versions: V.List }, Logger: recordingLogger() },
      WithChanges(Outer),
    ).Include(new Router("/in", Since("1"), WithChanges(Loud)).Get("/a", none).Get("/b", none));
    const Routes = ["GET /in/a", "GET /in/b"];
    expect(app.Changelog()).toEqual([
      { Version: "3", Changes: [{ Description: "Cats meow.", Routes, Behaviour: true }] },
      { Version: "2", Changes: [{ Description: "Outer.", Routes, Behaviour: true }] },
    ]);
  });

  it.each<[what: string, declare: (app: App) => unknown]>([
    ["Internal changes", (app) => app.Get("/cats", none, Since("1"), WithChanges(Secret))],
    ["a route that ended long before", (app) => app.Get("/cats", none, Until("1"), WithChanges(Loud))],
    ["a route that began after it", (app) => app.Get("/cats", none, Since("3"), WithChanges(Outer))],
    [
      "a schema of a route that began with it",
      (app) => app.Get("/cats", none as never, Since("3"), WithResponse(200, Cats)),
    ],
    [
      "an Internal change of a resource that came",
      (app) => app.Get("/cats", none, Since("3"), WithChanges(Secret)),
    ],
    ["a hidden resource that came", (app) => app.Get("/cats", none, Since("3"), Hidden(), WithChanges(Loud))],
    ["a neutral route", (app) => app.Get("/cats", none, WithVersion(VersionNeutral), WithChanges(Loud))],
    ["a hidden route", (app) => app.Get("/cats", none, Since("1"), Hidden(), WithChanges(Loud))],
  ])("leaves out %s", (_, declare) => {
    expect(appWith(declare).app.Changelog()).toEqual([]);
  });

  it.each<[what: string, declare: (app: App) => unknown, Routes: readonly string[]]>([
    ["came with it", (app) => app.Get("/cats", none, Since("3"), WithChanges(Loud)), ["GET /cats"]],
    ["went before it", (app) => app.Get("/cats", none, Until("2"), WithChanges(Loud)), ["GET /cats"]],
    ["came in a router", (app) => app.Include(new Router("/cats", Since("3"), WithChanges(Loud)).Get("/", none).Post("/", none)), ["GET /cats", "POST /cats"]],
    ["came and went, beside one that stays", (app) => app.Get("/stays", none, Since("1"), WithChanges(Loud)).Get("/went", none, Until("2"), WithChanges(Loud)), ["GET /stays", "GET /went"]],
    ["went in an earlier form", (app) => app.Get("/pets", none, Until("2"), Before(Outer, Get("/cats")), WithChanges(Loud)), ["GET /pets"]],
  ])("names a resource that %s", (_, declare, Routes) => {
    const { app, logger } = appWith(declare);
    expect(app.Changelog()).toContainEqual({
      Version: "3",
      Changes: [{ Description: "Cats meow.", Routes, Behaviour: true }],
    });
    expect(JSON.stringify(logger.warn.mock.calls)).not.toContain("stands in no changelog");
  }); // prettier-ignore

  it("leaves out a preview's changes, and names routes as they are before it", () => {
    const Moved = V.Change("3", "`/cats` is `/pets`.");
    const declare = (one: App) =>
      one.Get("/pets", none, Since("1"), Before(Moved, Get("/cats")), WithChanges(Outer));
    const logOf = (Lifecycle?: Record<string, { Preview: boolean }>) =>
      appWith(declare, {
        Versioning: { Type: VersioningURI, Versions: V.List, ...(Lifecycle && { Lifecycle }) },
      }).app.Changelog();
    const outer = (line: string) => ({
      Version: "2",
      Changes: [{ Description: "Outer.", Routes: [line], Behaviour: true }],
    });
    const moved = { Description: "`/cats` is `/pets`.", Routes: ["GET /pets"], Behaviour: false };
    expect(logOf()).toEqual([{ Version: "3", Changes: [moved] }, outer("GET /pets")]);
    expect(logOf({ "3": { Preview: true } })).toEqual([outer("GET /cats")]);
  });

  const Wild = V.Change("3", "Cats are wild.");
  const Moved = V.Change("3", "`/cats` is `/pets`.");
  const listed = (Routes: readonly string[], Description = "Cats are wild.", Behaviour = true) => [
    { Version: "3", Changes: [{ Description, Routes, Behaviour }] },
  ];

  it.each<[what: string, declare: (app: App) => unknown, log: unknown]>([
    [
      "what the declaration that ends names",
      (app) => app.Get("/cats", none, Until("2"), WithChanges(Wild)).Get("/cats", none, Since("3")),
      listed(["GET /cats"]),
    ],
    [
      "what the one that continues names",
      (app) => app.Get("/cats", none, Until("2")).Get("/cats", none, Since("3"), WithChanges(Wild)),
      listed(["GET /cats"]),
    ],
    [
      "what both name, once, whichever stands first",
      (app) =>
        app
          .Get("/cats", none, Since("3"), WithChanges(Wild))
          .Get("/cats", none, Until("2"), WithChanges(Wild)),
      listed(["GET /cats"]),
    ],
    [
      "a path with another name of its parameter",
      (app) =>
        app.Get("/cats/{id}", none, Until("2")).Get("/cats/{cat}", none, Since("3"), WithChanges(Wild)),
      listed(["GET /cats/{cat}"]),
    ],
    [
      "what comes later than the seam, in the newest form",
      (app) =>
        app
          .Get("/cats", none, Until("1"), WithChanges(Wild))
          .Get("/pets", none, Since("2"), Before(Moved, Get("/cats")), WithChanges(Wild)),
      [
        {
          Version: "3",
          Changes: [
            { Description: "Cats are wild.", Routes: ["GET /pets"], Behaviour: true },
            { Description: "`/cats` is `/pets`.", Routes: ["GET /pets"], Behaviour: false },
          ],
        },
      ],
    ],
    [
      "declarations that take turns",
      (app) =>
        app.Get("/cats", none, WithVersion("1", "3"), WithChanges(Wild)).Get("/cats", none, WithVersion("2")),
      listed(["GET /cats"]),
    ],
    [
      "what the schemas of either say of the seam",
      (app) =>
        app
          .Get("/cats", none as never, Until("2"), WithResponse(200, Cats))
          .Get("/cats", none as never, Since("3"), WithResponse(200, Cats)),
      [
        ...listed(["GET /cats"], names.description, false),
        {
          Version: "2",
          Changes: [{ Description: born.description, Routes: ["GET /cats"], Behaviour: false }],
        },
      ],
    ],
    [
      "no change that stands in the other's versions alone",
      (app) =>
        app
          .Get("/cats", none, Until("2"), WithResponse(200, z.null()))
          .Get("/cats", none as never, Since("3"), WithResponse(200, Cats)),
      listed(["GET /cats"], names.description, false),
    ],
    [
      "no declaration of another method",
      (app) =>
        app
          .Get("/cats", none, Until("2"), WithChanges(Loud))
          .Post("/cats", none, Since("3"), WithChanges(Wild)),
      [
        {
          Version: "3",
          Changes: [
            { Description: "Cats meow.", Routes: ["GET /cats"], Behaviour: true },
            { Description: "Cats are wild.", Routes: ["POST /cats"], Behaviour: true },
          ],
        },
      ],
    ],
    [
      "no route that moves away, and leaves its path to another",
      (app) =>
        app
          .Get("/pets", none, Since("1"), Before(Moved, Get("/cats")))
          .Get("/cats", none, Since("3"), WithChanges(Wild)),
      [
        {
          Version: "3",
          Changes: [
            { Description: "`/cats` is `/pets`.", Routes: ["GET /pets"], Behaviour: false },
            { Description: "Cats are wild.", Routes: ["GET /cats"], Behaviour: true },
          ],
        },
      ],
    ],
    [
      "the visible one's form, where the other is hidden",
      (app) =>
        app
          .Get("/cats/{old}", none, Until("2"), WithChanges(Wild))
          .Get("/cats/{new}", none, Since("3"), Hidden()),
      listed(["GET /cats/{old}"]),
    ],
  ])("takes two declarations of one address for one route: %s", (_, declare, log) => {
    expect(appWith(declare).app.Changelog()).toEqual(log);
  });

  it("tells the operation of the change with which it ends", () => {
    const { app } = appWith((one) =>
      one.Get("/cats", none, Until("1")).Get("/cats", none, WithVersion("2"), WithChanges(Wild)),
    );
    const wild = [{ version: "3", description: "Cats are wild." }];
    const changesOf = (version: string) => app.Document(version).paths["/cats"]?.get?.["x-changes"];
    expect(["1", "2"].map(changesOf)).toEqual([wild, wild]);
    expect(app.Document().paths["/cats"]?.get?.["x-changes"]).toEqual(wild);
  });

  it("tells the operation before the seam of what another declaration changes", () => {
    const { app } = appWith((one) =>
      one.Get("/cats", none, Until("2")).Get("/cats", none, Since("3"), WithChanges(Wild)),
    );
    const changesOf = (version: string) => app.Document(version).paths["/cats"]?.get?.["x-changes"];
    expect(["1", "2", "3"].map(changesOf)).toEqual([
      [{ version: "3", description: "Cats are wild." }],
      [{ version: "3", description: "Cats are wild." }],
      undefined,
    ]);
  });

  it("counts what errors were for every route that is not neutral", async () => {
    const Codes = V.Change("2", "Errors have a code.");
    const Schema = Versioned(z.object({ code: z.string() })).Before(Codes, z.object({}), {
      Down: () => ({}),
    });
    const { app } = appWith(
      (one) =>
        one
          .Get("/cats", (req) => [HasChange(req, Codes)], Since("1"))
          .Get("/new", none, Since("2"))
          .Get("/neutral", none, WithVersion(VersionNeutral)),
      { Errors: { Schema, Body: ({ code }) => ({ code }) } },
    );
    const change = { Description: "Errors have a code.", Routes: ["GET /cats"], Behaviour: false };
    expect(app.Changelog()).toEqual([{ Version: "2", Changes: [change] }]);
    expect(app.Document("1").paths["/cats"]?.get?.["x-changes"]).toEqual([
      { version: "2", description: "Errors have a code." },
    ]);
    const ask = await askAs(app);
    expect([(await ask("1", "GET /cats")).json, (await ask("2", "GET /cats")).json]).toEqual([
      [false],
      [true],
    ]);
  });

  it("is frozen, and makes no difference with versioning off", () => {
    const log = appWith((one) => one.Get("/cats", none, Since("1"), WithChanges(Loud))).app.Changelog();
    const [entry] = log;
    expect(
      [log, entry, entry?.Changes, entry?.Changes[0], entry?.Changes[0]?.Routes].map(Object.isFrozen),
    ).toEqual([true, true, true, true, true]);
    expect(new App().Get("/cats", none, WithChanges(Loud)).Changelog()).toEqual([]);
  });
});

describe("an operation that later changes touch", () => {
  const declare = (one: App): unknown =>
    one
      .Get("/cats/{id}", none as never, Since("1"), WithResponse(200, Cat), WithChanges(Loud, Secret))
      .Get("/plain", none, Since("1"));
  const { app } = appWith(declare);
  const changesIn = (document: OpenAPIDocument, path = "/cats/{id}"): unknown =>
    document.paths[path]?.get?.["x-changes"];

  it.each<[version: string, told: unknown]>([
    ["1", [names, loud, born]],
    ["2", [names, loud]],
    ["3", undefined],
  ])("has x-changes in version %s, the newest first, without Internal ones", (version, told) => {
    expect(changesIn(app.Document(version))).toEqual(told);
  });

  it("has none in the document of all versions, where the newest one is, nor has what nothing touches", () => {
    expect(changesIn(app.Document())).toBeUndefined();
    expect(changesIn(app.Document("1"), "/plain")).toBeUndefined();
  });

  it("has them under each version's path in the document of all versions", () => {
    const paths = appWith(declare, { Versioning: { Type: VersioningURI, Versions: V.List } }).app.Document();
    expect(changesIn(paths, "/v1/cats/{id}")).toEqual([names, loud, born]);
    expect(changesIn(paths, "/v2/cats/{id}")).toEqual([names, loud]);
    expect(changesIn(paths, "/v3/cats/{id}")).toBeUndefined();
  });
});

describe("Build refuses of WithChanges", () => {
  it.each<[what: string, declare: (app: App) => unknown, problem: string]>([
    [
      "what is no change",
      (app) => app.Get("/", none, Since("1"), WithChanges("Loud" as never)),
      'GET /: a change of WithChanges must be a change, made by Change(version, description), got "Loud" [argument-invalid]',
    ],
    [
      "a version that is not in the list",
      (app) => app.Get("/", none, Since("1"), WithChanges(Change("9", "nine"))),
      'GET /: version "9" is not in AppOptions.Versioning.Versions',
    ],
    [
      "a change of the first version",
      (app) => app.Get("/", none, Since("1"), WithChanges(Change("1", "one"))),
      'because version "1" is the first version, before which nothing was',
    ],
  ])("%s", (_, declare, problem) => {
    expect(problemsOf(appWith(declare).app)).toEqual([expect.stringContaining(problem)]);
  });

  it("a change without a list of versions", () => {
    const { app } = appWith((one) => one.Get("/", none, WithChanges(Loud)), {
      Versioning: { Type: VersioningURI, DefaultVersion: ["1"] },
    });
    expect(problemsOf(app)).toEqual([expect.stringContaining("changes need Versioning.Versions")]);
  });
});

describe("Build warns of a change that is in no changelog", () => {
  const Errors = {
    Body: ({ code }: { readonly code: string }) => ({ code }),
    Schema: Versioned(z.object({ code: z.string() })).Before(Outer, z.object({}), { Down: () => ({}) }),
  };
  const warning = (where: string, description: string, version: string) =>
    `${where}: the change "${description}" stands in no changelog: ` +
    `no route with this change is served both before version "${version}" and in "${version}" or later, and none with this WithChanges begins in version "${version}" or ends with the version before; correct the version of the change, or remove the change`;

  it.each<[what: string, declare: (app: App) => unknown, warnings: readonly string[], options?: AppOptions]>([
    [
      "of a route that begins after it",
      (app) => app.Get("/cats", none, Since("3"), WithChanges(Outer)),
      [warning("GET /cats", "Outer.", "2")],
    ],
    [
      "of a route that ended long before it",
      (app) => app.Get("/cats", none, Until("1"), WithChanges(Loud)),
      [warning("GET /cats", "Cats meow.", "3")],
    ],
    [
      "of neutral routes alone",
      (app) => app.Get("/cats", none, WithVersion(VersionNeutral), WithChanges(Loud)),
      [warning("GET /cats", "Cats meow.", "3")],
    ],
    [
      "of a schema's history, once",
      (app) =>
        app
          .Get("/cats", none as never, Since("2"), WithResponse(200, Cats))
          .Get("/others", none as never, Since("2"), WithResponse(200, Cats)),
      [warning("GET /cats", born.description, "2")],
    ],
    [
      "of errors",
      (app) => app.Get("/cats", none, Since("2")),
      [warning("GET /cats", "Outer.", "2")],
      { Errors },
    ],
    [
      "not where another route has it",
      (app) =>
        app
          .Get("/new", none, Since("3"), WithChanges(Loud))
          .Get("/cats", none, Since("1"), WithChanges(Loud)),
      [],
    ],
    [
      "not where another declaration continues the route",
      (app) => app.Get("/cats", none, Until("2")).Get("/cats", none, Since("3"), WithChanges(Loud)),
      [],
    ],
    [
      "not of Internal changes",
      (app) => app.Get("/cats", none, Since("3"), WithChanges(Change("2", "Secret.", { Internal: true }))),
      [],
    ],
    ["not of hidden routes", (app) => app.Get("/cats", none, Since("1"), Hidden(), WithChanges(Loud)), []],
    [
      "not of a preview's",
      (app) => app.Get("/cats", none, Since("1"), WithChanges(Loud)),
      [],
      {
        Versioning: {
          Type: VersioningURI,
          Versions: V.List,
          Lifecycle: { "3": { Preview: true } },
        },
      },
    ],
    ["not with versioning off", (app) => app.Get("/cats", none, WithChanges(Loud)), [], { Versioning: {} }],
  ])("%s", (_, declare, warnings, options = {}) => {
    const { app, logger } = appWith(declare, options);
    app.Build();
    expect(logger.warn.mock.calls.map(([, message]: readonly unknown[]) => message)).toEqual(warnings);
  });
});
