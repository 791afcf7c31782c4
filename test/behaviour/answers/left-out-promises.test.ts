import { setImmediate as nextTurn } from "node:timers/promises";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import express from "express";
import * as valibot from "valibot";
import {
  App,
  DefineVersions,
  JSONSchemaOf,
  Versioned,
  VersioningHeader,
  WithResponse,
  type AppOptions,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { recordUncaught } from "../../support/uncaught";

const { errors } = recordUncaught();

const rejected = (): Promise<never> => Promise.reject(new Error("a promise at a member"));

interface Cat {
  readonly name: string;
}

/** The cast makes the value fit the type of the schema, as a row of a database with more columns does. */
const catWith = (extra: unknown) => ({ name: "Tom", extra }) as Cat;

const extras: readonly (readonly [string, () => unknown, json: string])[] = [
  ["a promise", rejected, "{}"],
  ["a list of lists with a promise", () => [[rejected()]], "[[{}]]"],
  ["an object with a promise", () => ({ a: { b: rejected() } }), '{"a":{"b":{}}}'],
  ["a Set with a promise", () => new Set([rejected()]), "{}"],
  ["a Map with a promise", () => new Map([["a", rejected()]]), "{}"],
];

type CatSchema = ReturnType<typeof JSONSchemaOf<Cat>>;

interface Row {
  readonly what: string;
  readonly schema: CatSchema;
  /** The schema of lists of lists of cats. */
  readonly lists: ReturnType<typeof JSONSchemaOf<Cat[][]>>;
  readonly isLeftOut: boolean;
}

/** The casts: all rows have the types of the first, whatever library their schemas are of. */
const ofZod = (what: string, isLeftOut: boolean, cat: z.ZodType): Row => ({
  what,
  schema: cat as never,
  lists: z.array(z.array(cat)) as never,
  isLeftOut,
});

const ofValibot = (
  what: string,
  isLeftOut: boolean,
  cat: valibot.GenericSchema,
  described: (schema: valibot.GenericSchema) => unknown,
): Row => ({
  what,
  schema: described(cat) as never,
  lists: described(valibot.array(valibot.array(cat))) as never,
  isLeftOut,
});

const ofJSON = (what: string, isLeftOut: boolean, more: object): Row => {
  const cat = { type: "object", properties: { name: { type: "string" } }, ...more };
  return {
    what,
    schema: JSONSchemaOf(cat),
    lists: JSONSchemaOf({ type: "array", items: { type: "array", items: cat } }),
    isLeftOut,
  };
};

const members = { name: valibot.string() };

const schemas: readonly Row[] = [
  ofZod("an object of zod", true, z.object({ name: z.string() })),
  ofZod("a strict object of zod", true, z.strictObject({ name: z.string() })),
  ofZod("a loose object of zod", false, z.looseObject({ name: z.string() })),
  ofJSON("a closed JSON Schema", true, { additionalProperties: false }),
  ofJSON("an open JSON Schema", false, { additionalProperties: true }),
  ofValibot("an object of valibot", false, valibot.object(members), toStandardJsonSchema),
  ofValibot("a strict object of valibot", true, valibot.strictObject(members), toStandardJsonSchema),
  ofValibot("an object of valibot without JSON Schema", false, valibot.object(members), (it) => it),
];

const Logger = recordingLogger();

async function answerOf(app: App, headers: Record<string, string> = {}): Promise<string> {
  return (await (await serve(app)).ask("GET /", headers)).text;
}

const Two = DefineVersions("1", "2");
const later = Two.Change("2", "Cats are converted.");

const versioned = (options: AppOptions = {}): App =>
  new App({
    Logger,
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: Two.List },
    ...options,
  });

type Way = (schema: CatSchema, give: () => Cat) => string | Promise<string>;

const historyOf = (schema: CatSchema, down: (cat: Cat) => Cat = (cat) => ({ ...cat })) =>
  Versioned(schema).Before(later, schema, { Up: (cat) => cat, Down: down });

const ways: readonly (readonly [string, Way])[] = [
  ["returned", (schema, give) => answerOf(new App({ Logger }).Get("/", give, WithResponse(200, schema)))],
  [
    "yielded",
    async (schema, give) => {
      const items = async function* () {
        yield await Promise.resolve(1).then(() => give());
      };
      const app = new App({ Logger }).Get("/", items as never, WithResponse(200, schema));
      return (await answerOf(app)).trim();
    },
  ],
  ...(["1", "2"] as const).flatMap((version): readonly (readonly [string, Way])[] => [
    [
      `returned in version ${version} of two`,
      (schema, give) => {
        const app = versioned().Get("/", give, Two.Since("1"), WithResponse(200, historyOf(schema)));
        return answerOf(app, { "X-Version": version });
      },
    ],
    [
      `shown in version ${version} of two`,
      (schema, give) => JSON.stringify(Two.Show(historyOf(schema), version, give())),
    ],
    [
      `sent by a webhook in version ${version} of two`,
      (schema, give) => Two.Webhook("cat", historyOf(schema)).For(version, give()).Body,
    ],
  ]),
  [
    "given by Down",
    (schema, give) => {
      const made = historyOf(schema, give);
      const app = versioned().Get("/", () => ({ name: "Tim" }), Two.Since("1"), WithResponse(200, made));
      return answerOf(app, { "X-Version": "1" });
    },
  ],
  [
    "given by Down and shown",
    (schema, give) => JSON.stringify(Two.Show(historyOf(schema, give), "1", { name: "Tim" })),
  ],
  [
    "written to be stored",
    (schema, give) =>
      JSON.stringify((JSON.parse(Two.Stored(historyOf(schema)).Write(give())) as { data: unknown }).data),
  ],
];

const rows = ways.flatMap(([way, textOf]) => schemas.map((row) => ({ ...row, way, textOf })));

/* Node ends the process for a rejection that nobody handles. */

describe.each(rows)("a value $way, whose schema is $what,", ({ schema, isLeftOut, textOf }) => {
  it.each(extras)("may have %s that rejects in a member", async (_extra, extraOf, extra) => {
    const text = await textOf(schema, () => catWith(extraOf()));
    expect(text).toBe(isLeftOut ? '{"name":"Tom"}' : `{"name":"Tom","extra":${extra}}`);
    await nextTurn();
    expect(errors).toEqual([]);
  });
});

it.each(schemas)("lists of lists may have promises that reject in a member of $what", async (row) => {
  const give = (): Cat[][] => [[catWith(rejected())], [catWith([rejected()])]];
  const text = await answerOf(new App({ Logger }).Get("/", give, WithResponse(200, row.lists)));
  expect(text).toBe(
    row.isLeftOut
      ? '[[{"name":"Tom"}],[{"name":"Tom"}]]'
      : '[[{"name":"Tom","extra":{}}],[{"name":"Tom","extra":[{}]}]]',
  );
  await nextTurn();
  expect(errors).toEqual([]);
});

it("a promise that rejects may be below a hundred levels", async () => {
  let extra: unknown = rejected();
  for (let i = 0; i < 150; i++) extra = [extra];
  const open = ofJSON("an open JSON Schema", false, {}).schema;
  Two.Show(historyOf(open), "1", catWith(extra));
  await nextTurn();
  expect(errors).toEqual([]);
});

it('a promise that rejects may be removed by the setting "json replacer"', async () => {
  const { schema } = ofJSON("a closed JSON Schema", true, { additionalProperties: false });
  const host = express().set("json replacer", ["name"]);
  host.use(new App({ Logger }).Get("/", () => catWith(rejected()), WithResponse(200, schema)).Build());
  const { text } = await (await serve(host)).ask("GET /");
  expect(text).toBe('{"name":"Tom"}');
  await nextTurn();
  expect(errors).toEqual([]);
});

it.each(["1", "2"] as const)(
  "Show may throw beside a promise that rejects, in version %s",
  async (version) => {
    const cat = catWith(rejected());
    const failing = Object.defineProperty(cat, "name", {
      enumerable: true,
      get: () => {
        throw new Error("a getter");
      },
    });
    const { schema } = ofJSON("an open JSON Schema", false, {});
    expect(() => Two.Show(historyOf(schema), version, failing)).toThrow("a getter");
    await nextTurn();
    expect(errors).toEqual([]);
  },
);
