import { subscribe, unsubscribe } from "node:diagnostics_channel";
import express from "express";
import {
  App,
  Before,
  DefineVersions,
  FromHeader,
  Get,
  Router,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithVersion,
  type AppOptions,
  type MatchMessage,
  type RefusedMessage,
  type VersioningOptions,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const V = DefineVersions("1", "2", "3");
const Moved = V.Change("2", "Kittens are cats.");
const uri: VersioningOptions = { Type: VersioningURI, Versions: V.List };

function appOf(
  Versioning: VersioningOptions,
  told: (readonly [string, unknown])[],
  options: AppOptions = {},
): App {
  return new App({
    Logger: recordingLogger(),
    Versioning,
    OnMatch: (_req, { Address }) => told.push(["match", Address]),
    OnAnswered: (_req, { Address }) => told.push(["answered", Address]),
    OnRefused: (_req, refusal) => told.push(["refused", refusal.Address]),
    ...options,
  })
    .Include(
      new Router("/shop").Get("/cats/{id}", () => "Tom", V.Since("1"), Before(Moved, Get("/kittens/{id}"))),
    )
    .Get("/", () => "root", V.Since("1"))
    .Get("/files/{path...}", () => "file", V.Since("1"))
    .Get("/health", () => "well", WithVersion(VersionNeutral));
}

const none = { Type: VersioningHeader, Header: "V", Versions: V.List } as const;

it.each<
  [
    what: string,
    Versioning: VersioningOptions,
    line: string,
    headers: Record<string, string>,
    address: string,
  ]
>([
  ["a header's version", none, "GET /api/shop/cats/7", { V: "2" }, "/api/shop/cats/{id}"],
  ["an earlier form", none, "GET /api/shop/kittens/7", { V: "1" }, "/api/shop/kittens/{id}"],
  ["the version in the path", uri, "GET /api/v2/shop/cats/7", {}, "/api/v2/shop/cats/{id}"],
  ["the earlier form's path", uri, "GET /api/v1/shop/kittens/7", {}, "/api/v1/shop/kittens/{id}"],
  ["the root of a version", uri, "GET /api/v3", {}, "/api/v3"],
  ["the root", none, "GET /api", { V: "3" }, "/api"],
  ["a rest parameter", uri, "GET /api/v3/files/a/b", {}, "/api/v3/files/{path...}"],
  ["a neutral route", uri, "GET /api/health", {}, "/api/health"],
  ["an assumed version", { ...uri, AssumeVersion: "2" }, "GET /api/shop/cats/7", {}, "/api/shop/cats/{id}"],
  [
    "a version of the header at the plain path",
    { ...uri, AssumeVersion: FromHeader("V") },
    "GET /api/shop/cats/7",
    { V: "3" },
    "/api/shop/cats/{id}",
  ],
  [
    "a version whose successor answers",
    {
      ...uri,
      Lifecycle: { "2": { Sunset: "2020-01-01", AfterSunset: "successor", Successor: "3" } },
    },
    "GET /api/v2/shop/cats/7",
    {},
    "/api/v2/shop/cats/{id}",
  ],
])("%s", async (_what, Versioning, line, headers, address) => {
  const told: (readonly [string, unknown])[] = [];
  const { ask } = await serve(express().use("/api", appOf(Versioning, told).Build()));
  expect(await ask(line, headers)).toMatchObject({ status: 200 });
  expect(told).toEqual([
    ["match", address],
    ["answered", address],
  ]);
});

it("of a version that has ended, the refusal has it; of an unknown path, it has none", async () => {
  const told: (readonly [string, unknown])[] = [];
  const Lifecycle = { "1": { Sunset: "2020-01-01", AfterSunset: "gone" } } as const;
  const { ask } = await serve(express().use("/api", appOf({ ...uri, Lifecycle }, told).Build()));
  expect(await ask("GET /api/v1/shop/kittens/7")).toMatchObject({ status: 410 });
  expect(await ask("GET /api/nowhere")).toMatchObject({ status: 404 });
  expect(told.filter(([kind]) => kind === "refused")).toEqual([
    ["refused", "/api/v1/shop/kittens/{id}"],
    ["refused", undefined],
  ]);
});

it("is in the messages of the channels", async () => {
  const told: unknown[] = [];
  const listen = (message: unknown): void => {
    told.push((message as MatchMessage | RefusedMessage).Address);
  };
  const names = ["match", "answered"].map((name) => `versioned-controllers:${name}`);
  for (const name of names) subscribe(name, listen);
  try {
    await (await serve(appOf(uri, []))).ask("GET /v2/shop/cats/7");
  } finally {
    for (const name of names) unsubscribe(name, listen);
  }
  expect(told).toEqual(["/v2/shop/cats/{id}", "/v2/shop/cats/{id}"]);
});

it("without an Express application around the App, there is no mount", async () => {
  const told: (readonly [string, unknown])[] = [];
  const server = CreateServer(appOf(uri, told)).listen(0);
  const { port } = server.address() as { readonly port: number };
  expect((await fetch(`http://localhost:${port}/v2/shop/cats/7`)).status).toBe(200);
  server.closeAllConnections();
  server.close();
  expect(told[0]).toEqual(["match", "/v2/shop/cats/{id}"]);
});
