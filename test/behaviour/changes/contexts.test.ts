import {
  App,
  BuildError,
  Context,
  Each,
  Get,
  HTTPError,
  Now,
  Router,
  Since,
  Versioned,
  VersioningHeader,
  VersionNeutral,
  WithBody,
  WithContext,
  WithGuards,
  WithQuery,
  WithResponse,
  WithVersion,
  type AppOptions,
  type Option,
} from "versioned-controllers";
import { z } from "zod";
import { appWith, askAs, Born, Names, V } from "./cats";
import { setTime } from "../../support/set-time";

interface OrgSettings {
  readonly currency: string;
}

const Org = Context<OrgSettings>("org");
const Seats = Context<number>("seats");

const Plan3 = z.object({ price: z.number() });
const Plan2 = z.object({ price: z.string() });
const Plan1 = z.object({ cost: z.string() });

/** A plan whose price older versions know as a text in the organisation's currency. */
const Plan = Versioned(Plan3)
  .Before(Names, Plan2, {
    Needs: [Org],
    Up: ({ price }, [org]) => ({ price: Number(price.slice(org.currency.length)) }),
    Down: ({ price }, [org]) => ({ price: `${org.currency}${price}` }),
  })
  .Before(Born, Plan1, {
    Needs: [Seats, Org],
    Up: ({ cost }, [seats, org]) => ({ price: `${org.currency}${Number(cost.slice(1)) * seats}` }),
    Down: ({ price }, [seats, { currency }]) => ({ cost: `${currency}${Number(price.slice(1)) / seats}` }),
  });

const Euros = WithContext(Org, () => ({ currency: "€" }));
const TwoSeats = WithContext(Seats, async (req) => {
  await Promise.resolve();
  return req.path === "/plans" ? 2 : 1;
});

const post = [Since("1"), WithBody(Plan), WithResponse(200, Plan)] as const;

async function served(
  declare: (app: App) => unknown,
  options: AppOptions = {},
): Promise<{ ask: Awaited<ReturnType<typeof askAs>>; logger: ReturnType<typeof appWith>["logger"] }> {
  const { app, logger } = appWith(declare, options);
  return { ask: await askAs(app), logger };
}

describe("the functions of a link are given the contexts that it needs, in the order of Needs", () => {
  it.each([
    ["1", { cost: "€5" }, 10],
    ["2", { price: "€7" }, 7],
    ["3", { price: 7 }, 7],
  ] as const)("in version %s", async (version, body, price) => {
    const seen: unknown[] = [];
    const { ask } = await served((app) =>
      app.Post(
        "/plans",
        (req) => {
          seen.push(req.body);
          return req.body;
        },
        ...post,
        Euros,
        TwoSeats,
      ),
    );
    const { status, json } = await ask(version, "POST /plans", body);
    expect([status, json, seen]).toEqual([200, body, [{ price }]]);
  });
});

it("contexts are asked once a request, after the guards, before the first Up and the handler", async () => {
  const calls: string[] = [];
  const told = <T>(what: string, value: T): T => {
    calls.push(what);
    return value;
  };
  const History = Versioned(Plan3)
    .Before(Names, Plan2, {
      Needs: [Org],
      Up: ({ price }) => told("Up 2", { price: Number(price) }),
      Down: ({ price }) => told("Down 2", { price: String(price) }),
    })
    .Before(Born, Plan1, {
      Needs: [Org],
      Up: ({ cost }) => told("Up 1", { price: cost }),
      Down: ({ price }) => told("Down 1", { cost: price }),
    });
  const { ask } = await served((app) =>
    app.Post(
      "/plans",
      (req) => told("handler", req.body as z.output<typeof Plan3>),
      Since("1"),
      WithBody(History),
      WithResponse(200, History),
      WithGuards(() => told("guard", true)),
      WithContext(Org, () => told("context", { currency: "" })),
    ),
  );
  expect((await ask("1", "POST /plans", { cost: "7" })).json).toEqual({ cost: "7" });
  expect(calls).toEqual(["guard", "context", "Up 1", "Up 2", "handler", "Down 2", "Down 1"]);
  calls.length = 0;
  expect((await ask("1", "POST /plans", { cost: 7 })).status).toBe(400);
  expect(calls).toEqual(["guard"]);
  await ask("3", "POST /plans", { price: 7 });
  expect(calls).toEqual(["guard", "guard", "handler"]);
});

it("a version whose steps need none of it asks for nothing", async () => {
  const asked = jest.fn(() => 1);
  const { ask } = await served((app) =>
    app.Get(
      "/plans",
      () => ({ price: 7 }),
      Since("1"),
      WithResponse(200, Plan),
      Euros,
      WithContext(Seats, asked),
    ),
  );
  expect((await ask("3", "GET /plans")).json).toEqual({ price: 7 });
  expect((await ask("2", "GET /plans")).json).toEqual({ price: "€7" });
  expect(asked).not.toHaveBeenCalled();
  expect((await ask("1", "GET /plans")).json).toEqual({ cost: "€7" });
  expect(asked).toHaveBeenCalledTimes(1);
});

describe("the nearest WithContext counts", () => {
  const give = (currency: string): Option => WithContext(Org, () => ({ currency }));
  const OneStep = Versioned(Plan3).Before(Names, Plan2, {
    Needs: [Org],
    Down: ({ price }, [org]) => ({ price: `${org.currency}${price}` }),
  });
  const plan = (): { price: number } => ({ price: 7 });
  const options = [Since("1"), WithResponse(200, OneStep)] as const;
  const cases: Readonly<Record<string, (app: App) => unknown>> = {
    route: (app) =>
      app.Include(new Router("", give("router ")).Get("/plans", plan, ...options, give("route "))),
    router: (app) =>
      app.Include(new Router("", give("router ")).Get("/plans", plan, ...options), give("include ")),
    include: (app) => app.Include(new Router().Get("/plans", plan, ...options), give("include ")),
    app: (app) => app.Include(new Router().Get("/plans", plan, ...options)),
  };

  it.each(Object.entries(cases))("%s", async (where, declare) => {
    const app = new App(
      { Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List } },
      give("app "),
    );
    declare(app);
    const ask = await askAs(app);
    expect((await ask("2", "GET /plans")).json).toEqual({ price: `${where} 7` });
  });

  it("the class, between route and Include", async () => {
    @Router("/plans", give("class "))
    class Plans {
      @Get("/", ...options)
      get(): { price: number } {
        return plan();
      }
    }
    const { ask } = await served((app) => app.Include(Plans, give("include ")));
    expect((await ask("2", "GET /plans")).json).toEqual({ price: "class 7" });
  });
});

describe("what a context's function throws is answered as ever", () => {
  const failing = async (give: () => unknown, options: AppOptions = {}) =>
    await served(
      (app) =>
        app.Get(
          "/plans",
          () => ({ price: 7 }),
          Since("1"),
          WithResponse(200, Plan),
          WithContext(Org, give as never),
          TwoSeats,
        ),
      options,
    );

  it.each([
    [
      "an HTTPError",
      () => {
        throw new HTTPError(402, "no plan");
      },
      402,
      "no plan",
    ],
    ["a rejection with one", () => Promise.reject(new HTTPError(402, "no plan")), 402, "no plan"],
    [
      "any other error",
      () => {
        throw new Error("a secret");
      },
      500,
      "Internal Server Error",
    ],
    ["any other rejection", () => Promise.reject(new Error("a secret")), 500, "Internal Server Error"],
  ])("%s", async (_what, give, status, message) => {
    const { ask } = await failing(give);
    const answer = await ask("2", "GET /plans");
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(message)]);
    expect((await ask("3", "GET /plans")).status).toBe(200);
  });

  it("MapError is asked", async () => {
    const MapError = (error: unknown): HTTPError | undefined =>
      error instanceof RangeError ? new HTTPError(409, "mapped") : undefined;
    const { ask } = await failing(() => Promise.reject(new RangeError()), { MapError });
    expect((await ask("2", "GET /plans")).status).toBe(409);
  });
});

it("a key is known by itself, not by its name", async () => {
  const Other = Context<OrgSettings>("org");
  const History = Versioned(Plan3).Before(Names, Plan2, {
    Needs: [Org, Other],
    Down: ({ price }, [org, other]) => ({ price: `${org.currency}${price}${other.currency}` }),
  });
  const { ask } = await served((app) =>
    app.Get(
      "/plans",
      () => ({ price: 7 }),
      Since("1"),
      WithResponse(200, History),
      Euros,
      WithContext(Other, () => ({ currency: "$" })),
    ),
  );
  expect((await ask("2", "GET /plans")).json).toEqual({ price: "€7$" });
});

describe("Now is the time of AppOptions.Now, once a request, and nobody has to give it", () => {
  const Dated = Versioned(Plan3).Before(Names, Plan2, {
    Needs: [Now],
    Down: ({ price }, [now]) => ({ price: `${price} in ${now.getUTCFullYear()}` }),
  });
  const list = Dated.Within([Each], (plan) => z.array(plan));
  const plans = (app: App): unknown =>
    app.Get("/plans", () => [{ price: 1 }, { price: 2 }], Since("1"), WithResponse(200, list));

  it("by the App's clock", async () => {
    const Clock = jest.fn(() => new Date("2021-05-01"));
    const { ask } = await served(plans, { Now: Clock });
    Clock.mockClear();
    expect((await ask("2", "GET /plans")).json).toEqual([{ price: "1 in 2021" }, { price: "2 in 2021" }]);
    expect(Clock).toHaveBeenCalledTimes(1);
    await ask("3", "GET /plans");
    expect(Clock).toHaveBeenCalledTimes(1);
  });

  it("by the system's", async () => {
    setTime("2022-05-01");
    const { ask } = await served(plans);
    expect((await ask("2", "GET /plans")).json).toEqual([{ price: "1 in 2022" }, { price: "2 in 2022" }]);
    jest.useRealTimers();
  });
});

describe("everything that is turned has the contexts of its own request", () => {
  const OneStep = Versioned(Plan3).Before(Names, Plan2, {
    Needs: [Org],
    Up: ({ price }, [org]) => ({ price: Number(price.slice(org.currency.length)) }),
    Down: ({ price }, [org]) => ({ price: `${org.currency}${price}` }),
  });
  const byHeader = WithContext(Org, async (req) => {
    const currency = req.get("X-Currency") ?? "";
    await new Promise((resolve) => setTimeout(resolve, currency === "EUR" ? 5 : 0));
    return { currency };
  });
  const ok = [Since("1"), WithResponse(200, OneStep), byHeader] as const;

  it("a late res.json", async () => {
    const { ask } = await served((app) =>
      app.Get(
        "/plans",
        (_req, res) => {
          setTimeout(() => res.json({ price: 7 }), 2);
        },
        ...ok,
      ),
    );
    const answers = await Promise.all(
      ["EUR", "USD"].map(
        async (currency) => (await ask("2", "GET /plans", undefined, { "X-Currency": currency })).json,
      ),
    );
    expect(answers).toEqual([{ price: "EUR7" }, { price: "USD7" }]);
  });

  it("the items of an async iterable", async () => {
    const { ask } = await served((app) =>
      app.Get(
        "/plans",
        async function* () {
          yield { price: 1 };
          yield { price: 2 };
        },
        ...ok,
      ),
    );
    const { text } = await ask("2", "GET /plans", undefined, { "X-Currency": "$" });
    expect(text).toBe('{"price":"$1"}\n{"price":"$2"}\n');
  });

  it("a query", async () => {
    const { ask } = await served((app) =>
      app.Get(
        "/plans",
        (req) => req.query.price,
        Since("1"),
        WithQuery(
          Versioned(z.object({ price: z.coerce.number() })).Before(Names, Plan2, {
            Needs: [Org],
            Up: ({ price }, [org]) => ({ price: org.currency.length + Number(price) }),
          }),
        ),
        Euros,
      ),
    );
    expect((await ask("2", "GET /plans?price=7")).json).toBe(8);
  });

  it("the link of a list and an envelope", async () => {
    const Page = OneStep.Within(["data", Each], (plan) => z.object({ data: z.array(plan) }));
    const { ask } = await served((app) =>
      app.Get("/plans", () => ({ data: [{ price: 7 }] }), Since("1"), WithResponse(200, Page), Euros),
    );
    expect((await ask("2", "GET /plans")).json).toEqual({ data: [{ price: "€7" }] });
  });
});

describe("Build tells", () => {
  const needing =
    (...options: Option[]) =>
    (app: App): unknown =>
      app.Get("/plans", () => ({ price: 7 }), Since("1"), WithResponse(200, Plan), ...options);

  it.each([
    [
      "of a context that nobody gives",
      needing(Euros),
      'GET /plans: "A cat\'s `born` is `birthday`." (version 2) needs the context "seats", which no WithContext provides: add WithContext(seats, (req) => ...) to the route, or to a router around it',
    ],
    [
      "of one that is given twice",
      needing(Euros, TwoSeats, Euros),
      "GET /plans: WithContext(org) is declared twice",
    ],
    [
      "of what is no key",
      needing(
        Euros,
        TwoSeats,
        WithContext("org" as never, () => 1),
      ),
      'GET /plans: the first argument of WithContext must be a key made by Context(name), got "org"',
    ],
    [
      "of what is no function",
      needing(Euros, WithContext(Seats, 7 as never)),
      "GET /plans: the second argument of WithContext must be a function of the request, or a SecurityScheme, got 7",
    ],
  ])("%s", (_what, declare, message) => {
    const { app } = appWith(declare);
    expect(() => app.Build()).toThrow(BuildError);
    expect(() => app.Build()).toThrow(message);
  });

  it("nothing where no version of the route needs it, nor for a neutral route, nor with versioning off", () => {
    expect(() =>
      appWith((app) =>
        app.Get("/plans", () => ({ price: 7 }), Since("3"), WithResponse(200, Plan)),
      ).app.Build(),
    ).not.toThrow();
    expect(() =>
      appWith((app) =>
        app.Get("/plans", () => ({ price: 7 }), WithVersion(VersionNeutral), WithResponse(200, Plan)),
      ).app.Build(),
    ).not.toThrow();
    expect(() =>
      new App().Get("/plans", () => ({ price: 7 }), WithResponse(200, Plan)).Build(),
    ).not.toThrow();
  });

  it("that errors have no context", () => {
    const Schema = Versioned(z.object({ error: z.string() })).Before(
      Names,
      z.object({ message: z.string() }),
      {
        Needs: [Org],
        Down: ({ error }, [org]) => ({ message: `${error}${org.currency}` }),
      },
    );
    const { app } = appWith((one) => one.Get("/plans", () => 1, Since("1")), { Errors: { Schema } });
    expect(() => app.Build()).toThrow("errors have no context");
  });
});

describe("V.Show and V.Read take the contexts as a list, in any order", () => {
  const contexts = [Seats.Is(2), Org.Is({ currency: "€" })] as const;

  it("Show", () => {
    expect(V.Show(Plan, "1", { price: 10 }, contexts)).toEqual({ cost: "€5" });
    expect(V.Show(Plan, "1", { price: 10 }, [contexts[1], contexts[0]])).toEqual({ cost: "€5" });
  });

  it("Read", async () => {
    expect(await V.Read(Plan, "1", { cost: "€5" }, contexts)).toEqual({ price: 10 });
  });

  const untyped = V as unknown as Record<"Show" | "Read", (...args: readonly unknown[]) => unknown>;
  it.each([
    [
      "none is given",
      [],
      'Show: the history needs the context "org": pass [org.Is(value)] as the last argument',
    ],
    ["one is missing", [[Org.Is({ currency: "€" })]], 'Show: the history needs the context "seats"'],
    [
      "one is given twice",
      [[...contexts, Seats.Is(3)]],
      'Show: the context "seats" is in the list twice: remove one',
    ],
    ["no list is given", [Org.Is({ currency: "€" })], "Show: the contexts must be a list"],
    [
      "For is given",
      [[Org.For(() => ({ currency: "€" })), contexts[0]]],
      "Show: each context must be made by its method Is",
    ],
  ])("%s: a TypeError", async (_what, given, message) => {
    expect(() => untyped.Show(Plan, "1", { price: 10 }, ...given)).toThrow(TypeError);
    expect(() => untyped.Show(Plan, "1", { price: 10 }, ...given)).toThrow(message);
    await expect(untyped.Read(Plan, "1", { cost: "€5" }, ...given)).rejects.toThrow(TypeError);
  });
});
