import { createServer } from "node:http";
import express, { type Application } from "express";
import fc from "fast-check";
import {
  App,
  Carry,
  Context,
  DefineVersions,
  Each,
  OneOrEach,
  Since,
  Versioned,
  VersioningHeader,
  WithBody,
  WithContext,
  WithResponse,
  type Change,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../support/logger";
import { often } from "../support/runs";
import { listen, type Served } from "../support/serve";

/* What is random: a chain of changes whose functions are given contexts and carried values. */

const contexts = ["org", "user", "plan"] as const;
const versions = ["1", "2", "3", "4"] as const;

/**
 * One change. "notes" has a text more before it, made of what its Down is given beside the value; "rewrites" makes another text of
 * the one that stays.
 */
const change = fc.record({
  kind: fc.constantFrom("notes", "rewrites"),
  version: fc.constantFrom("2", "3", "4"),
  needs: fc.shuffledSubarray([...contexts]),
});

const chains = fc.record({
  // Newest first.
  changes: fc
    .array(change, { maxLength: 6 })
    .map((all) => all.toSorted((one, other) => Number(other.version) - Number(one.version))),
  /** The number of changes before `Carrying`; undefined where nothing is carried. */
  carriedFrom: fc.option(fc.nat(6), { nil: undefined, freq: 4 }),
});
type Chain = typeof chains extends fc.Arbitrary<infer One> ? One : never;
type ChangeOf = Chain["changes"][number];

interface Thing extends Readonly<Record<string, string>> {
  readonly text: string;
}

/** Where things stand within a whole. */
interface Place {
  readonly paths: readonly (readonly (string | symbol)[])[];
  readonly schema: (thing: z.ZodType) => z.ZodType;
  readonly whole: (things: readonly unknown[]) => unknown;
}

const places: Readonly<Record<string, Place>> = {
  "the value itself": { paths: [], schema: (thing) => thing, whole: ([first]) => first },
  "a list": { paths: [[Each]], schema: (thing) => z.array(thing), whole: (things) => things },
  "a list of lists": {
    paths: [[Each, Each]],
    schema: (thing) => z.array(z.array(thing)),
    whole: (things) => [things, [], things],
  },
  "an envelope": {
    paths: [["best"], ["page", "all", Each]],
    schema: (thing) => z.object({ best: thing.nullable(), page: z.object({ all: z.array(thing) }) }),
    whole: (things) => ({ best: things[0] ?? null, page: { all: things } }),
  },
  "a record": {
    paths: [["by", Each]],
    schema: (thing) => z.object({ by: z.record(z.string(), thing) }),
    whole: (things) => ({ by: Object.fromEntries(things.map((thing, i) => [`k${i}`, thing])) }),
  },
  "one or a list": {
    paths: [["some", OneOrEach]],
    schema: (thing) => z.object({ some: z.union([z.array(thing), thing]) }),
    whole: (things) => ({ some: things.length === 1 ? things[0] : things }),
  },
};

const situations = fc.record({
  chain: chains,
  version: fc.constantFrom(...versions),
  place: fc.constantFrom(...Object.entries(places)),
  texts: fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1, maxLength: 3 }),
  /** How each thing is given what it carries; a promise to those alone who wait. */
  carriedAs: fc.constantFrom("a value", "a function", "a promise", "a function that gives a promise"),
  given: fc.shuffledSubarray([...contexts], { minLength: contexts.length }),
});

/* The model: what a version is sent, and what is asked for that. */

function run({ changes }: Chain, version: string): readonly ChangeOf[] {
  return changes.filter((one) => Number(one.version) > Number(version));
}

/** What the function of a change makes of what it is given beside the value. */
function besideOf(chain: Chain, one: ChangeOf, carried: string): string {
  const isGiven = chain.carriedFrom !== undefined && chain.changes.indexOf(one) >= chain.carriedFrom;
  return [isGiven ? carried : "nothing", ...one.needs.map((name) => valueOf(name))].join(",");
}

function valueOf(context: string): string {
  return `the ${context}`;
}

function sentTo(version: string, chain: Chain, [text, carried]: readonly [string, string]): Thing {
  return run(chain, version).reduce<Thing>(
    (now, one) => {
      const beside = besideOf(chain, one, carried);
      return one.kind === "notes"
        ? { ...now, [noteOf(chain, one)]: beside }
        : { ...now, text: `${now.text}<${beside}` };
    },
    { text },
  );
}

function noteOf({ changes }: Chain, one: ChangeOf): string {
  return `note${changes.indexOf(one)}`;
}

/** What a handler is given of what the version was sent: functions of requests are given contexts alone. */
function givenFrom(version: string, chain: Chain, text: string): Thing {
  const texts = run(chain, version)
    .toReversed()
    .filter(({ kind }) => kind === "rewrites")
    .map(({ needs }) => needs.map(valueOf).join(","));
  return { text: texts.reduce((all, beside) => `${beside}>${all}`, text) };
}

/** Whether some function of the version is given what is carried. */
function needsCarried({ changes, carriedFrom }: Chain, version: string): boolean {
  return carriedFrom !== undefined && run({ changes, carriedFrom }, version).length > carriedFrom;
}

/* The package: the same by a history. */

const Logger = recordingLogger();
const V = DefineVersions(...versions);
const keys = new Map(contexts.map((name) => [name, Context<string>(name)] as const));
const keyOf = (name: (typeof contexts)[number]) => keys.get(name) ?? Context<string>(name);
const Legacy = z.object({ said: z.string() });

/** The types of a history are those of one that is written out. */
interface Growing {
  Before(change: Change, schema: z.ZodType, steps: object): Growing;
  Carrying(schema: z.ZodType): Growing;
  Within(paths: Place["paths"], wrap: Place["schema"]): Growing;
}

function historyOf(chain: Chain, { paths, schema }: Place): Growing {
  const { changes, carriedFrom } = chain;
  let history = Versioned(thingWith([])) as unknown as Growing;
  let notes: readonly string[] = [];
  changes.forEach((one, i) => {
    if (carriedFrom === i) history = history.Carrying(Legacy);
    if (one.kind === "notes") notes = [...notes, noteOf(chain, one)];
    history = history.Before(V.Change(one.version, `Change ${i}.`), thingWith(notes), stepsOf(chain, one));
  });
  if (carriedFrom !== undefined && carriedFrom >= changes.length) history = history.Carrying(Legacy);
  return paths.length > 0 ? history.Within(paths, schema) : history;
}

function thingWith(notes: readonly string[]): z.ZodType {
  return z.object(Object.fromEntries(["text", ...notes].map((name) => [name, z.string()])));
}

function stepsOf(chain: Chain, one: ChangeOf): object {
  const { needs, kind } = one;
  const isCarried = chain.carriedFrom !== undefined && chain.changes.indexOf(one) >= chain.carriedFrom;
  const note = noteOf(chain, one);
  return {
    ...(needs.length > 0 && { Needs: needs.map(keyOf) }),
    Down: (now: Thing, ...beside: readonly unknown[]) => {
      const isBoth = isCarried && needs.length > 0;
      const { Carried, Contexts } = isBoth
        ? (beside[0] as { readonly Carried: unknown; readonly Contexts: unknown })
        : { Carried: beside[0], Contexts: isCarried ? undefined : beside[0] };
      const [said, given] = [isCarried ? (Carried as { said: string }).said : "nothing", Contexts];
      const text = [said, ...((given ?? []) as readonly string[])].join(",");
      return kind === "notes" ? { ...now, [note]: text } : { ...now, text: `${now.text}<${text}` };
    },
    Up: (old: Thing, given: readonly string[] = []) =>
      kind === "notes" ? withoutMember(old, note) : { ...old, text: `${given.join(",")}>${old.text}` },
  };
}

function withoutMember(thing: Thing, gone: string): object {
  return Object.fromEntries(Object.entries(thing).filter(([name]) => name !== gone));
}

/** The things as a handler gives them, and the number of those that were asked what they carry. */
function carryingThings(
  { carriedFrom }: Chain,
  texts: readonly (readonly [string, string])[],
  carriedAs: string,
): { readonly things: readonly unknown[]; readonly asked: () => number } {
  let asked = 0;
  const later = carriedAs.includes("promise");
  const things = texts.map(([text, said]) => {
    const ask = (): unknown => {
      asked++;
      return later ? Promise.resolve({ said }) : { said };
    };
    if (carriedFrom === undefined) return { text };
    return Carry(
      { text },
      carriedAs.includes("function") ? ask : later ? Promise.resolve({ said }) : { said },
    );
  });
  return { things, asked: () => asked };
}

let current: Application;

async function served(): Promise<Served> {
  return await listen(
    createServer((req, res) => {
      current(req, res);
    }),
  );
}

const inVersion = (version: string) => ({ "X-Version": version, "Content-Type": "application/json" });

it("a chain is given its contexts and carried values by Show and For as its model says", () => {
  fc.assert(
    fc.property(situations, ({ chain, version, place: [, where], texts, carriedAs: wished, given }) => {
      const carriedAs = wished.replace("promise", "value");
      const history = historyOf(chain, where) as never;
      const expected = where.whole(texts.map((one) => sentTo(version, chain, one)));
      const values = given.map((name) => keyOf(name).Is(valueOf(name)));
      const calls: readonly ((value: never) => unknown)[] = [
        (value) => V.Show(history, version, value, values as never),
        (value) =>
          JSON.parse(V.Webhook("things", history).For(version, value, values as never).Body) as unknown,
      ];
      for (const call of calls) {
        const { things, asked } = carryingThings(chain, texts, carriedAs);
        expect(call(where.whole(things) as never)).toStrictEqual(expected);
        expect(asked()).toBe(
          needsCarried(chain, version) && carriedAs.includes("function") ? askable(where, things) : 0,
        );
      }
    }),
    often(600),
  );
});

/** The things that stand in the whole: each is asked once, wherever it stands. */
function askable({ whole }: Place, things: readonly unknown[]): number {
  const text = JSON.stringify(whole(things.map((_, i) => `thing ${i}`)));
  return things.filter((_, i) => text.includes(`"thing ${i}"`)).length;
}

it("the same over HTTP, where each context is asked once, and only for a version that needs it", async () => {
  const { ask } = await served();
  await fc.assert(
    fc.asyncProperty(situations, async ({ chain, version, place: [, where], texts, carriedAs }) => {
      const asked: string[] = [];
      const { things, asked: carriedAsked } = carryingThings(chain, texts, carriedAs);
      const given = contexts.map((name) =>
        WithContext(keyOf(name), async () => {
          asked.push(name);
          return await Promise.resolve(valueOf(name));
        }),
      );
      const app = new App(
        { Logger, Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List } },
        ...given,
      );
      const whole = where.whole(things) as never;
      const history = historyOf(chain, where) as never;
      app.Get("/returned", () => whole, Since("1"), WithResponse(200, history));
      app.Get("/sent", (_req, res) => void res.json(whole), Since("1"), WithResponse(200, history));
      current = express().use(app.Build());
      const needed = new Set(run(chain, version).flatMap(({ needs }) => needs));
      for (const path of ["/returned", "/sent"]) {
        asked.length = 0;
        const before = carriedAsked();
        const { status, json } = await ask(`GET ${path}`, inVersion(version));
        expect([status, json]).toStrictEqual([
          200,
          where.whole(texts.map((one) => sentTo(version, chain, one))),
        ]);
        expect(asked.toSorted()).toEqual([...needed].toSorted());
        const isAsked = needsCarried(chain, version) && carriedAs.includes("function");
        expect(carriedAsked() - before).toBe(isAsked ? askable(where, things) : 0);
      }
    }),
    often(200),
  );
});

it("what clients send goes up with its contexts, by Read and over HTTP", async () => {
  const { ask } = await served();
  await fc.assert(
    fc.asyncProperty(situations, async ({ chain: random, version, place: [, where], texts, given }) => {
      // What is carried belongs to answers alone.
      const chain = { ...random, carriedFrom: undefined };
      const history = historyOf(chain, where) as never;
      const notes = run(chain, version).filter(({ kind }) => kind === "notes");
      const sent = where.whole(
        texts.map(([text]) => ({
          text,
          ...Object.fromEntries(notes.map((one) => [noteOf(chain, one), "old"])),
        })),
      );
      const expected = where.whole(texts.map(([text]) => givenFrom(version, chain, text)));
      const values = given.map((name) => keyOf(name).Is(valueOf(name)));
      expect(await V.Read(history, version, sent, values as never)).toStrictEqual(expected);
      const app = new App(
        { Logger, Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List } },
        ...contexts.map((name) => WithContext(keyOf(name), () => valueOf(name))),
      );
      let body: unknown;
      app.Post(
        "/things",
        (req) => {
          ({ body } = req);
          return {};
        },
        Since("1"),
        WithBody(history),
      );
      current = express().use(app.Build());
      const { status } = await ask("POST /things", inVersion(version), JSON.stringify(sent));
      expect([status, body]).toStrictEqual([200, expected]);
    }),
    often(200),
  );
});
