import type { IncomingMessage } from "node:http";
import type { Application, Request } from "express";
import { shareState } from "../core/request/request-state";
import type { Prototypes } from "./messages";

/**
 * Creates a request of Express that inherits from Node's request, so that functions of the application can call
 * `req.get`. The original remains unchanged: its listener may set `req.query`, which Express's prototype forbids.
 */
export function upgradeRequest(req: IncomingMessage, app: Application): Request {
  const { url = "/", baseUrl = "" }: IncomingMessage & { readonly baseUrl?: string } = req;
  const search = url.replace(/^[^?]*\??/, "");
  // The cast is safe: Express sets this function for each value of its setting `query parser`.
  const parse = app.get("query parser fn") as (query: string) => unknown;
  // The cast is safe: every application has the prototypes of its messages, which its type lacks.
  const { request: ofApplication } = app as unknown as Prototypes;
  const request = Object.create(req, {
    // The prototype of an application has only the member `app`, and inherits the methods.
    ...Object.getOwnPropertyDescriptors(Object.getPrototypeOf(ofApplication) as object),
    ...own({
      app,
      baseUrl,
      originalUrl: baseUrl + url,
      params: {},
      query: parse(search),
      headers: req.headers,
    }),
  }) as Request;
  shareState(req, request);
  return request;
}

function own(members: Readonly<Record<string, unknown>>): PropertyDescriptorMap {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [
      name,
      { value, configurable: true, enumerable: true, writable: true },
    ]),
  );
}
