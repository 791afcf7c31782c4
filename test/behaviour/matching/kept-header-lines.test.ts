import { createServer, IncomingMessage, ServerResponse, type Server } from "node:http";
import { Socket } from "node:net";
import express, { type RequestHandler } from "express";
import {
  App,
  DefineVersions,
  FromCookie,
  FromHeader,
  FromMediaType,
  Rename,
  RequestID,
  Versioned,
  VersioningCustom,
  VersioningURI,
  VersionOf,
  WithCookies,
  WithHeaders,
  WithVersion,
  type VersionExtractor,
} from "versioned-controllers";
import { z } from "zod";
import { kinds } from "../../support/server-kinds";
import { listen, serve } from "../../support/serve";

/*
 * Node 20 leaves out the lines after the 1,000th of `req.headers`, and has some more of them in `req.rawHeaders`. A middleware of the
 * host that looks at the headers must not be passed by them. Newer Nodes answer 431.
 */

const id = "01234567-89ab-4cde-8f01-23456789abcd";

function versions(Extractor: VersionExtractor): App {
  return new App({
    TrustRequestID: true,
    Versioning: { Type: VersioningCustom, Extractor, AssumeVersion: "1" },
  }).Get("/x", (req) => VersionOf(req), WithVersion("1", "2"));
}

const withCookies = (): App =>
  new App().Get("/x", (req) => JSON.stringify(req.cookies), WithCookies(z.looseObject({})));

const createServerOf = (app: App): Server => createServer(express().use(app.Build()));

type Row = readonly [what: string, make: () => App, line: string, without: string, withLine: string];

const rows: readonly Row[] = [
  ["a version in a header", () => versions(FromHeader("X-V")), "X-V: 2", "1", "2"],
  ["a version in Accept", () => versions(FromMediaType("v")), "Accept: text/html;v=2", "1", "2"],
  ["a version in a cookie", () => versions(FromCookie("v")), "Cookie: v=2", "1", "2"],
  ["cookies", withCookies, "Cookie: role=admin", "{}", '{"role":"admin"}'],
];

/** What the App answers to a line behind others, and whether Node kept the line in `req.headers`. */
async function answered(
  make: (app: App) => Server,
  app: App,
  { line, before, most }: { readonly line: string; readonly before: number; readonly most: number | null },
): Promise<{ readonly status: number; readonly text: string; readonly isKept: boolean }> {
  const name = line.split(":")[0]?.toLowerCase() ?? "";
  let isKept = false;
  const look: RequestHandler = (req, _res, next) => {
    isKept = name in req.headers;
    next();
  };
  const server = make(app.Use(look));
  server.maxHeadersCount = most;
  const { send } = await listen(server);
  const head = `GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${"a:\r\n".repeat(before)}${line}\r\n\r\n`;
  const [answer] = await send(head);
  return { status: answer?.status ?? 0, text: answer?.text ?? "", isKept };
}

describe.each(Object.entries(kinds))(
  "%s: a line that Node keeps out of req.headers is not read",
  (_kind, make) => {
    describe.each(rows)("%s", (_what, app, line, without, withLine) => {
      it.each<[before: number, most: number | null]>([
        [0, null],
        [990, null],
        [1_000, null],
        [1_010, null],
        [1_100, null],
        [5, 10],
        [20, 10],
        [1_010, 0],
      ])("%d lines before, limit %s", async (before, most) => {
        const { status, text, isKept } = await answered(make, app(), { line, before, most });
        if (status === 431) return;
        expect({ status, text }).toEqual({ status: 200, text: isKept ? withLine : without });
        // The line is the fourth at least.
        expect(isKept).toBe(most === 0 || before + 3 <= (most ?? 1_000));
      });
    });
  },
);

it.each([
  [5, true],
  [1_010, false],
])("behind %d lines, an id is trusted: %s", async (before, isTrusted) => {
  const app = new App({ TrustRequestID: true }).Get("/x", (req) => RequestID(req));
  const { text } = await answered(createServerOf, app, { line: `X-Request-Id: ${id}`, before, most: null });
  expect(text === id).toBe(isTrusted);
});

it("such a line does not come back where the App removes a header before it", async () => {
  const V = DefineVersions("1", "2");
  const Client = Versioned(z.object({ "x-tenant": z.string() })).Before(
    V.Change("2", "The header `X-Client` is `X-Tenant`."),
    z.object({ "x-client": z.string() }),
    Rename("x-client", "x-tenant"),
  );
  const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } }).Get(
    "/x",
    (req) => req.rawHeaders.includes("Cookie"),
    V.Since("1"),
    WithHeaders(Client),
  );
  const fillers = "a:\r\n".repeat(997);
  const head = `GET /v1/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\nX-Client: t\r\n${fillers}Cookie: role=admin\r\n\r\n`;
  const [answer] = await (await serve(app)).send(head);
  expect([
    [200, "false"],
    [431, ""],
  ]).toContainEqual([answer?.status, answer?.text]);
});

it("a request that a tool made without rawHeaders has the headers that it has", async () => {
  const app = versions(FromHeader("X-V"));
  const request = Object.assign(new IncomingMessage(new Socket()), {
    ...{ method: "GET", url: "/x", headers: { "x-v": "2" }, rawHeaders: undefined },
  });
  const response = new ServerResponse(request);
  const text = new Promise((resolve) => {
    response.end = (chunk?: unknown) => {
      resolve(String(chunk));
      return response;
    };
  });
  createServerOf(app).emit("request", request, response);
  expect(await text).toBe("2");
});
