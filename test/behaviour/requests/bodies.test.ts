import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import express, { type Request, type RequestHandler } from "express";
import multer from "multer";
import {
  App,
  Post,
  Router,
  WithBody,
  WithGuards,
  WithMiddleware,
  type BodyOptions,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { TestClient } from "versioned-controllers/testing";
import { z } from "zod";
import {
  chunked,
  keptAlive,
  request,
  utf8,
  wireOf,
  type Headers,
  type Step,
  type Wire,
} from "../../support/wire";
import { errorBody } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { listen, serve } from "../../support/serve";
import { until } from "../../support/wait";

const Cat = z.object({ name: z.string() });
const Any = z.any();

/** Every way to serve an App. */
const kinds: Readonly<Record<string, (app: App) => Server>> = {
  "http.createServer": (app) => createServer(express().disable("x-powered-by").use(app.Build())),
  "CreateServer(Express application)": (app) =>
    CreateServer(express().disable("x-powered-by").use(app.Build())),
  "CreateServer(App)": (app) => CreateServer(app),
};

const logger = recordingLogger();
const handled: string[] = [];

function bodiesApp(): App {
  const handle = (req: Request) => {
    handled.push(req.path);
    return { body: req.body as unknown };
  };
  return new App({ Logger: logger })
    .Post("/cats", handle, WithBody(Cat))
    .Post("/small", handle, WithBody(Cat, { Limit: "1kb" }))
    .Post("/form", handle, WithBody(Cat, { Type: "form", Limit: "1kb" }))
    .Post("/any", handle, WithBody(Any))
    .Post("/optional", handle, WithBody(Cat.optional()))
    .Get("/alive", () => "alive");
}

let wires: readonly (readonly [kind: string, wire: Wire])[];

beforeAll(async () => {
  wires = await Promise.all(
    Object.entries(kinds).map(async ([kind, make]) => [kind, await wireOf(make(bodiesApp()))] as const),
  );
});

beforeEach(() => {
  handled.length = 0;
});

const json: Headers = { "Content-Type": "application/json" };
const form: Headers = { "Content-Type": "application/x-www-form-urlencoded" };

function encoded(encoding: string): Headers {
  return { ...json, "Content-Encoding": encoding };
}

function post(path: string, headers: Headers, body?: string): string {
  return keptAlive(request(`POST ${path}`, headers, body));
}

function inChunks(path: string, headers: Headers, ...chunks: readonly string[]): string {
  return post(path, { ...headers, "Transfer-Encoding": "chunked" }, chunked(...chunks));
}

const alive = request("GET /alive");

/** Every final answer on one connection: its status, and its body as JSON, or as text where it is none. */
function answersIn(text: string): readonly (readonly [status: number, body: unknown])[] {
  return text
    .split(/(?=HTTP\/1\.1 \d{3} )/)
    .filter((answer) => answer !== "" && !answer.startsWith("HTTP/1.1 1"))
    .map((answer) => {
      const [head = "", bytes = ""] = answer.split("\r\n\r\n");
      const body = Buffer.from(bytes, "latin1").toString();
      const isJSON = head.includes("Content-Type: application/json; charset=utf-8\r\n");
      return [Number(head.slice(9, 12)), isJSON ? (JSON.parse(body) as unknown) : body] as const;
    });
}

/** The error body, with the request id as the wire masks it. */
function refusal(status: number, code: string, message: string, details?: unknown): unknown {
  const error = { code, message, status, ...(details === undefined ? {} : { details }) };
  return { error, request_id: "<id>" };
}

const notJSON = refusal(400, "malformed_body", "the body is not well-formed JSON");
const otherType = refusal(
  415,
  "unsupported_media_type",
  "the Content-Type of the body must be application/json or application/*+json",
);
const otherCoding = refusal(
  415,
  "unsupported_media_type",
  "the body's charset or content encoding is not supported",
);
const tooLarge = (limit: string) => refusal(413, "payload_too_large", `the body is larger than ${limit}`);
const unfit = (...details: readonly object[]) =>
  refusal(400, "invalid_request", "the request does not match the route's schemas", details);
const hostile = (...path: readonly (string | number)[]) =>
  unfit({ in: "body", path, message: "the key is not allowed" });
const tooDeep = refusal(400, "malformed_body", "the body is nested more than 64 levels deep");
const missing = unfit({
  in: "body",
  path: [],
  message: "Invalid input: expected object, received undefined",
});

const bomb = "a".repeat(20 * 1024 * 1024);
const tom = '{"name":"Tom"}';
/** A cat of so many bytes. */
const catOf = (bytes: number) => `{"name":"${"a".repeat(bytes - 11)}"}`;

type Row = readonly [what: string, status: number, answer: unknown, ...steps: readonly Step[]];

/** A row's steps as one argument. */
function rows(...all: readonly Row[]) {
  return all.map(([what, status, answer, ...steps]) => [what, status, answer, steps] as const);
}

const bad = rows(
  // Malformed JSON
  ["JSON that ends early", 400, notJSON, post("/cats", json, '{"name":')],
  ["a bare word", 400, notJSON, post("/cats", json, "Tom")],
  ["keys without quotes", 400, notJSON, post("/cats", json, '{name:"Tom"}')],
  ["single quotes", 400, notJSON, post("/cats", json, "{'name':'Tom'}")],
  ["something after the JSON", 400, notJSON, post("/cats", json, `${tom} ${tom}`)],
  ["blanks alone", 400, notJSON, post("/cats", json, "  ")],
  ["a NUL", 400, notJSON, post("/cats", json, "\0")],
  ["a form that says it is JSON", 400, notJSON, post("/cats", json, "name=Tom")],
  ["a Content-Encoding that the body is not in", 400, notJSON, post("/cats", encoded("gzip"), tom)],
  [
    "gzip that ends early",
    400,
    notJSON,
    post("/cats", encoded("gzip"), gzipSync(tom).subarray(0, -12).toString("latin1")),
  ],

  // Another content type
  ["text", 415, otherType, post("/cats", { "Content-Type": "text/plain" }, tom)],
  ["a form where JSON is taken", 415, otherType, post("/cats", form, "name=Tom")],
  [
    "several parts",
    415,
    otherType,
    post("/cats", { "Content-Type": "multipart/form-data; boundary=x" }, "--x--\r\n"),
  ],
  ["no content type", 415, otherType, post("/cats", {}, tom)],
  ["no content type, in chunks", 415, otherType, inChunks("/cats", {}, tom)],
  ["a content type that is empty", 415, otherType, post("/cats", { "Content-Type": "" }, tom)],
  ["a content type that is none", 415, otherType, post("/cats", { "Content-Type": "json" }, tom)],
  [
    "a content type that begins alike",
    415,
    otherType,
    post("/cats", { "Content-Type": "application/jsonp" }, tom),
  ],
  [
    "JSON where a form is taken",
    415,
    refusal(
      415,
      "unsupported_media_type",
      "the Content-Type of the body must be application/x-www-form-urlencoded",
    ),
    post("/form", json, tom),
  ],
  [
    "a charset that is not Unicode's",
    415,
    otherCoding,
    post("/cats", { "Content-Type": "application/json; charset=latin1" }, tom),
  ],
  [
    "a charset that is none",
    415,
    otherCoding,
    post("/cats", { "Content-Type": "application/json; charset=utf-99" }, tom),
  ],
  ["a content encoding that is none", 415, otherCoding, post("/cats", encoded("nonsense"), tom)],
  ["two content encodings", 415, otherCoding, post("/cats", encoded("gzip, gzip"), tom)],

  [
    "a form that its Content-Encoding is not",
    400,
    refusal(400, "malformed_body", "the body is not well-formed form"),
    post("/form", { ...form, "Content-Encoding": "gzip" }, "name=Tom"),
  ],

  // Too large
  ["one byte over the Limit", 413, tooLarge("1kb"), post("/small", json, catOf(1025))],
  ["one byte over the Limit, in chunks", 413, tooLarge("1kb"), inChunks("/small", json, catOf(1025))],
  ["over the Limit of a form", 413, tooLarge("1kb"), post("/form", form, `name=${"a".repeat(1020)}`)],
  [
    "2 MB by its declared length, which is told before any of it is there",
    413,
    tooLarge("1mb"),
    post("/cats", { ...json, "Content-Length": "2000000" }),
    { until: "payload_too_large" },
    "a".repeat(2_000_000),
  ],
  ["2 MB", 413, tooLarge("1mb"), post("/cats", json, catOf(2_000_000))],
  [
    "2 MB in chunks, which is told before the last is there",
    413,
    tooLarge("1mb"),
    post("/cats", { ...json, "Transfer-Encoding": "chunked" }),
    ...Array.from({ length: 20 }, () => `${(100_000).toString(16)}\r\n${"a".repeat(100_000)}\r\n`),
    { until: "payload_too_large" },
    "0\r\n\r\n",
  ],
  [
    "20 MB in 20 KB of gzip",
    413,
    tooLarge("1mb"),
    post("/cats", encoded("gzip"), gzipSync(bomb).toString("latin1")),
  ],
  [
    "20 MB in 20 KB of gzip, in chunks",
    413,
    tooLarge("1mb"),
    inChunks("/cats", encoded("gzip"), gzipSync(bomb).toString("latin1")),
  ],
  [
    "20 MB in 20 KB of deflate",
    413,
    tooLarge("1mb"),
    post("/cats", encoded("deflate"), deflateSync(bomb).toString("latin1")),
  ],
  [
    "20 MB in 20 bytes of brotli",
    413,
    tooLarge("1mb"),
    post("/cats", encoded("br"), brotliCompressSync(bomb).toString("latin1")),
  ],
  [
    "a bomb in a form",
    413,
    tooLarge("1kb"),
    post("/form", { ...form, "Content-Encoding": "gzip" }, gzipSync(`name=${bomb}`).toString("latin1")),
  ],

  // Bodies that no schema should have to see
  [
    "a __proto__",
    400,
    hostile("__proto__"),
    post("/cats", json, '{"name":"Tom","__proto__":{"admin":true}}'),
  ],
  [
    "a __proto__ in escapes",
    400,
    hostile("__proto__"),
    post("/cats", json, '{"name":"Tom","\\u005f_proto__":{"admin":true}}'),
  ],
  [
    "a __proto__ deep inside",
    400,
    hostile("a", 1, "b", "__proto__"),
    post("/any", json, '{"a":[0,{"b":{"__proto__":1}}]}'),
  ],
  ["100,000 lists in lists", 400, tooDeep, post("/any", json, "[".repeat(100_000) + "]".repeat(100_000))],
  [
    "100,000 objects in objects",
    400,
    tooDeep,
    post("/any", json, `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`),
  ],
  ["65 levels", 400, tooDeep, post("/any", json, "[".repeat(65) + "]".repeat(65))],

  // Nothing
  ["no body", 400, missing, post("/cats", {})],
  ["no body of a type", 400, missing, post("/cats", json)],
  ["an empty body", 400, missing, post("/cats", json, "")],
  ["an empty body in chunks", 400, missing, inChunks("/cats", json)],
  ["an empty body in gzip", 400, missing, post("/cats", encoded("gzip"), gzipSync("").toString("latin1"))],
  ["an empty form", 400, missing, post("/form", form, "")],

  // Bodies that do not fit
  [
    "another value",
    400,
    unfit({ in: "body", path: ["name"], message: "Invalid input: expected string, received number" }),
    post("/cats", json, '{"name":1}'),
  ],
  [
    "a value that is no object",
    400,
    unfit({ in: "body", path: [], message: "Invalid input: expected object, received null" }),
    post("/cats", json, "null"),
  ],
);

describe("every kind of server answers once, the handler has not run, and the connection stays usable:", () => {
  it.each(bad)("%s", async (_what, status, answer, steps) => {
    for (const [kind, wire] of wires) {
      const answers = answersIn(await wire.send(...steps, alive));
      expect({ kind, answers }).toEqual({
        kind,
        answers: [
          [status, answer],
          [200, "alive"],
        ],
      });
    }
    expect(handled).toEqual([]);
    expect(logger.error).not.toHaveBeenCalled();
  });
});

/** Malformed types differ too much to be told in one way; they are the client's mistake all the same. */
describe("every kind of server refuses a content type that no grammar has:", () => {
  it.each(
    [
      "application/json; charset",
      "application/json; charset=",
      'application/json; charset="utf-8',
      "application/json;;",
      "application/json; =",
      "application/json, application/json",
      "application/json, text/plain",
      "application /json",
      "/",
      "*/*",
      "application/*",
      `application/json; ${"a=1;".repeat(3000)}`,
    ].map((type) => [type.slice(0, 40), type] as const),
  )("%s", async (_what, type) => {
    for (const [kind, wire] of wires) {
      const sent = await wire.send(post("/cats", { "Content-Type": type }, '{"name":1}'), alive);
      const statuses = answersIn(sent).map(([status]) => status);
      expect({ kind, statuses }).toEqual({ kind, statuses: [expect.any(Number), 200] });
      expect([400, 415]).toContain(statuses[0]);
    }
    expect(handled).toEqual([]);
    expect(logger.error).not.toHaveBeenCalled();
  });
});

describe("every kind of server gives the handler", () => {
  const tomRead = { body: { name: "Tom" } };
  const asLargeAsLimit = { body: { name: "a".repeat(1013) } };
  /** With the header and trailer of gzip, and nothing saved. */
  const stored = gzipSync(catOf(1024), { level: 0 }).toString("latin1");
  it.each(
    rows(
      ["JSON", 200, tomRead, post("/cats", json, tom)],
      ["JSON in chunks", 200, tomRead, inChunks("/cats", json, tom.slice(0, 3), tom.slice(3))],
      ["+json", 200, tomRead, post("/cats", { "Content-Type": "application/vnd.cats+json" }, tom)],
      [
        "merge-patch+json",
        200,
        tomRead,
        post("/cats", { "Content-Type": "application/merge-patch+json" }, tom),
      ],
      [
        "JSON in capitals",
        200,
        tomRead,
        post("/cats", { "Content-Type": "Application/JSON; Charset=UTF-8" }, tom),
      ],
      [
        "JSON of every script",
        200,
        { body: { name: "Zoë 猫" } },
        post("/cats", json, utf8('{"name":"Zoë 猫"}')),
      ],
      [
        "JSON in UTF-16",
        200,
        tomRead,
        post(
          "/cats",
          { "Content-Type": "application/json; charset=utf-16le" },
          Buffer.from(tom, "utf16le").toString("latin1"),
        ),
      ],
      ["gzip", 200, tomRead, post("/cats", encoded("gzip"), gzipSync(tom).toString("latin1"))],
      ["deflate", 200, tomRead, post("/cats", encoded("deflate"), deflateSync(tom).toString("latin1"))],
      ["brotli", 200, tomRead, post("/cats", encoded("br"), brotliCompressSync(tom).toString("latin1"))],
      [
        "gzip that is larger than what it holds",
        200,
        asLargeAsLimit,
        post("/small", encoded("gzip"), stored),
      ],
      [
        "gzip that is larger than what it holds, in chunks",
        200,
        asLargeAsLimit,
        inChunks("/small", encoded("gzip"), stored),
      ],
      ["a form", 200, tomRead, post("/form", form, "name=Tom")],
      ["a form of escapes", 200, { body: { name: "T o&m" } }, post("/form", form, "name=T+o%26m")],
      // Express's parser leaves it out.
      [
        "a form without its __proto__",
        200,
        tomRead,
        post("/form", form, "name=Tom&__proto__=1&a[__proto__]=1"),
      ],
      ["what is as large as its Limit", 200, asLargeAsLimit, post("/small", json, catOf(1024))],
      [
        "what is as large as its Limit, in chunks",
        200,
        asLargeAsLimit,
        inChunks("/small", json, catOf(1024)),
      ],
      [
        "what is almost as large as the default",
        200,
        { body: { name: "a".repeat(1_000_000) } },
        post("/cats", json, catOf(1_000_011)),
      ],
      ["text", 200, { body: "Tom" }, post("/any", json, '"Tom"')],
      ["a number", 200, { body: 7 }, post("/any", json, "7")],
      ["null", 200, { body: null }, post("/any", json, "null")],
      ["an empty object that was sent", 200, { body: {} }, post("/any", json, "{}")],
      ["no body, where none is needed", 200, {}, post("/optional", {})],
      ["an empty body, where none is needed", 200, {}, post("/optional", json, "")],
      ["an empty body in chunks, where none is needed", 200, {}, inChunks("/optional", json)],
      [
        "a key named constructor",
        200,
        { body: { constructor: { prototype: 1 } } },
        post("/any", json, '{"constructor":{"prototype":1}}'),
      ],
      ["64 levels", 200, expect.anything(), post("/any", json, "[".repeat(64) + "]".repeat(64))],
    ),
  )("%s", async (_what, status, answer, steps) => {
    for (const [kind, wire] of wires) {
      const answers = answersIn(await wire.send(...steps, alive));
      expect({ kind, answers }).toEqual({
        kind,
        answers: [
          [status, answer],
          [200, "alive"],
        ],
      });
    }
    expect(handled).toHaveLength(wires.length);
  });
});

describe("a client that ends in the middle of its body leaves nothing behind", () => {
  const halves: readonly (readonly [what: string, bytes: string])[] = [
    ["of a declared length", post("/cats", { ...json, "Content-Length": "100" }) + '{"name":'],
    ["in chunks", `${post("/cats", { ...json, "Transfer-Encoding": "chunked" })}8\r\n{"name":\r\n`],
    ["in a chunk", `${post("/cats", { ...json, "Transfer-Encoding": "chunked" })}64\r\n{"name":`],
    [
      "in gzip",
      post("/cats", { ...encoded("gzip"), "Content-Length": "100" }) +
        gzipSync(tom).subarray(0, 20).toString("latin1"),
    ],
    ["of a form", post("/form", { ...form, "Content-Length": "100" }) + "name=T"],
  ];
  const rows = halves.flatMap(([what, bytes]) =>
    Object.entries(kinds).flatMap(([kind, make]) =>
      (["goes", "says that it has no more"] as const).map((how) => [what, kind, how, bytes, make] as const),
    ),
  );

  it.each(rows)("%s, with %s, where the client %s", async (_what, _kind, how, bytes, make) => {
    let closed = 0;
    const app = bodiesApp().Use((_req, res, next) => {
      res.once("close", () => (closed += 1));
      next();
    });
    const served = await listen(make(app));
    let received = "";
    const socket = connect({ port: served.port, host: "127.0.0.1", allowHalfOpen: true });
    socket.setEncoding("latin1").on("data", (text: string) => (received += text));
    await once(socket, "connect");
    await new Promise((resolve) => socket.write(bytes, "latin1", resolve));
    // The first answer to another client: by then the server has met the first's bytes.
    expect((await served.ask("GET /alive")).text).toBe("alive");
    if (how === "goes") socket.destroy();
    else socket.end();
    await until(() => closed === 2);
    if (!socket.closed) await once(socket, "close");
    expect(answersIn(received).length).toBeLessThanOrEqual(1);
    expect(received).toMatch(/^$|^HTTP\/1\.1 400 /);
    expect(handled).toEqual([]);
    expect(logger.error).not.toHaveBeenCalled();
    expect((await served.ask("GET /alive")).text).toBe("alive");
  });
});

describe("a body that the host has read", () => {
  it("is validated, and not read again", async () => {
    const app = new App().Post("/cats", (req) => req.body, WithBody(Cat));
    const server = await serve(express.json(), app);
    const ask = (body: string) => server.ask("POST /cats", { "Content-Type": "application/json" }, body);
    expect((await ask('{"name":"Tom","age":3}')).json).toEqual({ name: "Tom" });
    expect((await ask('{"name":7}')).json).toEqual(
      errorBody(400, "invalid_request", "the request does not match the route's schemas", [
        { in: "body", path: ["name"], message: "Invalid input: expected string, received number" },
      ]),
    );
    expect((await ask('{"__proto__":7}')).status).toBe(400);
  });

  it("may be of any type, which the host has settled", async () => {
    const app = new App().Post("/cats", (req) => req.body, WithBody(z.string().toUpperCase()));
    const server = await serve(express.text(), app);
    expect((await server.ask("POST /cats", { "Content-Type": "text/plain" }, "Tom")).text).toBe("TOM");
  });

  describe("as a form is a 415, unless the route takes forms", () => {
    const urlencoded = "application/x-www-form-urlencoded";
    const parsers: Readonly<Record<string, readonly RequestHandler[]>> = {
      "the host's parsers": [express.json(), express.urlencoded({ extended: true }), multer().none()],
      "no parsers": [],
    };
    it.each<[Type: BodyOptions["Type"], type: string, status: number]>([
      ["json", urlencoded, 415],
      ["json", `${urlencoded.toUpperCase()} ; charset=utf-8`, 415],
      ["json", "multipart/form-data; boundary=x", 415],
      ["text", urlencoded, 415],
      ["multipart", urlencoded, 415],
      ["form", "multipart/form-data; boundary=x", 415],
      ["form", urlencoded, 200],
      [["json", "form"], urlencoded, 200],
      ["multipart", "multipart/form-data; boundary=x", 200],
    ])("Type %j, %s: %i", async (Type = "json", type, status) => {
      const part = '--x\r\nContent-Disposition: form-data; name="name"\r\n\r\nTom\r\n--x--\r\n';
      const body = type.startsWith("multipart") ? part : "name=Tom";
      for (const [from, handlers] of Object.entries(parsers)) {
        const app = new App().Post("/cats", (req) => req.body as unknown, WithBody(Any, { Type }));
        const answer = await (
          await serve(...handlers, app)
        ).ask("POST /cats", { "Content-Type": type }, body);
        expect([from, answer.status]).toEqual([from, status]);
        if (status === 415) expect(answer.text).toContain('"unsupported_media_type"');
        else expect(answer.json).toEqual({ name: "Tom" });
      }
    });

    it.each([
      ["no length", ""],
      ["the length 0", "Content-Length: 0\r\n"],
    ])("but a type without a body is not a body: with %s", async (_how, length) => {
      const Optional = z.union([z.object({ name: z.string() }), z.string().min(1)]).optional();
      for (const [type, Type] of [
        [urlencoded, "json"],
        [urlencoded, "form"],
        ["application/json", "json"],
        ["text/plain", "text"],
      ] as const) {
        const app = new App().Post("/cats", (req) => [req.body ?? "none"], WithBody(Optional, { Type }));
        for (const [from, handlers] of Object.entries({
          ...parsers,
          others: [express.json(), express.text()],
        })) {
          const { send } = await serve(...handlers, app);
          const [answer] = await send(
            `POST /cats HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Type: ${type}\r\n${length}\r\n`,
          );
          expect([from, type, Type, answer?.status, answer?.text]).toEqual([
            from,
            type,
            Type,
            200,
            '["none"]',
          ]);
        }
      }
    });

    it("behind a parser of App.Use too, and after the route's guards", async () => {
      const app = new App()
        .Use(express.urlencoded())
        .Post("/cats", (req) => req.body, WithBody(Cat))
        .Post(
          "/closed",
          (req) => req.body,
          WithGuards(() => false),
          WithBody(Cat),
        );
      const server = await serve(app);
      const form = { "Content-Type": urlencoded };
      expect((await server.ask("POST /cats", form, "name=Tom")).json).toEqual(
        errorBody(
          415,
          "unsupported_media_type",
          "the Content-Type of the body must be application/json or application/*+json",
        ),
      );
      expect((await server.ask("POST /closed", form, "name=Tom")).status).toBe(403);
    });

    it("but what the route's own middleware has read is judged", async () => {
      const app = new App().Post(
        "/cats",
        (req) => req.body,
        WithMiddleware(express.urlencoded()),
        WithBody(Cat),
      );
      const server = await serve(app);
      const answer = await server.ask("POST /cats", { "Content-Type": urlencoded }, "name=Tom");
      expect(answer.json).toEqual({ name: "Tom" });
    });
  });

  it("may be one that the host itself put there", async () => {
    const put: RequestHandler = (req, _res, next) => {
      req.body = { name: "Tom" };
      next();
    };
    const server = await serve(
      put,
      new App().Post("/cats", (req) => req.body, WithBody(Cat)),
    );
    expect((await server.ask("POST /cats")).json).toEqual({ name: "Tom" });
  });

  it("may be an object of a class, which only its schema looks into", async () => {
    class Upload {
      readonly self = this;
    }
    const put: RequestHandler = (req, _res, next) => {
      req.body = new Upload();
      next();
    };
    const app = new App().Use(put).Post("/", (req) => String(req.body instanceof Upload), WithBody(Any));
    expect((await (await serve(app)).ask("POST /")).text).toBe("true");
  });

  it("is refused as the host refuses it", async () => {
    const server = await serve(
      new App().Use(express.json({ limit: 10 })).Post("/cats", (req) => req.body, WithBody(Cat)),
    );
    const answer = await server.ask("POST /cats", { "Content-Type": "application/json" }, '{"name":"Tom"}');
    expect(answer.json).toEqual(errorBody(413, "payload_too_large", "request entity too large"));
  });
});

describe("Limit is the one bound of a form", () => {
  const Any = z.record(z.string(), z.unknown());
  const app = () =>
    new App().Post("/", (req) => Object.keys(req.body as object).length, WithBody(Any, { Type: "form" }));

  it.each<readonly [what: string, body: string, fields: number]>([
    ["1,500 fields", Array.from({ length: 1500 }, (_, i) => `k${i}=1`).join("&"), 1500],
    // Time that grows with the square of them would be minutes.
    ["200,000 fields of one name", "tag=&".repeat(200_000), 1],
    ["fields in iso-8859-1", "%E4=1&b=2", 2],
  ])("%s", async (what, body, fields) => {
    const charset = what.includes("8859") ? "; charset=ISO-8859-1" : "";
    const server = await serve(app());
    const type = { "Content-Type": `application/x-www-form-urlencoded${charset}` };
    expect(await server.ask("POST /", type, body)).toMatchObject({ status: 200, json: fields });
  });

  it("a charset that forms are not sent in is a 415", async () => {
    const type = { "Content-Type": "application/x-www-form-urlencoded; charset=utf-16le" };
    expect((await (await serve(app())).ask("POST /", type, "a=1")).status).toBe(415);
  });
});

describe("a form", () => {
  const Tags = z.object({ tags: z.array(z.string()), name: z.string().optional() });
  it.each<[what: string, body: string, tags: unknown]>([
    ["of one value where a list is taken", "tags=a", { tags: ["a"] }],
    ["of several", "tags=a&tags=b", { tags: ["a", "b"] }],
    ["of none", "tags=", { tags: [""] }],
  ])("%s is a list", async (_what, body, tags) => {
    const server = await serve(new App().Post("/", (req) => req.body, WithBody(Tags, { Type: "form" })));
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await server.ask("POST /", type, body)).json).toEqual(tags);
  });

  it.each<[what: string, body: null | undefined]>([
    ["nothing", undefined],
    ["null, which a middleware has put there", null],
  ])("of %s is not a problem, where a list is taken", async (_what, body) => {
    const put: RequestHandler = (req, _res, next) => {
      req.body = body;
      next();
    };
    const app = new App().Use(put).Post("/", () => 1, WithBody(Tags, { Type: "form" }));
    expect((await (await serve(app)).ask("POST /", {}, "")).status).toBe(400);
  });

  it("is one level deep: brackets are part of a name", async () => {
    const app = new App().Post("/", (req) => req.body as unknown, WithBody(Any, { Type: "form" }));
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const answer = await (await serve(app)).ask("POST /", type, "a[b]=1&c[]=2");
    expect(answer.json).toEqual({ "a[b]": "1", "c[]": "2" });
  });

  it("JSON makes no list of one value: it can say which it is", async () => {
    const server = await serve(new App().Post("/", (req) => req.body, WithBody(Tags)));
    const answer = await server.ask("POST /", { "Content-Type": "application/json" }, '{"tags":"a"}');
    expect(answer.status).toBe(400);
  });
});

describe("Limit is the route's own", () => {
  it.each<[limit: BodyOptions, length: number, status: number]>([
    [{}, 1024 * 1024, 200],
    [{}, 1024 * 1024 + 1, 413],
    [{ Limit: "100b" }, 100, 200],
    [{ Limit: "100b" }, 101, 413],
    [{ Limit: "1.5kb" }, 1536, 200],
    [{ Limit: "1.5kb" }, 1537, 413],
    [{ Limit: "2mb" }, 2 * 1024 * 1024, 200],
    [{ Limit: "2MB" }, 2 * 1024 * 1024 + 1, 413],
    [{ Limit: "0.001gb" }, 1_073_741, 200],
    [{ Limit: "0.001gb" }, 1_073_742, 413],
  ])("%j takes %i bytes: %i", async (limit, length, status) => {
    const app = new App()
      .Post("/other", () => 1, WithBody(Cat, { Limit: "1b" }))
      .Post("/cats", () => 1, WithBody(Cat, limit));
    const server = await serve(app);
    const answer = await server.ask("POST /cats", { "Content-Type": "application/json" }, catOf(length));
    expect(answer.status).toBe(status);
  });
});

describe("a route without WithBody reads no body", () => {
  it("whatever it is, and whatever else is declared", async () => {
    const app = new App().Post("/cats", (req) => ({
      body: String(req.body),
      flowing: req.readableFlowing,
      read: req.readableDidRead,
    }));
    const server = await serve(app);
    const answer = await server.ask("POST /cats", { "Content-Type": "application/json" }, "{nonsense");
    expect(answer.json).toEqual({ body: "undefined", flowing: null, read: false });
  });

  it("so a webhook's signature over the bytes holds", async () => {
    const secret = "s3cret";
    const sign = (bytes: Buffer | string) => createHmac("sha256", secret).update(bytes).digest("hex");
    const verify: RequestHandler = (req, res, next) => {
      if (sign(req.body as Buffer) === req.get("X-Signature")) next();
      else res.status(401).end();
    };

    @Router("/hooks")
    class HooksController {
      @WithMiddleware(express.raw({ type: "*/*" }), verify)
      @Post()
      receive(req: Request) {
        return JSON.parse(String(req.body)) as unknown;
      }
      @Post("/cats", WithBody(Cat))
      create(req: Request) {
        return req.body as unknown;
      }
    }
    const server = await serve(new App().Include(HooksController));
    // Blanks and the order of keys would not survive a parser.
    const body = '{ "b": 1,\n  "a": 2 }';
    const headers = { "Content-Type": "application/json", "X-Signature": sign(body) };
    expect(await server.ask("POST /hooks", headers, body)).toMatchObject({
      status: 200,
      json: { b: 1, a: 2 },
    });
    expect(await server.ask("POST /hooks", headers, '{"b":1,"a":2}')).toMatchObject({ status: 401 });
    expect((await server.ask("POST /hooks/cats", headers, '{"name":"Tom"}')).json).toEqual({ name: "Tom" });
  });

  it("so a handler may read it as a stream", async () => {
    const app = new App().Post("/upload", async (req) => {
      let length = 0;
      for await (const chunk of req) length += (chunk as Buffer).length;
      return { length };
    });
    const server = await serve(app);
    const answer = await server.ask(
      "POST /upload",
      { "Content-Type": "application/json" },
      "a".repeat(3_000_000),
    );
    expect(answer.json).toEqual({ length: 3_000_000 });
  });

  const multipart = (fields: Readonly<Record<string, string>>, file = "MEOW") =>
    [
      ...Object.entries(fields).map(
        ([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      ),
      `--x\r\nContent-Disposition: form-data; name="picture"; filename="tom.txt"\r\nContent-Type: text/plain\r\n\r\n${file}\r\n`,
      "--x--\r\n",
    ].join("");
  const multipartType = { "Content-Type": "multipart/form-data; boundary=x" };
  const upload = multer({ storage: multer.memoryStorage() });
  const pictureOf = (req: Request) => ({ body: req.body as unknown, file: req.file?.buffer.toString() });

  it("so uploads work with multer", async () => {
    const app = new App().Post("/pictures", pictureOf, WithMiddleware(upload.single("picture")));
    const server = await serve(app);
    const answer = await server.ask("POST /pictures", multipartType, multipart({ name: "Tom", age: "3" }));
    expect(answer.json).toEqual({ body: { name: "Tom", age: "3" }, file: "MEOW" });
  });

  it("and the fields that multer has read, WithBody validates", async () => {
    const Fields = z.object({ name: z.string().min(2), age: z.coerce.number() });
    const app = new App().Post(
      "/pictures",
      (req) => ({ body: req.body, file: req.file?.buffer.toString() }),
      WithMiddleware(upload.single("picture")),
      WithBody(Fields),
    );
    const server = await serve(app);
    const fits = await server.ask("POST /pictures", multipartType, multipart({ name: "Tom", age: "3" }));
    expect(fits.json).toEqual({ body: { name: "Tom", age: 3 }, file: "MEOW" });
    const unfits = await server.ask("POST /pictures", multipartType, multipart({ name: "T", age: "old" }));
    expect(unfits.json).toMatchObject({
      error: {
        code: "invalid_request",
        details: [
          { in: "body", path: ["name"] },
          { in: "body", path: ["age"] },
        ],
      },
    });
  });
});

it("a body that a middleware has half taken is the application's fault: 500", async () => {
  const logger = recordingLogger();
  const app = new App({ Logger: logger }).Post(
    "/",
    () => 1,
    WithMiddleware((req, _res, next) => {
      req.setEncoding("utf8");
      next();
    }),
    WithBody(z.object({})),
  );
  await TestClient(app).post("/").send({}).expect(500);
  const err: unknown = expect.objectContaining({ type: "stream.encoding.set" });
  expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ err }), "POST / failed");
});
