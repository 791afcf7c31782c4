import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020";
import {
  App,
  DefineVersions,
  VersioningHeader,
  Versioned,
  WithBody,
  type AppOptions,
  type BodyOptions,
  type BodyType,
  type Schema,
} from "versioned-controllers";
import type { Request } from "express";
import { recordingLogger } from "../../support/logger";
import { serve, type Answer } from "../../support/serve";

/*
 * `{ type: "string", format: "binary" }` of a plain JSON Schema: a file in a form, bytes in a body of bytes, and a text
 * in JSON.
 */

const binary = { type: "string", format: "binary" };
const objectOf = (properties: object, more: object = {}): object => ({
  ...{ type: "object", required: Object.keys(properties), properties },
  ...more,
});

/** Of each value what the handler sees: `file a.txt` for a file. */
function shown(value: unknown): unknown {
  if (value instanceof File) return `file ${value.name}`;
  if (Buffer.isBuffer(value)) return `bytes ${value.toString()}`;
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one)]));
}

interface Sent {
  readonly type: string;
  readonly body: string;
  readonly version?: string;
}

async function post(
  schema: Schema,
  { type, body, version }: Sent,
  { Type, ...options }: AppOptions & BodyOptions,
): Promise<Answer> {
  const app = new App({ Logger: recordingLogger(), ...options });
  app.Post(
    "/x",
    (req: Request) => ({ body: shown(req.body as unknown) }),
    WithBody(schema, { Type: Type ?? "multipart" }),
  );
  return (await serve(app)).ask(
    "POST /x",
    { "Content-Type": type, ...(version && { "X-V": version }) },
    body,
  );
}

/** A form of files (`a.txt`) and texts, in order. */
function form(...parts: readonly (readonly [name: string, kind: "file" | "text", text?: string])[]): Sent {
  const lines = parts.flatMap(([name, kind, text = "abc"]) => [
    "--XX",
    `Content-Disposition: form-data; name="${name}"${kind === "file" ? '; filename="a.txt"' : ""}`,
    ...["", text],
  ]);
  return { type: "multipart/form-data; boundary=XX", body: [...lines, "--XX--", ""].join("\r\n") };
}

const json = (value: unknown): Sent => ({ type: "application/json", body: JSON.stringify(value) });
const urlEncoded: Sent = { type: "application/x-www-form-urlencoded", body: "f=abc" };
const oneFile = form(["f", "file"]);
const oneText = form(["f", "text"]);

const components = {
  Content: binary,
  Upload: objectOf({ f: { $ref: "#/components/schemas/Content" } }),
};
const known: AppOptions = { OpenAPI: { components: { schemas: components } } };

type Row = readonly [
  what: string,
  schema: object,
  sent: Sent,
  expected: unknown,
  options?: AppOptions & BodyOptions,
];

const issue = (message: string, ...path: (string | number)[]): object => ({ in: "body", path, message });

/** A result is the body that the handler gets, or the issues of a 400. */
async function resultOf([, schema, sent, , options = {}]: Row): Promise<unknown> {
  const { status, json: got } = await post(schema, sent, options);
  const { body, error } = got as { body?: unknown; error?: { details?: unknown } };
  return status === 200 ? body : error?.details;
}

const mixed: BodyOptions = { Type: ["json", "form", "multipart"] };
const file = { f: "file a.txt" };

const rows: readonly Row[] = [
  ["a file", objectOf({ f: binary }), oneFile, file],
  ["no file but a text", objectOf({ f: binary }), oneText, [issue("must be a file", "f")]],
  [
    "a file where a text is wanted",
    objectOf({ f: { type: "string" } }),
    oneFile,
    [issue("must be string", "f")],
  ],
  [
    "a file of encoded text",
    objectOf({ f: { type: "string", contentEncoding: "base64" } }),
    oneFile,
    [issue("must be string", "f")],
  ],
  ["a file as zod describes it", objectOf({ f: { ...binary, contentEncoding: "binary" } }), oneFile, file],
  [
    "a file of a media type",
    objectOf({ f: { type: "string", contentMediaType: "image/png" } }),
    oneFile,
    file,
  ],
  [
    "a text of a media type",
    objectOf({ f: { type: "string", contentMediaType: "image/png" } }),
    oneText,
    { f: "abc" },
  ],
  ["a file without a type", objectOf({ f: { format: "binary" } }), oneFile, file],
  ["a nullable file", objectOf({ f: { ...binary, nullable: true } }), oneFile, file],
  [
    "a text for a nullable file",
    objectOf({ f: { ...binary, nullable: true } }),
    oneText,
    [issue("must be a file or null", "f")],
  ],
  [
    "a file too large",
    objectOf({ f: { ...binary, maxLength: 2 } }),
    oneFile,
    [issue("must NOT have more than 2 bytes", "f")],
  ],
  [
    "a file too small",
    objectOf({ f: { ...binary, minLength: 4 } }),
    oneFile,
    [issue("must NOT have fewer than 4 bytes", "f")],
  ],
  ["a file within its limits", objectOf({ f: { ...binary, minLength: 3, maxLength: 3 } }), oneFile, file],
  ["a list of one file", objectOf({ f: { type: "array", items: binary } }), oneFile, { f: ["file a.txt"] }],
  [
    "a list of files",
    objectOf({ f: { type: "array", items: binary } }),
    form(["f", "file"], ["f", "file"]),
    { f: ["file a.txt", "file a.txt"] },
  ],
  [
    "a list with a text",
    objectOf({ f: { type: "array", items: binary } }),
    form(["f", "file"], ["f", "text"]),
    [issue("must be a file", "f", 1)],
  ],
  ["a file by allOf", objectOf({ f: { allOf: [binary], description: "A photo." } }), oneFile, file],
  [
    "a file by parts of an allOf",
    objectOf({ f: { type: "string", allOf: [{ type: "string" }, { format: "binary" }] } }),
    oneFile,
    file,
  ],
  [
    "a text by parts of an allOf",
    objectOf({ f: { allOf: [{ type: "string" }, { format: "binary" }] } }),
    oneText,
    [issue("must be a file", "f")],
  ],
  ["a file within an allOf", { allOf: [objectOf({ f: binary }), objectOf({ f: {} })] }, oneFile, file],
  ["the file of a oneOf", objectOf({ f: { oneOf: [binary, { type: "string" }] } }), oneFile, file],
  ["the text of a oneOf", objectOf({ f: { oneOf: [binary, { type: "string" }] } }), oneText, { f: "abc" }],
  [
    "a form that is one of two",
    { oneOf: [objectOf({ f: binary }), objectOf({ g: binary })] },
    form(["g", "file"]),
    { g: "file a.txt" },
  ],
  ["a file in $defs", objectOf({ f: { $ref: "#/$defs/F" } }, { $defs: { F: binary } }), oneFile, file],
  [
    "a file of its own components",
    objectOf({ f: { $ref: "#/components/schemas/F" } }, { components: { schemas: { F: binary } } }),
    oneFile,
    file,
  ],
  ["a file in a component", objectOf({ f: { $ref: "#/components/schemas/Content" } }), oneFile, file, known],
  ["a component of a form", { $ref: "#/components/schemas/Upload" }, oneFile, file, known],
  [
    "a text for a component's file",
    { $ref: "#/components/schemas/Upload" },
    oneText,
    [issue("must be a file", "f")],
    known,
  ],
  [
    "a named schema",
    objectOf({ f: { $ref: "f.json" } }, { $id: "up.json", $defs: { F: { ...binary, $id: "f.json" } } }),
    oneFile,
    file,
  ],
  [
    "a default beside a file",
    objectOf({ f: binary }, { properties: { f: binary, a: { type: "string", default: "b" } } }),
    oneFile,
    { f: "file a.txt", a: "b" },
  ],

  ["bytes", binary, { type: "image/png", body: "abc" }, "bytes abc", { Type: "bytes" }],
  [
    "too many bytes",
    { ...binary, maxLength: 2 },
    { type: "image/png", body: "abc" },
    [issue("must NOT have more than 2 bytes")],
    { Type: "bytes" },
  ],
  [
    "bytes that are text",
    { type: "string" },
    { type: "image/png", body: "abc" },
    [issue("must be string")],
    { Type: "bytes" },
  ],
  [
    "the text of text or bytes",
    binary,
    { type: "text/plain", body: "abc" },
    "abc",
    { Type: ["text", "bytes"] },
  ],
  [
    "the bytes of text or bytes",
    binary,
    { type: "image/png", body: "abc" },
    "bytes abc",
    { Type: ["text", "bytes"] },
  ],

  ["JSON's text", objectOf({ f: binary }), json({ f: "abc" }), { f: "abc" }, { Type: "json" }],
  [
    "JSON's object",
    objectOf({ f: binary }),
    json({ f: { size: 3 } }),
    [issue("must be string", "f")],
    { Type: "json" },
  ],
  ["the text of JSON or a form", objectOf({ f: binary }), json({ f: "abc" }), { f: "abc" }, mixed],
  [
    "the object of JSON or a form",
    objectOf({ f: binary }),
    json({ f: {} }),
    [issue("must be string", "f")],
    mixed,
  ],
  ["the field of an encoded form", objectOf({ f: binary }), urlEncoded, { f: "abc" }, mixed],
  ["the file of JSON or a form", objectOf({ f: binary }), oneFile, file, mixed],
  ["the text of a form beside JSON", objectOf({ f: binary }), oneText, [issue("must be a file", "f")], mixed],
];

describe("a binary text of a plain JSON Schema", () => {
  it.each(rows.map((row) => [row[0], row] as const))("%s", async (_what, row) => {
    expect(await resultOf(row)).toEqual(row[3]);
  });
});

type MakeAjv = NonNullable<AppOptions["Ajv"]>;

const ajvs: Readonly<Record<string, MakeAjv>> = {
  "with formats": (defaults) => {
    const ajv = new Ajv2020(defaults);
    addFormats(ajv);
    return ajv;
  },
  strict: (defaults) => new Ajv2020({ ...defaults, strict: true, formats: { binary: true } }),
  "that converts": (defaults) => new Ajv2020({ ...defaults, coerceTypes: true }),
  "with compile alone": (defaults) => {
    const ajv = new Ajv2020(defaults);
    return { compile: (schema) => ajv.compile(schema) };
  },
};

describe.each(Object.entries(ajvs))("an own ajv %s", (_what, Ajv) => {
  it.each([
    ["takes a file", oneFile, 200],
    ["refuses a text", oneText, 400],
  ])("%s", async (_name, sent, status) => {
    const schema = objectOf({ f: { $ref: "#/components/schemas/Content" } });
    expect((await post(schema, sent, { ...known, Ajv })).status).toBe(status);
  });
});

it.each([
  ["a schema that the ajv has", { $ref: "content.json" }],
  ["a schema that the ajv has by its key", { $ref: "#/components/schemas/Content" }],
])("takes a file behind %s", async (_what, f) => {
  const Ajv: MakeAjv = (defaults) => {
    const ajv = new Ajv2020(defaults);
    ajv.addSchema({ ...binary, $id: "content.json" });
    ajv.addSchema(binary, "#/components/schemas/Content");
    return ajv;
  };
  expect((await post(objectOf({ f }), oneFile, { Ajv })).json).toEqual({ body: file });
});

it("takes a file by a whole schema that the ajv has", async () => {
  const schema = objectOf({ f: binary }, { $id: "upload.json" });
  const Ajv: MakeAjv = (defaults) => {
    const ajv = new Ajv2020(defaults);
    ajv.addSchema(schema);
    return ajv;
  };
  expect((await post(schema, oneFile, { Ajv })).json).toEqual({ body: file });
});

describe("a history", () => {
  const V = DefineVersions("1", "2");
  const Encoded = V.Change("2", "A photo is a file.");
  const Versioning = { Type: VersioningHeader, Header: "X-V", Versions: V.List } as const;

  it("of a form is judged by each version's schema, and once more behind its Up", async () => {
    const history = Versioned(objectOf({ photo: binary })).Before(Encoded, objectOf({ f: binary }), {
      Up: ({ f }: { f: File }) => ({ photo: f }),
    });
    const app = new App({ Versioning });
    app.Post(
      "/x",
      (req: Request) => ({ body: shown(req.body as unknown) }),
      V.Since("1"),
      WithBody(history, { Type: "multipart" }),
    );
    const server = await serve(app);
    const ask = async (version: string, { type, body }: Sent): Promise<unknown> =>
      (await server.ask("POST /x", { "Content-Type": type, "X-V": version }, body)).json;
    expect(await ask("1", oneFile)).toEqual({ body: { photo: "file a.txt" } });
    expect(await ask("2", form(["photo", "file"]))).toEqual({ body: { photo: "file a.txt" } });
    expect(await ask("1", oneText)).toMatchObject({ error: { details: [issue("must be a file", "f")] } });
  });

  it("may make a file of an older version's text", async () => {
    const history = Versioned(objectOf({ f: binary })).Before(Encoded, objectOf({ f: { type: "string" } }), {
      ...{ Type: "json" as const },
      Up: ({ f }: { f: string }) => ({ f: new File([Buffer.from(f, "base64")], "old.txt") }),
    });
    const app = new App({ Versioning });
    app.Post(
      "/x",
      (req: Request) => ({ body: shown(req.body as unknown) }),
      V.Since("1"),
      WithBody(history, { Type: "multipart" }),
    );
    const { type, body } = json({ f: "YWJj" });
    const answer = await (await serve(app)).ask("POST /x", { "Content-Type": type, "X-V": "1" }, body);
    expect(answer.json).toEqual({ body: { f: "file old.txt" } });
  });
});

it("warns of the format only where it is a text", async () => {
  const warned = (Type: BodyType): readonly unknown[] => {
    const Logger = recordingLogger();
    new App({ Logger }).Post("/x", () => 1, WithBody(objectOf({ f: binary }), { Type })).Build();
    return Logger.warn.mock.calls.map((call: readonly unknown[]) => call[1]);
  };
  expect(warned("multipart")).toEqual([]);
  expect(warned("bytes")).toEqual([]);
  expect(warned("json")).toEqual([expect.stringContaining('format "binary" of WithBody is not checked')]);
});

it("is described as it is written", () => {
  const document = new App()
    .Post("/x", () => 1, WithBody(objectOf({ f: binary }), { Type: "multipart" }))
    .Document();
  expect(document.paths["/x"]?.post?.requestBody).toEqual({
    required: true,
    content: { "multipart/form-data": { schema: objectOf({ f: binary }) } },
  });
});
