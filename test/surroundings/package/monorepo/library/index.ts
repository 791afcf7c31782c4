// What an application may export and leave to the compiler to name: each statement has a type of its own.
import { z } from "zod";
import {
  AnyOf,
  Anonymous,
  App,
  AtOrBefore,
  Before,
  Change,
  DefineVersions,
  Deprecated,
  Each,
  FirstOf,
  FromHeader,
  Get,
  Handle,
  HTTPError,
  Nothing,
  Post,
  ProblemDetails,
  Rename,
  RenameHeader,
  WithoutHeader,
  Restatus,
  Router,
  SecurityScheme,
  ServerSentEvent,
  Since,
  Status,
  Versioned,
  VersioningURI,
  WithBody,
  WithChanges,
  WithGuards,
  WithMiddleware,
  WithParams,
  WithPrefix,
  WithQuery,
  WithResponse,
  WithSecurity,
  WithVersion,
  type AsJSON,
  type InputOf,
  type OutputOf,
  type Typed,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { CreateServer } from "versioned-controllers/server";
import { TestClient } from "versioned-controllers/testing";

export const V = DefineVersions("1", "2", "3");
export const Born = V.Change("2", "born is birthday");
export const Nicked = V.Change("3", "cats have nicknames");
export const free = Change("2", "any name");

export const Cat1 = z.object({ born: z.string() });
export const Cat2 = z.object({ birthday: z.string() });
export const Cat3 = z.object({ birthday: z.string(), nick: z.string() });

// Histories.
export const Begun = Versioned(Cat2);
export const Renamed = Versioned(Cat2).Before(Born, Cat1, Rename("born", "birthday"));
export const Cat = Versioned(Cat3)
  .Before(Nicked, Cat2, {
    Up: (old) => ({ ...old, nick: "" }),
    Down: ({ birthday }) => ({ birthday }),
  })
  .Before(Born, Cat1, Rename("born", "birthday"));
export const Cats = Cat.Within(["data", Each], (one) => z.object({ data: z.array(one) }));
export const Faced = Versioned(Cat3).As(Cat2, { Down: ({ birthday }) => ({ birthday }) });
export const Given = Versioned(Cat2).Before(Born, Nothing, { Up: () => ({ birthday: "" }) });
export const rename = Rename("born", "birthday");
export type CatOut = OutputOf<typeof Cat>;
export type CatIn = InputOf<typeof Cat>;
export type CatJSON = AsJSON<CatOut>;

// Verbs and options.
export const List = Get("/");
export const One = Get("/{id}", WithResponse(200, Cat));
export const Found = Get("/found", WithQuery(Cat1));
export const Add = Post("/", WithBody(Cat), WithResponse(201, Cat), WithVersion("1"));
export const Report = Handle("REPORT", "/", WithResponse(200, Cat2));
export const verbs = [List, Report];
export const options = {
  body: WithBody(Cat),
  params: WithParams(Cat1),
  response: WithResponse(200, Cat),
  empty: WithResponse(204),
  csv: WithResponse(200, undefined, { Type: "text/csv" }),
  guards: WithGuards(() => true),
  middleware: WithMiddleware(),
  since: Since("1"),
  prefix: WithPrefix("/a"),
  changes: WithChanges(Born),
  deprecated: Deprecated(),
  moved: Before(Born, Get("/old")),
  restated: Before(Born, Status(200), Restatus(400, 422), RenameHeader("a", "b"), WithoutHeader("c")),
  public: WithSecurity(),
};
export const makers = {
  App,
  Before,
  Deprecated,
  Get,
  Handle,
  Rename,
  Router,
  Versioned,
  WithBody,
  WithResponse,
};
export const listOf = <S extends z.ZodType>(schema: S) =>
  WithResponse(200, z.object({ items: z.array(schema) }));

// Applications, routers, controllers.
export const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } })
  .Get("/cats/{id}", (req) => req.params.id)
  .Post("/cats", (req) => req.body.birthday, WithBody(Cat));
export const router = new Router("/cats").Get("/{id}", (req) => req.params.id);
export const get = app.Get;
@Router("/cats")
export class CatsController {
  @One
  one() {
    return { birthday: "", nick: "" };
  }

  @Post("/", WithBody(Cat))
  add(req: Typed<{ body: typeof Cat }>) {
    return req.body;
  }
}
export const typed = (req: Typed<{ body: typeof Cat; query: typeof Cat1 }>) => req;

// The rest.
export const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, (req) => ({
  id: req.path,
}));
export const either = AnyOf(Bearer.With("cats"), Anonymous);
export const extractor = FirstOf(FromHeader("V"), AtOrBefore(FromHeader("X")));
export const event = ServerSentEvent({ Data: 1 });
export const problems = ProblemDetails;
export const none = new HTTPError(404, "none");
export const routes = app.Inspect();
export const log = app.Changelog();
export const document = app.Document();
export const client = TestClient(app);
export const docs = Docs(app);
export const server = CreateServer(app);
