import { DefineVersions, HTTPError, Nothing, Rename, Versioned, type Schema } from "versioned-controllers";
import { z } from "zod";
import { names, Born, Cat, Cat2, Cat3, Names, tom, tomIn, V } from "../changes/cats";

const CatRow = V.Stored(Cat);

const rowOf = (v: unknown, data: unknown): string => JSON.stringify({ v, data });

describe("Write gives the text to store", () => {
  it("in the newest shape, tagged with the last version of the list", () => {
    expect(CatRow.Write(tom)).toBe('{"v":"3","data":{"first":"Tom","last":"Cat","birthday":"2020-05-01"}}');
  });

  it("without closed members, and leaves its value as it is", () => {
    const value = { ...tom, password: "x" };
    expect(JSON.parse(CatRow.Write(value))).toEqual({ v: "3", data: tom });
    expect(value).toHaveProperty("password");
  });

  it.each<[what: string, schema: Schema, value: unknown, text: string]>([
    [
      "does not fit",
      Cat,
      { ...tom, last: 7 },
      'the stored value does not match the schema of version "3": last: ',
    ],
    [
      "JSON cannot hold",
      z.any(),
      undefined,
      "Write: the value must be one that JSON can represent, got undefined",
    ],
    [
      "is a promise",
      z.any(),
      Promise.resolve(tom),
      "Write: the value must be one that JSON can represent, got a promise: await it first",
    ],
    ["is nested too deeply to be read", z.any(), nested(70), "nested more than 64 levels deep"],
  ])("not of what %s", (_, schema, value, text) => {
    expect(() => V.Stored(schema).Write(value as never)).toThrow(text);
  });

  it("of a history whose newest schema came before nothing, as that has it", () => {
    const Gone = Versioned(Cat3).Before(Names, Nothing, { Up: () => tom });
    expect(V.Stored(Gone as never).Write(tom as never)).toBe(rowOf("3", tom));
  });

  it("null of a history whose newest schema is Nothing", async () => {
    const Gone = V.Stored(Versioned(Nothing as never)) as unknown as typeof CatRow;
    expect(Gone.Write(undefined as never)).toBe(rowOf("3", null));
  });

  it("not what a library refuses without saying why", () => {
    const Silent = {
      "~standard": { version: 1, vendor: "silent", validate: () => ({ issues: [] }) },
    } as const;
    expect(() => V.Stored(Silent as never).Write({} as never)).toThrow(
      'the stored value does not match the schema of version "3": the value: does not fit',
    );
  });

  it("not what names a prototype", () => {
    expect(() => V.Stored(z.any()).Write(JSON.parse('{"a":{"__proto__":1}}'))).toThrow(
      'the stored value does not match the schema of version "3": a',
    );
  });

  it.each<[what: string, schema: z.ZodType, value: unknown]>([
    ["a refinement", z.string().refine(() => Promise.resolve(false)), "x"],
    [
      "a transform",
      z
        .string()
        .transform((s) => Promise.resolve(s))
        .pipe(z.string()),
      "x",
    ],
  ])("not by a schema that answers with a promise: %s", (_, schema, value) => {
    expect(() => V.Stored(schema).Write(value)).toThrow(
      "Write is synchronous, but the schema has an asynchronous check: remove this check from the schema",
    );
  });
});

function nested(levels: number): unknown {
  return levels === 0 ? 1 : [nested(levels - 1)];
}

describe("Read gives a value as a handler is given it", () => {
  it.each(names)("whichever version wrote it: %s", async (version) => {
    const stored = { v: version, data: tomIn[version] };
    expect(await CatRow.Read(JSON.stringify(stored))).toEqual(tom);
    expect(await CatRow.Read(stored)).toEqual(tom);
  });

  it("with the defaults of the schema that its version had", async () => {
    expect(await CatRow.Read(rowOf("1", { name: "Tom Cat" }))).toEqual({ ...tom, birthday: "2000-01-01" });
  });

  it("of a history whose values carry something for older versions", async () => {
    const Row = V.Stored(
      Versioned(z.object({ birthday: z.string() }))
        .Carrying(z.object({ by: z.string() }))
        .Before(Born, z.object({ born: z.string(), by: z.string() }), {
          Up: ({ born }) => ({ birthday: born }),
          Down: ({ birthday }, { by }) => ({ born: birthday, by }),
        }),
    );
    expect(await Row.Read(rowOf("1", { born: "2020", by: "a" }))).toEqual({ birthday: "2020" });
  });

  it("of a version that had Nothing", async () => {
    const Came = Versioned(Cat2).Before(Born, Nothing, {
      Up: () => ({ name: "new", birthday: "" }),
    } as never);
    expect(await V.Stored(Came as never).Read(rowOf("1", null))).toEqual({ name: "new", birthday: "" });
  });

  it("of one list for a week of writers", async () => {
    const rows = names.flatMap((version) => [
      rowOf(version, tomIn[version]),
      { v: version, data: tomIn[version] },
    ]);
    expect(new Set((await Promise.all(rows.map(CatRow.Read))).map((cat) => JSON.stringify(cat)))).toEqual(
      new Set([JSON.stringify(tom)]),
    );
  });

  it("that shares nothing with what was given", async () => {
    const Open = V.Stored({ type: "object" });
    const stored = { v: "3", data: { inner: { list: [1] } } };
    const read = (await Open.Read(stored)) as typeof stored.data;
    read.inner.list.push(2);
    expect(stored.data.inner.list).toEqual([1]);
    const kept = V.Stored({ type: "object" }, { Newer: "keep" });
    const newer = { v: "4", data: { inner: {} } };
    expect(((await kept.Read(newer)) as typeof newer.data).inner).not.toBe(newer.data.inner);
  });

  it("and not by a face, which is what clients see", async () => {
    const Faced = V.Stored(
      Versioned(Cat2).As(z.object({ shown: z.string() }), {
        Up: ({ shown }) => ({ name: shown, birthday: "" }),
        Down: ({ name }) => ({ shown: name }),
      }),
    );
    const value = { name: "Tom", birthday: "2020" };
    expect(Faced.Write(value)).toBe(rowOf("3", value));
    expect(await Faced.Read(Faced.Write(value))).toEqual(value);
  });
});

describe("Read takes whatever Write gave", () => {
  it.each<[what: string, schema: z.ZodType, value: unknown]>([
    ["a plain schema", z.object({ a: z.string() }), { a: "x" }],
    ["a default", z.object({ a: z.number().default(1) }), { a: 2 }],
    ["a piped transform", z.object({ n: z.string().transform(Number).pipe(z.number()) }), { n: 7 }],
    [
      "a transform to text that is piped",
      z
        .string()
        .transform((s) => `x-${s}`)
        .pipe(z.string()),
      "x-a",
    ],
    ["a bare transform to another type", z.object({ n: z.string().transform(Number) }), { n: 7 }],
    ["a bare transform to text", z.string().transform((s) => `x-${s}`), "x-a"],
    [
      "a date",
      z.object({ at: z.iso.datetime().transform((s) => new Date(s)), n: z.number().default(1) }),
      { at: new Date(0), n: 2 },
    ],
    [
      "a date beside members that are read as output",
      z.object({ at: z.coerce.date(), flag: z.stringbool(), n: z.string().transform(Number) }),
      { at: new Date(0), flag: true, n: 7 },
    ],
    ["a coerced number", z.coerce.number(), 7],
    ["null", z.null(), null],
    ["a text", z.string(), "{"],
    ["a list", z.array(z.number()), [1, 2]],
    ["a value with members v and data", z.object({ v: z.string(), data: z.number() }), { v: "1", data: 1 }],
    [
      "a value with a member __proto__ of a record",
      z.record(z.string(), z.number()),
      { constructor: 1, toString: 2 },
    ],
  ])("of %s", async (_, schema, value) => {
    const row = V.Stored(schema);
    expect(await row.Read(row.Write(value))).toEqual(value);
    expect(await row.Read(JSON.parse(row.Write(value)))).toEqual(value);
  });
});

describe("what does not fit the JSON Schema of an output is read as an input", () => {
  it.each<[what: string, schema: z.ZodType, data: unknown, read: unknown]>([
    [
      "a text for a coerced number, beside a default",
      z.object({ c: z.coerce.number(), n: z.number().default(3) }),
      { c: "7" },
      { c: 7, n: 3 },
    ],
    [
      "a trimmed text beside a default",
      z.object({ t: z.string().trim(), n: z.number().default(3) }),
      { t: " a " },
      { t: "a", n: 3 },
    ],
  ])("%s", async (_, schema, data, read) => {
    const row = V.Stored(schema, { Untagged: "3" });
    expect(await row.Read(rowOf("3", data))).toEqual(read);
    expect(await row.Read(data)).toEqual(read);
    expect(await row.Read(row.Write(read))).toEqual(read);
  });
});

describe("Read rejects", () => {
  it.each<[what: string, stored: unknown, kind: new (...args: never[]) => Error, text: string]>([
    [
      "an unknown tag",
      rowOf("0", tom),
      RangeError,
      'the stored value has the tag "0", which must be one of "1", "2", "3"',
    ],
    ["a tag of objects' members", '{"v":"__proto__","data":{}}', RangeError, 'the tag "__proto__"'],
    ["a newer tag", rowOf("4", tom), RangeError, 'the tag "4", which is newer than "3"'],
    ["a newer tag of more digits", rowOf("10", tom), RangeError, 'the tag "10", which is newer than "3"'],
    [
      "a tag of a megabyte",
      rowOf("x".repeat(1_000_000), tom),
      RangeError,
      `the tag "${"x".repeat(100)}"..., which must be one of`,
    ],
    ["a text among numbers", rowOf("4b", tom), RangeError, 'the tag "4b", which must be one of'],
    ["no tag", tom, RangeError, "the stored value has no version tag"],
    ["a tag that is no text", rowOf(3, tom), RangeError, "the stored value has no version tag"],
    ["null", "null", RangeError, "the stored value has no version tag"],
    ["undefined", undefined, RangeError, "the stored value has no version tag"],
    ["a text that is no JSON", '{"v":"3",', Error, "the stored text is not valid JSON: "],
    ["an empty text", "", Error, "the stored text is not valid JSON: "],
    [
      "data that does not fit",
      rowOf("2", { name: 7, birthday: "" }),
      Error,
      'does not match the schema of version "2": name: ',
    ],
    [
      "data of another version",
      rowOf("1", tomIn["3"]),
      Error,
      'does not match the schema of version "1": name: ',
    ],
    [
      "data with a key __proto__",
      '{"v":"3","data":{"__proto__":{"first":"x"}}}',
      Error,
      "__proto__: the key is not allowed",
    ],
    [
      "data that is nested too deeply",
      `{"v":"3","data":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      Error,
      "nested more than 64 levels deep",
    ],
    [
      "a value that is nested too deeply",
      { v: "3", data: nested(5_000) },
      Error,
      "nested more than 64 levels deep",
    ],
  ])("%s", async (_, stored, kind, text) => {
    const rejection = CatRow.Read(stored);
    await expect(rejection).rejects.toThrow(text);
    await expect(rejection).rejects.toBeInstanceOf(kind);
  });

  it("with what an Up throws, and where what it gave does not fit", async () => {
    await expect(CatRow.Read(rowOf("2", { name: "odd", birthday: "" }))).rejects.toEqual(
      new HTTPError(409, "no such cat any more"),
    );
    await expect(CatRow.Read(rowOf("2", { name: "misfit", birthday: "" }))).rejects.toThrow(
      "does not match the newer schema: last: ",
    );
    await expect(CatRow.Read(rowOf("2", { name: "broken", birthday: "" }))).rejects.toThrow("a secret of Up");
  });

  it("with the first misfit of a value that newer versions refuse", async () => {
    const Short = Versioned(z.object({ title: z.string().max(2) })).Before(
      Born,
      z.object({ name: z.string() }),
      {
        ...Rename("name", "title"),
        Stricter: "titles are short",
      },
    );
    await expect(V.Stored(Short).Read(rowOf("1", { name: "long" }))).rejects.toEqual(
      new Error(
        'the stored value of version "1" was converted, but a newer schema rejects the result: name: Too big: expected string to have <=2 characters',
      ),
    );
  });

  it("and of a name that occurs twice takes the last, as JSON does", async () => {
    const text = `{"v":"1","v":"3","data":{},"data":${JSON.stringify(tom)}}`;
    expect(await CatRow.Read(text)).toEqual(tom);
  });
});

describe("values without a tag", () => {
  const Row = V.Stored(Cat, { Untagged: "1" });
  it.each<[what: string, stored: unknown]>([
    ["as text", JSON.stringify(tomIn["1"])],
    ["as a value", tomIn["1"]],
  ])("are of the version that Untagged says, %s", async (_, stored) => {
    expect(await Row.Read(stored)).toEqual(tom);
    expect(Row.IsOld(stored)).toBe(true);
  });

  it("are told apart from those with one by its two members", async () => {
    const Data = V.Stored(z.object({ v: z.number(), data: z.number() }), { Untagged: "3" });
    expect(await Data.Read({ v: 1, data: 2 })).toEqual({ v: 1, data: 2 });
    expect(Data.IsOld({ v: 1, data: 2 })).toBe(false);
  });

  it("name their misfit by that version", async () => {
    await expect(Row.Read(tom)).rejects.toThrow(
      'the stored value does not match the schema of version "1": name: ',
    );
  });
});

describe("a newer deploy has written", () => {
  const Cat4 = Cat3.extend({ colour: z.string() });
  const V4 = DefineVersions("1", "2", "3", "4");
  const Newer = V4.Stored(
    Versioned(Cat4).Before(V4.Change("4", "A cat has a colour."), Cat3, {
      Up: (cat) => ({ ...cat, colour: "" }),
    }),
  );
  const text = Newer.Write({ ...tom, colour: "red" });

  it("what an older one refuses", async () => {
    await expect(CatRow.Read(text)).rejects.toThrow(
      new RangeError(
        'the stored value has the tag "4", which is newer than "3", the newest version here: update this build, or set Newer to "keep"',
      ),
    );
    expect(() => CatRow.IsOld(text)).toThrow(RangeError);
  });

  it("or keeps as it is, where it fits", async () => {
    const Keeping = V.Stored(Cat, { Newer: "keep" });
    expect(await Keeping.Read(text)).toEqual({ ...tom, colour: "red" });
    expect(Keeping.IsOld(text)).toBe(false);
    await expect(Keeping.Read(rowOf("4", { first: "Tom" }))).rejects.toThrow("does not match");
    await expect(Keeping.Read(rowOf("0", tom))).rejects.toThrow(RangeError);
  });

  it("and what an older one wrote", async () => {
    expect(await Newer.Read(CatRow.Write(tom))).toEqual({ ...tom, colour: "" });
    expect(Newer.IsOld(CatRow.Write(tom))).toBe(true);
    expect(Newer.IsOld(Newer.Write({ ...tom, colour: "" }))).toBe(false);
  });

  it.each<[what: string, list: readonly string[], tag: string, isNewer: boolean]>([
    ["a day after the last", ["2024-01-01", "2025-01-01"], "2025-06-01", true],
    ["a day between them", ["2024-01-01", "2025-01-01"], "2024-06-01", false],
    ["no day", ["2024-01-01", "2025-01-01"], "2025-02-30", false],
    ["a number among days", ["2024-01-01", "2025-01-01"], "3000", false],
    ["a part of a number", ["1.1", "1.2"], "1.3", true],
  ])("is reported by %s", async (_, list, tag, isNewer) => {
    const Row = DefineVersions(...list).Stored(z.number(), { Newer: "keep" });
    const reading = Row.Read(rowOf(tag, 7));
    await (isNewer ? expect(reading).resolves.toBe(7) : expect(reading).rejects.toThrow(RangeError));
  });
});

describe("V.Stored takes a schema and its options", () => {
  it.each<[what: string, call: () => unknown, error: Error]>([
    ["no schema", () => V.Stored(7 as never), new TypeError("V.Stored: expected a schema, got 7")],
    [
      "a wrong Newer",
      () => V.Stored(Cat, { Newer: "x" as never }),
      new TypeError('V.Stored: Newer must be "refuse" or "keep", got "x"'),
    ],
    [
      "an unknown Untagged",
      () => V.Stored(Cat, { Untagged: "9" as never }),
      new RangeError('V.Stored: Untagged must be one of "1", "2", "3", got "9"'),
    ],
    [
      "no object",
      () => V.Stored(Cat, null as never),
      new TypeError("V.Stored: the options must be an object, got null"),
    ],
    [
      "an Untagged of an empty list",
      () => DefineVersions().Stored(z.any(), { Untagged: "1" as never }),
      new RangeError('V.Stored: Untagged must be one of an empty list, got "1"'),
    ],
    [
      "an empty list, to read by",
      () => DefineVersions().Stored(z.any()).IsOld(rowOf("1", tom)),
      new RangeError(
        "V.Stored: DefineVersions must list at least one version, because each stored value is tagged with its version",
      ),
    ],
    [
      "an empty list",
      () => DefineVersions().Stored(z.any()).Write(1),
      new RangeError(
        "V.Stored: DefineVersions must list at least one version, because each stored value is tagged with its version",
      ),
    ],
  ])("not %s", (_, call, error) => {
    expect(call).toThrow(error);
  });

  it("and rejects where a step has no Up", async () => {
    const Without = Versioned(Cat2).Before(Born, Cat3, { Down: (now: unknown) => now } as never);
    await expect(V.Stored(Without as never).Read(rowOf("1", tom))).rejects.toThrow("cannot turn requests up");
  });
});
