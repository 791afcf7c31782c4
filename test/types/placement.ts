/* Placements that compile and that do not, in both flavours of decorators: checked by tsc alone (check:types).
   Each line after an expect-error directive has to be an error, or tsc fails. */
import type { NextFunction, Request, RequestHandler, Response } from "express";
import {
  App,
  Deprecated,
  Description,
  Get,
  Handle,
  Hidden,
  OperationID,
  Post,
  Router,
  Status,
  Summary,
  WithChanges,
  WithGuards,
  WithMiddleware,
  WithOperation,
  WithPrefix,
  WithTags,
  WithVersion,
  type Change,
  type Guard,
  type Route,
} from "versioned-controllers";

declare const guard: Guard;
declare const middleware: RequestHandler;
declare const change: Change;

@Deprecated()
@Hidden()
@Status(201)
@Summary("s")
@Description("d")
@WithOperation({ externalDocs: { url: "https://example.org" }, "x-own": [1] })
@WithTags("a", "b")
@WithChanges(change)
@WithGuards(guard, (req) => req.get("x") === "y")
@WithMiddleware(middleware, (_req, _res, next) => {
  next();
})
@WithVersion("1")
@WithPrefix("/api")
@Router("/cats", WithTags("c"))
export class EveryOption {
  constructor(readonly name: string) {}

  @Deprecated()
  @Hidden()
  @Status(201)
  @Summary("s")
  @Description("d")
  @WithTags("a")
  @WithChanges(change, change)
  @WithGuards(guard)
  @WithMiddleware(middleware)
  @WithVersion("1", "2")
  @OperationID("list")
  @WithOperation({ responses: { 200: { content: { "text/csv": { example: "a,b" } } } } })
  @Get()
  none() {
    return [];
  }

  @Get("/{id}", OperationID("one"))
  @Handle("REPORT", "/{id}")
  typed(req: Request<{ id: string }>) {
    return req.params.id;
  }

  @Post(WithVersion("2"))
  @Handle("get")
  async all(req: Request, res: Response, next: NextFunction) {
    await Promise.resolve();
    next();
    res.json(req.body);
  }

  // @ts-expect-error a parameter that no request is
  @Get("/x")
  wrong(id: string) {
    return id;
  }

  // @ts-expect-error a fourth parameter
  @Get("/x")
  four(_req: Request, _res: Response, _next: NextFunction, more: string) {
    return more;
  }

  // @ts-expect-error a field
  @Get("/x")
  field = () => 1;

  // @ts-expect-error a static method
  @Get("/x")
  static still() {
    return 1;
  }

  // @ts-expect-error a private method
  @Get("/x")
  private hidden() {
    return 1;
  }

  // @ts-expect-error a bare verb
  @Get
  bare() {
    return this.hidden();
  }

  // @ts-expect-error a prefix on a method
  @WithPrefix("/x")
  prefixed() {
    return 1;
  }

  // @ts-expect-error a prefix in a verb's list
  @Get("/x", WithPrefix("/x"))
  listed() {
    return 1;
  }
}

// @ts-expect-error an operation id on a class
@OperationID("x")
// @ts-expect-error an operation id in a router's list
@Router("/x", OperationID("x"))
export class Wrong {}

// @ts-expect-error a verb on a class
@Get("/x")
export class VerbOnClass {}

// @ts-expect-error a bare Router
@Router
export class BareRouter {}

const app = new App({}, WithVersion("1"), WithPrefix("/api"));
app
  .Get("/a/{id}/{rest...}", (req) => {
    const id: string = req.params.id;
    const rest: string = req.params.rest;
    // @ts-expect-error no such parameter
    const other: unknown = req.params.other;
    return [id, rest, other];
  })
  .Post("/a", middleware, WithVersion("1"), OperationID("x"))
  .Handle("report", "/a/{id}", (req: Request<{ id: string }>) => req.params.id)
  .Get("/plain", (_req: Request, res: Response) => res.json(1))
  .Include(EveryOption, WithPrefix("/x"))
  .Include([EveryOption, new EveryOption("x"), new Router("/x")])
  .Use(middleware);

const owner = new Router("/owners/{owner}");
owner.Get("/cats/{id}", (req: Request<{ owner: string; id: string }>) => req.params.owner);

// @ts-expect-error a prefix on a route
app.Get("/a", () => 1, WithPrefix("/x"));
// @ts-expect-error an operation id on an Include
app.Include(EveryOption, OperationID("x"));
// @ts-expect-error no change
app.Get("/a", () => 1, WithChanges("loud"));
// @ts-expect-error an option in the handler's place
app.Get("/a", WithVersion("1"));
// @ts-expect-error no handler
app.Get("/a");
// @ts-expect-error text
app.Include("cats");
// @ts-expect-error an option
app.Include(WithTags("x"));
// @ts-expect-error a verb is no option
app.Include(EveryOption, Get("/x"));
// @ts-expect-error a number
WithVersion(1);
// @ts-expect-error a guard says true or false
WithGuards(() => "yes");
// @ts-expect-error an unknown type
new App({ Versioning: { Type: "path" } });

const routes: readonly Route[] = app.Routes();
// @ts-expect-error records are read-only
routes[0].Path = "/x";

export class OwnRouter extends Router {
  constructor() {
    super("/own", WithTags("own"));
    this.Get("/", () => 1);
  }
}
new Router();
new Router(WithTags("x"));
app.Include(new OwnRouter());
export const isRouter = (value: object): value is Router => value instanceof Router;
