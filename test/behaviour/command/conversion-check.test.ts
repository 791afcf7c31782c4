import { rmSync } from "node:fs";
import {
  App,
  Context,
  Same,
  Since,
  Versioned,
  VersioningHeader,
  WithBody,
  WithContext,
  WithResponse,
  type VersioningOptions,
} from "versioned-controllers";
import { z } from "zod";
import {
  accept,
  born,
  Cat1,
  Cat2,
  cats,
  check,
  entriesOf,
  fileOf,
  found,
  freeze,
  inOwnFolder,
  right,
  run,
  text,
  versionsOf,
} from "../../support/frozen-conversions";

inOwnFolder();

describe("check", () => {
  /** Cats and dogs that changed in version 2, and eels and frogs that changed in version 3. */
  const animals = (names: readonly string[] = ["Cat", "Dog", "Eel", "Frog"]): App => {
    const { V, app } = versionsOf();
    for (const name of names) {
      const change = V.Change(name < "E" ? "2" : "3", `${name}s.`);
      const Animal = Versioned(text(`${name}3`)).Before(change, text(`${name}1`), Same as never);
      app.Get(`/${name}`, () => ({}), V.Since("1"), WithResponse(200, Animal as never));
    }
    return app;
  };
  const unfrozen = "is not frozen; versioned-controllers freeze <module> --all writes it";
  const remedy = "versioned-controllers freeze <module> --all writes them";

  it("passes without the files, and --frozen names each link without an entry", async () => {
    await freeze(animals());
    rmSync(fileOf("2"));
    rmSync(fileOf("3"));
    expect((await check(animals())).code).toBe(0);
    expect(await found(animals(), "--frozen")).toEqual(
      [
        ["1", "Cat"],
        ["1", "Dog"],
        ["2", "Eel"],
        ["2", "Frog"],
      ].map(([version, name]) => ({
        version,
        breaking: true,
        kind: "frozen-conversion-missing",
        where: `${name}1`,
        subject: `${name}s.`,
        what: `the conversion of "${name}s." is not frozen`,
      })),
    );
  });

  it.each<[what: string, names: readonly string[], args: readonly string[], lines: readonly string[]]>([
    [
      "one",
      ["Cat"],
      [],
      [
        "version 1: no breaking change, 1 fault of a frozen conversion",
        `  Cat1: the conversion of "Cats." ${unfrozen}`,
        "version 2: no breaking change",
        "version 3: no breaking change",
      ],
    ],
    [
      "several of a version",
      ["Ant", "Bee", "Cat", "Dog", "Eel"],
      [],
      [
        "version 1: no breaking change, 4 faults of a frozen conversion",
        `  4 conversions are not frozen: Ant1, Bee1, Cat1 and 1 more; ${remedy}`,
        "version 2: no breaking change, 1 fault of a frozen conversion",
        `  Eel1: the conversion of "Eels." ${unfrozen}`,
        "version 3: no breaking change",
      ],
    ],
    [
      "several with --all",
      ["Ant", "Bee"],
      ["--all"],
      [
        "version 1: no breaking change, 2 faults of a frozen conversion",
        `  2 conversions are not frozen: Ant1, Bee1; ${remedy}`,
        `    Ant1: the conversion of "Ants." ${unfrozen}`,
        `    Bee1: the conversion of "Bees." ${unfrozen}`,
        "version 2: no breaking change",
        "version 3: no breaking change",
      ],
    ],
  ])("--frozen has one line for %s that is not frozen", async (_what, names, args, lines) => {
    await run(animals(names), "freeze", "app", "1", "2", "3");
    rmSync(fileOf("2"));
    rmSync(fileOf("3"), { force: true });
    const { code, output } = await check(animals(names), "--frozen", ...args);
    expect([code, output]).toEqual([1, `${lines.join("\n")}\n`]);
  });

  it("--frozen needs no entry of a link whose older versions have ended", async () => {
    const gone = { Deprecated: "2026-01-01", Sunset: "2026-05-01", AfterSunset: "gone" } as const;
    const { V, app } = versionsOf({ Lifecycle: { "1": gone } });
    const Cat = Versioned(text("Cat2")).Before(V.Change("2", "Cats."), text("Cat1"), Same as never);
    app.Get("/cats", () => ({}), V.Since("1"), WithResponse(200, Cat as never));
    await freeze(app);
    rmSync(fileOf("2"));
    expect((await check(app, "--frozen")).code).toBe(0);
  });

  it("accepts all that is not frozen by one entry", async () => {
    await freeze(animals());
    rmSync(fileOf("2"));
    const { entries = [] } = await check(animals(), "--frozen");
    expect(entries).toEqual([{ version: "1", kind: "frozen-conversion-missing", where: "*", reason: "..." }]);
    accept(entries);
    expect((await check(animals(), "--frozen")).code).toBe(0);
  });

  describe("of a file whose version is not in Versions", () => {
    const versions = async (...list: readonly string[]): Promise<App> => {
      await freeze(cats());
      const app = new App({
        Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: list },
        Logger: { warn: () => undefined, error: () => undefined },
      });
      return app.Get("/cats", () => ({}) as never, Since(list[0] ?? ""), WithResponse(200, Cat2));
    };

    it.each<[versions: readonly string[], kinds: readonly string[]]>([
      [["1", "3"], ["conversion-removed"]],
      [["3"], []],
      [["1", "next"], []],
    ])(
      "reports what was removed if the order of %j with 2 is known, and an older one is served",
      async (list, kinds) => {
        const app = await versions(...list);
        const removed = (await found(app)).filter(({ kind }) => kind === "conversion-removed");
        expect(removed.map(({ version, kind, where }) => [version, kind, where])).toEqual(
          kinds.map((kind) => ["1", kind, "Cat1"]),
        );
        const line = "openapi/conversions/2.json: skipped, version 2 is not in Versions: delete the file";
        expect((await check(app)).output.includes(line)).toBe(kinds.length === 0);
      },
    );
  });

  it("converts each frozen sample once", async () => {
    let calls = 0;
    const counted = cats({
      Up: (cat) => (calls++, right.Up(cat)),
      Down: (cat) => (calls++, right.Down(cat)),
    });
    await freeze(counted);
    calls = 0;
    await check(counted, "--frozen");
    expect(calls).toBe(18);
  });

  it("counts the entry of a mended description for --frozen", async () => {
    await freeze(cats());
    expect((await check(cats({ description: "Mended." }), "--frozen")).code).toBe(0);
  });

  it("accepts a changed result by accepted.json", async () => {
    await freeze(cats());
    const now = cats({ Down: (cat) => ({ ...right.Down(cat), name: "Tom" }) });
    const { code, entries = [], output } = await check(now);
    expect(code).toBe(1);
    expect(output).toContain("version 1: 1 breaking change\n  Cat1: Down of");
    expect(entries).toEqual([
      { version: "1", kind: "conversion-changed", where: "Cat1", subject: `${born}, Down`, reason: "..." },
    ]);
    accept(entries);
    expect(await check(now)).toMatchObject({ code: 0, errors: "" });
    expect((await check(cats())).output).toContain("the entry has no effect");
  });

  it("names the frozen file in annotations", async () => {
    await freeze(cats());
    const { output } = await check(cats({ Up: () => ({}) }), "--github");
    expect(output).toContain("::error file=openapi/conversions/2.json,title=version 1::Cat1: Up of");
  });

  it("reports the only input of an Up that the older schema rejects now", async () => {
    const reading = (older: z.ZodType): App => {
      const { V, app } = versionsOf();
      const Cat = Versioned(text("Cat2")).Before(V.Change("2", "Cats."), older, Same as never);
      return app.Post("/cats", () => ({}), V.Since("1"), WithBody(Cat as never));
    };
    await freeze(reading(text("Cat1")));
    const list = await found(reading(z.object({ name: z.string().max(3) }).meta({ id: "Cat1" })));
    expect(list.filter(({ kind }) => kind === "sample-refused").map(({ what }) => what)).toEqual([
      'Up of "Cats.": the older schema rejects 1 of 1 sample, such as {"name":"name"}',
    ]);
  });

  it("reports an input that the older schema rejects now", async () => {
    await freeze(cats());
    const { V, app } = versionsOf();
    const Strict = Cat1.extend({ name: z.string().max(3) }).meta({ id: "Cat1" });
    const Cat = Versioned(Cat2).Before(V.Change("2", born), Strict, right as never);
    app.Post(
      "/cats",
      ({ body }) => body,
      V.Since("1"),
      WithBody(Cat as never),
      WithResponse(201, Cat as never),
    );
    expect((await found(app)).filter(({ kind }) => kind === "sample-refused")).toMatchObject([
      {
        version: "1",
        breaking: true,
        where: "Cat1",
        subject: `${born}, Up`,
        what: expect.stringContaining("the older schema rejects 9 of 9 samples") as unknown,
      },
    ]);
  });

  it.each<[what: string, versioning: VersioningOptions, kinds: readonly string[]]>([
    ["while a version before is served", {}, ["conversion-removed"]],
    [
      "within a brownout too",
      {
        Lifecycle: {
          "1": {
            Deprecated: "2026-01-01",
            Sunset: "2027-01-01",
            AfterSunset: "gone",
            Brownouts: [{ From: "2026-05-31", To: "2026-06-02" }],
          },
        },
      },
      ["conversion-removed"],
    ],
    [
      "but not after its end",
      { Lifecycle: { "1": { Deprecated: "2026-01-01", Sunset: "2026-05-01", AfterSunset: "gone" } } },
      [],
    ],
    [
      "but not once its successor answers",
      {
        Lifecycle: {
          "1": { Deprecated: "2026-01-01", Sunset: "2026-05-01", AfterSunset: "successor", Successor: "2" },
        },
      },
      [],
    ],
  ])("reports a link that is gone %s", async (_what, versioning, kinds) => {
    await freeze(cats());
    const { V, app } = versionsOf(versioning);
    app.Post("/cats", () => ({}) as never, V.Since("1"), WithBody(Cat1), WithResponse(201, Cat1));
    const list = (await found(app)).filter(({ kind }) => kind === "conversion-removed");
    expect(list.map(({ kind, where, subject, version }) => [kind, where, subject, version])).toEqual(
      kinds.map((kind) => [kind, "Cat1", born, "1"]),
    );
  });

  it("takes a renamed older schema for another link", async () => {
    await freeze(cats());
    const { V, app } = versionsOf();
    const Cat = Versioned(Cat2).Before(V.Change("2", born), Cat1.meta({ id: "Kitten1" }), right as never);
    app.Post(
      "/cats",
      ({ body }) => body,
      V.Since("1"),
      WithBody(Cat as never),
      WithResponse(201, Cat as never),
    );
    expect((await found(app, "--frozen")).map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(["conversion-removed", "frozen-conversion-missing"]),
    );
  });
});

describe("an entry whose link is another one now", () => {
  const answering = (
    link: (V: ReturnType<typeof versionsOf>["V"]) => unknown,
    ...options: readonly unknown[]
  ): App => {
    const { V, app } = versionsOf();
    return app.Get(
      "/cats",
      () => ({}),
      V.Since("1"),
      WithResponse(200, link(V) as never),
      ...(options as never[]),
    );
  };
  const plain = (down: (cat: unknown) => unknown = (cat) => cat): App =>
    answering((V) =>
      Versioned(text("Cat2")).Before(V.Change("2", "Cats."), text("Cat1"), { Down: down } as never),
    );

  it.each<[what: string, example: object, code: number]>([
    ["an Example gets it", { Example: { name: "Tom" } }, 0],
    ["no Example gets undefined", {}, 1],
  ])("that needs a context with %s", async (_what, options, code) => {
    await freeze(plain());
    const Org = Context<{ name: string }>("org", options);
    const now = answering(
      (V) =>
        Versioned(text("Cat2")).Before(V.Change("2", "Cats."), text("Cat1"), {
          Needs: [Org],
          Down: (cat: object, [org]: readonly [{ name: string }]) => ({ ...cat, length: org.name.length }),
        } as never),
      WithContext(Org, () => ({ name: "Tom" })),
    );
    expect((await check(now)).code).toBe(code);
  });

  it("that carries a value gets one of today's schema", async () => {
    await freeze(plain());
    const now = answering((V) =>
      Versioned(text("Cat2"))
        .Carrying(text("Legacy"))
        .Before(V.Change("2", "Cats."), text("Cat1"), {
          Down: (cat: object, { name }: { name: string }) => ({ ...cat, name }),
        } as never),
    );
    expect((await check(now)).code).toBe(0);
  });

  it("without its Up has a frozen Up that fails, which --force deletes", async () => {
    const both = answering((V) =>
      Versioned(text("Cat2")).Before(V.Change("2", "Cats."), text("Cat1"), Same as never),
    );
    await freeze(both);
    expect(await found(plain())).toMatchObject([{ kind: "conversion-changed", subject: "Cats., Up" }]);
    expect((await freeze(plain())).output).toContain("2.json: unchanged");
    await freeze(plain(), "--force");
    expect(entriesOf("2")).toEqual([
      { change: "Cats.", where: ["Cat1"], down: [[{ name: "name" }, { name: "name" }]] },
    ]);
  });

  it("with a stricter schema loses the rejected samples by --force", async () => {
    await freeze(cats());
    const stricter = cats({ newest: Cat2.extend({ nick: z.string() }).meta({ id: "Cat2" }) });
    await freeze(stricter, "--force");
    const nicks = entriesOf("2")[0]?.down?.map(([given]) => (given as Cat2).nick);
    expect(new Set(nicks)).toEqual(new Set(["nick"]));
  });

  const mended = (one: string, other: string, prefix = ""): App => {
    const { V, app } = versionsOf();
    const of = (change: string, name: string): unknown =>
      Versioned(text("Cat2")).Before(V.Change("2", change), text("Cat1"), {
        Down: (cat: { name: string }) => ({ name: name + cat.name }),
      } as never);
    app.Get("/one", () => ({}), V.Since("1"), WithResponse(200, of(one, `${prefix}one `) as never));
    return app.Get(
      "/other",
      () => ({}),
      V.Since("1"),
      WithResponse(200, of(other, `${prefix}other `) as never),
    );
  };

  it("of two with mended descriptions at one place is found by its results", async () => {
    await freeze(mended("One.", "Other."));
    expect((await check(mended("Other, mended.", "One, mended."), "--frozen")).code).toBe(0);
    expect((await found(mended("One, mended.", "Other, mended.", "the "))).map(({ kind }) => kind)).toEqual([
      "conversion-removed",
      "conversion-removed",
    ]);
  });

  it("keeps three histories of one change and name apart", async () => {
    const { V, app } = versionsOf();
    const Cats = V.Change("2", "Cats.");
    for (const name of ["a", "b", "c"]) {
      const Cat = Versioned(text(`Cat${name}`)).Before(Cats, text("Cat1"), {
        Down: () => ({ name }),
      } as never);
      app.Get(`/${name}`, () => ({}), V.Since("1"), WithResponse(200, Cat as never));
    }
    await freeze(app);
    expect(entriesOf("2").map(({ where }) => where)).toEqual([
      ["Cat1"],
      ["Cat1", "GET /b response 200"],
      ["Cat1", "GET /c response 200"],
    ]);
    expect((await check(app, "--frozen")).code).toBe(0);
  });
});
