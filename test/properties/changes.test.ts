import { createServer } from "node:http";
import express, { type Application, type Request } from "express";
import fc from "fast-check";
import {
  App,
  Change,
  Each,
  Rename,
  Since,
  Until,
  Versioned,
  WithBody,
  WithQuery,
  WithResponse,
} from "versioned-controllers";
import { z } from "zod";
import { often } from "../support/runs";
import { versioned } from "../support/schemes";
import { listen } from "../support/serve";

/** One difference between two versions, as the model and the package are told of it. */
type Difference =
  | { readonly kind: "renames"; readonly from: string; readonly to: string }
  | { readonly kind: "adds" | "removes"; readonly name: string; readonly filler: string };

/** A change, and the members that were there before it. */
interface Step {
  readonly version: string;
  readonly difference: Difference;
  readonly before: readonly string[];
}

/** The versions of a thing whose members are texts: how it began, and what became of it. */
interface Chain {
  readonly versions: readonly string[];
  /** Oldest first. */
  readonly steps: readonly Step[];
  readonly newest: readonly string[];
}

const names = ["a", "b", "c", "d", "__proto__x", "toString"];

const wish = fc.record({
  kind: fc.constantFrom("renames", "adds", "removes"),
  at: fc.nat(5),
  name: fc.constantFrom(...names),
  filler: fc.string(),
});
type Wish = typeof wish extends fc.Arbitrary<infer One> ? One : never;

const chain: fc.Arbitrary<Chain> = fc
  .tuple(fc.subarray(names), fc.array(fc.array(wish, { maxLength: 3 }), { minLength: 1, maxLength: 4 }))
  .map(([first, wishes]) => {
    const versions = ["1", ...wishes.map((_, i) => String(i + 2))];
    const steps: Step[] = [];
    let members: readonly string[] = first;
    wishes.forEach((some, i) => {
      for (const one of some) {
        const difference = differenceOf(one, members);
        if (!difference) continue;
        steps.push({ version: String(i + 2), difference, before: members });
        members = up(
          [difference],
          members.map((name) => [name, ""] as const),
        ).map(([name]) => name);
      }
    });
    return { versions, steps, newest: members };
  });

/** A wish as far as it has a meaning for what is there. */
function differenceOf({ kind, at, name, filler }: Wish, members: readonly string[]): Difference | undefined {
  const there = members[at % Math.max(members.length, 1)];
  const isFree = !members.includes(name);
  switch (kind) {
    case "renames":
      return there !== undefined && isFree ? { kind, from: there, to: name } : undefined;
    case "adds":
      return isFree ? { kind, name, filler } : undefined;
    case "removes":
      return there === undefined ? undefined : { kind, name: there, filler };
  }
}

/* The model: a thing is a list of its members. */

type Members = readonly (readonly [name: string, value: string])[];

function up(differences: readonly Difference[], members: Members): Members {
  return differences.reduce((all, one) => {
    switch (one.kind) {
      case "renames":
        return all.map(([name, value]) => [name === one.from ? one.to : name, value] as const);
      case "adds":
        return [...all, [one.name, one.filler] as const];
      case "removes":
        return all.filter(([name]) => name !== one.name);
    }
  }, members);
}

const opposite = { adds: "removes", removes: "adds" } as const;

/** The way down is the way up of each difference's opposite, the newest first. */
function down(differences: readonly Difference[], members: Members): Members {
  const opposites = differences.map((one): Difference =>
    one.kind === "renames"
      ? { kind: "renames", from: one.to, to: one.from }
      : { ...one, kind: opposite[one.kind] },
  );
  return up(opposites.toReversed(), members);
}

/** The differences that a version has not seen yet, and the members that it knows. */
function seenBy({ steps, newest }: Chain, version: string) {
  const later = steps.filter((step) => Number(step.version) > Number(version));
  return { later: later.map(({ difference }) => difference), members: later[0]?.before ?? newest };
}

/* The package: the same by histories. */

type Thing = Record<string, string>;
type Conversion = (thing: Thing) => Thing;

function schemaOf(members: readonly string[]) {
  return z.object(Object.fromEntries(members.map((name) => [name, z.string()])));
}

function conversionOf(one: Difference): { Up: Conversion; Down: Conversion } {
  if (one.kind === "renames") return Rename(one.from, one.to);
  const adds: Conversion = (thing) => ({ ...thing, [one.name]: one.filler });
  const removes: Conversion = (thing) =>
    Object.fromEntries(Object.entries(thing).filter(([name]) => name !== one.name));
  return one.kind === "adds" ? { Up: adds, Down: removes } : { Up: removes, Down: adds };
}

function historyOf({ steps, newest }: Chain) {
  return steps
    .toReversed()
    .reduce(
      (history, { version, difference, before }) =>
        history.Before(Change(version, difference.kind), schemaOf(before), conversionOf(difference)),
      Versioned(schemaOf(newest)),
    );
}

/** The handler answers with the body that it is given, with a member that no schema has. */
function appOf(model: Chain, until: string, options: (typeof versioned)[number]["options"], seen: unknown[]) {
  const History = historyOf(model);
  const List = History.Within([Each], (one) => z.array(one));
  const Envelope = History.Within([["best"], ["others", Each]], (one) =>
    z.object({ best: one.nullable(), others: z.array(one) }),
  );
  const echo = (given: unknown, leaking: unknown): never => {
    seen.push(given);
    return leaking as never;
  };
  const leak = (thing: object | null): object | null => thing && { ...thing, secret: "x" };
  return new App({ Versioning: { ...options, Versions: model.versions } }, Since("1"))
    .Post("/one", ({ body }) => echo(body, leak(body)), WithBody(History), WithResponse(200, History))
    .Get("/query", ({ query }) => echo(query, leak(query)), WithQuery(History), WithResponse(200, History))
    .Post("/list", ({ body }) => echo(body, body.map(leak)), WithBody(List), WithResponse(200, List))
    .Post(
      "/envelope",
      ({ body }) => echo(body, { best: leak(body.best), others: body.others.map(leak) }),
      WithBody(Envelope),
      WithResponse(200, Envelope),
    )
    .Post(
      "/old",
      (req: Request) => echo(req.body, leak(req.body as object)),
      Until(until),
      WithBody(History),
      WithResponse(200, History),
    );
}

const situation = chain.chain((model) =>
  fc.record({
    model: fc.constant(model),
    version: fc.constantFrom(...model.versions),
    until: fc.constantFrom(...model.versions),
    values: fc.array(fc.string(), { minLength: names.length, maxLength: names.length }),
    without: fc.option(fc.nat(5), { nil: undefined, freq: 4 }),
  }),
);

let current: Application;

describe.each(versioned)("under $name", ({ options, ask: asking }) => {
  it("a chain of changes does what its model does, each way, wherever it is", async () => {
    const { ask } = await listen(
      createServer((req, res) => {
        current(req, res);
      }),
    );
    await fc.assert(
      fc.asyncProperty(situation, async ({ model, version, until, values, without }) => {
        const seen: unknown[] = [];
        current = express().use(appOf(model, until, options, seen).Build());
        const { later, members } = seenBy(model, version);
        const all = members.map((name, i) => [name, values[i] ?? ""] as const);
        const missing = without === undefined ? undefined : members[without];
        const sent = all.filter(([name]) => name !== missing);
        const [older, newer] = [Object.fromEntries(sent), Object.fromEntries(up(later, sent))];
        const back = Object.fromEntries(down(later, up(later, sent)));
        const post = async (plain: string, body?: unknown, query = "") => {
          const { path, headers } = asking(plain, [version]) ?? { path: plain, headers: {} };
          return body === undefined
            ? await ask(`GET ${path}?${query}`, headers)
            : await ask(
                `POST ${path}`,
                { ...headers, "Content-Type": "application/json" },
                JSON.stringify(body),
              );
        };
        const cases: readonly [
          path: string,
          whole: (thing: unknown) => unknown,
          place: readonly unknown[],
        ][] = [
          ["/one", (thing) => thing, []],
          ["/list", (thing) => [thing, thing], [0]],
          ["/envelope", (thing) => ({ best: null, others: [thing] }), ["others", 0]],
          ["/envelope", (thing) => ({ best: thing, others: [] }), ["best"]],
          ["/old", (thing) => thing, []],
        ];
        for (const [path, whole, place] of cases) {
          seen.length = 0;
          const { status, json } = await post(path, whole(older));
          if (path === "/old" && Number(version) > Number(until)) {
            expect(status).toBe(404);
          } else if (missing === undefined) {
            expect([status, json, seen]).toEqual([200, whole(back), [whole(newer)]]);
          } else {
            expect([status, seen]).toEqual([400, []]);
            const misfit = expect.objectContaining({ in: "body", path: [...place, missing] }) as unknown;
            expect(json).toMatchObject({
              error: { details: expect.arrayContaining([misfit]) as unknown },
            });
          }
        }
        seen.length = 0;
        const { status, json } = await post("/query", undefined, new URLSearchParams(older).toString());
        if (missing === undefined) expect([status, json, seen]).toEqual([200, back, [newer]]);
        else expect([status, seen]).toEqual([400, []]);
      }),
      often(100),
    );
  });
});
