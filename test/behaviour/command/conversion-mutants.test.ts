import { HTTPError, Versioned, WithResponse, type App } from "versioned-controllers";
import { z } from "zod";
import {
  born,
  cats,
  check,
  found,
  freeze,
  inOwnFolder,
  right,
  text,
  versionsOf,
  type CatsOptions,
} from "../../support/frozen-conversions";

inOwnFolder();

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

  const headers = { "X-New": z.string() };

  it.each<[what: string, was: CatsOptions, is: CatsOptions, kinds: readonly string[]]>([
    ["a status", {}, { statusBefore: 202 }, ["response-removed", "response-added"]],
    ["a header", { headers }, { headers, headerBefore: "X-Older" }, ["header-removed", "header-added"]],
    ["a header that no document describes", {}, { headerBefore: "X-Older" }, []],
  ])("of %s is left to the frozen document", async (_what, was, is, kinds) => {
    await freeze(cats(was));
    expect((await found(cats(is))).map(({ kind }) => kind)).toEqual(kinds);
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

  it.each<[what: string, was: unknown, is: unknown, text: string]>([
    ["a text", "calm", "cross", 'the result was "calm", is "cross"'],
    ["a list", ["calm"], [], '/0 was "calm", is absent'],
    ["another kind", ["calm"], "calm", 'the result was ["calm"], is "calm"'],
    [
      "a member that is called like an error",
      { mood: { failed: true } },
      { mood: {} },
      "/mood/failed was true, is absent",
    ],
    ["a member that every object inherits", {}, { constructor: 1 }, "/constructor was absent, is 1"],
    ["a member with a slash", { "a/b": 1 }, { "a/b": 2 }, "/a~1b was 1, is 2"],
    ["a long text", "a".repeat(90), 1, `the result was "${"a".repeat(79)}..., is 1`],
  ])("is named by the first difference of %s", async (_what, was, is, what) => {
    const giving = (result: unknown): App => {
      const { V, app } = versionsOf();
      const Mood = Versioned(text("Mood2")).Before(
        V.Change("2", "Moods."),
        z.unknown().meta({ id: "Mood1" }),
        {
          Down: () => result,
        } as never,
      );
      return app.Get("/mood", () => ({}), V.Since("1"), WithResponse(200, Mood as never));
    };
    await freeze(giving(was));
    expect((await found(giving(is)))[0]?.what).toBe(
      `Down of "Moods." gives another result: ${what} (1 of 1 sample differs)`,
    );
  });

  interface Tree {
    readonly title: string;
    readonly branches: readonly Tree[];
  }
  interface OldTree {
    readonly name: string;
    readonly branches: readonly unknown[];
  }
  const trees = (down: (tree: Tree) => OldTree): App => {
    const { V, app } = versionsOf();
    const tree = (id: string, name: string): z.ZodType => {
      const one: z.ZodType = z
        .object({
          [name]: z.string(),
          get branches() {
            return z.array(one);
          },
        })
        .meta({ id });
      return one;
    };
    const Tree = Versioned(tree("Tree2", "title")).Before(V.Change("2", "Titles."), tree("Tree1", "name"), {
      Down: down,
    } as never);
    return app.Get("/tree", () => ({}), V.Since("1"), WithResponse(200, Tree as never));
  };

  it("that does not convert the items of a recursive value is found", async () => {
    const deep = ({ title, branches }: Tree): OldTree => ({ name: title, branches: branches.map(deep) });
    await freeze(trees(deep));
    expect(await found(trees(({ title, branches }) => ({ name: title, branches })))).toMatchObject([
      { kind: "conversion-changed", what: expect.stringContaining("/branches/0/name was") as unknown },
    ]);
  });
});
