import fc from "fast-check";
import {
  App,
  Change,
  Versioned,
  VersioningHeader,
  WithBody,
  WithResponse,
  WithVersion,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { compareDocuments } from "../../src/tools/compare/compare-documents";
import type { OpenAPIDocument } from "../../src/schema/interface/openapi";
import { compileClosedMembers } from "../../src/schema/closed-members";
import { recordingLogger } from "../support/logger";
import { often } from "../support/runs";

/*
 * JSON Schema has several spellings of one reference. All that reads schemas must take them for the same schema: the laws
 * of changes, documents, closed members, and the comparison of documents.
 */

type Schema = Readonly<Record<string, unknown>>;

const spellings = ["pointer", "anchor", "id", "recursive", "dynamic"] as const;
type Spelling = (typeof spellings)[number];

/** ajv follows a dynamic reference only from within the schema that has its anchor: of what others refer to it judges nothing. */
const spellingsOfAjv = spellings.filter((spelling) => spelling !== "dynamic");

/** A schema in which `{ $to: "A" }` stands for a reference, and the definitions that these lead to. */
interface Draft {
  readonly root: Schema;
  readonly definitions: Readonly<Record<string, Schema>>;
}

const definitionNames = ["A", "B", "C"] as const;
const reference = fc.constantFrom(...definitionNames).map((to) => ({ $to: to }));

const leaf = fc.constantFrom<Schema>(
  { type: "string", maxLength: 3 },
  { type: "integer", minimum: 0, maximum: 9 },
  { enum: ["one", "two"] },
);

/** All that leads to a reference may be left out, or be empty: else what contains itself would describe no value. */
const leading = fc.oneof(
  reference,
  reference.map((to) => ({ type: "array", maxItems: 2, items: to })),
  reference.map((to) => ({ anyOf: [to, { type: "null" }] })),
  reference.map((to) => ({ type: "object", additionalProperties: to })),
  fc.tuple(reference, leaf).map(([to, own]) => ({ allOf: [to, { properties: { own } }] })),
  reference.map((to) => ({ ...to, description: "words beside a reference" })),
);

const object: fc.Arbitrary<Schema> = fc
  .record({
    leaves: fc.dictionary(fc.constantFrom("x", "y"), leaf),
    further: fc.dictionary(fc.constantFrom("cat", "dog", "z"), leading),
    areRequired: fc.boolean(),
    isClosed: fc.boolean(),
  })
  .map(({ leaves, further, areRequired, isClosed }) => ({
    type: "object",
    properties: { ...leaves, ...further },
    ...(areRequired && { required: Object.keys(leaves) }),
    ...(isClosed && { additionalProperties: false }),
  }));

const draft: fc.Arbitrary<Draft> = fc.record({
  // A root that is a reference alone would be another name for its component.
  root: fc.tuple(object, reference).map(([own, to]) => ({
    ...own,
    properties: { ...(own.properties as Schema), cat: to },
  })),
  definitions: fc.record({ A: object, B: object, C: object }),
});

/** The same schemas with one member more in a definition, which an older version does not know. */
function withSecret({ root, definitions }: Draft, within: string): Draft {
  const entries = Object.entries(definitions).map(([name, schema]) => {
    if (name !== within) return [name, schema];
    return [name, { ...schema, properties: { ...(schema.properties as Schema), secret: { const: 1 } } }];
  });
  return { root, definitions: Object.fromEntries(entries) as Draft["definitions"] };
}

/** How a spelling names the definitions, and how it refers to them: from one of these, or from the root. */
interface Words {
  readonly key: (name: string) => string;
  readonly name: (name: string) => Schema;
  readonly refer: (to: string, from: string | undefined) => Schema;
}

/** `prefix` keeps the names of two schemas apart; in the spelling by `$id` it is a folder. */
function wordsOf(spelling: Spelling, prefix: string, pointer = "#/$defs/"): Words {
  const key = (name: string): string => (prefix === "" ? name : `${prefix}_${name}`);
  switch (spelling) {
    case "pointer":
      return { key, name: () => ({}), refer: (to) => ({ $ref: `${pointer}${key(to)}` }) };
    case "anchor":
      return { key, name: (name) => ({ $anchor: key(name) }), refer: (to) => ({ $ref: `#${key(to)}` }) };
    case "id": {
      const folder = prefix === "" ? "" : `${prefix}/`;
      return {
        key,
        name: (name) => ({ $id: `${folder}${name}` }),
        refer: (to, from) => ({ $ref: from === undefined ? `${folder}${to}` : to }),
      };
    }
    // Each anchor stands once: then a dynamic reference leads where any other does.
    case "recursive":
      return {
        key,
        name: (name) => ({ $dynamicAnchor: key(name) }),
        refer: (to, from) => ({ [to === from ? "$dynamicRef" : "$ref"]: `#${key(to)}` }),
      };
    case "dynamic":
      return {
        key,
        name: (name) => ({ $dynamicAnchor: key(name) }),
        refer: (to) => ({ $dynamicRef: `#${key(to)}` }),
      };
  }
}

function rootOf({ root }: Draft, { refer }: Words): Schema {
  return spelled(root, (to) => refer(to, undefined)) as Schema;
}

function definitionsOf(
  { definitions }: Draft,
  { key, name, refer }: Words,
): Readonly<Record<string, Schema>> {
  const entries = Object.entries(definitions).map(([from, schema]) => [
    key(from),
    { ...name(from), ...(spelled(schema, (to) => refer(to, from)) as Schema) },
  ]);
  return Object.fromEntries(entries) as Readonly<Record<string, Schema>>;
}

function spelled(value: unknown, refer: (to: string) => Schema): unknown {
  if (Array.isArray(value)) return value.map((one) => spelled(one, refer));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).flatMap(([key, member]): readonly (readonly [string, unknown])[] =>
    key === "$to" ? Object.entries(refer(String(member))) : [[key, spelled(member, refer)]],
  );
  return Object.fromEntries(entries);
}

function schemaOf(one: Draft, spelling: Spelling, prefix: string): Schema {
  const words = wordsOf(spelling, prefix);
  return { ...rootOf(one, words), $defs: definitionsOf(one, words) };
}

/** What `tell` says of each spelling is what it says of pointers. */
async function expectSame(
  tell: (spelling: Spelling) => unknown,
  among: readonly Spelling[] = spellings,
): Promise<void> {
  const told = await Promise.all(among.map(async (spelling) => [spelling, await tell(spelling)] as const));
  const [[, first] = []] = told;
  expect(Object.fromEntries(told)).toEqual(Object.fromEntries(among.map((one) => [one, first])));
}

const Secret = Change("2", "A secret came.");

function appOf(older: Draft, newer: Draft, spelling: Spelling): App {
  const same = (value: object): object => value;
  const Both = Versioned(schemaOf(newer, spelling, "new")).Before(Secret, schemaOf(older, spelling, "old"), {
    Up: same,
    Down: same,
  });
  return new App(
    { Versioning: { Type: VersioningHeader, Header: "V", Versions: ["1", "2"] }, Logger: recordingLogger() },
    WithVersion("1", "2"),
  ).Post("/", () => ({}), WithBody(Both), WithResponse(200, Both));
}

const pair = fc.tuple(draft, fc.constantFrom(...definitionNames));

/** The member that came is behind a reference: the older schema knows it nowhere. */
const behindAReference: readonly [Draft, "A"] = [
  {
    root: { type: "object", properties: { cat: { $to: "A" } }, required: ["cat"] },
    definitions: {
      A: { type: "object", properties: { x: { type: "string" } } },
      B: { type: "object" },
      C: { type: "object" },
    },
  },
  "A",
];

describe("a schema is the same, whether its references are pointers, anchors, ids or dynamic", () => {
  it("in the laws of changes", async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([older, within]) => {
        await expectSame(async (spelling) => {
          const app = appOf(older, withSecret(older, within), spelling);
          app.Build();
          const broken = await CheckChanges(app, { Seed: 1, Runs: 20 }).catch(String);
          return broken ?? "no law is broken";
        }, spellingsOfAjv);
      }),
      often<[readonly [Draft, "A" | "B" | "C"]]>(60, [behindAReference]),
    );
  });

  it("in the documents of all versions, and of each", async () => {
    await fc.assert(
      fc.asyncProperty(pair, async ([older, within]) => {
        await expectSame((spelling) => {
          const app = appOf(older, withSecret(older, within), spelling);
          app.Build();
          return [app.Document(), app.Document("1"), app.Document("2")];
        });
      }),
      often<[readonly [Draft, "A" | "B" | "C"]]>(60, [behindAReference]),
    );
  });

  it("in the members that it closes out", async () => {
    await fc.assert(
      fc.asyncProperty(draft, value, async (one, json) => {
        await expectSame((spelling) => {
          const members = compileClosedMembers(schemaOf(one, spelling, "a"));
          if (!members) return "nothing is closed out";
          try {
            return members.strip(json);
          } catch (error) {
            // A value of a kind that the schema does not take is refused.
            return String(error);
          }
        });
      }),
      often(1_000),
    );
  });

  it("in the comparison of two documents", async () => {
    await fc.assert(
      fc.asyncProperty(pair, draft, async ([older, within], other) => {
        for (const newer of [withSecret(older, within), other]) {
          await expectSame((spelling) =>
            compareDocuments(documentOf(older, spelling), documentOf(newer, spelling)),
          );
        }
      }),
      often(200),
    );
  });
});

const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5, depthSize: "medium" },
    fc.constantFrom<unknown>("one", 1, null),
    fc.dictionary(fc.constantFrom("x", "y", "z", "cat", "dog", "secret"), tie("value")),
    fc.array(tie("value"), { maxLength: 2 }),
  ),
}));

/** A document whose components are the definitions, as another tool may have written it. */
function documentOf(one: Draft, spelling: Spelling): OpenAPIDocument {
  const words = wordsOf(spelling, "", "#/components/schemas/");
  const content = { "application/json": { schema: rootOf(one, words) } };
  return {
    openapi: "3.1.1",
    info: { title: "Cats", version: "1" },
    paths: {
      "/cats": {
        post: { requestBody: { content }, responses: { 200: { description: "OK", content } } },
      },
    },
    components: { schemas: definitionsOf(one, words) },
  };
}
