import { HTTPError } from "versioned-controllers";
import { Replay } from "versioned-controllers/check";
import { Named, order1, order2, orders, Priced, type OrderConversions } from "./orders";
import { recorded } from "./recorded";

const json = { "Content-Type": "application/json" };

/** The lines of five requests: two of version 1, and three of version 2. */
async function recordedOrders(conversions?: Partial<OrderConversions>): Promise<readonly string[]> {
  const { count, texts } = await recorded((options) => orders(conversions, options));
  const trace = { "X-Id": "ABC" };
  await count("POST /orders", { V: "1", ...json }, JSON.stringify(order1));
  await count("GET /orders?p=3", { V: "1", ...trace });
  await count("POST /orders", { V: "2", ...json }, JSON.stringify(order2));
  await count("GET /orders?p=1", { V: "2", ...trace });
  await count("POST /orders", { V: "2", ...json }, JSON.stringify({ ...order2, lines: [] }));
  return texts;
}

it("finds nothing where nothing has changed, in lines and in records", async () => {
  const lines = await recordedOrders();
  const nothing = { Replayed: 5, Skipped: {}, Differences: [], More: 0 };
  expect(await Replay(orders(), lines)).toEqual(nothing);
  expect(
    await Replay(
      orders(),
      lines.map((line) => JSON.parse(line) as object),
    ),
  ).toEqual(nothing);
  expect(
    await Replay(
      orders(),
      (async function* () {
        yield* await Promise.resolve([...lines, "", "\n"]);
      })(),
    ),
  ).toEqual(nothing);
});

const fail = (): never => {
  throw new HTTPError(409, "no");
};

it.each<[mutant: string, Partial<OrderConversions>, differences: readonly object[]]>([
  [
    "rounding",
    { cents: (price) => Math.floor(price * 100) },
    [{ Line: 1, Side: "Up", Change: Priced.Description, Path: ["cents"], Recorded: 1999, Now: 1998 }],
  ],
  [
    "a constant",
    { price: () => 1 },
    [
      {
        Line: 1,
        Route: "POST /orders",
        Side: "Down",
        Change: Priced.Description,
        Path: ["price"],
        Recorded: 19.99,
        Now: 1,
      },
      {
        Line: 2,
        Route: "GET /orders",
        Side: "Down",
        Change: Priced.Description,
        Path: ["price"],
        Recorded: 19.99,
        Now: 1,
      },
    ],
  ],
  [
    "swapped members",
    { customer: (first, last) => ({ first: last, last: first }) },
    [
      {
        Line: 1,
        Version: "1",
        Side: "Up",
        Change: Named.Description,
        Path: ["customer", "first"],
        Recorded: "Ann",
        Now: "Lee",
      },
      {
        Line: 1,
        Version: "1",
        Side: "Up",
        Change: Named.Description,
        Path: ["customer", "last"],
        Recorded: "Lee",
        Now: "Ann",
      },
    ],
  ],
  [
    "a dropped member",
    { placed: () => ({}) },
    [
      {
        Line: 1,
        Route: "POST /orders",
        Side: "Down",
        Change: Named.Description,
        Path: ["placed"],
        Recorded: "2026-01-02",
        Now: undefined,
      },
      {
        Line: 2,
        Route: "GET /orders",
        Side: "Down",
        Change: Named.Description,
        Path: ["placed"],
        Recorded: "2026-01-02",
        Now: undefined,
      },
    ],
  ],
  [
    "an invented value",
    { names: ({ first }) => ({ first, last: "Doe" }) },
    [
      {
        Line: 1,
        Route: "POST /orders",
        Side: "Down",
        Change: Named.Description,
        Path: ["last"],
        Recorded: "Lee",
        Now: "Doe",
      },
      {
        Line: 2,
        Route: "GET /orders",
        Side: "Down",
        Change: Named.Description,
        Path: ["last"],
        Recorded: "Lee",
        Now: "Doe",
      },
    ],
  ],
  [
    "another default",
    { note: () => "unknown" },
    [{ Line: 1, Side: "Up", Change: Priced.Description, Path: ["note"], Recorded: "none", Now: "unknown" }],
  ],
  [
    "another order",
    { lines: (text) => text.split(",").reverse() },
    [{ Line: 1, Side: "Up", Change: Priced.Description, Path: ["lines", 0], Recorded: "a", Now: "b" }],
  ],
  [
    "an Up that throws",
    { customer: fail },
    [{ Line: 1, Side: "Refused", Change: Named.Description, Path: [], Recorded: undefined, Now: 409 }],
  ],
  [
    "a Down that throws",
    {
      price: () => {
        throw new Error("no");
      },
    },
    [
      {
        Line: 1,
        Route: "POST /orders",
        Side: "Refused",
        Change: Priced.Description,
        Path: [],
        Recorded: undefined,
        Now: 500,
      },
      {
        Line: 2,
        Route: "GET /orders",
        Side: "Refused",
        Change: Priced.Description,
        Path: [],
        Recorded: undefined,
        Now: 500,
      },
    ],
  ],
  [
    "another status",
    { status: 202 },
    [{ Line: 1, Side: "Status", Change: Named.Description, Path: ["status"], Recorded: 200, Now: 202 }],
  ],
  [
    "another header",
    { trace: (id) => id },
    [
      {
        Line: 2,
        Side: "Up",
        Change: Named.Description,
        Path: ["headers", "x-trace"],
        Recorded: "abc",
        Now: "ABC",
      },
    ],
  ],
  [
    "another page",
    { page: (page) => page },
    [{ Line: 2, Side: "Up", Change: Named.Description, Path: ["query", "page"], Recorded: 2, Now: 3 }],
  ],
])("finds %s, and names its change and place", async (_mutant, conversions, differences) => {
  const lines = await recordedOrders();
  const result = await Replay(orders(conversions), lines);
  expect(result.Differences).toEqual(differences.map((one) => expect.objectContaining(one) as object));
  expect(result).toMatchObject({ Replayed: 5, Skipped: {}, More: 0 });
});

it("reports a request that was refused and is accepted now, and the reverse", async () => {
  const lines = await recordedOrders({ customer: fail });
  const [refused] = (await Replay(orders(), lines)).Differences;
  expect(refused).toEqual({
    Line: 1,
    Route: "POST /orders",
    Version: "1",
    Side: "Refused",
    Path: [],
    Recorded: 409,
    Now: undefined,
  });
  const other = () => {
    throw new HTTPError(422, "no");
  };
  expect((await Replay(orders({ customer: other }), lines)).Differences).toMatchObject([
    { Side: "Status", Change: Named.Description, Path: ["status"], Recorded: 409, Now: 422 },
  ]);
  expect((await Replay(orders({ customer: fail }), lines)).Differences).toEqual([]);
});

it("reports an answer whose Down failed and succeeds now", async () => {
  const broken = (): number => {
    throw new Error("no price");
  };
  const lines = await recordedOrders({ price: broken });
  expect((await Replay(orders(), lines)).Differences).toMatchObject([
    { Line: 1, Side: "Refused", Recorded: 500, Now: undefined },
    { Line: 2, Side: "Refused", Recorded: 500, Now: undefined },
  ]);
  expect((await Replay(orders({ price: broken }), lines)).Differences).toEqual([]);
});

it("gives at most Most differences, and counts the others", async () => {
  const lines = await recordedOrders();
  const wrong = orders({ cents: () => 1, page: () => 7, note: () => "x" });
  const { Differences, More } = await Replay(wrong, lines, { Most: 1 });
  expect([Differences.length, More]).toEqual([1, 2]);
});

it.each([
  ["no JSON", "{", 6],
  ["no object", [], 6],
  ["no record", { at: "x", route: "GET /", version: "1", newest: "2" }, 6],
  [
    "a wrong request",
    { at: "x", route: "GET /", version: "1", newest: "2", changes: [], request: { no: {} } },
    6,
  ],
  [
    "a wrong list as request",
    { at: "x", route: "GET /", version: "1", newest: "2", changes: [], request: [] },
    6,
  ],
  [
    "a response without a status",
    { at: "x", route: "GET /", version: "1", newest: "2", changes: [], response: {} },
    6,
  ],
  [
    "a response of no object",
    { at: "x", route: "GET /", version: "1", newest: "2", changes: [], response: 7 },
    6,
  ],
  [
    "a wrong status",
    {
      at: "x",
      route: "GET /",
      version: "1",
      newest: "2",
      changes: [],
      response: { status: { meant: "1", sent: 1 } },
    },
    6,
  ],
])("rejects %s with the number of its line", async (_what, line, number) => {
  const lines = [...(await recordedOrders()), line];
  await expect(Replay(orders(), lines)).rejects.toThrow(
    `line ${String(number)} must be a record of a Recorder`,
  );
});

it.each([
  ["the text of a file", "{}", /the lines must be a list or an iterable of lines/],
  ["nothing", undefined, /the lines must be a list/],
])("rejects %s in place of lines", async (_what, lines, message) => {
  await expect(Replay(orders(), lines as never)).rejects.toThrow(message);
});

it("rejects a value that is not an App, and an invalid Most", async () => {
  await expect(Replay({} as never, [])).rejects.toThrow("Replay: the first argument must be an App");
  await expect(Replay(orders(), [], { Most: -1 })).rejects.toThrow("Replay: Most must be a whole number");
});
