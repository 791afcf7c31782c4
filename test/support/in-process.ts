import type { NextFunction, Request, RequestHandler, Response } from "express";

/** A request, as far as matching is concerned. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  /** Header lines, as Node's rawHeaders has them. */
  readonly rawHeaders?: readonly string[];
}

/**
 * Calls a middleware without a server, for tests of many thousands of requests.
 *
 * Whatever answers has to do so at once, and without the response: there is none.
 */
export function call(middleware: RequestHandler, { method, url, rawHeaders = [] }: Asked): void {
  const req = { method, url, originalUrl: url, baseUrl: "", rawHeaders, headers: {} } as unknown as Request;
  const res = {
    headersSent: false,
    closed: false,
    statusCode: 200,
    getHeader: () => undefined,
    setHeader: () => res,
    writeHead: () => res,
  } as unknown as Response;
  const next: NextFunction = (error?: unknown) => {
    if (error) throw error as Error;
  };
  void middleware(req, res, next);
}
