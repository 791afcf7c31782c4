import { conversionJudges } from "../../../../src/changes/schemas/conversion-judges";
import { historyOf } from "../../../../src/schema/interface/histories";
import * as v from "valibot";
import { z } from "zod";
import { App, Change, Each, HTTPError, Nothing, Versioned, WithResponse } from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { checkHistories, type CheckOptions } from "../../../../src/tools/laws/check-histories";
import { examplesFrom } from "../../../../src/tools/laws/examples";
import { judgesWith } from "../../../../src/tools/laws/judges";
import { contractReader } from "../../../../src/schema/contract-reader";

const reader = contractReader(conversionJudges);

const Gone = Change("3", "It went.");
const Came = Change("2", "It came.");
const Tag = z.object({ a: z.string() });
const LooseTag = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
const Tagged = z.object({ a: z.string(), tag: z.string() });
/** A schema whose library gives no JSON Schema. */
const Bare = v.object({ a: v.string(), in: v.array(v.object({ b: v.string() })) });

const ways = {
  both: { takes: true, isText: false, gives: true },
  requests: { takes: true, isText: false, gives: false },
  responses: { takes: false, isText: false, gives: true },
};

async function check(schema: object, way: keyof typeof ways, options: CheckOptions = {}): Promise<void> {
  const history = historyOf(schema);
  if (!history) throw new Error("no history");
  await checkHistories([{ history, where: "GET /", ...ways[way] }], "3", { Seed: 1, ...options });
}

/** The lines of the error, one for each law that is broken. */
async function brokenLaws(...args: Parameters<typeof check>): Promise<readonly string[]> {
  try {
    await check(...args);
    return [];
  } catch (error) {
    return (error as Error).message.split("\n").slice(1);
  }
}

it("an App without versions has no change that could break a law", async () => {
  await expect(
    CheckChanges(new App().Get("/", () => ({ a: "b" }), WithResponse(200, Tag))),
  ).resolves.toBeUndefined();
});

describe("a conversion that is not pure is shown by", () => {
  let calls = 0;
  const odd = () => calls++ % 2 === 1;

  it("an answer that is not there, though the schema takes it; a member may be left out", async () => {
    const history = Versioned(Tag).Before(Came, z.string().optional(), { Down: () => undefined });
    expect(await brokenLaws(history, "responses")).toEqual([
      expect.stringContaining("Down returns undefined, which JSON cannot represent") as unknown,
    ]);
    const within = history.Within(["tag"], (tag) => z.object({ tag }));
    expect(await brokenLaws(within, "responses")).toEqual([]);
  });

  it("two refusals that differ", async () => {
    const refusing = () => {
      throw new HTTPError(odd() ? 404 : 410, "no");
    };
    expect(await brokenLaws(Versioned(Tag).Before(Came, Tag, { Down: refusing }), "responses")).toEqual([
      expect.stringContaining("responses fit was hardly tried") as unknown,
      expect.stringMatching(
        /pure: Down .*: it returns (404 no, then 410 no|410 no, then 404 no)$/,
      ) as unknown,
    ]);
  });

  it("two failures that differ", async () => {
    const failing = () => {
      throw new TypeError(odd() ? "odd" : "even");
    };
    expect(await brokenLaws(Versioned(Tag).Before(Came, Tag, { Down: failing }), "responses")).toEqual([
      expect.stringContaining("responses fit: ") as unknown,
      expect.stringMatching(/pure: Down .*: it returns (odd, then even|even, then odd)$/) as unknown,
    ]);
  });

  it("two values that differ", async () => {
    const counting = ({ a }: { a: string }) => ({ a, tag: odd() ? "odd" : "even" });
    expect(await brokenLaws(Versioned(Tag).Before(Came, Tagged, { Down: counting }), "responses")).toEqual([
      expect.stringMatching(/pure: Down .*"tag":"(odd|even)"}, then .*"tag":"(odd|even)"}$/) as unknown,
    ]);
  });

  it("what it gives a little later, though two calls in a row agree", async () => {
    let tick = 0;
    const reading = ({ a }: { a: string }) => {
      setImmediate(() => tick++);
      return { a, tag: String(tick) };
    };
    expect(await brokenLaws(Versioned(Tag).Before(Came, Tagged, { Down: reading }), "responses")).toEqual([
      expect.stringMatching(/pure: Down .*"tag":"\d+"}, then .*"tag":"\d+"}$/) as unknown,
    ]);
  });
});

describe("a schema that lacks examples is reported", () => {
  it("as the newer one, where it is that", async () => {
    const schema = Versioned(Bare).Before(Came, Tag, { Down: ({ a }) => ({ a }) });
    expect(await brokenLaws(schema, "responses")).toEqual([
      expect.stringContaining("too few examples match the newer schema (valibot provides no") as unknown,
    ]);
  });

  it("by its title", async () => {
    const Titled = z.never().meta({ title: "Nobody" });
    expect(await brokenLaws(Versioned(Tag).Before(Came, Titled, { Up: (old) => old }), "requests")).toEqual([
      '"It came." (version 2): GET /: too few examples match the older schema, Nobody ' +
        "(no value can match its JSON Schema): add Examples for this schema",
    ]);
  });
});

it("the error of a validator is thrown on, and is not a broken law", async () => {
  const Failing = z.object({ a: z.string() }).refine(() => {
    throw new TypeError("the database is gone");
  });
  await expect(check(Versioned(Tag).Before(Came, Failing, { Up: (old) => old }), "requests")).rejects.toThrow(
    "the database is gone",
  );
});

it("what does not fit as a whole is reported as a whole", async () => {
  const schema = Versioned(Tag).Before(Came, Tag, { Up: () => 1 as never });
  expect(await brokenLaws(schema, "requests")).toEqual([
    expect.stringContaining("Up returns 1: the value: ") as unknown,
  ]);
});

it("a Down that refuses what Up gave brings nothing back", async () => {
  const schema = Versioned(Tagged).Before(Came, Tag, {
    Up: ({ a }) => ({ a, tag: "" }),
    Down: () => {
      throw new HTTPError(406, "not for version 1");
    },
  });
  expect(await brokenLaws(schema, "both")).toEqual([
    expect.stringContaining("responses fit was hardly tried") as unknown,
  ]);
});

it("Up is given the instances of classes that a schema makes", async () => {
  class Money {
    constructor(readonly amount: number) {}
    cents() {
      return this.amount * 100;
    }
  }
  const Old = z
    .int()
    .min(0)
    .max(99)
    .transform((amount) => ({ price: new Money(amount) }));
  const schema = Versioned(z.object({ cents: z.int() })).Before(Came, Old, {
    Up: ({ price }) => ({ cents: price.cents() }),
  });
  expect(await brokenLaws(schema, "requests")).toEqual([]);
});

it("between two schemas there may have been nothing", async () => {
  const schema = Versioned(Tag)
    .Before(Gone, Nothing, { Up: () => ({ a: "" }) })
    .Before(Came, Tagged, { Up: () => undefined as never, Down: () => ({ a: "", tag: "" }) });
  expect(await brokenLaws(schema, "both")).toEqual([]);
});

describe("a face", () => {
  const wide = { Up: () => 1 as never, Down: (now: { a: string; tag: string }) => now };

  it("that only requests come through is spared what holds for responses", async () => {
    expect(await brokenLaws(Versioned(Tagged).As(LooseTag, wide), "requests")).toEqual([
      expect.stringMatching(/^the face of version 3: requests fit: /) as unknown,
    ]);
  });

  it("that only responses go out through is spared what holds for requests", async () => {
    expect(await brokenLaws(Versioned(Tagged).As(LooseTag, wide), "responses")).toEqual([
      expect.stringMatching(/^the face of version 3: nothing leaks: /) as unknown,
    ]);
  });

  it("that `Within` lifted is reported once", async () => {
    const list = Versioned(Tagged)
      .As(LooseTag, { Down: (now) => now })
      .Within([Each], (one) => z.array(one));
    expect(await brokenLaws(list, "responses")).toEqual([
      expect.stringMatching(/^the face of version 3: nothing leaks: .*for {"a":"","tag":""}/) as unknown,
    ]);
  });
});

describe("an older schema without JSON Schema", () => {
  type Bare = v.InferOutput<typeof Bare>;
  const now = z.object({ a: z.string() });
  const broken = (give: (a: string) => unknown, Examples?: CheckOptions["Examples"]) =>
    brokenLaws(
      Versioned(now).Before(Came, Bare, { Down: ({ a }) => give(a) as Bare }),
      "responses",
      Examples && { Examples },
    );

  it("knows the members that it does not leave out", async () => {
    expect(await broken((a) => ({ a, in: [{ b: a }] }))).toEqual([]);
  });

  it("does not know those that it leaves out, wherever they are", async () => {
    expect(await broken((a) => ({ a, in: [{ b: a }], c: 1 }))).toEqual([
      expect.stringMatching(/nothing leaks: .*, with c$/) as unknown,
    ]);
    expect(await broken((a) => ({ a, in: [{ b: a }, { b: a, c: 1 }] }))).toEqual([
      expect.stringMatching(/nothing leaks: .*, with in\.1\.c$/) as unknown,
    ]);
  });

  it("knows of no leak in what it refuses", async () => {
    expect(await broken(() => ({ c: 1 }))).toEqual([expect.stringContaining("responses fit: ") as unknown]);
  });

  it("says by its Examples that responses need not fit it, where it does not take what it puts out", async () => {
    const Numbers = v.object({ n: v.pipe(v.string(), v.regex(/^\d+$/), v.transform(Number)) });
    const schema = Versioned(Tag).Before(Came, Numbers, { Down: () => ({ n: 1 }) });
    expect(await brokenLaws(schema, "responses")).toEqual([
      expect.stringContaining("responses fit: ") as unknown,
    ]);
    const Examples = new Map<object, unknown[]>([[Numbers, [{ n: "x" }, { n: "7" }]]]);
    expect(await brokenLaws(schema, "responses", { Examples })).toEqual([]);
  });

  it("leaves out no member by changing another", async () => {
    const Trimmed = v.object({ a: v.pipe(v.string(), v.trim()), b: v.string() });
    const schema = Versioned(Tag).Before(Came, Trimmed, { Down: () => ({ a: " x ", b: "" }) });
    expect(await brokenLaws(schema, "responses")).toEqual([]);
  });
});

it("nothing, in the place of a schema, has no members that could leak, and closes none out", async () => {
  const judges = judgesWith(examplesFrom(new Map(), 1, reader), reader);
  expect(judges.sent(Nothing, { a: 1 })).toEqual({ a: 1 });
  await expect(judges.leakIn(Nothing, { a: 1 })).resolves.toBeUndefined();
});

it("a value that throws where leaks are looked for does not pass for one without", async () => {
  const { leakIn } = judgesWith(examplesFrom(new Map(), 1, reader), reader);
  const throwing = {
    toJSON: () => {
      throw new Error("not yet");
    },
  };
  await expect(leakIn(LooseTag, throwing)).rejects.toThrow("not yet");
  await expect(leakIn(LooseTag, "text")).resolves.toBeUndefined();
});

it("a schema with too many alternatives to find a leak in does not pass", async () => {
  const to = (i: number) => ({ $ref: `#/$defs/${i}` });
  const count = 16;
  /** Each member may be what two schemas say: all their sets are more than there is room for. */
  const definitions = Array.from({ length: count }, (_, i) => {
    const next = i === 0 ? to(0) : to(i + 1);
    return { properties: { a: i === 0 ? { anyOf: [to(0), to(1)] } : next, b: next } };
  });
  const older = {
    ...to(0),
    $defs: Object.fromEntries([...definitions, { properties: { end: {} } }].entries()),
  };
  const Grown = Versioned({ type: "object", properties: {} }).Before(Gone, older, {
    Down: (now: object) => now,
  });
  expect(await brokenLaws(Grown, "responses")).toEqual([
    '"It went." (version 3): nothing leaks: Down returns a member that the older schema does not have: GET /: for {}: ' +
      "Down returns {}, in which leaks cannot be detected: the schema has too many alternatives to find out which properties are not allowed: simplify its unions",
  ]);
});

describe("a function that refuses some examples", () => {
  const Renamed = z.object({ b: z.string() });
  const Examples = new Map<object, unknown[]>([
    [Tag, ["a", "b", "too long"].map((a) => ({ a }))],
    [Renamed, ["a", "b", "too long"].map((b) => ({ b }))],
  ]);
  const short = (text: string): string => {
    if (text.length > 5) throw new HTTPError(422, "too long");
    return text;
  };

  it.each([
    ["", []],
    ["!", [expect.stringMatching(/round trip: .*: for {"b":"a"}: /) as unknown]],
  ])("is held to the round trip by the others: with %j behind each", async (mark, broken) => {
    const schema = Versioned(Tag).Before(Came, Renamed, {
      Up: ({ b }) => ({ a: short(b) }),
      Down: ({ a }) => ({ b: short(a) + mark }),
    });
    expect(await brokenLaws(schema, "both", { Examples })).toEqual(broken);
  });

  it("is held by the others to bring an optional member through", async () => {
    const more = { more: z.string().optional() };
    const [Now, Old] = [z.object({ a: z.string(), ...more }), z.object({ b: z.string(), ...more })];
    const given = ["a", "too long", "b"].map((a) => ({ a, more: a }));
    const checked = (keeps: boolean) =>
      brokenLaws(
        Versioned(Now).Before(Came, Old, {
          Down: ({ a, more: one = "" }) => ({ b: short(a), ...(keeps && { more: one }) }),
        }),
        "responses",
        { Examples: new Map([[Now, given]]) },
      );
    expect(await checked(true)).toEqual([]);
    expect(await checked(false)).toEqual([expect.stringContaining("nothing is lost: ") as unknown]);
  });
});

it("a list that comes back as an object differs as a whole", async () => {
  const Lists = { type: "object", properties: { list: { maxItems: 0 } }, required: ["list"] };
  const schema = Versioned(Lists).Before(
    Came,
    { ...Lists },
    {
      Up: (old: object) => old,
      Down: () => ({ list: {} }),
    },
  );
  const Examples = new Map<object, unknown[]>(
    (historyOf(schema)?.links ?? []).map((link) => [link.schema as object, [{ list: [] }]]),
  );
  expect(await brokenLaws(schema, "both", { Examples })).toEqual([
    expect.stringMatching(/round trip: .*at list: for {"list":\[\]}: /) as unknown,
  ]);
});

it("a library that refuses without an issue is reported all the same", async () => {
  const Silent = { "~standard": { version: 1, vendor: "silent", validate: () => ({ issues: [] }) } } as const;
  const schema = Versioned(Silent).Before(Came, Tag, { Up: (old) => old });
  expect(await brokenLaws(schema, "requests")).toEqual([
    expect.stringMatching(/requests fit: .*GET \/: for {"a":""}: Up returns {"a":""}: $/) as unknown,
  ]);
});

it("nothing, in the place of a newer schema, is fit by what texts become", async () => {
  const schema = Versioned(Tag)
    .Before(Gone, Nothing, { Up: () => ({ a: "" }) })
    .Before(Came, Tagged, { Up: () => undefined as never, Down: () => ({ a: "", tag: "" }) });
  const history = historyOf(schema);
  if (!history) throw new Error("no history");
  const use = { history, where: "GET /", takes: true, isText: true, gives: false };
  await expect(checkHistories([use], "3", { Seed: 1 })).resolves.toBeUndefined();
});

it("members that are described as anything are not members of both", async () => {
  const withMore = (more: object) => ({
    type: "object",
    properties: { in: { type: "object", properties: { a: true, b: { type: "string" }, ...more } } },
  });
  const schema = Versioned(withMore({})).Before(Came, withMore({ c: true }), { Down: () => ({ in: {} }) });
  expect(await brokenLaws(schema, "responses")).toEqual([
    expect.stringMatching(/nothing is lost: .*: GET \/, at in\.b: /) as unknown,
  ]);
});
