// What would fail at run time does not compile: read by `npm run check:types` under both compilers and flavours.
import type { Request } from "express";
import * as v from "valibot";
import { z } from "zod";
import {
  App,
  Get,
  Post,
  Router,
  WithBody,
  WithParams,
  WithQuery,
  WithResponse,
  type Typed,
} from "versioned-controllers";

const Body = z.object({ name: z.string() });
const ID = z.object({ id: z.coerce.number() });
const app = new App();

// The parameters of a path are text.
interface Both {
  owner: string;
  id: string;
}
declare const path: string;
app.Get("/1/{id}", (req: Request<{ id: string }>) => req.params.id);
app.Get("/1/{id}", (req: Request<{ id?: string }>) => req.params.id);
app.Get("/1/{id}", (req: Request<{ id: "a" | "b" }>) => req.params.id);
app.Get("/1/{id}", (req: Request) => req.params.id);
app.Get("/1/{id}", ({ params: { id } }) => id.toUpperCase(), WithQuery(Body));
app.Get("/1/{id}", ({ params: { id } }) => id.toFixed(), WithParams(ID));
app.Get("/1/{id}", (req: Typed<{ params: typeof ID }>) => req.params.id.toFixed(), WithParams(ID));
app.Get(path, (req) => req.params.anything?.toUpperCase());
app.Get("/1/{id}", (req) => {
  // @ts-expect-error no such parameter
  return req.params.nope as string;
});
// Those of a prefix do not show in the route's own path.
app.Get("/1/{id}", (req: Request<{ owner: string }>) => req.params.owner);
app.Get("/1/{id}", (req: Request<Both>) => req.params.owner);
app.Get("/1/{id}", (req: Request<Both>) => ({ name: req.params.owner }), WithResponse(200, Body));
// @ts-expect-error text is no number
app.Get("/1/{id}", (req: Request<{ id: number }>) => req.params.id.toFixed());
declare const named: (req: Request<{ id: number }>) => { name: string };
// @ts-expect-error nor beside a response
app.Get("/1/{id}", named, WithResponse(200, Body));
// @ts-expect-error nor by Handle
app.Handle("GET", "/1/{id}", (req: Request<{ id: number }>) => req.params.id.toFixed());
// @ts-expect-error nor by a schema that stands in no WithParams
app.Get("/1/{id}", (req: Typed<{ params: typeof ID }>) => req.params.id);

// Nothing reads a body but WithBody.
app.Post("/1", (req: Typed<{ body: typeof Body }>) => req.body.name, WithBody(Body));
app.Post(
  "/1",
  (req: Typed<{ body: typeof Body }>) => ({ ...req.body }),
  WithBody(Body),
  WithResponse(201, Body),
);
app.Post("/1", (req: Request<object, unknown, { name: string }>) => req.body.name);
app.Post("/1", (req: Typed<{ cookies: typeof Body }>) => req.cookies.name);
// @ts-expect-error no WithBody
app.Post("/1", (req: Typed<{ body: typeof Body }>) => req.body.name);
// @ts-expect-error nor beside a response
app.Post("/1", (req: Typed<{ body: typeof Body }>) => ({ name: req.body.name }), WithResponse(201, Body));
// @ts-expect-error a query is no body
app.Post("/1", (req: Typed<{ body: typeof Body }>) => req.body.name, WithQuery(Body));
// @ts-expect-error nor by Handle
app.Handle("POST", "/1", (req: Typed<{ body: typeof Body }>) => req.body.name);

// A Date is sent as text, and a bigint cannot be sent.
const At = z.object({ at: z.date() });
const Text = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
app.Get("/", () => ({ at: new Date() }), WithResponse(200, z.object({ at: z.iso.datetime() })));
app.Get("/", () => ({ at: new Date() }), WithResponse(200, z.object({ at: z.coerce.date() })));
app.Get("/", () => ({ at: new Date() }), WithResponse(200, z.object({ at: Text })));
app.Get("/", () => ({ at: "2020" }), WithResponse(200, z.object({ at: Text })));
app.Get(
  "/",
  () => [{ x: { at: new Date() } }],
  WithResponse(200, z.array(z.object({ x: z.object({ at: Text }) }))),
);
app.Get("/", () => ({ at: null }), WithResponse(200, z.object({ at: z.date().nullable() })));
app.Get("/", () => ({}), WithResponse(200, z.object({ at: z.date().optional() })));
app.Get("/", (_req, res) => res.json(1), WithResponse(200, At));
// @ts-expect-error no text is a Date
app.Get("/", () => ({ at: new Date() }), WithResponse(200, At));
// @ts-expect-error nor is this one
app.Get("/", () => ({ at: "2020" }), WithResponse(200, At));
// @ts-expect-error nor by itself
app.Get("/", () => new Date(), WithResponse(200, z.date()));
// @ts-expect-error nor in a list
app.Get("/", () => [{ at: new Date() }], WithResponse(200, z.array(At)));
// @ts-expect-error nor by valibot
app.Get("/", () => ({ at: new Date() }), WithResponse(200, v.object({ at: v.date() })));
// @ts-expect-error JSON has no bigint
app.Get("/", () => ({ n: 1n }), WithResponse(200, z.object({ n: z.bigint() })));
// @ts-expect-error nor has it one by itself
app.Get("/", () => 1n, WithResponse(200, z.bigint()));

// Of a transform counts what it puts out.
const Counted = z.object({ n: z.string().transform(Number) });
app.Get("/", () => ({ n: 1 }), WithResponse(200, Counted));
// @ts-expect-error not what it takes
app.Get("/", () => ({ n: "1" }), WithResponse(200, Counted));

@Router("/cats")
export class Cats {
  // No decorator knows of the others that are stacked beside it: a method's Typed is not held against all options.
  @Post("/stacked")
  @WithBody(Body)
  stacked(req: Typed<{ body: typeof Body }>) {
    return req.body.name;
  }

  @Post("/listed", WithBody(Body))
  listed(req: Typed<{ body: typeof Body }>) {
    return req.body.name;
  }

  @Get("/text", WithResponse(200, z.object({ at: Text })))
  text() {
    return { at: new Date() };
  }

  // @ts-expect-error no text is a Date
  @Get("/date", WithResponse(200, At))
  date() {
    return { at: new Date() };
  }

  // @ts-expect-error JSON has no bigint
  @Get("/bigint", WithResponse(200, z.object({ n: z.bigint() })))
  bigint() {
    return { n: 1n };
  }
}
