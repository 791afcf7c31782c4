// Handlers that call helpers of other code, which have types of Express: what compiles, and what does not.
import type { Request } from "express";
import type { IncomingMessage } from "node:http";
import {
  App,
  Get,
  Post,
  Router,
  WithBody,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";

declare function any(req: Request): string;
declare function ofID(req: Request<{ id: string }>): string;
declare function ofNumber(req: Request<{ id: number }>): string;
declare function ofPage(req: Request<Record<string, string>, unknown, unknown, { page: number }>): string;
declare function ofBody(req: Request<Record<string, string>, unknown, { name: string }>): string;
declare function ofAddress(req: Pick<Request, "ip" | "get">): string;
declare function ofNode(req: IncomingMessage): string;

const Body = z.object({ name: z.string(), lives: z.number() });
const ByID = z.object({ id: z.string() });
const ByNumber = z.object({ id: z.coerce.number() });
const Page = z.object({ page: z.coerce.number() });
const Texts = z.object({ page: z.string().optional(), tags: z.array(z.string()) });
const Tenant = z.object({ "x-tenant": z.string() });

// A helper takes what is wider than the parts that a schema gives.
@Router("/cats")
export class Cats {
  @Post("/{id}", WithBody(Body), WithQuery(Texts), WithHeaders(Tenant), WithCookies(Texts))
  add(
    req: Typed<{
      body: typeof Body;
      params: typeof ByID;
      query: typeof Texts;
      headers: typeof Tenant;
      cookies: typeof Texts;
    }>,
  ) {
    return any(req) + ofID(req) + ofBody(req) + ofAddress(req) + ofNode(req);
  }

  @Get("/{id}", WithParams(ByNumber), WithQuery(Page))
  one(req: Typed<{ params: typeof ByNumber; query: typeof Page }>) {
    return ofAddress(req) + ofNode(req);
  }

  @Get("/{id}/page", WithQuery(Page))
  page(req: Typed<{ params: typeof ByID; query: typeof Page }>) {
    // @ts-expect-error -- a page is a number here, and text to Express
    any(req);
    // @ts-expect-error -- an id is text here
    ofNumber(req);
    return ofPage(req);
  }

  @Get("/{id}/number", WithParams(ByNumber))
  number(req: Typed<{ params: typeof ByNumber }>) {
    // @ts-expect-error -- an id is a number here, and text to Express
    any(req);
    // @ts-expect-error -- the same by its name
    ofID(req);
    return ofNumber(req);
  }

  @Get("/{id}/bare", WithBody(ByID))
  bare(req: Typed<{ body: typeof ByID }>) {
    // @ts-expect-error -- the body has no name
    return ofBody(req);
  }
}

// The same of a function's own request, and of a helper in the handler's place.
const app = new App();
app.Post("/{id}", (req) => any(req) + ofID(req) + ofBody(req), WithBody(Body), WithQuery(Texts));
app.Get("/{id}", (req) => ofNumber(req) + ofAddress(req) + ofNode(req), WithParams(ByNumber));
app.Get("/{id}", (req) => ofPage(req), WithQuery(Page));
app.Get("/{id}", any);
app.Get("/{id}", ofID, WithQuery(Texts));
app.Get("/{id}", ofNumber, WithParams(ByNumber));
app.Get("/{id}", ofPage, WithQuery(Page));
// @ts-expect-error -- an id is a number here, and text to Express
app.Get("/{id}", (req) => any(req), WithParams(ByNumber));
// @ts-expect-error -- a page is a number here, and text to Express
app.Get("/{id}", any, WithQuery(Page));
// @ts-expect-error -- a parameter is text
app.Get("/{id}", (req: Request<{ id: string } & { page?: number }>) => req.params.id);
