import { request } from "node:http";
import { Readable } from "node:stream";
import { format } from "node:util";
import { setTimeout as sleep } from "node:timers/promises";
import type { NextFunction, Request, Response } from "express";
import {
  App,
  VersioningCustom,
  WithBody,
  WithGuards,
  WithMiddleware,
  WithQuery,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions } from "versioned-controllers";
import { kinds } from "../../support/server-kinds";
import { everything, type Thrown } from "../../support/thrown";
import { recordingLogger } from "../../support/logger";
import { listen } from "../../support/serve";
import { gate, until } from "../../support/wait";

/**
 * The answer as a client sees it, in a line: `500 internal_error`, `200 Tom`, `200 To, cut off`, `no answer`.
 *
 * It gives up before jest does.
 */
function told(port: number, path = "/"): Promise<string> {
  return new Promise((resolve) => {
    const outgoing = request({ host: "127.0.0.1", port, path, agent: false });
    const timer = setTimeout(() => {
      resolve("no answer");
      outgoing.destroy();
    }, 30_000);
    const done = (line: string): void => {
      clearTimeout(timer);
      resolve(line);
    };
    outgoing.once("error", () => {
      done("no answer");
    });
    outgoing.once("response", (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      incoming.on("error", () => undefined);
      incoming.once("close", () => {
        done(`${incoming.statusCode ?? 0} ${codeIn(text)}${incoming.complete ? "" : ", cut off"}`);
      });
    });
    outgoing.end();
  });
}

function codeIn(text: string): string {
  try {
    const { error } = JSON.parse(text) as { readonly error: { readonly code: string } };
    return error.code;
  } catch {
    return text;
  }
}

/** Which of the things is to be thrown stands in the path, since each is thrown at each place of one App. */
function thrownBy(req: Request): unknown {
  return everything[Number(req.path.slice(1))]?.value;
}

function throws(req: Request): never {
  throw thrownBy(req);
}

/** A source as another package has it, whose chunks throw. */
function foreign(read: () => AsyncGenerator) {
  const source = {
    on: () => source,
    pipe: () => source,
    destroy: () => source,
    [Symbol.asyncIterator]: read,
  };
  return source;
}

const standard = (validate: () => unknown) => ({
  "~standard": { version: 1, vendor: "test", validate } as never,
});

/** A place where something is thrown, before a byte of the response is written. */
interface PlaceOf {
  readonly app: (options: AppOptions) => App;
  /** Values that are no error there. */
  readonly except?: (thrown: Thrown) => boolean;
  /** How often it is logged beside its answer. */
  readonly logs?: number;
}

const handled = (handler: (req: Request, res: Response, next: NextFunction) => unknown): PlaceOf => ({
  app: (options) => new App(options).Get("/{n}", handler),
});

// Values that `next` takes for no error, or for a place to go to.
const isForNext = ({ value }: Thrown): boolean => value === undefined || value === null || value === "route";

/** Whether Node's own streams stumble over it: they read the stack of what they are destroyed with. */
function hasNoStack({ value }: Thrown): boolean {
  try {
    Reflect.get(Object(value) as object, "stack");
    return false;
  } catch {
    return true;
  }
}

const places: Readonly<Record<string, PlaceOf>> = {
  "a handler": handled(throws),
  "a handler's promise": handled(async (req) => throws(req)),
  "a handler's promise, late": handled(async (req) => (await sleep(1), throws(req))),
  "a handler's thenable": handled((req) => ({
    then: (_resolve: unknown, reject: (reason: unknown) => void) => {
      reject(thrownBy(req));
      reject(new Error("again"));
      throw new Error("and again");
    },
  })),
  "a handler's next": {
    ...handled((req, _res, next) => {
      next(thrownBy(req));
    }),
    except: isForNext,
  },
  "a handler's next, and then its throw": {
    ...handled((req, _res, next) => {
      next(thrownBy(req));
      throw thrownBy(req);
    }),
    except: isForNext,
    logs: 1,
  },
  "a stream before its first byte": {
    ...handled((req) =>
      Readable.from(
        (async function* () {
          yield "";
          throws(req);
        })(),
      ),
    ),
    except: hasNoStack,
  },
  "a stream of another package": handled((req) =>
    foreign(async function* () {
      yield "";
      throws(req);
    }),
  ),
  "a guard": {
    app: (options) => new App(options).Get("/{n}", () => "Tom", WithGuards(throws)),
  },
  "a guard's promise": {
    app: (options) =>
      new App(options).Get(
        "/{n}",
        () => "Tom",
        WithGuards(async (req: Request) => throws(req)),
      ),
  },
  "a middleware": {
    app: (options) => new App(options).Get("/{n}", () => "Tom", WithMiddleware(throws)),
  },
  "a middleware's promise": {
    app: (options) =>
      new App(options).Get(
        "/{n}",
        () => "Tom",
        WithMiddleware(async (req) => throws(req)),
      ),
  },
  "a middleware's next": {
    app: (options) =>
      new App(options).Get(
        "/{n}",
        () => "Tom",
        WithMiddleware((req, _res, next) => {
          next(thrownBy(req));
        }),
      ),
    except: isForNext,
  },
  "what App.Use was given": {
    app: (options) => new App(options).Use(throws).Get("/{n}", () => "Tom"),
  },
  "an extractor": {
    app: (options) =>
      new App({ ...options, Versioning: { Type: VersioningCustom, Extractor: throws } }).Get(
        "/{n}",
        () => "Tom",
        WithVersion("1"),
      ),
  },
  "an extractor's promise": {
    app: (options) =>
      new App({
        ...options,
        Versioning: { Type: VersioningCustom, Extractor: async (req) => throws(req) },
      }).Get("/{n}", () => "Tom", WithVersion("1")),
  },
};

/** Schemas that throw where there is no request to tell: each in an App of its own. */
const schemas: Readonly<Record<string, (value: unknown) => ReturnType<typeof standard>>> = {
  "a schema": (value) =>
    standard(() => {
      throw value;
    }),
  // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- as a library may
  "a schema's promise": (value) => standard(() => Promise.reject(value)),
};

const quiet = { warn: () => undefined };

beforeEach(() => {
  // The console, last in line for errors, must be able to show them.
  jest.spyOn(console, "error").mockImplementation((...args: unknown[]) => void format(...args));
  jest.spyOn(console, "warn").mockImplementation(() => undefined);
});

afterEach(() => {
  jest.restoreAllMocks();
});

describe.each(Object.entries(kinds))("%s", (_kind, serverOf) => {
  describe("whatever is thrown is answered once and logged once, and the next request is served", () => {
    it.each(Object.entries(places))("by %s", async (_place, { app, except = () => false, logs = 0 }) => {
      const error = jest.fn();
      const { port } = await listen(serverOf(app({ Logger: { ...quiet, error } })));
      const expected: Record<string, readonly unknown[]> = {};
      const received: Record<string, readonly unknown[]> = {};
      for (const [n, thrown] of everything.entries()) {
        if (except(thrown)) continue;
        error.mockClear();
        const line = await told(port, `/${n}`);
        expected[thrown.what] = [thrown.answer, logs + (thrown.answer.startsWith("500") ? 1 : 0)];
        received[thrown.what] = [line, error.mock.calls.length];
        if (line === "no answer") break;
      }
      expect(received).toEqual(expected);
    });

    it.each(Object.entries(schemas))("by %s", async (_place, schemaOf) => {
      const expected: Record<string, string> = {};
      const received: Record<string, string> = {};
      const app = new App({ Logger: { ...quiet, error: () => undefined } });
      for (const [n, { value }] of everything.entries()) {
        app.Get(`/${n}`, () => "Tom", WithQuery(schemaOf(value)));
      }
      const { port } = await listen(serverOf(app));
      for (const [n, { what, answer }] of everything.entries()) {
        expected[what] = answer;
        received[what] = await told(port, `/${n}`);
        if (received[what] === "no answer") break;
      }
      expect(received).toEqual(expected);
    });

    it("with no logger but the console", async () => {
      const { port } = await listen(serverOf(handled(async (req) => throws(req)).app({})));
      for (const [n, { what, answer }] of everything.entries()) {
        expect([what, await told(port, `/${n}`)]).toEqual([what, answer]);
      }
    });

    it("with a MapError, an OnMatch and a Logger that throw it too", async () => {
      for (const { what, value } of everything.filter(({ answer }) => answer.startsWith("500"))) {
        const again = (): never => {
          throw value;
        };
        const options = { MapError: again, OnMatch: again, Logger: { ...quiet, error: again } };
        const { port } = await listen(serverOf(new App(options).Get("/", again)));
        expect([what, await told(port)]).toEqual([what, "500 internal_error"]);
      }
    });
  });

  describe("what is thrown later changes no answer", () => {
    // A part that was written in the turn of the throw need not have left.
    const later: Readonly<
      Record<string, readonly [(res: Response) => void, answers: Record<string, string>]>
    > = {
      "once the head is out": [
        (res) => void res.write("To"),
        { now: "no answer", late: "200 To, cut off", twice: "no answer" },
      ],
      "once the response has ended": [
        (res) => void res.end("Tom"),
        { now: "200 Tom", late: "200 Tom", twice: "200 Tom" },
      ],
    };

    it.each(Object.entries(later))("%s", async (_moment, [begin, answers]) => {
      const error = jest.fn();
      const app = new App({ Logger: { ...quiet, error } })
        .Get("/now/{n}", (req, res) => {
          begin(res);
          throw everything[Number(req.params.n)]?.value;
        })
        .Get("/late/{n}", async (req, res) => {
          begin(res);
          await sleep(2);
          throw everything[Number(req.params.n)]?.value;
        })
        .Get("/twice/{n}", async (req, res, next) => {
          begin(res);
          next(new Error("first"));
          await sleep(2);
          throw everything[Number(req.params.n)]?.value;
        });
      const { port } = await listen(serverOf(app));
      for (const when of ["now", "late"]) {
        for (const [n, { what }] of everything.entries()) {
          error.mockClear();
          const line = await told(port, `/${when}/${n}`);
          await until(() => error.mock.calls.length > 0);
          await sleep(1);
          expect([when, what, line, error.mock.calls.length]).toEqual([when, what, answers[when], 1]);
        }
      }
      error.mockClear();
      for (const [n, { what }] of everything.entries()) {
        expect([what, await told(port, `/twice/${n}`)]).toEqual([what, answers.twice]);
      }
      await until(() => error.mock.calls.length === 2 * everything.length);
    });

    it("once the request was passed on: the answer is the host's", async () => {
      const error = jest.fn();
      const app = new App({ Logger: { ...quiet, error } }).Get("/{n}", async (req, _res, next) => {
        next();
        await sleep(1);
        throws(req);
      });
      const { port } = await listen(serverOf(app));
      for (const n of everything.keys()) expect(await told(port, `/${n}`)).toMatch(/^404 /);
      await until(() => error.mock.calls.length === everything.length);
    });
  });

  it("what never comes holds nobody up, and nothing starts once its client has gone", async () => {
    const logger = recordingLogger();
    const handler = jest.fn(() => "Tom");
    const waiting = gate();
    const reached: string[] = [];
    const later = async (req: Request): Promise<true> => {
      reached.push(req.path);
      await waiting.opened;
      return true;
    };
    const never = (): Promise<never> => new Promise(() => undefined);
    const app = new App({ Logger: logger })
      .Get("/handler", (req) => (reached.push(req.path), never()))
      .Get("/guard", handler, WithGuards(later))
      .Get(
        "/middleware",
        handler,
        WithMiddleware((req, _res, next) => {
          void later(req).then(() => {
            next();
          });
        }),
      )
      .Post("/body", handler, WithBody({ type: "object" }))
      .Get("/", () => "Tom");
    const server = await listen(serverOf(app));
    const sockets = ["/handler", "/guard", "/middleware"].map((path) => server.open(`GET ${path}`));
    sockets.push(
      server.open("POST /body HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 9\r\nX:"),
    );
    await until(() => reached.length === 3);
    expect(await told(server.port)).toBe("200 Tom");
    for (const socket of sockets) socket.destroy();
    await sleep(20);
    waiting.open();
    await sleep(20);
    expect(handler).not.toHaveBeenCalled();
    expect(logger.error).not.toHaveBeenCalled();
    expect(await told(server.port)).toBe("200 Tom");
  });

  describe("a stream whose functions throw ends its own response and no other", () => {
    const thrower = (): never => {
      throw new Error("secret");
    };
    const whole = async function* () {
      yield "Tom";
    };

    it.each([
      ["on", { ...foreign(whole), on: thrower }],
      ["destroy", { ...foreign(whole), destroy: thrower }],
      ["the iterator", { ...foreign(whole), [Symbol.asyncIterator]: thrower }],
    ])("%s", async (_what, source) => {
      const error = jest.fn();
      const app = new App({ Logger: { ...quiet, error } }).Get("/stream", () => source).Get("/", () => "Tom");
      const { port } = await listen(serverOf(app));
      expect(await told(port, "/stream")).toMatch(/^(?:200 Tom|500 internal_error)/);
      await sleep(20);
      expect(await told(port)).toBe("200 Tom");
    });
  });
});
