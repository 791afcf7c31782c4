import {
  App,
  Carry,
  Change,
  Context,
  DefineVersions,
  Each,
  Nothing,
  Rename,
  Together,
  Versioned,
  VersioningHeader,
  WithBody,
  WithContext,
  WithResponse,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { z } from "zod";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

const V = DefineVersions("1", "2", "3", "10");
const Named = V.Change("10", "A cat's `title` is `name`.");
const Keyed = V.Change("3", "An owner's `key` is `id`.");
const Aged = V.Change("2", "A cat's `years` are `age`.");

const Cat = Versioned(z.object({ name: z.string(), age: z.number() }).meta({ title: "Cat" }))
  .Before(Named, z.object({ title: z.string(), age: z.number() }), Rename("title", "name"))
  .Before(Aged, z.object({ title: z.string(), years: z.number() }), Rename("years", "age"));
const Owner = Versioned(z.object({ id: z.string() })).Before(
  Keyed,
  z.object({ key: z.string() }),
  Rename("key", "id"),
);
const Page = Together(
  [
    [Cat, ["cats", Each]],
    [Owner, [["owner"], ["others", Each]]],
  ],
  (cat, owner) =>
    z.object({ cats: z.array(cat), owner: owner.optional(), others: z.array(owner).default([]) }),
);

const versioning = { Type: VersioningHeader, Header: "V", Versions: V.List } as const;
const json = { "Content-Type": "application/json" };

const newest = {
  cats: [{ name: "Tom", age: 3 }],
  owner: { id: "7" },
  others: [{ id: "8" }],
};
const forms: Readonly<Record<string, object>> = {
  "10": newest,
  "3": { ...newest, cats: [{ title: "Tom", age: 3 }] },
  "2": { cats: [{ title: "Tom", age: 3 }], owner: { key: "7" }, others: [{ key: "8" }] },
  "1": { cats: [{ title: "Tom", years: 3 }], owner: { key: "7" }, others: [{ key: "8" }] },
};

function pages(): App {
  return new App({ Versioning: versioning, CheckResponses: true }).Post(
    "/pages",
    (req) => ({ ...req.body, handled: undefined }),
    V.Since("1"),
    WithBody(Page),
    WithResponse(201, Page),
  );
}

describe.each(Object.entries(forms))("version %s", (version, form) => {
  it("sends and is sent the form of each part", async () => {
    const served = await serve(pages());
    const { status, json: answer } = await served.ask(
      "POST /pages",
      { V: version, ...json },
      JSON.stringify(form),
    );
    expect({ status, answer }).toEqual({ status: 201, answer: form });
  });

  it("without a request too", async () => {
    expect(V.Show(Page, version as "1", newest)).toEqual(form);
    expect(await V.Read(Page, version as "1", form)).toEqual(newest);
  });
});

it("an optional part that is absent stays absent", () => {
  expect(V.Show(Page, "1", { cats: [], others: [] })).toEqual({ cats: [], others: [] });
});

it("the misfits of an older version have its names", async () => {
  const served = await serve(pages());
  const body = JSON.stringify({ cats: [{ title: "Tom", years: "3" }], others: [] });
  const { json: answer } = await served.ask("POST /pages", { V: "1", ...json }, body);
  expect(answer).toMatchObject({
    error: { code: "invalid_request", details: [{ path: ["cats", 0, "years"] }] },
  });
});

it("each part's changes count as its own", async () => {
  const app = pages();
  expect(
    app.Changelog().map(({ Version, Changes }) => [Version, Changes.map((one) => one.Description)]),
  ).toEqual([
    ["10", [Named.Description]],
    ["3", [Keyed.Description]],
    ["2", [Aged.Description]],
  ]);
  expect(app.Document("2").paths["/pages"]?.post?.["x-changes"]).toEqual([
    { version: "10", description: Named.Description },
    { version: "3", description: Keyed.Description },
  ]);
  await CheckChanges(app);
});

it("CheckChanges holds each part's steps once, and names them", async () => {
  const Wrong = Versioned(z.object({ id: z.string() })).Before(Keyed, z.object({ key: z.string() }), {
    Up: ({ key }) => ({ id: key }),
    Down: () => ({ key: "always this" }),
  });
  const Both = Together(
    [
      [Cat, ["cat"]],
      [Wrong, ["owner"]],
    ],
    (cat, owner) => z.object({ cat, owner }),
  );
  const app = new App({ Versioning: versioning }).Post(
    "/pages",
    (req) => req.body,
    V.Since("1"),
    WithBody(Both),
    WithResponse(201, Both),
  );
  await expect(CheckChanges(app)).rejects.toThrow(
    /^1 law of changes is broken.*\n"An owner's `key` is `id`." \(version 3\): round trip/,
  );
});

it("of two changes of one version the one of the first part comes first", () => {
  const One = V.Change("2", "one");
  const Two = V.Change("2", "two");
  const text = z.object({ a: z.string() });
  const First = Versioned(text).Before(One, z.object({ b: z.string() }), Rename("b", "a"));
  const Second = Versioned(text).Before(Two, z.object({ b: z.string() }), Rename("b", "a"));
  const Both = Together(
    [
      [First, ["x"]],
      [Second, ["y"]],
    ],
    (x, y) => z.object({ x, y }),
  );
  expect(V.Show(Both, "1", { x: { a: "1" }, y: { a: "2" } })).toEqual({ x: { b: "1" }, y: { b: "2" } });
});

it("changes that know no list are in the order of their names, numbers as numbers", () => {
  const of = (version: string) =>
    Versioned(z.object({ now: z.string() })).Before(
      Change(version, version),
      z.object({ old: z.string() }),
      Rename("old", "now"),
    );
  const Both = Together(
    [
      [of("2"), ["two"]],
      [of("10"), ["ten"]],
    ],
    (two, ten) => z.object({ two, ten }),
  );
  const app = new App({ Versioning: versioning }).Get(
    "/",
    () => ({ two: { now: "a" }, ten: { now: "b" } }),
    V.Since("1"),
    WithResponse(200, Both),
  );
  expect(problemsOf(app)).toEqual([]);
  expect(V.Show(Both, "3", { two: { now: "a" }, ten: { now: "b" } })).toEqual({
    two: { now: "a" },
    ten: { old: "b" },
  });
});

it("the faces of parts are one face of the whole", () => {
  const Row = Versioned(z.object({ id: z.string(), secret: z.string() })).As(z.object({ id: z.string() }), {
    Down: ({ id }) => ({ id }),
  });
  const Both = Together(
    [
      [Cat, ["cat"]],
      [Row, ["row"]],
    ],
    (cat, row) => z.object({ cat, row }),
  );
  const value = { cat: { name: "Tom", age: 3 }, row: { id: "1", secret: "s" } };
  expect(V.Show(Both, "10", value)).toEqual({ cat: { name: "Tom", age: 3 }, row: { id: "1" } });
  expect(V.Show(Both, "1", value)).toEqual({ cat: { title: "Tom", years: 3 }, row: { id: "1" } });
});

it("an envelope of envelopes, and a change of the envelope itself", () => {
  const Paged = V.Change("2", "Pages have a `total`.");
  const Whole = Page.Within(["page"], (page) => z.object({ page, total: z.number() })).Before(
    Paged,
    z.object({ titles: z.array(z.string()) }),
    { Down: ({ page }) => ({ titles: page.cats.map(({ title }) => title) }) },
  );
  expect(V.Show(Whole, "1", { page: newest, total: 1 })).toEqual({ titles: ["Tom"] });
  expect(V.Show(Whole, "2", { page: newest, total: 1 })).toEqual({ page: forms["2"], total: 1 });
});

it("each part carries its own, and asks for its own context", async () => {
  const Org = Context<{ currency: string }>("org");
  const Plans = V.Change("3", "A plan's legacy price is gone.");
  const Plan = Versioned(z.object({ id: z.string() }))
    .Carrying(z.object({ cents: z.number() }))
    .Before(Plans, z.object({ id: z.string(), price: z.string() }), {
      Needs: [Org],
      Down: (now, { Carried: { cents }, Contexts: [{ currency }] }) => ({
        ...now,
        price: `${cents} ${currency}`,
      }),
    });
  const Both = Together(
    [
      [Cat, ["cat"]],
      [Plan, ["plans", Each]],
    ],
    (cat, plan) => z.object({ cat, plans: z.array(plan) }),
  );
  const app = new App({ Versioning: versioning }).Get(
    "/both",
    () => ({
      cat: { name: "Tom", age: 3 },
      plans: [Carry({ id: "a" }, { cents: 1 }), Carry({ id: "b" }, () => Promise.resolve({ cents: 2 }))],
    }),
    V.Since("1"),
    WithResponse(200, Both),
    WithContext(Org, () => ({ currency: "EUR" })),
  );
  const served = await serve(app);
  expect((await served.ask("GET /both", { V: "1" })).json).toEqual({
    cat: { title: "Tom", years: 3 },
    plans: [
      { id: "a", price: "1 EUR" },
      { id: "b", price: "2 EUR" },
    ],
  });
  expect((await served.ask("GET /both", { V: "10" })).json).toEqual({
    cat: { name: "Tom", age: 3 },
    plans: [{ id: "a" }, { id: "b" }],
  });
});

it("a place that no path names is a Build problem", () => {
  const Both = Together(
    [
      [Cat, ["cat"]],
      [Owner, ["owner"]],
    ],
    (cat, owner) => z.object({ cat, owner, second: owner }),
  );
  const app = new App({ Versioning: versioning }).Get(
    "/",
    () => ({ cat: { name: "Tom", age: 3 }, owner: { id: "1" }, second: { id: "2" } }),
    V.Since("1"),
    WithResponse(200, Both),
  );
  expect(problemsOf(app).join("\n")).toContain('is not turned at ["second"]');
});

it.each<readonly [string, unknown, string]>([
  [
    "no list of parts",
    [[z.string(), ["a"]]],
    "Together: the first item of part 0 must be a history, made by Versioned(schema), got",
  ],
  ["no list", null, 'Together: the first argument must be a list such as [[Cat, ["cats", Each]]], got null'],
  [
    "no part",
    [],
    'Together: the first argument must be a list such as [[Cat, ["cats", Each]]], got an empty list',
  ],
  [
    "no path",
    [[Cat, "cats"]],
    'Together: the second item of part 0 must be a path such as ["data", Each], got "cats"',
  ],
  [
    "no pair",
    [Cat],
    "Together: the first item of part 0 must be a history, made by Versioned(schema), got undefined",
  ],
])("callers without types get an error about %s", (_what, parts, message) => {
  expect(() => Together(parts as never, (() => z.object({})) as never)).toThrow(message);
});

it("a wrap that gives no schema is reported", () => {
  expect(() => Together([[Cat, ["cat"]]], (() => undefined) as never)).toThrow(
    "Together: the result of wrap: expected a schema, got undefined",
  );
});

it("Nothing is not a part", () => {
  const Gone = Versioned(z.object({ a: z.string() })).Before(Keyed, Nothing, { Up: () => ({ a: "" }) });
  expect(() => Together([[Gone, ["a"]]], (gone) => z.object({ a: gone }))).toThrow(
    "is Nothing, but a history inside another schema must have a schema for every version",
  );
});
