import { AsyncLocalStorage } from "node:async_hooks";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import express, { json, type Request, type RequestHandler } from "express";
import { App, WithBody, WithMiddleware } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { listen, serve } from "../../support/serve";
import { chunked, request, wireOf, type Wire } from "../../support/wire";

const anything = {};

/** Nothing of a request is in its answer but what became of its body. */
function echo(...before: readonly RequestHandler[]): App {
  return new App({ Logger: recordingLogger() }).Post(
    "/",
    ({ body }: Request) => ({ body: body === undefined ? "none" : (body as unknown) }),
    WithMiddleware(...before),
    WithBody(anything, { Limit: "1kb" }),
  );
}

/** Plain JSON is read without Express's parser; with a parameter more, or in another case of spelling, by it. */
const plain = ["application/json", "application/json; charset=utf-8", "APPLICATION/JSON;charset=UTF-8"];
const parsed = "application/json; charset=utf-8; by=parser";

const bodies: Readonly<Record<string, string>> = {
  "an object": '{"name":"Tom"}',
  "a list": "[1,2,3]",
  "text with escapes": '"\\u0041\\n\\ud83d\\ude00"',
  "text beyond ASCII": JSON.stringify("ÄÖ€😀"),
  "a number": "-0.5e3",
  null: "null",
  "white space around": ' \r\n\t{"a":1} ',
  "white space alone": "   ",
  "a byte order mark": '\u{feff}{"a":1}',
  "two byte order marks": '\u{feff}\u{feff}{"a":1}',
  "a key that is given twice": '{"a":1,"a":2}',
  "a key __proto__": '{"__proto__":{"a":1}}',
  "a key __proto__ further in": '{"a":[{"__proto__":1}]}',
  "nesting of 600 levels": "[".repeat(600) + "]".repeat(600),
  "no end": '{"a":',
  "a text after it": '{"a":1}}',
  "single quotes": "{'a':1}",
  "a comment": '{"a":1/* one */}',
  NaN: "NaN",
  "just the limit": JSON.stringify("x".repeat(1022)),
  "a byte over the limit": JSON.stringify("x".repeat(1023)),
};

const kinds = {
  "mounted in Express": (app: App) => createServer(express().disable("x-powered-by").use(app.Build())),
  "CreateServer(App)": (app: App) => CreateServer(app),
};

describe.each(Object.entries(kinds))("%s", (_kind, serverOf) => {
  let wire: Wire;

  beforeAll(async () => {
    wire = await wireOf(serverOf(echo()));
  });

  const send = async (type: string, body: string): Promise<string> => {
    const bytes = Buffer.from(body).toString("latin1");
    return wire.send(request("POST /", { "Content-Type": type }, bytes));
  };

  const sendChunks = async (type: string, ...chunks: readonly string[]): Promise<string> => {
    const headers = { "Content-Type": type, "Transfer-Encoding": "chunked" };
    return wire.send(request("POST /", headers, chunked(...chunks)));
  };

  describe.each(plain)("%s is answered as Express's parser would have it", (type) => {
    it.each(Object.entries(bodies))("%s", async (_name, body) => {
      expect(await send(type, body)).toBe(await send(parsed, body));
    });

    it.each(Object.entries(bodies).filter(([, body]) => body.length < 100))(
      "%s, a byte at a time",
      async (_name, body) => {
        const bytes = Array.from(Buffer.from(body), (byte) => String.fromCharCode(byte));
        expect(await sendChunks(type, ...bytes)).toBe(await sendChunks(parsed, ...bytes));
      },
    );

    it("a body of no bytes, which counts as no body", async () => {
      const answer = await sendChunks(type);
      expect(answer).toBe(await sendChunks(parsed));
      expect(answer).toContain('{"body":"none"}');
    });

    it("bytes that are not UTF-8", async () => {
      const headers = (media: string) => ({ "Content-Type": media });
      const bytes = '{"a":"\xff\xc3\x28\xed\xa0\x80"}';
      const answers = [type, parsed].map(async (media) =>
        wire.send(request("POST /", headers(media), bytes)),
      );
      const [one, other] = await Promise.all(answers);
      expect(one).toBe(other);
      expect(one).toContain("200 OK");
    });
  });
});

/** What a handler that is given a body finds of the stream that it came by, and of a store that a middleware has opened. */
function telling(...before: readonly RequestHandler[]): App {
  const store = new AsyncLocalStorage<string>();
  const tell = (req: Request): object => ({
    body: req.body as unknown,
    isRead: [req.complete, req.readableEnded, req.readable, req.readableDidRead, Readable.isDisturbed(req)],
    listeners: ["data", "end", "error"].map((event) => req.listenerCount(event)),
    store: store.getStore(),
  });
  return new App({ Logger: recordingLogger() })
    .Use(
      (_req, _res, next) => {
        store.run("opened", next);
      },
      ...before,
    )
    .Post("/", tell, WithBody(anything));
}

describe.each(Object.entries(kinds))("%s: a body that has been read", (_kind, serverOf) => {
  const found = (body: unknown): string =>
    JSON.stringify({ body, isRead: [true, true, false, true, true], listeners: [0, 0, 0], store: "opened" });
  const head = request("POST /", { "Content-Type": "application/json", "Content-Length": "7" });
  const kept = head.replace("Connection: close\r\n", "");

  it.each<[how: string, steps: readonly string[]]>([
    ["in one piece", [`${head}{"a":1}`]],
    ["behind another request", [`${kept}{"a":0}${head}{"a":1}`]],
    ["behind its head", [head, '{"a":1}']],
    ["in pieces", [head, '{"a"', ":1}"]],
  ])("%s", async (_how, steps) => {
    expect(await sentApart(serverOf(telling()), steps)).toContain(found({ a: 1 }));
  });

  it("is that of a middleware, too, which begins to read it after next", async () => {
    const read: string[] = [];
    const app = telling((req, _res, next) => {
      next();
      req.on("data", (piece: Buffer) => read.push(String(piece))).on("end", () => req.removeAllListeners());
    });
    expect(await sentApart(serverOf(app), [`${head}{"a":1}`])).toContain('"body":{"a":1}');
    expect(read).toEqual(['{"a":1}']);
  });

  it("is not read again by Express's parser", async () => {
    const app = new App({ Logger: recordingLogger() }).Post(
      "/",
      (req, res) =>
        new Promise((resolve) => {
          json()(req, res, (error?: unknown) => {
            resolve({ error: String(error), body: req.body as unknown });
          });
        }),
      WithBody(anything),
    );
    const answer = await sentApart(serverOf(app), [`${head}{"a":1}`]);
    expect(answer).toContain('{"error":"undefined","body":{"a":1}}');
  });

  it.each<[when: string, sent: string]>([
    ["before it comes", head],
    ["in the middle of it", `${head}{"a"`],
  ])("is not there for a handler where the client goes %s", async (_when, sent) => {
    const handled = jest.fn();
    const server = serverOf(new App({ Logger: recordingLogger() }).Post("/", handled, WithBody(anything)));
    const closed = new Promise((resolve) => {
      server.on("request", (req: Request) => req.on("close", resolve));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
    client.write(sent, () => setTimeout(() => client.destroy(), 20));
    await closed;
    server.close();
    expect(handled).not.toHaveBeenCalled();
  });
});

/** What a server answers to pieces that it is sent one by one. */
async function sentApart(server: Server, pieces: readonly string[]): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1").setEncoding("latin1");
  const closed = once(client, "close");
  let answer = "";
  client.on("data", (text: string) => (answer += text));
  for (const piece of pieces) {
    client.write(piece);
    await sleep(20);
  }
  await closed;
  server.close();
  return answer;
}

describe("what is read", () => {
  it("an object comes as it was sent", async () => {
    const { ask } = await serve(echo());
    const { json } = await ask("POST /", { "Content-Type": "application/json" }, '{"name":"Tom"}');
    expect(json).toEqual({ body: { name: "Tom" } });
  });

  it("a body that a middleware waits before is whole", async () => {
    const later: RequestHandler = (_req, _res, next) => {
      setTimeout(next, 20);
    };
    const { ask } = await listen(CreateServer(echo(later)));
    const { json } = await ask("POST /", { "Content-Type": "application/json" }, "[1]");
    expect(json).toEqual({ body: [1] });
  });

  it.each<[what: string, middleware: RequestHandler, expected: unknown]>([
    [
      "that a middleware has read to its end counts as none",
      (req, _res, next) => {
        req.resume().on("end", () => {
          setImmediate(next);
        });
      },
      { body: "none" },
    ],
    [
      "that a middleware has parsed is not read again",
      (req, _res, next) => {
        req.body = { from: "middleware" };
        next();
      },
      { body: { from: "middleware" } },
    ],
    [
      "whose encoding a middleware has set is a mistake of the application",
      (req, _res, next) => {
        req.setEncoding("utf8");
        next();
      },
      expect.objectContaining({ error: expect.objectContaining({ status: 500 }) as unknown }),
    ],
  ])("a body %s", async (_what, middleware, expected) => {
    const { ask } = await serve(echo(middleware));
    for (const type of [...plain, parsed]) {
      expect((await ask("POST /", { "Content-Type": type }, '{"a":1}')).json).toEqual(expected);
    }
  });
});
