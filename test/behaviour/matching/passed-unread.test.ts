import express, { type RequestHandler } from "express";
import {
  App,
  HTTPError,
  FromHeader,
  VersioningCustom,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithVersion,
  type VersioningOptions,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
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

describe.each<[string, VersioningOptions["AssumeVersion"]]>([
  ["none", undefined],
  ["a fixed version", "2"],
  ["an extractor", FromHeader("X-Assumed")],
])("the version in a path counts, with %s as AssumeVersion", (_what, AssumeVersion) => {
  const ended = { Sunset: "2020-01-01", AfterSunset: "successor", Successor: "2" } as const;
  const moving = (PassUnmatched: boolean): App =>
    new App({
      Logger: recordingLogger(),
      OnRefused,
      PassUnmatched,
      Versioning: {
        Type: VersioningURI,
        Versions: ["1", "2"],
        Lifecycle: { "1": ended },
        UnknownVersion: "unavailable",
        ...(AssumeVersion === undefined ? {} : { AssumeVersion }),
      },
    })
      .Get("/cats", VersionOf, WithVersion("1", "2"))
      .Get("/dogs", VersionOf, WithVersion("2"));

  it.each<[path: string, status: number, refused: readonly unknown[]]>([
    ["/v1/dogs", 200, []],
    ["/v3/dogs", 503, [{ Requested: ["3"], Reason: "unavailable" }]],
    ["/v1/nowhere", 299, [{ Requested: ["1"], Reason: "unmatched" }]],
    ["/nowhere", 299, [{ Requested: [], Reason: "unmatched" }]],
  ])("%s", async (path, status, refused) => {
    const host: RequestHandler = (_req, res) => void res.sendStatus(299);
    const servers = [
      await serve(moving(true), host),
      await listen(CreateServer(moving(false), { Host: express().use(host) })),
    ];
    for (const server of servers) {
      OnRefused.mockClear();
      expect((await server.ask(`GET ${path}`)).status).toBe(status);
      expect(OnRefused.mock.calls.map(([, told]: unknown[]) => told)).toEqual(refused);
    }
  });
});
