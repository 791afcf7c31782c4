import type { Application, NextFunction, Request, RequestHandler, Response } from "express";
import { collects, isObject } from "./value";
import type { IncomingHttpHeaders } from "node:http";
import type { OutputOf, Part, Schema } from "./schema";

/* eslint-disable @typescript-eslint/no-explicit-any --
   Express's Request must accept a request of any shape: with `unknown`, or with Express's own defaults, a handler with
   Request<{ id: string }> would not match. */

/** Express's Request with parameters, body and query of any type. */
export type AnyRequest = Request<any, any, any, any>;

/**
 * Answers a matched request, by its returned value or through `res`: `(req, res, next) => unknown`.
 *
 * The returned value becomes the response: docs/reference/serving.md, "Values".
 */
export type Handler<Params = any> = (
  req: Request<Params, any, any, any>,
  res: Response,
  next: NextFunction,
) => unknown;

/** Express's middleware, for requests with parameters, body and query of any type. */
export type Middleware = RequestHandler<any, any, any, any>;

/* eslint-enable @typescript-eslint/no-explicit-any */

/** Admits a request if it returns true, or a promise of true; any other result denies the request with 403. */
export type Guard = (req: AnyRequest, res: Response) => boolean | Promise<boolean>;

/**
 * The parameters of a literal path: `"/cats/{id}/{rest...}"` has `{ id: string; rest: string }`.
 *
 * A path that is not a literal has the type `Record<string, string>`.
 */
export type PathParameters<Path extends string> = string extends Path
  ? Record<string, string>
  : Record<ParameterNames<Path>, string>;

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}...` ? Bare : Name) | ParameterNames<Rest>
  : never;

/** True if a value is an Express application, of any copy of Express; an Express Router does not count. */
export function isApplication(value: unknown): value is Application {
  if (typeof value !== "function" || collects in value) return false;
  const { handle, set, request, response } = value as unknown as Record<string, unknown>;
  return typeof handle === "function" && typeof set === "function" && isObject(request) && isObject(response);
}

/** The schemas of a request's parts: `{ body: typeof NewCat; query: typeof Page }`. */
export type PartSchemas = Readonly<Partial<Record<Part, Schema>>>;

/**
 * Express's Request, whose parts have the output types of the given schemas; the other parts keep Express's types.
 *
 * ```
 * create(req: Typed<{ body: typeof NewCat }>) { return this.cats.add(req.body); }
 * ```
 */
export type Typed<Schemas extends PartSchemas> = Omit<AnyRequest, Part> & {
  [P in Part]: P extends keyof Schemas ? PartOf<P, OutputOf<Schemas[P]>> : Request[P];
} & { readonly [partsKey]?: NeededOptions<Schemas> };

declare const partsKey: unique symbol;

/**
 * The options that a handler of a `Typed` request needs: `WithBody` for a typed body, because only this option reads a
 * body. Compiler messages show the name. `WithCookies` is not needed, because middleware may have parsed the cookies.
 */
type NeededOptions<Parts> = Parts extends { readonly body: unknown } ? { readonly WithBody: true } : object;

/** The compiler message for a `Typed` body whose handler has no `WithBody`; `unknown` if the options fit. */
export type BodyMistake<Asked, Schemas> = "body" extends keyof Schemas
  ? unknown
  : Asked extends { readonly [partsKey]?: infer Needed }
    ? Needed extends { readonly WithBody: true }
      ? "only an option reads a body: add WithBody(schema)"
      : unknown
    : unknown;

/**
 * Express's Request with these parts, for comparison with a handler's own type.
 *
 * `Declared` has the parts with a schema in the handler's options, which a `Typed` may need. It is `any` if some
 * options are unknown: a decorator does not know the other decorators of its method.
 */
export type Offered<Parts, Declared = NoType> = Omit<AnyRequest, Part> &
  Parts & { readonly [partsKey]?: "body" extends Declared ? { readonly WithBody: true } : object };

/**
 * The request of a route with these schemas, for its handler.
 *
 * A part without a schema is `any`, which matches every handler's type. The `any` in Express's own types would hide a
 * contradiction.
 */
export type RequestOf<Schemas, Params = NoType, Declared = NoType> =
  // A conditional type drops the alias's name: editors show `Offered` with the values instead of the schemas.
  keyof Schemas extends unknown
    ? Offered<
        {
          params: "params" extends keyof Schemas ? LaidOver<OutputOf<Schemas["params"]>, Params> : Params;
          query: "query" extends keyof Schemas ? OutputOf<Schemas["query"]> : NoType;
          headers: "headers" extends keyof Schemas
            ? PartOf<"headers", OutputOf<Schemas["headers"]>>
            : IncomingHttpHeaders;
          cookies: "cookies" extends keyof Schemas ? OutputOf<Schemas["cookies"]> : NoType;
          body: "body" extends keyof Schemas ? OutputOf<Schemas["body"]> : NoType;
        },
        Declared
      >
    : never;

/** A schema's output, with the parameters of a literal path that the schema leaves out. */
type LaidOver<Output, Params> = unknown extends Params ? Output : Output & Omit<Params, keyof Output>;

/** The output of a part's schema; for headers, with the other headers that Node knows by name. */
type PartOf<P extends Part, Output> = P extends "headers"
  ? Output & Omit<KnownHeaders, keyof Output>
  : Output;

/** Node's headers without the index signature, which would contradict every header whose schema output is not text. */
type KnownHeaders = {
  [Name in keyof IncomingHttpHeaders as string extends Name ? never : Name]: IncomingHttpHeaders[Name];
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see Offered
type NoType = any;
