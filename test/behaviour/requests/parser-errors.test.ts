import { createServer } from "node:http";
import { deflateSync, gzipSync } from "node:zlib";
import express, { type RequestHandler } from "express";
import { App } from "versioned-controllers";
import { errorBody } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { listen, serve } from "../../support/serve";

type Row = readonly [
  what: string,
  parser: RequestHandler,
  headers: Readonly<Record<string, string>>,
  body: string | Buffer,
  status: number,
  code: string,
];

const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const bytes = { "Content-Type": "application/octet-stream" };

// The types of body-parser 2 leave `depth` out.
const nesting = { extended: true, depth: 1 };

/** An error as http-errors makes them. */
function exposed(status: number, members: object = {}) {
  return Object.assign(new Error("no"), { status, expose: true, ...members });
}

const rows: readonly Row[] = [
  ["JSON that ends too early", express.json(), json, '{"name":', 400, "malformed_body"],
  ["JSON that is none", express.json(), json, "Tom", 400, "malformed_body"],
  ["text under strict JSON", express.json(), json, '"Tom"', 400, "malformed_body"],
  ["gzip that is none", express.json(), { ...json, "Content-Encoding": "gzip" }, "{}", 400, "malformed_body"],
  [
    "gzip that ends too early",
    express.json(),
    { ...json, "Content-Encoding": "gzip" },
    gzipSync('{"name":"Tom"}').subarray(0, 20),
    400,
    "malformed_body",
  ],
  [
    "deflate that is none, as bytes",
    express.raw(),
    { ...bytes, "Content-Encoding": "deflate" },
    "Tom",
    400,
    "malformed_body",
  ],
  [
    "brotli that is none",
    express.json(),
    { ...json, "Content-Encoding": "br" },
    '{"name":"Tom"}',
    400,
    "malformed_body",
  ],
  ["a form that nests too deep", express.urlencoded(nesting), form, "a[b][c][d]=1", 400, "malformed_body"],
  ["JSON over the limit", express.json({ limit: 4 }), json, '{"name":"Tom"}', 413, "payload_too_large"],
  ["a form over the limit", express.urlencoded({ limit: 4 }), form, "name=Tom", 413, "payload_too_large"],
  [
    "a form of too many fields",
    express.urlencoded({ parameterLimit: 2 }),
    form,
    "a=1&b=2&c=3",
    413,
    "payload_too_large",
  ],
  ["bytes over the limit", express.raw({ limit: 4 }), bytes, "12345", 413, "payload_too_large"],
  [
    "bytes over the limit once they are decompressed",
    express.raw({ limit: 4 }),
    { ...bytes, "Content-Encoding": "deflate" },
    deflateSync("12345"),
    413,
    "payload_too_large",
  ],
  [
    "an unknown charset",
    express.json(),
    { "Content-Type": "application/json; charset=utf-9" },
    "{}",
    415,
    "unsupported_media_type",
  ],
  [
    "an unknown charset of a form",
    express.urlencoded(),
    { "Content-Type": "application/x-www-form-urlencoded; charset=utf-9" },
    "a=1",
    415,
    "unsupported_media_type",
  ],
  [
    "an unknown encoding",
    express.json(),
    { ...json, "Content-Encoding": "zip" },
    "{}",
    415,
    "unsupported_media_type",
  ],
  [
    "an encoding that the parser is told not to take",
    express.raw({ inflate: false }),
    { ...bytes, "Content-Encoding": "gzip" },
    "1",
    415,
    "unsupported_media_type",
  ],
];

describe("what a body parser of the application's own refuses has the code of a declared body", () => {
  it.each(rows)("%s", async (_what, parser, headers, body, status, code) => {
    const app = new App({ Logger: recordingLogger() }).Use(parser).Post("/", () => "reached");
    const { port } = await serve(app);
    const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(errorBody(status, code, expect.any(String) as string));
  });

  it("in the parser's own words", async () => {
    const app = new App().Use(express.json()).Post("/", () => "reached");
    const answer = await (await serve(app)).ask("POST /", json, '{"name":');
    expect(answer.json).toEqual(errorBody(400, "malformed_body", "Unexpected end of JSON input"));
  });
});

describe("every other exposed error has the code of its status", () => {
  it.each([
    ["without a type", exposed(400), "bad_request"],
    ["of a type of its own", exposed(400, { type: "cat.unknown" }), "bad_request"],
    ["of a type that is no text", exposed(400, { type: 7 }), "bad_request"],
    ["named as members of every object are", exposed(400, { type: "constructor" }), "bad_request"],
    ["with a code that zlib does not have", exposed(400, { code: "EACCES" }), "bad_request"],
    ["of a verify that refuses", exposed(403, { type: "entity.verify.failed" }), "forbidden"],
  ])("%s", async (_what, error, code) => {
    const app = new App().Get("/", () => {
      throw error;
    });
    expect((await (await serve(app)).ask("GET /")).json).toEqual(errorBody(error.status, code, "no"));
  });

  it("one that is not exposed is a 500, whatever its type", async () => {
    const error = exposed(400, { type: "entity.parse.failed", expose: false });
    const app = new App({ Logger: recordingLogger() }).Get("/", () => {
      throw error;
    });
    const server = await listen(createServer(express().use(app.Build())));
    expect((await server.ask("GET /")).status).toBe(500);
  });
});
