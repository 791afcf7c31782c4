import type { App } from "versioned-controllers";
import { Context, Now, Versioned, WithBody, WithContext, WithResponse } from "versioned-controllers";
import { z } from "zod";
import {
  born,
  Cat1,
  Cat2,
  cats,
  check,
  entriesOf,
  found,
  freeze,
  inOwnFolder,
  right,
  text,
  textOf,
  versionsOf,
} from "../../support/frozen-conversions";
import { setTime } from "../../support/set-time";

inOwnFolder();

afterEach(() => {
  jest.useRealTimers();
});

describe("no finding is reported", () => {
  it.each<[what: string, now: () => App]>([
    ["for the same App", () => cats()],
    ["for a mended description", () => cats({ description: "A cat's `born` became `birthday`." })],
    [
      "for a new optional member of the newest schema",
      () => cats({ newest: Cat2.extend({ fur: z.string().optional() }).meta({ id: "Cat2" }) }),
    ],
    [
      "for other members' order in a result",
      () => cats({ Down: (cat) => Object.fromEntries(Object.entries(right.Down(cat)).reverse()) }),
    ],
    [
      "for members and values of an enum that are declared in another order",
      () => {
        const { shape } = Cat2;
        const reversed = Object.fromEntries(Object.entries(shape).reverse());
        return cats({
          newest: z
            .object({ ...reversed, mood: z.enum([...shape.mood.options].reverse() as ["sleepy"]) })
            .meta({ id: "Cat2" }),
        });
      },
    ],
    [
      "for members that the older schema does not send",
      () => cats({ Down: (cat) => ({ ...right.Down(cat), extra: 1 }) }),
    ],
    [
      "for a new newest schema above",
      () => {
        const { V, app } = versionsOf();
        const Cat3 = Cat2.extend({ fur: z.string() }).meta({ id: "Cat3" });
        const Cat = Versioned(Cat3)
          .Added(V.Change("3", "Cats have fur."), { fur: "short" })
          .Before(V.Change("2", born), Cat1, right as never);
        return app.Post(
          "/cats",
          ({ body }) => body,
          V.Since("1"),
          WithBody(Cat as never),
          WithResponse(201, Cat as never),
        );
      },
    ],
    [
      "for other routes before",
      () => {
        const { V, app } = versionsOf();
        const Born = V.Change("2", born);
        const Only = Versioned(Cat2).Before(Born, Cat1, { Down: () => ({}) } as never);
        app.Get("/first", () => ({}) as never, V.Since("1"), WithResponse(200, Only as never));
        const Cat = Versioned(Cat2).Before(Born, Cat1, right as never);
        return app.Post(
          "/cats",
          ({ body }) => body,
          V.Since("1"),
          WithBody(Cat as never),
          WithResponse(201, Cat as never),
        );
      },
    ],
  ])("%s", async (_what, now) => {
    await freeze(cats());
    const files = textOf("2");
    const list = await found(now());
    expect(list.filter(({ kind }) => /conversion|sample/.test(kind))).toEqual([]);
    expect(textOf("2")).toBe(files);
  });

  it("that breaks for a new required member of a response, whose frozen samples are reported", async () => {
    await freeze(cats());
    const now = cats({
      newest: Cat2.extend({ fur: z.string() }).meta({ id: "Cat2" }),
      Up: (cat) => ({ ...right.Up(cat), fur: "short" }),
    });
    // The Up of the same history gives the new member, which is another result.
    const { output } = await check(now);
    const list = (await found(now)).filter(({ kind }) => kind === "sample-refused");
    expect(list).toMatchObject([{ breaking: false, where: "Cat1", subject: `${born}, Down` }]);
    expect(output).toContain("  not breaking: Cat1: Down of");
  });

  it("for a new required member of a response only", async () => {
    const answered = (newest: z.ZodType): App => {
      const { V, app } = versionsOf();
      const Cat = Versioned(newest).Before(V.Change("2", born), Cat1, { Down: right.Down } as never);
      return app.Get("/cats", () => ({}) as never, V.Since("1"), WithResponse(200, Cat as never));
    };
    await freeze(answered(Cat2));
    const now = answered(Cat2.extend({ fur: z.string() }).meta({ id: "Cat2" }));
    expect((await check(now)).code).toBe(0);
    expect((await found(now)).filter(({ kind }) => kind !== "required-property-added")).toMatchObject([
      { kind: "sample-refused", breaking: false },
    ]);
  });

  const withContext = (example: unknown, down: (now: { name: string }, org: unknown) => unknown): App => {
    const { V, app } = versionsOf();
    const Org = Context<unknown>("org", { Example: example });
    const Named = Versioned(z.object({ name: z.string() })).Before(
      V.Change("2", "Names are whole."),
      z.object({ name: z.string() }).meta({ id: "Named1" }),
      { Needs: [Org], Down: (now: { name: string }, [org]: readonly [unknown]) => down(now, org) } as never,
    );
    return app.Get(
      "/names",
      () => ({ name: "Tom" }) as never,
      V.Since("1"),
      WithResponse(200, Named as never),
      WithContext(Org, () => example),
    );
  };

  it("for another Example of a context, because the frozen one is used", async () => {
    const down = ({ name }: { name: string }, org: unknown) => ({
      name: `${name} of ${(org as { name: string }).name}`,
    });
    await freeze(withContext({ name: "A" }, down));
    expect(entriesOf("2")[0]?.down).toEqual([
      [{ name: "name" }, { name: "name of A" }, { contexts: { org: { name: "A" } } }],
    ]);
    expect((await check(withContext({ name: "B" }, down), "--frozen")).code).toBe(0);
    expect((await freeze(withContext({ name: "B" }, down))).output).toContain(
      "openapi/conversions/2.json: unchanged",
    );
  });

  it("for a clock", async () => {
    const at = (now: string): App => {
      const { V, app } = versionsOf({}, { Now: () => new Date(now) });
      const Named = Versioned(z.object({ name: z.string() })).Before(
        V.Change("2", "Names have no age."),
        z.object({ name: z.string(), at: z.string() }).meta({ id: "Aged" }),
        {
          Needs: [Now],
          Down: (named: { name: string }, [time]: readonly [Date]) => ({ ...named, at: time.toISOString() }),
        } as never,
      );
      return app.Get(
        "/names",
        () => ({ name: "Tom" }) as never,
        V.Since("1"),
        WithResponse(200, Named as never),
      );
    };
    await freeze(at("2026-01-01"));
    expect((await check(at("2027-01-01"), "--frozen")).code).toBe(0);
  });

  const named = (down: (named: { name: string }) => object, schema = text("Named1")): App => {
    const { V, app } = versionsOf();
    const Named = Versioned(text("Named2")).Before(V.Change("2", "Names."), schema, { Down: down } as never);
    return app.Get("/names", () => ({}) as never, V.Since("1"), WithResponse(200, Named as never));
  };

  it.each<[what: string, clock: (name: string) => unknown]>([
    ["the time", () => Date.now()],
    ["the year", () => new Date().getFullYear()],
    ["the month", () => new Date().getMonth()],
    ["the day of the week", () => new Date().getUTCDay()],
    ["the text of a date", () => Date()],
    ["an age", () => new Date(Date.now() - new Date(2020, 1).getTime()).getFullYear() - 1970],
    ["a date that is still to come", () => new Date(2026, 11).getTime() > Date.now()],
    ["chance", () => Math.random()],
  ])("for a Down that returns %s, because none of its samples is frozen", async (_what, clock) => {
    setTime("2026-06-01T12:00:00Z");
    const app = (): App =>
      named(({ name }) => ({ name, clock: clock(name) }), z.looseObject({ name: z.string() }));
    const { output } = await freeze(app());
    expect(output).toContain(
      "1 sample left out, because two runs at different times returned different results",
    );
    setTime("2027-09-09T23:59:58Z");
    expect(await check(app(), "--frozen")).toMatchObject({ code: 0 });
  });

  it("for a default that is the time of the request, because no sample that needs it is frozen", async () => {
    const { V, app } = versionsOf();
    const Named = Versioned(z.object({ name: z.string(), at: z.string() })).Before(
      V.Change("2", "Names."),
      z
        .object({ name: z.string(), at: z.string().default(() => new Date().toISOString()) })
        .meta({ id: "Named1" }),
      { Up: (named: unknown) => named } as never,
    );
    app.Post("/names", () => ({}), V.Since("1"), WithBody(Named as never));
    const { output } = await freeze(app);
    expect(output).toContain("Up: 1 sample left out");
    expect(entriesOf("2")[0]?.up).toEqual([
      [
        { name: "name", at: "at" },
        { name: "name", at: "at" },
      ],
    ]);
  });

  it("for a Down that reads a date of its value, whose samples are frozen", async () => {
    const dated = named(
      ({ name }) => ({ name, isPast: new Date(2020, 1) < new Date(), day: new Date("2020-02-02") }),
      z.looseObject({ name: z.string() }),
    );
    await freeze(dated);
    expect(entriesOf("2")[0]?.down).toEqual([
      [{ name: "name" }, { name: "name", isPast: true, day: "2020-02-02T00:00:00.000Z" }],
    ]);
    expect(new Date().getFullYear()).toBeLessThan(2100);
  });
});
