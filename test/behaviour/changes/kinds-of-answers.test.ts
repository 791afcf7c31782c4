import { EventEmitter, once } from "node:events";
import { Readable } from "node:stream";
import { setTimeout as after } from "node:timers/promises";
import {
  Nothing,
  Since,
  Status,
  Versioned,
  WithResponse,
  type AppOptions,
  type Handler,
  type RouteOption,
} from "versioned-controllers";
import type { Request, Response } from "express";
import { z } from "zod";
import { serve } from "../../support/serve";
import { appWith, askAs, Cat, Cat2, Cat3, Names, tom, tomIn } from "./cats";

const ok = WithResponse(200, Cat);
const Silent = Versioned(Cat3).Before(Names, Nothing);
const silent = WithResponse(200, Silent);

function catsBy(
  handler: Handler,
  options: readonly RouteOption[] = [ok],
  more: AppOptions = {},
): ReturnType<typeof appWith> {
  return appWith((app) => app.Get("/cats", handler as never, Since("1"), ...(options as [])), more);
}

/** Asks for the cats as version 2, goes away once the handler has begun, and gives what the handler made of that. */
async function leave<Made>(
  make: (res: Response) => Made,
  options: readonly RouteOption[] = [ok],
  more: AppOptions = {},
): Promise<{ made: Made; res: Response; logger: ReturnType<typeof appWith>["logger"] }> {
  const steps = new EventEmitter();
  const begun = once(steps, "begun");
  const ended = once(steps, "ended") as Promise<[made: Made, res: Response]>;
  const { app, logger } = catsBy(
    (async (_req: Request, res: Response) => {
      steps.emit("begun");
      await once(res, "close");
      const made = make(res);
      steps.emit("ended", made, res);
      return made;
    }) as Handler,
    options,
    more,
  );
  const { open } = await serve(app);
  const socket = open("GET /cats", { "X-Version": "2" });
  await begun;
  socket.destroy();
  const [made, res] = await ended;
  await after(20);
  return { made, res, logger };
}

describe("where an older version is sent Nothing", () => {
  it.each<[what: string, handler: Handler]>([
    ["a text", () => "hi"],
    ["bytes", () => Buffer.from("hi")],
    ["res.json", (_req, res) => void res.json(tom)],
  ])("%s is not sent", async (_, handler) => {
    const ask = await askAs(catsBy(handler, [silent]).app);
    const { status, text, headers } = await ask("2", "GET /cats");
    expect([status, text, headers["content-type"]]).toEqual([200, "", undefined]);
  });

  it("a stream is not sent, but closed", async () => {
    const stream = Readable.from(["hi"]);
    const ask = await askAs(catsBy(() => stream, [silent]).app);
    const { status, text } = await ask("2", "GET /cats");
    expect([status, text]).toEqual([200, ""]);
    expect(stream.destroyed).toBe(true);
  });

  it("an async iterable is not sent, but ended", async () => {
    let isEnded = false;
    async function* items() {
      try {
        yield await Promise.resolve(tom);
      } finally {
        isEnded = true;
      }
    }
    const iterator = items();
    await iterator.next();
    const ask = await askAs(catsBy(() => iterator, [silent]).app);
    const { status, text } = await ask("2", "GET /cats");
    expect([status, text, isEnded]).toEqual([200, "", true]);
  });

  it("a handler's value that does not fit is a 500 with CheckResponses, and one that fits is not sent", async () => {
    const ask = await askAs(
      catsBy(
        (req: Request) => (req.query.bad ? { first: 1 } : tom),
        [Status(201), WithResponse(201, Silent)],
        {
          CheckResponses: true,
        },
      ).app,
    );
    const [fits, bad] = [await ask("2", "GET /cats"), await ask("2", "GET /cats?bad=1")];
    expect([fits.status, fits.text]).toEqual([201, ""]);
    expect(bad.status).toBe(500);
  });
});

describe("where an older version is sent text in the place of an object", () => {
  const named = WithResponse(200, Versioned(Cat3).Before(Names, z.string(), { Down: ({ first }) => first }));

  it.each<[what: string, handler: Handler, text: string]>([
    ["a value is that text", () => tom, "Tom"],
    ["what res.json is given is JSON", (_req, res) => void res.json(tom), '"Tom"'],
    [
      "each item is JSON",
      async function* () {
        yield await Promise.resolve(tom);
        yield tom;
      },
      '"Tom"\n"Tom"\n',
    ],
  ])("%s", async (_, handler, text) => {
    const ask = await askAs(catsBy(handler, [named]).app);
    expect((await ask("2", "GET /cats")).text).toBe(text);
  });
});

describe("where nobody is left to read the answer", () => {
  it("a returned stream is closed and nothing is turned down", async () => {
    const { made, res, logger } = await leave(() => Readable.from(["hi"]));
    expect(made.destroyed).toBe(true);
    expect(res.headersSent).toBe(false);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it.each<[what: string, make: (res: Response) => unknown]>([
    ["res.json", (res) => void res.json(tom)],
    ["a value", () => tom],
  ])("nothing is sent for %s of which a version is sent Nothing", async (_, make) => {
    const { res, logger } = await leave(make, [silent]);
    expect(res.headersSent).toBe(false);
    expect(logger.error).not.toHaveBeenCalled();
  });
});

describe("each kind of answer in an older version", () => {
  it.each<[what: string, value: () => unknown]>([
    ["a Map", () => new Map([["first", "Tom"]])],
    ["a function", () => () => tom],
    ["NaN", () => Number.NaN],
  ])("%s is a 500", async (_, value) => {
    const { app, logger } = catsBy(value as Handler);
    const ask = await askAs(app);
    const { status, text } = await ask("2", "GET /cats");
    expect(status).toBe(500);
    expect(text).not.toContain("Tom");
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it("items that are text are turned down as text", async () => {
    const Words = Versioned(z.string()).Before(Names, z.object({ word: z.string() }), {
      Down: (word) => ({ word }),
    });
    const items = async function* words(): AsyncGenerator<string> {
      await Promise.resolve();
      yield "hi";
      yield "ho";
    };
    const ask = await askAs(catsBy(() => items(), [WithResponse(200, Words)]).app);
    expect((await ask("2", "GET /cats")).text).toBe('{"word":"hi"}\n{"word":"ho"}\n');
    expect((await ask("3", "GET /cats")).text).toBe('"hi"\n"ho"\n');
  });

  it("a media type that the handler sets stays", async () => {
    const ask = await askAs(catsBy((_req, res) => (res.type("application/vnd.cat+json"), tom)).app);
    const { headers, json } = await ask("2", "GET /cats");
    expect(headers["content-type"]).toMatch(/^application\/vnd\.cat\+json/);
    expect(json).toEqual(tomIn["2"]);
  });

  it.each(["2XX", "default"] as const)("what %s describes is turned down", async (status) => {
    const handler: Handler = (_req, res) => (res.status(202), tom);
    const ask = await askAs(catsBy(handler, [WithResponse(status, Cat)]).app);
    const answer = await ask("2", "GET /cats");
    expect([answer.status, answer.json]).toEqual([202, tomIn["2"]]);
  });
});

describe("res.json of a handler", () => {
  it("is as it was for an error that nothing describes", async () => {
    const ask = await askAs(catsBy((_req, res) => void res.status(404).json(tom)).app);
    const { status, json } = await ask("2", "GET /cats");
    expect([status, json]).toEqual([404, tom]);
  });

  it("throws where the response has begun, as Express's own does", async () => {
    const thrown: unknown[] = [];
    const { app } = catsBy((_req, res) => {
      res.json(tom);
      try {
        res.json(tom);
      } catch (error) {
        thrown.push((error as { code?: unknown }).code);
      }
    });
    const ask = await askAs(app);
    expect((await ask("2", "GET /cats")).json).toEqual(tomIn["2"]);
    expect(thrown).toEqual(["ERR_HTTP_HEADERS_SENT"]);
  });

  it("that the handler has wrapped is given the version's shape of what it returns", async () => {
    const given: unknown[] = [];
    const { app } = catsBy((_req, res) => {
      const json = res.json.bind(res);
      res.json = (value: unknown) => (given.push(value), json(value));
      return tom;
    });
    const ask = await askAs(app);
    expect((await ask("2", "GET /cats")).json).toEqual(tomIn["2"]);
    expect(given).toEqual([tomIn["2"]]);
  });

  it("is turned down once an App that the handler asked has passed the request on", async () => {
    const inner = catsBy((_req, _res, next) => {
      next();
    }).app.Build();
    const { app } = catsBy((req, res) => {
      void inner(req, res, () => {
        res.json(tom);
      });
    });
    const ask = await askAs(app);
    expect((await ask("2", "GET /cats")).json).toEqual(tomIn["2"]);
  });
});

describe("what a handler sends while its value is judged is the answer", () => {
  const Slow = Cat3.refine(async () => {
    await after(20);
    return true;
  });
  const slow = Versioned(Slow).Before(Names, Cat2, {
    Down: ({ first, birthday }) => ({ name: first, birthday }),
  });

  it.each(["2", "3"])("in version %s", async (version) => {
    const handler: Handler = (_req, res) => {
      setImmediate(() => res.end("its own"));
      return tom;
    };
    const { app, logger } = catsBy(handler, [WithResponse(200, slow)], { CheckResponses: true });
    const ask = await askAs(app);
    const { status, text } = await ask(version, "GET /cats");
    await after(40);
    expect([status, text]).toEqual([200, "its own"]);
    expect(logger.error).not.toHaveBeenCalled();
  });
});
