import {
  App,
  Deprecated,
  Description,
  Get,
  Hidden,
  OperationID,
  Router,
  Status,
  Summary,
  VersioningHeader,
  WithGuards,
  WithMiddleware,
  WithPrefix,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import type { Option, Route, RouterOption } from "versioned-controllers";
import { TestClient } from "versioned-controllers/testing";

/** Where an option may stand, outermost first. */
const places = [
  "the app's root options",
  "the parent router's Include",
  "the parent router",
  "the Include call",
  "its own options",
  "the route",
] as const;

type Place = (typeof places)[number];

/** One chain of all the places, each of `declared` with its option: a Router's, or a class's. */
type Chain = (declared: readonly Place[], optionAt: (place: Place) => Option) => App;

const Versioning = { Type: VersioningHeader, Header: "X-Version", DefaultVersion: ["default"] } as const;

const chains: readonly [string, Chain][] = [
  [
    "an included router",
    (declared, optionAt) => {
      const at = (place: Place) => (declared.includes(place) ? [optionAt(place)] : []);
      const included = new Router(...at("its own options"));
      included.Get("/", () => "answered", ...at("the route"));
      const parent = new Router(...at("the parent router")).Include(included, ...at("the Include call"));
      return new App({ Versioning }, ...at("the app's root options")).Include(
        parent,
        ...at("the parent router's Include"),
      );
    },
  ],
  [
    "an included class",
    (declared, optionAt) => {
      const at = (place: Place) => (declared.includes(place) ? [optionAt(place)] : []);
      @Router(...at("its own options"))
      class Included {
        @Get(...at("the route"))
        list() {
          return "answered";
        }
      }
      const parent = new Router(...at("the parent router")).Include(Included, ...at("the Include call"));
      return new App({ Versioning }, ...at("the app's root options")).Include(
        parent,
        ...at("the parent router's Include"),
      );
    },
  ],
];

/** All the places, then all but the nearest, and so on to the outermost alone; the last is the one that holds. */
const fromNearest = places.map((_, i) => places.slice(0, places.length - i));

function only(app: App): Route {
  const [route, ...others] = app.Inspect();
  expect(others).toEqual([]);
  if (!route) throw new Error("the app has no route");
  return route;
}

describe.each(chains)("through %s", (_kind, chain) => {
  describe("the nearest declaration replaces the others", () => {
    it.each(fromNearest.map((declared) => [declared.at(-1), declared] as const))(
      "%s is the nearest of %j",
      (nearest, declared) => {
        const status = (place: Place) => 210 + places.indexOf(place);
        expect(only(chain(declared, (place) => WithVersion(place))).Versions).toEqual([nearest]);
        expect(only(chain(declared, (place) => Status(status(place)))).Status).toBe(209 + declared.length);
        expect(only(chain(declared, (place) => Summary(place))).Summary).toBe(nearest);
        expect(only(chain(declared, (place) => Description(place))).Description).toBe(nearest);
      },
    );

    it("falls back to DefaultVersion, to 200 and to no text where no place declares any", () => {
      const route = only(chain([], () => WithTags("unused")));
      expect(route.Versions).toEqual(["default"]);
      expect(route.Status).toBe(200);
      expect(route).not.toHaveProperty("Summary");
      expect(route).not.toHaveProperty("Description");
    });

    it("replaces all versions of an outer declaration, not one by one", () => {
      const app = chain(["the parent router", "its own options"], (place) =>
        place === "its own options" ? WithVersion("3") : WithVersion("1", "2"),
      );
      expect(only(app).Versions).toEqual(["3"]);
    });
  });

  describe("what adds up does so from the outside in", () => {
    it("adds tags up", () => {
      expect(only(chain(places, (place) => WithTags(place))).Tags).toEqual([...places]);
    });

    it("keeps a tag where it was first seen, once", () => {
      const app = chain(places, (place) => WithTags("everywhere", place, "everywhere"));
      expect(only(app).Tags).toEqual([
        "everywhere",
        "the app's root options",
        "the parent router's Include",
        "the parent router",
        "the Include call",
        "its own options",
        "the route",
      ]);
    });

    it("runs all middleware, then all guards, each outermost first", async () => {
      const ran: string[] = [];
      const middleware = chain(places, (place) =>
        WithMiddleware(
          (_req, _res, next) => {
            ran.push(`middleware: ${place}`);
            next();
          },
          (_req, _res, next) => {
            ran.push(`second: ${place}`);
            next();
          },
        ),
      );
      await TestClient(middleware).get("/").set("X-Version", "default").expect(200, "answered");
      expect(ran).toEqual([
        "middleware: the app's root options",
        "second: the app's root options",
        "middleware: the parent router's Include",
        "second: the parent router's Include",
        "middleware: the parent router",
        "second: the parent router",
        "middleware: the Include call",
        "second: the Include call",
        "middleware: its own options",
        "second: its own options",
        "middleware: the route",
        "second: the route",
      ]);

      ran.length = 0;
      const guards = chain(places, (place) =>
        WithGuards(() => {
          ran.push(place);
          return true;
        }),
      );
      await TestClient(guards).get("/").set("X-Version", "default").expect(200, "answered");
      expect(ran).toEqual([...places]);
    });

    it("runs the innermost middleware before the outermost guard", async () => {
      const ran: string[] = [];
      const guard = WithGuards(() => {
        ran.push("guard");
        return true;
      });
      const middleware = WithMiddleware((_req, _res, next) => {
        ran.push("middleware");
        next();
      });
      const app = chain(["the app's root options", "the route"], (place) =>
        place === "the route" ? middleware : guard,
      );
      await TestClient(app).get("/").set("X-Version", "default").expect(200, "answered");
      expect(ran).toEqual(["middleware", "guard"]);
    });

    it("runs a guard that is declared at two places twice", async () => {
      let ran = 0;
      const guard = () => {
        ran += 1;
        return true;
      };
      const app = chain(["the parent router", "the route"], () => WithGuards(guard));
      await TestClient(app).get("/").set("X-Version", "default").expect(200);
      expect(ran).toBe(2);
    });

    it.each(places)("a guard only at %s denies", async (place) => {
      const app = chain([place], () => WithGuards(() => false));
      await TestClient(app).get("/").set("X-Version", "default").expect(403);
    });
  });

  describe("one place is enough", () => {
    it.each(places)("Deprecated() at %s", async (place) => {
      const app = chain([place], () => Deprecated());
      expect(only(app)).toMatchObject({ Deprecated: true, Hidden: false });
      await TestClient(app).get("/").set("X-Version", "default").expect(200, "answered");
    });

    it.each(places)("Hidden() at %s", async (place) => {
      const app = chain([place], () => Hidden());
      expect(only(app)).toMatchObject({ Deprecated: false, Hidden: true });
      expect(app.Document().paths).toEqual({});
      await TestClient(app).get("/").set("X-Version", "default").expect(200, "answered");
    });

    it("neither holds unless declared", () => {
      expect(only(chain([], () => Hidden()))).toMatchObject({ Deprecated: false, Hidden: false });
    });
  });
});

describe("prefixes", () => {
  it("are concatenated from the outside in, a router's parameter among them", () => {
    const included = new Router("/own", WithPrefix("/own2")).Get("/route", () => 1);
    const parent = new Router("/parent").Include(included, WithPrefix("/include"));
    const app = new App({}, WithPrefix("/app"), WithPrefix("/app2"));
    app.Include(parent, WithPrefix("/outer-include"));
    expect(only(app).Path).toBe("/app/app2/outer-include/parent/include/own/own2/route");
  });

  it("are concatenated from the outside in for a class", () => {
    @WithPrefix("/above")
    @Router("/own", WithPrefix("/list"))
    @WithPrefix("/below")
    class Included {
      @Get("/route")
      list() {
        return 1;
      }
    }
    const parent = new Router("/parent").Include(Included, WithPrefix("/include"), WithPrefix("/include2"));
    const app = new App({}, WithPrefix("/app")).Include(parent);
    expect(only(app).Path).toBe("/app/parent/include/include2/above/own/list/below/route");
  });
});

describe("what is beside a place does not reach it", () => {
  it("gives a sibling's routes nothing, nor the parent's", () => {
    const everything: readonly RouterOption[] = [
      WithPrefix("/x"),
      WithTags("x"),
      Deprecated(),
      Hidden(),
      Status(299),
      Summary("x"),
      Description("x"),
      WithVersion("x"),
    ];
    const app = new App({ Versioning });
    app.Include(
      new Router().Get("/loud", () => 1),
      ...everything,
    );
    app.Include(new Router().Get("/sibling", () => 1));
    app.Get("/parent", () => 1);
    const plain = {
      Tags: [],
      Deprecated: false,
      Hidden: false,
      Status: 200,
      Versions: ["default"],
      Earlier: [],
    };
    const [, sibling, parent] = app.Inspect();
    expect(sibling).toEqual({
      ...plain,
      Method: "GET",
      Path: "/sibling",
      OperationID: "get_sibling_default",
    });
    expect(parent).toEqual({ ...plain, Method: "GET", Path: "/parent", OperationID: "get_parent_default" });
  });

  it("OperationID is its route's own", () => {
    const app = new App().Get("/a", () => 1, OperationID("mine")).Get("/b", () => 1);
    expect(app.Inspect().map(({ OperationID: id }) => id)).toEqual(["mine", "get_b"]);
  });
});
