import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Converter } from "@apiture/openapi-down-convert";
import { App, WithBody, type OpenAPIDocument } from "versioned-controllers";
import { z } from "zod";
import { bookshop } from "../../samples/18-bookshop/app";
import { BookStore } from "../../samples/18-bookshop/store";
import { scheduleApp } from "../../samples/36-schedules/app";
import { toOpenAPI30 } from "../../samples/43-openapi-30/convert";
import { documentFromOpenAPI30 } from "../../src/schema/json-schema/openapi-30-document";
import { compareDocuments } from "../../src/tools/compare/compare-documents";
import { judgeFolder } from "../support/documents/judging";
import { recordingLogger } from "../support/logger";
import { appOfDocument, sourceDocument, type Handlers } from "../support/openapi-30/app-of";
import { read } from "./markdown";

/* The script of sample 43, which the page is about, makes valid documents of OpenAPI 3.0 that mean the same. */

const page = "docs/guides/documents/openapi-3-0.md";

/** What the judges of documents say of each document. */
async function verdictsOn(documents: readonly object[]): Promise<string> {
  const judged = mkdtempSync(join(tmpdir(), "versioned-controllers-openapi-30-"));
  documents.forEach((document, i) => {
    writeFileSync(join(judged, `${i}.json`), JSON.stringify(document));
  });
  const { said } = await judgeFolder(judged);
  rmSync(judged, { recursive: true });
  return said;
}

function differences(was: OpenAPIDocument, is: OpenAPIDocument): readonly string[] {
  return compareDocuments(was, is).map(({ place, text }) => `${place}: ${text}`);
}

/** The cast: a document asks nothing of its store, so the store needs no database. */
const noStore = Object.create(BookStore.prototype) as BookStore;

const anyHandlers = (): Handlers => new Proxy({}, { get: () => () => 1 });

it.each<[name: string, make: () => App]>([
  ["the sample 18-bookshop", () => bookshop(noStore)],
  ["the sample 36-schedules", () => scheduleApp()],
  ...["notices.yaml", "files.yaml", "orders.json"].map((file): [string, () => App] => [
    file,
    () => appOfDocument(sourceDocument(file), anyHandlers(), { Logger: recordingLogger() }),
  ]),
])("each document of %s is valid, and means the same", async (_name, make) => {
  const app = make();
  const documents = [app.Document(), ...app.Versions().map((version) => app.Document(version))];
  const converted = documents.map(toOpenAPI30);
  expect(await verdictsOn(converted)).toBe(`${documents.length} passed, 0 failed\n`);
  documents.forEach((document, i) => {
    expect(converted[i]?.openapi).toBe("3.0.3");
    const back = documentFromOpenAPI30(JSON.parse(JSON.stringify(converted[i])) as OpenAPIDocument);
    expect([differences(document, back), differences(back, document)]).toEqual([[], []]);
  });
});

const text = { type: "string" };

/** The rows of the page, each with a schema that needs it. */
const rewritten: readonly (readonly [
  start: string,
  schema: object,
  alone: object | Error,
  script: object,
])[] = [
  [
    "`anyOf:",
    { anyOf: [text, { type: "null" }] },
    { anyOf: [text, { type: "null" }] },
    { type: "string", nullable: true },
  ],
  ["`const: false`", { const: false }, { const: false }, { enum: [false] }],
  [
    "`exclusiveMinimum: 0`",
    { type: "number", exclusiveMinimum: 0 },
    { type: "number", exclusiveMinimum: 0 },
    { type: "number", minimum: 0, exclusiveMinimum: true },
  ],
  [
    "`type: [string,",
    { type: ["string", "number", "null"] },
    { type: ["string", "number", "null"] },
    {
      anyOf: [
        { type: "string", nullable: true },
        { type: "number", nullable: true },
      ],
    },
  ],
  [
    "`prefixItems`",
    { type: "array", prefixItems: [text] },
    { type: "array", prefixItems: [text] },
    { type: "array", items: { anyOf: [text] } },
  ],
  [
    "`contentEncoding: binary`",
    { type: "string", format: "binary", contentEncoding: "binary" },
    new Error("Cannot down convert this OpenAPI definition."),
    { type: "string", format: "binary" },
  ],
  [
    "`patternProperties`",
    { type: "object", patternProperties: { "^a": text }, additionalProperties: false },
    { type: "object", additionalProperties: false },
    { type: "object" },
  ],
];

it("the page lists the rows of this test", () => {
  const rows = [...read(page).matchAll(/^\| (`.*?) +\|/gm)].map(([, cell]) => cell ?? "");
  expect(rows.map((cell, i) => cell.startsWith(rewritten[i]?.[0] ?? "?"))).toEqual(rewritten.map(() => true));
});

it.each(rewritten)("the library by itself, and the script, convert %s", (_start, schema, alone, script) => {
  const error = jest.spyOn(console, "error").mockImplementation(() => undefined);
  const document = {
    openapi: "3.1.1",
    info: { title: "a", version: "1" },
    paths: {},
    components: { schemas: { Cat: schema } },
  } satisfies OpenAPIDocument;
  // The library makes its copy by node:v8, whose lists are not those of jest's context.
  const catOf = (converted: object): unknown =>
    (JSON.parse(JSON.stringify(converted)) as typeof document).components.schemas.Cat;
  if (alone instanceof Error) expect(() => new Converter(document).convert()).toThrow(alone);
  else expect(catOf(new Converter(document).convert())).toEqual(alone);
  expect(catOf(toOpenAPI30(document))).toEqual(script);
  error.mockRestore();
});

it("what zod writes becomes valid, whatever is lost", async () => {
  const schema = z.object({
    constants: z.tuple([z.literal(false), z.literal(0), z.literal(""), z.null(), z.literal(["a", null])]),
    limits: z.number().gt(1).min(2).lt(9).max(9).optional(),
    scalars: z.union([z.string(), z.number(), z.null()]),
    objects: z.union([z.object({ a: z.string() }), z.object({ b: z.string() }), z.null()]),
    named: z.object({ q: z.string() }).meta({ id: "Named" }).nullable(),
    records: z.record(z.string().regex(/^a/), z.enum(["a", "b"]).nullable()),
    texts: z.tuple([z.base64(), z.base64url(), z.file()], z.number()),
    never: z.never().optional(),
    json: z.json(),
  });
  const app = new App().Post("/", () => 1, WithBody(schema));
  expect(await verdictsOn([toOpenAPI30(app.Document())])).toBe("1 passed, 0 failed\n");
});
