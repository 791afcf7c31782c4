import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTLSServer } from "node:https";
import type { Duplex } from "node:stream";
import express, { type Application, type RequestHandler } from "express";
import { App, VersioningHeader, WithVersion } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { listen } from "../../support/serve";
import { selfSigned } from "../../support/self-signed";
import { get, request, wireOf } from "../../support/wire";
import { expectSame } from "./support/compare";

/** All that Express computes of a request: it can't be assigned once Express has the request. */
const computed = {
  fresh: true,
  host: "other.org:1",
  hostname: "other.org",
  ip: "10.9.8.7",
  ips: ["10.9.8.7"],
  path: "/other",
  protocol: "other",
  query: { other: "yes" },
  secure: true,
  stale: true,
  subdomains: ["other"],
  xhr: true,
};

/** A handler that tells which of a listener's assignments it sees. */
const seen: RequestHandler = (req, res) => {
  const fields = Object.keys(computed).map((name) => [name, Reflect.get(req, name) as unknown]);
  const users = Reflect.get(req, "user") as unknown;
  res.json({ ...(Object.fromEntries(fields) as object), users, own: Object.hasOwn(req, "query") });
};

/** Strict code: what can't be assigned throws. */
function assign(req: IncomingMessage): void {
  for (const [name, value] of Object.entries({ ...computed, user: "Ann" })) {
    (req as unknown as Record<string, unknown>)[name] = value;
  }
}

type Listening = (server: Server) => Server;

/** Listeners of a server's own, outside of the application, and what a client sends to meet them. */
const listeners: readonly (readonly [string, Listening, string, string])[] = [
  ["a request listener before the application", (server) => server.prependListener("request", assign), get("/seen?a=1"), '"ip":"10.9.8.7"'],
  ["one that is called once", (server) => server.prependOnceListener("request", assign), get("/seen?a=1"), '"query":{"other":"yes"}'],
  ["one in the place of the application's, which calls that", wrapped, get("/seen?a=1"), '"users":"Ann"'],
  ["one before the application, and one after it", (server) => server.prependListener("request", assign).on("request", () => undefined), get("/seen"), '"xhr":true'],
  ["an upgrade", (server) => server.on("upgrade", taken), get("/ws?a=1", { Connection: "upgrade", Upgrade: "echo" }), '"ip":"10.9.8.7"'],
  ["an upgrade, before an older listener", (server) => server.on("upgrade", () => undefined).prependListener("upgrade", taken), get("/ws?a=1", { Connection: "upgrade", Upgrade: "echo" }), '"ip":"10.9.8.7"'],
  ["a CONNECT", (server) => server.on("connect", taken), "CONNECT test:80 HTTP/1.1\r\nHost: test\r\n\r\n", '"host":"other.org:1"'],
  ["checkContinue", (server) => server.on("checkContinue", handedOver(server)), request("POST /seen", { Expect: "100-continue" }, ""), '"path":"/other"'],
  ["checkExpectation", (server) => server.on("checkExpectation", handedOver(server)), request("POST /seen", { Expect: "more" }, ""), '"secure":true'],
]; // prettier-ignore

function wrapped(server: Server): Server {
  const before = server.listeners("request") as ((...message: unknown[]) => void)[];
  return server.removeAllListeners("request").on("request", (req, res) => {
    assign(req);
    for (const listener of before) listener.call(server, req, res);
  });
}

function taken(req: IncomingMessage, socket: Duplex): void {
  assign(req);
  const fields = Object.keys(computed).map((name) => [name, Reflect.get(req, name) as unknown]);
  socket.end(`HTTP/1.1 101 Switching Protocols\r\n\r\n${JSON.stringify(Object.fromEntries(fields))}`);
}

function handedOver(server: Server): (req: IncomingMessage, res: ServerResponse) => void {
  return (req, res) => {
    assign(req);
    server.emit("request", req, res);
  };
}

const application = (): Application =>
  express().disable("x-powered-by").all("/seen", seen).post("/:any", seen);
const appOf = (): App => new App().Get("/seen", seen).Post("/seen", seen);

const kinds: readonly (readonly [string, () => Server, () => Server])[] = [
  ["CreateServer(Express)", () => createServer(application()), () => CreateServer(application())],
  [
    "CreateServer(Express), TLS",
    () => createTLSServer(selfSigned, application()),
    () => CreateServer(application(), { TLS: selfSigned }),
  ],
  [
    "CreateServer(App)",
    () => createServer(express().disable("x-powered-by").use(appOf().Build())),
    () => CreateServer(appOf()),
  ],
  [
    "CreateServer(App, { Host })",
    () => createServer(application()),
    () =>
      CreateServer(
        new App().Get("/dogs", () => "Rex"),
        { Host: application() },
      ),
  ],
];

describe.each(kinds)("%s: a listener may assign to a request what it may under http.createServer:", (_kind, plain, fast) => {
  it.each(listeners)("%s", async (_what, listening, bytes, holds) => {
    const wires = [await wireOf(listening(plain())), await wireOf(listening(fast()))] as const;
    await expectSame(wires, ["", bytes, holds]);
  });

  it("and what Express computes of the next request is untouched", async () => {
    const once: Listening = (server) => server.prependOnceListener("request", assign);
    const wires = [await wireOf(once(plain())), await wireOf(once(fast()))] as const;
    await expectSame(wires, ["", get("/seen"), '"own":true']);
    await expectSame(wires, ["", get("/seen?a=1"), '"query":{"a":"1"}', '"own":false']);
  });
}); // prettier-ignore

test("a request is Node's own in a listener before the application, and Express's after it", async () => {
  const prototypes: unknown[] = [];
  const note = (req: IncomingMessage): void => void prototypes.push(Reflect.has(req, "subdomains"));
  const server = CreateServer(application()).prependListener("request", note).on("request", note);
  await (await listen(server)).ask("GET /seen");
  expect(prototypes).toEqual([false, true]);
});

test("only listeners for listeners are added to a server, and nothing else of the server's is changed", () => {
  const [plain, fast] = [createServer(application()), CreateServer(application())];
  expect(fast.eventNames()).toEqual([...plain.eventNames(), "newListener", "removeListener"]);
  expect(Object.keys(fast).toSorted()).toEqual(Object.keys(plain).toSorted());
  for (const event of plain.eventNames()) {
    expect([event, fast.listenerCount(event)]).toEqual([event, plain.listenerCount(event)]);
  }
});

test("a server whose listeners for upgrades have left answers upgrades as one that never had any", async () => {
  // Without `close`, the server would keep the connection open for seconds.
  const upgrade = get("/seen?a=1", { Connection: "upgrade, close", Upgrade: "echo" });
  const left: readonly Listening[] = [
    (server) =>
      server.on("upgrade", taken).on("upgrade", assign).off("upgrade", taken).off("upgrade", assign),
    (server) => server.on("upgrade", taken).removeAllListeners("upgrade"),
  ];
  for (const listening of left) {
    const wires = [
      await wireOf(listening(createServer(application()))),
      await wireOf(listening(CreateServer(application()))),
    ] as const;
    await expectSame(wires, ["", upgrade, "200 OK", '"query":{"a":"1"}']);
  }
});

test("who changes the emit of all servers is asked", () => {
  const prototype = Object.getPrototypeOf(createServer()) as Server;
  const server = CreateServer(application());
  const emit = jest.spyOn(prototype, "emit").mockReturnValue(true);
  server.emit("request", {}, {});
  server.emit("close");
  const events = emit.mock.calls.map(([event]) => event as string);
  emit.mockRestore();
  expect(events).toEqual(["request", "close"]);
});

describe("messages that another server made are served:", () => {
  const versioned = (): App =>
    new App({ Versioning: { Type: VersioningHeader, Header: "X-API-Version" } })
      .Get("/cats", (req, res) => ({ ip: req.ip, same: req.res === res }), WithVersion("1"))
      .Get("/seen", seen, WithVersion("1"));
  const rows: readonly (readonly [string, () => Server, () => Server])[] = [
    ["an Express application's", () => createServer(application()), () => CreateServer(application())],
    [
      "an App's",
      () => createServer(express().disable("x-powered-by").use(versioned().Build())),
      () => CreateServer(versioned()),
    ],
    [
      "an App's, with a Host",
      () => createServer(express().disable("x-powered-by").use(versioned().Build())),
      () => CreateServer(versioned(), { Host: express().disable("x-powered-by") }),
    ],
  ];

  it.each(rows)("%s", async (_what, plain, fast) => {
    const inner = fast();
    const front = createServer((req, res) => inner.emit("request", req, res));
    const wires = [await wireOf(plain()), await wireOf(front)] as const;
    await expectSame(wires, ["", get("/cats", { "X-API-Version": "1" })]);
    await expectSame(wires, ["", get("/nowhere")]);
    await expectSame(wires, ["", get("/seen?a=1", { "X-API-Version": "1" })]);
  });

  it("with the Vary that belongs to them, though somebody has a hand in their heads", async () => {
    const inner = CreateServer(versioned());
    const front = createServer((req, res) => {
      const { writeHead } = res;
      res.writeHead = function (this: typeof res, ...args: Parameters<typeof writeHead>) {
        this.setHeader("X-Front", "yes");
        return writeHead.apply(this, args);
      } as typeof writeHead;
      inner.emit("request", req, res);
    });
    const { headers } = await (await listen(front)).ask("GET /cats", { "X-API-Version": "1" });
    expect(headers).toMatchObject({ vary: "X-API-Version", "x-front": "yes" });
  });

  it("those of another CreateServer", async () => {
    const inner = CreateServer(versioned());
    const front = CreateServer(express().use((req, res) => void inner.emit("request", req, res)));
    const answer = await (await listen(front)).ask("GET /cats", { "X-API-Version": "1" });
    expect(answer).toMatchObject({ status: 200, json: { same: true }, headers: { vary: "X-API-Version" } });
  });
});
