// Programs with schemas, some of which must not compile: read by `npm run check:types` under both compilers.
/* eslint-disable @typescript-eslint/no-unsafe-argument, @typescript-eslint/no-unsafe-member-access --
   what a schema leaves open is shown here too */
import type { NextFunction, Request, Response } from "express";
import { Type } from "typebox";
import * as v from "valibot";
import { z } from "zod";
import {
  App,
  Get,
  Handle,
  OneOf,
  Post,
  Router,
  Status,
  WithBody,
  WithHeaders,
  WithParams,
  WithQuery,
  WithResponse,
  WithVersion,
  type InputOf,
  type OutputOf,
  type Typed,
} from "versioned-controllers";

const NewCat = z.object({ name: z.string(), age: z.coerce.number().default(1) });
export const Dog = z.object({ barks: z.boolean() });
const Page = v.object({ page: v.pipe(v.string(), v.transform(Number)) });
const ID = z.object({ id: z.coerce.number() });
const Tenant = z.object({ "x-tenant": z.coerce.number() });
const Plain = Type.Object({ name: Type.String() });

declare function same<T>(value: T): void;

const app = new App();

// The request and response of a handler without types of its own.
app.Post(
  "/cats/{id}",
  (req) => {
    same<string>(req.body.name);
    same<number>(req.body.age);
    same<number>(req.query.page);
    same<number>(req.params.id);
    same<number>(req.headers["x-tenant"]);
    same<string | undefined>(req.headers.accept);
    // @ts-expect-error a name that the schema does not have
    same<string>(req.body.colour);
    return req.ip;
  },
  WithBody(NewCat),
  WithQuery(Page),
  WithParams(ID),
  WithHeaders(Tenant),
);
app.Handle(
  "POST",
  "/cats",
  (req) => {
    same<string>(req.body.name);
  },
  WithBody(NewCat),
  Status(201),
);
app.Get(
  "/cats/{id}",
  (req) => {
    same<string>(req.params.id);
  },
  WithQuery(Page),
);
app.Post(
  "/plain",
  (req) => {
    same<string>(req.body.name);
  },
  WithBody(Plain),
);

// A handler with types of its own.
app.Post("/cats", (req: Typed<{ body: typeof NewCat }>) => req.body.name, WithBody(NewCat));
app.Post(
  "/cats",
  (req: Typed<{ body: typeof NewCat }>, res: Response) => res.json(req.body),
  WithBody(NewCat),
);
app.Post(
  "/cats",
  (req: Request<{ id: string }, unknown, { name: string }>) => req.body.name,
  WithBody(NewCat),
);
app.Post("/cats", (req: Request) => req.get("accept"), WithBody(NewCat));
// @ts-expect-error Express has text in a query
app.Get("/cats", (req: Request) => req.get("accept"), WithQuery(Page));
app.Post("/cats", () => 1, WithBody(NewCat));
app.Post(
  "/cats",
  (_req: Request, _res: Response, next: NextFunction) => {
    next();
  },
  WithBody(NewCat),
);
// @ts-expect-error the body is another's
app.Post("/cats", (req: Typed<{ body: typeof Dog }>) => req.body.barks, WithBody(NewCat));
// @ts-expect-error the query is a number
app.Get("/cats", (req: Typed<{ query: typeof NewCat }>) => req.query.name, WithQuery(Page));
app.Get(
  "/owners/{owner}/cats/{id}",
  (req) => {
    same<string>(req.params.owner);
    same<number>(req.params.id);
  },
  WithParams(ID),
);
// @ts-expect-error the parameter is a number
app.Get("/cats/{id}", (req: Request<{ id: string }>) => req.params.id, WithParams(ID));
// @ts-expect-error the header is a number
app.Get("/cats", (req: Typed<{ headers: typeof NewCat }>) => req.headers.name, WithHeaders(Tenant));
// @ts-expect-error no schema
app.Post("/cats", () => 1, WithBody("NewCat"));
// @ts-expect-error a schema describes a route's input, not a router's
app.Include(new Router(), WithBody(NewCat));
app.Include(new Router(), WithResponse(401), WithResponse(200, NewCat, "A cat"));

@Router("/cats", WithResponse(401))
class CatsController {
  @Post("/", WithBody(NewCat), WithResponse(201, NewCat), Status(201))
  create(req: Typed<{ body: typeof NewCat }>): { name: string; age: number } {
    same<number>(req.body.age);
    return req.body;
  }

  @Get("/{id}")
  @WithParams(ID)
  @WithQuery(Page)
  one(req: Typed<{ params: typeof ID; query: typeof Page }>): number {
    return req.params.id + req.query.page;
  }

  @Get("/any", WithQuery(Page))
  any(): number {
    return 1;
  }

  @Post("/request", WithBody(NewCat), WithVersion("1"))
  request(req: Request): string | undefined {
    return req.get("accept");
  }

  // @ts-expect-error the body is another's
  @Post("/verb", WithBody(NewCat))
  verb(req: Typed<{ body: typeof Dog }>): boolean {
    return req.body.barks;
  }

  // @ts-expect-error the body is another's
  @Handle("POST", "/handle", WithBody(NewCat))
  handle(req: Typed<{ body: typeof Dog }>): boolean {
    return req.body.barks;
  }

  @Post("/stacked")
  // @ts-expect-error the body is another's
  @WithBody(NewCat)
  stacked(req: Typed<{ body: typeof Dog }>): boolean {
    return req.body.barks;
  }

  // @ts-expect-error the second of two contradicts
  @Post("/both", WithQuery(Page), WithBody(NewCat))
  both(req: Typed<{ query: typeof Page; body: typeof Dog }>): boolean {
    return req.body.barks;
  }
}
app.Include(CatsController);

// @ts-expect-error a schema describes a route's input, not a class's
@WithBody(NewCat)
@Router("/dogs")
class DogsController {}
app.Include(DogsController);

WithQuery(z.object({ status: z.array(z.string()) }), { Separator: { status: "," } });
WithQuery(z.object({ status: z.array(z.string()) }), {});
// @ts-expect-error no separator
WithQuery(z.object({ status: z.array(z.string()) }), { Separator: { status: ";" } });
// @ts-expect-error of a query alone
WithHeaders(z.object({ status: z.string() }), { Separator: { status: "," } });

const Small = z.object({ small: z.coerce.number<string>() });
const Large = z.object({ large: z.string(), more: z.string().default("") });
const Sized = OneOf((value) => (value.small === undefined ? Large : Small), [Small, Large]);
export const taken: InputOf<typeof Sized>[] = [{ small: "1" }, { large: "a" }];
export const given: OutputOf<typeof Sized>[] = [{ small: 1 }, { large: "a", more: "" }];
// @ts-expect-error no alternative takes it
export const untaken: InputOf<typeof Sized> = { other: 1 };
// @ts-expect-error no alternative of the list
OneOf(() => z.object({ other: z.string() }), [Small, Large]);
// @ts-expect-error a promise is no schema
OneOf(() => Promise.resolve(Small), [Small, Large]);
// @ts-expect-error no alternatives
OneOf(() => undefined, []);
app.Post("/small", (req) => ("large" in req.body ? req.body.more : 1), WithBody(Sized));
app.Get("/sized", () => ({ small: 1 }), WithResponse(200, Sized));
// @ts-expect-error a result that fits none of them
app.Post("/unsized", () => ({ other: 1 }), WithResponse(200, Sized));
app.Post("/typed", (req: Typed<{ body: typeof Sized }>) => "small" in req.body, WithBody(Sized));
