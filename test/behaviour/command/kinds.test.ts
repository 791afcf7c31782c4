import { mkdtempSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  App,
  VersioningHeader,
  WithQuery,
  WithResponse,
  WithVersion,
  type AppOptions,
} from "versioned-controllers";
import { findingKinds } from "../../../src/tools/compare/finding-kinds";
import { runCommand } from "../../../src/tools/cli/run";
import { withEntriesApart, type Done } from "../../support/project";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "versioned-controllers-kinds-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const silent = { warn: () => undefined, error: () => undefined };

function cats(properties: object, options: AppOptions = {}): App {
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-Version" },
    Logger: silent,
    ...options,
  });
  const cat = { title: "Cat", type: "object", properties };
  app.Get("/cats", () => ({}), WithVersion("1"), WithResponse(200, cat));
  app.Get("/dogs", () => ({}), WithVersion("1"), WithResponse(200, { type: "object", properties }));
  return app;
}

async function run(app: App, ...args: readonly string[]): Promise<Done> {
  return withEntriesApart(await runCommand(args, { folder, load: () => Promise.resolve(app) }));
}

const [was, is] = [cats({ name: {}, age: {}, id: {} }), cats({ id: {} })];

/** Freezes the cats with a name and an age, and checks those without. */
async function checked(accepted: readonly object[], ...options: readonly string[]): Promise<Done> {
  await run(was, "freeze", "app", "1");
  mkdirSync(join(folder, "openapi"), { recursive: true });
  writeFileSync(join(folder, "openapi/accepted.json"), JSON.stringify(accepted));
  return run(is, "check", "app", ...options);
}

const entry = { version: "1", kind: "property-removed", where: "GET /cats", reason: "unread" };

it("a failing check prints the entries of accepted.json, and passes with them", async () => {
  const { code, entries = [] } = await checked([]);
  expect(code).toBe(1);
  expect(entries).toEqual(
    ["GET /cats", "GET /dogs"].flatMap((where) =>
      ["age", "name"].map((name) => ({
        ...{ version: "1", kind: "property-removed", where, subject: `response 200 /${name}`, reason: "..." },
      })),
    ),
  );
  expect((await checked(entries)).code).toBe(0);
});

/** Changes of one property by which two keywords change, with the kind of both findings and their keywords. */
const twoAtOnePlace: readonly (readonly [
  kind: string,
  of: (size: number) => object,
  keywords: readonly string[],
])[] = [
  [
    "rule-changed",
    (size) => ({
      type: "string",
      if: { maxLength: 9 },
      then: { minLength: size },
      else: { maxLength: 10 + size },
    }),
    ["then", "else"],
  ],
  [
    "limit-changed",
    (size) => ({ type: "integer", minimum: 10 - size, maximum: 10 + size }),
    ["minimum", "maximum"],
  ],
  [
    "limit-changed",
    (size) => ({ type: "number", exclusiveMinimum: 10 - size, maximum: 10 + size }),
    ["exclusiveMinimum", "maximum"],
  ],
  [
    "limit-changed",
    (size) => ({ type: "integer", maximum: 10 + size, multipleOf: 8 / size }),
    ["maximum", "multipleOf"],
  ],
  [
    "limit-changed",
    (size) => ({ type: "string", minLength: 10 - size, maxLength: 10 + size }),
    ["minLength", "maxLength"],
  ],
  [
    "limit-changed",
    (size) => ({ type: "array", minItems: 10 - size, maxItems: 10 + size }),
    ["minItems", "maxItems"],
  ],
  [
    "limit-changed",
    (size) => ({ type: "array", contains: {}, minContains: 10 - size, maxContains: 10 + size }),
    ["minContains", "maxContains"],
  ],
  [
    "limit-changed",
    (size) => ({ type: "object", minProperties: 10 - size, maxProperties: 10 + size }),
    ["minProperties", "maxProperties"],
  ],
];

describe.each(twoAtOnePlace)("%s twice at one place", (kind, schemaOf, keywords) => {
  const written = async (accepted: readonly object[]): Promise<Done> => {
    await run(cats({ name: schemaOf(1) }), "freeze", "app", "1");
    writeFileSync(join(folder, "openapi/accepted.json"), JSON.stringify(accepted));
    return run(cats({ name: schemaOf(2) }), "check", "app");
  };
  const places = ["GET /cats", "GET /dogs"];
  const entryOf = (where: string, subject: string): object => ({
    ...{ version: "1", kind, where, subject, reason: "..." },
  });
  const all = places.flatMap((where) =>
    keywords.map((keyword) => entryOf(where, `response 200 /name/${keyword}`)),
  );

  it(`is accepted one by one: ${keywords.join(", ")}`, async () => {
    const { code, entries = [] } = await written([]);
    expect(code).toBe(1);
    expect(entries).toEqual(all);
    expect((await written(entries.slice(1))).entries).toEqual(all.slice(0, 1));
    expect((await written(entries)).code).toBe(0);
  });

  it("is not accepted by an entry that names no keyword", async () => {
    const entries = [entryOf("GET /cats", "response 200 /name"), entryOf("Cat", "/name")];
    const { code, output } = await written([...entries, ...all.slice(1)]);
    expect(code).toBe(1);
    expect(output.split("\n").filter((line) => line.startsWith("accepted.json"))).toEqual([
      `accepted.json: GET /cats: ${kind} at response 200 /name of version 1 does not name the keyword, so it accepts nothing: write the subject "response 200 /name/${keywords[0]}"`,
      `accepted.json: Cat: ${kind} at /name of version 1 does not name the keyword, so it accepts nothing: write the subject "/name/${keywords[0]}"`,
    ]);
  });
});

/** Changes of one property by which one keyword, or its values, change in two ways, and what their subjects end with. */
const twiceAtOnePlace: readonly (readonly [
  kind: string,
  old: object,
  now: object,
  ends: readonly string[],
])[] = [
  [
    "rule-removed",
    { type: "string", allOf: [{ pattern: "^a/b" }, { pattern: "^c" }] },
    { type: "string" },
    ['/pattern/"^a~1b"', '/pattern/"^c"'],
  ],
  [
    "rule-removed",
    { type: "string", allOf: [{ not: { const: "a" } }, { not: { const: "b" } }] },
    { type: "string" },
    ['/not/{"const":"a"}', '/not/{"const":"b"}'],
  ],
  [
    "rule-removed",
    {
      type: "object",
      allOf: ["a", "b"].map((one) => ({ dependentSchemas: { [one]: { required: ["c"] } } })),
    },
    { type: "object" },
    ["a", "b"].map((one) => `/dependentSchemas/{"${one}":{"required":["c"]}}`),
  ],
  [
    "values-added",
    { type: "integer" },
    { type: ["number", "string"] },
    ["/may now be a string", "/may now be a number that is not an integer"],
  ],
];

describe.each(twiceAtOnePlace)("%s twice by one keyword at one place", (kind, old, now, ends) => {
  const written = async (accepted: readonly object[], name: object = now): Promise<Done> => {
    await run(cats({ name: old }), "freeze", "app", "1");
    writeFileSync(join(folder, "openapi/accepted.json"), JSON.stringify(accepted));
    return run(cats({ name }), "check", "app");
  };
  const entryOf = (where: string, subject: string): object => ({
    ...{ version: "1", kind, where, subject, reason: "..." },
  });
  const all = ["GET /cats", "GET /dogs"].flatMap((where) =>
    ends.map((end) => entryOf(where, `response 200 /name${end}`)),
  );

  it(`is accepted one by one: ${ends.join(", ")}`, async () => {
    const { code, entries = [] } = await written([]);
    expect(code).toBe(1);
    expect(entries).toEqual(all);
    for (const entry of all) {
      expect((await written(all.filter((one) => one !== entry))).entries).toEqual([entry]);
    }
    expect((await written(all)).code).toBe(0);
    const ofComponent = ends.map((end) => entryOf("Cat", `/name${end}`));
    expect((await written(ofComponent)).entries).toEqual(all.slice(ends.length));
  });

  it("is not accepted by an entry that names none of the two", async () => {
    const keyword = kind === "rule-removed" ? (/^\/\w+/.exec(String(ends[0]))?.[0] ?? "") : "";
    const { code, output } = await written([entryOf("GET /cats", `response 200 /name${keyword}`)]);
    expect(code).toBe(1);
    const named = ends.map((end) => JSON.stringify(`response 200 /name${end}`)).join(" or ");
    expect(output.split("\n").filter((line) => line.startsWith("accepted.json"))).toEqual([
      `accepted.json: GET /cats: ${kind} at response 200 /name${keyword} of version 1 does not name the value, so it accepts nothing: write the subject ${named}`,
    ]);
  });
});

it.each(["response 200 /name", "response 200 /name/pattern", 'response 200 /name/pattern/"^a"'])(
  "of two patterns, the only one that changed is accepted by an entry for %s",
  async (subject) => {
    const app = (...patterns: readonly string[]): App =>
      cats({ name: { type: "string", allOf: patterns.map((pattern) => ({ pattern })) } });
    await run(app("^a", "^b"), "freeze", "app", "1");
    const entry = { version: "1", kind: "rule-removed", where: "*", subject, reason: "..." };
    writeFileSync(join(folder, "openapi/accepted.json"), JSON.stringify([entry]));
    expect((await run(app("^b"), "check", "app")).code).toBe(0);
    expect((await run(app("^a"), "check", "app")).code).toBe(subject.endsWith('"^a"') ? 1 : 0);
  },
);

it("two limits of a parameter are accepted one by one", async () => {
  const sized = (size: number): App => {
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-Version" }, Logger: silent });
    const properties = { size: { type: "integer", minimum: size, maximum: 10 - size } };
    return app.Get("/cats", () => [], WithVersion("1"), WithQuery({ type: "object", properties }));
  };
  await run(sized(1), "freeze", "app", "1");
  const { entries = [] } = await run(sized(2), "check", "app");
  expect(entries.map((one) => Reflect.get(one, "subject") as unknown)).toEqual([
    'query parameter "size" /minimum',
    'query parameter "size" /maximum',
  ]);
  writeFileSync(join(folder, "openapi/accepted.json"), JSON.stringify(entries.slice(1)));
  expect((await run(sized(2), "check", "app")).entries).toEqual(entries.slice(0, 1));
  writeFileSync(
    join(folder, "openapi/accepted.json"),
    JSON.stringify(entries.map((one) => ({ ...one, subject: 'query parameter "size"' }))),
  );
  expect((await run(sized(2), "check", "app")).entries).toEqual(entries);
});

it.each<[what: string, entries: readonly object[], left: readonly string[]]>([
  ["at its place", [{ where: "GET /cats", subject: "response 200 /age" }], ["GET /dogs"]],
  ["in its component", [{ where: "Cat", subject: "/age" }], ["GET /dogs"]],
  ["at every place", [{ where: "*", subject: "response 200 /age" }], []],
  ["at every place in a component", [{ where: "*", subject: "/age" }], ["GET /dogs"]],
  ["at another place", [{ where: "GET /cats", subject: "response 200 /name" }], ["GET /cats", "GET /dogs"]],
])("an entry without a keyword accepts the only limit %s", async (_what, entries, left) => {
  const aged = (maximum: number): App => cats({ age: { type: "integer", maximum, minimum: 0 }, name: {} });
  await run(aged(1), "freeze", "app", "1");
  const accepted = entries.map((one) => ({ version: "1", kind: "limit-changed", reason: "agreed", ...one }));
  writeFileSync(join(folder, "openapi/accepted.json"), JSON.stringify(accepted));
  const done = await run(aged(2), "check", "app");
  expect(done.entries?.map((one) => Reflect.get(one, "where") as unknown) ?? []).toEqual(left);
  expect(done.code).toBe(left.length === 0 ? 0 : 1);
});

it("without the file it prints the whole of it, with as many entries as changes", async () => {
  const errorsOf = (properties: object): App => {
    const app = new App({
      Versioning: { Type: VersioningHeader, Header: "X-Version" },
      Errors: { Schema: { title: "Failure", type: "object", properties }, Body: () => ({}) },
    });
    app.Get("/cats", () => [], WithVersion("1")).Get("/dogs", () => [], WithVersion("1"));
    return app;
  };
  const runIn = (app: App, ...args: readonly string[]) =>
    runCommand([...args, "--dir", "whole"], { folder, load: () => Promise.resolve(app) });
  const now = errorsOf({ error: {} });
  await runIn(errorsOf({ error: {}, code: {}, id: {} }), "freeze", "app", "1");
  const { output, errors } = await runIn(now, "check", "app");
  expect(output).toMatch(
    /^version 1: 2 breaking changes\n {2}Failure: .*code" was removed; .*id" was removed /,
  );
  const [first, ...list] = errors.split("\n");
  expect(first).toBe("to accept, write whole/accepted.json, with a reason:");
  expect(JSON.parse(list.join("\n"))).toHaveLength(2);
  writeFileSync(join(folder, "whole/accepted.json"), list.join("\n"));
  expect(await runIn(now, "check", "app")).toMatchObject({ code: 0, errors: "" });
});

it("with --json and --github no entry is printed", async () => {
  for (const option of ["--json", "--github"]) expect((await checked([], option)).entries).toEqual([]);
});

it.each<[what: string, accepted: readonly object[], left: readonly string[]]>([
  [
    "its subject",
    [{ ...entry, subject: "response 200 /name" }],
    ["GET /cats /age", "GET /dogs /age", "GET /dogs /name"],
  ],
  ["no subject", [entry], ["GET /dogs /age", "GET /dogs /name"]],
  ["every place", [{ ...entry, where: "*" }], []],
  [
    "a subject at every place",
    [{ ...entry, where: "*", subject: "response 200 /name" }],
    ["GET /cats /age", "GET /dogs /age"],
  ],
  [
    "the component",
    [{ ...entry, where: "Cat", subject: "/name" }],
    ["GET /cats /age", "GET /dogs /age", "GET /dogs /name"],
  ],
  ["the whole component", [{ ...entry, where: "Cat" }], ["GET /dogs /age", "GET /dogs /name"]],
  [
    "another kind",
    [{ ...entry, kind: "property-added" }],
    ["GET /cats /age", "GET /cats /name", "GET /dogs /age", "GET /dogs /name"],
  ],
  [
    "another version",
    [{ ...entry, version: "2" }],
    ["GET /cats /age", "GET /cats /name", "GET /dogs /age", "GET /dogs /name"],
  ],
  [
    "words, as of before",
    [
      {
        version: "1",
        where: "GET /cats",
        what: `response 200: property "name" was removed`,
        reason: "unread",
      },
    ],
    ["GET /cats /age", "GET /dogs /age", "GET /dogs /name"],
  ],
])("an entry with %s", async (_what, accepted, left) => {
  const { code, output } = await checked(accepted, "--json");
  const { versions } = JSON.parse(output) as {
    versions: { changes: { where: string; subject: string; accepted?: string }[] }[];
  };
  const open = versions[0]?.changes.filter((one) => one.accepted === undefined);
  expect(open?.map(({ where, subject }) => `${where} ${subject.replace("response 200 ", "")}`)).toEqual(left);
  expect(code).toBe(left.length === 0 ? 0 : 1);
});

it.each<[what: string, accepted: object, note: string]>([
  [
    "an entry without a subject says what it accepts",
    entry,
    "accepted.json: GET /cats: property-removed has no subject, so it accepts every property-removed of version 1 there",
  ],
  [
    "an entry that matches nothing is named",
    { ...entry, subject: "response 200 /color" },
    "accepted.json: no difference of version 1 matches GET /cats: property-removed at response 200 /color; the entry has no effect: delete it",
  ],
  [
    "an entry of a kind that there is not is named",
    { ...entry, kind: "property-recoloured" },
    "accepted.json: no difference of version 1 matches GET /cats: property-recoloured; the entry has no effect: delete it",
  ],
])("%s", async (_what, accepted, note) => {
  expect((await checked([accepted])).output.split("\n")).toContain(note);
});

it.each([
  { ...entry, what: "is gone" },
  { ...entry, subject: 1 },
  { version: "1", where: "GET /cats", reason: "unread" },
  { version: "1", where: "GET /cats", what: "is gone", subject: "response 200", reason: "unread" },
])("%j is not an entry", async (accepted) => {
  const { code, errors } = await checked([accepted]);
  expect(code).toBe(2);
  expect(errors).toContain(`entry 1 must be { "version": "1", "kind": "property-removed"`);
});

it("docs/breaking-changes.md lists every kind", () => {
  const page = readFileSync(join(__dirname, "../../../docs/breaking-changes.md"), "utf8");
  const [, section = ""] = page.split("## Kinds");
  const listed = [...section.matchAll(/^\| `([a-z-]+)`/gm)].map(([, kind]) => kind);
  expect(listed).toEqual(Object.keys(findingKinds));
});
