import { Readable } from "node:stream";
import type { Response } from "express";
import {
  App,
  FirstOf,
  FromHeader,
  FromMediaType,
  Status,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersionNeutral,
  WithGuards,
  WithMiddleware,
  WithVersion,
  type Handler,
  type VersioningOptions,
} from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { kinds } from "../../support/server-kinds";
import { listen, serve, type Answer } from "../../support/serve";

const json = "application/json; charset=utf-8";
const byMediaType: VersioningOptions = { Type: VersioningMediaType, Key: "v" };

function appOf(handler: Handler, Versioning: VersioningOptions = byMediaType, version = "2"): App {
  return new App({ Versioning, Logger: recordingLogger() }).Get("/", handler, WithVersion(version));
}

/** The Content-Type of an answer to a request for version 2. */
async function typeOf(app: App, line = "GET /"): Promise<Answer["headers"][string]> {
  const answer = await (await serve(app)).ask(line, { Accept: "application/json;v=2", "X-V": "2" });
  return answer.headers["content-type"];
}

const sentBy =
  (send: (res: Response) => unknown): Handler =>
  (_req, res) => {
    send(res);
  };
const written = (...args: readonly unknown[]): Handler =>
  sentBy((res) => res.writeHead(...(args as [200])).end("[]"));

type Row = readonly [what: string, handler: Handler, type: string | undefined];

const rows: readonly Row[] = [
  ["a returned object", () => ({ name: "Tom" }), `${json}; v=2`],
  ["a returned list, later", async () => Promise.resolve([]), `${json}; v=2`],
  ["what the handler sends", sentBy((res) => res.status(201).json([])), `${json}; v=2`],
  ["what the handler writes", sentBy((res) => res.type("json").end("[]")), `${json}; v=2`],
  [
    "problem details of a success",
    sentBy((res) => res.type("application/x+json").end("[]")),
    "application/x+json; v=2",
  ],
  [
    "a type in upper case",
    sentBy((res) => res.set("Content-Type", "Application/JSON").end("[]")),
    "Application/JSON; charset=utf-8; v=2",
  ],
  ["JSON that is streamed", sentBy((res) => Readable.from(["[]"]).pipe(res.type("json"))), `${json}; v=2`],
  ["headers of writeHead", written(200, { "content-type": "application/json" }), "application/json; v=2"],
  ["with a reason", written(200, "Fine", { "Content-Type": "application/json" }), "application/json; v=2"],
  ["as a list", written(200, ["Content-Type", "application/json"]), "application/json; v=2"],
  ["as pairs", written(200, [["Content-Type", "application/json"]]), "application/json; v=2"],
  [
    "a parameter of the application's own",
    sentBy((res) => res.set("Content-Type", 'application/json; profile="; v=3"').end("[]")),
    'application/json; profile="; v=3"; charset=utf-8; v=2',
  ],
  [
    "what names it already",
    sentBy((res) => res.set("Content-Type", "application/json; V = 7").end("[]")),
    "application/json; V = 7; charset=utf-8",
  ],
  ["text", () => "Tom", "text/plain; charset=utf-8"],
  ["bytes", () => Buffer.from("[]"), "application/octet-stream"],
  [
    "items",
    async function* () {
      yield 1;
    },
    "application/x-ndjson",
  ],
  [
    "a type that only looks like it",
    sentBy((res) => res.type("application/jsonx").end("[]")),
    "application/jsonx",
  ],
  ["an answer without a type", sentBy((res) => res.end("[]")), undefined],
  ["204", () => undefined, undefined],
  ["a redirection", sentBy((res) => res.status(303).json([])), json],
  ["an error of the handler's own", sentBy((res) => res.status(404).json([])), json],
  ["an error of the App's", () => Promise.reject(new Error()), json],
];

describe.each(Object.entries(kinds))("%s: the Content-Type of", (_kind, serverOf) => {
  it.each(rows)("%s", async (_what, handler, type) => {
    const server = await listen(serverOf(appOf(handler)));
    const answer = await server.ask("GET /", { Accept: "application/json;v=2" });
    expect(answer.headers["content-type"]).toBe(type);
    expect(answer.headers.vary).toBe("Accept");
  });
});

describe("the version is named", () => {
  it.each<[version: string, value: string | undefined]>([
    ["2", "2"],
    ["2024-05-01", "2024-05-01"],
    ["1.0", "1.0"],
    ["2 b", '"2 b"'],
    ['a"b\\', '"a\\"b\\\\"'],
    ["é", undefined],
  ])("%j as a token, quoted, or not at all where no field can hold it", async (version, value) => {
    const app = appOf(() => [], { ...byMediaType, AssumeVersion: version }, version);
    const answer = await (await serve(app)).ask("GET /");
    const parameter = value === undefined ? "" : `; v=${value}`;
    expect(answer).toMatchObject({ status: 200, text: "[]" });
    expect(answer.headers["content-type"]).toBe(json + parameter);
  });

  it("by HEAD too, and by the answers of middleware and guards of the route", async () => {
    expect(
      await typeOf(
        appOf(() => []),
        "HEAD /",
      ),
    ).toBe(`${json}; v=2`);
    const answer = sentBy((res) => res.json([]));
    for (const option of [WithMiddleware(answer), WithGuards((_req, res) => Boolean(res.json([])))]) {
      const app = new App({ Versioning: byMediaType }).Get("/", () => 1, WithVersion("2"), option);
      expect(await typeOf(app)).toBe(`${json}; v=2`);
    }
  });

  it("with another status of success", async () => {
    const app = new App({ Versioning: byMediaType }).Get("/", () => [], WithVersion("2"), Status(299));
    expect(await typeOf(app)).toBe(`${json}; v=2`);
  });

  it("by its Key, whatever its case there", async () => {
    expect(await typeOf(appOf(() => [], { ...byMediaType, Key: "V=" }))).toBe(`${json}; v=2`);
  });

  it("where the first thing that an extractor reads is a media type, as documents show it", async () => {
    const first = FirstOf(FromMediaType("v"), FromHeader("X-V"));
    expect(await typeOf(appOf(() => [], { Type: VersioningCustom, Extractor: first }))).toBe(`${json}; v=2`);
  });

  it("while hooks of others stay", async () => {
    const app = appOf(() => []);
    app.Use((_req, res, next) => {
      const { writeHead } = res;
      res.writeHead = function (this: Response, ...args: [number]) {
        this.setHeader("X-Hook", "ran");
        return writeHead.apply(this, args);
      } as Response["writeHead"];
      next();
    });
    const server = await serve(app);
    for (let i = 0; i < 2; i++) {
      const { headers } = await server.ask("GET /", { Accept: "a/b;v=2" });
      expect(headers).toMatchObject({ "content-type": `${json}; v=2`, "x-hook": "ran", vary: "Accept" });
    }
  });
});

describe("no version is named", () => {
  it("by a neutral route", async () => {
    expect(await typeOf(appOf(() => [], byMediaType, VersionNeutral))).toBe(json);
  });

  it.each<[what: string, versioning: VersioningOptions]>([
    ["a header", { Type: VersioningHeader, Header: "X-V" }],
    ["a header first", { Type: VersioningCustom, Extractor: FirstOf(FromHeader("X-V"), FromMediaType("v")) }],
    ["an application's own function", { Type: VersioningCustom, Extractor: () => "2" }],
  ])("where the version is read from %s", async (_what, versioning) => {
    expect(await typeOf(appOf(() => [], versioning))).toBe(json);
  });

  it("by the uniform 404", async () => {
    expect(
      await typeOf(
        appOf(() => []),
        "GET /nowhere",
      ),
    ).toBe(json);
  });
});
