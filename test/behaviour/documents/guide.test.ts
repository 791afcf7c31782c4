import express, { type Express } from "express";
import request from "supertest";
import {
  App,
  Before,
  Carry,
  Context,
  Described,
  Deprecated,
  Each,
  FirstOf,
  FromCookie,
  FromQuery,
  Get,
  Hidden,
  Nothing,
  Now as TheTime,
  Rename,
  Status,
  Summary,
  Versioned,
  VersioningCustom,
  VersioningHeader,
  VersioningURI,
  WithBody,
  WithChanges,
  WithContext,
  WithResponse,
  DefineVersions,
  type Lifecycle,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";
import { runCommand } from "../../../src/tools/cli/run";

const V = DefineVersions("1", "2", "3", "4");
const Born = V.Change("2", "A cat's `born` is `birthday`.");
const Quiet = V.Change("2", "Nobody's business.", { Internal: true });
const Named = V.Change("3", "A cat has a `name` in two parts.");
const Moved = V.Change("3", "Cats are pets.");
const Loud = V.Change("3", "Cats meow louder.");
const Later = V.Change("4", "Not yet.");

const Cat3 = z.object({ first: z.string(), last: z.string(), birthday: z.iso.date() });
const Cat2 = z.object({ name: z.string(), birthday: z.iso.date() });
const Cat1 = z
  .object({ name: z.string(), born: z.iso.date() })
  .meta({ examples: [{ name: "Tom Smith", born: "2020-05-01" }] });
const Cat = Versioned(Cat3.meta({ examples: [{ first: "Tom", last: "Smith", birthday: "2020-05-01" }] }))
  .Before(Named, Cat2.meta({ examples: [{ name: "Ann Lee", birthday: "2021-01-31" }] }), {
    Up: ({ name, birthday }) => {
      const [first = "", ...rest] = name.split(" ");
      return { first, last: rest.join(" "), birthday };
    },
    Down: ({ first, last, birthday }) => ({ name: `${first} ${last}`, birthday }),
    Lossy: "one space stands for several",
  })
  .Before(Born, Cat1, Rename("born", "birthday"));

function cats(
  lifecycle: Record<string, Lifecycle> = {},
  more: (app: App) => void = () => undefined,
  Now = () => new Date("2026-07-01"),
): App {
  const app = new App({
    Title: "Cats & <dogs>",
    Now,
    Logger: { warn: () => undefined, error: () => undefined },
    Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List, Lifecycle: lifecycle },
  });
  const tom = { first: "Tom", last: "Smith", birthday: "2020-05-01" };
  app.Get("/pets/{id}", () => tom, V.Since("1"), WithResponse(200, Cat), Before(Moved, Get("/cats/{id}")));
  app.Get(
    "/cats",
    () => ({ data: [tom] }),
    V.Since("1"),
    WithResponse(
      200,
      Cat.Within(["data", Each], (cat) => z.object({ data: z.array(cat) })),
    ),
  );
  app.Post("/cats", () => tom, V.Since("1"), WithBody(Cat), WithResponse(201, Cat));
  app.Get("/sounds", () => ["meow"], V.Since("1"), WithChanges(Loud, Quiet));
  app.Put("/cats", () => 1, V.Since("1"), Status(201), Before(Loud, Status(200)));
  app.Get("/old", () => 1, V.Until("1"), Summary("What was"));
  app.Get("/new", () => 1, V.Since("2"));
  app.Get("/replaced/{id}", () => 1, V.Until("1"), Summary("One *thing*"));
  app.Get("/replaced/{name}", () => 1, V.Since("2"));
  app.Get("/secret", () => 1, V.Until("1"), Hidden());
  app.Get("/later", () => 1, V.Since("1"), WithChanges(Later));
  more(app);
  return app;
}

const runOn = (app: App, name: string, ...args: readonly string[]) =>
  runCommand([name, "app", ...args], { folder: __dirname, load: () => Promise.resolve(app) });

const run = (app: App, ...args: readonly string[]) => runOn(app, "guide", ...args);

describe("guide", () => {
  it("tells by route what a client does, by values that the changes compute", async () => {
    const ends = { "1": { Deprecated: "2026-01-01", Sunset: "2027-01-01", Successor: "2" } };
    const { code, output, errors } = await run(cats(ends), "1", "3");
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    expect(output).toBe(expected);
  });

  it.each(["guide", "diff"])(
    "%s of a version that has ended: what it was while it was served",
    async (name) => {
      const Sunset = "2026-09-01";
      const outputOn = async (day: string, AfterSunset: "gone" | "successor"): Promise<string> => {
        const app = cats({ "1": { Sunset, AfterSunset, Successor: "3" } }, undefined, () => new Date(day));
        return (await runOn(app, name, "1", "3")).output;
      };
      for (const after of ["gone", "successor"] as const) {
        const before = await outputOn("2026-08-31", after);
        expect(before).toContain('- **Breaking:** response 201: property "born" was removed');
        expect(await outputOn(Sunset, after)).toBe(before);
      }
    },
  );

  it("leads from the version that it is asked for", async () => {
    const { output } = await run(cats(), "2", "3");
    expect(output).not.toContain("`born`");
    expect(output).toContain("- A cat has a `name` in two parts. (version 3)");
    expect(output).toContain("- Moved: `GET /cats/{id}` is now `GET /pets/{id}`");
    expect(output).not.toContain("/old");
  });

  it("says so where nothing has changed", async () => {
    const app = new App({ Versioning: { Type: VersioningURI, Versions: ["1", "2"] } });
    app.Get("/cats", () => [], V.Since("1"));
    expect((await run(app, "1", "2")).output).toBe(
      "# API: from version 1 to 2\n\nRequests name version 2: `/v2/...` instead of `/v1/...`\n\nNothing else has changed.\n",
    );
  });

  it("says that requests without a version may be of the older one", async () => {
    const guideOf = async (AssumeVersion: string) => {
      const app = new App({ Versioning: { Type: VersioningURI, Versions: ["1", "2"], AssumeVersion } });
      app.Get("/cats", () => [], V.Since("1"));
      return [await run(app, "1", "2"), await run(app, "1", "2", "--html")].map(({ output }) => output);
    };
    const words =
      "The API may treat a request that names no version as version 1: name version 2 in each request.";
    for (const output of await guideOf("1")) expect(output).toContain(words);
    for (const output of await guideOf("2")) expect(output).not.toContain("names no version");
  });

  it("without a list of versions tells of routes", async () => {
    const app = new App({ Versioning: { Type: VersioningURI } });
    app.Get("/cats", () => [], Deprecated(), V.WithVersion("1"));
    app.Get("/dogs", () => [], V.WithVersion("2"));
    const { output } = await run(app, "1", "2");
    expect(output).toContain(
      "## Routes that came, moved and ended\n\n- New: `GET /dogs`\n- Ended: `GET /cats`\n",
    );
  });

  it.each([
    ["1", "9", 'no route answers version "9"; the versions are: "1", "2", "3", "4"\n'],
    ["2", "1", 'the guide must lead to a newer version: "1" is not newer than "2"\n'],
    ["2", "2", 'the guide must lead to a newer version: "2" is not newer than "2"\n'],
    ["1", "4", 'version "4" is a preview, and guides are for released versions\n'],
  ])("from %s to %s there is none", async (from, to, errors) => {
    const app = cats({ "4": { Preview: true } });
    expect(await run(app, from, to)).toEqual({ code: 2, output: "", errors });
  });

  it("makes the examples by rule where a schema has none", async () => {
    const Dog = Versioned(z.object({ sound: z.string().max(8), legs: z.int().min(0).max(4) })).Before(
      Born,
      z.object({ noise: z.string().max(8), legs: z.int().min(0).max(4) }),
      Rename("noise", "sound"),
    );
    const dogs = (): App =>
      cats({}, (app) => {
        app.Post(
          "/dogs",
          () => ({ sound: "woof", legs: 4 }),
          V.Since("1"),
          WithBody(Dog),
          WithResponse(200, Dog),
        );
      });
    const { output } = await run(dogs(), "1", "2");
    expect((await run(dogs(), "1", "2")).output).toBe(output);
    const [before = "", after = ""] = [...output.matchAll(/```json\n([^`]*"legs"[^`]*)```/g)].map(
      ([, one]) => one,
    );
    expect([before, after].map((text) => JSON.parse(text) as unknown)).toEqual([
      { noise: "noise", legs: 1 },
      { sound: "noise", legs: 1 },
    ]);
  });

  it("keeps the examples that members have, and those that the route gives", async () => {
    const Fish = Versioned(z.object({ colour: z.string().meta({ examples: ["red"] }), age: z.int() })).Before(
      Born,
      z.object({ color: z.string().meta({ examples: ["blue"] }), age: z.int() }),
      Rename("color", "colour"),
    );
    const app = cats({}, (one) => {
      one.Post("/fish", () => ({ colour: "red", age: 1 }), V.Since("1"), WithBody(Fish));
      one.Get(
        "/fish",
        () => ({ colour: "red", age: 1 }),
        V.Since("1"),
        WithResponse(200, Fish, { Examples: { one: { colour: "green", age: 7 } } }),
      );
    });
    const { output } = await run(app, "1", "2");
    expect(output).toContain('"color": "blue"');
    expect(output).toContain('{\n  "colour": "green",\n  "age": 7\n}');
    expect(output).toContain('{\n  "color": "green",\n  "age": 7\n}');
  });

  it("shows that there was nothing, and says why there is no example", async () => {
    const Reason = Versioned(z.object({ why: z.string().meta({ examples: ["old"] }) })).Before(
      Born,
      Nothing,
      {
        Up: () => ({ why: "unknown" }),
      },
    );
    const Odd = Versioned(z.object({ a: z.string() })).Before(Born, z.object({ b: z.string() }), {
      Up: () => {
        throw new Error("never");
      },
      Down: ({ a }) => ({ b: a }),
    });
    const app = cats({}, (one) => {
      one.Delete("/cats/{id}", () => undefined, V.Since("1"), WithBody(Reason));
      one.Put("/odd", () => undefined, V.Since("1"), WithBody(Odd));
    });
    const { output } = await run(app, "1", "2");
    expect(output).toContain('You sent:\n\nNothing.\n\nYou send:\n\n```json\n{\n  "why": "unknown"\n}\n```');
    expect(output).toMatch(
      /## `PUT \/odd`[^]*No example of a request: not every value of the older version can be converted to the newer version\./,
    );
  });

  it("passes over examples that a validator throws for", async () => {
    const Down = z.object({ a: z.string().refine(() => Promise.reject(new Error("the database is down"))) });
    const Odd = Versioned(z.object({ b: z.string() })).Before(Born, Down, Rename("a", "b"));
    const app = cats({}, (one) => {
      one.Put("/odd", () => undefined, V.Since("1"), WithBody(Odd));
    });
    const { code, output } = await run(app, "1", "2");
    expect(code).toBe(0);
    expect(output).toMatch(/## `PUT \/odd`[^]*No example of a request: /);
    expect(output).not.toContain("database");
  });

  it("leaves out an optional member for which a rule in code rejects the example", async () => {
    const Share = Versioned(
      z.object({
        share: z.number().gt(0).lt(1),
        note: z
          .string()
          .refine((text) => text === "?")
          .optional(),
      }),
    ).Before(
      Born,
      z.object({
        part: z.number().gt(0).lt(1),
        note: z
          .string()
          .max(9)
          .refine((text) => text === "?")
          .optional(),
      }),
      Rename("part", "share"),
    );
    const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } });
    app.Post("/shares", () => ({ share: 0.5 }), V.Since("1"), WithBody(Share), WithResponse(200, Share));
    const { output } = await run(app, "1", "2");
    expect(output.match(/^You [\s\S]*?^}/gm)).toEqual([
      'You sent:\n\n```json\n{\n  "part": 0.5\n}',
      'You send:\n\n```json\n{\n  "share": 0.5\n}',
      'You got:\n\n```json\n{\n  "part": 0.5\n}',
      'You get:\n\n```json\n{\n  "share": 0.5\n}',
    ]);
  });

  it("tells of what webhooks send", async () => {
    const Sent = Versioned(z.object({ birthday: z.string().meta({ examples: ["2020-05-01"] }) })).Before(
      Born,
      z.object({ born: z.string() }),
      Rename("born", "birthday"),
    );
    const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } });
    app.Get("/cats", () => [], V.Since("1"));
    app.Include(V.Webhook("cat.added", Sent));
    const { output } = await run(app, "1", "2");
    expect(output).toContain("## `webhook cat.added`\n\nA cat's `born` is `birthday`.\n");
    expect(output).toContain('You got:\n\n```json\n{\n  "born": "2020-05-01"\n}\n```');
  });

  it("tells the name that a webhook has now, and those that came and ended", async () => {
    const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } });
    app.Get("/cats", () => [], V.Since("1"));
    const schema = z.object({ id: z.string() });
    app.Include([
      V.Webhook("pet.added", schema, Before(Moved, "cat.added")),
      V.Webhook("cat.lost", schema, V.Until("2")),
      V.Webhook("cat.found", schema, V.Since("3")),
      V.Webhook("cat.secret", schema, V.Since("3"), Hidden()),
    ]);
    const { output } = await run(app, "1", "3");
    expect(output).toContain("## `webhook cat.added` is now `webhook pet.added`\n\nCats are pets.\n");
    expect(output).toContain(
      [
        "- New: `webhook cat.found`",
        "- Moved: `webhook cat.added` is now `webhook pet.added`",
        "- Ended: `webhook cat.lost`",
      ].join("\n"),
    );
    expect(output).not.toContain("secret");
  });

  it.each([
    ["a value", "carried"],
    ["a list", "carried-list"],
    ["the time", "now"],
  ])("computes what a step gives that takes more than the value: %s", async (_name, path) => {
    const Plan3 = z.object({ price: z.number().meta({ examples: [9] }) });
    const Legacy = z.object({ code: z.string().meta({ examples: ["gold"] }) });
    const Plan = Versioned(Plan3)
      .Carrying(Legacy)
      .Before(Named, z.object({ plan: z.string() }), {
        Down: ({ price }, { code }) => ({ plan: `${code} ${String(price)}` }),
        Lossy: "nobody knows the code",
      });
    const Left = Versioned(Plan3).Before(Named, z.object({ plan: z.string() }), {
      Needs: [TheTime],
      Down: ({ price }, [now]) => ({ plan: `gold ${String(now instanceof Date ? price : 0)}` }),
      Lossy: "nobody knows the code",
    });
    const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } });
    app.Get("/carried", () => Carry({ price: 1 }, { code: "x" }), V.Since("1"), WithResponse(200, Plan));
    app.Get(
      "/carried-list",
      () => ({ plans: [] }),
      V.Since("1"),
      WithResponse(
        200,
        Plan.Within(["plans", Each], (one) => z.object({ plans: z.array(one).length(2) })),
      ),
    );
    app.Get("/now", () => ({ price: 1 }), V.Since("1"), WithResponse(200, Left));
    const { output } = await run(app, "2", "3");
    const sample = output.split("## ").find((one) => one.startsWith(`\`GET /${path}\``));
    expect(sample).toMatch(
      /You got:\s+```json\s[^`]*"plan": "gold 9"[^`]*```\s+You get:[^`]*```json[^`]*"price": 9/,
    );
  });

  it("shows a context by its Example, and says without one what the answer depends on", async () => {
    const guideWith = async (Org: Context<{ currency: string }>): Promise<string> => {
      const Plan = Versioned(z.object({ price: z.number() })).Before(Named, z.object({ price: z.string() }), {
        Needs: [Org],
        Down: ({ price }, [org]) => ({ price: `${String(price)} ${org.currency}` }),
        Lossy: "an amount is no text",
      });
      const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } });
      app.Get(
        "/plans",
        () => ({ price: 1 }),
        V.Since("1"),
        WithResponse(200, Plan),
        WithContext(Org, () => ({ currency: "EUR" })),
      );
      return (await run(app, "2", "3")).output;
    };
    expect(await guideWith(Context("org", { Example: { currency: "CHF" } }))).toContain('"price": "1 CHF"');
    expect(
      await guideWith(Context("org", { Example: (value) => ({ currency: JSON.stringify(value) }) })),
    ).toContain('"price": "1 {\\"price\\":1}"');
    expect(await guideWith(Context("org", { Description: "your organisation's currency" }))).toContain(
      "No example of an answer: it depends on your organisation's currency.",
    );
    expect(await guideWith(Context("org"))).toContain("No example of an answer: it depends on the caller.");
  });

  it.each([
    ["a query parameter", FromQuery("v&"), "Requests name version 2: `?v&=2` instead of `?v&=1`"],
    ["a cookie", FromCookie("v"), "Requests name version 2: `Cookie: v=2` instead of `Cookie: v=1`"],
    [
      "one of two",
      FirstOf(FromQuery("v"), FromCookie("v")),
      "Requests name version 2: `?v=2` instead of `?v=1`, or `Cookie: v=2` instead of `Cookie: v=1`",
    ],
    [
      "what a function is said to read",
      Described(() => "2", { Header: "X-Account" }),
      "Requests name version 2: `header X-Account`",
    ],
  ])("tells how requests name the version: by %s", async (_name, Extractor, words) => {
    const app = new App({ Versioning: { Type: VersioningCustom, Extractor, Versions: ["1", "2"] } });
    app.Get("/cats", () => [], V.Since("1"));
    expect((await run(app, "1", "2")).output).toContain(words);
  });

  it("links the page about a version's end, whether or not there is more to say of it", async () => {
    const Link = "https://example.org/v1";
    const past = [{ From: "2001-01-01", To: "2001-01-02" }];
    expect((await run(cats({ "1": { Link, Brownouts: past } }), "1", "2")).output).toContain(
      `See <${Link}>.`,
    );
    expect((await run(cats({ "1": { Link, Deprecated: "2026-01-01" } }), "1", "2")).output).toContain(
      `Deprecated from 2026-01-01. See <${Link}>.`,
    );
  });

  it.each<[link: string, isShown: boolean]>([
    ["/docs/guide/1/2", false],
    ["https://example.org/api/docs/guide/1/2?lang=en#top", false],
    ["/docs/guide/1/3", true],
    ["/guide/1/2/more", true],
  ])("links %s unless that is the address of the guide: %s", async (Link, isShown) => {
    const { output } = await run(cats({ "1": { Link, Deprecated: "2026-01-01" } }), "1", "2");
    expect(output).toContain("Deprecated from 2026-01-01.");
    expect(output.includes(`See <${Link}>`)).toBe(isShown);
  });

  it("has the changes of one version in one order, whatever the order of a route", async () => {
    const [one, other] = [V.Change("2", "One."), V.Change("2", "Another.")];
    const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } });
    app.Get("/cats", () => 1, V.Since("1"), WithChanges(other, Born, one));
    app.Get("/dogs", () => 1, V.Since("1"), WithChanges(one, other));
    const [whole = "", first, second] = (await run(app, "1", "2")).output.split(/^## `GET .*\n\n/m);
    expect(whole).toMatch(/- One\..*\n- A cat's `born` is `birthday`\..*\n- Another\./);
    expect(first).toBe("One.\n\nA cat's `born` is `birthday`.\n\nAnother.\n\n");
    expect(second).toMatch(/^One\.\n\nAnother\.\n/);
  });

  it("tells nothing of a change that only a hidden webhook has", async () => {
    const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } });
    app.Get("/cats", () => [], V.Since("1"));
    app.Include(V.Webhook("cat.secret", Cat, Hidden()));
    expect((await run(app, "1", "3")).output).toContain("Nothing else has changed.");
  });

  it("shows an envelope where the value itself is nowhere", async () => {
    const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } });
    const Cats = Cat.Within(["data", Each], (cat) => z.object({ data: z.array(cat).length(1) }));
    app.Get("/cats", () => ({ data: [] }) as never, V.Since("1"), WithResponse(200, Cats));
    expect((await run(app, "2", "3")).output).toMatch(/You got:\s+```json\s+\{\s+"data": \[\s+\{\s+"name"/);
  });

  it("tells of the words of a step that refuses more", async () => {
    const Short = Versioned(
      z.object({
        name: z
          .string()
          .max(5)
          .meta({ examples: ["Tom"] }),
      }),
    ).Before(Born, z.object({ name: z.string().meta({ examples: ["Tom"] }) }), {
      Up: (one) => one,
      Stricter: "long names were never stored",
    });
    const app = new App({ Versioning: { Type: VersioningURI, Versions: V.List } });
    app.Post("/cats", () => 1, V.Since("1"), WithBody(Short));
    expect((await run(app, "1", "2")).output).toContain(
      "Some requests are now rejected: long names were never stored",
    );
  });

  it("tells of the body of errors, which every route has", async () => {
    const Problem = Versioned(z.object({ reason: z.string().meta({ examples: ["no such cat"] }) })).Before(
      Born,
      z.object({ message: z.string() }),
      { Down: ({ reason }) => ({ message: reason }) },
    );
    const app = new App({
      Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
      Errors: { Schema: Problem, Body: ({ message }) => ({ reason: message }) },
    });
    app.Get("/cats/{id}", () => 1, V.Since("1"));
    const { output } = await run(app, "1", "2");
    expect(output).toContain(
      '## Errors\n\nA cat\'s `born` is `birthday`.\n\n- **Breaking:** property "message" was removed\n- property "reason" was added, and is required\n\nYou got:\n\n```json\n{\n  "message": "no such cat"\n}\n```',
    );
  });

  it("does not let a text end its code, or be Markdown", async () => {
    const Odd = V.Change("2", "Odd `code`\nand *more*.");
    const Text = Versioned(z.object({ a: z.string().meta({ examples: ["```\n# no heading"] }) })).Before(
      Odd,
      z.object({ b: z.string() }),
      Rename("b", "a"),
    );
    const app = new App({
      Title: "# A\n*title*",
      Versioning: { Type: VersioningURI, Versions: ["1", "2"] },
    });
    app.Get("/a", () => ({ a: "" }), V.Since("1"), WithResponse(200, Text));
    const { output } = await run(app, "1", "2");
    expect(output).toMatch(/^# \\# A \\\*title\\\*: from version 1 to 2\n/);
    expect(output).toContain("- Odd `code` and *more*. (version 2)\n");
    expect(output).toContain('````json\n{\n  "a": "```\\n# no heading"\n}\n````');
  });
});

const expected = `# Cats & \\<dogs>: from version 1 to 3

**Version 1:** Deprecated from 2026-01-01. Served until 2027-01-01. Version 2 comes after it.

Requests name version 3: \`X-API-Version: 3\` instead of \`X-API-Version: 1\`

## What changes

- A cat's \`born\` is \`birthday\`. (version 2)
- Cats are pets. (version 3)
- A cat has a \`name\` in two parts. (version 3)
- Cats meow louder. (version 3)

## \`GET /cats/{id}\` is now \`GET /pets/{id}\`

A cat's \`born\` is \`birthday\`.

Cats are pets.

A cat has a \`name\` in two parts.

- **Breaking:** response 200: property "name" was removed
- **Breaking:** response 200: property "born" was removed
- response 200: property "first" was added, and is required
- response 200: property "last" was added, and is required
- response 200: property "birthday" was added, and is required

You got:

\`\`\`json
{
  "name": "Tom Smith",
  "born": "2020-05-01"
}
\`\`\`

You get:

\`\`\`json
{
  "first": "Tom",
  "last": "Smith",
  "birthday": "2020-05-01"
}
\`\`\`

Some values are not restored: one space stands for several

## \`GET /cats\`

A cat's \`born\` is \`birthday\`.

A cat has a \`name\` in two parts.

- **Breaking:** response 200: property "data\\[\\].name" was removed
- **Breaking:** response 200: property "data\\[\\].born" was removed
- response 200: property "data\\[\\].first" was added, and is required
- response 200: property "data\\[\\].last" was added, and is required
- response 200: property "data\\[\\].birthday" was added, and is required

You got:

\`\`\`json
{
  "data": [
    {
      "name": "Tom Smith",
      "born": "2020-05-01"
    }
  ]
}
\`\`\`

You get:

\`\`\`json
{
  "data": [
    {
      "first": "Tom",
      "last": "Smith",
      "birthday": "2020-05-01"
    }
  ]
}
\`\`\`

Some values are not restored: one space stands for several

## \`POST /cats\`

A cat's \`born\` is \`birthday\`.

A cat has a \`name\` in two parts.

- **Breaking:** request body: property "name" was removed
- **Breaking:** request body: property "born" was removed
- **Breaking:** request body: property "first" was added, and is required
- **Breaking:** request body: property "last" was added, and is required
- **Breaking:** request body: property "birthday" was added, and is required
- **Breaking:** response 201: property "name" was removed
- **Breaking:** response 201: property "born" was removed
- response 201: property "first" was added, and is required
- response 201: property "last" was added, and is required
- response 201: property "birthday" was added, and is required

You sent:

\`\`\`json
{
  "name": "Tom Smith",
  "born": "2020-05-01"
}
\`\`\`

You send:

\`\`\`json
{
  "first": "Tom",
  "last": "Smith",
  "birthday": "2020-05-01"
}
\`\`\`

You got:

\`\`\`json
{
  "name": "Tom Smith",
  "born": "2020-05-01"
}
\`\`\`

You get:

\`\`\`json
{
  "first": "Tom",
  "last": "Smith",
  "birthday": "2020-05-01"
}
\`\`\`

Some values are not restored: one space stands for several

## \`GET /sounds\`

Cats meow louder.

## \`PUT /cats\`

Cats meow louder.

- **Breaking:** response 200: was removed
- response 201: was added

## Routes that came, moved and ended

- New: \`GET /new\`
- Moved: \`GET /cats/{id}\` is now \`GET /pets/{id}\`
- Moved: \`GET /replaced/{id}\` is now \`GET /replaced/{name}\`
- Ended: \`GET /old\` (What was)

Routes that are not named here are the same in both versions.
`;

function hosted(app: App): Express {
  return express().use("/docs", Docs(app)).use(app.Build());
}

describe("Docs serves", () => {
  it("the guide, under a policy of its own, with its texts escaped", async () => {
    const app = cats({ "1": { Deprecated: "2026-01-01" } });
    const { status, headers, text } = await request(hosted(app)).get("/docs/guide/1/3");
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(text).toContain("<h1>Cats &#38; &#60;dogs&#62;: from version 1 to 3</h1>");
    expect(text).toContain("Cats &#38; &#60;dogs&#62;");
    expect(text).not.toContain("<dogs>");
    expect(text).toContain(
      "<code>{\n  &#34;name&#34;: &#34;Tom Smith&#34;,\n  &#34;born&#34;: &#34;2020-05-01&#34;\n}</code></pre>",
    );
    const { output } = await run(app, "1", "3", "--html");
    const ofDocs = /<p class="line"><a href="..\/..\/">The documentation<\/a>.*?<\/p>/g;
    expect(output.replaceAll(/\s+/g, " ")).toBe(text.replaceAll(ofDocs, "").replaceAll(/\s+/g, " "));
  });

  it("documents and guides made once for all readers, and again once a life changes", async () => {
    let now = new Date("2025-12-31");
    const app = cats(
      { "1": { Deprecated: "2026-01-01" } },
      () => undefined,
      () => now,
    );
    const documents = jest.spyOn(app, "Document");
    const changelogs = jest.spyOn(app, "Changelog");
    const server = request(express().use("/docs", Docs(app)));
    const paths = ["/docs/openapi/1.json", "/docs/openapi.json", "/docs/guide/1/3"];
    const readAll = () => Promise.all([...paths, ...paths].map((path) => server.get(path).expect(200)));
    await readAll();
    const first = await readAll();
    const made = documents.mock.calls.length;
    expect(changelogs).toHaveBeenCalledTimes(1);
    now = new Date("2026-01-02");
    const second = await readAll();
    expect(changelogs).toHaveBeenCalledTimes(2);
    expect(documents.mock.calls.length).toBe(2 * made);
    expect(second.map(({ status }) => status)).toEqual(first.map(({ status }) => status));
  });

  it("links to the guides, from the page of versions and above each document that is not the newest", async () => {
    const app = cats({ "1": { Deprecated: "2026-01-01", Successor: "2" } });
    const server = request(express().use("/docs", Docs(app)));
    const { text } = await server.get("/docs/versions").expect(200);
    expect(text).toContain('<a href="./guide/1/4">guide to version 4</a>');
    expect(text).not.toContain("./guide/4/");
    const { text: script } = await server.get("/docs/swagger-ui-init.js").expect(200);
    expect(script).toContain(
      String.raw`["1","**Version 1:** Deprecated from 2026-01-01. Version 2 comes after it.\n\n[What to do to move to version 4](./guide/1/4)"]`,
    );
    expect(script).toContain('["4",""]');
  });

  it("with the guide the address of the document to generate a client from", async () => {
    const host = hosted(cats());
    const { text } = await request(host).get("/docs/guide/1/3");
    const [, address = ""] = /To generate a client: <a href="([^"]+)">/.exec(text) ?? [];
    const { pathname } = new URL(address, "http://localhost/docs/guide/1/3");
    const document = await request(host).get(pathname);
    expect(document.body).toMatchObject({ info: { "x-api-version": "3" } });
  });

  it.each([
    "/docs/guide/1/9",
    "/docs/guide/2/1",
    "/docs/guide/1/1",
    "/docs/guide/1/4",
    "/docs/guide/1",
    "/docs/guide/",
    "/docs/guide/1/2/3",
    "/docs/guide/%/2",
    "/docs/guide/1/%E0%A4",
    "/docs/guide/1/%3Cscript%3Ealert(1)%3C%2Fscript%3E",
    "/docs/guide/__proto__/constructor",
    "/docs/guide/1%2F..%2F..%2F/2",
    `/docs/guide/1/${"2".repeat(5000)}`,
  ])("%s is a 404 that repeats nothing", async (path) => {
    const app = cats({ "4": { Preview: true } });
    // Neither is it passed on to a route that takes everything.
    const host = express()
      .use("/docs", Docs(app))
      .use((_req, res) => void res.send("everything"));
    const { status, text, headers } = await request(host).get(path);
    expect({ status, text }).toEqual({ status: 404, text: "No guide exists for these two versions.\n" });
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
  });

  it("versions whose names are escaped in a path", async () => {
    const names = ["a/b", "ü 2"] as const;
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: names } });
    app.Get("/cats", () => [], V.Since("a/b" as never));
    const { status, text } = await request(hosted(app)).get("/docs/guide/a%2Fb/%C3%BC%202");
    expect({ status, isThere: text.includes("From version a/b to ü 2") }).toEqual({
      status: 200,
      isThere: true,
    });
  });

  it("the changelog as JSON", async () => {
    const app = cats();
    const done = await request(hosted(app)).get("/docs/changelog.json");
    expect({ status: done.status, body: done.body as unknown }).toEqual({
      status: 200,
      body: JSON.parse(JSON.stringify(app.Changelog())) as unknown,
    });
  });

  it("HEAD of each", async () => {
    for (const path of ["guide/1/2", "changelog.json", "changelog.atom"]) {
      const { status, text } = await request(hosted(cats())).head(`/docs/${path}`);
      expect([path, status, text || ""]).toEqual([path, 200, ""]);
    }
  });
});

describe("the feed", () => {
  const feedOf = async (app: App): Promise<string> => {
    const done = await request(hosted(app))
      .get("/docs/changelog.atom")
      .buffer(true)
      .parse((res, done) => {
        const parts: Buffer[] = [];
        res.on("data", (part: Buffer) => parts.push(part));
        res.on("end", () => {
          done(null, Buffer.concat(parts).toString());
        });
      });
    expect([done.status, done.headers["content-type"]]).toEqual([200, "application/atom+xml; charset=utf-8"]);
    return done.body as string;
  };

  it("has the versions with a Released date, from that date on, the newest first", async () => {
    const feed = await feedOf(
      cats({
        "1": { Released: "2025-01-01" },
        "2": { Released: new Date("2026-02-01T12:00:00Z") },
        "3": { Released: "2026-07-02" },
      }),
    );
    expect(feed).toBe(expectedFeed);
  });

  it.each<[what: string, life: Lifecycle, isTold: boolean]>([
    ["on its day", { Released: "2026-07-01" }, true],
    ["before its day", { Released: "2026-07-01T00:00:00.001Z" }, false],
    ["of a preview", { Released: "2026-01-01", Preview: true }, false],
    ["without a date", { Deprecated: "2026-01-01" }, false],
  ])("an entry %s", async (_, life, isTold) => {
    expect((await feedOf(cats({ "3": life }))).includes("<title>Version 3</title>")).toBe(isTold);
  });

  it("without an entry is a feed", async () => {
    const feed = await feedOf(cats());
    expect(feed).toContain("<updated>1970-01-01T00:00:00.000Z</updated>");
    expect(feed).not.toContain("<entry>");
  });

  it("holds what XML cannot hold as the character for it", async () => {
    const app = new App({
      Title: "\u0000\u000b\ud800 ]]> & <a>",
      Now: () => new Date("2026-07-01"),
      Versioning: { Type: VersioningURI, Versions: ["1"], Lifecycle: { "1": { Released: "2026-01-01" } } },
    });
    app.Get("/cats", () => [], V.Since("1"));
    const feed = await feedOf(app);
    expect(feed).toContain("<title>\ufffd\ufffd\ufffd ]]&#62; &#38; &#60;a&#62;: versions</title>");
  });
});

const expectedFeed = `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
  <id>urn:uuid:d743c2d7-6afd-80a0-81b9-1ea8e68fbc50</id>
  <title>Cats &#38; &#60;dogs&#62;: versions</title>
  <updated>2026-02-01T12:00:00.000Z</updated>
  <author><name>Cats &#38; &#60;dogs&#62;</name></author>
  <link rel="self" type="application/atom+xml" href="./changelog.atom"/>
  <link rel="alternate" type="text/html" href="./versions"/>
  <entry>
    <id>urn:uuid:62536164-6944-8c41-9263-7976d47e6dc7</id>
    <title>Version 2</title>
    <published>2026-02-01T12:00:00.000Z</published>
    <updated>2026-02-01T12:00:00.000Z</updated>
    <link rel="alternate" type="text/html" href="./guide/1/2"/>
    <content type="html">&#60;ul&#62;&#60;li&#62;A cat&#38;#39;s \`born\` is \`birthday\`.&#60;br&#62;&#60;code&#62;GET /pets/{id}&#60;/code&#62;, &#60;code&#62;GET /cats&#60;/code&#62;, &#60;code&#62;POST /cats&#60;/code&#62;&#60;/li&#62;&#60;/ul&#62;</content>
  </entry>
  <entry>
    <id>urn:uuid:ed9237bd-9628-8c2b-a420-5c2d42e510f9</id>
    <title>Version 1</title>
    <published>2025-01-01T00:00:00.000Z</published>
    <updated>2025-01-01T00:00:00.000Z</updated>
    <link rel="alternate" type="text/html" href="./versions"/>
    <content type="html">&#60;p&#62;No changes are listed.&#60;/p&#62;</content>
  </entry>
</feed>
`;
