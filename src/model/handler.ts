import type { Application, NextFunction, Request, RequestHandler, Response } from "express";
import { collects, isObject } from "./value";
import type { IncomingHttpHeaders } from "node:http";
import type { OutputOf, Part, Schema } from "./schema";

/* eslint-disable @typescript-eslint/no-explicit-any --
   Express's Request must accept a request of any shape: with `unknown`, or with Express's own defaults, a handler with
   Request<{ id: string }> would not match. */

/** Express's Request, whatever its parameters, body and query. */
export type AnyRequest = Request<any, any, any, any>;

/**
 * Answers a matched request, by what it returns or through `res`: `(req, res, next) => unknown`.
 *
 * The value becomes the response: docs/reference/serving.md, "Values".
 */
export type Handler<Params = any> = (
  req: Request<Params, any, any, any>,
  res: Response,
  next: NextFunction,
) => unknown;

/** Express's middleware, whatever the request's parameters, body and query. */
export type Middleware = RequestHandler<any, any, any, any>;

/* eslint-enable @typescript-eslint/no-explicit-any */

/** Admits a request by `true`; any other value, or a promise of one, denies it: 403. */
export type Guard = (req: AnyRequest, res: Response) => boolean | Promise<boolean>;

/**
 * The parameters of a literal path: `"/cats/{id}/{rest...}"` gives `{ id: string; rest: string }`.
 *
 * A path that is not a literal has the type `Record<string, string>`.
 */
export type PathParameters<Path extends string> = string extends Path
  ? Record<string, string>
  : Record<ParameterNames<Path>, string>;

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}...` ? Bare : Name) | ParameterNames<Rest>
  : never;

/** True if a value is an Express application, of any copy of Express; its Router does not count. */
export function isApplication(value: unknown): value is Application {
  if (typeof value !== "function" || collects in value) return false;
  const { handle, set, request, response } = value as unknown as Record<string, unknown>;
  return typeof handle === "function" && typeof set === "function" && isObject(request) && isObject(response);
}

/** The schemas of a request's parts: `{ body: typeof NewCat; query: typeof Page }`. */
export type PartSchemas = Readonly<Partial<Record<Part, Schema>>>;

/**
 * Express's Request with the outputs of the given schemas as its parts; the others are Express's own.
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
 * The options that a `Typed` needs next to its handler: that of its body, because nothing else reads one. A compiler's
 * message shows their names. Middleware may have parsed the cookies.
 */
type NeededOptions<Parts> = Parts extends { readonly body: unknown } ? { readonly WithBody: true } : object;

/** The words of why a `Typed` with a body does not fit beside options with these schemas; `unknown` where it does. */
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
 * `Declared` are the parts with schemas in the options next to it, which a `Typed` may need; `any` if not all options
 * of a route are known: a decorator does not know the others on its method.
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

/** A schema's output combined with the parameters of a literal path, some of which it may leave out. */
type LaidOver<Output, Params> = unknown extends Params ? Output : Output & Omit<Params, keyof Output>;

/** A schema's output is combined with the headers that Node knows by name. */
type PartOf<P extends Part, Output> = P extends "headers"
  ? Output & Omit<KnownHeaders, keyof Output>
  : Output;

/** Without the index signature, which would contradict every header that is not text. */
type KnownHeaders = {
  [Name in keyof IncomingHttpHeaders as string extends Name ? never : Name]: IncomingHttpHeaders[Name];
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see Offered
type NoType = any;
