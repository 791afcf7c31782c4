import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
  App,
  Before,
  Context,
  DefineVersions,
  Each,
  HTTPError,
  Nothing,
  Now,
  Post,
  Rename,
  RenameHeader,
  Same,
  Status,
  Together,
  Versioned,
  VersioningHeader,
  VersionNeutral,
  WithBody,
  WithContext,
  WithQuery,
  WithResponse,
  WithVersion,
  type AppOptions,
  type Change,
  type VersioningOptions,
} from "versioned-controllers";
import { z } from "zod";
import { runCommand } from "../../../src/tools/cli/run";
import { withEntriesApart, type Done } from "../../support/project";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "versioned-controllers-conversions-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const run = async (app: App, ...args: readonly string[]): Promise<Done> =>
  withEntriesApart(await runCommand(args, { folder, load: () => Promise.resolve(app) }));
const freeze = (app: App, ...more: readonly string[]): Promise<Done> =>
  run(app, "freeze", "app", "--all", ...more);
const check = (app: App, ...more: readonly string[]): Promise<Done> => run(app, "check", "app", ...more);

const fileOf = (version: string): string => join(folder, `openapi/conversions/${version}.json`);
const textOf = (version: string): string => readFileSync(fileOf(version), "utf8");
const write = (version: string, text: string): void => {
  mkdirSync(dirname(fileOf(version)), { recursive: true });
  writeFileSync(fileOf(version), text);
};

interface Entry {
  readonly change: string;
  readonly where: readonly string[];
  readonly face?: true;
  readonly up?: readonly (readonly unknown[])[];
  readonly down?: readonly (readonly unknown[])[];
}
const entriesOf = (version: string): readonly Entry[] => JSON.parse(textOf(version)) as readonly Entry[];

interface FoundChange {
  readonly breaking: boolean;
  readonly kind: string;
  readonly where: string;
  readonly subject: string;
  readonly what: string;
  readonly accepted?: string;
}

/** Lists the findings of `check --json`, with the version under which each is reported. */
async function found(
  app: App,
  ...more: readonly string[]
): Promise<readonly (FoundChange & { version: string })[]> {
  const { output } = await check(app, "--json", ...more);
  const { versions } = JSON.parse(output) as {
    readonly versions: readonly { readonly version: string; readonly changes: readonly FoundChange[] }[];
  };
  return versions.flatMap(({ version, changes }) => changes.map((one) => ({ version, ...one })));
}

function versionsOf(more: VersioningOptions = {}, options: AppOptions = {}) {
  const V = DefineVersions("1", "2", "3");
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List, ...more },
    Now: () => new Date("2026-06-01T00:00:00Z"),
    Logger: { warn: () => undefined, error: () => undefined },
    ...options,
  });
  return { V, app };
}

/** The functions of the link that each mutant replaces one of. */
const right = {
  Up: ({ amount, born, ...cat }: Cat1) => ({
    ...cat,
    birthday: born,
    cents: Math.round(amount * 100),
    lives: cat.lives ?? 9,
  }),
  Down: ({ birthday, cents, lives, ...cat }: Cat2): Cat1 => ({
    ...cat,
    born: birthday,
    amount: cents / 100,
    ...(lives === undefined ? {} : { lives }),
  }),
};
const Cat1 = z
  .object({
    id: z.int(),
    name: z.string(),
    nick: z.string().optional(),
    born: z.iso.date(),
    amount: z.number(),
    tags: z.array(z.string()),
    mood: z.enum(["calm", "cross", "sleepy"]),
    lives: z.int().min(1).max(9).optional(),
  })
  .meta({ id: "Cat1" });
type Cat1 = z.infer<typeof Cat1>;
const Cat2 = z
  .object({
    id: z.int(),
    name: z.string(),
    nick: z.string().optional(),
    birthday: z.iso.date(),
    cents: z.number(),
    tags: z.array(z.string()),
    mood: z.enum(["calm", "cross", "sleepy"]),
    lives: z.int().min(1).max(9).optional(),
  })
  .meta({ id: "Cat2" });
type Cat2 = z.infer<typeof Cat2>;

const born = "A cat's `born` is `birthday`.";

interface CatsOptions {
  readonly Up?: (cat: Cat1) => unknown;
  readonly Down?: (cat: Cat2) => unknown;
  readonly description?: string;
  readonly newest?: z.ZodType;
  readonly statusBefore?: number;
  readonly headerBefore?: string;
}

/** An App whose cats changed in version 2, with one function replaced. */
function cats({
  description = born,
  newest = Cat2,
  statusBefore = 200,
  headerBefore = "X-Old",
  ...functions
}: CatsOptions = {}): App {
  const { V, app } = versionsOf();
  const Born = V.Change("2", description);
  // The functions of a mutant need not fit the types.
  const Cat = Versioned(newest).Before(Born, Cat1, { ...right, ...functions } as never);
  app.Post(
    "/cats",
    ({ body }) => body,
    V.Since("1"),
    WithBody(Cat as never),
    WithResponse(201, Cat as never),
    Before(Born, Status(statusBefore), RenameHeader(headerBefore, "X-New")),
  );
  return app;
}

describe("a mutant of a conversion", () => {
  it.each<[what: string, functions: CatsOptions, side: "Up" | "Down", text: string]>([
    [
      "rounds",
      { Down: (cat) => ({ ...right.Down(cat), amount: Math.floor(cat.cents) / 100 }) },
      "Down",
      "/amount was 0.025, is 0.02 (1 of 9 samples differ)",
    ],
    [
      "gives a constant",
      { Down: (cat) => ({ ...right.Down(cat), name: "Tom" }) },
      "Down",
      '/name was "name", is "Tom" (9 of 9 samples differ)',
    ],
    [
      "swaps two members",
      { Down: (cat) => ({ ...right.Down(cat), id: cat.lives ?? 1, lives: cat.id }) },
      "Down",
      "/lives was absent, is 1 (3 of 9 samples differ)",
    ],
    [
      "drops a member",
      { Up: (cat) => ({ ...right.Up(cat), nick: undefined }) },
      "Up",
      '/nick was "nick", is absent (8 of 9 samples differ)',
    ],
    [
      "invents a member",
      { Down: (cat) => ({ nick: "Tom", ...right.Down(cat) }) },
      "Down",
      '/nick was absent, is "Tom" (1 of 9 samples differ)',
    ],
    [
      "has another default",
      { Up: (cat) => ({ ...right.Up(cat), lives: cat.lives ?? 7 }) },
      "Up",
      "/lives was 9, is 7 (1 of 9 samples differ)",
    ],
    [
      "changes the order of a list",
      { Down: (cat) => ({ ...right.Down(cat), tags: cat.tags.toReversed() }) },
      "Down",
      '/tags/0 was "tags", is "tags2" (1 of 9 samples differ)',
    ],
    [
      "gives another value of an enum",
      { Down: (cat) => ({ ...right.Down(cat), mood: cat.mood === "sleepy" ? "calm" : cat.mood }) },
      "Down",
      '/mood was "sleepy", is "calm" (1 of 9 samples differ)',
    ],
    [
      "throws",
      {
        Up: (cat) => {
          if (cat.tags.length === 0) throw new Error("no tags");
          return right.Up(cat);
        },
      },
      "Up",
      "is an error (1 of 9 samples differ)",
    ],
    [
      "refuses",
      {
        Down: (cat) => {
          if (cat.nick === undefined) throw new HTTPError(404);
          return right.Down(cat);
        },
      },
      "Down",
      "is refused with 404 (1 of 9 samples differ)",
    ],
  ])("that %s is found", async (_what, functions, side, text) => {
    await freeze(cats());
    const list = await found(cats(functions));
    expect(list).toEqual([
      {
        version: "1",
        breaking: true,
        kind: "conversion-changed",
        where: "Cat1",
        subject: `${born}, ${side}`,
        what: expect.stringContaining(text) as unknown,
      },
    ]);
    expect((await check(cats(functions))).code).toBe(1);
  });

  it.each<[what: string, options: CatsOptions, kinds: readonly string[]]>([
    ["a status, which is in the document", { statusBefore: 202 }, ["response-removed", "response-added"]],
    ["a header that no document describes", { headerBefore: "X-Older" }, []],
  ])("of %s is not found by frozen conversions", async (_what, options, kinds) => {
    await freeze(cats());
    expect((await found(cats(options))).map(({ kind }) => kind)).toEqual(kinds);
  });

  it("of a status that a Down refuses with is found", async () => {
    const refusing = (status: number): App =>
      cats({
        Down: () => {
          throw new HTTPError(status);
        },
      });
    await freeze(refusing(404));
    expect((await found(refusing(410)))[0]?.what).toContain(
      "the result was refused with 404, is refused with 410 (9 of 9 samples differ)",
    );
  });
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

  it("that breaks for a new required member of a response, whose frozen samples are told", async () => {
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

  it("for a new required member of a response alone", async () => {
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
});

describe("what freeze writes", () => {
  it("is a sorted list with one sample a line, the same at each run", async () => {
    const { V, app } = versionsOf();
    const Cat = Versioned(z.object({ birthday: z.string() }).meta({ id: "Cat2" })).Before(
      V.Change("2", born),
      z.object({ born: z.string() }).meta({ id: "Cat1" }),
      Rename("born", "birthday"),
    );
    const Dog = Versioned(z.object({ name: z.string() })).Before(
      V.Change("2", "A dog has a name."),
      z.object({}),
      {
        Up: () => ({ name: "Rex" }),
        Down: () => ({}),
      },
    );
    app.Post("/cats", ({ body }) => body as never, V.Since("1"), WithBody(Cat), WithResponse(201, Cat));
    app.Post("/dogs", ({ body }) => body as never, V.Since("1"), WithBody(Dog), WithResponse(201, Dog));
    expect((await freeze(app)).output).toBe(
      ["1", "2", "3", "conversions/2"].map((name) => `openapi/${name}.json: written\n`).join(""),
    );
    expect(textOf("2")).toBe(
      [
        "[",
        "  {",
        `    "change": "A cat's \`born\` is \`birthday\`.",`,
        '    "where": ["Cat1"],',
        '    "up": [',
        '      [{"born":"born"}, {"birthday":"born"}]',
        "    ],",
        '    "down": [',
        '      [{"birthday":"birthday"}, {"born":"birthday"}]',
        "    ]",
        "  },",
        "  {",
        '    "change": "A dog has a name.",',
        '    "where": ["POST /dogs body"],',
        '    "up": [',
        '      [{}, {"name":"Rex"}]',
        "    ],",
        '    "down": [',
        '      [{"name":"name"}, {}]',
        "    ]",
        "  }",
        "]",
        "",
      ].join("\n"),
    );
  });

  it("is written whatever versions are named, and is not written twice", async () => {
    expect((await run(cats(), "freeze", "app", "3")).output).toBe(
      "openapi/3.json: written\nopenapi/conversions/2.json: written\n",
    );
    const { mtimeMs } = statSync(fileOf("2"));
    expect((await run(cats(), "freeze", "app", "3")).output).toBe(
      "openapi/3.json: unchanged\nopenapi/conversions/2.json: unchanged\n",
    );
    expect(statSync(fileOf("2")).mtimeMs).toBe(mtimeMs);
  });

  const samplesOf = async (schema: z.ZodType): Promise<readonly unknown[]> => {
    const { V, app } = versionsOf();
    const Kept = Versioned(schema).Before(
      V.Change("2", "Nothing is new."),
      schema.meta({ id: "Kept" }),
      Same as never,
    );
    app.Get("/kept", () => ({}) as never, V.Since("1"), WithResponse(200, Kept as never));
    await freeze(app, "--force");
    return entriesOf("2")[0]?.down?.map(([given]) => given) ?? [];
  };

  it.each<[what: string, schema: z.ZodType, samples: readonly unknown[]]>([
    [
      "own examples first",
      z.object({ name: z.string() }).meta({ examples: [{ name: "Tom" }, { name: "Kit" }] }),
      [{ name: "Tom" }, { name: "Kit" }, { name: "name" }],
    ],
    [
      "whole, then without each optional member",
      z.object({ a: z.string(), b: z.string().optional(), c: z.object({ d: z.string().optional() }) }),
      [
        { a: "a", b: "b", c: { d: "d" } },
        { a: "a", c: { d: "d" } },
        { a: "a", b: "b", c: {} },
      ],
    ],
    [
      "null where null may be",
      z.object({ a: z.string().nullable(), b: z.string() }),
      [
        { a: "a", b: "b" },
        { a: null, b: "b" },
      ],
    ],
    [
      "one of each alternative, with its own optional members",
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("card"), bank: z.string().optional() }),
        z.object({ kind: z.literal("cash"), note: z.string().optional() }),
      ]),
      [{ kind: "card", bank: "bank" }, { kind: "card" }, { kind: "cash" }, { kind: "cash", note: "note" }],
    ],
    [
      "each value of an enum",
      z.object({ mood: z.enum(["calm", "cross"]) }),
      [{ mood: "calm" }, { mood: "cross" }],
    ],
    [
      "an empty list, one item, two that differ, and both limits",
      z.object({ tags: z.array(z.string()).max(3) }),
      [{ tags: ["tags"] }, { tags: [] }, { tags: ["tags", "tags2"] }, { tags: ["tags", "tags2", "tags3"] }],
    ],
    [
      "both ends of a number's limits, and another number",
      z.object({ age: z.int().min(0).max(30) }),
      [{ age: 1 }, { age: 0 }, { age: 30 }, { age: 2 }],
    ],
    [
      "a number with a fraction",
      z.object({ price: z.number().min(0).max(1) }),
      [{ price: 1 }, { price: 0 }, { price: 0.375 }],
    ],
    [
      "no value that the schema rejects",
      z.object({ even: z.int().refine((one) => one % 2 === 0) }),
      [{ even: 2 }],
    ],
    [
      "different dates",
      z.object({ from: z.iso.date(), to: z.iso.date() }),
      [
        { from: "2026-01-01", to: "2026-01-01" },
        { from: "2026-01-01", to: "2026-01-02" },
      ],
    ],
  ])("has %s", async (_what, schema, samples) => {
    expect(await samplesOf(schema)).toEqual(samples);
  });

  it("ends a recursive schema", async () => {
    const Tree: z.ZodType = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree);
      },
      get parent() {
        return z.union([Tree, z.null()]);
      },
    });
    expect(await samplesOf(Tree)).toEqual([{ name: "name", children: [], parent: null }]);
  });

  it("has at most twenty samples of each side", async () => {
    const many = z.object(
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`m${i}`, z.string().optional()])),
    );
    expect(await samplesOf(many)).toHaveLength(20);
  });
});

describe("freezing over a file", () => {
  const mutant = { Down: (cat: Cat2) => ({ ...right.Down(cat), name: "Tom" }) };

  it("refuses another result, and writes nothing", async () => {
    await freeze(cats());
    const text = textOf("2");
    const other = cats(mutant).Get("/dogs", () => [], WithVersion("3"));
    const { code, errors } = await freeze(other);
    expect(code).toBe(2);
    expect(errors).toBe(
      [
        "openapi/conversions/2.json has other results than the current conversions: add --force to overwrite it",
        `  "A cat's \`born\` is \`birthday\`." (Cat1), Down: /name was "name", is "Tom" (9 of 9 samples differ)`,
        "",
      ].join("\n"),
    );
    expect(textOf("2")).toBe(text);
  });

  it("with --force takes the new results, which check then holds", async () => {
    await freeze(cats());
    expect((await freeze(cats(mutant), "--force")).code).toBe(0);
    expect((await check(cats(mutant), "--frozen")).code).toBe(0);
    expect((await check(cats())).code).toBe(1);
  });

  it("adds the links and samples that are missing, and keeps the others", async () => {
    await freeze(cats());
    const [entry] = entriesOf("2");
    const own = [
      { ...(entry?.down?.[0]?.[0] as object), name: "by hand" },
      { ...(entry?.down?.[0]?.[1] as object), name: "by hand" },
    ];
    write("2", JSON.stringify([{ ...entry, up: [], down: [own, ...(entry?.down?.slice(0, 2) ?? [])] }]));
    expect((await freeze(cats())).output).toContain("openapi/conversions/2.json: written");
    const [now] = entriesOf("2");
    expect(now?.down?.[0]).toEqual(own);
    expect([now?.up?.length, now?.down?.length]).toEqual([9, 10]);
  });

  it("leaves the entry of a link that is gone, which --force deletes", async () => {
    await freeze(cats());
    const without = versionsOf();
    without.app.Get("/cats", () => [], without.V.Since("1"));
    expect((await freeze(without.app)).code).toBe(0);
    expect(entriesOf("2")).toHaveLength(1);
    await freeze(without.app, "--force");
    expect(entriesOf("2")).toEqual([]);
  });
});

describe("a file that is no list of frozen conversions", () => {
  it.each<[what: string, text: string, message: RegExp]>([
    [
      "no JSON",
      "<<<<",
      /openapi\/conversions\/2\.json can't be read: .*it must be a list of frozen conversions/,
    ],
    ["an object", "{}", /openapi\/conversions\/2\.json: it must be a list of frozen conversions, such as \[/],
    [
      "a list of something else",
      `[{ "change": "a" }]`,
      /openapi\/conversions\/2\.json: entry 1 is not one of a list/,
    ],
    ["an entry without a place", `[{ "change": "a", "where": [] }]`, /entry 1/],
    ["a sample without a result", `[{ "change": "a", "where": ["b"], "up": [[1]] }]`, /entry 1/],
    ["samples that are no list", `[{ "change": "a", "where": ["b"], "down": 1 }]`, /entry 1/],
    ["a wrong face", `[{ "change": "a", "where": ["b"], "face": 1 }]`, /entry 1/],
    ["wrong contexts", `[{ "change": "a", "where": ["b"], "down": [[1, 2, { "contexts": 3 }]] }]`, /entry 1/],
    ["wrong values beside", `[{ "change": "a", "where": ["b"], "down": [[1, 2, 3]] }]`, /entry 1/],
    ["an entry that is no object", `[1]`, /entry 1/],
  ])("such as %s ends both commands in words", async (_what, text, message) => {
    await freeze(cats());
    write("2", text);
    for (const done of [await check(cats()), await freeze(cats())]) {
      expect(done).toMatchObject({ code: 2, output: "" });
      expect(done.errors).toMatch(message);
    }
  });
});

describe("check", () => {
  it("passes without the files, and --frozen names each link without an entry", async () => {
    await freeze(cats());
    rmSync(fileOf("2"));
    expect((await check(cats())).code).toBe(0);
    const { code, output } = await check(cats(), "--frozen");
    expect(code).toBe(1);
    expect(output).toBe(
      [
        "version 1: no breaking change, 1 fault of a frozen document",
        `  Cat1: the conversion of "A cat's \`born\` is \`birthday\`." is not frozen; versioned-controllers freeze writes it`,
        "version 2: no breaking change",
        "version 3: no breaking change",
        "",
      ].join("\n"),
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
    writeFileSync(join(folder, "openapi/accepted.json"), JSON.stringify(entries));
    expect(await check(now)).toMatchObject({ code: 0, errors: "" });
    expect((await check(cats())).output).toContain("the entry has no effect");
  });

  it("names the frozen file in annotations", async () => {
    await freeze(cats());
    const { output } = await check(cats({ Up: () => ({}) }), "--github");
    expect(output).toContain("::error file=openapi/conversions/2.json,title=version 1::Cat1: Up of");
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

const text = (name: string): z.ZodType => z.object({ name: z.string() }).meta({ id: name });

describe("links", () => {
  const places = (version: string): readonly unknown[] =>
    entriesOf(version).map(({ change, where, face, up, down }) => [
      change,
      where,
      face ?? false,
      up?.length,
      down?.length,
    ]);

  it("of parts of a whole are frozen by themselves, and once", async () => {
    const { V, app } = versionsOf();
    const Part = Versioned(text("Part2")).Before(V.Change("2", "Parts."), text("Part1"), Same as never);
    const Other = Versioned(text("Other3")).Before(V.Change("3", "Others."), text("Other2"), Same as never);
    const List = Part.Within([Each], (part) => z.array(part));
    const Both = Together(
      [
        [Part, ["part"]],
        [Other, ["other"]],
      ],
      (part, other) => z.object({ part, other }),
    );
    app.Get("/list", () => [] as never, V.Since("1"), WithResponse(200, List as never));
    app.Get("/both", () => ({}) as never, V.Since("1"), WithResponse(200, Both as never));
    await freeze(app);
    expect(places("2")).toEqual([["Parts.", ["Part1"], false, 1, 1]]);
    expect(places("3")).toEqual([["Others.", ["Other2"], false, 1, 1]]);
  });

  it("of a history that refers to itself by two links of one change keep their entries", async () => {
    const { V, app } = versionsOf();
    const Used = V.Change("2", "Used.");
    const Usage = Versioned(z.object({ feature_id: z.string(), amount: z.string() }).meta({ id: "Usage" }))
      .Renamed(Used, "feature", "feature_id")
      .Renamed(Used, "value", "amount");
    app.Post("/usage", () => ({}), V.Since("1"), WithBody(Usage));
    await freeze(app);
    expect(places("2")).toEqual([
      ["Used.", ["Usage"], false, 1, 1],
      ["Used.", ["Usage", "POST /usage body"], false, 1, 1],
    ]);
    expect((await check(app, "--frozen")).code).toBe(0);
    expect((await freeze(app)).output).toContain("2.json: unchanged");
  });

  it("of webhooks, queries, stored values and errors are frozen; of neutral routes they are not", async () => {
    const V = DefineVersions("1", "2");
    const change = (description: string): Change => V.Change("2", description);
    const history = (name: string) =>
      Versioned(text(`${name}2`)).Before(change(`${name}.`), text(`${name}1`), Same as never);
    V.Stored(history("Kept") as never);
    const app = new App({
      Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
      Errors: { Schema: history("Failed"), Body: () => ({ name: "a" }) },
      Logger: { warn: () => undefined, error: () => undefined },
    });
    app.Include(V.Webhook("cat.sent", history("Sent") as never));
    app.Get(
      "/neutral",
      () => ({}) as never,
      WithVersion(VersionNeutral),
      WithResponse(200, history("Neutral") as never),
    );
    const Query = Versioned(z.object({ most: z.coerce.number<number>() }).meta({ id: "Query2" })).Renamed(
      change("Asked."),
      "more",
      "most",
    );
    app.Get("/asked", () => 1, V.Since("1"), WithQuery(Query as never));
    await freeze(app);
    expect(places("2")).toEqual([
      ["Asked.", ["Query2"], false, expect.any(Number), expect.any(Number)],
      ["Failed.", ["Failed1"], false, undefined, 1],
      ["Kept.", ["Kept1"], false, 1, 1],
      ["Sent.", ["Sent1"], false, 1, 1],
    ]);
    expect(entriesOf("2")[0]?.up?.[0]).toEqual([
      expect.objectContaining({ more: 1 }),
      expect.objectContaining({ most: 1 }),
    ]);
    expect((await check(app, "--frozen")).code).toBe(0);
  });

  it("have their faces frozen, but not a face above every change", async () => {
    const { V, app } = versionsOf();
    const shown = (name: string) => text(name);
    const Cat = Versioned(text("Cat2"))
      .As(shown("Shown2"), Same as never)
      .Before(V.Change("2", "Cats."), text("Cat1"), Same as never)
      .As(shown("Shown1"), {
        Up: (cat: unknown) => cat,
        Down: ({ name }: { name: string }) => ({ name: `${name}!` }),
      } as never);
    app.Post(
      "/cats",
      ({ body }) => body,
      V.Since("1"),
      WithBody(Cat as never),
      WithResponse(201, Cat as never),
    );
    await freeze(app);
    expect(entriesOf("2")).toEqual([
      {
        change: "Cats.",
        where: ["Cat1"],
        up: [[{ name: "name" }, { name: "name" }]],
        down: [[{ name: "name" }, { name: "name" }]],
      },
      {
        change: "Cats.",
        where: ["Shown1"],
        face: true,
        up: [[{ name: "name" }, { name: "name" }]],
        down: [[{ name: "name" }, { name: "name!" }]],
      },
    ]);
    expect((await check(app, "--frozen")).code).toBe(0);
  });

  it("of a preview are not frozen", async () => {
    const { V, app } = versionsOf({ Lifecycle: { "3": { Preview: true } } });
    const Cat = Versioned(text("Cat3")).Before(V.Change("3", "Cats."), text("Cat2"), Same as never);
    app.Get("/cats", () => ({}) as never, V.Since("1"), WithResponse(200, Cat as never));
    await freeze(app);
    expect(existsSync(fileOf("3"))).toBe(false);
    expect((await check(app, "--frozen")).code).toBe(0);
  });

  it("of stored values are checked even if no route has an older version", async () => {
    const stored = (down: unknown): App => {
      const V = DefineVersions("1", "2");
      V.Stored(
        Versioned(text("Row2")).Before(V.Change("2", "Rows."), text("Row1"), {
          Up: down,
          Down: (row: unknown) => row,
        } as never) as never,
      );
      const app = new App({
        Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
        Logger: { warn: () => undefined, error: () => undefined },
      });
      return app.Get("/rows", () => [], V.Since("2"));
    };
    await freeze(stored((row: unknown) => row));
    expect(await found(stored(() => ({ name: "Tom" })))).toMatchObject([
      { version: "1", kind: "conversion-changed", where: "Row1", subject: "Rows., Up" },
    ]);
  });

  it("keep the place of an unnamed schema while the route moves", async () => {
    const { V, app } = versionsOf();
    const older = z.object({ name: z.string() });
    const moved = V.Change("3", "Moved.");
    const Cat = Versioned(z.object({ name: z.string() })).Before(
      V.Change("2", "Cats."),
      older,
      Same as never,
    );
    app.Post("/cats", () => ({}) as never, V.Since("1"), WithBody(Cat as never));
    await freeze(app);
    expect(entriesOf("2").map(({ where }) => where)).toEqual([["POST /cats body"]]);
    const now = versionsOf();
    now.app.Post(
      "/pets",
      () => ({}) as never,
      now.V.Since("1"),
      WithBody(Cat as never),
      Before(moved, Post("/cats")),
    );
    expect((await found(now.app)).filter(({ kind }) => kind.includes("conversion"))).toEqual([]);
  });

  it("from and to Nothing have null for the absent value", async () => {
    const { V, app } = versionsOf();
    const Reason = Versioned(text("Reason2")).Before(V.Change("2", "Reasons."), Nothing, {
      Up: () => ({ name: "none" }),
    });
    const Gone = Versioned(Nothing).Before(
      V.Change("2", "No content."),
      z.object({ ok: z.boolean() }).meta({ id: "Gone1" }),
      { Down: () => ({ ok: true }) },
    );
    app.Delete(
      "/cats",
      () => undefined,
      V.Since("1"),
      WithBody(Reason as never),
      WithResponse(204, Gone as never),
      Before(V.Change("2", "204."), Status(200)),
    );
    await freeze(app);
    expect(entriesOf("2")).toEqual([
      { change: "No content.", where: ["Gone1"], down: [[null, { ok: true }]] },
      { change: "Reasons.", where: ["DELETE /cats body"], up: [[null, { name: "none" }]] },
    ]);
    expect((await check(app, "--frozen")).code).toBe(0);
  });
});

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

describe("what cannot be frozen is said in words", () => {
  const bare = Context<unknown>("org");
  const changed = Context<unknown>("org", { Example: new Map() });
  const failing = Context<unknown>("org", {
    Example: () => {
      throw new Error("no value");
    },
  });

  const notesOf = async (link: (V: ReturnType<typeof versionsOf>["V"]) => unknown): Promise<string> => {
    const { V, app } = versionsOf();
    app.Get(
      "/cats",
      () => ({}) as never,
      V.Since("1"),
      WithResponse(200, link(V) as never),
      ...[bare, changed, failing].map((key) => WithContext(key, () => 1)),
    );
    const { output, code } = await freeze(app);
    expect(code).toBe(0);
    expect((await check(app, "--frozen")).code).toBe(0);
    return output;
  };
  const needing =
    (...keys: readonly ReturnType<typeof Context<unknown>>[]) =>
    (V: ReturnType<typeof versionsOf>["V"]) =>
      Versioned(text("Cat2")).Before(V.Change("2", "Cats."), text("Cat1"), {
        Needs: keys,
        Down: (cat: unknown) => cat,
      } as never);
  let calls = 0;

  it.each<[what: string, link: (V: ReturnType<typeof versionsOf>["V"]) => unknown, words: string]>([
    ["a context without an Example", needing(bare), 'Down: its context "org" has no Example'],
    [
      "an Example that JSON changes",
      needing(changed),
      'its context "org" has an Example that JSON does not give back',
    ],
    ["an Example that throws", needing(failing), 'its context "org" has an Example that throws: no value'],
    ["two contexts of one name", needing(bare, changed), 'two of its contexts have the name "org"'],
    [
      "a schema that cannot be described",
      (V) =>
        Versioned(z.date().transform(String) as z.ZodType).Before(V.Change("2", "Cats."), text("Cat1"), {
          Down: () => ({ name: "a" }),
        } as never),
      "Down: its schema cannot be described: ",
    ],
    [
      "a schema that rejects every sample",
      (V) =>
        Versioned(z.object({ name: z.string().refine(() => false) })).Before(
          V.Change("2", "Cats."),
          text("Cat1"),
          { Down: (cat: unknown) => cat } as never,
        ),
      "Down: no value that its schema allows could be made",
    ],
    [
      "a schema of Carrying that rejects every sample",
      (V) =>
        Versioned(text("Cat2"))
          .Carrying(z.string().refine(() => false))
          .Before(V.Change("2", "Cats."), text("Cat1"), { Down: (cat: unknown) => cat } as never),
      "Down: no value that the schema of Carrying allows could be made",
    ],
    [
      "a schema of Carrying that cannot be described",
      (V) =>
        Versioned(text("Cat2"))
          .Carrying(z.date())
          .Before(V.Change("2", "Cats."), text("Cat1"), { Down: (cat: unknown) => cat } as never),
      "Down: the schema of Carrying cannot be described: ",
    ],
    [
      "a function that gives another result each time",
      (V) =>
        Versioned(text("Cat2")).Before(V.Change("2", "Cats."), text("Cat1"), {
          Down: () => ({ name: String(calls++) }),
        } as never),
      "Down: 1 sample left out, because two runs returned different results",
    ],
  ])("%s", async (_what, link, words) => {
    expect(await notesOf(link)).toContain(words);
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

describe("a schema", () => {
  it("whose validator throws has no sample", async () => {
    const { V, app } = versionsOf();
    const Failing = z.object({ name: z.string() }).refine(() => {
      throw new Error("no database");
    });
    const Cat = Versioned(Failing).Before(V.Change("2", "Cats."), text("Cat1"), {
      Down: (cat: unknown) => cat,
    } as never);
    app.Get("/cats", () => ({}), V.Since("1"), WithResponse(200, Cat as never));
    expect((await freeze(app)).output).toContain("Down: no value that its schema allows could be made");
  });

  it("that refers to itself in many ways ends", async () => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const parts: Record<string, z.ZodType> = {};
    for (const name of names) {
      parts[name] = z.object({
        id: z.string(),
        get all() {
          return z.object(
            Object.fromEntries(
              names.map((one) => [one, z.union([parts[one] as never, z.null()]).optional()]),
            ),
          );
        },
        get list() {
          return z.array(parts[name === "a" ? "b" : "a"] as never);
        },
      });
    }
    const { V, app } = versionsOf();
    const Cat = Versioned(z.object({ a: z.lazy(() => parts.a ?? z.never()) })).Before(
      V.Change("2", "Cats."),
      text("Cat1"),
      {
        Down: () => ({ name: "a" }),
      } as never,
    );
    app.Get("/cats", () => ({}), V.Since("1"), WithResponse(200, Cat as never));
    await freeze(app);
    expect(textOf("2").length).toBeLessThan(1_000_000);
    expect(entriesOf("2")[0]?.down).toHaveLength(20);
  });

  it.each<[what: string, schema: object, samples: readonly unknown[]]>([
    [
      "ids that differ",
      { format: "uuid" },
      ["00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-000000000001"],
    ],
    ["mails that differ", { format: "email" }, ["name@example.com", "name@example2.com"]],
    ["times that differ", { format: "time" }, ["00:00:00Z", "00:00:01Z"]],
    ["texts of a pattern that differ", { pattern: "^[A-Z]{3}$" }, ["ABC", "EUR"]],
  ])("has lists of %s", async (_what, item, samples) => {
    const { V, app } = versionsOf();
    const list = { title: "List", type: "array", items: { type: "string", ...item } };
    const Cat = Versioned({ ...list }).Before(V.Change("2", "Lists."), list, Same as never);
    app.Get("/lists", () => [], V.Since("1"), WithResponse(200, Cat as never));
    await freeze(app);
    expect(entriesOf("2")[0]?.down?.map(([given]) => given)).toContainEqual(samples);
  });

  it.each<[what: string, schema: object, samples: readonly unknown[]]>([
    [
      "exclusive limits of whole numbers",
      { type: "integer", exclusiveMinimum: 0.5, exclusiveMaximum: 9 },
      [1, 8, 2],
    ],
    [
      "exclusive limits of fractions",
      { type: "number", exclusiveMinimum: 2, exclusiveMaximum: 9 },
      [3, 2.25, 8.75, 3.75],
    ],
    ["a step", { type: "number", multipleOf: 5, minimum: 1, maximum: 12 }, [5, 10]],
    ["only a maximum", { type: "number", maximum: -4 }, [-4, -5.5]],
    ["one value", { type: "integer", minimum: 3, maximum: 3 }, [3]],
  ])("has samples of %s", async (_what, number, samples) => {
    const { V, app } = versionsOf();
    const Cat = Versioned({ title: "Number", ...number }).Before(
      V.Change("2", "Numbers."),
      { title: "Number1", ...number },
      Same as never,
    );
    app.Get("/numbers", () => 1, V.Since("1"), WithResponse(200, Cat as never));
    await freeze(app);
    expect(entriesOf("2")[0]?.down?.map(([given]) => given)).toEqual(samples);
  });
});
