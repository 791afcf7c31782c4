import type { Request } from "express";
import type { IncomingHttpHeaders } from "node:http";
import type { AnyRequest } from "./handler";
import type { OutputOf, Part, Schema } from "./schema";

/** The schemas of a request's parts: `{ body: typeof NewCat; query: typeof Page }`. */
export type PartSchemas = Readonly<Partial<Record<Part, Schema>>>;

/**
 * Express's Request with the parts that schemas are given for, as those put them out; the others are Express's own.
 *
 * ```
 * create(req: Typed<{ body: typeof NewCat }>) { return this.cats.add(req.body); }
 * ```
 */
export type Typed<Schemas extends PartSchemas> = Omit<Request, Part> & {
  [P in Part]: P extends keyof Schemas ? PartOf<P, OutputOf<Schemas[P]>> : Request[P];
};

/**
 * The request that a route with these schemas gives its handler, to hold a handler's own type against.
 *
 * A part without a schema is `any`: it fits whatever the handler asks for. With Express's own types in their
 * place, `any` among them would let a contradiction pass.
 */
export type Offered<Schemas, Params = NoType> = Omit<AnyRequest, Part> & {
  params: Schemas extends { readonly params: infer S } ? LaidOver<OutputOf<S>, Params> : Params;
  query: Schemas extends { readonly query: infer S } ? OutputOf<S> : NoType;
  headers: Schemas extends { readonly headers: infer S }
    ? PartOf<"headers", OutputOf<S>>
    : IncomingHttpHeaders;
  cookies: Schemas extends { readonly cookies: infer S } ? OutputOf<S> : NoType;
  body: Schemas extends { readonly body: infer S } ? OutputOf<S> : NoType;
};

/** A schema's output over the parameters of a literal path, of which it may leave some out. */
type LaidOver<Output, Params> = unknown extends Params ? Output : Output & Omit<Params, keyof Output>;

/** A schema's output is laid over the headers that Node knows by name. */
type PartOf<P extends Part, Output> = P extends "headers"
  ? Output & Omit<KnownHeaders, keyof Output>
  : Output;

/** Without the index signature, which would contradict every header that is not text. */
type KnownHeaders = {
  [Name in keyof IncomingHttpHeaders as string extends Name ? never : Name]: IncomingHttpHeaders[Name];
};

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see Offered
type NoType = any;
