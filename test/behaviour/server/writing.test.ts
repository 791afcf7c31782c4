import { createServer } from "node:http";
import compression from "compression";
import express, { type Application, type RequestHandler, type Response } from "express";
import { App, Status, WithMiddleware } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { get, pipelined, request, withID, wireOf, type Wire } from "../../support/wire";
import { takeMessages } from "../../support/warnings";

/*
 * A returned value is written directly where nothing can make a difference. Here is everything that can: the
 * bytes of a handler that returns a value are held against those of an Express handler that calls `res.json`.
 */

class Cat {
  readonly #secret = "hidden";
  name = "Tom";

  get secret(): string {
    return this.#secret;
  }
}

/** The values that handlers return, by the name in the path. */
const values: Readonly<Record<string, unknown>> = {
  object: { name: "Tom", toys: ["ball", { of: "wool" }] },
  "empty-object": {},
  "empty-list": [],
  list: [1, "two", null, undefined, () => 1, [true]],
  "sparse-list": [, 1, , 2],
  null: null,
  true: true,
  false: false,
  zero: 0,
  "negative-zero": -0,
  number: 1.5e21,
  unicode: { text: "é ☃ 😀 \u2028 \u2029 \0" },
  surrogate: { text: "\ud800 and \udc00" },
  html: { text: "</script> <b> & 'quoted' \"twice\"" },
  date: new Date(0),
  "invalid-date": { at: new Date(NaN) },
  "not-finite": { a: NaN, b: Infinity },
  undefined: { gone: undefined, kept: null, method: () => 1, [Symbol("gone")]: 1 },
  "to-json": { toJSON: () => ({ as: "json" }) },
  "to-text": { toJSON: () => "text" },
  "to-null": { toJSON: () => null },
  instance: new Cat(),
  "null-prototype": Object.assign(Object.create(null) as object, { a: 1 }),
  "own-proto": JSON.parse('{"__proto__":{"a":1}}') as unknown,
  regexp: /a/,
  boxed: Object("text") as unknown,
  long: Array.from({ length: 3000 }, (_, i) => ({ i, text: "é".repeat(10) })),
  "1000-bytes": { text: "a".repeat(989) },
  text: "é ☃ 😀 \0",
  "empty-text": "",
  "long-text": "é".repeat(100_000),
  bytes: Buffer.from([0, 1, 0xff]),
  "empty-bytes": Buffer.alloc(0),
};

/** The middleware before the handler, by the name in the path. */
const preparations: Readonly<Record<string, RequestHandler>> = {
  nothing: prepare(() => undefined),
  "Content-Type of its own": prepare((res) => res.type("application/vnd.api+json")),
  "Content-Type without a charset": prepare((res) =>
    res.setHeader("Content-Type", "application/problem+json"),
  ),
  "Content-Type with a charset": prepare((res) => res.setHeader("content-type", "text/json; charset=latin1")),
  "ETag of its own": prepare((res) => res.set("ETag", '"mine"')),
  "ETag that is empty": prepare((res) => res.set("ETag", "")),
  "Last-Modified": prepare((res) => res.set("Last-Modified", "Mon, 01 Jan 2024 00:00:00 GMT")),
  "Content-Length that is wrong": prepare((res) => res.set("Content-Length", "1")),
  "Transfer-Encoding": prepare((res) => res.set("Transfer-Encoding", "chunked")),
  "Cache-Control": prepare((res) => res.set("Cache-Control", "no-store").vary("Accept")),
  "201": prepare((res) => res.status(201)),
  "204": prepare((res) => res.status(204)),
  "205": prepare((res) => res.status(205)),
  "206": prepare((res) => res.status(206)),
  "299": prepare((res) => res.status(299)),
  "304": prepare((res) => res.status(304)),
  "404": prepare((res) => res.status(404)),
  "500": prepare((res) => res.status(500)),
  "a reason": prepare((res) => (res.statusMessage = "As I Like It")),
  "no Date": prepare((res) => (res.sendDate = false)),
  "a strict length": prepare((res) => (res.strictContentLength = true)),
  corked: prepare((res) => {
    res.cork();
    process.nextTick(() => {
      res.uncork();
    });
  }),
  compression: compression({ threshold: 0 }),
  "wrapped json": prepare((res) => {
    const json = res.json.bind(res);
    res.json = (body) => json({ wrapped: body as unknown });
  }),
  "wrapped send": prepare((res) => {
    const send = res.send.bind(res);
    res.send = (body) => send(typeof body === "string" ? `${body}\n` : body);
  }),
  "wrapped end": prepare((res) => {
    const end = res.end.bind(res) as (...args: unknown[]) => Response;
    res.end = (...args: unknown[]) => {
      res.setHeader("X-Ended", "yes");
      return end(...args);
    };
  }),
  "wrapped end that reads its chunk": prepare((res) => {
    const end = res.end.bind(res) as (...args: unknown[]) => Response;
    res.end = (...args: unknown[]) => {
      const [chunk] = args;
      res.setHeader(
        "X-Chunk",
        Buffer.isBuffer(chunk) ? `bytes ${chunk.toString("hex").slice(0, 20)}` : typeof chunk,
      );
      return end(...args);
    };
  }),
  "wrapped write": prepare((res) => {
    const write = res.write.bind(res) as (...args: unknown[]) => boolean;
    res.write = (...args: unknown[]) => {
      res.setHeader("X-Written", "yes");
      return write(...args);
    };
  }),
  "wrapped writeHead": prepare((res) => {
    const writeHead = res.writeHead.bind(res) as (...args: unknown[]) => Response;
    res.writeHead = (...args: unknown[]) => {
      res.setHeader("X-Head", "written");
      return writeHead(...args);
    };
  }),
  "wrapped setHeader": prepare((res) => {
    const setHeader = res.setHeader.bind(res);
    res.setHeader = (name, value) => setHeader(name.toUpperCase(), value);
  }),
};

function prepare(change: (res: Response) => unknown): RequestHandler {
  return (_req, res, next) => {
    change(res);
    next();
  };
}

/** Settings of the host. */
const settings: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  "no setting": {},
  "json replacer, a function": {
    "json replacer": (name: string, value: unknown) => (name === "name" ? "X" : value),
  },
  "json replacer, a list": { "json replacer": ["name", "text"] },
  "json spaces": { "json spaces": 2 },
  "json spaces, a text": { "json spaces": "\t" },
  "json spaces, none": { "json spaces": 0 },
  "json escape": { "json escape": true },
  "etag false": { etag: false },
  "etag true": { etag: true },
  "etag weak": { etag: "weak" },
  "etag strong": { etag: "strong" },
  "etag, a function": { etag: (body: Buffer) => `"${body.length}"` },
  "etag, a function of the encoding": {
    etag: (_body: unknown, encoding: unknown) => `"${String(encoding)}"`,
  },
  "etag, a function without an answer": { etag: () => undefined },
  "everything at once": { "json spaces": 1, "json escape": true, "json replacer": ["text"], etag: "strong" },
};

/** An Express application whose handlers call `res.json`, for text and bytes `res.send`. */
function reference(given: Readonly<Record<string, unknown>>): Application {
  const app = configured(given);
  app.all("/:value/:preparation", preparing, (req, res) => {
    const value = values[String(req.params.value)];
    if (typeof value === "string" && !res.get("Content-Type")) res.type("text/plain");
    if (typeof value === "string" || Buffer.isBuffer(value)) res.send(value);
    else res.json(value);
  });
  return app;
}

/** An App whose handlers return the same. */
function returning(): App {
  const app = new App({ Logger: recordingLogger(), TrustRequestID: true });
  for (const method of ["GET", "POST"]) {
    app.Handle(
      method,
      "/{value}/{preparation}",
      (req) => values[req.params.value],
      WithMiddleware(preparing),
    );
  }
  return app;
}

const preparing: RequestHandler = (req, res, next) =>
  preparations[String(req.params.preparation)]?.(req, res, next);

function configured(given: Readonly<Record<string, unknown>>): Application {
  const app = express().disable("x-powered-by");
  for (const [name, value] of Object.entries(given)) app.set(name, value);
  return app;
}

type Kinds = readonly (readonly [kind: string, wire: Wire])[];

/** Every kind of server for such settings; the first is the reference. */
async function kindsFor(given: Readonly<Record<string, unknown>>): Promise<Kinds> {
  const servers = {
    "res.json": createServer(reference(given)),
    "an App in an Express application": createServer(configured(given).use(returning().Build())),
    "CreateServer(Express application)": CreateServer(configured(given).use(returning().Build())),
    "CreateServer(App)": CreateServer(returning(), { Settings: given }),
    "CreateServer(App) with a Host": CreateServer(returning(), { Host: configured(given) }),
  };
  return Promise.all(
    Object.entries(servers).map(async ([kind, server]) => [kind, await wireOf(server)] as const),
  );
}

/** Every kind of server that has an Express application, with these, which may still change. */
async function changeableKinds(): Promise<{ kinds: Kinds; applications: readonly Application[] }> {
  const reading = reference({});
  const mounted = configured({}).use(returning().Build());
  const served = configured({}).use(returning().Build());
  const host = configured({});
  const kinds: Kinds = [
    ["res.json", await wireOf(createServer(reading))],
    ["an App in an Express application", await wireOf(createServer(mounted))],
    ["CreateServer(Express application)", await wireOf(CreateServer(served))],
    ["CreateServer(App) with a Host", await wireOf(CreateServer(returning(), { Host: host }))],
  ];
  return { kinds, applications: [reading, mounted, served, host] };
}

async function expectOne(kinds: Kinds, bytes: string): Promise<string> {
  const answers = await Promise.all(
    kinds.map(async ([kind, wire]) => [kind, await wire.send(bytes)] as const),
  );
  const [expected = ""] = answers.map(([, answer]) => answer);
  for (const [kind, answer] of answers) expect({ kind, answer }).toEqual({ kind, answer: expected });
  return expected;
}

const tags = ['"mine"', "*", '"other"', "", 'W/"2c-OdcIDGNcihFRcWvmM78+16YOZiY"'];

/** Ways to ask for one value. */
function requestsFor(path: string): readonly string[] {
  return [
    get(path),
    request(`HEAD ${path}`),
    request(`POST ${path}`, {}, "ignored"),
    ...tags.map((tag) => get(path, { "If-None-Match": tag })),
    request(`HEAD ${path}`, { "If-None-Match": "*" }),
    request(`POST ${path}`, { "If-None-Match": "*" }, ""),
    get(path, { "If-None-Match": "*", "Cache-Control": "no-cache" }),
    get(path, { "If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT" }),
    get(path, { "If-Modified-Since": "Sun, 01 Jan 2023 00:00:00 GMT" }),
    get(path, { "Accept-Encoding": "gzip" }),
  ];
}

/** Settings that make a difference to the head. */
const decisive = ["json spaces", "etag strong", "everything at once"];

describe.each(Object.entries(settings))(
  "a returned value is sent as res.json sends it, with %s",
  (name, given) => {
    let kinds: Kinds;

    beforeAll(async () => {
      kinds = await kindsFor(given);
    });

    it.each(Object.keys(values))("for the value %s", async (value) => {
      const path = `/${value}/nothing`;
      const answer = await expectOne(kinds, pipelined(get(path), request(`HEAD ${path}`), get(path)));
      expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    });

    if (!decisive.includes(name)) return;

    it.each(Object.keys(preparations))("for an object after %s", async (preparation) => {
      const path = `/object/${encodeURIComponent(preparation)}`;
      const answer = await expectOne(kinds, pipelined(...requestsFor(path).slice(0, 4)));
      expect(answer).toMatch(/^HTTP\/1\.1 [2345]/);
    });
  },
);

describe("without a setting", () => {
  let kinds: Kinds;

  beforeAll(async () => {
    kinds = await kindsFor({});
  });

  it("the bytes are these", async () => {
    expect(await expectOne(kinds, get("/object/nothing"))).toBe(
      [
        "HTTP/1.1 200 OK",
        "Content-Type: application/json; charset=utf-8",
        "Content-Length: 44",
        'ETag: W/"2c-OdcIDGNcihFRcWvmM78+16YOZiY"',
        "Date: ...",
        "Connection: close",
        "",
        '{"name":"Tom","toys":["ball",{"of":"wool"}]}',
      ].join("\r\n"),
    );
  });

  const prepared = ["object", "text", "bytes"].flatMap((value) =>
    Object.keys(preparations).map((preparation) => [value, preparation] as const),
  );

  it.each(prepared)(
    "each way to ask gets the same for the value %s, after %s",
    async (value, preparation) => {
      const path = `/${value}/${encodeURIComponent(preparation)}`;
      const answer = await expectOne(kinds, pipelined(...requestsFor(path)));
      expect(answer).toMatch(/^HTTP\/1\.1 [2345]/);
    },
  );

  it("HTTP/1.0 gets the same", async () => {
    const answer = await expectOne(kinds, "GET /unicode/nothing HTTP/1.0\r\n\r\n");
    expect(answer).toContain("Content-Length: ");
  });

  it("the tag of one answer makes the next a 304", async () => {
    const tag = /^ETag: (.*)\r$/m.exec(await expectOne(kinds, get("/unicode/nothing")))?.[1] ?? "";
    const again = await expectOne(kinds, get("/unicode/nothing", { "If-None-Match": tag }));
    expect(again).toBe(`HTTP/1.1 304 Not Modified\r\nETag: ${tag}\r\nDate: ...\r\nConnection: close\r\n\r\n`);
  });

  it("many requests in one write get many answers", async () => {
    const all = Object.keys(values).map((value) => get(`/${value}/nothing`));
    const answer = await expectOne(kinds, pipelined(...all));
    expect(answer.split("HTTP/1.1 200 OK")).toHaveLength(all.length + 1);
  });
});

describe("methods of the host's responses that are replaced are called,", () => {
  /** Adds to an application's response, once its server is there. */
  const changes: readonly (readonly [string, (response: Response) => object])[] = [
    ["json", ({ send }) => ({ json: replaced("json", send) })],
    ["send", ({ send }) => ({ send: replaced("send", send) })],
    ["end", ({ end }) => ({ end: ended(end) })],
    ["json that only adds", ({ json }) => ({ json: wrapping(json) })],
    ["send that only adds", ({ send }) => ({ send: wrapping(send) })],
    ["setHeader", ({ setHeader }) => ({ setHeader: wrapping(setHeader) })],
  ];

  function replaced(
    name: string,
    send: (body: string) => unknown,
  ): (this: Response, body: unknown) => unknown {
    return function (this: Response, body: unknown) {
      return send.call(this, `${name} of ${typeof body}`);
    };
  }

  function ended(end: Response["end"]): (this: Response, ...args: unknown[]) => unknown {
    return function (this: Response, ...args: unknown[]) {
      this.setHeader("X-Ended", "yes");
      return Reflect.apply(end, this, args) as unknown;
    };
  }

  function wrapping(method: (...args: never[]) => unknown): (this: Response, ...args: unknown[]) => unknown {
    return function (this: Response, ...args: unknown[]) {
      if (!this.headersSent && !this.hasHeader("X-Wrapped")) setHeader.call(this, "X-Wrapped", "yes");
      return Reflect.apply(method, this, args) as unknown;
    };
  }

  const { setHeader } = express.response;

  function responseOf(app: Application): Response {
    return (app as unknown as { response: Response }).response;
  }

  it.each(changes)("%s of an application", async (_name, change) => {
    const { kinds, applications } = await changeableKinds();
    // First as they are: nothing may be remembered of that.
    const before = await expectOne(kinds, get("/object/nothing"));
    for (const app of applications) Object.assign(responseOf(app), change(responseOf(app)));
    expect(await expectOne(kinds, get("/object/nothing"))).not.toBe(before);
  });

  it.each(changes.slice(0, 5))("%s of Express itself", async (_name, change) => {
    const kinds = await kindsFor({});
    const before = await expectOne(kinds, get("/object/nothing"));
    const kept = Object.getOwnPropertyDescriptors(express.response);
    try {
      Object.assign(express.response, change(express.response));
      expect(await expectOne(kinds, get("/object/nothing"))).not.toBe(before);
    } finally {
      for (const name of Object.keys(express.response)) {
        if (!(name in kept)) Reflect.deleteProperty(express.response, name);
      }
      Object.defineProperties(express.response, kept);
    }
    expect(await expectOne(kinds, get("/object/nothing"))).toBe(before);
  });
});

describe("settings that come later hold,", () => {
  it.each(Object.entries(settings).filter(([, given]) => Object.keys(given).length > 0))(
    "%s",
    async (_name, given) => {
      const { kinds, applications } = await changeableKinds();
      await expectOne(kinds, get("/html/nothing"));
      for (const app of applications) {
        for (const [name, value] of Object.entries(given)) app.set(name, value);
      }
      await expectOne(kinds, get("/html/nothing"));
    },
  );
});

describe("settings of the application that an App is mounted in hold, not those of the one around it,", () => {
  it.each(Object.entries(settings))("%s", async (_name, given) => {
    const around = (inner: Application): Application =>
      configured({ "json spaces": 4, etag: false }).use("/in", inner);
    const mounted = (): Application => around(configured(given).use(returning().Build()));
    const kinds: Kinds = [
      ["res.json", await wireOf(createServer(around(reference(given))))],
      ["an App in an Express application", await wireOf(createServer(mounted()))],
      ["CreateServer(Express application)", await wireOf(CreateServer(mounted()))],
    ];
    await expectOne(
      kinds,
      pipelined(get("/in/html/nothing"), get("/in/object/nothing", { "If-None-Match": "*" })),
    );
  });
});

describe("the status of a returned value", () => {
  it.each([200, 201, 202, 203, 204, 205, 206, 299, 304, 400, 404, 599])(
    "%d is that of res.json",
    async (status) => {
      const app = (): App => new App().Get("/", () => ({ status }), Status(status));
      const host = configured({}).get("/", (_req, res) => res.status(status).json({ status }));
      const kinds: Kinds = [
        ["res.json", await wireOf(createServer(host))],
        ["an App in an Express application", await wireOf(createServer(configured({}).use(app().Build())))],
        ["CreateServer(App)", await wireOf(CreateServer(app()))],
      ];
      const answer = await expectOne(
        kinds,
        pipelined(get("/"), request("HEAD /"), get("/", { "If-None-Match": "*" })),
      );
      expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      const unused = `GET /: the handler returned a value that is not used, because status ${status} has no content: return undefined, or declare another status`;
      // One of each App.
      expect(takeMessages()).toEqual([204, 205].includes(status) ? [unused, unused] : []);
    },
  );
});

describe("what JSON cannot hold is the uniform 500,", () => {
  const circular: { self?: unknown } = {};
  circular.self = circular;
  const rows: readonly (readonly [string, unknown])[] = [
    ["a bigint", 1n],
    ["a bigint inside", { a: [1n] }],
    ["a circle", circular],
    ["a symbol", Symbol("a")],
    ["a function", () => 1],
    ["NaN", NaN],
    ["Infinity", -Infinity],
    ["what says that it is nothing", { toJSON: () => undefined }],
    ["what throws", { toJSON: () => { throw new Error("secret"); } }], // prettier-ignore
    ["a getter that throws", { get a() { throw new Error("secret"); } }], // prettier-ignore
  ];

  it.each(rows)("%s", async (_what, value) => {
    const app = (): App => new App({ Logger: recordingLogger(), TrustRequestID: true }).Get("/", () => value);
    const kinds: Kinds = [
      ["an App in an Express application", await wireOf(createServer(configured({}).use(app().Build())))],
      [
        "the same with spaces",
        await wireOf(createServer(configured({ "json spaces": 2 }).use(app().Build()))),
      ],
      ["CreateServer(App)", await wireOf(CreateServer(app()))],
      ["the same with Settings", await wireOf(CreateServer(app(), { Settings: { "json spaces": 2 } }))],
    ];
    const answer = await expectOne(kinds, get("/", withID));
    expect(answer).toMatch(/^HTTP\/1\.1 500 Internal Server Error\r\n/);
    expect(answer).toContain('"code":"internal_error","message":"Internal Server Error"');
  });
});
