import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "versioned-controllers";
import { runCommand } from "../../../src/tools/cli/run";
import { recordingLogger } from "../../support/logger";

const folder = mkdtempSync(join(tmpdir(), "versioned-controllers-documents-"));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `diff` on two files with the given contents. */
async function diff(
  [was, is]: readonly [was: unknown, is: unknown],
  {
    names = ["old.json", "new.json"],
    options = [],
  }: { names?: readonly string[]; options?: readonly string[] } = {},
): Promise<{ output: string; errors: string; code: number }> {
  for (const [i, content] of [was, is].entries()) {
    const text = typeof content === "string" ? content : JSON.stringify(content);
    writeFileSync(join(folder, names[i] ?? ""), text);
  }
  const load = (): Promise<never> => Promise.reject(new Error("no module is loaded"));
  return runCommand(["diff", ...names, ...options], { folder, load });
}

const documentOf = (properties: object, more: object = {}): object => ({
  openapi: "3.1.0",
  info: { title: "Cats", version: "1" },
  paths: {
    "x-internal": "an extension",
    "/cats": {
      get: {
        responses: {
          "x-rate": 1,
          200: {
            description: "OK",
            content: { "application/json": { schema: { type: "object", properties } } },
          },
        },
      },
      // OpenAPI 3.1 needs no responses.
      delete: { callbacks: { gone: { "{$request.query.to}": { post: {} } } } },
    },
  },
  ...more,
});
const text = { type: "string" };

it("prints the differences of two documents, and fails if one breaks clients", async () => {
  const { output, errors, code } = await diff([
    documentOf({ name: text, age: text }),
    documentOf({ name: text }),
  ]);
  expect({ errors, code }).toEqual({ errors: "", code: 1 });
  expect(output).toBe(
    [
      "# From old.json to new.json",
      "",
      "## Changed",
      "",
      "### `GET /cats`",
      "",
      '- **Breaking:** response 200: property "age" was removed',
      "",
    ].join("\n"),
  );
});

it("prints them as JSON", async () => {
  const pair = [documentOf({ name: text }), documentOf({ name: text, age: text })] as const;
  const { output, code } = await diff(pair, { options: ["--json"] });
  expect({ found: JSON.parse(output) as unknown, code }).toEqual({
    found: [
      {
        ...{ breaking: false, kind: "property-added", where: "GET /cats", subject: "response 200 /age" },
        what: 'response 200: property "age" was added',
      },
    ],
    code: 0,
  });
});

it("passes if nothing has changed", async () => {
  const { output, code } = await diff([documentOf({}), documentOf({})]);
  expect({ output, code }).toEqual({
    output: "# From old.json to new.json\n\nNothing has changed.\n",
    code: 0,
  });
});

it("reads YAML, with anchors and numbers as keys", async () => {
  const yaml = (required: string): string => `
openapi: 3.2.0
info: { title: Cats, version: "1" }
paths:
  /cats:
    post:
      requestBody:
        content:
          application/json:
            schema: &cat
              type: object
              properties: { name: { type: string } }
              required: ${required}
      responses:
        200: { description: OK, content: { application/json: { schema: *cat } } }
        201: { description: OK, content: { application/json: { schema: { <<: *cat } } } }
`;
  const names = ["old.yaml", "new.yml"];
  const { output, code } = await diff([yaml("[]"), yaml("[name]")], { names, options: ["--json"] });
  const found = JSON.parse(output) as readonly Readonly<Record<string, unknown>>[];
  expect(code).toBe(1);
  expect(found.map(({ breaking, subject }) => [breaking, subject])).toEqual([
    [true, "request body /name"],
    [false, "response 200 /name"],
    [false, "response 201 /name"],
  ]);
});

it("compares a document of webhooks without paths", async () => {
  const webhooks = (properties: object): object => ({
    openapi: "3.1.0",
    info: { title: "Cats", version: "1" },
    webhooks: {
      added: { post: { requestBody: { content: { "application/json": { schema: { properties } } } } } },
    },
  });
  const { output, code } = await diff([webhooks({ name: text, age: text }), webhooks({ name: text })]);
  expect(code).toBe(1);
  expect(output).toContain('- **Breaking:** request body: property "age" was removed');
});

it("reports references that lead out of a document", async () => {
  const outer = documentOf({ owner: { $ref: "owner.yaml" }, cat: { $ref: "cat.yaml#/Cat" } });
  const { errors, code } = await diff([outer, documentOf({ owner: {}, cat: {}, own: { $ref: "#/info" } })]);
  expect({ errors, code }).toEqual({
    errors:
      'old.json: 2 references lead out of the document, such as "owner.yaml", and are not compared: bundle the document into one file\n',
    code: 0,
  });
});

it.each<[what: string, content: unknown, name: string, message: string]>([
  ["no JSON", "{", "new.json", "new.json can't be read: "],
  ["no YAML", "a: [", "new.yaml", "new.yaml can't be read: "],
  [
    "a bomb of aliases",
    `a: &a [1]\nb: &b [${"*a,".repeat(99)}]\nc: [${"*b,".repeat(99)}]`,
    "new.yaml",
    "new.yaml can't be read: ",
  ],
  ["another value", "[]", "new.json", "new.json must contain an OpenAPI document"],
  [
    "Swagger 2.0",
    { swagger: "2.0", paths: {} },
    "new.json",
    "new.json must be OpenAPI 3.0, 3.1 or 3.2, got 2.0",
  ],
  [
    "a newer OpenAPI",
    { openapi: "4.0.0", paths: {} },
    "new.json",
    "new.json must be OpenAPI 3.0, 3.1 or 3.2, got 4.0.0",
  ],
  ["no paths and no webhooks", { openapi: "3.1.0" }, "new.json", "new.json must contain an OpenAPI document"],
  [
    "a malformed operation",
    documentOf({}, { paths: { "/": { get: 1 } } }),
    "new.json",
    "new.json: paths > / > get must be an object",
  ],
  [
    "a malformed path",
    documentOf({}, { paths: { "/": 1 } }),
    "new.json",
    "new.json: paths > / must be an object",
  ],
  ["malformed paths", documentOf({}, { paths: [] }), "new.json", "new.json: paths must be an object"],
])("%s is not a document", async (_what, content, name, message) => {
  const { output, errors, code } = await diff([documentOf({}), content], { names: ["old.json", name] });
  expect({ output, code }).toEqual({ output: "", code: 2 });
  expect(errors).toContain(message);
});

it("names a file that does not exist", async () => {
  const app = (): Promise<App> => Promise.resolve(new App({ Logger: recordingLogger() }));
  expect(await runCommand(["diff", "gone.json", "new.json"], { folder, load: app })).toEqual({
    ...{ output: "", errors: "gone.json does not exist\n", code: 2 },
  });
});

it("the help has both forms", async () => {
  const { output } = await runCommand(["diff", "--help"], {
    folder,
    load: () => Promise.reject(new Error()),
  });
  expect(output.split("\n").slice(0, 2)).toEqual([
    "Usage: versioned-controllers diff <module> <from> <to> [--json]",
    "       versioned-controllers diff <old.json> <new.json> [--json]",
  ]);
});

it("passes over extensions and missing responses wherever a path may be", async () => {
  const documentWith = (required: readonly string[]): object => {
    const post = {
      requestBody: { content: { "application/json": { schema: { type: "object", required } } } },
    };
    return {
      openapi: "3.2.0",
      info: { title: "Cats", version: "1" },
      paths: {
        "/cats": { additionalOperations: { COPY: post } },
        "/dogs": { $ref: "#/components/pathItems/Dogs" },
      },
      components: { pathItems: { Dogs: { "x-note": 1, post } } },
    };
  };
  const { output, errors, code } = await diff([documentWith([]), documentWith(["name"])]);
  expect({ errors, code }).toEqual({ errors: "", code: 1 });
  expect(output).toContain("### `COPY /cats`");
  expect(output).toContain("### `POST /dogs`");
});

it.each<[what: string, more: object]>([
  ["paths", { paths: 1 }],
  ["webhooks", { webhooks: [1] }],
  ["a path", { paths: { "/cats": 1 } }],
  ["an operation", { paths: { "/cats": { get: 1 } } }],
  ["responses", { paths: { "/cats": { get: { responses: "none" } } } }],
  ["callbacks", { paths: { "/cats": { get: { responses: {}, callbacks: { gone: 1 } } } } }],
])("a document with odd %s is compared, or refused in words", async (_what, more) => {
  const odd = { openapi: "3.1.0", info: { title: "Cats", version: "1" }, paths: {}, ...more };
  const { output, errors, code } = await diff([odd, odd]);
  expect([output, errors, code]).toEqual(
    code === 0
      ? ["# From old.json to new.json\n\nNothing has changed.\n", "", 0]
      : ["", expect.stringContaining("old.json"), 2],
  );
});
