import express, { type RequestHandler } from "express";
import {
  App,
  HTTPError,
  VersioningCustom,
  VersionNeutral,
  WithVersion,
  type VersioningOptions,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { listen, serve, type Served } from "../../support/serve";

const Extractor = jest.fn(() => {
  throw new HTTPError(400, "no version");
});
const OnRefused = jest.fn();
const Versioning: VersioningOptions = { Type: VersioningCustom, Extractor };

const app = (PassUnmatched: boolean): App =>
  new App({ PassUnmatched, Versioning, OnRefused })
    .Get("/cats", () => 1, WithVersion("1"))
    .Get("/cats/{id}", () => 1, WithVersion("2"))
    .Get("/neutral", () => 1, WithVersion(VersionNeutral));

it.each<[line: string, status: number]>([
  ["GET /dogs", 200],
  ["POST /cats", 200],
  ["GET /cats/7/kittens", 200],
  ["GET /%zz", 200],
  ["GET /cats", 400],
  ["HEAD /cats", 400],
  ["GET /cats/7?a=1", 400],
  ["GET /neutral", 400],
])(
  "with PassUnmatched, or before a Host, an extractor is asked only where some version has a route: %s",
  async (line, status) => {
    const host: RequestHandler = (_req, res) => {
      res.send("host");
    };
    await expectAsked(await serve(app(true), host), line, status);
    await expectAsked(await listen(CreateServer(app(false), { Host: express().use(host) })), line, status);
  },
);

async function expectAsked(server: Served, line: string, status: number): Promise<void> {
  jest.clearAllMocks();
  expect((await server.ask(line)).status).toBe(status);
  expect(Extractor).toHaveBeenCalledTimes(status === 200 ? 0 : 1);
  const told = [[expect.anything(), { Requested: [], Reason: "unmatched" }]];
  expect(OnRefused.mock.calls).toEqual(status === 200 ? told : []);
}

it("without it, every request is asked for its version", async () => {
  const server = await serve(new App({ Versioning }).Get("/cats", () => 1, WithVersion("1")));
  expect((await server.ask("GET /dogs")).status).toBe(400);
});
