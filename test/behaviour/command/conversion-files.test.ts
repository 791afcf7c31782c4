import { writeFileSync } from "node:fs";
import { Same, Versioned, WithResponse, WithVersion, type App } from "versioned-controllers";
import {
  cats,
  check,
  entriesOf,
  fileOf,
  freeze,
  inOwnFolder,
  right,
  text,
  textOf,
  versionsOf,
  write,
  type Cat2,
} from "../../support/frozen-conversions";

inOwnFolder();

describe("freezing over a file", () => {
  const mutant = { Down: (cat: Cat2) => ({ ...right.Down(cat), name: "Tom" }) };

  it("refuses another result, and writes nothing", async () => {
    await freeze(cats());
    const frozen = textOf("2");
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
    expect(textOf("2")).toBe(frozen);
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

  it("leaves the entry of one of two links that is gone, and names a face that has changed", async () => {
    const withFace = (suffix: string, ...more: readonly string[]): App => {
      const { V, app } = versionsOf();
      for (const name of ["Cat", ...more]) {
        const Animal = Versioned(text(`${name}2`))
          .Before(V.Change("2", `${name}s.`), text(`${name}1`), Same as never)
          .As(text(`${name}Shown`), {
            Up: (one: unknown) => one,
            Down: (one: { readonly name: string }) => ({ name: one.name + suffix }),
          } as never);
        app.Get(`/${name}`, () => ({}), V.Since("1"), WithResponse(200, Animal as never));
      }
      return app;
    };
    await freeze(withFace("", "Dog"));
    expect((await freeze(withFace(""))).code).toBe(0);
    expect(entriesOf("2").map(({ where }) => where)).toEqual([
      ["Cat1"],
      ["CatShown"],
      ["Dog1"],
      ["DogShown"],
    ]);
    expect((await freeze(withFace("!"))).errors).toContain(
      '"Cats." (face CatShown), Down: /name was "name", is "name!" (1 of 1 sample differs)',
    );
    await freeze(withFace(""), "--force");
    expect(entriesOf("2").map(({ where }) => where)).toEqual([["Cat1"], ["CatShown"]]);
  });

  it("passes over other files in the folder", async () => {
    await freeze(cats());
    writeFileSync(fileOf("2").replace("2.json", "README.md"), "Frozen.");
    expect((await check(cats(), "--frozen")).code).toBe(0);
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

describe("a file that is not a list of frozen conversions", () => {
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
