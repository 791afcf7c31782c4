import type { Request } from "express";
import type { IncomingHttpHeaders } from "node:http";
import type { AnyRequest } from "../core/model/handler";
import type { OutputOf, Part, Schema } from "../schema/interface/schema";

/**
 * The parameters of a literal path: `"/cats/{id}/{rest...}"` has `{ id: string; rest: string }`. A path that is not a
 * literal has the type `Record<string, string>`.
 */
export type PathParameters<Path extends string> = string extends Path
  ? Record<string, string>
  : Record<ParameterNames<Path>, string>;

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? (Name extends `${infer Bare}...` ? Bare : Name) | ParameterNames<Rest>
  : never;

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

type NeededOptions<Parts> = Parts extends { readonly body: unknown } ? { readonly WithBody: true } : object;

/** The compiler's message for a handler whose `req` has a `Typed` body, although the route has no `WithBody`. */
export type BodyMistake<Asked, Schemas> = "body" extends keyof Schemas
  ? unknown
  : Asked extends { readonly [partsKey]?: infer Needed }
    ? Needed extends { readonly WithBody: true }
      ? "Typed does not read the body: add the option WithBody(schema)"
      : unknown
    : unknown;

/**
 * Express's Request, whose parts (`params`, `body` ...) have the types in `Parts`. A handler must accept it as `req`.
 * `Declared` names the parts with a schema, such as `"body"`; it is `any` if these are unknown, as in a decorator.
 */
export type Offered<Parts, Declared = NoType> = Omit<AnyRequest, Part> &
  Parts & { readonly [partsKey]?: "body" extends Declared ? { readonly WithBody: true } : object };

/**
 * The type of `req` in a handler of a route with these schemas. Without a schema, `query`, `cookies` and `body` are
 * `any`, so that a handler may declare any type for them.
 */
export type RequestOf<Schemas, Params = NoType, Declared = NoType> =
  // This condition is always true. It makes editors show the resolved types instead of the alias.
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

/** The output of the `params` schema, with the path parameters that the schema does not name. */
type LaidOver<Output, Params> = unknown extends Params ? Output : Output & Omit<Params, keyof Output>;

/** The type of a part of the request. Headers also have Node's members, except those that the schema names. */
type PartOf<P extends Part, Output> = P extends "headers"
  ? Output & Omit<KnownHeaders, keyof Output>
  : Output;

/** Node's header types without the index signature: with it, no schema could convert a header to a number. */
type KnownHeaders = {
  [Name in keyof IncomingHttpHeaders as string extends Name ? never : Name]: IncomingHttpHeaders[Name];
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see Offered
type NoType = any;
