import type { Application, NextFunction, Request, RequestHandler, Response } from "express";
import { isCollector, isObject } from "./value";

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
  if (typeof value !== "function" || isCollector(value)) return false;
  const { handle, set, request, response } = value as unknown as Record<string, unknown>;
  return typeof handle === "function" && typeof set === "function" && isObject(request) && isObject(response);
}
