import { Versioned, WithResponse, type App } from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { z } from "zod";
import { appWith, Names, V } from "./cats";

const warnings: string[] = [];

async function checked(history: object): Promise<string> {
  warnings.length = 0;
  const { app, logger } = appWith((one: App) =>
    one.Get("/", (() => ({})) as never, V.Since("1"), WithResponse(200, history as z.ZodType)),
  );
  const error = await CheckChanges(app, { Seed: 1, Runs: 60 }).then(
    () => "",
    (thrown: unknown) => (thrown as Error).message,
  );
  warnings.push(...logger.warn.mock.calls.map(([, message]) => String(message)));
  return error;
}

const any = (value: unknown): never => value as never;
const Rollovers = z.array(z.int()).optional();
const Invoice2 = z.object({ id: z.string(), processor_type: z.string() });
const Invoice1 = z.object({ id: z.string() });

describe("nothing is lost: what Autumn lost", () => {
  it("invoices of another schema, which Down forgets", async () => {
    const history = Versioned(z.object({ id: z.string(), invoices: z.array(Invoice2).optional() })).Before(
      Names,
      z.object({ id: z.string(), invoices: z.array(Invoice1).optional() }),
      { Down: ({ id }) => ({ id }) },
    );
    expect(await checked(history)).toMatch(/nothing is lost: .*at invoices/);
  });

  it("a member that newer values always have, which Down forgets", async () => {
    const history = Versioned(z.object({ id: z.string(), note: z.string() })).Before(
      Names,
      z.object({ id: z.string(), note: z.string().optional() }),
      { Down: ({ id }) => ({ id }) },
    );
    expect(await checked(history)).toMatch(/nothing is lost: .*at note/);
  });

  it("rollovers that one branch loses, as a warning", async () => {
    const history = Versioned(z.object({ n: z.int(), rollovers: Rollovers })).Before(
      Names,
      z.object({ m: z.int(), rollovers: Rollovers }),
      { Down: ({ n, rollovers }) => (n > 0 ? { m: n } : { m: n, rollovers }) },
    );
    expect(await checked(history)).toBe("");
    expect(warnings).toEqual([
      expect.stringMatching(/nothing is lost: .*at rollovers.*in \d+ of \d+ examples/),
    ]);
  });

  it("rollovers of each item where a record became a list, as a warning", async () => {
    const history = Versioned(
      z.object({ features: z.record(z.string(), z.object({ balance: z.int(), rollovers: Rollovers })) }),
    ).Before(
      Names,
      z.object({ features: z.array(z.object({ id: z.string(), balance: z.int(), rollovers: Rollovers })) }),
      {
        Down: ({ features }) => ({
          features: Object.entries(features).map(([id, { balance }]) => ({ id, balance })),
        }),
      },
    );
    expect(await checked(history)).toBe("");
    expect(warnings).toEqual([expect.stringMatching(/nothing is lost: .*at features\.rollovers/)]);
  });

  it("rollovers of each item where a record within a list's items became a list, as a warning", async () => {
    const feature = { balance: z.int(), rollovers: Rollovers };
    const history = Versioned(
      z.object({ plans: z.array(z.object({ features: z.record(z.string(), z.object(feature)) })) }),
    ).Before(
      Names,
      z.object({
        plans: z.array(z.object({ features: z.array(z.object({ id: z.string(), ...feature })) })),
      }),
      {
        Down: ({ plans }) => ({
          plans: plans.map(({ features }) => ({
            features: Object.entries(features).map(([id, { balance }]) => ({ id, balance })),
          })),
        }),
      },
    );
    expect(await checked(history)).toBe("");
    expect(warnings).toEqual([expect.stringMatching(/nothing is lost: .*at plans\.0\.features\.rollovers/)]);
  });
});

/** Kinds of members, and a right Down of each. */
const kinds: readonly (readonly [
  name: string,
  newer: z.ZodType,
  older: z.ZodType,
  down: (value: unknown) => unknown,
])[] = [
  ["the same text", z.string().optional(), z.string().optional(), any],
  [
    "a text made of a number",
    z.int().optional(),
    z.string().optional(),
    (n) => (n === undefined ? n : `${n as number}`),
  ],
  ["null no more", z.string().nullish(), z.string().optional(), (text) => text ?? undefined],
  [
    "a shorter choice",
    z.enum(["a", "b"]).optional(),
    z.enum(["a"]).optional(),
    (one) => (one === "a" ? one : undefined),
  ],
  [
    "a list",
    z.array(z.int()).optional(),
    z.array(z.string()).optional(),
    (all) => (all as number[] | undefined)?.map(String),
  ],
  [
    "a list that was a record",
    z.array(z.object({ id: z.string(), n: z.int().optional() })).optional(),
    z.record(z.string(), z.object({ n: z.int().optional() })).optional(),
    (all) => {
      const items = all as { id: string; n?: number }[] | undefined;
      return items && Object.fromEntries(items.map(({ id, ...item }, i) => [`${id}${String(i)}`, item]));
    },
  ],
  [
    "an object",
    z.object({ x: z.int().optional() }).optional(),
    z.object({ x: z.int().optional(), y: z.int().optional() }).optional(),
    any,
  ],
  ["a required member", z.int(), z.int().optional(), any],
  [
    "one that was a list",
    z.string().optional(),
    z.array(z.string()).optional(),
    (one) => (one === undefined ? one : [one]),
  ],
  ["a choice", z.boolean().optional(), z.boolean().optional(), any],
];

describe("nothing is lost: a hundred right histories are silent", () => {
  it.each(kinds.flatMap(([one], i) => kinds.map(([two], j) => [one, two, i, j] as const)))(
    "%s and %s",
    async (_one, _two, i, j) => {
      const [first, second] = [kinds[i], kinds[j]];
      if (!first || !second) throw new Error("no such kind");
      const history = Versioned(
        z.object({ a: first[1], b: second[1] }) as unknown as z.ZodType<{ a: unknown; b: unknown }>,
      ).Before(Names, z.object({ a: first[2], b: second[2] }) as unknown as z.ZodType<object>, {
        Down: ((now: { a: unknown; b: unknown }) => ({ a: first[3](now.a), b: second[3](now.b) })) as never,
      });
      expect([await checked(history), warnings]).toEqual(["", []]);
    },
  );
});
