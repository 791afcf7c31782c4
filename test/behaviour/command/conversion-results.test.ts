import type { App } from "versioned-controllers";
import { HTTPError, Versioned, WithBody, WithResponse } from "versioned-controllers";
import { z } from "zod";
import {
  check,
  entriesOf,
  freeze,
  inOwnFolder,
  text,
  textOf,
  versionsOf,
} from "../../support/frozen-conversions";

inOwnFolder();

describe("results", () => {
  const upOf = async (
    options: object,
    newer: z.ZodType = z.object({ name: z.string().max(3) }),
  ): Promise<unknown> => {
    const { V, app } = versionsOf();
    const Cat = Versioned(newer).Before(V.Change("2", "Cats."), text("Cat1"), options as never);
    app.Post("/cats", () => ({}) as never, V.Since("1"), WithBody(Cat as never));
    await freeze(app);
    return entriesOf("2")[0]?.up?.[0]?.[1];
  };

  it.each<[what: string, options: object, result: unknown]>([
    ["what the next schema rejects, without Stricter", { Up: (cat: unknown) => cat }, { failed: true }],
    [
      "what the next schema rejects, with Stricter",
      { Up: (cat: unknown) => cat, Stricter: "short" },
      { refused: 400 },
    ],
    [
      "what Where says was never allowed",
      { Up: (cat: unknown) => cat, Stricter: { Reason: "short", Where: () => false } },
      { failed: true },
    ],
    [
      "an HTTPError",
      {
        Up: () => {
          throw new HTTPError(409);
        },
      },
      { refused: 409 },
    ],
    [
      "another error",
      {
        Up: () => {
          throw new Error("no");
        },
      },
      { failed: true },
    ],
  ])("of an Up are %s", async (_what, options, result) => {
    expect(await upOf(options)).toEqual(result);
  });

  it("of an Up are what goes to the next schema, not what it puts out", async () => {
    expect(
      await upOf(
        { Up: ({ name }: { name: string }) => ({ name, at: "2026-01-01" }) },
        z.object({ name: z.string(), at: z.string().transform((at) => new Date(at)) }),
      ),
    ).toEqual({ name: "name", at: "2026-01-01" });
  });

  it("of an Up without a value are null", async () => {
    expect(await upOf({ Up: () => undefined }, z.object({ name: z.string() }).optional())).toBeNull();
  });

  it("of a Down to a list are a list, in the order of its own members", async () => {
    const { V, app } = versionsOf();
    const Cat = Versioned(text("Cat2")).Before(
      V.Change("2", "Cats."),
      z.array(z.unknown()).meta({ id: "Cats1" }),
      {
        Down: ({ name }: { readonly name: string }) => [{ name, alias: name }],
      } as never,
    );
    app.Get("/cats", () => ({}), V.Since("1"), WithResponse(200, Cat as never));
    await freeze(app);
    expect(textOf("2")).toContain('[{"name":"name"}, [{"name":"name","alias":"name"}]]');
  });

  it("of a Down without a value are an error", async () => {
    const { V, app } = versionsOf();
    const Cat = Versioned(text("Cat2")).Before(V.Change("2", "Cats."), text("Cat1"), {
      Down: () => undefined,
    } as never);
    app.Get("/cats", () => ({}) as never, V.Since("1"), WithResponse(200, Cat as never));
    await freeze(app);
    expect(entriesOf("2")[0]?.down).toEqual([[{ name: "name" }, { failed: true }]]);
  });

  it("have the members of the given value first", async () => {
    const { V, app } = versionsOf();
    const Cat = Versioned(
      z.object({ a: z.string(), list: z.array(z.object({ b: z.string(), c: z.string() })) }),
    ).Before(V.Change("2", "Cats."), z.looseObject({}).meta({ id: "Cat1" }), {
      Down: ({ a, list }: { a: string; list: readonly { b: string; c: string }[] }) => ({
        z: 1,
        list: list.map(({ b, c }) => ({ x: 1, c, b })),
        a,
      }),
    } as never);
    app.Get("/cats", () => ({}) as never, V.Since("1"), WithResponse(200, Cat as never));
    await freeze(app);
    expect(textOf("2")).toContain(
      '[{"a":"a","list":[{"b":"b","c":"c"}]}, {"a":"a","list":[{"b":"b","c":"c","x":1}],"z":1}]',
    );
  });
});

it("a carried value is frozen beside the sample, and used again", async () => {
  const carrying = (schema: z.ZodType): App => {
    const { V, app } = versionsOf();
    const Cat = Versioned(text("Cat2"))
      .Carrying(schema)
      .Before(V.Change("2", "Cats."), z.looseObject({ name: z.string() }).meta({ id: "Cat1" }), {
        Down: (cat: object, legacy: object) => ({ ...cat, ...legacy }),
      } as never);
    return app.Get("/cats", () => ({}) as never, V.Since("1"), WithResponse(200, Cat as never));
  };
  await freeze(carrying(z.object({ old: z.string() })));
  expect(entriesOf("2")[0]?.down).toEqual([
    [{ name: "name" }, { name: "name", old: "old" }, { carried: { old: "old" } }],
  ]);
  expect((await check(carrying(z.object({ older: z.string() })), "--frozen")).code).toBe(0);
});
