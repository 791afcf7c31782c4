import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import express from "express";
import { App, HTTPError } from "versioned-controllers";
import { CreateFetch } from "versioned-controllers/server";
import { listen } from "../../support/serve";

// Express itself writes errors to the console in production.
beforeAll(() => void jest.spyOn(console, "error").mockReturnValue());

/** Routes of every kind of answer. */
function host() {
  const app = express().disable("x-powered-by").set("env", "production");
  app.get("/text", (_req, res) => res.status(201).type("text").send("text"));
  app.get("/cookies", (_req, res) => res.cookie("a", "1").cookie("b", "2").json({ a: 1 }));
  app.get("/reason", (_req, res) => res.writeHead(299, "Rather fine", { "X-A": ["1", "2"] }).end());
  app.get("/nothing", (_req, res) => res.status(204).end());
  app.get("/same", (_req, res) => res.status(304).end());
  app.get("/redirect", (_req, res) => {
    res.redirect("/text");
  });
  app.get("/large", (_req, res) => res.end(Buffer.alloc(5_000_000, "a")));
  app.get("/bytes", (_req, res) => res.end(Buffer.from([0, 128, 255])));
  app.get("/query", (req, res) =>
    res.json({ url: req.originalUrl, secure: req.secure, ip: req.ip, host: req.host }),
  );
  app.use("/echo", (req, res) => {
    const { "content-length": length, "transfer-encoding": coding, "content-type": type } = req.headers;
    res.set({
      "X-Method": req.method,
      "X-Length": length ?? "none",
      "X-Coding": coding ?? "none",
      "X-Type": type ?? "none",
    });
    req.pipe(res);
  });
  app.get("/pieces", (_req, res) => {
    res.write("one,");
    setImmediate(() => res.end("two"));
  });
  app.get("/destroys", (_req, res) => res.destroy());
  app.get("/breaks", (_req, res) => {
    res.write("one,");
    setImmediate(() => res.destroy());
  });
  app.get("/throws", () => {
    throw Object.assign(new Error("no tea"), { status: 418, expose: true });
  });
  app.get("/odd", (_req, res) => res.writeHead(700).end());
  app.get("/early", (_req, res) => {
    res.writeEarlyHints({ link: "</a>; rel=preload" });
    res.end("late");
  });
  return app;
}

/** Everything that a Response holds, in a form that can be compared. */
async function factsOf(response: Response) {
  const { status, statusText, redirected, ok, bodyUsed } = response;
  // undici keeps no connection after HEAD.
  const own = [...response.headers].filter(([name]) => !/^(?:connection|keep-alive)$/.test(name));
  const headers = own.map(([name, value]) => [name, name === "date" ? "..." : value]);
  const { pathname } = new URL(response.url);
  return { status, statusText, redirected, ok, bodyUsed, headers, pathname, text: await response.text() };
}

type Row = readonly [what: string, path: string, init?: RequestInit];

const requests: readonly Row[] = [
  ["a text", "/text"],
  ["several cookies", "/cookies"],
  ["a reason and a header twice", "/reason"],
  ["a status without a body", "/nothing"],
  ["304", "/same"],
  ["HEAD", "/text", { method: "HEAD" }],
  ["a redirect that is not followed", "/redirect", { redirect: "manual" }],
  ["a large body", "/large"],
  ["bytes", "/bytes"],
  ["pieces", "/pieces"],
  ["an error of a handler", "/throws"],
  ["early hints", "/early"],
  ["no route", "/nowhere?a=%20#b"],
  ["a body of text", "/echo", { method: "POST", body: "ä".repeat(10) }],
  ["a large body of bytes", "/echo", { method: "PUT", body: new Uint8Array(3_000_000).fill(7) }],
  ["an empty body", "/echo", { method: "POST", body: "" }],
  ["no body", "/echo", { method: "POST" }],
  ["DELETE without a body", "/echo", { method: "DELETE" }],
  ["DELETE with a body", "/echo", { method: "DELETE", body: "a" }],
  ["a form", "/echo", { method: "PATCH", body: new URLSearchParams({ a: "b c" }) }],
  ["a method of one's own", "/echo", { method: "PROPFIND", body: "a" }],
];

const rows = requests.map(([what, ...request]) => [what, request] as const);

test.each(rows)("the Response is that of fetch over a port: %s", async (_what, [path, init]) => {
  const inMemory = CreateFetch(host());
  const { port } = await listen(createServer(host()));
  // undici asks for packed answers and says who it is: this says the same of both.
  const headers = { "User-Agent": "cat", "Accept-Encoding": "identity" };
  const overPort = await factsOf(await fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers }));
  const got = await factsOf(
    await inMemory(new Request(`http://127.0.0.1:${port}${path}`, { ...init, headers })),
  );
  expect(got).toEqual(overPort);
});

const ask = (path: string, init?: RequestInit): Request => new Request(`http://cats.example${path}`, init);

describe("CreateFetch", () => {
  it("serves an App, an Express application, and a Host beside the App", async () => {
    const app = new App();
    app.Get("/cats", () => [{ name: "Tom" }]);
    app.Get("/error", () => {
      throw new HTTPError(409, "Tom exists");
    });
    const fetches = [
      CreateFetch(app),
      CreateFetch(express().use(app.Build())),
      CreateFetch(app, { Host: host() }),
    ];
    for (const inMemory of fetches) {
      expect(await (await inMemory(ask("/cats"))).json()).toEqual([{ name: "Tom" }]);
      expect((await inMemory(ask("/error"))).status).toBe(409);
    }
    expect(await fetches[2]?.(ask("/text")).then((response) => response.text())).toBe("text");
    const trusting = CreateFetch(express().set("trust proxy", true).use(host()));
    const { ip } = (await (
      await trusting(ask("/query", { headers: { "X-Forwarded-For": "10.0.0.2" } }))
    ).json()) as { ip: string };
    expect(ip).toBe("10.0.0.2");
  });

  it.each([[undefined], [{}], [() => undefined]])("refuses %p at the call", (value) => {
    expect(() => CreateFetch(value as never)).toThrow(
      "CreateFetch: the first argument must be an App or an Express application",
    );
  });

  it.each<[what: string, given: unknown]>([
    ['"http://localhost/cats"', "http://localhost/cats"],
    ["an object", new URL("http://localhost/cats")],
    ["undefined", undefined],
  ])("rejects for %s in the place of a Request", async (what, given) => {
    await expect(CreateFetch(host())(given as never)).rejects.toThrow(
      new TypeError(`CreateFetch: the argument must be a Request, got ${what}`),
    );
  });

  it("shows handlers the Host of a Request that has one, as one that another server got", async () => {
    const answer = await CreateFetch(host())(
      new Request("http://localhost:3000/query", { headers: { Host: "shop.example" } }),
    );
    expect(await answer.json()).toMatchObject({ host: "shop.example" });
  });

  it("shows handlers the address, and whether it is secure", async () => {
    const inMemory = CreateFetch(host());
    for (const protocol of ["http", "https"]) {
      const answer = await inMemory(new Request(`${protocol}://cats.example:81/query?a=b`));
      expect(await answer.json()).toEqual({
        url: "/query?a=b",
        secure: protocol === "https",
        ip: "127.0.0.1",
        host: "cats.example:81",
      });
    }
  });

  it("a body whose parts come one by one is sent in chunks, and answered while it comes", async () => {
    const inMemory = CreateFetch(host());
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const writer = writable.getWriter();
    const init = { method: "POST", body: readable, duplex: "half" } as RequestInit;
    const answered = inMemory(ask("/echo", init));
    const text = new TextEncoder();
    void writer.write(text.encode("one,"));
    await sleep(1);
    const answer = await (void writer.write(text.encode("two,")), answered);
    expect(answer.headers.get("X-Coding")).toBe("chunked");
    void writer.write(text.encode("three"));
    void writer.close();
    expect(await answer.text()).toBe("one,two,three");
  });

  it.each<[what: string, headers: Record<string, string>]>([
    ["a length of another body", { "Content-Length": "9" }],
    ["chunks", { "Transfer-Encoding": "chunked" }],
    ["the end of the connection", { Connection: "close, X-A", "Keep-Alive": "timeout=1" }],
    ["another protocol", { Connection: "upgrade", Upgrade: "echo" }],
  ])("fields of the caller's own connection are not passed on: %s", async (_what, headers) => {
    const inMemory = CreateFetch(host());
    const answer = await inMemory(ask("/echo", { method: "POST", body: "body", headers }));
    expect([answer.status, answer.headers.get("X-Length"), answer.headers.get("X-Coding")]).toEqual([
      200,
      "4",
      "none",
    ]);
    expect(await answer.text()).toBe("body");
  });

  it("calls at once, and one after the other, are answered each", async () => {
    const inMemory = CreateFetch(host());
    for (let round = 0; round < 3; round++) {
      const bodies = Array.from({ length: 20 }, (_, n) => `body ${n}`);
      const answers = await Promise.all(
        bodies.map((body) => inMemory(ask("/echo", { method: "POST", body }))),
      );
      expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(bodies);
    }
  });

  it("the bytes of an answer are the caller's own", async () => {
    const kept = Buffer.from("kept");
    const inMemory = CreateFetch(express().use((_req, res) => void res.end(kept)));
    const bytes = new Uint8Array(await (await inMemory(ask("/"))).arrayBuffer());
    bytes.fill(0);
    expect(kept.toString()).toBe("kept");
  });
});

describe("ends", () => {
  /** A route that streams without end; resolves once its response has been closed. */
  function endless() {
    const events: string[] = [];
    const closed = deferred();
    const app = express().use((req, res) => {
      res.on("close", () => {
        events.push(`closed, finished: ${String(res.writableFinished)}`);
        closed.resolve(undefined);
      });
      if (req.path === "/silent") {
        events.push("asked");
        return;
      }
      const write = (): void => {
        while (!res.destroyed && res.write("a".repeat(10_000)));
      };
      res.on("drain", write);
      write();
    });
    return { app, events, closed: closed.promise };
  }

  function deferred() {
    let resolve: (value: undefined) => void = () => undefined;
    const promise = new Promise<undefined>((act) => (resolve = act));
    return { promise, resolve };
  }

  it("a signal that is aborted before the head rejects with its reason", async () => {
    const { app, events, closed } = endless();
    const aborter = new AbortController();
    const answered = CreateFetch(app)(ask("/silent", { signal: aborter.signal }));
    while (events.length === 0) await sleep(1);
    aborter.abort(new Error("enough"));
    await expect(answered).rejects.toThrow("enough");
    await closed;
    expect(events).toEqual(["asked", "closed, finished: false"]);
  });

  it("a signal that is aborted already calls nobody", async () => {
    const { app, events } = endless();
    await expect(
      CreateFetch(app)(ask("/", { signal: AbortSignal.abort(new Error("before")) })),
    ).rejects.toThrow("before");
    expect(events).toEqual([]);
  });

  it("a signal that is aborted after the head ends the body with its reason", async () => {
    const { app, closed } = endless();
    const aborter = new AbortController();
    const answer = await CreateFetch(app)(ask("/", { signal: aborter.signal }));
    const reader = answer.body?.getReader();
    await reader?.read();
    aborter.abort(new Error("enough"));
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow("enough");
    await closed;
  });

  it("a body that is cancelled ends the handler's stream", async () => {
    const { app, events, closed } = endless();
    const answer = await CreateFetch(app)(ask("/"));
    await answer.body?.cancel();
    await closed;
    expect(events).toEqual(["closed, finished: false"]);
  });

  it("a whole body that is cancelled is not an error", async () => {
    const inMemory = CreateFetch(host());
    await (await inMemory(ask("/text"))).body?.cancel();
    // An error would be uncaught, and end the test.
    await sleep(20);
    expect(await (await inMemory(ask("/text"))).text()).toBe("text");
  });

  it("a body that nobody reads is written no further than a connection holds", async () => {
    let written = 0;
    const app = express().use((_req, res) => {
      const write = (): void => {
        while (!res.destroyed && res.write("a".repeat(10_000))) written += 10_000;
      };
      res.on("drain", write);
      write();
    });
    const answer = await CreateFetch(app)(ask("/"));
    await sleep(50);
    expect(written).toBeLessThan(1_000_000);
    await answer.body?.cancel();
  });

  it("a response that its handler destroys is an error, before the head and after it", async () => {
    const inMemory = CreateFetch(host());
    await expect(inMemory(ask("/destroys"))).rejects.toThrow(TypeError);
    const answer = await inMemory(ask("/breaks"));
    await expect(answer.text()).rejects.toThrow("terminated");
    expect(await (await inMemory(ask("/text"))).text()).toBe("text");
  });

  it("a status that no Response can have is an error", async () => {
    await expect(CreateFetch(host())(ask("/odd"))).rejects.toThrow("fetch failed");
  });

  it("a body that fails is an error, and the handler's request ends", async () => {
    const [reached, ended] = [deferred(), deferred()];
    const app = express().use((req) => {
      req.on("close", () => {
        ended.resolve(undefined);
      });
      req.resume();
      reached.resolve(undefined);
    });
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(1));
        // An earlier failure would leave no request that could end.
        void reached.promise.then(() => {
          controller.error(new Error("lost"));
        });
      },
    });
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    await expect(CreateFetch(app)(ask("/", init))).rejects.toThrow("fetch failed");
    await ended.promise;
  });

  it("an answer that comes before the body is read leaves no request open", async () => {
    const app = express().use(
      (_req, res) => void res.status(413).set("Connection", "close").end("too large"),
    );
    const body = new Blob([new Uint8Array(2_000_000)]).stream();
    const init = { method: "POST", body, duplex: "half" } as RequestInit;
    const answer = await CreateFetch(app)(ask("/", init));
    expect([answer.status, await answer.text()]).toEqual([413, "too large"]);
  });

  it("a handler's own timeout holds", async () => {
    const app = express().use((_req, res) => {
      res.setTimeout(5, () => void res.status(503).end("late"));
    });
    expect((await CreateFetch(app)(ask("/"))).status).toBe(503);
  });
});
