import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { OpenAPIDocument } from "../../src/schema/interface/openapi";
import { acceptancesIn, entryFor } from "../../src/tools/cli/accepted";
import { findingOf, isUnwanted, type Finding } from "../../src/tools/cli/findings";
import { compareDocuments } from "../../src/tools/compare/compare-documents";
import { drawnPair } from "../support/drawn-schemas";
import { often } from "../support/runs";
import type { Described, Schema } from "../support/sent-values";

/* Each finding has an entry of accepted.json of its own: the entries of all others do not accept it. */

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "acceptances-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function documentOf({ schema, definitions }: Described): OpenAPIDocument {
  const content = { "application/json": { schema } };
  return {
    openapi: "3.1.1",
    info: { title: "Cats", version: "1" },
    paths: {
      "/cats": { post: { requestBody: { content }, responses: { 200: { description: "", content } } } },
    },
    components: { schemas: definitions },
  } as OpenAPIDocument;
}

function findingsBetween(old: Described, now: Described): readonly Finding[] {
  return compareDocuments(documentOf(old), documentOf(now))
    .map((one) => findingOf(one))
    .filter(isUnwanted);
}

/** The texts of the findings that the entries do not accept. */
function leftBy(entries: readonly string[], findings: readonly Finding[]): readonly string[] {
  writeFileSync(join(folder, "accepted.json"), `[${entries.join()}]`);
  const reasons = acceptancesIn(folder).reasonsFor("1", findings);
  return findings.filter((one) => !reasons.has(one)).map(({ record }) => record.what);
}

function expectOwnEntries(old: Described, now: Described): void {
  const findings = findingsBetween(old, now);
  const entries = findings.map((one) => entryFor("1", one, "finding"));
  for (const [i, { record }] of findings.entries()) {
    expect(leftBy(entries.toSpliced(i, 1), findings)).toEqual([record.what]);
  }
  expect(leftBy(entries, findings)).toEqual([]);
}

const rules: readonly Schema[] = [
  ...["^a", "b$", "a/b"].map((pattern) => ({ pattern })),
  ...["a", 1, null].map((one) => ({ not: { const: one } })),
  ...["a", "b"].map((name) => ({ dependentSchemas: { [name]: { required: ["kind"] } } })),
  ...["a", "b"].map((name) => ({ patternProperties: { [`^${name}`]: { type: "string" } } })),
  ...["int32", "int64", "email"].map((format) => ({ format })),
  ...[1, 3].map((size) => ({ minLength: size, maximum: size, maxProperties: size })),
  { contains: { type: "string" } },
  { if: { minLength: 2 }, then: { pattern: "^a" }, else: { const: "b" } },
];
const types = fc.uniqueArray(fc.constantFrom("string", "number", "integer", "object", "array", "null"), {
  minLength: 1,
  maxLength: 3,
});
/** A member with a few rules, of which several may have one keyword. */
const member = fc
  .tuple(types, fc.uniqueArray(fc.constantFrom(...rules), { maxLength: 4 }))
  .map(([type, allOf]): Described => {
    return { schema: { type: "object", properties: { name: { type, allOf } } }, definitions: {} };
  });

it("rules of one place are accepted one by one", () => {
  fc.assert(fc.property(member, member, expectOwnEntries), { ...often(500), seed: 1 });
});

it("changes of any schema are accepted one by one", () => {
  fc.assert(
    fc.property(drawnPair, ([old, now]) => {
      expectOwnEntries(old, now);
    }),
    { ...often(300), seed: 2 },
  );
});
