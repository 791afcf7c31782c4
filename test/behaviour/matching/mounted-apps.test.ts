import express, { type Request, type Response } from "express";
import {
  App,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionOf,
  WithVersion,
} from "versioned-controllers";
import { unmatched } from "../../support/expected";
import { serve } from "../../support/serve";

it("an App is mounted under a path, which is not a part of its routes", async () => {
  const app = new App({ Versioning: { Type: VersioningURI } })
    .Get("/", (req) => req.originalUrl, WithVersion("1"))
    .Get("/cats/{id}", (req) => [req.params.id, req.originalUrl, req.url, req.baseUrl], WithVersion("1"));
  const server = await serve(express().use("/api", app.Build()));
  expect((await server.ask("GET /api/v1/cats/7?a=1")).json).toEqual([
    "7",
    "/api/v1/cats/7?a=1",
    "/v1/cats/7?a=1",
    "/api",
  ]);
  expect((await server.ask("GET /api/v1")).text).toBe("/api/v1");
  expect((await server.ask("GET /v1/cats/7")).status).toBe(404);
});

it("an App is mounted under a path of its own for `/`", async () => {
  const server = await serve(express().use("/api", new App().Get("/", () => "root").Build()));
  for (const path of ["/api", "/api/", "/api?a=1"]) {
    expect((await server.ask(`GET ${path}`)).text).toBe("root");
  }
});

it("two Apps with different schemes on one server do not meet", async () => {
  const version = (req: Request) => VersionOf(req) ?? "none";
  const byHeader = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version" } });
  const byAccept = new App({ Versioning: { Type: VersioningMediaType, Key: "v" } });
  const byQuery = new App({
    Versioning: { Type: VersioningCustom, Extractor: (req) => req.query.v as string | undefined },
  });
  const byPath = new App({ Versioning: { Type: VersioningURI, Prefix: "" } });
  const plain = new App().Get("/cats", version);
  for (const app of [byHeader, byAccept, byQuery, byPath]) app.Get("/cats", version, WithVersion("1", "2"));
  const host = express()
    .use("/header", byHeader.Build())
    .use("/accept", byAccept.Build())
    .use("/query", byQuery.Build())
    .use("/path", byPath.Build())
    .use("/plain", plain.Build());
  const server = await serve(host);
  const all = { "X-Version": "1", Accept: "text/plain;v=2" };
  const asked = await Promise.all([
    server.ask("GET /header/cats?v=9", all),
    server.ask("GET /accept/cats?v=9", all),
    server.ask("GET /query/cats?v=1", { ...all, "X-Version": "9" }),
    server.ask("GET /path/2/cats", all),
    server.ask("GET /plain/cats", all),
  ]);
  expect(asked.map(({ text, headers }) => [text, headers.vary])).toEqual([
    ["1", "X-Version"],
    ["2", "Accept"],
    ["1", undefined],
    ["2", undefined],
    ["none", undefined],
  ]);
});

it("two Apps in a row on one server: the second gets what the first passes on, and both vary", async () => {
  const first = new App({ PassUnmatched: true, Versioning: { Type: VersioningHeader, Header: "X-Version" } });
  first.Get("/cats", () => "first", WithVersion("1"));
  const second = new App({ Versioning: { Type: VersioningMediaType, Key: "v" } });
  second.Get("/cats", (req) => `second ${String(VersionOf(req))}`, WithVersion("1"));
  const server = await serve(first, second);
  const both = { "X-Version": "2", Accept: "a/b;v=1" };
  expect(await server.ask("GET /cats", both)).toMatchObject({
    text: "second 1",
    headers: { vary: expect.stringMatching(/^(X-Version, Accept|Accept, X-Version)$/) as string },
  });
  expect((await server.ask("GET /cats", { "X-Version": "1" })).text).toBe("first");
  expect((await server.ask("GET /dogs")).json).toEqual(unmatched("GET /dogs"));
});

it("one App serves at two places", async () => {
  const handler = new App().Get("/cats", (req) => req.baseUrl).Build();
  const server = await serve(express().use("/a", handler).use("/b", handler));
  expect((await server.ask("GET /a/cats")).text).toBe("/a");
  expect((await server.ask("GET /b/cats")).text).toBe("/b");
});

it("what an App passes on finds the host's request as it was", async () => {
  const app = new App({ PassUnmatched: true }).Get("/cats/{id}", (_req, _res, next) => {
    next();
  });
  const host = express()
    .use("/api", app.Build())
    .get("/api/:kind/:name", (req: Request, res: Response) => res.json([req.params, req.url, req.baseUrl]));
  const answer = await (await serve(host)).ask("GET /api/cats/7");
  expect(answer.json).toEqual([{ kind: "cats", name: "7" }, "/api/cats/7", ""]);
});
