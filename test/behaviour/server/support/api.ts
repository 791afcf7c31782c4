import type { Request, RequestHandler } from "express";
import {
  App,
  HTTPError,
  RequestID,
  Status,
  VersioningHeader,
  VersionNeutral,
  VersionOf,
  WithGuards,
  WithVersion,
} from "versioned-controllers";
import { recordingLogger } from "../../../support/logger";
import type { Exchange } from "./exchanges";
import { get, pipelined, request, type Headers } from "../../../support/wire";

/** An App under header versioning, with something of everything too. */
export function api(): App {
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-API-Version" },
    Logger: recordingLogger(),
    MapError: (error) => (error instanceof RangeError ? new HTTPError(422, "out of range") : undefined),
  });
  app
    .Use((_req, res, next) => {
      res.set("X-Used", "yes").vary("Origin");
      next();
    })
    .Get("/cats", () => ["Tom"], WithVersion("1"))
    .Get("/cats", (req) => ({ cats: ["Tom"], version: VersionOf(req) }), WithVersion("2", "3"))
    .Get("/cats", () => "neutral", WithVersion(VersionNeutral))
    .Get("/cats/{name}", (req: Request) => ({ ...req.params, query: req.query }), WithVersion("2"))
    .Post("/cats", () => ({ made: true }), WithVersion("1"), Status(201))
    .Delete("/cats", () => undefined, WithVersion("1"))
    .Get("/bytes", () => Buffer.from("bytes"), WithVersion("1"))
    .Get("/id", identified, WithVersion("1"))
    .Get("/forbidden", () => "never", WithVersion("1"), WithGuards(() => false))
    .Get("/throws", fail(new Error("secret")), WithVersion("1"))
    .Get("/mapped", fail(new RangeError("secret")), WithVersion("1"))
    .Get("/conflict", fail(conflict), WithVersion("1"))
    .Get("/bigint", () => 1n, WithVersion("1"))
    .Get("/passes", (_req, _res, next) => { next(); }, WithVersion("1")); // prettier-ignore
  return app;
}

const identified: RequestHandler = (req, res) => {
  // The one that it would get depends on the id.
  res.set("ETag", '"id"').json({ id: RequestID(req) });
};

const conflict = new HTTPError(409, "there is one", {
  code: "cat_exists",
  details: { name: "Tom" },
  headers: { "Retry-After": "5" },
});

function fail(error: Error): () => never {
  return () => {
    throw error;
  };
}

export function version(name: string): Headers {
  return { "X-API-Version": name };
}

/** Requests for that App, which is mounted there. */
export function apiExchanges(mount: string): readonly Exchange[] {
  return [
    ["an App", get(`${mount}/cats`, version("1")), '["Tom"]', "Vary: Origin, X-API-Version", "X-Used: yes"],
    ["HEAD of an App", request(`HEAD ${mount}/cats`, version("1")), "Content-Length: 7"],
    ["an App's second version", get(`${mount}/cats`, version("2")), '{"cats":["Tom"],"version":"2"}'],
    ["an App's neutral route", get(`${mount}/cats`, version("4")), "text/plain", "neutral"],
    [
      "an App's parameters",
      get(`${mount}/cats/Tom%20T?a[b]=1`, version("2")),
      '{"name":"Tom T","query":{"a[b]":"1"}}',
    ],
    ["an App's status", request(`POST ${mount}/cats`, version("1"), ""), "201 Created", '{"made":true}'],
    ["an App's 204", request(`DELETE ${mount}/cats`, version("1")), "204 No Content"],
    ["an App's bytes", get(`${mount}/bytes`, version("1")), "application/octet-stream", "\r\n\r\nbytes"],
    ["an App's request id", get(`${mount}/id`, version("1")), '{"id":"<id>"}'],
    [
      "an App's 304",
      get(`${mount}/cats`, { ...version("1"), "If-None-Match": "*" }),
      "304 Not Modified",
      "X-API-Version",
    ],
    ["an App's guard", get(`${mount}/forbidden`, version("1")), "403 Forbidden", '"code":"forbidden"'],
    [
      "an App's 404",
      get(`${mount}/nowhere`, version("1")),
      `no route matches GET ${mount}/nowhere`,
      '"request_id":"<id>"',
    ],
    [
      "an App's 500",
      get(`${mount}/throws`, version("1")),
      "Internal Server Error",
      '"code":"internal_error"',
    ],
    ["an App's mapped error", get(`${mount}/mapped`, version("1")), "422 Unprocessable", "out of range"],
    [
      "an App's HTTPError",
      get(`${mount}/conflict`, version("1")),
      "409 Conflict",
      "Retry-After: 5",
      '{"name":"Tom"}',
    ],
    [
      "an App's value that JSON cannot hold",
      get(`${mount}/bigint`, version("1")),
      "500 Internal",
      "internal_error",
    ],
    [
      "an App's requests in one write",
      pipelined(get(`${mount}/cats`, version("1")), get(`${mount}/cats`)),
      "neutral",
    ],
  ];
}
