import { createServer } from "node:http";
import { createRequire } from "node:module";
import { Readable } from "node:stream";
import express, { type NextFunction, type Request, type Response } from "express";
import {
  App,
  HTTPError,
  VersioningHeader,
  VersionNeutral,
  WithBody,
  WithCookies,
  WithQuery,
  WithVersion,
} from "versioned-controllers";
import type * as Package from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import type * as ServerEntry from "versioned-controllers/server";
import { CreateServer } from "versioned-controllers/server";
import type * as ToolsEntry from "versioned-controllers/tools";
import { z } from "zod";
import { listen, type Answer, type Served } from "../../support/serve";

/** Express 4.21 has types of its own, which do not stand beside those of Express 5. */
const express4 = createRequire(__filename)("express4") as typeof express;

interface Entries {
  readonly server: typeof ServerEntry;
  readonly tools: typeof ToolsEntry;
  readonly app: Package.App;
}

const Cat = z.object({ name: z.string() });
const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const multipart = { "Content-Type": "multipart/form-data; boundary=cats-and-dogs-and-mice-and-birds" };

function appOf(): App {
  const Versioning = { Type: VersioningHeader, Header: "X-Version" } as const;
  return new App({ PassUnmatched: true, PassErrors: true, Versioning }, WithVersion(VersionNeutral))
    .Get("/cats/{id}", (req) => ({ id: req.params.id, ...(req.query as object) }))
    .Get("/page", (req) => req.query, WithQuery(z.object({ page: z.coerce.number().default(1) })))
    .Get("/cookie", (req) => req.cookies, WithCookies(z.object({ tom: z.string() })))
    .Post("/cats", (req) => req.body, WithBody(Cat))
    .Post("/forms", (req) => req.body, WithBody(Cat, { Type: ["form", "multipart"] }))
    .Get("/taken", () => {
      throw new HTTPError(409, "taken");
    })
    .Get("/broken", async () => Promise.reject(new Error("out of order")))
    .Get("/stream", () => Readable.from(["a", "b"]))
    .Get(
      "/items",
      async function* items() {
        yield* await Promise.resolve([1, 2]);
      },
      WithVersion("1", "2"),
    )
    .Get("/json", (_req, res) => res.status(201).json(["Tom"]));
}

const hosts = { "Express 4": express4, "Express 5": express };

function hostOf(make: typeof express): express.Application {
  const app = appOf();
  const host = make();
  host.use("/docs", Docs(app)).use("/api", app.Build());
  host.get("/old/:id", (req, res) => res.json({ id: req.params.id, page: req.query.page }));
  host.use((_req, res) => res.status(404).send("not here"));
  host.use((error: Error, _req: Request, res: Response, next: NextFunction) => {
    if (res.headersSent) next(error);
    else res.status(500).send(`sorry: ${error.message}`);
  });
  return host;
}

/** Each line, and what both answer: the status, the text, and Vary. */
const table: readonly [
  line: string,
  headers: Record<string, string>,
  body: string,
  expected: [number, string],
][] = [
  ["GET /api/cats/a%20b?page=2", {}, "", [200, '{"id":"a b","page":"2"}']],
  ["HEAD /api/cats/7", {}, "", [200, ""]],
  ["GET /api/page", {}, "", [200, '{"page":1}']],
  ["GET /api/cookie", { Cookie: "tom=cat" }, "", [200, '{"tom":"cat"}']],
  ["POST /api/cats", json, '{"name":"Tom"}', [200, '{"name":"Tom"}']],
  ["POST /api/forms", form, "name=Tom", [200, '{"name":"Tom"}']],
  [
    "POST /api/forms",
    multipart,
    '--cats-and-dogs-and-mice-and-birds\r\nContent-Disposition: form-data; name="name"\r\n\r\nTom\r\n--cats-and-dogs-and-mice-and-birds--\r\n',
    [200, '{"name":"Tom"}'],
  ],
  ["GET /api/broken", {}, "", [500, "sorry: out of order"]],
  ["GET /api/stream", {}, "", [200, "ab"]],
  ["GET /api/items", { "X-Version": "2" }, "", [200, "1\n2\n"]],
  ["GET /api/json", {}, "", [201, '["Tom"]']],
  ["GET /api/%E0", {}, "", [404, "not here"]],
  ["GET /old/7?page=2", {}, "", [200, '{"id":"7","page":"2"}']],
];

describe.each(Object.entries(hosts))("on a host of %s", (_name, make) => {
  describe.each([
    ["listening by itself", (host: express.Application): Promise<Served> => listen(createServer(host))],
    ["under CreateServer", (host: express.Application): Promise<Served> => listen(CreateServer(host))],
  ])("%s", (_how, serveHost) => {
    it.each(table)("%s with %j and %j", async (line, headers, body, expected) => {
      const { ask } = await serveHost(hostOf(make));
      const { status, text, headers: sent } = await ask(line, headers, body === "" ? undefined : body);
      expect([status, text]).toEqual(expected);
      expect(sent.vary).toBe(line.includes("/api/") ? "X-Version" : undefined);
    });

    it.each([
      ["GET /api/taken", {}, undefined, "conflict"],
      ["POST /api/cats", json, "{", "malformed_body"],
      ["GET /api/page?page=x", {}, undefined, "invalid_request"],
    ] as const)("%s is answered by the App: %j %j %s", async (line, headers, body, code) => {
      const { ask } = await serveHost(hostOf(make));
      expect((await ask(line, headers, body)).json).toMatchObject({ error: { code } });
    });

    it("has the document and its page", async () => {
      const { ask } = await serveHost(hostOf(make));
      const answers: Answer[] = [await ask("GET /docs/openapi.json"), await ask("GET /docs/")];
      expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    });
  });
});

it.each<[name: string, call: string, make: (entries: Entries) => unknown]>([
  ["CreateServer", "CreateServer(express().use(app.Build()))", ({ server, app }) => server.CreateServer(app)],
  ["CreateFetch", "CreateFetch(express().use(app.Build()))", ({ server, app }) => server.CreateFetch(app)],
  [
    "ToolsOf",
    "Fetch: CreateFetch(host), where host is an Express application with app.Build()",
    ({ tools, app }) => tools.ToolsOf(app, { Version: "1" }),
  ],
])("where Express 4 is installed, %s names itself, and what to write instead", (name, call, make) => {
  jest.isolateModules(() => {
    jest.doMock("express", () => express4);
    const { App: Own } = jest.requireActual<typeof Package>("versioned-controllers");
    const entries: Entries = {
      server: jest.requireActual("versioned-controllers/server"),
      tools: jest.requireActual("versioned-controllers/tools"),
      app: new Own({ Versioning: { Type: VersioningHeader, Header: "V" } }).Get(
        "/",
        () => 1,
        WithVersion("1"),
      ),
    };
    expect(() => make(entries)).toThrow(
      `${name}: an App without an Express application needs Express 5; on Express 4 write ${call}`,
    );
  });
  jest.dontMock("express");
});

it("an App without a host needs Express 5", () => {
  expect(() => CreateServer(appOf(), { Host: express4() })).toThrow(
    new TypeError(
      "CreateServer: an App without an Express application needs Express 5; on Express 4 write CreateServer(express().use(app.Build()))",
    ),
  );
});
