import { setTimeout as sleep } from "node:timers/promises";
import type { Request, Response } from "express";
import {
  App,
  DefineVersions,
  HTTPError,
  Rename,
  Versioned,
  VersioningHeader,
  WithGuards,
  WithResponse,
  type Guard,
} from "versioned-controllers";
import { z } from "zod";
import { errorBody, internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { gate, until } from "../../support/wait";

const forbidden = errorBody(403, "forbidden", "Forbidden");

/** An untyped caller's guard. */
function returning(value: unknown): Guard {
  return () => value as boolean;
}

/** A guarded handler; `ran` counts what has run after the guard. */
async function guarded(guard: Guard) {
  const logger = recordingLogger();
  const later = jest.fn(() => true);
  const handler = jest.fn(() => "Tom");
  const app = new App({ Logger: logger }).Get("/", handler, WithGuards(guard, later));
  const answer = await (await serve(app)).ask("GET /");
  return { answer, later, handler, logger };
}

it.each<[what: string, guard: (req: Request, res: Response) => unknown]>([
  ["a guard", (_req, res) => lockJSON(res)],
  ["an async guard", async (_req, res) => Promise.resolve(lockJSON(res))],
])("an error of the steps after %s is a logged 500", async (_what, guard) => {
  const V = DefineVersions("1", "2");
  const Older = z.object({ born: z.string() });
  const Newer = z.object({ birthday: z.string() });
  const Cat = Versioned(Newer).Before(
    V.Change("2", "`born` is `birthday`."),
    Older,
    Rename("born", "birthday"),
  );
  const logger = recordingLogger();
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
    Logger: logger,
  }).Get(
    "/",
    () => ({ birthday: "2020-05-01" }),
    V.Since("1"),
    WithResponse(200, Cat),
    WithGuards(guard as Guard),
  );
  const answer = await (await serve(app)).ask("GET /", { V: "1" });
  expect(answer).toMatchObject({ status: 500, json: internalError });
  expect(logger.error).toHaveBeenCalledTimes(1);
});

/** Makes `res.json` a method that nobody can replace, so that the hook of an older version throws. */
function lockJSON(res: Response): boolean {
  Object.defineProperty(res, "json", { value: res.json, writable: false });
  return true;
}

describe("only true admits", () => {
  it.each([
    ["true", returning(true)],
    ["a promise of true", returning(Promise.resolve(true))],
    ["a promise of true that takes its time", async () => sleep(5, true)],
    [
      "a thenable of true",
      returning({
        then: (resolve: (value: unknown) => void) => {
          resolve(true);
        },
      }),
    ],
  ])("%s admits", async (_what, guard) => {
    const { answer, later, handler } = await guarded(guard);
    expect(answer).toMatchObject({ status: 200, text: "Tom" });
    expect(later).toHaveBeenCalledTimes(1);
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it("what a thenable of a promise resolves to, as await has it", async () => {
    const verdict = {
      then: (resolve: (value: unknown) => void) => {
        resolve(Promise.resolve(true));
      },
    };
    expect((await guarded(returning(verdict))).answer.text).toBe("Tom");
  });

  it("a thenable's first verdict counts, as await has it", async () => {
    const verdict = {
      then: (resolve: (value: unknown) => void) => {
        resolve(true);
        resolve(true);
        resolve(false);
      },
    };
    const { answer, handler } = await guarded(returning(verdict));
    expect(answer.text).toBe("Tom");
    expect(handler).toHaveBeenCalledTimes(1);
  });

  it.each([
    ["false", false],
    ["undefined", undefined],
    ["null", null],
    ["0", 0],
    ["1", 1],
    ["text", "true"],
    ["an object", {}],
    ["a function", () => true],

    ["a Boolean object", new Boolean(true)],
  ])("%s is answered with 403, and nothing after it runs", async (_what, value) => {
    for (const guard of [returning(value), returning(Promise.resolve(value))]) {
      const { answer, later, handler, logger } = await guarded(guard);
      expect(answer.status).toBe(403);
      expect(answer.json).toEqual(forbidden);
      expect(later).not.toHaveBeenCalled();
      expect(handler).not.toHaveBeenCalled();
      expect(logger.error).not.toHaveBeenCalled();
    }
  });

  it("each guard is asked in turn, and all have to admit", async () => {
    const app = new App({}, WithGuards(returning(true)));
    app.Get("/", () => "Tom", WithGuards(returning(Promise.resolve(true)), returning(false)));
    expect((await (await serve(app)).ask("GET /")).status).toBe(403);
  });
});

describe("a guard that returns neither true nor false is warned of once", () => {
  const isOwner: Guard = () => ({ user: 1 }) as never;

  it.each<[what: string, guard: Guard, words: string]>([
    ["an object", isOwner, "the guard isOwner returned an object"],
    ["nothing", returning(undefined), "the guard without a name returned undefined"],
    [
      "a promise of text, which may be secret",
      returning(Promise.resolve("token")),
      "the guard without a name returned a string",
    ],
  ])("%s", async (_what, guard, words) => {
    const logger = recordingLogger();
    const { ask } = await serve(new App({ Logger: logger }).Get("/cats", () => "Tom", WithGuards(guard)));
    expect([(await ask("GET /cats")).status, (await ask("GET /cats")).status]).toEqual([403, 403]);
    expect(logger.warn.mock.calls).toEqual([
      [
        { component: "Router", method: "GET", path: "/cats" },
        `GET /cats: ${words}, so the client received 403: a guard must return true or false`,
      ],
    ]);
  });

  it.each<[what: string, guard: Guard]>([
    ["false", returning(false)],
    ["a promise of false", returning(Promise.resolve(false))],
    ["an answer of its own", (_req, res) => void res.status(429).send("slow down") as never],
  ])("%s is not a mistake", async (_what, guard) => {
    const { logger } = await guarded(guard);
    expect(logger.warn).not.toHaveBeenCalled();
  });
});

describe("a guard that throws denies by what it throws", () => {
  it.each([
    ["an HTTPError", new HTTPError(401, "who are you?"), 401, errorBody(401, "unauthorized", "who are you?")],
    ["an Error", new Error("secret"), 500, internalError],
    ["undefined", undefined, 500, internalError],
    ["null", null, 500, internalError],
    ["false", false, 500, internalError],
    ["true", true, 500, internalError],
    ["0", 0, 500, internalError],
    ["empty text", "", 500, internalError],
  ])("%s", async (_what, thrown: unknown, status, body) => {
    const throwing: Guard = () => {
      throw thrown;
    };
    const rejecting: Guard = async () => {
      throw thrown;
    };
    for (const guard of [throwing, rejecting]) {
      const { answer, later, handler, logger } = await guarded(guard);
      expect(answer.status).toBe(status);
      expect(answer.json).toEqual(body);
      expect(later).not.toHaveBeenCalled();
      expect(handler).not.toHaveBeenCalled();
      expect(logger.error).toHaveBeenCalledTimes(status === 500 ? 1 : 0);
    }
  });
});

describe("a guard that has answered by itself", () => {
  it.each([
    ["and denies", false],
    ["and admits", true],
  ])("is the last to run: %s", async (_what, verdict) => {
    const { answer, later, handler, logger } = await guarded((_req, res) => {
      res.status(429).send("slow down");
      return verdict;
    });
    expect(answer).toMatchObject({ status: 429, text: "slow down" });
    expect(later).not.toHaveBeenCalled();
    expect(handler).not.toHaveBeenCalled();
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("and admits once the first byte is out", async () => {
    const { answer, handler } = await guarded((_req, res) => {
      res.write("own ");
      setTimeout(() => res.end("answer"), 5);
      return true;
    });
    expect(answer).toMatchObject({ status: 200, text: "own answer" });
    expect(handler).not.toHaveBeenCalled();
  });

  it("and then throws has its answer kept, and the error logged once", async () => {
    const { answer, handler, logger } = await guarded((_req, res) => {
      res.status(429).send("slow down");
      throw new Error("late");
    });
    expect(answer).toMatchObject({ status: 429, text: "slow down" });
    expect(handler).not.toHaveBeenCalled();
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});

it("once the client has gone, no later guard and no handler starts", async () => {
  const later = jest.fn(() => true);
  const reached = gate();
  let settled = false;
  const waiting: Guard = async (_req, res) => {
    reached.open();
    await new Promise((resolve) => res.once("close", resolve));
    settled = true;
    return true;
  };
  const logger = recordingLogger();
  const server = await serve(new App({ Logger: logger }).Get("/", later, WithGuards(waiting, later)));
  const socket = server.open("GET /");
  await reached.opened;
  socket.destroy();
  await until(() => settled);
  await sleep(5);
  expect(later).not.toHaveBeenCalled();
  expect(logger.error).not.toHaveBeenCalled();
});

it("a guard sees the matched route's parameters", async () => {
  const app = new App().Get(
    "/cats/{id}",
    () => "Tom",
    WithGuards(({ params }: Request<{ id: string }>) => params.id === "7"),
  );
  const server = await serve(app);
  expect((await server.ask("GET /cats/7")).status).toBe(200);
  expect((await server.ask("GET /cats/8")).status).toBe(403);
});
