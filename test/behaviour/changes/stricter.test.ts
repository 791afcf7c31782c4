import {
  DefineVersions,
  Each,
  HTTPError,
  OneOrEach,
  Rename,
  Versioned,
  WithBody,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  type App,
} from "versioned-controllers";
import { z } from "zod";
import { appWith, askAs } from "./cats";

const V = DefineVersions("1", "2", "3");
const Zones = V.Change("3", "A `zone` must be a known one.");
const Renamed = V.Change("2", "`tz` is `zone`.");

const Zone = z.string().refine((zone) => zone === "Europe/Berlin", "must be a time zone");
const why = "a zone was any text";

/** `zone` is `tz` in version 1, any text before version 3. */
const Zoned = Versioned(z.object({ zone: Zone, n: z.string().optional() }))
  .Before(Zones, z.object({ zone: z.string(), n: z.string().optional() }), {
    Up: (old) => old,
    Stricter: why,
  })
  .Before(Renamed, z.object({ tz: z.string(), n: z.string().optional() }), {
    Up: ({ tz, n }) => ({ zone: tz, n }),
  });

const parts: readonly [
  part: string,
  declare: (app: App) => unknown,
  ask: (name: string) => Parameters<Ask>,
][] = [
  [
    "body",
    (app) => app.Post("/zones", (req) => req.body, V.Since("1"), WithBody(Zoned)),
    (name) => ["POST /zones", { [name]: "Mars" }],
  ],
  [
    "query",
    (app) => app.Get("/zones", (req) => req.query, V.Since("1"), WithQuery(Zoned)),
    (name) => [`GET /zones?${name}=Mars`],
  ],
  [
    "headers",
    (app) => app.Get("/zones", () => null, V.Since("1"), WithHeaders(Zoned)),
    (name) => ["GET /zones", undefined, { [name]: "Mars" }],
  ],
  [
    "cookies",
    (app) => app.Get("/zones", () => null, V.Since("1"), WithCookies(Zoned)),
    (name) => ["GET /zones", undefined, { Cookie: `${name}=Mars` }],
  ],
];
type Ask = (line: string, body?: unknown, headers?: Record<string, string>) => unknown;

describe.each(parts)("what a stricter newer schema refuses of %s", (part, declare, request) => {
  it.each<[version: string, name: string, path: readonly string[], message: string]>([
    ["3", "zone", ["zone"], "must be a time zone"],
    ["2", "zone", ["zone"], "must be a time zone"],
    ["1", "tz", [], why],
  ])("is a 400 in version %s, in its own names only", async (version, name, path, message) => {
    const { app, logger } = appWith(declare);
    const ask = await askAs(app);
    const { status, json } = await ask(version, ...request(name));
    expect([status, json]).toMatchObject([
      400,
      {
        error: {
          code: "invalid_request",
          message: "the request does not match the route's schemas",
          details: [{ in: part, path, message }],
        },
      },
    ]);
    expect(logger.error).not.toHaveBeenCalled();
  });
});

describe("a stricter link", () => {
  it("of the parameters of a path", async () => {
    const ID = Versioned(z.object({ id: z.string().max(3) })).Before(Zones, z.object({ id: z.string() }), {
      Up: (old) => old,
      Stricter: why,
    });
    const { app } = appWith((app) =>
      app.Get("/cats/{id}", (req) => req.params.id, V.Since("1"), WithParams(ID)),
    );
    const ask = await askAs(app);
    const { status, json } = await ask("2", "GET /cats/long-one");
    expect([status, (json as { error: { details: unknown } }).error.details]).toMatchObject([
      400,
      [{ in: "params", path: ["id"] }],
    ]);
  });

  it("tells a path as far as the client's own value has it, within lists and objects", async () => {
    const Item3 = z.object({ days: z.array(z.int().max(6)), at: z.object({ zone: Zone, hour: z.int() }) });
    const Item2 = z.object({ days: z.array(z.int()), at: z.object({ tz: z.string(), hour: z.int() }) });
    const Item = Versioned(Item3).Before(Zones, Item2, {
      Up: ({ days, at }) => ({ days, at: { zone: at.tz, hour: at.hour } }),
      Stricter: why,
    });
    const Items = Item.Within(["items", Each], (item) => z.object({ items: z.array(item) }));
    const { app } = appWith((app) => app.Post("/", (req) => req.body, V.Since("1"), WithBody(Items)));
    const ask = await askAs(app);
    const items = [{ days: [1, 9], at: { tz: "Mars", hour: 1 } }];
    const { json } = await ask("1", "POST /", { items });
    expect(
      (json as { error: { details: { path: unknown }[] } }).error.details.map(({ path }) => path),
    ).toEqual([
      ["items", 0, "days", 1],
      ["items", 0, "at"],
    ]);
  });

  it("refuses all parts at once, in the status of invalid input", async () => {
    const { app } = appWith(
      (app) => app.Post("/", () => null, V.Since("1"), WithQuery(Zoned), WithBody(Zoned)),
      { Errors: { InvalidStatus: 422 } },
    );
    const ask = await askAs(app);
    const { status, json } = await ask("2", "POST /?zone=Moon", { zone: "Mars" });
    expect(status).toBe(422);
    expect((json as { error: { details: { in: string }[] } }).error.details).toMatchObject([
      { in: "query", path: ["zone"] },
      { in: "body", path: ["zone"] },
    ]);
  });

  it("leaves the other links as they are: what their Up gives wrong is a 500", async () => {
    const { app, logger } = appWith((app) =>
      app.Post(
        "/",
        () => null,
        V.Since("1"),
        WithBody(
          Versioned(z.object({ n: z.int().max(3) }))
            .Before(Zones, z.object({ n: z.int() }), { Up: (old) => old })
            .Before(Renamed, z.object({ n: z.int(), x: z.int() }), { Up: (old) => old, Stricter: why }),
        ),
      ),
    );
    const ask = await askAs(app);
    expect((await ask("1", "POST /", { n: 9, x: 1 })).status).toBe(500);
    const [[{ err }]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(err.message).toContain(
      'the value returned by Up of "A `zone` must be a known one." (version 3) does not match the newer schema: n:',
    );
  });

  it("V.Read rejects with the same 400", async () => {
    await expect(V.Read(Zoned, "1", { tz: "Mars" })).rejects.toMatchObject({
      status: 400,
      code: "invalid_request",
      details: [{ in: "body", path: [], message: why }],
    });
    await expect(V.Read(Zoned, "2", { zone: "Mars" })).rejects.toBeInstanceOf(HTTPError);
    await expect(V.Read(Zoned, "1", { tz: "Europe/Berlin" })).resolves.toEqual({ zone: "Europe/Berlin" });
  });
});

interface Refused {
  readonly error: { readonly details: readonly { readonly path: unknown; readonly message: string }[] };
}

const Few3 = z.object({ skip: z.int("skip must be whole").min(0, "must be 0 or more") });
const Few1 = z.object({ cursor: z.number() });
const Item3 = z.object({ availability: z.array(z.object({ days: z.array(z.int().max(6, "too late")) })) });
const Item1 = z.object({ availabilities: z.array(z.object({ daysOf: z.array(z.number()) })) });
const Few = Versioned(Few3);
const byRename = Few.Before(Zones, Few1, { ...Rename("cursor", "skip"), Stricter: why });
const byRenamed = Versioned(Few3)
  .Before(Zones, z.object({ skip: z.number() }), { Up: (old) => old, Stricter: why })
  .Renamed(Renamed, "cursor", "skip");
const byPath = Versioned(Item3).Before(Zones, Item1, {
  Up: ({ availabilities }) => ({ availability: availabilities.map(({ daysOf }) => ({ days: daysOf })) }),
  Stricter: { Reason: why, Path: { "availability.*.days": "availabilities.*.daysOf" } },
});
const narrowed = Few.Before(Zones, Few1, {
  ...Rename("cursor", "skip"),
  Stricter: { Reason: why, Where: ({ cursor }) => cursor > -5 },
});
const within = narrowed.Within(["list", OneOrEach], (item) =>
  z.object({ list: z.union([item, z.array(item)]) }),
);

/** Asks version 1 twice. */
async function refusing(history: typeof byRename | typeof byPath | typeof within, body: unknown) {
  const { app, logger } = appWith((app) =>
    app.Post("/", () => null, V.Since("1"), WithBody(history as typeof byRename)),
  );
  const ask = await askAs(app);
  await ask("1", "POST /", body);
  const { status, json } = await ask("1", "POST /", body);
  const details = status === 400 ? (json as Refused).error.details : [];
  return { status, details: details.map(({ path, message }) => [path, message]), logger };
}

describe("a refusal of a stricter link", () => {
  it.each<[string, Parameters<typeof refusing>[0], unknown, readonly unknown[]]>([
    ["Rename", byRename, { cursor: -1 }, [[["cursor"], "must be 0 or more"]]],
    ["Renamed in an older link", byRenamed as never, { cursor: -1 }, [[["cursor"], "must be 0 or more"]]],
    ["a newer name in the message", byRename, { cursor: 0.5 }, [[["cursor"], why]]],
    [
      "Path",
      byPath,
      { availabilities: [{ daysOf: [1] }, { daysOf: [2, 9] }] },
      [[["availabilities", 1, "daysOf", 1], "too late"]],
    ],
    ["Where that is true", narrowed, { cursor: -1 }, [[["cursor"], "must be 0 or more"]]],
  ])("is a 400 in the older names, and one warning: %s", async (_, history, body, expected) => {
    const { status, details, logger } = await refusing(history, body);
    expect([status, details]).toEqual([400, expected]);
    expect(logger.error).not.toHaveBeenCalled();
    expect(logger.warn).toHaveBeenCalledTimes(1);
    expect(JSON.stringify(logger.warn.mock.calls)).toContain(
      "Stricter makes this the fault of the client, who received a 4",
    );
  });

  it.each<[string, Parameters<typeof refusing>[0], unknown]>([
    ["the value", narrowed, { cursor: -9 }],
    ["an item", within, { list: [{ cursor: 1 }, { cursor: -9 }] }],
  ])("is the logged 500 where Where is false of %s", async (_, history, body) => {
    const { status, logger } = await refusing(history, body);
    expect(status).toBe(500);
    expect(logger.error).toHaveBeenCalled();
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it.each<[string, unknown]>([
    ["no Reason", {}],
    ["an unknown key", { Reason: why, Paths: {} }],
    ["a Path that is not text", { Reason: why, Path: { skip: 1 } }],
    ["a Where that is no function", { Reason: why, Where: true }],
  ])("needs a Stricter without mistakes: %s", (_, Stricter) => {
    expect(() =>
      Few.Before(Zones, Few1, { ...Rename("cursor", "skip"), Stricter: Stricter as string }),
    ).toThrow(TypeError);
  });
});
