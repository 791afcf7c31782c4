// Read in both flavours of decorators.
import {
  App,
  Before,
  Get,
  Post,
  Put,
  Router,
  Since,
  Status,
  Summary,
  VersioningHeader,
  WithPrefix,
  WithTags,
  type Route,
} from "versioned-controllers";
import { Born, Names, V } from "./cats";

function inspect(declare: (app: App) => unknown): readonly Route[] {
  const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-V", Versions: V.List } });
  declare(app);
  return app.Inspect();
}

/** Each form in one line, the newest first. */
function formsOf({ Method, Path, Status: now, Versions, Earlier }: Route): readonly string[] {
  const earlier = new Set(Earlier.flatMap((form) => form.Versions));
  const newest = { Method, Path, Status: now, Versions: Versions.filter((version) => !earlier.has(version)) };
  return [newest, ...Earlier].map(
    (form) => `${form.Method} ${form.Path} ${String(form.Status)} in ${form.Versions.join()}`,
  );
}

@Router("/pets", Since("1"), Before(Born, WithPrefix("/cats")))
@Before(Names, WithPrefix("/animals"))
class Pets {
  @Get("/stacked")
  @Before(Born, Get("/was"))
  stacked(): null {
    return null;
  }

  @Get("/listed", Before(Born, Post("/was")), Status(201))
  @Put("/listed", Before(Names, Put("/was")))
  @Before(Names, Status(202))
  listed(): null {
    return null;
  }
}

@Router("/more")
class MorePets extends Pets {
  override stacked(): null {
    return super.stacked();
  }

  @Get("/own")
  override listed(): null {
    return super.listed();
  }
}

@Router("/verbs")
class OtherVerb extends Pets {
  @Post("/now")
  override stacked(): null {
    return super.stacked();
  }

  @Before(Names, Put("/put"))
  @Get("/one")
  override listed(): null {
    return super.listed();
  }
}

test("stacked, in a verb's list, in @Router and stacked on the class", () => {
  expect(inspect((app) => app.Include(Pets)).map(formsOf)).toEqual([
    ["GET /pets/stacked 200 in 3", "GET /animals/stacked 200 in 2", "GET /cats/was 200 in 1"],
    ["GET /pets/listed 201 in 3", "GET /animals/listed 202 in 2", "POST /cats/was 202 in 1"],
    ["PUT /pets/listed 200 in 3", "PUT /animals/was 202 in 2", "PUT /cats/was 202 in 1"],
  ]);
});

test("in Include, around the class's own", () => {
  const routes = inspect((app) => app.Include(Pets, WithPrefix("/api"), Before(Names, WithPrefix("/old"))));
  expect(routes.map(formsOf)[0]).toEqual([
    "GET /api/pets/stacked 200 in 3",
    "GET /old/animals/stacked 200 in 2",
    "GET /old/cats/was 200 in 1",
  ]);
});

test("in a call, and on an App", () => {
  const app = new App(
    { Versioning: { Type: VersioningHeader, Header: "X-V", Versions: V.List } },
    Since("1"),
    Before(Born, WithPrefix("/old")),
  );
  app.Get("/a", () => null, Before(Names, Get("/b"), Status(203)));
  expect(app.Inspect().map(formsOf)).toEqual([["GET /a 200 in 3", "GET /b 203 in 2", "GET /old/b 203 in 1"]]);
});

test("a subclass has its parent's, but for prefixes, and for what its own verbs replace", () => {
  expect(inspect((app) => app.Include(MorePets)).map(formsOf)).toEqual([
    ["GET /more/stacked 200 in 2,3", "GET /more/was 200 in 1"],
    ["GET /more/own 200 in 3", "GET /more/own 202 in 1,2"],
  ]);
  expect(inspect((app) => app.Include(OtherVerb)).map(formsOf)).toEqual([
    ["POST /verbs/now 200 in 1,2,3"],
    ["GET /verbs/one 200 in 3", "PUT /verbs/put 202 in 1,2"],
  ]);
});

test("forms that differ only in words are one form, and those of the newest are reported", () => {
  const [route] = inspect((app) =>
    app.Get(
      "/a",
      () => null,
      Since("1"),
      Summary("now"),
      WithTags("now"),
      Before(Names, Summary("then"), WithTags("then")),
    ),
  );
  expect(route).toMatchObject({ Summary: "now", Tags: ["now"], Earlier: [], Versions: ["1", "2", "3"] });
});
