import { Readable } from "node:stream";
import type { Response } from "express";
import {
  App,
  DefineVersions,
  HTTPError,
  Rename,
  Versioned,
  VersioningURI,
  WithResponse,
  type Handler,
  type RouteOption,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const V = DefineVersions("1", "2");
const Titled = V.Change("2", "`name` is `title`.");
const Cat = Versioned(z.object({ title: z.string() })).Before(
  Titled,
  z.object({ name: z.string() }),
  Rename("name", "title"),
);
const cat = { title: "Tom" };

/** An App whose route answers version 1 by a change, and what its Logger is told. */
async function serving(handler: Handler, ...options: RouteOption[]) {
  const Logger = recordingLogger();
  const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List }, Logger })
    .Get("/cats/{id}", handler, V.Since("1"), WithResponse(200, Cat), ...options)
    .Get("/dogs", handler, V.Since("1"));
  return { server: await serve(app), Logger };
}

const by = (send: (res: Response) => unknown): Handler => {
  return (_req, res) => {
    send(res);
    return undefined;
  };
};

describe("a status that no WithResponse describes, in a version that has something to turn down", () => {
  it.each<readonly [string, Handler]>([
    ["by res.json", by((res) => res.status(404).json(cat))],
    ["by res.jsonp", by((res) => res.status(404).jsonp(cat))],
    ["by res.send", by((res) => res.status(404).send(cat))],
    ["later", by((res) => setImmediate(() => res.status(404).json(cat)))],
    [
      "returned",
      (_req, res) => {
        res.status(404);
        return cat;
      },
    ],
  ])("is warned of once, %s", async (_how, handler) => {
    const { server, Logger } = await serving(handler);
    for (let i = 0; i < 3; i++) expect((await server.ask("GET /v1/cats/7")).json).toEqual(cat);
    expect(Logger.warn.mock.calls).toEqual([
      [
        { component: "Router", method: "GET", path: "/cats/{id}", status: 404, version: "1" },
        'GET /cats/{id}: clients of version "1" received an unconverted response of status 404, because no WithResponse describes this status: ' +
          "declare WithResponse(404, schema), or throw an HTTPError",
      ],
    ]);
    expect(Logger.error).not.toHaveBeenCalled();
  });

  it("is warned of once for each status", async () => {
    const statuses = [404, 409, 404, 300, 409];
    const { server, Logger } = await serving((_req, res) => res.status(statuses.shift() ?? 0).json(cat));
    for (let i = 0; i < 5; i++) await server.ask("GET /v1/cats/7");
    expect(Logger.warn.mock.calls.map(([fields]: unknown[]) => fields)).toMatchObject(
      [404, 409, 300].map((status) => ({ status })),
    );
  });

  const missing = by((res) => res.status(404).json(cat));
  it.each<readonly [string, string, Handler, readonly RouteOption[]]>([
    ["in the newest version", "/v2/cats/7", missing, []],
    ["of a route without changes", "/v1/dogs", missing, []],
    ["that a WithResponse describes", "/v1/cats/7", missing, [WithResponse(404, z.object({}))]],
    ["that a range describes", "/v1/cats/7", missing, [WithResponse("4XX", z.object({}))]],
    ["that the default describes", "/v1/cats/7", missing, [WithResponse("default", z.object({}))]],
    ["that is turned down", "/v1/cats/7", missing, [WithResponse(404, Cat)]],
    ["without a body", "/v1/cats/7", by((res) => res.status(304).json(cat)), []],
    ["of text", "/v1/cats/7", by((res) => res.status(404).send("no cat")), []],
    ["of bytes", "/v1/cats/7", by((res) => res.status(404).send(Buffer.from("no cat"))), []],
    ["of a stream", "/v1/cats/7", (_req, res) => (res.status(404), Readable.from(["no cat"])), []],
    ["of an error", "/v1/cats/7", () => Promise.reject(new HTTPError(404, "no cat")), []],
  ])("is not warned of %s", async (_what, path, handler, options) => {
    const { server, Logger } = await serving(handler, ...options);
    await server.ask(`GET ${path}`);
    expect(Logger.warn).not.toHaveBeenCalled();
    expect(Logger.error).not.toHaveBeenCalled();
  });
});

it("does not concern an App without changes, whatever its responses describe", async () => {
  const Logger = recordingLogger();
  const app = new App({ Logger, CheckResponses: true })
    .Get("/closed", () => cat, WithResponse(404, z.object({ title: z.string() })))
    .Get(
      "/typed",
      by((res) => res.status(404).json(cat)),
      WithResponse(200, z.object({ title: z.string() })),
    );
  const server = await serve(app);
  expect((await server.ask("GET /closed")).json).toEqual(cat);
  expect((await server.ask("GET /typed")).json).toEqual(cat);
  expect(Logger.warn).not.toHaveBeenCalled();
});
