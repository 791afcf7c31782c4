import express, { type Request } from "express";
import {
  App,
  Before,
  DefineVersions,
  FormOf,
  Get,
  Hidden,
  OperationID,
  Post,
  RouteOf,
  Router,
  Status,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithGuards,
  WithVersion,
} from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const V = DefineVersions("1", "2");
const Tiers = V.Change("2", "Products are tiers.");
const header = { Type: VersioningHeader, Header: "V", Versions: V.List } as const;
const uri = { Type: VersioningURI, Versions: V.List } as const;

const tell = (req: Request): unknown => FormOf(req);

describe("FormOf", () => {
  it.each([
    ["a header", header, (version: string) => ["", { V: version }] as const],
    ["the path", uri, (version: string) => [`/v${version}`, {}] as const],
  ])("is the form of the request's version: under %s", async (_what, Versioning, naming) => {
    const app = new App({ Versioning, Logger: recordingLogger() }).Include(
      new Router("/shop").Get(
        "/tiers/{id}",
        tell,
        V.Since("1"),
        Before(Tiers, Get("/products/{id}"), Status(203), OperationID("products_read")),
      ),
    );
    const { ask } = await serve(app);
    const ofVersion = async (version: string, path: string): Promise<unknown> => {
      const [prefix, headers] = naming(version);
      return (await ask(`GET ${prefix}${path}`, headers)).json;
    };
    expect(await ofVersion("2", "/shop/tiers/7")).toEqual({
      Method: "GET",
      Path: "/shop/tiers/{id}",
      Status: 200,
      OperationID: "get_shop_tiers_by_id",
    });
    expect(await ofVersion("1", "/shop/products/7")).toEqual({
      Method: "GET",
      Path: "/shop/products/{id}",
      Status: 203,
      OperationID: "products_read",
    });
  });

  it("has the id of the version's document, numbered as there", async () => {
    const app = new App({ Versioning: header, Logger: recordingLogger() })
      .Get("/a/b", tell, V.Since("1"))
      .Get("/a_b", tell, V.Since("1"));
    const { ask } = await serve(app);
    const { paths } = app.Document("1");
    for (const path of ["/a/b", "/a_b"]) {
      const { operationId } = (paths[path] as { readonly get: { readonly operationId: string } }).get;
      expect((await ask(`GET ${path}`, { V: "1" })).json).toMatchObject({ OperationID: operationId });
    }
  });

  it("of a neutral route has the id of the newest version's document, and of a hidden one its own", async () => {
    const app = new App({ Versioning: header, Logger: recordingLogger() })
      .Get("/health", tell, WithVersion(VersionNeutral))
      .Get("/secret", tell, V.Since("1"), Hidden());
    const { ask } = await serve(app);
    expect((await ask("GET /health")).json).toMatchObject({ OperationID: "get_health" });
    expect((await ask("GET /secret", { V: "1" })).json).toMatchObject({ OperationID: "get_secret" });
  });

  it("is there with versioning off, in guards, and undefined without a match", async () => {
    const seen: unknown[] = [];
    const host = express().use((req, _res, next) => {
      seen.push(FormOf(req));
      next();
    });
    const guard = (req: Request): boolean => {
      seen.push(FormOf(req));
      return true;
    };
    const { ask } = await serve(
      host,
      new App().Get("/cats", () => 1, WithGuards(guard)),
    );
    await ask("GET /cats");
    expect(seen).toEqual([undefined, { Method: "GET", Path: "/cats", Status: 200, OperationID: "get_cats" }]);
  });
});

describe("RouteOf has what the application wrote", () => {
  const origins: unknown[] = [];
  const guard = (req: Request): boolean => {
    const route = RouteOf(req);
    origins.push([route?.Controller, route?.Handler]);
    return true;
  };

  @Router("/animals", WithGuards(guard))
  class Animals {
    @Get()
    list(): string {
      return "all";
    }

    @Post()
    add(): string {
      return "added";
    }
  }

  @Router("/cats")
  class Cats extends Animals {
    override list(): string {
      return "cats";
    }
  }

  beforeEach(() => {
    origins.length = 0;
  });

  it.each([
    ["a class", () => Cats],
    ["an instance", () => new Cats()],
  ])(
    "of a subclass, included as %s, it has that class, and the method as it is called",
    async (_how, what) => {
      const { ask } = await serve(new App().Include(what()));
      await ask("GET /cats");
      await ask("POST /cats");
      const { list } = Cats.prototype;
      const { add } = Animals.prototype;
      expect(origins).toEqual([
        [Cats, list],
        [Cats, add],
      ]);
    },
  );

  it("of a function, it has the function and no class", async () => {
    const handler = (): number => 1;
    const { ask } = await serve(new App().Get("/cats", handler, WithGuards(guard)));
    await ask("GET /cats");
    expect(origins).toEqual([[undefined, handler]]);
  });

  it("does not show in comparisons and logs", () => {
    const [record] = new App().Include(Cats).Inspect();
    expect(Object.keys(record ?? {})).not.toContain("Handler");
  });
});
