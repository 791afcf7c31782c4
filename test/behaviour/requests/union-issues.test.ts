import { App, WithBody, type AjvFactory, type Schema } from "versioned-controllers";
import Ajv2020 from "ajv/dist/2020";
import * as v from "valibot";
import { z } from "zod";
import * as zod3 from "zod/v3";
import { serve } from "../../support/serve";
import { takeMessages } from "../../support/warnings";

/** The details of a body's 400: each its path, then its message. */
async function detailsOf(schema: Schema, body: unknown, Ajv?: AjvFactory): Promise<unknown> {
  const app = new App(Ajv ? { Ajv } : {}).Post("/", (): unknown => 1, WithBody(schema));
  const { ask } = await serve(app);
  const answer = await ask("POST /", { "Content-Type": "application/json" }, JSON.stringify(body));
  const { error } = answer.json as {
    error: { code: string; details: { path: unknown; message: unknown }[] };
  };
  expect([answer.status, error.code]).toEqual([400, "invalid_request"]);
  return error.details.map(({ path, message }) => [path, message]);
}

function undescribed(reason: string): string {
  return `POST /: the schema of WithBody cannot be converted to JSON Schema (${reason}), so the document shows {}: use a schema that can be converted`;
}

describe("of a union that nothing fits, zod 4 tells the issues of the nearest alternative", () => {
  const Instant = z.object({ instant: z.literal(true), email: z.email() });
  const Regular = z.object({ start: z.string(), end: z.string(), email: z.email() });
  const Booking = z.union([Regular, Instant]);

  it.each<[string, Schema, unknown, unknown]>([
    [
      "the one with the fewest",
      Booking,
      { instant: true, email: "no" },
      // Zod tells an alternative whose checks alone fail as if there were no other.
      [[["email"], "Invalid email address"]],
    ],
    [
      "with its place among them",
      Booking,
      { instant: 1, email: "a@b.test" },
      [[["instant"], "Invalid input: expected true (alternative 2 of 2)"]],
    ],
    [
      "of several the first",
      z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
      {},
      [[["a"], "Invalid input: expected string, received undefined (alternative 1 of 2)"]],
    ],
    [
      "within lists and objects",
      z.object({ list: z.array(Booking) }),
      { list: [{ instant: true, email: 1 }] },
      [[["list", 0, "email"], "Invalid input: expected string, received number (alternative 2 of 2)"]],
    ],
    [
      "of unions within unions",
      z.union([
        z.object({
          deep: z.union([z.object({ a: z.string(), b: z.string() }), z.object({ c: z.string() })]),
        }),
        z.string(),
      ]),
      { deep: {} },
      [
        [
          ["deep", "c"],
          "Invalid input: expected string, received undefined (alternative 1 of 2, then 2 of 2)",
        ],
      ],
    ],
    [
      "of plain values",
      z.union([z.string(), z.number()]),
      true,
      [[[], "Invalid input: expected string, received boolean (alternative 1 of 2)"]],
    ],
    [
      "a tag that names none as it is",
      z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })]),
      { kind: "c" },
      [[["kind"], "Invalid discriminator value. Expected 'a' | 'b'"]],
    ],
  ])("%s", async (_, schema, body, details) => {
    expect(await detailsOf(schema, body)).toEqual(details);
  });
});

it("zod 3 tells them with their places too", async () => {
  const schema = zod3.z.object({
    list: zod3.z.array(
      zod3.z.union([
        zod3.z.object({ a: zod3.z.string(), b: zod3.z.string() }),
        zod3.z.object({ c: zod3.z.string() }),
      ]),
    ),
  });
  expect(await detailsOf(schema, { list: [{}] })).toEqual([
    [["list", 0, "c"], "Required (alternative 2 of 2)"],
  ]);
  expect(takeMessages()).toEqual([
    undescribed("zod 3 provides no JSON Schema in `~standard.jsonSchema`: import zod 4.2 or newer"),
  ]);
});

/** A schema of a library whose issues are these, as ArkType's, which jest cannot load, are. */
const telling = (...issues: readonly object[]) =>
  ({ "~standard": { version: 1, vendor: "test", validate: () => ({ issues }) } }) as unknown as Schema;

describe("of a union in ArkType's form", () => {
  it.each<[what: string, issue: object, details: unknown]>([
    [
      "the first alternative is told, of which all have one issue",
      {
        code: "union",
        message: "none",
        path: ["a"],
        errors: [{ path: ["a", "b"], message: "one" }, { message: "two" }],
      },
      [[["a", "b"], "one (alternative 1 of 2)"]],
    ],
    [
      "an alternative without a path is of the whole",
      { code: "union", message: "none", path: ["a"], errors: [{ message: "one" }] },
      [[[], "one (alternative 1 of 1)"]],
    ],
    ...[[], ["one"], [null], [{}], [{ message: 1 }], "one", undefined].map(
      (errors): [string, object, unknown] => [
        `the union itself is told, where its alternatives are ${JSON.stringify(errors)}`,
        { code: "union", message: "none", path: ["a"], errors },
        [[["a"], "none"]],
      ],
    ),
  ])("%s", async (_what, issue, details) => {
    expect(await detailsOf(telling(issue), {})).toEqual(details);
    expect(takeMessages()).toEqual([
      undescribed("its library provides no JSON Schema in `~standard.jsonSchema`"),
    ]);
  });
});

it("a library that does not tell which alternative an issue is of tells of the union", async () => {
  const schema = v.object({ kind: v.union([v.string(), v.number()]) });
  expect(await detailsOf(schema, { kind: true })).toEqual([
    [["kind"], "Invalid type: Expected (string | number) but received true"],
  ]);
  expect(takeMessages()).toEqual([
    undescribed(
      "valibot provides no JSON Schema in `~standard.jsonSchema`: wrap the schema with toStandardJsonSchema of @valibot/to-json-schema",
    ),
  ]);
});

describe.each(["anyOf", "oneOf"])("of plain JSON Schema's %s", (keyword) => {
  const Regular = {
    type: "object",
    properties: { start: { type: "string" }, email: { type: "string" } },
    required: ["start", "email"],
  };
  const Instant = {
    type: "object",
    properties: { instant: { const: true }, email: { $ref: "#/$defs/Email" } },
    required: ["instant", "email"],
  };
  const $defs = { Regular, Instant, Email: { type: "string", minLength: 5 } };
  const byReference = { [keyword]: [{ $ref: "#/$defs/Regular" }, { $ref: "#/$defs/Instant" }] };

  it.each<[string, object, unknown, unknown]>([
    [
      "the one with the fewest",
      { [keyword]: [Regular, Instant], $defs },
      { instant: true, email: "no" },
      [[["start"], "must have required property 'start' (alternative 1 of 2)"]],
    ],
    [
      "behind references",
      { ...byReference, $defs },
      { instant: true, start: 1, email: "no" },
      [[["start"], "must be string (alternative 1 of 2)"]],
    ],
    [
      "of several the first",
      { [keyword]: [{ required: ["a"] }, { required: ["b"] }] },
      {},
      [[["a"], "must have required property 'a' (alternative 1 of 2)"]],
    ],
    [
      "beside what else does not fit, and within lists",
      {
        type: "object",
        required: ["name"],
        properties: { list: { type: "array", items: byReference } },
        $defs,
      },
      {
        list: [
          { instant: true, email: "no" },
          { instant: 1, start: "a" },
        ],
      },
      [
        [["name"], "must have required property 'name'"],
        [["list", 0, "start"], "must have required property 'start' (alternative 1 of 2)"],
        [["list", 1, "email"], "must have required property 'email' (alternative 1 of 2)"],
      ],
    ],
    [
      "of unions within unions",
      {
        [keyword]: [
          { type: "object", properties: { deep: byReference }, required: ["deep"] },
          { type: "string" },
        ],
        $defs,
      },
      { deep: { instant: 1, email: "long enough" } },
      [[["deep", "start"], "must have required property 'start' (alternative 1 of 2, then 1 of 2)"]],
    ],
    [
      "not null, which has one issue",
      { [keyword]: [{ type: "null" }, Regular] },
      {},
      [
        [["start"], "must have required property 'start' (alternative 2 of 2)"],
        [["email"], "must have required property 'email' (alternative 2 of 2)"],
      ],
    ],
    [
      "a member that must be null, which counts",
      { [keyword]: [{ properties: { email: { type: "null" } } }, Regular] },
      { email: 1 },
      [[["email"], "must be null (alternative 1 of 2)"]],
    ],
    [
      "null where each must be null",
      { [keyword]: [{ type: "null" }, { type: "null" }] },
      1,
      [[[], "must be null (alternative 1 of 2)"]],
    ],
    [
      "that contains itself",
      {
        $ref: "#/$defs/Tree",
        $defs: {
          Tree: {
            [keyword]: [
              { type: "string" },
              {
                type: "object",
                properties: { left: { $ref: "#/$defs/Tree" }, right: { $ref: "#/$defs/Tree" } },
                required: ["left"],
              },
            ],
          },
        },
      },
      { left: { left: 1 }, right: "a" },
      [[[], "must be string (alternative 1 of 2)"]],
    ],
  ])("%s", async (_, schema, body, details) => {
    const told = (await detailsOf(schema, body)) as unknown[];
    expect(new Set(told)).toEqual(new Set(details as unknown[]));
  });
});

it("a value that fits two of oneOf is reported as it is", async () => {
  expect(await detailsOf({ oneOf: [{ type: "number" }, { minimum: 3 }] }, 5)).toEqual([
    [[], "must match exactly one schema in oneOf"],
  ]);
});

it("an ajv of the application's own that does not say where an error is of tells all of them", async () => {
  const plain: AjvFactory = () => new Ajv2020({ allErrors: true });
  expect(await detailsOf({ anyOf: [{ type: "string" }, { type: "number" }] }, true, plain)).toEqual([
    [[], "must be string"],
    [[], "must be number"],
    [[], "must match a schema in anyOf"],
  ]);
});

it("no more than 64 KB of details are sent for unions too", async () => {
  const schema = z.array(z.union([z.object({ a: z.string() }), z.object({ b: z.string(), c: z.string() })]));
  const details = (await detailsOf(
    schema,
    Array.from({ length: 3_000 }, () => ({})),
  )) as unknown[];
  expect(details.at(-1)).toEqual([
    [569, "a"],
    "Invalid input: expected string, received undefined (alternative 1 of 2)",
  ]);
});
