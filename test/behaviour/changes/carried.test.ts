import { setTimeout as sleep } from "node:timers/promises";
import {
  Carry,
  Context,
  Each,
  HTTPError,
  OneOrEach,
  Rename,
  ServerSentEvent,
  Since,
  Status,
  Together,
  Versioned,
  WithBody,
  WithContext,
  WithMiddleware,
  WithResponse,
  type AppOptions,
  type Handler,
  type RouteOption,
} from "versioned-controllers";
import { z } from "zod";
import { serve } from "../../support/serve";
import { appWith, askAs, Born, Names, V } from "./cats";

const Customer3 = z.object({ id: z.number(), plan: z.string() });
const Customer2 = z.object({ id: z.number(), product: z.string(), subscription: z.string() });
const Customer1 = z.object({ id: z.number(), products: z.array(z.string()) });
const Legacy = z.object({ subscription: z.string(), more: z.array(z.string()).optional() });
type LegacyData = z.infer<typeof Legacy>;

/** A customer of which version 2 is shown a member that version 3 has no more. */
const Customer = Versioned(Customer3)
  .Carrying(Legacy)
  .Before(Names, Customer2, {
    Down: ({ id, plan }, { subscription }) => ({ id, product: plan, subscription }),
  })
  .Before(Born, Customer1, {
    Down: ({ id, product }, { more = [] }) => ({ id, products: [product, ...more] }),
  });

const legacyOf = ({ id }: { readonly id: number }): LegacyData => ({
  subscription: `sub_${id}`,
  more: [`m${id}`],
});
const customers = [
  { id: 1, plan: "pro" },
  { id: 2, plan: "free" },
];
const [first] = customers as [{ id: number; plan: string }];
const ok = [Since("1"), WithResponse(200, Customer)] as const;

/** The first customer as each version is sent it. */
const firstIn = {
  "1": { id: 1, products: ["pro", "m1"] },
  "2": { id: 1, product: "pro", subscription: "sub_1" },
  "3": first,
} as const;
const versions = ["1", "2", "3"] as const;

async function served(
  handler: unknown,
  options: readonly RouteOption[] = ok,
  more: AppOptions = {},
): Promise<{ ask: Awaited<ReturnType<typeof askAs>>; logger: ReturnType<typeof appWith>["logger"] }> {
  const { app, logger } = appWith(
    (one) => one.Get("/customers", handler as Handler as never, ...(options as [])),
    more,
  );
  return { ask: await askAs(app), logger };
}

const kinds: Readonly<Record<string, (value: { id: number; plan: string }) => unknown>> = {
  "a value": (value) => Carry(value, legacyOf(value)),
  "a function": (value) => Carry(value, () => legacyOf(value)),
  "an async function": (value) => Carry(value, async () => await sleep(1, legacyOf(value))),
  "a promise": (value) => Carry(value, Promise.resolve(legacyOf(value))),
};

describe.each(Object.entries(kinds))(
  "what a value carries as %s reaches every Down behind Carrying",
  (_kind, carry) => {
    describe.each(versions)("in version %s", (version) => {
      it.each<[string, Handler]>([
        ["returned", () => carry(first)],
        ["returned later", async () => await sleep(1, carry(first))],
        ["by res.json", (_req, res) => res.json(carry(first))],
        ["by res.json, late", (_req, res) => void setTimeout(() => res.json(carry(first)), 1)],
        ["by res.send", (_req, res) => res.send(carry(first))],
      ])("%s", async (_way, handler) => {
        const { ask } = await served(handler);
        const { status, text, headers } = await ask(version, "GET /customers");
        expect([status, text]).toEqual([200, JSON.stringify(firstIn[version])]);
        expect([headers["content-type"], headers["content-length"]]).toEqual([
          "application/json; charset=utf-8",
          String(Buffer.byteLength(text)),
        ]);
        const again = await ask(version, "GET /customers", undefined, {
          "If-None-Match": headers.etag ?? "",
        });
        expect([again.status, again.text]).toEqual([304, ""]);
        const head = await ask(version, "HEAD /customers");
        expect([head.headers.etag, head.headers["content-length"]]).toEqual([
          headers.etag,
          headers["content-length"],
        ]);
      });
    });
  },
);

it.each([
  ["1", 1],
  ["2", 1],
  ["3", 0],
] as const)("in version %s the function is called %i times for each value", async (version, times) => {
  const called = jest.fn(legacyOf);
  const { ask } = await served(() => Carry(first, () => called(first)));
  expect((await ask(version, "GET /customers")).json).toEqual(firstIn[version]);
  expect(called).toHaveBeenCalledTimes(times);
});

it("steps before Carrying are given nothing, and need nothing", async () => {
  const called = jest.fn(() => ({ old: "x" }));
  const seen: number[] = [];
  const History = Versioned(z.object({ a: z.string() }))
    .Before(Names, z.object({ b: z.string() }), {
      Down: (...given) => {
        seen.push(given.length);
        return { b: given[0].a };
      },
    })
    .Carrying(z.object({ old: z.string() }))
    .Before(Born, z.object({ c: z.string() }), { Down: ({ b }, { old }) => ({ c: b + old }) });
  const { ask } = await served(() => Carry({ a: "a" }, called), [Since("1"), WithResponse(200, History)]);
  expect((await ask("2", "GET /customers")).json).toEqual({ b: "a" });
  expect([called.mock.calls.length, seen]).toEqual([0, [1]]);
  expect((await ask("1", "GET /customers")).json).toEqual({ c: "ax" });
  expect([called.mock.calls.length, seen]).toEqual([1, [1, 1]]);
});

it("a Down with Needs gets the contexts and the carried value by name", async () => {
  const Org = Context<string>("org");
  const History = Versioned(Customer3)
    .Carrying(Legacy)
    .Before(Names, Customer2, {
      Needs: [Org],
      Down: ({ id }, { Carried: { subscription }, Contexts: [org] }) => ({ id, product: org, subscription }),
    });
  const { ask } = await served(
    () => Carry(first, legacyOf(first)),
    [Since("1"), WithResponse(200, History), WithContext(Org, () => "org")],
  );
  expect((await ask("2", "GET /customers")).json).toEqual({ id: 1, product: "org", subscription: "sub_1" });
});

it("a face behind Carrying is given it too", async () => {
  const History = Versioned(Customer3)
    .Carrying(Legacy)
    .As(Customer2, { Down: ({ id, plan }, { subscription }) => ({ id, product: plan, subscription }) });
  const { ask } = await served(
    () => Carry(first, () => legacyOf(first)),
    [Since("1"), WithResponse(200, History)],
  );
  expect((await ask("3", "GET /customers")).json).toEqual(firstIn["2"]);
});

describe("within lists and envelopes each item carries its own", () => {
  const List = Customer.Within([Each], (customer) => z.array(customer));
  const Page = Customer.Within(["list", Each], (customer) => z.object({ list: z.array(customer).nullish() }));
  const Nested = List.Within(["pages", Each], (list) => z.object({ pages: z.record(z.string(), list) }));
  const Two = Customer.Within([["one"], ["others", Each]], (customer) =>
    z.object({ one: customer, others: z.array(customer) }),
  );
  const OneOrMore = Customer.Within([OneOrEach], (customer) => z.union([customer, z.array(customer)]));
  const OneOrMoreIn = Customer.Within(["found", OneOrEach], (customer) =>
    z.object({ found: z.union([customer, z.array(customer)]) }),
  );
  const carried = (): unknown[] =>
    customers.map((customer) => Carry(customer, async () => await sleep(1, legacyOf(customer))));
  const all = {
    "1": [firstIn["1"], { id: 2, products: ["free", "m2"] }],
    "2": [firstIn["2"], { id: 2, product: "free", subscription: "sub_2" }],
    "3": customers,
  };

  it.each(versions)("in version %s", async (version) => {
    const answers: readonly (readonly [object, unknown, unknown])[] = [
      [List, carried(), all[version]],
      [Page, { list: carried() }, { list: all[version] }],
      [Page, { list: null }, { list: null }],
      [Page, {}, {}],
      [Nested, { pages: { a: carried(), b: [] } }, { pages: { a: all[version], b: [] } }],
      [Two, { one: carried()[0], others: carried() }, { one: all[version][0], others: all[version] }],
      [OneOrMore, carried()[0], all[version][0]],
      [OneOrMore, carried(), all[version]],
      [OneOrMoreIn, { found: carried()[0] }, { found: all[version][0] }],
      [OneOrMoreIn, { found: carried() }, { found: all[version] }],
      [Page, { toJSON: () => ({ list: carried() }) }, { list: all[version] }],
    ];
    for (const [schema, value, sent] of answers) {
      const { ask } = await served(() => value, [Since("1"), WithResponse(200, schema)]);
      expect((await ask(version, "GET /customers")).json).toEqual(sent);
      const byJSON = await served(
        (_req: unknown, res: { json: (value: unknown) => void }) => {
          res.json(value);
        },
        [Since("1"), WithResponse(200, schema)],
      );
      expect((await byJSON.ask(version, "GET /customers")).json).toEqual(sent);
    }
  });

  it("the items of an async iterable, and the data of events", async () => {
    async function* items(): AsyncGenerator {
      for (const one of carried()) {
        await sleep(1);
        yield one;
      }
    }
    async function* events(): AsyncGenerator {
      for await (const Data of items() as AsyncIterable<object>) yield ServerSentEvent({ Data, ID: "7" });
      yield ServerSentEvent({ Event: "done" });
    }
    const lines = await served(items);
    const stream = await served((_req: unknown, res: { type: (name: string) => void }) => {
      res.type("text/event-stream");
      return events();
    });
    for (const version of versions) {
      const texts = all[version].map((one) => JSON.stringify(one));
      expect((await lines.ask(version, "GET /customers")).text).toBe(
        texts.map((text) => `${text}\n`).join(""),
      );
      expect((await stream.ask(version, "GET /customers")).text).toBe(
        `${texts.map((text) => `id: 7\ndata: ${text}\n\n`).join("")}event: done\n\n`,
      );
    }
  });

  it("the list itself, beside its items", async () => {
    const Both = List.Carrying(z.object({ total: z.number() })).Before(
      V.Change("2", "lists have totals"),
      z.object({ items: z.array(Customer1), total: z.number() }),
      { Down: (list, { total }) => ({ items: list, total }) },
    );
    const { ask } = await served(
      () => Carry(carried(), () => ({ total: 7 })),
      [Since("1"), WithResponse(200, Both as unknown as z.ZodType)],
    );
    expect((await ask("1", "GET /customers")).json).toEqual({ items: all["1"], total: 7 });
    expect((await ask("3", "GET /customers")).json).toEqual(customers);
  });
});

it("one object is carried twice, and at once by several requests, with different values", async () => {
  const Twice = Customer.Within([Each], (customer) => z.array(customer));
  let n = 0;
  const { ask } = await served(async () => {
    const mine = ++n;
    await sleep(mine % 2);
    return ["a", "b"].map((name) =>
      Carry(first, async () => await sleep(1, { subscription: `${name}${mine}` })),
    );
  }, [Since("1"), WithResponse(200, Twice)]);
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => (await ask("2", "GET /customers")).json),
  );
  expect(
    answers
      .map((one) => (one as { subscription: string }[]).map(({ subscription }) => subscription))
      .toSorted(),
  ).toEqual(Array.from({ length: 5 }, (_, i) => [`a${i + 1}`, `b${i + 1}`]));
  expect(Object.keys(first)).toEqual(["id", "plan"]);
});

it("what was carried once is asked for once, wherever it is in an answer", async () => {
  const called = jest.fn(() => legacyOf(first));
  const Twice = Customer.Within([Each], (customer) => z.array(customer));
  const one = Carry(first, called);
  const { ask } = await served(() => [one, one], [Since("1"), WithResponse(200, Twice)]);
  expect((await ask("2", "GET /customers")).json).toEqual([firstIn["2"], firstIn["2"]]);
  expect(called).toHaveBeenCalledTimes(1);
  await ask("2", "GET /customers");
  expect(called).toHaveBeenCalledTimes(2);
});

describe("what goes wrong", () => {
  it("a value that carries nothing is a 500 where a step needs it, and fine elsewhere", async () => {
    const { ask, logger } = await served(() => first);
    expect((await ask("3", "GET /customers")).json).toEqual(first);
    expect((await ask("2", "GET /customers")).status).toBe(500);
    expect(
      JSON.stringify(logger.error.mock.calls, (_key, value: unknown) =>
        value instanceof Error ? value.message : value,
      ),
    ).toContain("needs a carried value: return Carry(value, carried) from the handler");
  });

  it("an item that carries nothing is a 500", async () => {
    const List = Customer.Within([Each], (customer) => z.array(customer));
    const { ask } = await served(
      () => [Carry(first, legacyOf(first)), first],
      [Since("1"), WithResponse(200, List)],
    );
    expect((await ask("2", "GET /customers")).status).toBe(500);
    expect((await ask("3", "GET /customers")).json).toEqual([first, first]);
  });

  const failures: readonly (readonly [string, () => LegacyData | Promise<LegacyData>, number])[] = [
    [
      "an HTTPError",
      () => {
        throw new HTTPError(402, "no");
      },
      402,
    ],
    ["a rejection", async () => await Promise.reject(new HTTPError(402, "no")), 402],
    [
      "any other error",
      () => {
        throw new Error("a secret");
      },
      500,
    ],
  ];
  it.each(failures)("%s of its function is the answer", async (_what, give, status) => {
    for (const handler of [
      () => Carry(first, give),
      (_req: unknown, res: { json: (value: unknown) => void }) => {
        res.json(Carry(first, give));
      },
    ]) {
      const { ask } = await served(handler);
      const { status: sent, text } = await ask("2", "GET /customers");
      expect([sent, text]).toEqual([status, expect.not.stringContaining("secret")]);
      expect((await ask("3", "GET /customers")).status).toBe(200);
    }
  });

  it("a promise that nobody waits for ends nothing", async () => {
    const { ask } = await served(() => Carry(first, Promise.reject(new Error("nobody waits"))));
    expect((await ask("3", "GET /customers")).json).toEqual(first);
    expect((await ask("2", "GET /customers")).status).toBe(500);
  });

  it.each([
    ["a text", "Tom"],
    ["null", null],
    ["a promise", Promise.resolve(first)],
    ["what carries already", Carry(first, legacyOf(first))],
  ])("Carry takes no %s", (_what, value) => {
    expect(() => Carry(value as object, 1)).toThrow(TypeError);
  });

  it("nothing can be carried in a request", () => {
    const { app } = appWith((one) =>
      one.Post("/customers", () => 1, Since("1"), WithBody(Customer as unknown as typeof Customer3)),
    );
    expect(() => app.Build()).toThrow("cannot be carried here");
  });
});

it("what a response ended meanwhile has no answer more", async () => {
  const { ask } = await served(
    (
      _req: unknown,
      res: { json: (value: unknown) => void; status: (code: number) => { end: (text: string) => void } },
    ) => {
      res.json(Carry(first, async () => await sleep(2, legacyOf(first))));
      res.status(202).end("mine");
    },
  );
  const { status, text } = await ask("2", "GET /customers");
  expect([status, text]).toEqual([202, "mine"]);
});

describe("while res.json waits for what is carried, it is the answer", () => {
  type Res = Parameters<Handler>[1];
  const later = () => Carry(first, async () => await sleep(2, legacyOf(first)));
  it.each<[what: string, after: (res: Res) => unknown]>([
    ["a returned value means nothing", () => ({ id: 9, plan: "other" })],
    ["a second res.json means nothing", (res) => void res.json(Carry(first, { subscription: "second" }))],
    ["a status that is set afterwards means nothing", (res) => void res.status(201)],
  ])("%s", async (_what, after) => {
    const { ask } = await served(
      (_req: unknown, res: Res) => {
        res.json(later());
        return after(res);
      },
      [...ok, WithResponse(201, Customer)],
    );
    const { status, json } = await ask("2", "GET /customers");
    expect([status, json]).toEqual([200, firstIn["2"]]);
  });
});

describe.each(["2", "3"] as const)("in version %s an error after res.json changes nothing", (version) => {
  type Res = Parameters<Handler>[1];
  const late = new HTTPError(404, "too late");
  const answer = (res: Res) => res.json(Carry(first, async () => await sleep(2, legacyOf(first))));
  it.each<[what: string, handler: Handler]>([
    [
      "that is thrown",
      (_req, res) => {
        answer(res);
        throw late;
      },
    ],
    [
      "of a promise",
      async (_req, res) => {
        answer(res);
        await Promise.reject(late);
      },
    ],
    [
      "that is returned",
      (_req, res) => {
        answer(res);
        return late;
      },
    ],
    [
      "given to next",
      (_req, res, next) => {
        answer(res);
        next(late);
      },
    ],
  ])("%s: it is logged", async (_what, handler) => {
    const { ask, logger } = await served(handler);
    const { status, json } = await ask(version, "GET /customers");
    expect([status, json]).toEqual([200, firstIn[version]]);
    expect(logger.error.mock.calls).toEqual([[expect.objectContaining({ err: late }), expect.anything()]]);
  });
});

it("a request that is passed on while res.json waits is answered by what follows", async () => {
  const { app } = appWith((one) =>
    one.Get(
      "/customers",
      (_req, res, next) => {
        res.json(Carry(first, async () => await sleep(20, legacyOf(first))));
        next();
      },
      ...ok,
    ),
  );
  const { app: other } = appWith((one) =>
    one.Get("/customers", () => Carry(first, async () => await sleep(1, { subscription: "other" })), ...ok),
  );
  const { ask } = await serve(app, other.Build());
  const { json } = await ask("GET /customers", { "X-Version": "2" });
  expect(json).toEqual({ id: 1, product: "pro", subscription: "other" });
});

it("middleware that wraps res.json is given the value that is sent", async () => {
  const seen: unknown[] = [];
  const wrapping = WithMiddleware((_req, res, next) => {
    const own = res.json.bind(res);
    res.json = (value: unknown) => {
      seen.push(value);
      return own(value);
    };
    next();
  });
  for (const handler of [
    () => Carry(first, legacyOf(first)),
    (_req: unknown, res: { json: (value: unknown) => void }) => {
      res.json(Carry(first, legacyOf(first)));
    },
  ]) {
    const { ask } = await served(handler, [...ok, wrapping]);
    for (const version of versions) {
      seen.length = 0;
      expect((await ask(version, "GET /customers")).json).toEqual(firstIn[version]);
      expect(seen).toEqual([firstIn[version]]);
    }
  }
});

describe.each([true, "stripped"] as const)("with CheckResponses %s", (CheckResponses) => {
  it.each(versions)("what fits is sent in version %s", async (version) => {
    const { ask } = await served(() => Carry(first, async () => await sleep(1, legacyOf(first))), ok, {
      CheckResponses,
    });
    expect((await ask(version, "GET /customers")).json).toEqual(firstIn[version]);
  });

  it("what is carried is judged by its schema, where it is needed", async () => {
    const { ask } = await served(() => Carry(first, { subscription: 7 }), ok, { CheckResponses });
    expect((await ask("2", "GET /customers")).status).toBe(500);
    expect((await ask("3", "GET /customers")).status).toBe(200);
  });

  it("and by res.json, and in items", async () => {
    const { ask } = await served(
      async function* () {
        yield await Promise.resolve(Carry(first, { subscription: "x" }));
      },
      ok,
      { CheckResponses },
    );
    expect((await ask("2", "GET /customers")).text).toBe('{"id":1,"product":"pro","subscription":"x"}\n');
  });
});

it("it is in no document and is not a member of anything", async () => {
  const { app } = appWith((one) =>
    one.Get("/customers", (() => Carry(first, { subscription: "secret" })) as never, ...ok, Status(200)),
  );
  expect(JSON.stringify(app.Document())).not.toContain("more");
  for (const version of versions) expect(JSON.stringify(app.Document(version))).not.toContain("more");
  const one = Carry(first, { subscription: "secret" });
  expect([JSON.stringify(one), JSON.stringify([one])]).toEqual([
    JSON.stringify(first),
    JSON.stringify([first]),
  ]);
  expect((await (await askAs(app))("3", "GET /customers")).text).toBe(JSON.stringify(first));
});

it("the toJSON of a value's own is asked", () => {
  expect(JSON.stringify({ a: Carry({ toJSON: (key: string) => `of ${key}` }, 1) })).toBe('{"a":"of a"}');
});

describe("a copy of a Carry is refused as that", () => {
  const copied = () => ({ ...Carry(first, legacyOf(first)), name: "Tom" });
  const Plain = [Since("1"), WithResponse(200, Customer3)] as const;
  it.each<[string, readonly RouteOption[], string, Handler]>([
    ["where it is carried", ok, "2", copied],
    ["in the newest version", ok, "3", copied],
    ["where nothing is carried", Plain, "2", copied],
    ["by res.json", Plain, "2", (_req, res) => res.json(copied())],
    ["within", [Since("1")], "2", () => [copied()]],
  ])("%s", async (_where, options, version, handler) => {
    const { ask, logger } = await served(handler, options);
    const { status, text } = await ask(version, "GET /customers");
    expect([status, text]).toEqual([500, expect.not.stringContaining("Carry")]);
    expect(
      JSON.stringify(logger.error.mock.calls, (_key, value: unknown) =>
        value instanceof Error ? value.message : value,
      ),
    ).toContain("the result of Carry was copied");
  });

  it("at the call of structuredClone", () => {
    expect(() => structuredClone(Carry(first, legacyOf(first)))).toThrow("the result of Carry was copied");
    expect(() => structuredClone([Carry(first, () => legacyOf(first))])).toThrow(
      "the result of Carry was copied",
    );
  });
});

describe("a Carry where the history carries nothing is refused as that", () => {
  const Bare = Versioned(Customer3).Before(Names, Customer1, {
    Down: ({ id, plan }) => ({ id, products: [plan] }),
  });
  const carry = (): object => Carry(first, legacyOf(first));
  const by =
    (value: () => unknown): Handler =>
    (_req, res) =>
      res.json(value());
  const plain = [Since("1"), WithResponse(200, Customer3)] as const;
  const bare = [Since("1"), WithResponse(200, Bare)] as const;
  const list = [
    Since("1"),
    WithResponse(
      200,
      Bare.Within([Each], (one) => z.array(one)),
    ),
  ] as const;
  const page = [
    Since("1"),
    WithResponse(
      200,
      Customer.Within(["list", Each], (one) => z.looseObject({ list: z.array(one) })),
    ),
  ] as const;
  const words = "the value contains a result of Carry at a place whose history has no Carrying";

  it.each<[string, readonly RouteOption[], string, Handler, AppOptions]>([
    ["of a plain schema", plain, "3", carry, {}],
    ["of a plain schema, judged", plain, "3", carry, { CheckResponses: true }],
    ["of a history, in the newest version", bare, "3", carry, {}],
    ["of a history, in an older version", bare, "1", carry, {}],
    ["of a history, by res.json", bare, "1", by(carry), {}],
    ["of a status without content there, by res.json", bare, "1", by(() => [carry()]), {}],
    ["in a list", list, "1", () => [first, carry()], {}],
    ["around items that carry", page, "2", () => Carry({ list: [carry()] }, 1), {}],
    ["beside a place that carries", page, "3", () => ({ list: [carry()], more: [carry()] }), {}],
    ["without a schema", [Since("1")], "2", () => ({ first: carry() }), {}],
  ])("%s", async (_where, options, version, handler, more) => {
    const { ask, logger } = await served(handler, options, more);
    const { status, text } = await ask(version, "GET /customers");
    expect([status, text]).toEqual([500, expect.not.stringContaining("Carry")]);
    expect(
      JSON.stringify(logger.error.mock.calls, (_key, value: unknown) =>
        value instanceof Error ? value.message : value,
      ),
    ).toContain(words);
    const again = await ask(version, "GET /customers", undefined, { "If-None-Match": '"x"' });
    expect(again.status).toBe(500);
  });

  it("by the res.json of Express, where nothing is converted, JSON has the value", async () => {
    const { ask } = await served(by(carry), plain);
    expect((await ask("3", "GET /customers")).json).toEqual(first);
  });

  it("by V.Show and a webhook", () => {
    for (const version of versions) {
      expect(() => V.Show(Bare, version, carry() as never)).toThrow(words);
      const Added = V.Webhook("customer.added", Bare);
      expect(() => Added.For(version, carry() as never)).toThrow(words);
    }
  });
});

describe("V.Show", () => {
  it.each(versions)("shows a carried value in version %s", (version) => {
    expect(V.Show(Customer, version, Carry(first, legacyOf(first)))).toEqual(firstIn[version]);
    expect(
      V.Show(
        Customer,
        version,
        Carry(first, () => legacyOf(first)),
      ),
    ).toEqual(firstIn[version]);
  });

  it("throws on a promise, where it is needed", () => {
    const carried = Carry(first, async () => await Promise.resolve(legacyOf(first)));
    expect(() => V.Show(Customer, "1", carried)).toThrow(TypeError);
    expect(V.Show(Customer, "3", carried)).toEqual(first);
    expect(() => V.Show(Customer, "1", Carry(first, Promise.reject<LegacyData>(new Error("x"))))).toThrow(
      "await it",
    );
  });

  it("throws where the value carries nothing", () => {
    expect(() => V.Show(Customer, "1", first as never)).toThrow("needs a carried value");
    expect(V.Show(Customer, "3", first as never)).toEqual(first);
  });
});

describe("without a request, Show takes what is carried", () => {
  it.each(versions)("in version %s", (version) => {
    expect(V.Show(Customer, version, Carry(first, legacyOf(first)) as never)).toEqual(firstIn[version]);
    expect(V.Show(Customer, version, Carry(first, () => legacyOf(first)) as never)).toEqual(firstIn[version]);
  });
});

it("the places within a value carry by themselves, and only what a version needs is asked for", async () => {
  const asked: string[] = [];
  const Old = Versioned(z.object({ a: z.string() }))
    .Carrying(z.string())
    .Before(Names, z.object({ b: z.string() }), { Down: ({ a }, more) => ({ b: a + more }) });
  const Older = Versioned(z.object({ c: z.string() }))
    .Carrying(z.string())
    .Before(Born, z.object({ d: z.string() }), { Down: ({ c }, more) => ({ d: c + more }) });
  const Both = Together(
    [
      [Old, ["old"]],
      [Older, ["older"]],
    ],
    (old, older) => z.object({ old, older }),
  );
  const carry = (value: object, name: string) =>
    Carry(value as never, () => {
      asked.push(name);
      return "!" as never;
    });
  const { ask } = await served(
    () => ({ old: carry({ a: "a" }, "old"), older: carry({ c: "c" }, "older") }),
    [Since("1"), WithResponse(200, Both as never)],
  );
  expect((await ask("2", "GET /customers")).json).toEqual({ old: { b: "a!" }, older: { c: "c" } });
  expect(asked).toEqual(["old"]);
  expect((await ask("1", "GET /customers")).json).toEqual({ old: { b: "a!" }, older: { d: "c!" } });
});

it("bytes are sent to the version that they are of", async () => {
  const { ask } = await served(() => Buffer.from("hi"));
  expect((await ask("3", "GET /customers")).text).toBe("hi");
});

it("a promise among the items is reported as what it is, and its rejection ends nothing", async () => {
  const { ask, logger } = await served(() => ({
    [Symbol.asyncIterator]: () => {
      let count = 0;
      return {
        next: () => Promise.resolve({ done: count++ > 0, value: Promise.reject(new Error("late")) }),
      };
    },
  }));
  await ask("2", "GET /customers").catch(() => undefined);
  expect(logger.error).toHaveBeenCalledTimes(1);
});

describe("a mistake in a history is reported as it is written", () => {
  const A = z.object({ a: z.string() });

  it.each<[what: string, make: () => unknown, message: string]>([
    [
      "a value that carries twice",
      () =>
        (Versioned(A).Carrying(Legacy) as unknown as { Carrying: (schema: object) => unknown }).Carrying(
          Legacy,
        ),
      "Carrying: this history already has a Carrying: remove one of the two",
    ],
    [
      "one context without a list",
      () => Versioned(A).Before(Names, A, { Needs: Context("org") } as never),
      "must be a list of keys made by Context(name)",
    ],
    [
      "a context's name",
      () => Versioned(A).Before(Names, A, { Needs: ["org"] } as never),
      "must be a list of keys made by Context(name)",
    ],
    [
      "options of Rename that are none",
      () => Rename("a", "b", "c" as never),
      'Rename: the options must be an object, got "c"',
    ],
  ])("%s", (_what, make, message) => {
    expect(make).toThrow(new RegExp(message.replaceAll(/[()[\]]/g, "\\$&")));
  });
});
