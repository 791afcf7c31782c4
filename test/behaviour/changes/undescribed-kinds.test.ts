import { inspect } from "node:util";
import { Each, Rename, Versioned, WithResponse, type Schema } from "versioned-controllers";
import * as v from "valibot";
import { z } from "zod";
import * as mini from "zod/mini";
import { appWith, askAs, Born, V } from "./cats";

/* Bare valibot and zod/mini have no JSON Schema: the kind of an answer is what their validators tell. */

const cat = { birthday: "2020" };
const born = { born: "2020" };
const leaking = { birthday: "2020", password: "s3cr3t" };

const rename = (newer: Schema, older: Schema) =>
  Versioned(newer).Before(Born, older, Rename("born", "birthday") as never);
const Valibot = rename(v.object({ birthday: v.string() }), v.object({ born: v.string() }));
const Mini = rename(mini.object({ birthday: mini.string() }), mini.object({ born: mini.string() }));
const Optional = rename(
  v.object({ birthday: v.optional(v.string()) }),
  v.object({ born: v.optional(v.string()) }),
);
const Union = rename(
  v.union([v.object({ birthday: v.string() }), v.object({ name: v.string() })]),
  v.union([v.object({ born: v.string() }), v.object({ name: v.string() })]),
);
const mapped = (from: string, to: string) => (cats: unknown) =>
  (cats as object[]).map((one) =>
    Object.fromEntries(
      Object.entries(one).map(([name, value]) => [name === from ? to : name, value as unknown]),
    ),
  );
const List = Versioned(v.array(v.object({ birthday: v.string() }))).Before(
  Born,
  v.array(v.object({ born: v.string() })),
  { Up: mapped("born", "birthday"), Down: mapped("birthday", "born") } as never,
);
const Age = v.pipe(v.string(), v.transform(Number));
const Aged = rename(v.object({ birthday: Age }), v.object({ born: Age }));
const Number_ = Versioned(Age).Before(Born, Age, { Up: String, Down: (age: number) => age + 1 } as never);
const Count = Versioned(v.number()).Before(Born, v.number(), {
  Up: (count: number) => count - 1,
  Down: (count: number) => count + 1,
});
const Failing = rename(
  v.pipe(
    v.object({ birthday: v.optional(v.string()) }),
    v.check(() => {
      throw new Error("no such check");
    }),
  ),
  v.object({ born: v.optional(v.string()) }),
);
const Whole = Valibot.Within(["cats", Each], (one) => v.object({ cats: v.array(one as never) }) as never);
const Checked = rename(
  v.pipe(
    v.object({ birthday: v.optional(v.string()) }),
    v.check(({ birthday }) => birthday === "2020"),
  ),
  v.object({ born: v.optional(v.string()) }),
);
const Later = rename(
  v.pipeAsync(
    v.object({ birthday: v.string() }),
    v.checkAsync(() => Promise.resolve(true)),
  ),
  v.object({ born: v.string() }),
);
const Transformed = Versioned(z.object({ birthday: z.string() }).transform((one) => [one])).Before(
  Born,
  z.object({ born: z.string() }).transform((one) => [one]),
  { Up: (one: unknown) => one, Down: mapped("birthday", "born") } as never,
);

async function answer(history: unknown, value: unknown) {
  const { app, logger } = appWith((one) =>
    one.Get("/cat", () => value as never, V.Since("1"), WithResponse(200, history as Schema)),
  );
  const ask = await askAs(app);
  const { status, text } = await ask("1", "GET /cat");
  return {
    status,
    sent: status === 200 ? (JSON.parse(text) as unknown) : text,
    log: logger.error.mock.calls.map((call) => inspect(call)).join(),
  };
}

describe("an older version is not sent a value of another kind, where nothing describes the schema", () => {
  it.each<[what: string, history: unknown, value: unknown, told: string]>([
    ["a list for an object", Valibot, [leaking], "the value is a list, which the schema"],
    ["a text for an object", Valibot, "s3cr3t", "the value is a string, which the schema"],
    ["a number for an object", Valibot, 7, "the value is a number, which the schema"],
    ["what is a list as JSON", Valibot, { toJSON: () => [leaking] }, "the value is a list, which the schema"],
    ["a list for an object of zod/mini", Mini, [leaking], "the value is a list, which the schema"],
    ["a list for a union of objects", Union, [leaking], "the value is a list, which the schema"],
    ["an object for a list", List, leaking, "the value is an object, which the schema"],
    ["an object for a number", Count, leaking, "the value is an object, which the schema"],
    ["a text for a number", Count, "s3cr3t", "the value is a string, which the schema"],
    ["a list at a path", Whole, { cats: [[leaking]] }, "the value is a list, which the schema"],
  ])("%s", async (_what, history, value, told) => {
    const { status, sent, log } = await answer(history, value);
    expect([status, sent]).toEqual([500, expect.not.stringContaining("s3cr3t")]);
    expect(log).toContain(told);
  });

  it("nor one that a Down made", async () => {
    const Broken = Versioned(v.object({ birthday: v.string() })).Before(
      Born,
      v.object({ born: v.string() }),
      {
        Down: () => ["s3cr3t"] as never,
      },
    );
    const { status, log } = await answer(Broken, cat);
    expect(status).toBe(500);
    expect(log).toContain("the value is a list, which the schema");
  });
});

describe("but it is sent a value of the schema's kind", () => {
  it.each<[what: string, history: unknown, value: unknown, sent: unknown]>([
    ["an object", Valibot, cat, born],
    ["an object of zod/mini", Mini, cat, born],
    ["an object that misfits", Valibot, { birthday: 7 }, { born: 7 }],
    ["an object without members", Optional, {}, {}],
    ["one of several objects", Union, cat, born],
    ["one of several objects that misfits", Union, { birthday: 7 }, { born: 7 }],
    ["a list", List, [cat], [born]],
    ["a list whose items misfit", List, [{ birthday: 7 }], [{ born: 7 }]],
    ["an object whose member is transformed", Aged, { birthday: 7 }, { born: 7 }],
    ["what a text is transformed to", Number_, 7, 8],
    ["what a list is transformed to, where a library tells of the transform", Transformed, [cat], [born]],
    ["values at a path", Whole, { cats: [cat] }, { cats: [born] }],
    ["an object that fails the schema's own check", Checked, { birthday: "2021" }, { born: "2021" }],
    ["an object whose schema is asynchronous", Later, cat, born],
    ["a number", Count, 7, 8],
    ["an object whose schema throws", Failing, cat, born],
    ["null", Valibot, null, null],
  ])("%s", async (_what, history, value, sent) => {
    expect(await answer(history, value)).toEqual({ status: 200, sent, log: "" });
  });

  it("as a webhook's delivery and by V.Show", () => {
    const Hook = V.Webhook("cat", Valibot as never);
    const show = (value: unknown): unknown => V.Show(Valibot as never, "1", value as never);
    expect(Hook.For("1", cat as never).Body).toBe('{"born":"2020"}');
    expect(show(cat)).toEqual(born);
    expect(() => Hook.For("1", [leaking] as never)).toThrow("the value is a list");
    expect(() => show([leaking])).toThrow("the value is a list");
  });
});
