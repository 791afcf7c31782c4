import type { Request } from "express";
import { App, WithBody, WithCookies, type BodyOptions, type Schema } from "versioned-controllers";
import { z } from "zod";
import { serve, type Answer } from "../../support/serve";

const Anything = z.any();

/** A field of each kind that a body may hold, as JSON shows it. */
function shown(value: unknown): unknown {
  if (value instanceof File) return { file: value.name, type: value.type, size: value.size };
  if (Buffer.isBuffer(value)) return { bytes: value.toString("latin1") };
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shown(one)]));
}

async function post(
  options: BodyOptions,
  { type, body, schema = Anything }: { type?: string; body: string; schema?: Schema },
): Promise<Answer> {
  const app = new App().Post(
    "/x",
    (req: Request) => ({ body: shown(req.body as unknown) }),
    WithBody(schema, options),
  );
  const server = await serve(app);
  return server.ask("POST /x", type === undefined ? {} : { "Content-Type": type }, body);
}

interface Part {
  readonly name: string;
  readonly filename?: string;
  readonly type?: string;
  readonly text: string;
}

const multipartType = "multipart/form-data; boundary=XX";

function multipart(...parts: readonly Part[]): string {
  const lines = parts.flatMap(({ name, filename, type, text }) => [
    "--XX",
    `Content-Disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
    "",
    text,
  ]);
  return [...lines, "--XX--", ""].join("\r\n");
}

function errorOf({ json }: Answer): { readonly code: string; readonly message: string } {
  return (json as { readonly error: { readonly code: string; readonly message: string } }).error;
}

describe("a body of Type", () => {
  it.each<[what: string, options: BodyOptions, type: string | undefined, body: string, shownAs: unknown]>([
    ["json", {}, "application/json", '{"a":1}', { a: 1 }],
    ["json of a vendor", {}, "application/vnd.a+json", '{"a":1}', { a: 1 }],
    ["form", { Type: "form" }, "application/x-www-form-urlencoded", "a=1&b=2&b=3", { a: "1", b: ["2", "3"] }],
    ["text", { Type: "text" }, "text/plain", "hello", "hello"],
    ["text of any kind", { Type: "text" }, "text/csv; charset=utf-8", "a,b", "a,b"],
    ["bytes", { Type: "bytes" }, "image/png", "\x01\x02", { bytes: "\x01\x02" }],
    ["bytes without a Content-Type", { Type: "bytes" }, undefined, "ab", { bytes: "ab" }],
    ["bytes that say they are JSON", { Type: "bytes" }, "application/json", "{}", { bytes: "{}" }],
    [
      "multipart",
      { Type: "multipart" },
      multipartType,
      multipart(
        { name: "title", text: "Tom" },
        { name: "photo", filename: "tom.png", type: "image/png", text: "PNG!" },
      ),
      { title: "Tom", photo: { file: "tom.png", type: "image/png", size: 4 } },
    ],
    [
      "multipart with a name that stands twice",
      { Type: "multipart" },
      multipartType,
      multipart({ name: "a", text: "1" }, { name: "a", text: "2" }),
      { a: ["1", "2"] },
    ],
    [
      "multipart with names of Object.prototype",
      { Type: "multipart" },
      multipartType,
      multipart({ name: "constructor", text: "1" }, { name: "toString", text: "2" }),
      { constructor: "1", toString: "2" },
    ],
  ])("%s is read", async (_what, options, type, body, expected) => {
    const answer = await post(options, { ...(type === undefined ? {} : { type }), body });
    expect(answer.json).toEqual({ body: expected });
    expect(answer.status).toBe(200);
  });

  it("of several is the one that the request's Content-Type picks", async () => {
    const options: BodyOptions = { Type: ["json", "form", "multipart", "text"] };
    const bodies = await Promise.all([
      post(options, { type: "application/json", body: '{"a":1}' }),
      post(options, { type: "application/x-www-form-urlencoded", body: "a=1" }),
      post(options, { type: multipartType, body: multipart({ name: "a", text: "1" }) }),
      post(options, { type: "text/plain", body: "a=1" }),
    ]);
    expect(bodies.map(({ json }) => json)).toEqual([
      { body: { a: 1 } },
      { body: { a: "1" } },
      { body: { a: "1" } },
      { body: "a=1" },
    ]);
  });

  it("makes a list of one where the schema asks for a list, in fields only", async () => {
    const schema = z.object({ tag: z.array(z.string()) });
    const options: BodyOptions = { Type: ["json", "form", "multipart"] };
    const [form, parts, json] = await Promise.all([
      post(options, { type: "application/x-www-form-urlencoded", body: "tag=a", schema }),
      post(options, { type: multipartType, body: multipart({ name: "tag", text: "a" }), schema }),
      post(options, { type: "application/json", body: '{"tag":"a"}', schema }),
    ]);
    expect(form.json).toEqual({ body: { tag: ["a"] } });
    expect(parts.json).toEqual({ body: { tag: ["a"] } });
    expect(json.status).toBe(400);
  });

  it.each([
    [
      "plain JSON Schema",
      {
        type: "object",
        properties: {
          meta: { $ref: "#/$defs/Meta" },
          pets: { type: "array", items: { type: "object" } },
          note: { type: "string" },
        },
        $defs: { Meta: { type: "object", required: ["n"], properties: { n: { type: "integer" } } } },
      },
    ],
    [
      "zod",
      z.object({
        meta: z.object({ n: z.int() }).optional(),
        pets: z.array(z.object({}).loose()).optional(),
        note: z.string().optional(),
      }),
    ],
  ])("reads JSON where the schema of a part asks for objects: %s", async (_what, schema) => {
    const ask = (...parts: readonly Part[]): Promise<Answer> =>
      post({ Type: "multipart" }, { type: multipartType, body: multipart(...parts), schema });
    const type = "application/json";
    const all = await ask(
      { name: "meta", text: '{"n":1}' },
      { name: "pets", text: '{"a":1}', type },
      { name: "pets", text: '{"b":2}', type, filename: "blob" },
      { name: "note", text: '{"n":1}' },
    );
    expect(all.json).toEqual({ body: { meta: { n: 1 }, pets: [{ a: 1 }, { b: 2 }], note: '{"n":1}' } });
    expect((await ask({ name: "pets", text: '{"a":1}' })).json).toEqual({ body: { pets: [{ a: 1 }] } });
    expect((await ask({ name: "pets", text: '[{"a":1}]' })).json).toEqual({ body: { pets: [{ a: 1 }] } });
    for (const text of ["{", '{"n":"1"}', "1"]) {
      expect((await ask({ name: "meta", text })).status).toBe(400);
    }
  });

  it("is judged by the schema, files too", async () => {
    const schema = z.object({ photo: z.file().max(3) });
    const body = (text: string): string =>
      multipart({ name: "photo", filename: "a.txt", type: "text/plain", text });
    expect(
      (await post({ Type: "multipart" }, { type: multipartType, body: body("abc"), schema })).status,
    ).toBe(200);
    const refused = await post({ Type: "multipart" }, { type: multipartType, body: body("abcd"), schema });
    expect(refused.status).toBe(400);
    expect(errorOf(refused)).toMatchObject({
      code: "invalid_request",
      details: [{ in: "body", path: ["photo"] }],
    });
  });

  it.each<[what: string, options: BodyOptions, type: string, body: string, status: number, code: string]>([
    ["of another type", { Type: "text" }, "application/json", "{}", 415, "unsupported_media_type"],
    ["of none of several", { Type: ["json", "form"] }, "text/plain", "a", 415, "unsupported_media_type"],
    [
      "of multipart without a boundary",
      { Type: "multipart" },
      "multipart/form-data",
      "a",
      400,
      "malformed_body",
    ],
    ["of multipart without an end", { Type: "multipart" }, multipartType, "--XX\r\n", 400, "malformed_body"],
    ["of multipart that is none", { Type: "multipart" }, multipartType, "hello", 400, "malformed_body"],
    [
      "with the key __proto__",
      { Type: "multipart" },
      multipartType,
      multipart({ name: "__proto__", text: "1" }),
      400,
      "invalid_request",
    ],
    [
      "of more than 1,000 parts",
      { Type: "multipart" },
      multipartType,
      multipart(...Array.from({ length: 1001 }, (_, i) => ({ name: `a${i}`, text: "" }))),
      413,
      "payload_too_large",
    ],
    [
      "with a part's head of more than 16 KB",
      { Type: "multipart" },
      multipartType,
      `--XX\r\n${"X-A: b\r\n".repeat(4000)}\r\n1\r\n--XX--\r\n`,
      400,
      "malformed_body",
    ],
    [
      "of multipart over the Limit",
      { Type: "multipart", Limit: "1kb" },
      multipartType,
      multipart({ name: "a", text: "x".repeat(2000) }),
      413,
      "payload_too_large",
    ],
    [
      "of text over the Limit",
      { Type: "text", Limit: "10b" },
      "text/plain",
      "x".repeat(11),
      413,
      "payload_too_large",
    ],
  ])("%s is refused", async (_what, options, type, body, status, code) => {
    const answer = await post(options, { type, body });
    expect(answer.status).toBe(status);
    expect(errorOf(answer).code).toBe(code);
  });

  it("takes 1,000 parts, and a form of more than 1,000 fields", async () => {
    const parts = Array.from({ length: 1000 }, (_, i) => ({ name: `a${i}`, text: "" }));
    const multi = await post({ Type: "multipart" }, { type: multipartType, body: multipart(...parts) });
    expect(multi.status).toBe(200);
    const fields = Array.from({ length: 5000 }, (_, i) => `a${i}=1`).join("&");
    const form = await post({ Type: "form" }, { type: "application/x-www-form-urlencoded", body: fields });
    expect(form.status).toBe(200);
  });

  it("is in the document under its own media type, with its examples", () => {
    const schema = z.object({ name: z.string() });
    const app = new App().Post(
      "/x",
      () => 1,
      WithBody(schema, {
        Type: ["json", "form", "multipart", "text", "bytes"],
        Examples: { tom: { name: "Tom" } },
      }),
    );
    const { content } = app.Document().paths["/x"]?.post?.requestBody as { readonly content: object };
    expect(Object.keys(content)).toEqual([
      "application/json",
      "application/x-www-form-urlencoded",
      "multipart/form-data",
      "text/plain",
      "application/octet-stream",
    ]);
    expect(content).toMatchObject({ "application/json": { examples: { tom: { value: { name: "Tom" } } } } });
  });
});

describe("cookies", () => {
  const app = new App().Get(
    "/x",
    (req: Request) => req.cookies as unknown,
    WithCookies(z.object({ session: z.string(), theme: z.enum(["light", "dark"]).default("light") })),
  );

  it.each<[cookie: string | readonly string[], cookies: object]>([
    ["session=a", { session: "a", theme: "light" }],
    ["session=a; theme=dark; other=1", { session: "a", theme: "dark" }],
    ["session=a; session=b", { session: "a", theme: "light" }],
    [["session=a", "theme=dark"], { session: "a", theme: "dark" }],
    ['session="a%20b"', { session: "a b", theme: "light" }],
    ["session=a=b", { session: "a=b", theme: "light" }],
    ["lone; session=a", { session: "a", theme: "light" }],
  ])("%j are %j", async (Cookie, cookies) => {
    const server = await serve(app);
    expect((await server.ask("GET /x", { Cookie })).json).toEqual(cookies);
  });

  it("that do not fit are reported by their names", async () => {
    const server = await serve(app);
    const answer = await server.ask("GET /x", { Cookie: "theme=blue" });
    expect(answer.status).toBe(400);
    expect(errorOf(answer)).toMatchObject({
      details: [
        { in: "cookies", path: ["session"] },
        { in: "cookies", path: ["theme"] },
      ],
    });
  });

  it("that a middleware has parsed are taken as they are", async () => {
    const parsing = (req: Request, _res: unknown, next: () => void): void => {
      req.cookies = { session: "parsed" };
      next();
    };
    const server = await serve(parsing, app);
    expect((await server.ask("GET /x", { Cookie: "session=sent" })).json).toEqual({
      session: "parsed",
      theme: "light",
    });
  });

  it("are parameters of the document", () => {
    expect(app.Document().paths["/x"]?.get?.parameters).toEqual([
      { name: "session", in: "cookie", required: true, schema: { type: "string" } },
      {
        name: "theme",
        in: "cookie",
        schema: { type: "string", enum: ["light", "dark"], default: "light" },
      },
    ]);
  });
});
