import { existsSync } from "node:fs";
import {
  App,
  Before,
  DefineVersions,
  Each,
  Nothing,
  Post,
  Same,
  Status,
  Together,
  Versioned,
  VersioningHeader,
  VersionNeutral,
  WithBody,
  WithQuery,
  WithResponse,
  WithVersion,
  type Change,
} from "versioned-controllers";
import { z } from "zod";
import {
  check,
  entriesOf,
  fileOf,
  found,
  freeze,
  inOwnFolder,
  text,
  versionsOf,
} from "../../support/frozen-conversions";

inOwnFolder();

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

  it("of a history that refers to itself by three links of one change keep their entries", async () => {
    const { V, app } = versionsOf();
    const Used = V.Change("2", "Used.");
    const Usage = Versioned(
      z.object({ feature_id: z.string(), amount: z.string(), at: z.string() }).meta({ id: "Usage" }),
    )
      .Renamed(Used, "feature", "feature_id")
      .Renamed(Used, "value", "amount")
      .Renamed(Used, "time", "at");
    app.Post("/usage", () => ({}), V.Since("1"), WithBody(Usage));
    await freeze(app);
    expect(places("2")).toEqual([
      ["Used.", ["Usage"], false, 1, 1],
      ["Used.", ["Usage", "POST /usage body"], false, 1, 1],
      ["Used.", ["Usage", "POST /usage body", "2"], false, 1, 1],
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

  it("of a history that two others continue are frozen once", async () => {
    const { V, app } = versionsOf();
    const Cat = Versioned(text("Cat2")).Before(V.Change("2", "Cats."), text("Cat1"), Same as never);
    const Shown = Cat.As(text("Shown1"), { Up: (cat: unknown) => cat, Down: (cat: unknown) => cat } as never);
    app.Get("/cats", () => ({}), V.Since("1"), WithResponse(200, Cat as never));
    app.Get("/shown", () => ({}), V.Since("1"), WithResponse(200, Shown as never));
    await freeze(app);
    expect(places("2")).toEqual([
      ["Cats.", ["Cat1"], false, 1, 1],
      ["Cats.", ["Shown1"], true, 1, 1],
    ]);
  });

  it("with a schema that cannot be described are named by the route", async () => {
    const { V, app } = versionsOf();
    const Cat = Versioned(text("Cat2")).Before(
      V.Change("2", "Cats."),
      z.date() as never,
      {
        Down: () => "2026-01-01",
      } as never,
    );
    app.Get("/cats", () => ({}), V.Since("1"), WithResponse(200, Cat as never));
    await freeze(app);
    expect(places("2")).toEqual([["Cats.", ["GET /cats response 200"], false, undefined, 1]]);
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
