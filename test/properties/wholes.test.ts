import { createServer } from "node:http";
import { Ajv2020 } from "ajv/dist/2020";
import express, { type Application } from "express";
import fc from "fast-check";
import {
  App,
  Change,
  Each,
  OneOrEach,
  Rename,
  Since,
  Together,
  Versioned,
  VersioningHeader,
  WithResponse,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../support/logger";
import { problemsOf } from "../support/problems";
import { often } from "../support/runs";
import { listen } from "../support/serve";

const versions = ["1", "2", "3"];

/** What became of a member: it has always been there, or was renamed, added or given another form in a version. */
interface Fate {
  readonly name: string;
  readonly kind: "same" | "renamed" | "added" | "reshaped";
  readonly version: string;
}

const containers = ["list", "one", "page"];

function fateOf(name: string): fc.Arbitrary<Fate> {
  return fc.record({
    name: fc.constant(name),
    kind: fc.constantFrom("same", "same", "same", "renamed", "added", "reshaped"),
    version: fc.constantFrom("2", "3"),
  });
}

/** The members of a part: one of its own, and some of those that hold other parts. */
const fatesOf = (own: string, others: readonly string[]): fc.Arbitrary<readonly Fate[]> =>
  fc
    .tuple(fateOf(own), fc.subarray([...others]))
    .chain(([first, some]) => fc.tuple(...some.map(fateOf)).map((fates) => [first, ...fates]));

const whole = fc.record({
  envelope: fatesOf("total", containers),
  page: fatesOf("pages", ["list"]),
  item: fatesOf("id", []),
  paths: fc.subarray([["list", Each], ["one"], ["page", "list", Each]], { minLength: 1 }),
  /** True if a second history stands at the first path, or at one that also leads to its values. */
  twice: fc.constantFrom("never", "never", "never", "same", "one or each"),
  order: fc.shuffledSubarray([0, 1, 2], { minLength: 3 }),
});
type Whole = typeof whole extends fc.Arbitrary<infer One> ? One : never;

type Named = Readonly<Record<string, unknown>>;
type AnyObject = z.ZodObject<Record<string, z.ZodType>>;

function valueAt(name: string): unknown {
  return name === "list" ? [] : 1;
}

/** In its older form, a list is an object with items, and another member is a list. */
function schemaOf(names: readonly string[], reshaped: ReadonlySet<string>): AnyObject {
  const list = z.array(z.unknown());
  return z.object(
    Object.fromEntries(
      names.map((name) => {
        const isList = name.startsWith("list");
        if (reshaped.has(name)) return [name, isList ? z.object({ items: list }) : list] as const;
        return [name, isList ? list : z.unknown()] as const;
      }),
    ),
  );
}

/** The history of an object whose members have had these fates. An older name ends in `_old`. */
function historyOf(fates: readonly Fate[]): Versioned<AnyObject> {
  let names = fates.map(({ name }) => name);
  const reshaped = new Set<string>();
  let history: Versioned<AnyObject> = Versioned(schemaOf(names, reshaped));
  for (const { name, kind, version } of [...fates].sort(
    (one, two) => Number(two.version) - Number(one.version),
  )) {
    if (kind === "same") continue;
    if (kind === "added") names = names.filter((one) => one !== name);
    if (kind === "renamed") names = names.map((one) => (one === name ? `${name}_old` : one));
    if (kind === "reshaped") reshaped.add(name);
    history = history.Before(
      Change(version, `${name} ${kind}`),
      schemaOf(names, reshaped),
      conversions[kind](name) as never,
    ) as never;
  }
  return history;
}

const conversions: Readonly<Record<Exclude<Fate["kind"], "same">, (name: string) => object>> = {
  added: (name) => ({
    Down: (now: Named) => Object.fromEntries(Object.entries(now).filter(([one]) => one !== name)),
  }),
  renamed: (name) => Rename(`${name}_old`, name),
  reshaped: (name) => ({
    Down: (now: Named) => ({ ...now, [name]: name === "list" ? { items: now[name] } : [now[name]] }),
  }),
};

/** The envelope holds items and a page, which holds items too. */
function historyOfWhole({ envelope, page, item, paths, twice, order }: Whole): object {
  const parts = [
    [historyOf(envelope), []],
    [historyOf(page), ["page"]],
    ...paths.map((path) => [historyOf(item), path]),
    ...(twice === "never" ? [] : [[historyOf(item), pathBeside(paths[0] ?? [], twice)]]),
  ] as const;
  const ordered = [...order, ...parts.keys()].filter(
    (n, at, all) => all.indexOf(n) === at && n < parts.length,
  );
  return Together(
    ordered.map((n) => parts[n]) as never,
    ((...schemas: AnyObject[]) => {
      const at = (n: number): AnyObject => schemas[ordered.indexOf(n)] ?? z.object({});
      const itemsAt = (...path: readonly string[]): AnyObject | undefined => {
        const n = paths.findIndex((one) => one.filter((step) => step !== Each).join() === path.join());
        return n < 0 ? undefined : at(n + 2);
      };
      const [list, one, inner] = [itemsAt("list"), itemsAt("one"), itemsAt("page", "list")];
      return z.object({
        ...at(0).shape,
        ...(list && { list: z.array(list) }),
        ...(one && { one }),
        page: z.object({ ...at(1).shape, ...(inner && { list: z.array(inner) }) }),
      });
    }) as never,
  );
}

function pathBeside(path: Whole["paths"][number], twice: Whole["twice"]): Whole["paths"][number] {
  if (twice === "same") return path;
  return [...path.filter((step) => step !== Each), OneOrEach];
}

function newestValue({ envelope, page, paths }: Whole): Named {
  const of = (fates: readonly Fate[]): Named =>
    Object.fromEntries(fates.map(({ name }) => [name, valueAt(name)]));
  const holds = (...path: readonly string[]): boolean =>
    paths.some((one) => one.filter((step) => step !== Each).join() === path.join());
  return {
    ...of(envelope),
    ...(holds("list") && { list: [{ id: 1 }, { id: 2 }] }),
    ...(holds("one") && { one: { id: 1 } }),
    page: { ...of(page), ...(holds("page", "list") && { list: [{ id: 1 }] }) },
  };
}

/** The names that a version must not be sent, by the object that would hold them. */
function leaksIn(sent: unknown, { envelope, page, item }: Whole, version: string): readonly string[] {
  const newer = (fates: readonly Fate[]): readonly string[] =>
    fates
      .filter((fate) => ["renamed", "added"].includes(fate.kind) && Number(version) < Number(fate.version))
      .map(({ name }) => name);
  const root = sent as Record<string, unknown>;
  const inPage = (root.page ?? root.page_old ?? {}) as Named;
  const items = [root.list, root.list_old, root.one, root.one_old, inPage.list, inPage.list_old]
    .flat()
    .filter((value) => typeof value === "object" && value !== null);
  return [
    ...newer(envelope).filter((name) => name in root),
    ...newer(page).filter((name) => name in inPage),
    ...newer(item).filter((name) => items.some((value) => Object.hasOwn(value, name))),
  ];
}

let current: Application;

it("what Build accepts of wholes is sent as each version's document says, and without newer names", async () => {
  const { ask } = await listen(
    createServer((req, res) => {
      current(req, res);
    }),
  );
  const ajv = new Ajv2020({ strict: false });
  const counts = { served: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(whole, async (model) => {
      const app = new App({
        Logger: recordingLogger(),
        Versioning: { Type: VersioningHeader, Header: "V", Versions: versions },
      }).Get(
        "/whole",
        (() => newestValue(model)) as never,
        Since("1"),
        WithResponse(200, historyOfWhole(model) as never),
      );
      const problems = problemsOf(app);
      counts[problems.length > 0 ? "refused" : "served"]++;
      expect(problems.filter((text) => !text.includes("is named by two"))).toEqual([]);
      if (problems.length > 0) return;
      current = express().use(app.Build());
      for (const version of versions) {
        const { status, json } = await ask("GET /whole", { V: version });
        const answer = app.Document(version).paths["/whole"]?.get?.responses["200"];
        const fits = ajv.compile(answer?.content?.["application/json"]?.schema ?? { not: {} });
        const misfits = fits(json) ? [] : fits.errors;
        expect([status, json, misfits]).toEqual([200, json, []]);
        expect([json, leaksIn(json, model, version)]).toEqual([json, []]);
      }
    }),
    often(500),
  );
  expect(counts.served).toBeGreaterThan(counts.refused / 10);
});
