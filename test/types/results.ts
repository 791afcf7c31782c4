// Values that a handler may return beside WithResponse, and others that it may not: read by `npm run check:types` under both compilers.
/* eslint-disable @typescript-eslint/no-explicit-any, @typescript-eslint/no-unsafe-return, @typescript-eslint/no-empty-function --
   what has no type is shown here too */
import { Readable } from "node:stream";
import type { NextFunction, Request, RequestHandler, Response } from "express";
import { Type } from "typebox";
import * as v from "valibot";
import { z } from "zod";
import {
  App,
  Context,
  Delete,
  Get,
  Handle,
  Nothing,
  Post,
  Put,
  Router,
  ServerSentEvent,
  Status,
  Versioned,
  WithBody,
  WithContext,
  WithResponse,
  WithTags,
  type AsJSON,
  type Change,
  type InputOf,
  type OutputOf,
  type ResponseOptions,
  type Typed,
} from "versioned-controllers";

const Owner = Context<{ pets: string[] }>("owner");
const Named = z.object({ name: z.string() });
const Cat = z.object({
  name: z.string(),
  kind: z.enum(["cat", "dog"]),
  born: z.iso.datetime(),
  nick: z.string().optional(),
});
interface Row {
  readonly name: string;
  readonly kind: "cat" | "dog";
  readonly born: Date;
  readonly nick: string | undefined;
  readonly secret: bigint;
}
declare const row: Row;
declare const rows: readonly Row[];
interface Tree {
  v: string;
  at: Date;
  kids: Tree[];
}
declare const Tree: z.ZodType<Tree>;
declare const tree: Tree;
declare const anything: any;
declare const unknownValue: unknown;
declare const middleware: RequestHandler;
declare const born: Change;
declare const named: { name: string };

class Rich {
  readonly born = new Date(0);
  constructor(readonly name: string) {}
  greet() {
    return this.name;
  }
}

const app = new App();

// Values that fit, in calls.
app.Get("/", () => row, WithResponse(200, Cat));
app.Get("/", async () => Promise.resolve(rows), WithResponse(200, z.array(Cat)));
app.Get("/", (req) => (req.secure ? row : Promise.resolve(row)), WithResponse(200, Cat));
app.Get("/", () => ({ kind: "cat" }), WithResponse(200, z.object({ kind: z.literal("cat") })));
app.Get(
  "/",
  () => ({ ok: true, n: 1 }),
  WithResponse(200, z.object({ ok: z.literal(true), n: z.literal(1) })),
);
app.Get(
  "/",
  () => new Rich("Tom"),
  WithResponse(200, z.object({ name: z.string(), born: z.iso.datetime() })),
);
app.Get("/", () => new Date(0), WithResponse(200, z.iso.datetime()));
app.Get("/", () => tree, WithResponse(200, Tree));
app.Get("/", () => ({ any: { text: [1, null] } }), WithResponse(200, z.json()));
app.Get("/", () => [...new Map([["a", 1]])], WithResponse(200, z.array(z.array(z.unknown()))));
app.Get("/", () => null, WithResponse(200, Cat.nullable()));
app.Get("/", () => ({ page: 1 }), WithResponse(200, v.object({ page: v.number() })));
app.Get("/", () => 42, WithResponse(200, Type.Object({ name: Type.String() })));
app.Get("/", () => row, WithResponse(200, Named), WithResponse(202, z.number()));
app.Get("/", () => 42, WithResponse(200, Named), WithResponse(202, z.number()));
app.Get("/", () => "a,b", WithResponse(200, Named), WithResponse(203, undefined, { Type: "text/csv" }));
app.Get("/", () => 42, WithResponse(404, Named), WithResponse("4XX", Named), WithResponse("default", Named));
app.Get("/", () => 42, WithResponse(204), WithResponse(200, undefined, "Fine"));
app.Post("/", (req) => ({ name: req.body.name, more: 1 }), WithBody(Named), WithResponse(201, Named));
app.Get("/{id}", (req) => ({ name: req.params.id }), WithResponse(200, Named));
app.Get(
  "/{id}",
  (req: Request<{ owner: string; id: string }>) => ({ name: req.params.owner }),
  WithResponse(200, Named),
);
export function crud<S extends z.ZodType>(schema: S, one: z.output<S>): App {
  return new App().Get("/", () => one, WithResponse(200, schema));
}

// Beside an option that a generic function makes, the result is held as well.
app.Get(
  "/{id}",
  // @ts-expect-error the name is missing
  (req) => ({ nmae: req.params.id }),
  WithResponse(200, Named),
  WithContext(Owner, () => ({ pets: [] })),
);

// Values that are not held: the response, streams, bytes, `any` and `unknown`.
app.Get("/", () => anything, WithResponse(200, Named));
app.Get("/", () => unknownValue, WithResponse(200, Named));
app.Get("/", () => Readable.from(["x"]), WithResponse(200, Named));
app.Get("/", () => new Blob([]).stream(), WithResponse(200, Named));
app.Get("/", () => Buffer.from("x"), WithResponse(200, Named));
app.Get("/", () => new Float32Array(1), WithResponse(200, Named));
app.Get("/", () => new ArrayBuffer(1), WithResponse(200, Named));
app.Get("/", (_req, res) => res.json(1), WithResponse(200, Named));
app.Get(
  "/",
  (_req, res) => {
    res.json(1);
  },
  WithResponse(200, Named),
);
app.Get("/", middleware, WithResponse(200, Named));
app.Get(
  "/",
  () => {
    throw new Error("none");
  },
  WithResponse(200, Named),
);

// A forgotten `return`: a handler without `res` returns a value where each success has content.
// @ts-expect-error undefined is no cat
app.Get("/", () => undefined, WithResponse(200, Named));
// @ts-expect-error a list may have no such item
app.Get("/", () => rows[0], WithResponse(200, Cat));
// @ts-expect-error one way returns nothing
app.Get("/", (req) => (req.secure ? undefined : { name: "x" }), WithResponse(200, Named));
// @ts-expect-error a function without `return`
app.Get("/", () => {}, WithTags("x"), WithResponse(200, Named));
// @ts-expect-error a promise of nothing
app.Post("/", async () => {}, WithResponse(201, Named));
// @ts-expect-error a promise that may give nothing
app.Get("/", async () => Promise.resolve(rows[0]), WithResponse(200, Cat));
// @ts-expect-error by Handle as well
app.Handle("REPORT", "/", () => undefined, WithResponse(200, Named));
// @ts-expect-error neither of two successes
app.Get("/", () => undefined, WithResponse(200, Named), WithResponse(202, z.number()), WithResponse(404));
// @ts-expect-error plain JSON Schema takes no undefined
app.Get("/", () => undefined, WithResponse(200, { type: "object" }));
// @ts-expect-error every success
app.Get("/", () => undefined, WithResponse("2XX", Named));
// @ts-expect-error a handler's `length` does not count its rest parameter
app.Get("/", (...all: unknown[]) => (all.length > 9 ? { name: "x" } : undefined), WithResponse(200, Named));
app.Get("/", () => undefined, WithResponse(200, Named), WithResponse(204));
app.Get("/", () => undefined, WithResponse(200, Named), WithResponse(205));
app.Get("/", () => undefined, WithResponse(200, Named), Status(204));
app.Get("/", () => undefined, WithResponse(200, Named), WithResponse("2XX"));
app.Get("/", () => undefined, WithResponse(200), WithResponse(404, Named));
app.Get("/", () => undefined, WithResponse(200, Named.optional()));
app.Get("/", () => undefined, WithResponse(200, z.void()));
app.Get("/", () => undefined, WithResponse(200, z.any()));
app.Get("/", () => undefined, WithResponse(200, Versioned(Nothing)));
app.Get(
  "/",
  () => undefined,
  WithResponse(200, Versioned(Nothing).Before(born, Named, { Down: () => named })),
);
// @ts-expect-error a newest link that has content
app.Get("/", () => undefined, WithResponse(200, Versioned(Named).Before(born, Nothing)));
app.Get("/", async () => Promise.resolve(unknownValue), WithResponse(200, Named));
app.Get("/", async () => Promise.resolve(anything), WithResponse(200, Named));
app.Get("/", (_req, res?: Response) => void res?.json(1), WithResponse(200, Named));
app.Get(
  "/",
  (_req, _res, next) => {
    next();
  },
  WithResponse(200, Named),
);

// Values that contradict, in calls.
// @ts-expect-error a number is no object
app.Get("/", () => 42, WithResponse(200, Named));
// @ts-expect-error a member is missing
app.Post("/", (req) => ({ nam: req.body.name }), WithBody(Named), WithResponse(201, Named));
// @ts-expect-error a member is missing in what the promise gives
app.Get("/", async () => Promise.resolve({}), WithTags("x"), WithResponse(200, Cat));
app.Get(
  "/",
  // @ts-expect-error text of a narrower type, which the literals are not
  () => ({ kind: "bird" as const }),
  WithResponse(200, z.object({ kind: z.enum(["cat", "dog"]) })),
);
// @ts-expect-error a Date is text
app.Get("/", () => ({ at: new Date(0) }), WithResponse(200, z.object({ at: z.number() })));
// @ts-expect-error a method is not sent
app.Get("/", () => new Rich("Tom"), WithResponse(200, z.object({ greet: z.string() })));
// @ts-expect-error JSON has no bigint
app.Get("/", () => ({ n: 1n }), WithResponse(200, z.object({ n: z.number() })));
// @ts-expect-error a Map is a 500
app.Get("/", () => new Map<string, string>(), WithResponse(200, z.record(z.string(), z.string())));
// @ts-expect-error one of two results fits no success
app.Get("/", (req) => (req.secure ? { name: "x" } : 42), WithResponse(200, Named));
// @ts-expect-error neither of two successes
app.Get("/", () => "text", WithResponse(200, Named), WithResponse(202, z.number()));
// @ts-expect-error every success
app.Get("/", () => 42, WithResponse("2XX", Named));
// @ts-expect-error a member may be undefined that has to be there
app.Get("/", () => ({ name: row.nick }), WithResponse(200, Named));
// @ts-expect-error null is no undefined
app.Get("/", () => null, WithResponse(200, Named));
// @ts-expect-error by Handle as well
app.Handle("REPORT", "/", () => 42, WithResponse(200, Named));

// Items of an async iterable.
async function* names(): AsyncGenerator<{ name: string } | undefined> {
  yield await Promise.resolve({ name: "x" });
}
app.Get("/", names, WithResponse(200, Named));
// @ts-expect-error an item is no number
app.Get("/", names, WithResponse(200, z.number()));
async function* events() {
  yield await Promise.resolve(ServerSentEvent({ Data: { name: "x" }, ID: "1" }));
  yield ServerSentEvent({ Event: "heartbeat" });
  yield { name: "y" };
}
app.Get("/", events, WithResponse(200, Named, { Type: "text/event-stream" }));
// @ts-expect-error an event's data is no number
app.Get("/", events, WithResponse(200, z.number(), { Type: "text/event-stream" }));

@Router("/cats")
export class Cats {
  @Get("/", WithResponse(200, z.array(Cat)))
  list() {
    return rows;
  }

  @Get("/literal", WithResponse(200, z.object({ kind: z.literal("cat"), ok: z.literal(true) })))
  literal() {
    return { kind: "cat", ok: true };
  }

  @Get("/branches", WithResponse(200, z.union([z.object({ a: z.number() }), z.object({ b: z.string() })])))
  branches(req: Request) {
    if (req.secure) return { a: 1 };
    return { b: "x" };
  }

  @Post(
    "/",
    WithTags("x"),
    WithBody(Named),
    WithResponse(201, Named),
    WithResponse(202, z.number()),
    Status(201),
  )
  async add(req: Typed<{ body: typeof Named }>) {
    await Promise.resolve();
    return req.body;
  }

  @Get("/res", WithResponse(200, Named))
  async byResponse(_req: Request, res: Response) {
    await Promise.resolve();
    res.json({});
  }

  @Get("/sent", WithResponse(200, Named))
  sent(_req: Request, res: Response) {
    return res.json({});
  }

  @Get("/items", WithResponse(200, Named, { Type: "text/event-stream" }))
  async *items() {
    yield await Promise.resolve({ name: "x" });
  }

  @Get("/file", WithResponse(200, undefined, { Type: "application/pdf" }))
  file() {
    return Readable.from(["x"]);
  }

  @Get("/error", WithResponse(404, Named))
  error() {
    return 42;
  }

  // Another success may stand beside it, or around.
  @Get("/stacked")
  @WithResponse(200, Named)
  @WithResponse(202, z.number())
  stacked() {
    return 42;
  }

  @Delete("/{id}", WithResponse(200, Named), WithResponse(204))
  remove(req: Request) {
    return req.secure ? { name: "x" } : undefined;
  }

  @Put("/", Status(204), WithResponse(200, Named))
  put() {}

  @Get("/middleware", WithResponse(200, Named))
  passOn(_req: Request, _res: Response, next: NextFunction) {
    next();
  }

  @Get("/anything", WithResponse(200, Named))
  async anything(): Promise<any> {
    return Promise.resolve(anything);
  }

  // @ts-expect-error a method without `return`
  @Get("/forgotten", WithResponse(200, Named))
  forgotten() {}

  // @ts-expect-error the same of a promise
  @Post("/forgotten", WithTags("x"), WithBody(Named), WithResponse(201, Named))
  async forgottenPromise(req: Typed<{ body: typeof Named }>) {
    await Promise.resolve(req.body);
  }

  // @ts-expect-error a list may have no such item
  @Handle("REPORT", "/found", WithResponse(200, Cat))
  found() {
    return rows.find(({ name }) => name === "Tom");
  }

  // @ts-expect-error a number is no object
  @Get("/number", WithResponse(200, Named))
  number() {
    return 42;
  }

  // @ts-expect-error members are missing
  @Post("/missing", WithTags("x"), WithBody(Named), WithResponse(201, Cat))
  missing(req: Typed<{ body: typeof Named }>) {
    return req.body;
  }

  // @ts-expect-error a promise of a number
  @Handle("REPORT", "/promise", WithResponse(200, Named))
  async promise() {
    return Promise.resolve(42);
  }

  // @ts-expect-error items are numbers
  @Get("/numbers", WithResponse(200, Named))
  async *numbers() {
    yield await Promise.resolve(42);
  }

  // @ts-expect-error the list's items lack a member
  @Get("/list", WithResponse(200, z.array(Cat)))
  wrongList() {
    return [{ name: "x" }];
  }
}

// The third argument.
export const about: ResponseOptions = {
  Description: "A cat",
  Headers: { ETag: z.string() },
  Type: "application/json",
  Examples: { Tom: { name: "Tom" } },
};
WithResponse(200, Named, about);
WithResponse("5XX", undefined, { Description: "All others" });
// @ts-expect-error no such class of statuses
WithResponse("9XX", Named);
// @ts-expect-error no such option
WithResponse(200, Named, { Desc: "A cat" });
// @ts-expect-error no schema
WithResponse(200, "A cat");

// The types' own words: each is the other.
declare function same<A, B>(..._: [A] extends [B] ? ([B] extends [A] ? [] : [never]) : [never]): void;
declare const brand: unique symbol;
type ID = string & { readonly [brand]: true };
same<AsJSON<Date>, string>();
same<AsJSON<Row>, { name: string; kind: "cat" | "dog"; born: string; nick?: string; secret: never }>();
same<AsJSON<Rich>, { name: string; born: string }>();
same<AsJSON<readonly [Date, () => void, undefined]>, [string, null, null]>();
same<AsJSON<readonly Date[]>, string[]>();
same<AsJSON<Map<string, Date> | Set<string>>, Record<string, never>>();
same<
  AsJSON<{ id: ID; at?: Date; by: Record<string, Date>; [brand]: 1 }>,
  { id: ID; at?: string; by: Record<string, string> }
>();
same<AsJSON<{ a: Date } | { b: bigint } | null>, { a: string } | { b: never } | null>();
same<AsJSON<{ a: string } & { b: Date | undefined }>, { a: string; b?: string }>();
same<AsJSON<{ a: string } & { b: () => void }>, { a: string }>();
same<AsJSON<{ in: { a: string } & { readonly [brand]: 1 } }>, { in: { a: string } }>();
same<AsJSON<{ bind: string; d: Date | null; f?: () => void }>, { bind: string; d: string | null }>();
same<AsJSON<{ v: undefined; s: symbol; t: typeof Date; o?: undefined; n: unknown }>, { n: unknown }>();
same<AsJSON<{ toJSON(): { at: Date } }>, { at: string }>();
same<AsJSON<unknown>, unknown>();
same<AsJSON<Tree>["kids"][number]["kids"][number]["at"], string>();
// @ts-expect-error a Date is text
same<AsJSON<{ at: Date }>, { at: Date }>();
export const Counted = z.object({ n: z.coerce.number().default(1), s: z.string().transform(Number) });
same<OutputOf<typeof Counted>, { n: number; s: number }>();
same<InputOf<typeof Counted>["s"], string>();
export const input: InputOf<typeof Counted> = { s: "1" };

// The document's own words: every member optional at every level, lists' elements whole.
new App({ OpenAPI: { info: { license: { name: "MIT" } }, servers: [{ url: "/api" }] } });
new App({ OpenAPI: { paths: { "/cats": { get: { security: [{}], "x-cost": 1 } } }, "x-own": { a: 1 } } });
// @ts-expect-error a license's name is text
new App({ OpenAPI: { info: { license: { name: 1 } } } });
// @ts-expect-error no such member
new App({ OpenAPI: { info: { licence: { name: "MIT" } } } });
// @ts-expect-error an element of a list is whole
new App({ OpenAPI: { servers: [{ description: "x" }] } });

// Cookies, where something parses them.
app.Get("/", (req: Typed<{ cookies: typeof Named }>) => req.cookies.name);
// @ts-expect-error no such cookie
app.Get("/", (req: Typed<{ cookies: typeof Named }>) => req.cookies.other satisfies string);
