import { once } from "node:events";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { App, HTTPError, Status } from "versioned-controllers";
import { errorBody, internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { expectFirstBeforeLast } from "../../support/pieces";
import { gate, until } from "../../support/wait";
import { takeMessages } from "../../support/warnings";

/** A web stream that is read only when asked, and tells what became of it. */
function webStream(chunks: readonly Uint8Array[]) {
  const seen = { pulled: 0, cancelled: 0 };
  const left = [...chunks];
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        seen.pulled += 1;
        const chunk = left.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.close();
      },
      cancel() {
        seen.cancelled += 1;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, seen };
}

/** A source that gives its chunks and then, instead of an end, waits for ever. */
function endless(...chunks: readonly string[]): Readable {
  const left = [...chunks];
  return new Readable({
    read() {
      const chunk = left.shift();
      if (chunk !== undefined) this.push(chunk);
    },
  });
}

function failing(error: Error, ...chunks: readonly string[]): Readable {
  const left = [...chunks];
  return new Readable({
    read() {
      const chunk = left.shift();
      // Not in the same turn as the chunk: a stream drops what it holds when it fails.
      if (chunk === undefined) setTimeout(() => this.destroy(error), 10);
      else this.push(chunk);
    },
  });
}

describe("a stream is streamed", () => {
  it.each([
    [
      "a Readable of bytes",
      () => Readable.from([Buffer.from("To"), Buffer.from("m")], { objectMode: false }),
    ],
    ["a Readable of text", () => Readable.from(["T", "", "om"])],
    ["a Readable with an encoding", () => Readable.from([Buffer.from("Tom")]).setEncoding("utf8")],
    ["a web ReadableStream", () => webStream([Buffer.from("To"), Buffer.from("m")]).stream],
    ["the body of a web Response", () => new Response("Tom").body],
    [
      "a stream of a package that follows Node's",
      () => {
        const stream = Readable.from(["Tom"]);
        return {
          on: stream.on.bind(stream),
          once: stream.once.bind(stream),
          pipe: stream.pipe.bind(stream),
          destroy: stream.destroy.bind(stream),
          [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
        };
      },
    ],
    ["a promise of a Readable", async () => Readable.from(["Tom"])],
  ])("%s", async (_what, make) => {
    const server = await serve(new App().Get("/", make));
    const answer = await server.ask("GET /");
    expect(answer).toMatchObject({ status: 200, text: "Tom" });
    expect(answer.headers["content-type"]).toBe("application/octet-stream");
  });

  it.each(["pipe", "on", "destroy"] as const)(
    "but not an iterable without a function %s, whose items are sent",
    async (missing) => {
      const stream = Readable.from(["Tom"]);
      const value = {
        on: stream.on.bind(stream),
        pipe: stream.pipe.bind(stream),
        destroy: stream.destroy.bind(stream),
        [Symbol.asyncIterator]: () => stream[Symbol.asyncIterator](),
        [missing]: 1,
      };
      const answer = await (await serve(new App().Get("/", () => value))).ask("GET /");
      expect(answer).toMatchObject({ status: 200, text: '"Tom"\n' });
      expect(answer.headers["content-type"]).toBe("application/x-ndjson");
    },
  );

  it("an empty one is an empty body", async () => {
    const server = await serve(new App().Get("/", () => Readable.from([])));
    expect(await server.ask("GET /")).toMatchObject({ status: 200, text: "" });
  });

  it("with the route's Status", async () => {
    const server = await serve(new App().Get("/", () => Readable.from(["Tom"]), Status(203)));
    expect((await server.ask("GET /")).status).toBe(203);
  });

  it("with the handler's own status and type", async () => {
    const app = new App().Get("/", (_req, res) => {
      res.status(206).type("text/csv");
      return Readable.from(["Tom"]);
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer).toMatchObject({ status: 206, text: "Tom" });
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
  });

  it("as it comes: the first bytes arrive before the last are made", async () => {
    const made = gate();
    async function* chunks() {
      yield "first";
      await made.opened;
      yield "last";
    }
    await expectFirstBeforeLast(await serve(new App().Get("/", () => Readable.from(chunks()))), made);
  });

  it("with no more listeners the longer it is", async () => {
    const listeners: number[] = [];
    const app = new App().Get("/", (_req, res) => {
      async function* chunks() {
        for (let i = 0; i < 20; i++) {
          yield Buffer.alloc(100_000);
          listeners.push(res.listenerCount("close") + res.listenerCount("drain"));
          await sleep(1);
        }
      }
      return Readable.from(chunks());
    });
    expect((await (await serve(app)).ask("GET /")).bytes).toHaveLength(2_000_000);
    expect(listeners.at(-1)).toBeLessThanOrEqual((listeners[0] ?? 0) + 2);
  });

  it("no faster than its client reads", async () => {
    let made = 0;
    const source = new Readable({
      read() {
        made += 1;
        this.push(made > 2000 ? null : Buffer.alloc(65536));
      },
    });
    const server = await serve(new App().Get("/", () => source));
    const socket = server.open("GET /");
    socket.pause();
    let before = -1;
    while (made !== before || made === 0) {
      before = made;
      await sleep(100);
    }
    // The buffers of two sockets are full then, and no more is made.
    expect(made).toBeLessThan(1000);
    socket.destroy();
    await until(() => source.destroyed);
  });

  it("whole, where its client reads slowly", async () => {
    const chunk = Buffer.alloc(65536, "x");
    const server = await serve(
      new App().Get("/", () => Readable.from(Array.from({ length: 100 }, () => chunk))),
    );
    expect((await server.ask("GET /")).bytes.length).toBe(6553600);
  });
});

describe("a stream that fails before its first byte is a 500", () => {
  it.each([
    ["a Readable", () => failing(new Error("secret"))],
    [
      "a Readable that fails after empty chunks",
      () =>
        Readable.from(
          (async function* () {
            yield "";
            yield Buffer.alloc(0);
            await sleep(1);
            throw new Error("secret");
          })(),
        ),
    ],
    ["a file that is not there", () => createReadStream("/nowhere/at/all")],
    [
      "one that had failed before",
      () =>
        Readable.from(["a"])
          .on("error", () => undefined)
          .destroy(new Error("secret")),
    ],
    ["one that was destroyed before", () => Readable.from(["a"]).destroy()],
    [
      "a web stream",
      () =>
        new ReadableStream({
          pull(controller) {
            controller.error(new Error("secret"));
          },
        }),
    ],
    [
      "a web stream that somebody else reads",
      () => {
        const { stream } = webStream([]);
        stream.getReader();
        return stream;
      },
    ],
    ["an object-mode chunk", () => Readable.from([{ name: "Tom" }])],
    ["an object-mode chunk that is an empty list", () => Readable.from([[]])],
  ])("%s", async (_what, make) => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get("/", (_req, res) => {
      res.set({ "Content-Encoding": "gzip", "Content-Length": "3" }).type("csv");
      return make();
    });
    const answer = await (await serve(app)).ask("GET /");
    expect(answer.status).toBe(500);
    expect(answer.json).toEqual(internalError);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it("unless it fails with an HTTPError", async () => {
    const app = new App().Get("/", () => failing(new HTTPError(410, "the cat is gone")));
    const answer = await (await serve(app)).ask("GET /");
    expect(answer.status).toBe(410);
    expect(answer.json).toEqual(errorBody(410, "gone", "the cat is gone"));
  });
});

describe("a stream that fails later has its connection destroyed", () => {
  it.each([
    ["a Readable", () => failing(new Error("secret"), "first")],
    [
      "a web stream",
      () => {
        let pulled = 0;
        return new ReadableStream({
          pull: async (controller) => {
            if (pulled++ === 0) {
              controller.enqueue(Buffer.from("first"));
              return;
            }
            await sleep(10);
            controller.error(new Error("secret"));
          },
        });
      },
    ],
    [
      "an object-mode chunk",
      () =>
        Readable.from(
          (async function* () {
            yield "first";
            await sleep(10);
            yield { name: "Tom" };
          })(),
        ),
    ],
  ])("%s, and is logged once", async (_what, make) => {
    const logger = recordingLogger();
    const server = await serve(new App({ Logger: logger }).Get("/", make));
    const socket = server.open("GET /");
    let received = "";
    socket.on("data", (chunk) => (received += chunk.toString()));
    await once(socket, "close");
    expect(received).toContain("HTTP/1.1 200 OK");
    expect(received).toContain("first");
    // The last chunk, which says that a response is whole.
    expect(received).not.toContain("\r\n0\r\n");
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});

it("a client can tell a stream that has failed from a whole one", async () => {
  const app = new App({ Logger: recordingLogger() }).Get("/", () => failing(new Error("secret"), "first"));
  const { port } = await serve(app);
  const response = await fetch(`http://127.0.0.1:${port}/`);
  await expect(response.text()).rejects.toThrow("terminated");
});

describe("HEAD never starts a stream", () => {
  it("a Readable is closed unread", async () => {
    let started = 0;
    const source = new Readable({
      read() {
        started += 1;
        this.push(null);
      },
    });
    const app = new App().Get("/", (_req, res) => (res.type("csv").set("Content-Length", "3"), source));
    const answer = await (await serve(app)).ask("HEAD /");
    expect(answer).toMatchObject({ status: 200, text: "" });
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8",
      "content-length": "3",
    });
    await until(() => source.destroyed);
    expect(started).toBe(0);
  });

  it("a web stream is cancelled unread", async () => {
    const { stream, seen } = webStream([Buffer.from("Tom")]);
    const server = await serve(new App().Get("/", () => stream, Status(206)));
    expect((await server.ask("HEAD /")).status).toBe(206);
    await until(() => seen.cancelled === 1);
    expect(seen.pulled).toBe(0);
  });

  it("a file that is not there harms nobody", async () => {
    const server = await serve(new App().Get("/", () => createReadStream("/nowhere/at/all")));
    expect((await server.ask("HEAD /")).status).toBe(200);
    await sleep(20);
    expect((await server.ask("HEAD /")).status).toBe(200);
  });
});

describe("a client that goes away leaves no source open", () => {
  it("while a Readable waits for more", async () => {
    const logger = recordingLogger();
    const source = endless("first");
    const server = await serve(new App({ Logger: logger }).Get("/", () => source));
    const socket = server.open("GET /");
    await once(socket, "data");
    expect(source.destroyed).toBe(false);
    socket.destroy();
    await until(() => source.destroyed);
    await sleep(10);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("before the first byte", async () => {
    const logger = recordingLogger();
    const source = endless();
    const reached = gate();
    const app = new App({ Logger: logger }).Get("/", () => {
      reached.open();
      return source;
    });
    const server = await serve(app);
    const socket = server.open("GET /");
    await reached.opened;
    await sleep(10);
    socket.destroy();
    await until(() => source.destroyed);
    await sleep(10);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("while a web stream waits for more", async () => {
    let cancelled = 0;
    let pulled = 0;
    const stream = new ReadableStream({
      pull(controller) {
        if (pulled++ === 0) controller.enqueue(Buffer.from("first"));
        return pulled === 1 ? undefined : new Promise<void>(() => undefined);
      },
      cancel() {
        cancelled += 1;
      },
    });
    const server = await serve(new App().Get("/", () => stream));
    const socket = server.open("GET /");
    await once(socket, "data");
    socket.destroy();
    await until(() => cancelled === 1);
  });

  it("while it reads too slowly", async () => {
    let made = 0;
    const source = new Readable({
      read() {
        // Never an end; but where nothing holds it back, it must not fill the machine.
        if (made++ < 2000) this.push(Buffer.alloc(65536));
      },
    });
    const server = await serve(new App().Get("/", () => source));
    const socket = server.open("GET /");
    await once(socket, "data");
    socket.pause();
    await sleep(50);
    socket.destroy();
    await until(() => source.destroyed);
  });

  it.each([
    ["a Readable", () => endless("first")],
    ["a file that is not there", () => createReadStream("/nowhere/at/all")],
  ])("before the handler has returned it: %s", async (_what, make) => {
    let source: Readable | undefined;
    const reached = gate();
    const gone = gate();
    const app = new App().Get("/", async (req) => {
      req.res?.once("close", gone.open);
      reached.open();
      await gone.opened;
      await sleep(5);
      source = make();
      return source;
    });
    const server = await serve(app);
    const socket = server.open("GET /");
    await reached.opened;
    socket.destroy();
    await until(() => source?.destroyed === true);
    await sleep(20);
  });
});

it("once the response has begun a returned stream is ignored: it is left to whoever writes it", async () => {
  const app = new App().Get("/", (_req, res) => {
    res.write("first ");
    return Readable.from(["last"]).on("data", (chunk) => res.end(chunk));
  });
  expect((await (await serve(app)).ask("GET /")).text).toBe("first last");
  expect(takeMessages()).toEqual([
    "GET /: the handler sent a response by res and also returned a value, which the client did not get: do only one of the two",
  ]);
});

describe("a stream under a status that has no body", () => {
  it.each([204, 205, 304])("%i is closed unread", async (status) => {
    let started = 0;
    const source = new Readable({
      read() {
        started += 1;
        this.push("Tom");
      },
    });
    const app = new App().Get("/", (_req, res) => (res.status(status), source));
    expect(await (await serve(app)).ask("GET /")).toMatchObject({ status, text: "" });
    await until(() => source.destroyed);
    expect(started).toBe(0);
    expect(takeMessages()).toEqual(
      status === 304
        ? []
        : [
            `GET /: the handler returned a value that is not used, because status ${status} has no content: return undefined, or declare another status`,
          ],
    );
  });
});
