import { createServer, type Server } from "node:http";
import express, { type Request, type Response } from "express";
import { App, VersioningHeader, WithVersion } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { listen } from "../../support/serve";
import { until } from "../../support/wait";

/** What a listener of `finish` reads from the response of a handler that has returned a value. */
interface ReadHeaders {
  readonly names: readonly string[];
  readonly all: object;
  readonly etag: unknown;
  readonly type: unknown;
  readonly hasVary: boolean;
  readonly hasCookie: boolean;
  readonly cookie: unknown;
  readonly isSent: boolean;
}

const servers: Readonly<Record<string, (app: App) => Server>> = {
  "CreateServer(App)": (app) => CreateServer(app),
  "CreateServer(App) with a Host": (app) => CreateServer(app, { Host: express().disable("x-powered-by") }),
  "CreateServer(Express)": (app) => CreateServer(express().disable("x-powered-by").use(app.Build())),
};

describe("a listener of finish reads the headers that were sent, as from an Express application", () => {
  it.each(Object.entries(servers))("%s", async (_name, serverOf) => {
    const expected = await readBy((app) => createServer(express().disable("x-powered-by").use(app.Build())));
    expect(expected).toMatchObject({ etag: expect.any(String) as unknown, hasVary: true, isSent: true });
    expect(await readBy(serverOf)).toEqual(expected);
  });
});

async function readBy(serverOf: (app: App) => Server): Promise<ReadHeaders | undefined> {
  const read: ReadHeaders[] = [];
  const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-API-Version" } }).Get(
    "/cats",
    (req: Request) => {
      const res = req.res as Response;
      res.on("finish", () => {
        read.push(headersOf(res));
      });
      return ["Tom"];
    },
    WithVersion("1"),
  );
  const { ask } = await listen(serverOf(app));
  await ask("GET /cats", { "X-API-Version": "1" });
  await until(() => read.length > 0);
  return read[0];
}

function headersOf(res: Response): ReadHeaders {
  return {
    names: res.getHeaderNames(),
    all: { ...res.getHeaders() },
    etag: res.getHeader("ETag"),
    type: res.get("Content-Type"),
    hasVary: res.hasHeader("vary"),
    hasCookie: res.hasHeader("Set-Cookie"),
    cookie: res.getHeader("Set-Cookie"),
    isSent: res.headersSent,
  };
}
