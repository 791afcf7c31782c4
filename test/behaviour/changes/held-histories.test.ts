import {
  App,
  Each,
  OneOf,
  Rename,
  Versioned,
  WithBody,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  WithResponse,
} from "versioned-controllers";
import * as v from "valibot";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { appWith, Born, Cat1, Cat2, V } from "./cats";

/* A library neither validates nor converts a history within its schema: each request would be a 500. */

// As a caller without types has it: the compiler shows most of these.
const Cat: never = Versioned(Cat2).Before(Born, Cat1, Rename("born", "birthday")) as never;
const Page = z.object({ cat: Cat });

const plainCat = { type: "object", properties: { born: { type: "string" } } };
const PlainCat = Versioned(plainCat).Before(Born, plainCat, { Up: () => ({}), Down: () => ({}) });

const at = (place: string, advice: string) =>
  `GET /cats: the schema of WithBody has a history inside, at ${place}, but the App converts no values of a history inside another schema: write ${advice} [history-in-schema]`;
const within = (path: string) =>
  at(path, `history.Within(${path}, (part) => ...) instead, and return the schema with part in this place`);

it.each<[what: string, schema: object, problem: string]>([
  ["a member of zod's object", Page, within('["cat"]')],
  ["an extended object", z.object({}).extend({ cat: Cat }), within('["cat"]')],
  ["an optional member", z.object({ cat: z.optional(Cat) }), within('["cat"]')],
  ["zod's list", z.object({ cats: z.array(Cat) }), within('["cats", Each]')],
  ["a record", z.object({ cats: z.record(z.string(), z.nullable(Cat)) }), within('["cats", Each]')],
  ["a union", z.union([z.string(), Cat]), within("[]")],
  ["a deep member", z.object({ a: z.array(z.object({ b: Cat })) }), within('["a", Each, "b"]')],
  [
    "a member beside a recursive one",
    z.object({
      get self() {
        return z.object({ cat: Cat }).optional();
      },
    }),
    within('["self", "cat"]'),
  ],
  [
    "two members",
    z.object({ one: Cat, all: z.array(Cat) }),
    at(
      '["one"] and ["all", Each]',
      'Together([[history, ["one"]], [history, ["all", Each]]], (...parts) => ...) instead, and return the schema with the parts in these places',
    ),
  ],
  ["a face's schema", Versioned(z.object({})).As(Page, { Up: () => ({}) }), within('["cat"]')],
  ["a link's schema", Versioned(z.object({})).Before(Born, Page, { Up: () => ({}) }), within('["cat"]')],
  ["an alternative", OneOf(() => Page, [Page, Cat2]), within('["cat"]')],
  ["valibot's object", v.object({ cat: Cat }), within('["cat"]')],
  ["valibot's list", v.array(v.object({ cat: Cat })), within('[Each, "cat"]')],
  ["plain JSON Schema", { type: "object", properties: { cat: Cat } }, within('["cat"]')],
  [
    "a definition of plain JSON Schema",
    { type: "object", properties: { cat: { $ref: "#/$defs/Cat" } }, $defs: { Cat: PlainCat } },
    within('["cat"]'),
  ],
  [
    "a definition behind others",
    {
      type: "object",
      properties: { cats: { $ref: "#/definitions/Cats" }, best: { $ref: "#/definitions/Cat" } },
      definitions: { Cats: { type: "array", items: { $ref: "#/definitions/Cat" } }, Cat },
    },
    at(
      '["cats", Each] and ["best"]',
      'Together([[history, ["cats", Each]], [history, ["best"]]], (...parts) => ...) instead, and return the schema with the parts in these places',
    ),
  ],
  [
    "an alternative of plain JSON Schema",
    { anyOf: [{ $ref: "#/$defs/Cat" }, Cat, { type: "null" }], $defs: { Cat } },
    within("[]"),
  ],
  ["a plain record", { type: "object", patternProperties: { "^a": Cat } }, within("[Each]")],
  ["an item of a plain list", { type: "array", contains: Cat }, within("[Each]")],
  ["a plain tuple", { type: "array", prefixItems: [{ type: "string" }, Cat] }, within("[Each]")],
  [
    "a definition of an alternative",
    OneOf(() => Cat2, [Cat2, { type: "array", items: { $ref: "#/$defs/Cat" }, $defs: { Cat } }]),
    within("[Each]"),
  ],
  ["a history of plain JSON Schema", { type: "array", items: PlainCat }, within("[Each]")],
])("Build refuses a history within %s", (_what, schema, problem) => {
  const { app } = appWith((one) => one.Get("/cats", () => null, V.Since("1"), WithBody(schema)));
  expect(problemsOf(app)).toEqual([problem]);
});

it.each([
  ["WithParams", WithParams(Page as never)],
  ["WithQuery", WithQuery(Page)],
  ["WithHeaders", WithHeaders(Page)],
  ["WithCookies", WithCookies(Page)],
  ["WithResponse", WithResponse(200, Page)],
  ["WithResponse", WithResponse(200, Cat2, { Headers: { "X-Cat": Page } })],
])("Build refuses it in %s", (name, option) => {
  const { app } = appWith((one) =>
    one.Get("/{cat}", (): never => null as never, V.Since("1"), option as never),
  );
  expect(problemsOf(app)).toEqual([
    expect.stringMatching(
      new RegExp(`^GET /\\{cat\\}: the schema of ${name} has a history inside, at \\["cat"\\]`),
    ),
  ]);
});

it("Build refuses it in the payload of a webhook, and in Errors.Schema", () => {
  const hook = V.Webhook("cat", Page);
  const { app } = appWith((one) => one.Include(hook).Get("/", () => null, V.Since("1")), {
    Errors: { Schema: Page },
  });
  expect(problemsOf(app)).toEqual([
    expect.stringMatching(/: the schema of V\.Webhook has a history inside, at \["cat"\]/),
    expect.stringMatching(/^AppOptions: the schema of Errors\.Schema has a history inside, at \["cat"\]/),
  ]);
});

it("Build accepts an alternative whose author's own key refers to a history", () => {
  const described = v.pipe(v.object({ name: v.string() }), v.metadata({ history: PlainCat }));
  const choice = OneOf(() => described, [described]);
  const { app } = appWith((one) => one.Post("/cats", () => null, V.Since("1"), WithBody(choice)));
  expect(problemsOf(app)).toEqual([]);
});

it("Build accepts what Within composes, a history of the whole value, and a schema without JSON Schema", () => {
  const Whole = Versioned(Cat2).Before(Born, Cat1, Rename("born", "birthday"));
  const { app } = appWith((one) =>
    one
      .Post("/whole", () => null, V.Since("1"), WithBody(Whole))
      .Post(
        "/cats",
        () => null,
        V.Since("1"),
        WithBody(Whole.Within(["cats", Each], (cat) => z.object({ cats: z.array(cat) }))),
      )
      .Post(
        "/unknown",
        () => null,
        V.Since("1"),
        WithBody(
          z.object({
            at: z.date(),
            get self() {
              return z.unknown();
            },
          }),
        ),
      ),
  );
  expect(problemsOf(app)).toEqual([]);
});

it("Build accepts a history that the values of a plain JSON Schema never have", () => {
  const Plain = { type: "object", $defs: { Cat }, "x-cat": Cat };
  const { app } = appWith((one) => one.Post("/cats", () => null, V.Since("1"), WithBody(Plain)));
  expect(problemsOf(app)).toEqual([]);
});

it("Build names a getter's own error as before", () => {
  const logger = recordingLogger();
  const Broken = z.object({
    get cat(): z.ZodString {
      throw new Error("not yet");
    },
  });
  const app = new App({ Logger: logger }).Post("/cats", () => null, WithBody(Broken));
  expect(problemsOf(app)).toEqual([]);
  expect(logger.warn).toHaveBeenCalledTimes(1);
});
