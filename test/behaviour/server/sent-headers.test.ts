import { createServer, OutgoingMessage, ServerResponse, type Server } from "node:http";
import express, { type Request, type Response } from "express";
import {
  App,
  VersioningHeader,
  VersioningMediaType,
  WithVersion,
  type VersioningOptions,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { listen } from "../../support/serve";
import { until } from "../../support/wait";

/** What a listener of `finish` reads from the response of a handler that has returned a value. */
interface ReadHeaders {
  readonly names: readonly string[];
  readonly rawNames: readonly string[];
  readonly all: object;
  readonly etag: unknown;
  readonly type: unknown;
  readonly hasVary: boolean;
  readonly hasCookie: boolean;
  readonly cookie: unknown;
  readonly isSent: boolean;
  readonly codeOfNumber: unknown;
}

const servers: Readonly<Record<string, (app: App) => Server>> = {
  "CreateServer(App)": (app) => CreateServer(app),
  "CreateServer(App) with a Host": (app) => CreateServer(app, { Host: express().disable("x-powered-by") }),
  "CreateServer(Express)": (app) => CreateServer(express().disable("x-powered-by").use(app.Build())),
};

const versionings: Readonly<Record<string, readonly [VersioningOptions, headers: Record<string, string>]>> = {
  "the version in a header": [{ Type: VersioningHeader, Header: "X-API-Version" }, { "X-API-Version": "1" }],
  "the version in the media type": [
    { Type: VersioningMediaType, Key: "v" },
    { Accept: "application/json;v=1" },
  ],
};

const reading = Object.entries(servers).flatMap(([kind, serverOf]) =>
  Object.entries(versionings).map(([name, versioning]) => ({ kind, serverOf, name, versioning })),
);

describe("a listener of finish reads the headers that were sent, as from an Express application", () => {
  it.each(reading)("$kind, $name", async ({ serverOf, versioning }) => {
    const inExpress = (app: App): Server => createServer(express().disable("x-powered-by").use(app.Build()));
    const expected = await readBy(inExpress, versioning);
    expect(expected).toMatchObject({ etag: expect.any(String) as unknown, hasVary: true, isSent: true });
    expect(await readBy(serverOf, versioning)).toEqual(expected);
  });
});

async function readBy(
  serverOf: (app: App) => Server,
  [versioning, headers]: readonly [VersioningOptions, Record<string, string>],
): Promise<ReadHeaders | undefined> {
  const read: ReadHeaders[] = [];
  const app = new App({ Versioning: versioning }).Get(
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
  await ask("GET /cats", headers);
  await until(() => read.length > 0);
  return read[0];
}

function codeOf(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

function headersOf(res: Response): ReadHeaders {
  return {
    names: res.getHeaderNames(),
    // Express's types lack it.
    rawNames: (res as unknown as { getRawHeaderNames(): string[] }).getRawHeaderNames(),
    all: { ...res.getHeaders() },
    etag: res.getHeader("ETag"),
    type: res.get("Content-Type"),
    hasVary: res.hasHeader("vary"),
    hasCookie: res.hasHeader("Set-Cookie"),
    cookie: res.getHeader("Set-Cookie"),
    isSent: res.headersSent,
    codeOfNumber: codeOf(() => res.getHeader(7 as never)),
  };
}

type Method = (this: ServerResponse, ...args: unknown[]) => unknown;

/** Node's own prototypes, with methods that someone else, such as a monitoring agent, may have wrapped. */
const prototypes = { ServerResponse: ServerResponse.prototype, OutgoingMessage: OutgoingMessage.prototype };

/** Each shows in the answer that it was called, and with which arguments. */
const wrappers: Readonly<Record<string, (own: Method) => Method>> = {
  writeHead: (own) =>
    function (status, headers) {
      return own.call(this, status, { ...this.getHeaders(), ...(headers as object), "x-wrapped": "1" });
    },
  setHeader: (own) =>
    function (name, value) {
      return own.call(this, `X-Wrapped-${String(name)}`, value);
    },
  end: (own) =>
    function (...args) {
      if (!this.headersSent) this.appendHeader("X-Wrapped", String(args[0]).length.toString());
      return own.apply(this, args);
    },
};

const wrapped = Object.entries(prototypes).flatMap(([name, prototype]) =>
  Object.keys(wrappers)
    .filter((method) => Object.hasOwn(prototype, method))
    .map((method) => ({ name, method, prototype })),
);

describe("a method of Node's own prototypes that is wrapped once the server is there is called", () => {
  it.each([...wrapped, { name: "ServerResponse", method: "end", prototype: prototypes.ServerResponse }])(
    "$method of $name",
    async ({ method, prototype }) => {
      const { asks, calls } = await plainServers();
      const own = Object.getOwnPropertyDescriptor(prototype, method);
      const before = Reflect.get(prototype, method) as Method;
      const wrap = wrappers[method];
      Object.defineProperty(prototype, method, { value: wrap?.(before), configurable: true, writable: true });
      try {
        const [expected, ...others] = await Promise.all(asks.map((ask) => ask()));
        expect(expected).toMatch(/x-wrapped/i);
        expect(others).toEqual(others.map(() => expected));
        expect(calls()).toBe(asks.length);
      } finally {
        if (own) Object.defineProperty(prototype, method, own);
        else Reflect.deleteProperty(prototype, method);
      }
    },
  );
});

async function plainServers(): Promise<{
  readonly asks: readonly (() => Promise<string>)[];
  readonly calls: () => number;
}> {
  let calls = 0;
  const app = (): App =>
    new App().Get("/cats", () => {
      calls += 1;
      return ["Tom"];
    });
  const served = await Promise.all(
    [
      createServer(express().disable("x-powered-by").use(app().Build())),
      CreateServer(app()),
      CreateServer(express().disable("x-powered-by").use(app().Build())),
    ].map(listen),
  );
  const asks = served.map(({ ask }) => async () => {
    const { status, rawHeaders, text } = await ask("GET /cats");
    return JSON.stringify([status, rawHeaders.filter((_, i) => rawHeaders[i & ~1] !== "Date"), text]);
  });
  return { asks, calls: () => calls };
}

describe("an answer whose handler has destroyed it", () => {
  const nothingSent = { events: ["close, without a head"], errors: 0 };
  const destroyed: Readonly<Record<string, readonly [(res: Response) => void, object]>> = {
    "the response": [(res) => res.destroy(), nothingSent],
    "a response of a strict length": [
      (res) => {
        res.strictContentLength = true;
        res.destroy();
      },
      nothingSent,
    ],
    "the socket alone": [(res) => res.socket?.destroy(), { events: ["close, with a head"], errors: 0 }],
  };
  const cases = Object.entries(destroyed).flatMap(([name, [destroy, end]]) =>
    Object.entries(servers).map(([kind, serverOf]) => ({ name, kind, serverOf, destroy, end })),
  );

  it.each(cases)("never finishes, and is not an error: $name, $kind", async ({ serverOf, destroy, end }) => {
    expect(await endOf(serverOf, destroy)).toEqual(end);
  });
});

/** What listeners and the log are told of a destroyed response. */
async function endOf(
  serverOf: (app: App) => Server,
  destroy: (res: Response) => void,
): Promise<{ readonly events: readonly string[]; readonly errors: number }> {
  const events: string[] = [];
  const logger = recordingLogger();
  const app = new App({ Logger: logger }).Get("/cats", (req: Request) => {
    const res = req.res as Response;
    for (const event of ["finish", "close", "error"]) {
      res.on(event, () => events.push(`${event}, ${res.headersSent ? "with" : "without"} a head`));
    }
    destroy(res);
    return ["Tom"];
  });
  const { ask } = await listen(serverOf(app));
  await expect(ask("GET /cats")).rejects.toThrow();
  await until(() => events.some((event) => event.startsWith("close")));
  return { events, errors: logger.error.mock.calls.length };
}
