import type { Application, NextFunction, Request, RequestHandler, Response } from "express";
import { collects, isObject } from "./value";

/* eslint-disable @typescript-eslint/no-explicit-any --
   Express's Request must accept a request of any shape: with `unknown`, or with Express's own defaults, a handler with
   Request<{ id: string }> would not match. */

/** Express's Request with parameters, body and query of any type. */
export type AnyRequest = Request<any, any, any, any>;

/** A function that answers a matched request, with its result or through `res`: docs/reference/serving.md, "Values". */
export type Handler<Params = any> = (
  req: Request<Params, any, any, any>,
  res: Response,
  next: NextFunction,
) => unknown;

/** Express's middleware, for requests of any type. */
export type Middleware = RequestHandler<any, any, any, any>;

/* eslint-enable @typescript-eslint/no-explicit-any */

/** A function that admits a request by returning true, or a promise of true. For any other result the answer is 403. */
export type Guard = (req: AnyRequest, res: Response) => boolean | Promise<boolean>;

/** True for an Express application, of any copy of Express; false for an Express Router. */
export function isApplication(value: unknown): value is Application {
  if (typeof value !== "function" || collects in value) return false;
  const { handle, set, request, response } = value as unknown as Record<string, unknown>;
  return typeof handle === "function" && typeof set === "function" && isObject(request) && isObject(response);
}
