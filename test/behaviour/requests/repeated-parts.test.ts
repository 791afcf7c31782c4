import Ajv2020 from "ajv/dist/2020";
import { App, WithBody } from "versioned-controllers";
import { CreateFetch } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";

/* Recursive schemas that check a part of a value twice, outside of a union's alternatives. */

const Node = { $ref: "#/$defs/Node" };
const child = (): object => ({ properties: { child: { ...Node } } });
const list = (): object => ({ items: { ...Node } });

interface Row {
  readonly what: string;
  readonly schema: object;
  readonly more?: object;
  /** The second check, of which Build warns; missing if nothing is checked twice. */
  readonly place?: string;
}

const at = "#/$defs/Node";

const ofObjects: readonly Row[] = [
  {
    what: "two schemas of allOf",
    schema: { allOf: [child(), child()] },
    place: `${at}/allOf/1/properties/child`,
  },
  {
    what: "allOf and the schema itself",
    schema: { ...child(), allOf: [child()] },
    place: `${at}/allOf/0/properties/child`,
  },
  {
    what: "a schema to which two schemas of allOf refer",
    schema: { allOf: [{ allOf: [{ $ref: "#/$defs/Base" }] }, { allOf: [{ $ref: "#/$defs/Base" }] }] },
    more: { Base: child() },
    place: "#/$defs/Base/properties/child",
  },
  {
    what: "a reference and the schema beside it",
    schema: { ...child(), $ref: "#/$defs/Base" },
    more: { Base: child() },
    place: "#/$defs/Base/properties/child",
  },
  {
    what: "a pattern of names",
    schema: { ...child(), patternProperties: { "^c": { ...Node } } },
    place: `${at}/patternProperties/^c`,
  },
  {
    what: "two patterns of names",
    schema: { patternProperties: { "^c": { ...Node }, d$: { ...Node } } },
    place: `${at}/patternProperties/d$`,
  },
  {
    what: "a pattern of names in another schema",
    schema: { ...child(), allOf: [{ patternProperties: { "^c": { ...Node } } }] },
    place: `${at}/allOf/0/patternProperties/^c`,
  },
  {
    what: "patterns of names in two schemas",
    schema: {
      patternProperties: { "^c": { ...Node } },
      allOf: [{ patternProperties: { d$: { ...Node } } }],
    },
    place: `${at}/allOf/0/patternProperties/d$`,
  },
  {
    what: "a pattern of names, and additionalProperties of another schema",
    schema: { patternProperties: { "^c": { ...Node } }, allOf: [{ additionalProperties: { ...Node } }] },
    place: `${at}/allOf/0/additionalProperties`,
  },
  {
    what: "additionalProperties of another schema",
    schema: { ...child(), allOf: [{ additionalProperties: { ...Node } }] },
    place: `${at}/allOf/0/additionalProperties`,
  },
  {
    what: "if and then",
    schema: { if: child(), then: child() },
    place: `${at}/then/properties/child`,
  },
  {
    what: "then and the schema itself",
    schema: { ...child(), if: { required: ["child"] }, then: child() },
    place: `${at}/then/properties/child`,
  },
  {
    what: "else and the schema itself",
    schema: { ...child(), if: { required: ["other"] }, else: child() },
    place: `${at}/else/properties/child`,
  },
  {
    what: "not",
    schema: { ...child(), not: { not: child() } },
    place: `${at}/not/not/properties/child`,
  },
  {
    what: "dependentSchemas",
    schema: { ...child(), dependentSchemas: { child: child() } },
    place: `${at}/dependentSchemas/child/properties/child`,
  },
  {
    what: "a union and the schema itself",
    schema: { ...child(), anyOf: [child(), { required: ["other"] }] },
    place: `${at}/anyOf/0/properties/child`,
  },
  {
    what: "two unions",
    schema: { anyOf: [child(), { required: ["one"] }], oneOf: [child(), { required: ["two"] }] },
    place: `${at}/oneOf/0/properties/child`,
  },
  {
    what: "unevaluatedProperties after a schema that does not match",
    schema: {
      anyOf: [{ properties: { child: { ...Node }, name: { minLength: 2 } } }, {}],
      unevaluatedProperties: { ...Node },
    },
    place: `${at}/unevaluatedProperties`,
  },
];

const ofLists: readonly Row[] = [
  { what: "contains and items", schema: { ...list(), contains: { ...Node } }, place: `${at}/contains` },
  {
    what: "two of contains",
    schema: { allOf: [{ contains: { ...Node } }, { contains: { ...Node } }] },
    place: `${at}/allOf/1/contains`,
  },
  {
    what: "prefixItems and items of another schema",
    schema: { prefixItems: [{ ...Node }], allOf: [list()] },
    place: `${at}/allOf/0/items`,
  },
];

const told: readonly Row[] = [
  { what: "one schema", schema: child() },
  {
    what: "then and else",
    schema: { if: { required: ["other"] }, then: child(), else: child() },
  },
  {
    what: "conditions that a constant tells apart",
    schema: {
      allOf: ["a", "b"].map((kind) => ({ if: { properties: { kind: { const: kind } } }, then: child() })),
    },
  },
  {
    what: "additionalProperties beside the names",
    schema: { ...child(), additionalProperties: { ...Node }, unevaluatedProperties: { ...Node } },
  },
  {
    what: "additionalProperties beside a pattern",
    schema: { patternProperties: { "^c": { ...Node } }, additionalProperties: { ...Node } },
  },
  {
    what: "additionalProperties of another schema, whose pattern matches the name",
    schema: { ...child(), allOf: [{ patternProperties: { "^c": {} }, additionalProperties: { ...Node } }] },
  },
  {
    what: "additionalProperties of another schema with the same pattern",
    schema: {
      patternProperties: { "^c": { ...Node } },
      allOf: [{ patternProperties: { "^c": {} }, additionalProperties: { ...Node } }],
    },
  },
  { what: "then without if", schema: { ...child(), then: child() } },
  {
    what: "unevaluatedProperties after allOf",
    schema: { allOf: [child()], unevaluatedProperties: { ...Node } },
  },
  {
    what: "a pattern that the name does not match",
    schema: { ...child(), patternProperties: { "^x": { ...Node } } },
  },
  {
    what: "a second check that does not look into the value",
    schema: { ...child(), allOf: [{ properties: { child: { type: "object" } } }] },
  },
];

function askedOf({ schema, more }: Row): (levels: number, wrap: Wrap) => Promise<Asked> {
  let seen = 0;
  const logger = recordingLogger();
  const validate = (): boolean => (seen++, true);
  const app = new App({
    Logger: logger,
    Ajv: (defaults) => new Ajv2020(defaults).addKeyword({ keyword: "seen", validate }),
  });
  app.Post("/", () => 1, WithBody({ ...Node, $defs: { Node: { ...schema, seen: true }, ...more } }));
  const fetch = CreateFetch(app);
  return async (levels, wrap) => {
    const body = Array.from({ length: levels }).reduce<unknown>((inner) => wrap(inner), {});
    const headers = { "Content-Type": "application/json" };
    seen = 0;
    const answer = await fetch(
      new Request("http://x/", { method: "POST", headers, body: JSON.stringify(body) }),
    );
    const { error } = (await answer.json()) as { error?: { code: string } };
    const warned = logger.warn.mock.calls.map(([, text]: readonly unknown[]) => String(text));
    return { code: error?.code ?? "accepted", seen, warned };
  };
}

type Wrap = (inner: unknown) => unknown;

interface Asked {
  readonly code: string;
  /** How many times a schema was applied to a value. */
  readonly seen: number;
  readonly warned: readonly string[];
}

const inObject: Wrap = (child) => ({ name: "a", child });
const inList: Wrap = (item) => [item];

const rows: readonly (readonly [what: string, Row, Wrap])[] = [
  ...ofObjects.map((row) => [row.what, row, inObject] as const),
  ...ofLists.map((row) => [row.what, row, inList] as const),
];

describe("a part that is checked twice at each level, by", () => {
  it.each(rows)("%s", async (_what, row, wrap) => {
    const asked = askedOf(row);
    const [shallow, deep] = [await asked(4, wrap), await asked(16, wrap)];
    expect([shallow.code, deep.code]).toEqual(["accepted", "malformed_body"]);
    // Without a bound, it is 131,071.
    expect(deep.seen).toBeLessThan(50_000);
    expect(deep.warned).toEqual([
      `POST /: the schema at ${row.place} in the schema of WithBody contains itself, but another schema checks the same part of a value, so the work doubles with each level, and a deeply nested value may be refused with 400: check the part in one place only`,
    ]);
  });
});

describe("a part that is checked once at each level, with", () => {
  it.each(told.map((row) => [row.what, row] as const))("%s", async (_what, row) => {
    const { code, seen, warned } = await askedOf(row)(60, (child) => ({ kind: "a", child }));
    expect([code, warned]).toEqual(["accepted", []]);
    expect(seen).toBeLessThan(200);
  });
});
