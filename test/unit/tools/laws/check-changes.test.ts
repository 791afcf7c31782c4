import { z } from "zod";
import {
  App,
  Change,
  DefineVersions,
  Each,
  HTTPError,
  Rename,
  VersioningHeader,
  Versioned,
  WithBody,
  WithQuery,
  WithResponse,
  WithVersion,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";

const V = DefineVersions("1", "2");
const Tag = Change("2", "A tag came.");
// Open: it closes nothing out of what Down gives.
const Old = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
const Now = z.object({ a: z.string(), tag: z.string() });
const Leaking = Versioned(Now).Before(Tag, Old, {
  Up: (old: { a: string }) => ({ ...old, tag: "" }),
  Down: (now) => now,
});
const versioning = { Type: VersioningHeader, Header: "V", Versions: ["1", "2"] } as const;
const newApp = () => new App({ Versioning: versioning }, WithVersion("1", "2"));

it("an App without histories passes", async () => {
  await expect(
    CheckChanges(newApp().Get("/", (): unknown => 1, WithResponse(200, Now))),
  ).resolves.toBeUndefined();
});

it.each<[what: string, options: unknown, text: string]>([
  ["no examples", { Runs: 0 }, "Runs must be a whole number above 0, got 0"],
  ["a part of an example", { Runs: 1.5 }, "Runs must be a whole number above 0, got 1.5"],
  ["a seed in words", { Seed: "x" }, 'Seed must be a whole number, got "x"'],
  [
    "examples that are no Map",
    { Examples: {} },
    "Examples must be a Map of schemas and lists, got an object",
  ],
  [
    "contexts that are no list",
    { Context: {} },
    "Context must be a list such as [Org.Is(org)], got an object",
  ],
  ["no options", null, "the options must be an object, got null"],
])("options with %s are refused, since nothing would be tried", async (_what, options, text) => {
  await expect(
    CheckChanges(
      newApp().Get("/", (): unknown => 1),
      options as never,
    ),
  ).rejects.toThrow(new TypeError(`CheckChanges: ${text}`));
});

it("a history that only requests come through is spared what holds for responses", async () => {
  await expect(
    CheckChanges(
      newApp().Post("/", (): unknown => 1, WithBody(Leaking)),
      { Seed: 1 },
    ),
  ).resolves.toBeUndefined();
});

it("a history that responses go out through is held, wherever it is wrapped", async () => {
  const List = Leaking.Within([Each], (one: object) =>
    "~standard" in one ? z.array(one as typeof Now) : ({ type: "array", items: one } as never),
  );
  const app = newApp()
    .Get("/", () => [], WithResponse(200, List))
    .Post("/", () => ({ a: "", tag: "" }), WithBody(Leaking), WithResponse(201, Leaking));
  await expect(CheckChanges(app, { Seed: 1 })).rejects.toThrow(
    /^2 laws of changes are broken \(Seed: 1\):\n"A tag came." \(version 2\): nothing leaks: .*\n"A tag came." \(version 2\): round trip: /,
  );
});

it("the face of the newest link is named by the newest version that is not a preview", async () => {
  const Faced = Versioned(Now).As(Old, { Down: (now) => now });
  const appOf = (Lifecycle?: Record<string, { Preview: boolean }>) =>
    new App({ Versioning: { ...versioning, ...(Lifecycle && { Lifecycle }) } }, WithVersion("1", "2")).Get(
      "/",
      () => ({ a: "", tag: "" }),
      WithResponse(200, Faced),
    );
  const broken = async (app: App): Promise<unknown> =>
    await CheckChanges(app, { Seed: 1 }).catch((error: unknown) => error);
  expect(String(await broken(appOf()))).toContain("the face of version 2: nothing leaks: ");
  expect(String(await broken(appOf({ "2": { Preview: true } })))).toContain("the face of version 1: ");
});

it("what Up gives is judged as what the next schema puts out, of a body too", async () => {
  const flag = z.enum(["yes", "no"]).transform((text) => text === "yes");
  const History = Versioned(z.object({ all: flag })).Before(
    Tag,
    z.object({ whole: flag }),
    Rename("whole", "all"),
  );
  const query = newApp().Get("/", () => null, WithQuery(History));
  await expect(CheckChanges(query, { Seed: 1 })).resolves.toBeUndefined();
  const body = newApp().Post("/", () => null, WithBody(History));
  await expect(CheckChanges(body, { Seed: 1 })).resolves.toBeUndefined();
  const Wrong = Versioned(z.object({ all: z.stringbool() })).Before(Tag, z.object({ whole: flag }), {
    Up: () => ({ all: 7 }) as never,
  });
  const wrong = newApp().Post("/", () => null, WithBody(Wrong));
  await expect(CheckChanges(wrong, { Seed: 1 })).rejects.toThrow("requests fit");
});

it("what a stricter link refuses fits", async () => {
  const History = (more: object) =>
    Versioned(z.object({ n: z.int().max(3) })).Before(Tag, z.object({ n: z.int() }), {
      Up: (old) => old,
      ...more,
    });
  const app = (more: object) => newApp().Post("/", () => null, WithBody(History(more)));
  await expect(CheckChanges(app({}), { Seed: 1 })).rejects.toThrow("requests fit");
  await expect(CheckChanges(app({ Stricter: "why" }), { Seed: 1 })).resolves.toBeUndefined();
});

describe("warns of what may be a mistake, and does not fail", () => {
  const Heavy = V.Change("2", "`weight` is `grams`.");
  const newer = z.object({ grams: z.int() });
  const older = z.object({ weight: z.int() });
  const Up = ({ weight }: z.infer<typeof older>) => ({ grams: weight + 1 });
  const Down = ({ grams }: z.infer<typeof newer>) => ({ weight: grams - 1 });
  const Wrong = ({ grams }: z.infer<typeof newer>) => ({ weight: grams });
  /** A function that refuses a quarter of all numbers. */
  const refusingSome =
    <From extends object, To>(convert: (from: From) => To) =>
    (from: From): To => {
      if (Object.values(from)[0] % 4 === 0) throw new HTTPError(400);
      return convert(from);
    };
  const gap = ({ weight }: z.infer<typeof older>) => ({ grams: weight % 4 === 0 ? 0.5 : weight + 1 });
  interface Steps {
    Up: typeof Up;
    Down: typeof Down;
    Lossy?: string;
    Stricter?: string;
  }

  async function warningsOf(history: object, isTaken: boolean): Promise<readonly string[]> {
    const warnings: string[] = [];
    const Logger = {
      error: () => undefined,
      warn: (_fields: unknown, text = "") => {
        warnings.push(text);
      },
    };
    const app = new App({ Logger, Versioning: { ...versioning, Versions: V.List } }, V.Since("1"));
    app.Get("/", () => ({ grams: 1000 }), WithResponse(200, history as typeof newer));
    if (isTaken) app.Post("/", () => ({}), WithBody(history as typeof newer));
    await CheckChanges(app, { Seed: 1 });
    return warnings;
  }

  const unneeded = expect.stringMatching(
    /^"`weight` is `grams`." \(version 2\): GET \/: Lossy is not needed, because .*: remove Lossy, or add Examples/,
  ) as string;
  const named = expect.stringMatching(
    /^"`weight` is `grams`." \(version 2\): GET \/: Lossy exempts the whole link .* Lossy: \{ "weight": "why" \}$/,
  ) as string;

  it.each<[what: string, steps: Steps, isTaken: boolean, warnings: readonly string[]]>([
    ["a right Down of answers", { Up, Down }, false, []],
    ["a wrong Down of answers, which no law of round trips holds", { Up, Down: Wrong }, false, []],
    ["a wrong Down of answers, with a reason", { Up, Down: Wrong, Lossy: "why" }, false, []],
    ["a Lossy that no value needs", { Up, Down, Lossy: "why" }, true, [unneeded]],
    ["a Lossy of the whole link that one place needs", { Up, Down: Wrong, Lossy: "why" }, true, [named]],
    ["a Lossy of values that Up refuses", { Up: refusingSome(Up), Down, Lossy: "why" }, true, []],
    [
      "a Lossy of values that the newer schema refuses",
      { Up: gap, Down, Lossy: "why", Stricter: "why" },
      true,
      [],
    ],
    ["a Lossy of values that Down refuses", { Up, Down: refusingSome(Down), Lossy: "why" }, true, []],
  ])("%s", async (_what, steps, isTaken, warnings) => {
    expect(await warningsOf(Versioned(newer).Before(Heavy, older, steps), isTaken)).toEqual(warnings);
  });

  it("a link of members, which its author did not call lossy", async () => {
    const history = Versioned(z.object({ grams: z.int(), tag: z.string() })).Added(Heavy, { tag: "" });
    expect(await warningsOf(history, true)).toEqual([]);
  });
});
