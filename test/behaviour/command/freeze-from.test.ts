import { existsSync } from "node:fs";
import {
  App,
  Carry,
  DefineVersions,
  Each,
  Nothing,
  Together,
  Versioned,
  VersioningHeader,
  WithBody,
  WithQuery,
  WithResponse,
  type AppOptions,
} from "versioned-controllers";
import { z } from "zod";
import {
  check,
  entriesOf,
  fileOf,
  found,
  freeze,
  inOwnFolder,
  run,
  textOf,
  writeRecording,
} from "../../support/frozen-conversions";
import { order1, order2, orders } from "../recordings/orders";
import { recorded } from "../recordings/recorded";

inOwnFolder();

const json = { "Content-Type": "application/json" };
const freezeFrom = (app: App, ...more: readonly string[]) =>
  run(app, "freeze", "app", "--from", "calls.ndjson", ...more);

/** Records a body of each request, sent in version 1. */
async function record(
  appOf: (options: AppOptions) => App,
  route: string,
  bodies: readonly unknown[],
  redact: readonly string[] = [],
): Promise<readonly string[]> {
  const { count, texts } = await recorded(appOf, { Redact: redact });
  for (const body of bodies) {
    if (body === undefined) await count(route, { V: "1" });
    else await count(route, { V: "1", ...json }, JSON.stringify(body));
  }
  writeRecording("calls.ndjson", texts.join(""));
  return texts;
}

const oneRoute = (options: AppOptions, route: (app: App, V: ReturnType<typeof versions>) => App): App => {
  const V = versions();
  const Versioning = { Type: VersioningHeader, Header: "V", Versions: V.List };
  return route(
    new App({ Logger: { warn: () => undefined, error: () => undefined }, ...options, Versioning }),
    V,
  );
};
const versions = () => DefineVersions("1", "2", "3", "4");

describe("a value of a recording", () => {
  const recordOrders = async (): Promise<readonly string[]> => {
    const { count, texts } = await recorded((options) => orders({}, options));
    await count("POST /orders", { V: "1", ...json }, JSON.stringify(order1));
    await count("GET /orders?p=3", { V: "1", "X-Id": "ABC" });
    await count("POST /orders", { V: "2", ...json }, JSON.stringify(order2));
    writeRecording("calls.ndjson", texts.join(""));
    return texts;
  };
  const beside = { contexts: { place: { currency: "EUR" } } };

  it("is a sample with the contexts that were beside it", async () => {
    await recordOrders();
    await freeze(orders());
    expect(entriesOf("2")).toMatchObject([{ up: [], down: [] }]);
    expect((await freezeFrom(orders())).output).toContain("openapi/conversions/2.json: written\n");
    expect(entriesOf("2")).toEqual([
      {
        change: "A price is in `cents`, and lines are a list.",
        where: ["POST /orders body"],
        up: [[order1, { ...order2, note: "none" }, beside]],
        down: [[{ ...order2, note: "none" }, order1, beside]],
      },
    ]);
    expect((await check(orders(), "--frozen")).code).toBe(0);
    expect(await found(orders({ price: () => 1 }))).toMatchObject([
      { kind: "conversion-changed", what: expect.stringContaining("/price was 19.99, is 1") as unknown },
    ]);
  });

  it("adds nothing if the samples have all of its members and alternatives", async () => {
    await recordOrders();
    await freezeFrom(orders());
    expect(entriesOf("3").find(({ where }) => where[0] === "POST /orders body")?.up).toHaveLength(5);
    const texts = [textOf("2"), textOf("3")];
    expect((await freezeFrom(orders())).output).toMatch(/^openapi\/conversions\/2.json: unchanged\n/);
    expect([textOf("2"), textOf("3")]).toEqual(texts);
  });

  it("is the same sample in whatever order the lines are", async () => {
    const lines = await recordOrders();
    await freezeFrom(orders());
    const texts = [textOf("2"), textOf("3")];
    writeRecording("calls.ndjson", lines.toReversed().join(""));
    await run(orders(), "freeze", "app", "--from", "calls.ndjson", "--dir", "other");
    expect(textOf("2", "other")).toBe(texts[0]);
    expect(textOf("3", "other")).toBe(texts[1]);
  });

  it("is left out if it is converted in another way than when it was recorded", async () => {
    await recordOrders();
    const { output } = await freezeFrom(orders({ price: () => 1 }));
    expect(output).toContain("2 records left out: today's conversions give other results: run replay\n");
    expect(entriesOf("2")).toMatchObject([{ up: [], down: [] }]);
    await freezeFrom(orders({ price: () => 1 }), "--force");
    expect(entriesOf("2")).toMatchObject([{ down: [[{ cents: 1999 }, { price: 1 }, beside]] }]);
  });

  it("is left out if its route is gone", async () => {
    const [line = ""] = await recordOrders();
    writeRecording("calls.ndjson", line.replaceAll("POST /orders", "POST /gone"));
    expect((await freezeFrom(orders())).output).toContain(
      '1 record left out: the App no longer has the route POST /gone in version "1"\n',
    );
  });

  it("contains no redacted text", async () => {
    await record((options) => orders({}, options), "POST /orders", [order1], ["last", "currency"]);
    await freezeFrom(orders());
    const [up] = entriesOf("2")[0]?.up ?? [];
    expect(up).toMatchObject([{ first: "Ann" }, { first: "Ann" }, { contexts: { place: {} } }]);
    expect(textOf("2")).not.toMatch(/Lee|EUR/);
  });
});

describe("freeze --from", () => {
  const kinds = z.enum(Array.from({ length: 60 }, (_, i) => `kind${i}`) as [string, ...string[]]);
  const manyKinds = (options: AppOptions = {}): App =>
    oneRoute(options, (app, V) => {
      const Kind = Versioned(z.object({ kind: kinds, name: z.string() })).Before(
        V.Change("2", "A kind has a name."),
        z.object({ kind: kinds }).meta({ id: "Kind1" }),
        { Up: ({ kind }) => ({ kind, name: kind }), Down: ({ kind }) => ({ kind }) },
      );
      return app.Post(
        "/kinds",
        ({ body }) => body as never,
        V.Since("1"),
        WithBody(Kind),
        WithResponse(201, Kind),
      );
    });

  it("takes at most twenty recorded values for each side of a link", async () => {
    const bodies = kinds.options.map((kind) => ({ kind }));
    await record(manyKinds, "POST /kinds", bodies);
    await freezeFrom(manyKinds());
    const [entry] = entriesOf("2");
    expect(entry?.up).toHaveLength(40);
    expect(entry?.down).toHaveLength(40);
    const text = textOf("2");
    await freezeFrom(manyKinds());
    expect(textOf("2")).toBe(text);
  });

  const cards = (options: AppOptions = {}): App =>
    oneRoute(options, (app, V) => {
      const Card = z.object({ kind: z.literal("card"), more: z.record(z.string(), z.string()) });
      // JSON Schema does not express the rule, so that no sample of it can be made.
      const Cash = z
        .object({ kind: z.literal("cash"), more: z.record(z.string(), z.string()) })
        .refine(({ more }) => more.sum === "ten");
      const Pay = Versioned(z.object({ pay: z.union([Card, Cash]) })).Before(
        V.Change("2", "Payments are in `pay`."),
        z.union([Card, Cash]).meta({ id: "Pay1" }),
        { Up: (pay) => ({ pay }), Down: ({ pay }) => pay },
      );
      return app.Post(
        "/pay",
        ({ body }) => body as never,
        V.Since("1"),
        WithBody(Pay),
        WithResponse(201, Pay),
      );
    });

  it("takes the value of an alternative of which no sample could be made, and none for the keys of a record", async () => {
    await record(cards, "POST /pay", [
      { kind: "card", more: { a: "1", b: "2" } },
      { kind: "cash", more: { sum: "ten", note: "a longer value" } },
      { kind: "cash", more: { sum: "ten" } },
    ]);
    await freezeFrom(cards());
    const cash = { kind: "cash", more: { sum: "ten" } };
    expect(entriesOf("2")[0]?.up?.filter(([given]) => (given as typeof cash).kind === "cash")).toEqual([
      [cash, { pay: cash }],
    ]);
    expect(textOf("2")).not.toContain('"b"');
  });

  const pages = (options: AppOptions = {}): App =>
    oneRoute(options, (app, V) => {
      const Legacy = z.custom<string>((value) => value === "one" || value === "two");
      const Cat = Versioned(z.object({ name: z.string() }))
        .Carrying(Legacy)
        .Before(
          V.Change("2", "A cat has no code."),
          z.object({ name: z.string(), code: z.string() }).meta({ id: "Cat1" }),
          {
            Down: (cat, code) => ({ ...cat, code }),
          },
        );
      const Page = Together([[Cat, ["cats", Each]]], (cat) => z.object({ cats: z.array(cat) }));
      const cats = [Carry({ name: "Tom" }, "one"), Carry({ name: "Kit" }, "two")];
      return app.Get("/cats", () => ({ cats }) as never, V.Since("1"), WithResponse(200, Page));
    });

  it("takes a value inside another one, with the data that it carries", async () => {
    await record(pages, "GET /cats", [undefined]);
    await freezeFrom(pages(), "--all");
    expect(entriesOf("2")).toEqual([
      {
        change: "A cat has no code.",
        where: ["Cat1"],
        down: [[{ name: "Kit" }, { name: "Kit", code: "two" }, { carried: "two" }]],
      },
    ]);
    expect((await check(pages())).code).toBe(0);
  });

  const Name = z.custom<string>((value) => value === "Tom" || value === "Ann");
  const envelopes = (options: AppOptions = {}): App =>
    oneRoute(options, (app, V) => {
      const Cat = Versioned(z.object({ name: Name }))
        .Before(V.Change("4", "`cat` is `name`."), z.object({ cat: Name }).meta({ id: "Cat2" }), {
          Up: ({ cat }) => ({ name: cat }),
          Down: ({ name }) => ({ cat: name }),
        })
        .As(z.object({ shown: Name }).meta({ id: "CatFace" }), {
          Up: ({ shown }) => ({ cat: shown }),
          Down: ({ cat }) => ({ shown: cat }),
        });
      const Owner = Versioned(z.object({ is: Name })).Before(
        V.Change("3", "`was` is `is`."),
        z.object({ was: Name }).meta({ id: "Owner1" }),
        { Up: ({ was }) => ({ is: was }), Down: ({ is }) => ({ was: is }) },
      );
      const Owners = Owner.Within(["owners", Each], (owner) => z.object({ owners: z.array(owner) }));
      const Page = Together(
        [
          [Cat, ["cat"]],
          [Owners, []],
        ],
        (cat, owners) => z.intersection(z.object({ cat }), owners),
      ).Before(
        V.Change("2", "A page is in `page`."),
        z.object({ page: z.custom<object>((value) => value instanceof Object) }).meta({ id: "Page1" }),
        {
          Up: ({ page }) => page as never,
          Down: (page) => ({ page }),
        },
      );
      return app.Post(
        "/pages",
        ({ body }) => body as never,
        V.Since("1"),
        WithBody(Page),
        WithResponse(201, Page),
      );
    });

  it("takes the values of parts of parts, of faces, and of the whole", async () => {
    const { count, texts } = await recorded(envelopes);
    const owners = [{ was: "Ann" }];
    const one = { page: { cat: { cat: "Tom" }, owners } };
    const two = { cat: { shown: "Tom" }, owners };
    await count("POST /pages", { V: "1", ...json }, JSON.stringify(one));
    await count("POST /pages", { V: "2", ...json }, JSON.stringify(two));
    writeRecording("calls.ndjson", texts.join(""));
    expect((await freezeFrom(envelopes())).output).not.toContain("record");
    const [now, was, shown] = [{ name: "Tom" }, { cat: "Tom" }, { shown: "Tom" }];
    expect(["2", "3", "4"].flatMap((version) => entriesOf(version))).toMatchObject([
      { where: ["Page1"], up: [[one, one.page]], down: [[one.page, one]] },
      { where: ["Owner1"], up: [[{ was: "Ann" }, { is: "Ann" }]], down: [[{ is: "Ann" }, { was: "Ann" }]] },
      { where: ["Cat2"], up: [[was, now]], down: [[now, was]] },
      { where: ["CatFace"], face: true, up: [[shown, was]], down: [[was, shown]] },
    ]);
  });

  const flags = (options: AppOptions = {}): App =>
    oneRoute(options, (app, V) => {
      const Flag = Versioned(z.object({ on: z.stringbool(), id: z.custom<string>(() => true) }))
        .Before(
          V.Change("3", "`flag` is `on`."),
          z.object({ flag: z.stringbool(), id: z.custom<string>(() => true) }),
          { Up: ({ flag, id }) => ({ on: flag, id }) },
        )
        .Before(
          V.Change("2", "`f` is `flag`."),
          z.object({ f: z.stringbool(), id: z.custom<string>(() => true) }),
          {
            Up: ({ f, id }) => ({ flag: f ? "yes" : "no", id }),
          },
        );
      return app.Get("/flags", () => undefined, V.Since("1"), WithQuery(Flag), WithResponse(204));
    });

  it("takes what a schema reads to the value that an Up was given", async () => {
    const { count, texts } = await recorded(flags);
    await count("GET /flags?f=yes&id=7", { V: "1" });
    writeRecording("calls.ndjson", texts.join(""));
    await freezeFrom(flags());
    expect(entriesOf("2")[0]?.up).toEqual([
      [
        { f: "yes", id: "7" },
        { flag: "yes", id: "7" },
      ],
    ]);
    expect(entriesOf("3")[0]?.up).toEqual([
      [
        { flag: "yes", id: "7" },
        { on: true, id: "7" },
      ],
    ]);
  });

  const Length = z.custom<string>((value) => value === "Mon").transform((value) => value.length);
  const untaken = (options: AppOptions = {}): App =>
    oneRoute(options, (app, V) => {
      const change = V.Change("2", "Days have a length.");
      const Day = Versioned(z.object({ length: z.number() })).Before(
        change,
        z.object({ day: Length }).meta({ id: "Day1" }),
        { Up: ({ day }) => ({ length: day }), Down: ({ length }) => ({ day: length }) },
      );
      const Reason = Versioned(z.object({ why: z.string() })).Before(change, Nothing, {
        Up: () => ({ why: "none" }),
      });
      return app
        .Post(
          "/days",
          () => undefined,
          V.Since("1"),
          WithBody(Day.Within([Each], (day) => z.array(day))),
          WithResponse(204),
        )
        .Get("/day", () => ({ length: "three" }) as never, V.Since("1"), WithResponse(200, Day))
        .Post("/reasons", () => undefined, V.Since("1"), WithBody(Reason), WithResponse(204));
    });

  it.each([
    ["that no recorded text is read to", "POST /days", [{ day: "Mon" }]],
    ["that its schema refuses", "GET /day", undefined],
    ["that does not exist", "POST /reasons", undefined],
  ])("takes no value %s", async (_what, route, body) => {
    await record(untaken, route, [body]);
    await freeze(untaken());
    const text = textOf("2");
    expect((await freezeFrom(untaken())).output).toMatch(/^openapi\/conversions\/2.json: unchanged\n/);
    expect(textOf("2")).toBe(text);
  });

  const aging = (options: AppOptions = {}): App =>
    oneRoute(options, (app, V) => {
      const Name = z.custom<string>((value) => value === "Tom");
      const Cat = Versioned(z.object({ name: Name })).Before(
        V.Change("2", "A cat is not young any more."),
        z.object({ name: Name, young: z.boolean() }).meta({ id: "Cat1" }),
        { Down: ({ name }) => ({ name, young: Date.now() < Date.UTC(2090) }) },
      );
      return app.Get("/cat", () => ({ name: "Tom" }), V.Since("1"), WithResponse(200, Cat));
    });

  it("leaves out a value whose result depends on the clock, and says so", async () => {
    await record(aging, "GET /cat", [undefined]);
    expect((await freezeFrom(aging())).output).toContain(
      "Down: recorded values left out, because two runs at different times returned different results\n",
    );
    expect(entriesOf("2")[0]?.down).toEqual([]);
  });

  it("writes the documents of the versions that are named, and needs none", async () => {
    await record(manyKinds, "POST /kinds", [{ kind: "kind1" }]);
    expect((await freezeFrom(manyKinds())).output).toBe("openapi/conversions/2.json: written\n");
    expect((await run(manyKinds(), "freeze", "app", "3", "--from", "calls.ndjson")).output).toBe(
      "openapi/3.json: written\nopenapi/conversions/2.json: unchanged\n",
    );
    expect((await freezeFrom(manyKinds(), "--all")).output).toContain("openapi/1.json: written\n");
    expect(await run(manyKinds(), "freeze", "app")).toMatchObject({ code: 2 });
  });

  it.each([
    ["a file that does not exist", undefined, "the file calls.ndjson does not exist\n"],
    ["a line that is no record", '\n{"at":1}\n', "calls.ndjson: line 2 must be a record of a Recorder"],
  ])("ends with exit code 2 for %s, and writes nothing", async (_what, text, errors) => {
    if (text !== undefined) writeRecording("calls.ndjson", text);
    const result = await freezeFrom(manyKinds(), "--all");
    expect(result).toMatchObject({ code: 2, output: "" });
    expect(result.errors).toContain(errors);
    expect(existsSync(fileOf("2"))).toBe(false);
  });
});
