import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { App, HTTPError, ServerSentEvent, Status, WithResponse } from "versioned-controllers";
import type { Handler } from "versioned-controllers";
import { z } from "zod";
import { errorBody, internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { expectFirstBeforeLast } from "../../support/pieces";
import { gate, until } from "../../support/wait";
import { takeMessages } from "../../support/warnings";

const lines = "application/x-ndjson";
const events = "text/event-stream; charset=utf-8";

async function* itemsOf(...items: readonly unknown[]) {
  for (const item of items) yield item;
}

/** A handler that gives the items as server-sent events. */
const eventsOf =
  (...items: readonly unknown[]): Handler =>
  (_req, res) => {
    res.type("text/event-stream");
    return itemsOf(...items);
  };

/** An iterator of its own making, which tells what is called. */
function recorded(next: () => Promise<IteratorResult<unknown>>) {
  const calls: string[] = [];
  const iterable = {
    [Symbol.asyncIterator]: () => {
      calls.push("opened");
      return {
        next: async () => {
          calls.push("next");
          return next();
        },
        return: async () => {
          calls.push("return");
          return { done: true, value: undefined };
        },
      };
    },
  };
  return { iterable, calls };
}

describe("the items of an async iterable are a JSON text a line", () => {
  it.each<readonly [what: string, handler: Handler, type: string, text: string]>([
    ["objects", () => itemsOf({ name: "Tom" }, { name: "Ann" }), lines, '{"name":"Tom"}\n{"name":"Ann"}\n'],
    ["lists, numbers, booleans and null", () => itemsOf([1], 2, true, null), lines, "[1]\n2\ntrue\nnull\n"],
    ["texts", () => itemsOf("Tom", "", "a\nb\u2028"), lines, '"Tom"\n""\n"a\\nb\u2028"\n'],
    ["dates", () => itemsOf(new Date(0)), lines, '"1970-01-01T00:00:00.000Z"\n'],
    ["an undefined one is passed over", () => itemsOf(1, undefined, 2), lines, "1\n2\n"],
    ["undefined ones alone", () => itemsOf(undefined), lines, ""],
    ["none at all", () => itemsOf(), lines, ""],
    ["of a promise", async () => itemsOf(1), lines, "1\n"],
    [
      "of an iterable that is no generator",
      () => ({ [Symbol.asyncIterator]: () => itemsOf(1) }),
      lines,
      "1\n",
    ],
    [
      "under another type of the handler's",
      (_req, res) => (res.type("application/jsonl"), itemsOf(1)),
      "application/jsonl",
      "1\n",
    ],
    [
      "under a type that begins like that of events",
      (_req, res) => (res.type("text/event-streams"), itemsOf(1)),
      "text/event-streams; charset=utf-8",
      "1\n",
    ],
  ])("%s", async (_what, handler, type, text) => {
    const answer = await (await serve(new App().Get("/", handler))).ask("GET /");
    expect(answer).toMatchObject({ status: 200, text, headers: { "content-type": type } });
  });

  it("with the route's Status, or the handler's own", async () => {
    const app = new App()
      .Get("/route", () => itemsOf(1), Status(203))
      .Get("/own", (_req, res) => (res.status(206), itemsOf(1)), Status(203));
    const server = await serve(app);
    expect((await server.ask("GET /route")).status).toBe(203);
    expect((await server.ask("GET /own")).status).toBe(206);
  });

  it('with the host\'s "json replacer", and no "json spaces", which would break the lines', async () => {
    const app = new App().Get("/", (req) => {
      req.app.set("json spaces", 2);
      req.app.set("json replacer", (key: string, value: unknown) => (key === "secret" ? undefined : value));
      return itemsOf({ name: "Tom", secret: 1 });
    });
    expect((await (await serve(app)).ask("GET /")).text).toBe('{"name":"Tom"}\n');
  });

  it("CheckResponses does not hold them against a schema", async () => {
    const app = new App({ CheckResponses: true }).Get("/", () => itemsOf(1), WithResponse(200, z.string()));
    expect(await (await serve(app)).ask("GET /")).toMatchObject({ status: 200, text: "1\n" });
  });

  it.each([true, false])(
    "they are sent without the members that it closes out: CheckResponses %s",
    async (CheckResponses) => {
      const closed = WithResponse(200, z.object({ name: z.string() }));
      const app = new App({ CheckResponses }).Get("/", () => itemsOf({ name: "Tom", secret: 1 }), closed);
      expect((await (await serve(app)).ask("GET /")).text).toBe('{"name":"Tom"}\n');
    },
  );
});

describe("under text/event-stream they are server-sent events", () => {
  it.each<readonly [what: string, item: unknown, text: string]>([
    ["an object", { name: "Tom" }, 'data: {"name":"Tom"}\n\n'],
    ["a text", "a\r\nb", 'data: "a\\r\\nb"\n\n'],
    ["null", null, "data: null\n\n"],
    ["undefined", undefined, ""],
    ["an event of data", ServerSentEvent({ Data: { n: 1 } }), 'data: {"n":1}\n\n'],
    ["an event of text", ServerSentEvent({ Data: "Tom" }), 'data: "Tom"\n\n'],
    ["an event of null", ServerSentEvent({ Data: null }), "data: null\n\n"],
    [
      "an event of everything",
      ServerSentEvent({ Data: 1, Event: "cat", ID: "7", Retry: 1000 }),
      "event: cat\nid: 7\nretry: 1000\ndata: 1\n\n",
    ],
    ["an event of an ID alone", ServerSentEvent({ ID: "7" }), "id: 7\n\n"],
    ["an event of an empty ID", ServerSentEvent({ ID: "" }), "id: \n\n"],
    ["an event of a Retry alone", ServerSentEvent({ Retry: 0 }), "retry: 0\n\n"],
    ["an event of nothing", ServerSentEvent({}), ""],
    [
      "an object with the members of one, which is data",
      { Data: 1, Event: "x" },
      'data: {"Data":1,"Event":"x"}\n\n',
    ],
  ])("%s", async (_what, item, text) => {
    const answer = await (await serve(new App().Get("/", eventsOf(item)))).ask("GET /");
    expect(answer).toMatchObject({ status: 200, text, headers: { "content-type": events } });
  });

  it.each(["TEXT/Event-Stream", "text/event-stream;charset=utf-8", "text/event-stream ; x=1"])(
    "written as %s",
    async (type) => {
      const app = new App().Get("/", (_req, res) => (res.setHeader("Content-Type", type), itemsOf(1)));
      expect((await (await serve(app)).ask("GET /")).text).toBe("data: 1\n\n");
    },
  );

  it("where the generator itself says so as it begins", async () => {
    const app = new App().Get("/", async function* (_req, res) {
      res.type("text/event-stream");
      yield await Promise.resolve(1);
      yield ServerSentEvent({ Event: "x" });
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer).toMatchObject({
      status: 200,
      text: "data: 1\n\nevent: x\n\n",
      headers: { "content-type": events },
    });
  });

  it("an event of nothing sends the head, before there is an item", async () => {
    const made = gate();
    const app = new App().Get("/", (_req, res) => {
      res.type("text/event-stream");
      return (async function* () {
        yield ServerSentEvent({});
        await made.opened;
        yield 1;
      })();
    });
    const socket = (await serve(app)).open("GET /");
    let received = "";
    socket.on("data", (chunk) => (received += chunk.toString()));
    await until(() => received.includes("\r\n\r\n"));
    expect(received).toContain("HTTP/1.1 200 OK");
    expect(received).not.toContain("data:");
    made.open();
    await until(() => received.includes("data: 1\n\n"));
    socket.destroy();
  });
});

it("items go out as they come: the first arrives before the last is made", async () => {
  const made = gate();
  async function* items() {
    yield "first";
    await made.opened;
    yield "last";
  }
  await expectFirstBeforeLast(await serve(new App().Get("/", items)), made);
});

it("items that a middleware holds back are flushed one by one", async () => {
  const flushed: number[] = [];
  const app = new App()
    .Use((_req, res, next) => {
      Object.assign(res, { flush: () => flushed.push(1) });
      next();
    })
    .Get("/", () => itemsOf(1, undefined, 2));
  await (await serve(app)).ask("GET /");
  expect(flushed).toHaveLength(2);
});

it("items are made no faster than their client reads", async () => {
  let made = 0;
  async function* items() {
    for (;;) {
      made += 1;
      yield "x".repeat(100_000);
    }
  }
  const socket = (await serve(new App().Get("/", items))).open("GET /");
  socket.pause();
  let last = -1;
  // Until the buffers on the way are full, and nothing more is asked for.
  for (let still = 0; still < 5; still = made === last ? still + 1 : 0) {
    last = made;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const stopped = made;
  socket.resume();
  await until(() => made > stopped);
  socket.destroy();
});

describe("a client that goes away ends the iterable by its return()", () => {
  it("a generator that is waiting at a yield", async () => {
    let isClosed = false;
    async function* items() {
      try {
        for (;;) yield "x".repeat(100_000);
      } finally {
        isClosed = true;
      }
    }
    const logger = recordingLogger();
    const socket = (await serve(new App({ Logger: logger }).Get("/", items))).open("GET /");
    await once(socket, "data");
    socket.pause();
    socket.destroy();
    await until(() => isClosed);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("an iterator that waits for its next item, once", async () => {
    const { iterable, calls } = recorded(() => new Promise(() => undefined));
    const socket = (await serve(new App().Get("/", () => iterable))).open("GET /");
    await until(() => calls.includes("next"));
    socket.destroy();
    await until(() => calls.includes("return"));
    expect(calls).toEqual(["opened", "next", "return"]);
  });

  it("and what return() then throws is logged, once", async () => {
    let isOpen = false;
    let isClosed = false;
    const iterable = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          isOpen = true;
          return new Promise<never>(() => undefined);
        },
        return: () => {
          isClosed = true;
          throw new Error("late");
        },
      }),
    };
    const logger = recordingLogger();
    const socket = (await serve(new App({ Logger: logger }).Get("/", () => iterable))).open("GET /");
    await until(() => isOpen);
    socket.destroy();
    await until(() => isClosed);
    await until(() => logger.error.mock.calls.length > 0);
    expect(logger.error.mock.calls).toEqual([
      [expect.objectContaining({ err: new Error("late") }), "GET / failed"],
    ]);
  });

  const noError = null as unknown as Error;
  it.each<readonly [what: string, late: () => Promise<unknown>, logged: readonly string[]]>([
    ["fails is logged", () => Promise.reject(new Error("late")), ["late"]],
    ["was aborted itself is no failure", () => sleep(5, undefined, { signal: AbortSignal.abort() }), []],
    ["throws null", () => Promise.reject(noError), ["null"]],
  ])("a generator that then %s", async (_what, late, logged) => {
    let isOver = false;
    const gone = gate();
    async function* items() {
      yield 1;
      await gone.opened;
      isOver = true;
      yield await late();
    }
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get("/", items);
    const socket = (await serve(app)).open("GET /");
    await once(socket, "data");
    socket.destroy();
    await sleep(20);
    gone.open();
    await until(() => isOver);
    await sleep(20);
    const errors = logger.error.mock.calls.map(
      ([fields]: [{ err: Error | null }]) => fields.err?.message ?? "null",
    );
    expect(errors).toEqual(logged);
  });

  it("before the handler has given it", async () => {
    let isClosed = false;
    const reached = gate();
    const gone = gate();
    const app = new App().Get("/", async () => {
      reached.open();
      await gone.opened;
      const items = itemsOf(1);
      return Object.assign(items, {
        return: async () => {
          isClosed = true;
          return { done: true as const, value: undefined };
        },
      });
    });
    const socket = (await serve(app)).open("GET /");
    await reached.opened;
    socket.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    gone.open();
    await until(() => isClosed);
  });
});

it("an iterator that has come to its end is not closed", async () => {
  const { iterable, calls } = recorded(async () => ({ done: true, value: undefined }));
  await (await serve(new App().Get("/", () => iterable))).ask("GET /");
  expect(calls).toEqual(["opened", "next"]);
});

describe("HEAD, and a status without a body, start none", () => {
  it.each([
    ["HEAD", 200],
    ["GET", 205],
    ["GET", 304],
  ])("%s, %i", async (method, status) => {
    let isStarted = false;
    async function* items() {
      isStarted = true;
      yield 1;
    }
    const app = new App().Get("/", (_req, res) => (res.status(status), items()));
    const answer = await (await serve(app)).ask(`${method} /`);
    expect(answer).toMatchObject({ status, text: "" });
    expect(isStarted).toBe(false);
    expect(takeMessages()).toEqual(
      status === 205
        ? [
            "GET /: the handler returned a value that is not used, because status 205 has no content: return undefined, or declare another status",
          ]
        : [],
    );
  });

  it("an iterable that is not an iterator is left unchanged", async () => {
    const { iterable, calls } = recorded(async () => ({ done: true, value: undefined }));
    const answer = await (await serve(new App().Get("/", () => iterable))).ask("HEAD /");
    expect(answer).toMatchObject({ status: 200, headers: { "content-type": lines } });
    expect(calls).toEqual([]);
  });
});

describe("an error", () => {
  async function* failing(error: unknown, ...first: readonly unknown[]) {
    yield* first;
    throw error;
  }

  it("before the first item is a 500", async () => {
    const logger = recordingLogger();
    const err = new Error("secret");
    const server = await serve(new App({ Logger: logger }).Get("/", () => failing(err, undefined)));
    expect(await server.ask("GET /")).toMatchObject({ status: 500, json: internalError });
    expect(logger.error).toHaveBeenCalledTimes(1);
    expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ err }), "GET / failed");
  });

  it.each(["application/x-ndjson", "text/event-stream"])(
    "before the first item of %s is answered as such, where it is an HTTPError",
    async (type) => {
      const app = new App().Get("/", (_req, res) => {
        res.type(type);
        return failing(new HTTPError(409, "not yet"));
      });
      const answer = await (await serve(app)).ask("GET /");
      expect(answer).toMatchObject({ status: 409, json: errorBody(409, "conflict", "not yet") });
      expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    },
  );

  it("is the host's under PassErrors, without the type of what was not sent", async () => {
    const app = new App({ PassErrors: true }).Get("/", () => failing(new Error("no")), Status(201));
    const server = await serve(app, (_req, res) => res.json("unreached"));
    const answer = await server.ask("GET /");
    expect(answer.status).toBe(500);
    expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
  });

  it.each<readonly [what: string, next: () => Promise<unknown>]>([
    ["next() rejects", () => Promise.reject(new Error("no"))],
    ["next() gives a text", () => Promise.resolve("Tom")],
    ["next() gives nothing", () => Promise.resolve(undefined)],
  ])("of an iterator whose %s is a 500, without return()", async (_what, next) => {
    const { iterable, calls } = recorded(next as () => Promise<IteratorResult<unknown>>);
    const app = new App({ Logger: recordingLogger() }).Get("/", () => iterable);
    expect(await (await serve(app)).ask("GET /")).toMatchObject({ status: 500, json: internalError });
    expect(calls).toEqual(["opened", "next"]);
  });

  it.each<readonly [what: string, item: unknown, words: string]>([
    ["a bigint", 1n, "Do not know how to serialize a BigInt"],
    [
      "not a number",
      Number.NaN,
      "a handler must return a value that JSON can represent, got a value of type number",
    ],
    [
      "a Map",
      new Map(),
      "an item of an async iterable must be a value that JSON can represent, got a Map, which JSON turns into {}",
    ],
    [
      "a Blob",
      new Blob([]),
      "an item of an async iterable must be a value that JSON can represent, got an object of type Blob, which JSON turns into {}",
    ],
    ["an Error", new Error("secret"), "secret"],
    [
      "an event of an Error",
      ServerSentEvent({ Data: new Error("secret") }),
      "an item of an async iterable must be a value that JSON can represent, got an Error, which JSON turns into {}",
    ],
    [
      "an event of an Error with toJSON",
      ServerSentEvent({ Data: Object.assign(new Error("a"), { toJSON: () => "secret" }) }),
      "an item of an async iterable must be a value that JSON can represent, got an Error",
    ],
    [
      "bytes",
      Buffer.from("a"),
      "an item of an async iterable must be a value that JSON can represent, got bytes",
    ],
    ["items", itemsOf(), "an item of an async iterable must be a value that JSON can represent, got items"],
    [
      "an Event of two lines",
      ServerSentEvent({ Event: "a\nb" }),
      'a ServerSentEvent\'s Event must be a string without CR, LF or NUL, got "a\\nb"',
    ],
    [
      "an Event with CR",
      ServerSentEvent({ Event: "a\rdata: 1" }),
      'a ServerSentEvent\'s Event must be a string without CR, LF or NUL, got "a\\rdata: 1"',
    ],
    [
      "an ID of two lines",
      ServerSentEvent({ ID: "1\n" }),
      'a ServerSentEvent\'s ID must be a string without CR, LF or NUL, got "1\\n"',
    ],
    [
      "an ID with NUL",
      ServerSentEvent({ ID: "\0" }),
      'a ServerSentEvent\'s ID must be a string without CR, LF or NUL, got "\\u0000"',
    ],
    [
      "an ID that is no text",
      ServerSentEvent({ ID: 7 as unknown as string }),
      "a ServerSentEvent's ID must be a string without CR, LF or NUL, got 7",
    ],
    ...[1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e21].map(
      (Retry) =>
        [
          `a Retry of ${Retry}`,
          ServerSentEvent({ Retry }),
          `a ServerSentEvent's Retry must be a whole number of milliseconds, got ${Retry}`,
        ] as const,
    ),
  ])(
    "of an item, %s: a 500 where it is the first, and the iterator is closed",
    async (_what, item, words) => {
      const logger = recordingLogger();
      const { iterable, calls } = recorded(async () => ({ done: false, value: item }));
      const app = new App({ Logger: logger }).Get("/", (_req, res) => {
        res.type("text/event-stream");
        return iterable;
      });
      expect(await (await serve(app)).ask("GET /")).toMatchObject({ status: 500, json: internalError });
      const [[{ err }]] = logger.error.mock.calls as [[{ err: Error }]];
      expect(err.message).toBe(words);
      expect(calls).toEqual(["opened", "next", "return"]);
    },
  );

  it("of an event with a member of another name says which there are", async () => {
    const logger = recordingLogger();
    const members: object = { data: 1 };
    const app = new App({ Logger: logger }).Get("/", async function* () {
      yield* itemsOf(ServerSentEvent(members));
    });
    expect((await (await serve(app)).ask("GET /")).status).toBe(500);
    const err = new TypeError("ServerSentEvent: an option must be Data or Event or ID or Retry, got data");
    expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ err }), "GET / failed");
  });

  it("of a yielded HTTPError is its own answer, as of one that is thrown", async () => {
    const app = new App().Get("/", () => itemsOf(new HTTPError(409, "not yet")));
    const answer = await (await serve(app)).ask("GET /");
    expect(answer).toMatchObject({ status: 409, json: { error: { message: "not yet" } } });
  });

  it("of an event under another type says which it needs", async () => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get("/", () => itemsOf(ServerSentEvent({ Data: 1 })));
    expect((await (await serve(app)).ask("GET /")).status).toBe(500);
    const err = new TypeError(
      'a ServerSentEvent needs a response of type text/event-stream: set Type in WithResponse, or call res.type("text/event-stream")',
    );
    expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ err }), "GET / failed");
  });

  it.each<readonly [what: string, handler: Handler]>([
    ["of the generator's", () => failing(new Error("late"), 1)],
    ["an HTTPError", () => failing(new HTTPError(404), 1)],
    ["of an item", () => itemsOf(1, 1n)],
    ["of an event", eventsOf(1, ServerSentEvent({ Retry: -1 }))],
    ["after the head alone", eventsOf(ServerSentEvent({}), 1n)],
  ])("later destroys the connection: %s", async (_what, handler) => {
    const logger = recordingLogger();
    const server = await serve(new App({ Logger: logger }).Get("/", handler));
    await expect(server.ask("GET /")).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});
