import { createServer } from "node:http";
import express from "express";
import { App, Get, HTTPError, Router, ServerSentEvent, Status, WithPrefix } from "versioned-controllers";
import type { Handler } from "versioned-controllers";
import { internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { listen, serve } from "../../support/serve";

const json = "application/json; charset=utf-8";
const text = "text/plain; charset=utf-8";
const bytes = "application/octet-stream";

const values: readonly (readonly [what: string, value: unknown, type: string, body: string | Buffer])[] = [
  ["an object", { name: "Tom", age: 3 }, json, '{"name":"Tom","age":3}'],
  ["an object without prototype", Object.assign(Object.create(null) as object, { a: 1 }), json, '{"a":1}'],
  ["an object with a toJSON of its own", { toJSON: () => ({ a: 1 }) }, json, '{"a":1}'],
  ["an array", ["Tom", 1, null], json, '["Tom",1,null]'],
  ["an empty array", [], json, "[]"],
  ["a number", 7.5, json, "7.5"],
  ["zero", 0, json, "0"],
  ["true", true, json, "true"],
  ["false", false, json, "false"],
  ["null", null, json, "null"],
  ["a date", new Date(0), json, '"1970-01-01T00:00:00.000Z"'],
  ["a string", "Zoë <b>", text, "Zoë <b>"],
  ["an empty string", "", text, ""],
  ["a string that is JSON", '{"a":1}', text, '{"a":1}'],
  ["a Buffer", Buffer.from([0, 1, 254, 255]), bytes, Buffer.from([0, 1, 254, 255])],
  ["an empty Buffer", Buffer.alloc(0), bytes, Buffer.alloc(0)],
  ["a Uint8Array", new Uint8Array([0, 255]), bytes, Buffer.from([0, 255])],
  ["a view with an offset", new Uint8Array([1, 2, 3, 4]).subarray(1, 3), bytes, Buffer.from([2, 3])],
  ["a Uint16Array with an offset", new Uint16Array([1, 2, 3]).subarray(1), bytes, Buffer.from([2, 0, 3, 0])],
  ["a Float64Array", new Float64Array([1]), bytes, Buffer.from([0, 0, 0, 0, 0, 0, 0xf0, 0x3f])],
  ["a BigUint64Array", new BigUint64Array([1n]), bytes, Buffer.from([1, 0, 0, 0, 0, 0, 0, 0])],
  ["an ArrayBuffer", new Uint8Array([1, 2]).buffer, bytes, Buffer.from([1, 2])],
  ["a DataView with an offset", new DataView(new ArrayBuffer(8), 6), bytes, Buffer.from([0, 0])],
];

describe("what a handler returns is the response", () => {
  it.each(values)("%s", async (_what, value, type, body) => {
    const server = await serve(new App().Get("/", () => value));
    const answer = await server.ask("GET /");
    expect(answer).toMatchObject({
      status: 200,
      headers: { "content-type": type },
      bytes: Buffer.from(body),
    });
  });

  it.each(values)("what its promise resolves to: %s", async (_what, value, type, body) => {
    const server = await serve(new App().Get("/", async () => value));
    const answer = await server.ask("GET /");
    expect(answer).toMatchObject({
      status: 200,
      headers: { "content-type": type },
      bytes: Buffer.from(body),
    });
  });

  it("what a thenable resolves to", async () => {
    const thenable = {
      then: (resolve: (value: unknown) => void) => {
        resolve(["Tom"]);
      },
    };
    const server = await serve(new App().Get("/", () => thenable));
    expect((await server.ask("GET /")).text).toBe('["Tom"]');
  });

  it("what a thenable of a promise resolves to, as await has it", async () => {
    const thenable = {
      then: (resolve: (value: unknown) => void) => {
        resolve(Promise.resolve(["Tom"]));
      },
    };
    const server = await serve(new App().Get("/", () => thenable));
    expect((await server.ask("GET /")).text).toBe('["Tom"]');
  });

  it("a thenable counts once, as await has it", async () => {
    const logger = recordingLogger();
    const thenable = {
      then: (resolve: (value: unknown) => void) => {
        resolve("first");
        resolve("second");
        throw new Error("late");
      },
    };
    const server = await serve(new App({ Logger: logger }).Get("/", () => thenable));
    expect(await server.ask("GET /")).toMatchObject({ status: 200, text: "first" });
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("what cannot be asked whether it is a promise is a 500", async () => {
    const value = {
      get then() {
        throw new Error("secret");
      },
    };
    const server = await serve(new App({ Logger: recordingLogger() }).Get("/", () => value));
    expect((await server.ask("GET /")).json).toEqual(internalError);
  });

  it("a handler is bound to its controller instance", async () => {
    @Router("/cats")
    class Cats {
      readonly names = ["Tom"];
      @Get()
      list() {
        return this.names;
      }
    }
    const strays = Object.assign(new Cats(), { names: ["Jerry"] });
    const server = await serve(new App().Include(Cats).Include(strays, WithPrefix("/stray")));
    expect((await server.ask("GET /cats")).json).toEqual(["Tom"]);
    expect((await server.ask("GET /stray/cats")).json).toEqual(["Jerry"]);
  });
});

describe("undefined", () => {
  const nothing = (...args: readonly unknown[]): undefined => {
    expect(args.length).toBeGreaterThan(0);
  };
  function hidingRes(req: unknown, res: unknown = "hidden"): undefined {
    nothing(req, res);
  }
  const withoutRes: readonly (readonly [string, Handler])[] = [
    ["takes nothing", () => undefined],
    ["takes nothing and is async", async () => undefined],
    [
      "takes req",
      (req) => {
        nothing(req);
      },
    ],
    // A handler that hides res behind a default or a rest parameter counts as one without.
    [
      "hides res behind a rest parameter",
      (req, ...others) => {
        nothing(req, others);
      },
    ],
    ["hides res behind a default", hidingRes],
  ];

  it.each(withoutRes)("is 204 whatever the Status where the handler %s", async (_what, handler) => {
    const server = await serve(new App().Get("/", handler, Status(201)));
    const answer = await server.ask("GET /");
    expect(answer).toMatchObject({ status: 204, text: "" });
    expect(answer.headers["content-type"]).toBeUndefined();
  });

  it("is not an answer where the handler declares res: it answers by itself, when it likes", async () => {
    const app = new App()
      .Get("/now", (_req, res) => void res.status(202).json("now"))
      .Get("/later", (_req, res) => void setTimeout(() => res.send("later"), 5), Status(201))
      .Get("/next", (_req, res, next) => void setTimeout(() => res.json(typeof next), 5))
      .Get("/async", async (_req, res) => {
        await Promise.resolve();
        setTimeout(() => res.json("async"), 5);
      });
    const server = await serve(app);
    expect(await server.ask("GET /now")).toMatchObject({ status: 202, text: '"now"' });
    expect(await server.ask("GET /later")).toMatchObject({ status: 200, text: "later" });
    expect(await server.ask("GET /next")).toMatchObject({ status: 200, text: '"function"' });
    expect(await server.ask("GET /async")).toMatchObject({ status: 200, text: '"async"' });
  });
});

describe("the status of a returned value", () => {
  const rows: readonly (readonly [string, number | undefined, Handler, number])[] = [
    ["is 200 by default", undefined, () => "a", 200],
    ["is the route's Status", 201, () => "a", 201],
    ["is the route's Status for an object", 202, () => ({}), 202],
    ["is the route's Status for bytes", 203, () => Buffer.from("a"), 203],
    ["may be an error's", 418, () => "a", 418],
    ["is the handler's own where it set one", 201, (_req, res) => (res.status(202), "a"), 202],
    ["is the handler's own under a Status of 200", 200, (_req, res) => (res.status(404), { a: 1 }), 404],
    ["200 is no status of its own", 201, (_req, res) => (res.status(200), "a"), 201],
  ];

  it.each(rows)("%s", async (_what, status, handler, expected) => {
    const app =
      status === undefined ? new App().Get("/", handler) : new App().Get("/", handler, Status(status));
    const server = await serve(app);
    expect((await server.ask("GET /")).status).toBe(expected);
  });

  it("is the one that a middleware set, as if the handler had", async () => {
    const app = new App().Use((_req, res, next) => {
      res.status(203);
      next();
    });
    const server = await serve(app.Get("/", () => "a", Status(201)));
    expect((await server.ask("GET /")).status).toBe(203);
  });
});

describe("the type of a returned value is the handler's own where it set one", () => {
  it.each([
    ["text", "<b>Tom</b>", "text/html; charset=utf-8"],
    ["JSON", { title: "out of cats" }, "application/problem+json; charset=utf-8"],
    ["bytes", Buffer.from("%PDF"), "application/pdf"],
  ])("%s", async (_what, value, type) => {
    const server = await serve(new App().Get("/", (_req, res) => (res.type(type), value)));
    expect((await server.ask("GET /")).headers["content-type"]).toBe(type);
  });
});

describe("once the response has begun", () => {
  const begun: readonly (readonly [string, Handler, string])[] = [
    ["the response object is ignored", (_req, res) => res.json({ a: 1 }), '{"a":1}'],
    ["a promise of the response object is ignored", async (_req, res) => res.json({ a: 1 }), '{"a":1}'],
    ["an object is ignored", (_req, res) => (res.send("sent"), { ignored: true }), "sent"],
    ["what JSON cannot hold is ignored", (_req, res) => (res.send("sent"), 1n), "sent"],
    [
      "the first byte is enough",
      (_req, res) => {
        res.write("first ");
        setTimeout(() => res.end("last"), 5);
        return "ignored";
      },
      "first last",
    ],
    [
      "the response object itself is no value, even before it has begun",
      (_req, res) => {
        setTimeout(() => res.end("later"), 5);
        return res;
      },
      "later",
    ],
    // Its length is 1, so that it returns the response itself.
    ["a handler that hides res returns it", (_req, ...[res]) => res.json("hidden"), '"hidden"'],
  ];

  it.each(begun)("%s", async (_what, handler, body) => {
    const logger = recordingLogger();
    const server = await serve(new App({ Logger: logger }).Get("/", handler));
    expect(await server.ask("GET /")).toMatchObject({ status: 200, text: body });
    expect(logger.error).not.toHaveBeenCalled();
  });
});

describe("ETag, 304 and HEAD of a returned value are those of res.send", () => {
  it.each([
    ["JSON", ["Tom"]],
    ["text", "Tom"],
    ["bytes", Buffer.from("Tom")],
  ])("%s", async (_what, value) => {
    const server = await serve(new App().Get("/cats", () => value));
    const { headers, bytes: body } = await server.ask("GET /cats");
    expect(headers.etag).toMatch(/^W\/"/);

    const again = await server.ask("GET /cats", { "If-None-Match": String(headers.etag) });
    expect(again).toMatchObject({ status: 304, text: "", headers: { etag: headers.etag } });

    const head = await server.ask("HEAD /cats");
    expect(head).toMatchObject({ status: 200, text: "" });
    expect(head.headers).toMatchObject({
      etag: headers.etag,
      "content-type": headers["content-type"],
      "content-length": String(body.length),
    });
  });

  it("a POST has no 304", async () => {
    const server = await serve(new App().Post("/cats", () => "Tom"));
    const { headers } = await server.ask("POST /cats");
    expect((await server.ask("POST /cats", { "If-None-Match": String(headers.etag) })).status).toBe(200);
  });
});

it("HEAD writes no body, which a server may be set to reject", async () => {
  const host = express().use(new App().Get("/", () => ({ name: "Tom" })).Build());
  const server = await listen(createServer({ rejectNonStandardBodyWrites: true }, host));
  const answer = await server.ask("HEAD /");
  expect(answer).toMatchObject({ status: 200, text: "", headers: { "content-length": "14" } });
});

it("an empty list of a class with a tag is a list", async () => {
  class Rows extends Array<string> {
    readonly [Symbol.toStringTag] = "Rows";
  }
  const server = await serve(new App().Get("/", () => new Rows()));
  expect(await server.ask("GET /")).toMatchObject({ status: 200, text: "[]" });
});

describe("what no answer can be made of is a 500", () => {
  it.each([
    ["a Map", new Map([["name", "Tom"]]), "a Map, which JSON turns into {}"],
    ["a Set", new Set(["Tom"]), "a Set, which JSON turns into {}"],
    ["an empty Map", new Map(), "a Map, which JSON turns into {}"],
    ["a web Response", new Response("Tom"), "an object of type Response, which JSON turns into {}"],
    ["a Blob", new Blob(["Tom"]), "an object of type Blob, which JSON turns into {}"],
    ["a FormData", new FormData(), "an object of type FormData, which JSON turns into {}"],
    ["an iterator", ["Tom"].values(), "an object of type Array Iterator, which JSON turns into {}"],
    [
      "an iterator of a generator that was compiled to ES5",
      { next: () => ({ done: true }), [Symbol.iterator]: (): unknown => undefined },
      "an iterator, which JSON turns into {}",
    ],
    [
      "an event without its iterable",
      ServerSentEvent({ Data: 1 }),
      "a ServerSentEvent: only items of an async iterable can be events",
    ],
  ])("%s", async (_what, value, words) => {
    const logger = recordingLogger();
    const server = await serve(new App({ Logger: logger }).Get("/", () => value));
    expect(await server.ask("GET /")).toMatchObject({ status: 500, json: internalError });
    const err = new TypeError(
      `a handler must return JSON, text, bytes, a stream or an async iterable, got ${words}`,
    );
    expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ err }), "GET / failed");
  });

  it("unless it says itself what it is as JSON", async () => {
    class Names extends Set<string> {
      toJSON() {
        return [...this];
      }
    }
    const server = await serve(new App().Get("/", () => new Names(["Tom"])));
    expect(await server.ask("GET /")).toMatchObject({ status: 200, json: ["Tom"] });
  });
});

describe("what JSON cannot hold is a 500", () => {
  const circle: { self?: unknown } = {};
  circle.self = circle;
  it.each([
    ["a BigInt", 1n],
    ["a BigInt inside", { a: [1n] }],
    ["a cycle", circle],
    ["a function", () => "Tom"],
    ["a class", HTTPError],
    ["a symbol", Symbol("Tom")],
    ["NaN", NaN],
    ["Infinity", Infinity],
    ["negative Infinity", -Infinity],
    ["what toJSON turns into nothing", { toJSON: () => undefined }],
    [
      "what toJSON throws at",
      {
        toJSON: () => {
          throw new Error("secret");
        },
      },
    ],
  ])("%s", async (_what, value) => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Get(
      "/",
      (_req, res) => {
        res.type("application/vnd.cat+json").set("ETag", '"1"');
        return value;
      },
      Status(201),
    );
    const answer = await (await serve(app)).ask("GET /");
    expect(answer).toMatchObject({ status: 500, headers: { "content-type": json } });
    expect(answer.json).toEqual(internalError);
    expect(answer.headers.etag).toBeUndefined();
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["function", () => "Tom"],
    ["symbol", Symbol("Tom")],
    ["number", NaN],
    ["object", { toJSON: () => undefined }],
  ])("and the log has its type: %s", async (type, value) => {
    const logger = recordingLogger();
    await (await serve(new App({ Logger: logger }).Get("/", () => value))).ask("GET /");
    const err = new TypeError(
      `a handler must return a value that JSON can represent, got a value of type ${type}`,
    );
    expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ err }), expect.any(String));
  });
});
