import { setTimeout as sleep } from "node:timers/promises";
import type { Response } from "express";
import {
  Carry,
  Context,
  HTTPError,
  Nothing,
  Since,
  Status,
  Versioned,
  WithBody,
  WithContext,
  WithGuards,
  WithResponse,
  type AppOptions,
  type Handler,
  type RouteOption,
} from "versioned-controllers";
import { z } from "zod";
import { appWith, askAs, Names } from "./cats";

const Count = Context<number>("count");
const Unit = Context<string>("unit");

const Cat3 = z.object({ name: z.string() });
const Cat2 = z.object({ name: z.string(), of: z.number() });

/** A cat of which version 2 is told how many there are now. */
const Cat = Versioned(Cat3).Before(Names, Cat2, {
  Needs: [Count],
  Down: ({ name }, [of]) => ({ name, of }),
});

const tom = { name: "Tom" };
const After = { After: true } as const;

async function served(
  handler: unknown,
  options: readonly RouteOption[],
  more: AppOptions = {},
): Promise<{ ask: Awaited<ReturnType<typeof askAs>>; logger: ReturnType<typeof appWith>["logger"] }> {
  const { app, logger } = appWith(
    (one) => one.Post("/cats", handler as Handler as never, Since("1"), ...(options as [])),
    more,
  );
  return { ask: await askAs(app), logger };
}

type Sender = (res: { json: (value: unknown) => unknown; send: (value: unknown) => unknown }) => unknown;

const ways: Readonly<Record<string, Sender>> = {
  returned: () => tom,
  "returned, late": async () => await sleep(1, tom),
  "by res.json": (res) => void res.json(tom),
  "by res.json, late": (res) => void setTimeout(() => res.json(tom), 1),
  "by res.send": (res) => void res.send(tom),
};

describe.each(Object.entries(ways))("a context with After is asked after the handler: %s", (_way, send) => {
  it.each<[what: string, give: (count: number) => number | Promise<number>]>([
    ["at once", (count) => count],
    ["by a promise", async (count) => await sleep(1, count)],
  ])("%s", async (_what, give) => {
    let count = 0;
    const calls: string[] = [];
    const { ask } = await served(
      (_req: unknown, res: Parameters<Sender>[0]) => {
        calls.push("handler");
        count++;
        return send(res);
      },
      [
        WithResponse(200, Cat),
        WithGuards(() => calls.push("guard") > 0),
        WithContext(
          Count,
          () => {
            calls.push("context");
            return give(count);
          },
          After,
        ),
      ],
    );
    const { status, json, headers } = await ask("2", "POST /cats");
    expect([status, json, calls]).toEqual([200, { name: "Tom", of: 1 }, ["guard", "handler", "context"]]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect((await ask("2", "POST /cats")).json).toEqual({ name: "Tom", of: 2 });
    calls.length = 0;
    expect((await ask("3", "POST /cats")).json).toEqual(tom);
    expect(calls).toEqual(["guard", "handler"]);
  });
});

it("the others of the same link are asked before the handler", async () => {
  const calls: string[] = [];
  const told = <T>(what: string, value: T): T => {
    calls.push(what);
    return value;
  };
  const Both = Versioned(Cat3).Before(Names, z.object({ text: z.string() }), {
    Needs: [Count, Unit],
    Up: ({ text }) => ({ name: text }),
    Down: ({ name }, [count, unit]) => ({ text: `${name}, of ${count} ${unit}` }),
  });
  const OwnBody = Versioned(Cat3).Before(Names, z.object({ text: z.string() }), {
    Needs: [Unit],
    Up: ({ text }, [unit]) => told("Up", { name: `${text} ${unit}` }),
  });
  const { ask } = await served(
    (req: { body: unknown }) => told("handler", req.body),
    [
      WithBody(OwnBody),
      WithResponse(200, Both),
      WithContext(Count, () => told("count", 7), After),
      WithContext(Unit, () => told("unit", "cats"), { After: false }),
    ],
  );
  expect((await ask("2", "POST /cats", { text: "Tom" })).json).toEqual({ text: "Tom cats, of 7 cats" });
  expect(calls).toEqual(["unit", "Up", "handler", "count"]);
});

describe("it is asked once, and only for what is turned down", () => {
  const asked = jest.fn(() => 7);
  const give = WithContext(Count, asked, After);
  beforeEach(() => asked.mockClear());

  it("once for all items of an iterable, before the first", async () => {
    const { ask } = await served(
      async function* () {
        yield await Promise.resolve(tom);
        yield { name: "Tim" };
      },
      [WithResponse(200, Cat), give],
    );
    expect((await ask("2", "POST /cats")).text).toBe('{"name":"Tom","of":7}\n{"name":"Tim","of":7}\n');
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it("beside carried values, which come first", async () => {
    const Carrying = Versioned(Cat3)
      .Carrying(z.number())
      .Before(Names, Cat2, {
        Needs: [Count],
        Down: ({ name }, { Carried, Contexts: [count] }) => ({ name, of: Carried * count }),
      });
    const carry = (): object => Carry(tom, async () => await sleep(1, 3));
    for (const handler of [carry, (_req: unknown, res: Parameters<Sender>[0]) => void res.json(carry())]) {
      const { ask } = await served(handler, [WithResponse(200, Carrying), give]);
      expect((await ask("2", "POST /cats")).json).toEqual({ name: "Tom", of: 21 });
    }
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it("for a body that only older versions have", async () => {
    const Empty = Versioned(Nothing).Before(Names, z.object({ of: z.number() }), {
      Needs: [Count],
      Down: (_none, [of]) => ({ of }),
    });
    for (const handler of [
      () => undefined,
      (_req: unknown, res: Parameters<Sender>[0]) => void res.json({ is: "dropped" }),
    ]) {
      const { ask } = await served(handler, [WithResponse(200, Empty), give]);
      expect((await ask("2", "POST /cats")).json).toEqual({ of: 7 });
    }
    expect(asked).toHaveBeenCalledTimes(2);
  });

  it("not where no key of this response is needed", async () => {
    const { ask } = await served(
      (req: { get: (name: string) => string }, res: { status: (code: number) => void }) => {
        res.status(Number(req.get("X-Status")));
        return tom;
      },
      [
        WithResponse(200, Cat),
        WithResponse(
          201,
          Versioned(Cat3).Before(Names, z.object({ title: z.string() }), {
            Down: ({ name }) => ({ title: name }),
          }),
        ),
        WithResponse(202, Versioned(Cat3).Before(Names, Nothing)),
        give,
      ],
    );
    const answers = await Promise.all(
      ["201", "202"].map(async (code) => await ask("2", "POST /cats", undefined, { "X-Status": code })),
    );
    expect(answers.map(({ status, text }) => [status, text])).toEqual([
      [201, '{"title":"Tom"}'],
      [202, ""],
    ]);
    expect(asked).not.toHaveBeenCalled();
  });

  it.each<[what: string, handler: unknown, status: number, options: AppOptions]>([
    [
      "an error",
      () => {
        throw new HTTPError(409);
      },
      409,
      {},
    ],
    [
      "no content",
      (_req: unknown, res: { status: (code: number) => void }) => {
        res.status(204);
        return tom;
      },
      204,
      {},
    ],
    ["nothing", () => undefined, 204, {}],
    ["bytes, which cannot be converted", () => Buffer.from("{}"), 500, {}],
    ["a misfit", () => ({ title: "Tom" }), 500, { CheckResponses: true }],
  ])("not for %s", async (_what, handler, status, options) => {
    const { ask } = await served(handler, [WithResponse(200, Cat), WithResponse(204), give], options);
    expect((await ask("2", "POST /cats")).status).toBe(status);
    expect(asked).not.toHaveBeenCalled();
  });
});

describe("what its function throws is answered as ever", () => {
  const failures: Readonly<Record<string, () => never | Promise<never>>> = {
    thrown: () => {
      throw new HTTPError(402, "no plan");
    },
    rejected: async () => await sleep(1).then(() => Promise.reject(new HTTPError(402, "no plan"))),
  };
  it.each(
    Object.entries(failures).flatMap(([what, give]) =>
      Object.entries(ways).map(([way, send]) => [what, way, give, send] as const),
    ),
  )("%s, the value %s", async (_what, _way, give, send) => {
    const { ask } = await served(
      (_req: unknown, res: Parameters<Sender>[0]) => send(res),
      [Status(201), WithResponse(201, Cat), WithResponse(200, Cat), WithContext(Count, give, After)],
    );
    const { status, text } = await ask("2", "POST /cats");
    expect([status, text]).toEqual([402, expect.stringContaining("no plan")]);
  });

  it("an iterable that is not sent ends", async () => {
    const ended = jest.fn();
    // It is its own iterator, as an async generator is.
    const items = {
      [Symbol.asyncIterator]: () => items,
      next: async () => await Promise.resolve({ done: false, value: tom }),
      return: async () => {
        ended();
        return await Promise.resolve({ done: true, value: undefined });
      },
    };
    for (const give of Object.values(failures)) {
      const { ask } = await served(() => items, [WithResponse(200, Cat), WithContext(Count, give, After)]);
      expect((await ask("2", "POST /cats")).status).toBe(402);
    }
    expect(ended).toHaveBeenCalledTimes(2);
  });
});

it("a response that ends while res.json waits stays as it is", async () => {
  const { ask } = await served(
    (_req: unknown, res: { json: (value: unknown) => void; end: (text: string) => void }) => {
      res.json(tom);
      res.end("mine");
    },
    [WithResponse(200, Cat), WithContext(Count, async () => await sleep(2, 7), After)],
  );
  expect((await ask("2", "POST /cats")).text).toBe("mine");
});

it.each<[what: string, schema: object, value: object]>([
  ["a context", Cat, tom],
  [
    "a carried value",
    Versioned(Cat3)
      .Carrying(z.number())
      .Before(Names, Cat2, { Down: ({ name }, of) => ({ name, of }) }),
    Carry(tom, async () => await sleep(2, 7)),
  ],
])("res.json(value).end() sends the value that waits for %s", async (_what, schema, value) => {
  const { ask } = await served(
    (_req: unknown, res: { json: (value: unknown) => { end: () => void } }) => {
      res.json(value).end();
    },
    [WithResponse(200, schema), WithContext(Count, async () => await sleep(2, 7), After)],
  );
  expect((await ask("2", "POST /cats")).json).toEqual({ name: "Tom", of: 7 });
});

it("a handler's own timeout ends a response that waits", async () => {
  const never = new Promise<number>(() => undefined);
  const { ask } = await served(
    (_req: unknown, res: Response) => {
      res.json(tom);
      setTimeout(() => {
        if (!res.headersSent) res.status(503).end();
      }, 5);
    },
    [WithResponse(200, Cat), WithContext(Count, () => never, After)],
  );
  expect((await ask("2", "POST /cats")).status).toBe(503);
});

describe("Build", () => {
  const Turned = Versioned(Cat3).Before(Names, Cat2, {
    Needs: [Count],
    Up: ({ name }, [count]) => ({ name: `${name} ${count}` }),
    Down: ({ name }, [of]) => ({ name, of }),
  });
  const give = WithContext(Count, () => 7, After);
  const built =
    (...options: RouteOption[]) =>
    (): unknown =>
      appWith((app) => app.Post("/cats", (() => tom) as never, ...(options as []))).app.Build();

  it("refuses one that an Up takes", () => {
    expect(built(Since("1"), WithBody(Turned), WithResponse(200, Turned), give)).toThrow(
      'POST /cats: WithContext with After: true provides the context "count" after the handler, but the context is needed before the handler, by an Up: remove After',
    );
  });

  it.each<[what: string, options: readonly RouteOption[]]>([
    ["in answers alone", [Since("1"), WithResponse(200, Turned), give]],
    ["without After", [Since("1"), WithBody(Turned), WithContext(Count, () => 7)]],
    ["from the newest version on", [Since("3"), WithBody(Turned), give]],
  ])("takes one that is needed %s", (_what, options) => {
    expect(built(...options)).not.toThrow();
  });
});
