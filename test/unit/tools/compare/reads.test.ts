import { compareDocuments } from "../../../../src/tools/compare/compare-documents";
import type { OpenAPIDocument } from "../../../../src/schema/interface/openapi";

/* How often the comparison reads a document: twice as much to compare is read about twice as often. */

type Make = (n: number, text: object) => Partial<OpenAPIDocument>;

const many = <One>(n: number, of: (i: number) => One): One[] => Array.from({ length: n }, (_, i) => of(i));
const named = <One>(n: number, of: (i: number) => One): Record<string, One> =>
  Object.fromEntries(many(n, (i) => [`n${i}`, of(i)]));
const answering = (schema: object) => ({
  responses: { 200: { description: "", content: { "application/json": { schema } } } },
});
const sending = (schema: object) => ({
  paths: {
    "/cats": { post: { requestBody: { content: { "application/json": { schema } } }, ...answering(schema) } },
  },
});

const documents: Readonly<Record<string, Make>> = {
  members: (n, text) =>
    sending({ type: "object", properties: named(n, () => ({ ...text })), required: ["n1"] }),
  "required members": (n, text) =>
    sending({
      type: "object",
      properties: named(n, () => ({ ...text })),
      required: Object.keys(named(n, () => 1)),
    }),
  "items of a tuple": (n, text) => sending({ type: "array", prefixItems: many(n, () => ({ ...text })) }),
  "values of an enum": (n, text) => sending({ ...text, enum: many(n, (i) => `value ${i}`) }),
  "members of an allOf": (n, text) =>
    sending({ allOf: many(n, (i) => ({ type: "object", properties: { [`n${i}`]: { ...text } } })) }),
  "alternatives past the bound": (n, text) =>
    sending({
      oneOf: many(4 * n + 256, (i) => ({
        type: "object",
        properties: { [`n${i}`]: { ...text } },
        required: ["a"],
      })),
    }),
  parameters: (n, text) => ({
    paths: {
      "/cats": {
        get: {
          responses: {},
          parameters: many(n, (i) => ({ name: `n${i}`, in: "query", schema: { ...text } })),
        },
      },
    },
  }),
  operations: (n, text) => ({
    paths: Object.fromEntries(many(n, (i) => [`/cats/${i}`, { get: answering({ ...text }) }])),
  }),
  components: (n, text) => ({
    paths: Object.fromEntries(
      many(n, (i) => [`/cats/${i}`, { get: answering({ $ref: `#/components/schemas/n${i}` }) }]),
    ),
    components: { schemas: named(n, () => ({ ...text })) },
  }),
};

/** Counts the members of a value that are read, at any depth. */
function counted<Value extends object>(
  value: Value,
  count: () => void,
  known = new Map<object, object>(),
): Value {
  const found =
    known.get(value) ??
    new Proxy(value, {
      get: (target, key) => {
        count();
        const member: unknown = Reflect.get(target, key);
        return typeof member === "object" && member !== null ? counted(member, count, known) : member;
      },
    });
  known.set(value, found);
  // The cast is safe: a proxy has the members of its target.
  return found as Value;
}

function readsOf(make: Make, n: number): number {
  let reads = 0;
  const documentOf = (text: object): OpenAPIDocument =>
    counted(
      { openapi: "3.1.1", info: { title: "Cats", version: "1" }, paths: {}, ...make(n, text) },
      () => (reads += 1),
    );
  compareDocuments(documentOf({ type: "string" }), documentOf({ type: "string", minLength: 1 }));
  return reads;
}

it.each(Object.entries(documents))("twice the %s are read twice as often", (_what, make) => {
  expect(readsOf(make, 400) / readsOf(make, 200)).toBeLessThan(2.5);
});
