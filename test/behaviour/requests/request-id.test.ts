import {
  App,
  HTTPError,
  ProblemDetails,
  RequestID,
  WithGuards,
  type AppOptions,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { unmatched, uuid } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { listen, serve, type Answer } from "../../support/serve";

const mine = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";

function idIn(answer: Answer): string {
  return (answer.json as { request_id: string }).request_id;
}

describe("request_id is a UUID, sent as X-Request-Id with the same response", () => {
  const app = new App({ Logger: recordingLogger() })
    .Get("/error", () => Promise.reject(new HTTPError(409)))
    .Get("/failed", () => Promise.reject(new Error()))
    .Get(
      "/denied",
      () => "Tom",
      WithGuards(() => false),
    );

  it.each(["/error", "/failed", "/denied", "/nowhere"])("of %s", async (path) => {
    const answer = await (await serve(app)).ask(`GET ${path}`);
    expect(idIn(answer)).toMatch(uuid);
    expect(answer.headers["x-request-id"]).toBe(idIn(answer));
  });

  it("another one for each request", async () => {
    const server = await serve(app);
    expect(idIn(await server.ask("GET /nowhere"))).not.toBe(idIn(await server.ask("GET /nowhere")));
  });

  it("whatever X-Request-Id the application or the error would send", async () => {
    const own = new App().Get("/", (_req, res) => {
      res.set("X-Request-Id", "own");
      throw new HTTPError(409, "", { headers: { "x-request-id": "own" } });
    });
    const answer = await (await serve(own)).ask("GET /");
    expect(answer.headers["x-request-id"]).toBe(idIn(answer));
    expect(answer.rawHeaders.filter((name) => name.toLowerCase() === "x-request-id")).toHaveLength(1);
  });
});

describe("RequestID is one per request, settled by the first who asks", () => {
  it("a host's middleware before the App, the handler, and the answer have one", async () => {
    const seen: string[] = [];
    const app = new App()
      .Use((req, _res, next) => {
        seen.push(RequestID(req));
        next();
      })
      .Get("/", (req) => {
        seen.push(RequestID(req));
        throw new HTTPError(409);
      });
    const server = await serve((req, _res, next) => {
      seen.push(RequestID(req));
      next();
    }, app);
    const id = idIn(await server.ask("GET /"));
    expect(seen).toEqual([id, id, id]);
  });

  it("two Apps on one request share it", async () => {
    const seen: string[] = [];
    const first = new App().Get("/", (req, _res, next) => {
      seen.push(RequestID(req));
      next();
    });
    const second = new App().Get("/", (req) => {
      seen.push(RequestID(req));
      throw new HTTPError(409);
    });
    const id = idIn(await (await serve(first, second)).ask("GET /"));
    expect(seen).toEqual([id, id]);
  });

  it("an App that trusts cannot change what was settled before it", async () => {
    const first = new App().Get("/", (req, _res, next) => {
      RequestID(req);
      next();
    });
    const second = new App({ TrustRequestID: true }).Get("/cats", () => "Tom");
    const answer = await (await serve(first, second)).ask("GET /", { "X-Request-Id": mine });
    expect(idIn(answer)).toMatch(uuid);
    expect(idIn(answer)).not.toBe(mine);
  });

  it("an App that does not trust keeps what one that does has settled", async () => {
    const first = new App({ TrustRequestID: true }).Get("/", (req, _res, next) => {
      RequestID(req);
      next();
    });
    const second = new App().Get("/cats", () => "Tom");
    const answer = await (await serve(first, second)).ask("GET /", { "X-Request-Id": mine });
    expect(idIn(answer)).toBe(mine);
  });
});

describe("TrustRequestID", () => {
  const on: AppOptions = { TrustRequestID: true };
  const rows: readonly (readonly [string, AppOptions, string | readonly string[], string | undefined])[] = [
    ["off by default: a client's id does not count", {}, mine, undefined],
    ["off: a client's id does not count", { TrustRequestID: false }, mine, undefined],
    ["on: a client's UUID counts", on, mine, mine],
    ["on: in any case", on, mine.toUpperCase(), mine.toUpperCase()],
    ["on: not a UUID", on, "42", undefined],
    ["on: a UUID with something after it", on, `${mine}0`, undefined],
    ["on: a UUID with something before it", on, `x${mine}`, undefined],
    ["on: a UUID in braces", on, `{${mine}}`, undefined],
    ["on: two in one line", on, `${mine}, ${mine}`, undefined],
    ["on: empty", on, "", undefined],
    ["on: on several lines", on, [mine, mine.replace("3", "4")], undefined],
    ["on: on several lines, all the same", on, [mine, mine], undefined],
    ["on: on several lines, one of them empty", on, [mine, ""], undefined],
  ];

  it.each(rows)("%s", async (_what, options, sent, expected) => {
    const app = new App(options).Get("/cats", () => "Tom");
    const answer = await (await serve(app)).ask("GET /", { "X-Request-Id": sent });
    expect(answer.json).toEqual(unmatched("GET /"));
    expect(answer.headers["x-request-id"]).toBe(idIn(answer));
    if (expected === undefined) expect([sent].flat()).not.toContain(idIn(answer));
    else expect(idIn(answer)).toBe(expected);
  });

  it("holds from App.Use on, and in the log", async () => {
    const logger = recordingLogger();
    let seen: string | undefined;
    const app = new App({ ...on, Logger: logger }).Use((req) => {
      seen = RequestID(req);
      throw new Error();
    });
    await (await serve(app)).ask("GET /", { "X-Request-Id": mine });
    expect(seen).toBe(mine);
    expect(logger.error).toHaveBeenCalledWith(
      expect.objectContaining({ request_id: mine }),
      expect.any(String),
    );
  });
});

describe("AppOptions.RequestID", () => {
  const sent = "3b241101-e2bb-4255-8caf-4136c566a962";
  const longest = "x".repeat(128);

  it.each<[what: string, given: unknown, trusts: boolean, expected: unknown]>([
    ["a trace's id", "4bf92f3577b34da6a3ce929d0e0e4736", true, "4bf92f3577b34da6a3ce929d0e0e4736"],
    ["one of 128 characters", longest, false, longest],
    ["every visible sign", '!~"#', false, '!~"#'],
    ["one of 129 characters", `${longest}x`, false, expect.stringMatching(uuid)],
    ["an empty one", "", false, expect.stringMatching(uuid)],
    ["one with a blank", "a b", false, expect.stringMatching(uuid)],
    ["one with a line break", "a\r\nb: c", false, expect.stringMatching(uuid)],
    ["one beyond ASCII", "\u00e4", false, expect.stringMatching(uuid)],
    ["no text", 7, false, expect.stringMatching(uuid)],
    ["undefined, where a client's is trusted", undefined, true, sent],
    ["undefined, where none is trusted", undefined, false, expect.not.stringMatching(sent)],
  ])("%s", async (_what, given, TrustRequestID, expected) => {
    const own = jest.fn(() => given as string);
    const app = new App({ RequestID: own, TrustRequestID }).Get("/", (req) =>
      Promise.reject(new HTTPError(409, RequestID(req))),
    );
    for (const server of [await serve(app), await listen(CreateServer(app))]) {
      own.mockClear();
      const { headers, json } = await server.ask("GET /", { "X-Request-Id": sent });
      const { error, request_id } = json as { error: { message: string }; request_id: string };
      expect([headers["x-request-id"], error.message]).toEqual([request_id, request_id]);
      expect(request_id).toEqual(expected);
      expect(own).toHaveBeenCalledTimes(1);
    }
  });

  it("that throws is logged once, and may ask for the id itself", async () => {
    const Logger = recordingLogger();
    const failing = () => {
      throw new Error("why");
    };
    const server = await serve(new App({ Logger, RequestID: failing }).Get("/cats", () => "Tom"));
    for (let i = 0; i < 3; i++) {
      expect((await server.ask("GET /")).headers["x-request-id"]).toMatch(uuid);
    }
    expect(Logger.error).toHaveBeenCalledTimes(1);
    const app = new App({ RequestID: (req) => `x-${RequestID(req)}` }).Get("/cats", () => "Tom");
    const asking = await serve(app);
    expect((await asking.ask("GET /")).headers["x-request-id"]).toMatch(uuid);
  });

  it("gives ids in documents no format, and problems of other ids no instance", async () => {
    const shown = (options: AppOptions) =>
      JSON.stringify(
        new App(options)
          .Get(
            "/",
            () => 1,
            WithGuards(() => true),
          )
          .Document(),
      );
    const own = () => "trace-1";
    expect(shown({})).toContain('"format":"uuid"');
    expect(shown({ RequestID: own })).not.toContain("uuid");
    const Errors = { ...ProblemDetails, InvalidStatus: 422 };
    expect(shown({ Errors })).toContain('"detail","instance"');
    expect(shown({ Errors, RequestID: own })).not.toMatch(/"uuid"|"detail","instance"/);
    const problem = async (id: string) => {
      const app = new App({ Errors, RequestID: () => id }).Get("/cats", () => "Tom");
      return (await (await serve(app)).ask("GET /")).json;
    };
    expect(await problem(sent)).toMatchObject({ instance: `urn:uuid:${sent}`, request_id: sent });
    expect(await problem("trace-1")).toMatchObject({ request_id: "trace-1" });
    expect(await problem("trace-1")).not.toHaveProperty("instance");
  });
});
