import { Ajv2020, type Options } from "ajv/dist/2020";
import express from "express";
import {
  App,
  VersioningHeader,
  VersioningURI,
  WithBody,
  WithCookies,
  WithQuery,
  WithVersion,
  type AjvFactory,
  type Schema,
  type VersioningOptions,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve, type Answer } from "../../support/serve";

const json = { "Content-Type": "application/json" };
const form = { "Content-Type": "application/x-www-form-urlencoded" };
const megabyte = 1024 * 1024;

const Tree = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree);
  },
});

const PlainTree = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#" } } },
};

function treeOf(levels: number, misfits: number): string {
  const items = Array<string>(misfits).fill("1").join();
  return '{"name":"","children":['.repeat(levels) + items + "]}".repeat(levels);
}

/** A schema that notes what it is asked. */
function noting(validate: (value: unknown) => unknown): {
  readonly schema: Schema;
  readonly asked: unknown[];
} {
  const asked: unknown[] = [];
  const jsonSchema = { input: () => ({}), output: () => ({}) };
  const standard = {
    version: 1,
    vendor: "test",
    jsonSchema,
    validate: (value: unknown) => {
      asked.push(value);
      return validate(value);
    },
  };
  return { schema: { "~standard": standard } as Schema, asked };
}

const taking = (value: unknown): unknown => ({ value });

function errorOf({ json }: Answer): Readonly<Record<string, unknown>> {
  return (json as { readonly error: Readonly<Record<string, unknown>> }).error;
}

type Details = readonly {
  readonly in: string;
  readonly path: readonly unknown[];
  readonly message: string;
}[];

function detailsOf(answer: Answer): Details {
  return errorOf(answer).details as Details;
}

const tooDeep = {
  code: "malformed_body",
  message: "the body is nested more than 64 levels deep",
  status: 400,
};
const tooMany = {
  code: "malformed_body",
  message: "the body has too many deeply nested values for its size",
  status: 400,
};

describe("a body that is nested too deeply, or too often for its size, is malformed", () => {
  it.each([
    ["/tree", 247, 10_000, tooDeep],
    ["/plain", 240, 400_000, tooDeep],
    ["/tree", 33, 1, tooDeep],
    ["/tree", 32, 10_000, tooMany],
    ["/plain", 16, 100_000, tooMany],
    ["/tree", 5, 300_000, tooMany],
  ])("POST %s of %d levels of nodes and %d misfits", async (path, levels, misfits, error) => {
    const app = new App().Post("/tree", () => 1, WithBody(Tree)).Post("/plain", () => 1, WithBody(PlainTree));
    const answer = await (await serve(app)).ask(`POST ${path}`, json, treeOf(levels, misfits));
    expect(errorOf(answer)).toEqual(error);
  });

  it("before any schema of the request is asked", async () => {
    const [query, body] = [noting(taking), noting(taking)];
    const app = new App().Post("/", () => 1, WithQuery(query.schema), WithBody(body.schema));
    const server = await serve(app);
    [query.asked.length, body.asked.length] = [0, 0];
    expect((await server.ask("POST /", json, treeOf(33, 1))).status).toBe(400);
    expect((await server.ask("POST /", json, treeOf(32, 10_000))).status).toBe(400);
    expect([...query.asked, ...body.asked]).toEqual([]);
    expect((await server.ask("POST /", json, treeOf(32, 1))).status).toBe(200);
    expect([query.asked.length, body.asked.length]).toEqual([1, 1]);
  });

  it("whoever has parsed it", async () => {
    const app = new App().Post("/", () => 1, WithBody(Tree));
    const server = await serve(express.json({ limit: "10mb" }), app);
    expect(errorOf(await server.ask("POST /", json, treeOf(32, 10_000)))).toEqual(tooMany);
  });

  it("of another part it is an invalid request", async () => {
    const parsed = express().use((req, _res, next) => {
      (req as { cookies?: unknown }).cookies = { a: JSON.parse("[".repeat(64) + "]".repeat(64)) as unknown };
      next();
    });
    const app = new App().Get("/", () => 1, WithCookies(z.object({ a: z.any() })));
    const answer = await (await serve(parsed, app)).ask("GET /");
    expect(detailsOf(answer)).toEqual([
      { in: "cookies", path: [], message: "nested more than 64 levels deep" },
    ]);
  });
});

describe("a small tree is judged by its schema", () => {
  const Thread = z.object({
    text: z.string(),
    get replies() {
      return z.array(Thread);
    },
  });
  const tree = (depth: number): string =>
    depth === 0
      ? '{"name":"n","children":[]}'
      : `{"name":"n","children":[${tree(depth - 1)},${tree(depth - 1)}]}`;
  const thread = (depth: number): string =>
    depth === 0
      ? '{"text":"ok","replies":[]}'
      : `{"text":"ok","replies":[{"text":"a","replies":[]},${thread(depth - 1)},{"text":"b","replies":[]}]}`;

  it.each([
    ["/tree", "a binary tree of 1,023 nodes", tree(9)],
    ["/thread", "a thread 31 replies deep, with two short ones beside each", thread(30)],
    ["/tree", "a chain of 32 nodes", treeOf(32, 0)],
  ])("POST %s: %s", async (path, _what, body) => {
    const app = new App().Post("/tree", () => 1, WithBody(Tree)).Post("/thread", () => 1, WithBody(Thread));
    expect((await (await serve(app)).ask(`POST ${path}`, json, body)).status).toBe(200);
  });
});

describe("more misfits than a library can collect are an invalid request", () => {
  const Lists = z.array(z.object({ tags: z.array(z.string()) }));
  const misfits = `[{"tags":[${Array<string>(200_000).fill("1").join()}]}]`;

  it("of a body", async () => {
    const answer = await (
      await serve(new App().Post("/", () => 1, WithBody(Lists)))
    ).ask("POST /", json, misfits);
    expect([answer.status, detailsOf(answer)]).toEqual([
      400,
      [{ in: "body", path: [], message: "too many values do not fit" }],
    ]);
  });

  it("not: a RangeError of the application's own, of a small body", async () => {
    const own = noting(() => {
      throw new RangeError("Invalid array length");
    });
    const app = new App({ Logger: recordingLogger() }).Post("/", () => 1, WithBody(own.schema));
    expect((await (await serve(app)).ask("POST /", json, "[1]")).status).toBe(500);
  });
});

describe("a body of 1 MB is judged by its schema where it is", () => {
  const repeated = (item: string, [start, end]: readonly [string, string] = ["[", "]"]): string => {
    const times = Math.floor((megabyte - start.length - end.length) / (item.length + 1));
    return start + Array<string>(times).fill(item).join() + end;
  };
  const point = "[12,34]";
  it.each([
    ["a flat list of digits", repeated("1")],
    ["digits in six lists", repeated("1", ["[[[[[[", "]]]]]]"])],
    ["objects in objects, six levels deep", repeated('{"a":{"b":{"c":{"d":1}}}}')],
    ["rows with lists of lists", repeated('{"id":1,"tags":["a","b"],"lines":[{"n":1,"prices":[1,2]}]}')],
    [
      "GeoJSON with coordinates of two digits",
      repeated(point, [
        '{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[',
        "]]}}]}",
      ]),
    ],
    [
      "a document of rich text, twelve levels deep",
      repeated('{"type":"text","marks":[{"type":"bold"}],"text":"a word"}', [
        '{"content":[{"content":[{"content":[{"content":[{"content":[',
        "]}]}]}]}]}",
      ]),
    ],
  ])("%s", async (_what, body) => {
    const { schema, asked } = noting(taking);
    const server = await serve(new App().Post("/", () => 1, WithBody(schema)));
    asked.length = 0;
    expect((await server.ask("POST /", json, body)).status).toBe(200);
    expect(asked).toHaveLength(1);
  });

  it("a small one may be nested 64 levels deep", async () => {
    const server = await serve(new App().Post("/", () => 1, WithBody(Tree)));
    expect((await server.ask("POST /", json, treeOf(32, 0))).status).toBe(200);
  });
});

describe("issues are reported within bounds", () => {
  it("no more of them are read than are reported", async () => {
    let read = 0;
    const issues = {
      *[Symbol.iterator]() {
        for (; read < 500_000; read++) yield { message: "no", path: [read] };
      },
    };
    const { schema } = noting((value) => (value === undefined ? { value } : { issues }));
    const server = await serve(new App().Post("/", () => 1, WithBody(schema)));
    const answer = await server.ask("POST /", json, "1");
    expect(detailsOf(answer)).toHaveLength(1000);
    expect(read).toBeLessThanOrEqual(1000);
  });

  it("64 KB of all of them, 1 KB of a message, 4 KB of a path", async () => {
    const long = { message: "m".repeat(5000), path: ["a".repeat(3000), "b".repeat(3000), "c"] };
    const { schema } = noting(() => ({ issues: Array<object>(1000).fill(long) }));
    const server = await serve(new App().Post("/", () => 1, WithBody(schema)));
    const answer = await server.ask("POST /", json, "1");
    const [first] = detailsOf(answer);
    expect(first).toEqual({ in: "body", path: ["a".repeat(3000)], message: "m".repeat(1024) });
    const bytes = JSON.stringify(detailsOf(answer)).length;
    expect(bytes).toBeLessThanOrEqual(64 * 1024);
    expect(bytes).toBeGreaterThan(59 * 1024);
  });

  it("a path is cut before a step that is too long in bytes", async () => {
    const { schema } = noting(() => ({ issues: [{ message: "no", path: ["a", "€".repeat(2000), "c"] }] }));
    const server = await serve(new App().Post("/", () => 1, WithBody(schema)));
    expect(detailsOf(await server.ask("POST /", json, "1"))[0]?.path).toEqual(["a"]);
  });

  it("a message is cut between characters", async () => {
    const message = `${"€".repeat(340)}abc😀😀`;
    const { schema } = noting(() => ({ issues: [{ message, path: [] }] }));
    const server = await serve(new App().Post("/", () => 1, WithBody(schema)));
    const answer = await server.ask("POST /", json, "1");
    expect(detailsOf(answer)[0]?.message).toBe(`${"€".repeat(340)}abc`);
  });

  it("every part keeps its first", async () => {
    const many = noting(() => ({ issues: Array<object>(1000).fill({ message: "m".repeat(500), path: [] }) }));
    const app = new App().Post(
      "/",
      () => 1,
      WithQuery(many.schema),
      WithCookies(many.schema),
      WithBody(many.schema),
    );
    const answer = await (await serve(app)).ask("POST /", json, "1");
    const details = detailsOf(answer);
    expect(new Set(details.map((detail) => detail.in))).toEqual(new Set(["query", "cookies", "body"]));
    expect(JSON.stringify(details).length).toBeLessThanOrEqual(64 * 1024);
  });

  it("one message that names a megabyte of keys is cut", async () => {
    const keys = Array.from({ length: 90_000 }, (_, i) => `"k${i}":1`).join();
    const server = await serve(new App().Post("/", () => 1, WithBody(z.strictObject({}))));
    const answer = await server.ask("POST /", json, `{${keys}}`);
    expect(detailsOf(answer)).toHaveLength(1);
    expect(answer.text.length).toBeLessThan(2000);
  });

  it("a long key in the path of each is not told a thousand times", async () => {
    const Lists = { additionalProperties: { items: { type: "string" } } };
    const server = await serve(new App().Post("/", () => 1, WithBody(Lists)));
    const answer = await server.ask(
      "POST /",
      json,
      JSON.stringify({ ["k".repeat(60_000)]: Array(900).fill(1) }),
    );
    const [first] = detailsOf(answer);
    expect(first).toEqual({ in: "body", path: [], message: "must be string" });
    expect(answer.text.length).toBeLessThan(65 * 1024);
  });
});

describe("plain JSON Schema", () => {
  /** An ajv with a keyword that never fits, and counts how often it is asked. */
  function counting(): {
    readonly Ajv: AjvFactory;
    readonly made: Options[];
    readonly count: { asked: number };
  } {
    const [made, count]: [Options[], { asked: number }] = [[], { asked: 0 }];
    const Own: AjvFactory = (defaults) => {
      made.push(defaults);
      const ajv = new Ajv2020(defaults);
      ajv.addKeyword({
        keyword: "never",
        validate: () => {
          count.asked++;
          return false;
        },
      });
      return ajv;
    };
    return { Ajv: Own, made, count };
  }

  it("tells all misfits of a body of 5,000 values, and the first one of a larger", async () => {
    const { Ajv, made, count } = counting();
    const app = new App({ Ajv }).Post("/", () => 1, WithBody({ items: { never: true } }));
    const server = await serve(app);
    const listOf = (length: number): string => JSON.stringify(Array<number>(length).fill(1));
    const small = await server.ask("POST /", json, listOf(4_999));
    expect([detailsOf(small).length > 500, count.asked]).toEqual([true, 4_999]);
    expect(made.map(({ allErrors }) => allErrors)).toEqual([true]);
    count.asked = 0;
    const large = await server.ask("POST /", json, listOf(500_000));
    expect(detailsOf(large)).toMatchObject([{ in: "body", path: [0] }]);
    expect(count.asked).toBe(1);
    expect(made.map(({ allErrors }) => allErrors)).toEqual([true, false]);
  });

  it("with references, of 1,000 values", async () => {
    const { Ajv, count } = counting();
    const Schema = { items: { $ref: "#/$defs/a" }, $defs: { a: { never: true } } };
    const server = await serve(new App({ Ajv }).Post("/", () => 1, WithBody(Schema)));
    await server.ask("POST /", json, JSON.stringify(Array<number>(999).fill(1)));
    expect(count.asked).toBe(999);
    await server.ask("POST /", json, JSON.stringify(Array<number>(1_000).fill(1)));
    expect(count.asked).toBe(1_000);
  });

  it("gives a large body its defaults, and converts texts as ever", async () => {
    const Rows = {
      type: "array",
      items: { type: "object", properties: { a: { type: "number" }, b: { default: 7 } } },
    };
    const app = new App().Post("/", (req): unknown => (req.body as unknown[]).at(-1), WithBody(Rows));
    const server = await serve(app);
    const rows = (last: object): string => JSON.stringify([...Array<object>(6_000).fill({ a: 1 }), last]);
    expect((await server.ask("POST /", json, rows({ a: 2 }))).json).toEqual({ a: 2, b: 7 });
    expect((await server.ask("POST /", json, rows({ a: "2" }))).status).toBe(400);
  });

  it("an ajv that can be made once only judges large bodies too", async () => {
    let left = 1;
    const Ajv: AjvFactory = (defaults) => {
      if (left-- === 0) throw new Error("once");
      return new Ajv2020(defaults);
    };
    const app = new App({ Ajv }).Post("/", () => 1, WithBody({ items: { type: "string" } }));
    const server = await serve(app);
    const answer = await server.ask("POST /", json, JSON.stringify(Array<number>(6_000).fill(1)));
    expect(answer.status).toBe(400);
    expect(detailsOf(answer).length).toBeGreaterThan(500);
  });
});

describe("malformed escapes make no errors", () => {
  it.each<[what: string, headers: Readonly<Record<string, string>>, body: string | undefined]>([
    ["in a form", form, "%=%&%C3=%ZZ&a=%20".repeat(100)],
    [
      "in cookies",
      { Cookie: Array.from({ length: 100 }, (_, i) => `a${i}=%;b${i}=%C3`).join(";") },
      undefined,
    ],
  ])("%s", async (_what, headers, body) => {
    const any = z.record(z.string(), z.any());
    const app = new App()
      .Post("/", (req): unknown => req.body, WithBody(any, { Type: "form" }))
      .Get("/", (req): unknown => req.cookies, WithCookies(any));
    const server = await serve(app);
    const decode = jest.spyOn(globalThis, "decodeURIComponent");
    try {
      const answer = await server.ask(body === undefined ? "GET /" : "POST /", headers, body);
      expect(answer.status).toBe(200);
      expect(Object.values(answer.json as object).flat()).toContain(body === undefined ? "%C3" : "%ZZ");
      expect(decode.mock.results.filter(({ type }) => type === "throw")).toEqual([]);
    } finally {
      decode.mockRestore();
    }
  });
});

describe("Explain reads a path once for all versions", () => {
  const Versions = Array.from({ length: 50 }, (_, i) => String(i + 1));
  it.each<[what: string, versioning: VersioningOptions, path: string]>([
    ["that no route matches", { Type: VersioningHeader, Header: "V" }, "/q"],
    ["that each version's rest matches", { Type: VersioningHeader, Header: "V" }, "/r"],
    ["behind a version's segment", { Type: VersioningURI }, "/v50/q"],
  ])("%s", async (_what, versioning, start) => {
    const app = new App({ Versioning: { ...versioning, Versions, Explain: true } }).Get(
      "/r/{x...}",
      () => 1,
      WithVersion(...Versions.slice(0, 49)),
    );
    const server = await serve(app);
    const decode = jest.spyOn(globalThis, "decodeURIComponent");
    try {
      const answer = await server.ask(`GET ${start}${"/%61".repeat(100)}`, { V: "x" });
      expect(answer.status).toBe(404);
      const served = (errorOf(answer).version as { readonly served: readonly string[] }).served;
      expect(served).toHaveLength(start === "/r" ? 49 : 0);
      // For each of the versions it would be 5,000.
      expect(decode.mock.calls.length).toBeLessThan(600);
    } finally {
      decode.mockRestore();
    }
  });
});
