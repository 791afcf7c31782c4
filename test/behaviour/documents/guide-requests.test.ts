import {
  App,
  Context,
  DefineVersions,
  Each,
  FromCookie,
  FromQuery,
  Nothing,
  OneOrEach,
  Rename,
  Versioned,
  VersioningCustom,
  VersioningHeader,
  WithBody,
  WithContext,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  WithResponse,
  type RouteOption,
  type VersioningOptions,
} from "versioned-controllers";
import { z } from "zod";
import { runCommand } from "../../../src/tools/cli/run";

const V = DefineVersions("1", "2");
const Changed = V.Change("2", "Something else.");
const handler = () => undefined;

/** The guide from version 1 to 2 of the routes that are added. */
async function guideOf(add: (app: App) => App, versioning?: VersioningOptions): Promise<string> {
  const app = add(
    new App({
      Logger: { warn: () => undefined, error: () => undefined },
      Versioning: { Versions: V.List, ...(versioning ?? { Type: VersioningHeader, Header: "V" }) },
    }),
  );
  const { output, code } = await runCommand(["guide", "app", "1", "2"], {
    folder: __dirname,
    load: () => Promise.resolve(app),
  });
  expect(code).toBe(0);
  return output;
}

/** What the guide shows of a route: `sent`, `send`, `got` and `get`, each as the text of its block. */
function shownIn(guide: string): Readonly<Record<string, string>> {
  const blocks = guide.matchAll(/^You (sent|send|got|get):\n\n(?:```\w+\n([^]*?)\n```|(Nothing)\.)/gm);
  return Object.fromEntries([...blocks].map(([, name = "", text = "", nothing]) => [name, nothing ?? text]));
}

const Limited = Versioned(z.object({ limit: z.coerce.number() })).Before(
  Changed,
  z.object({ most: z.coerce.number() }),
  Rename("most", "limit"),
);
const Listed = Versioned(z.object({ tags: z.array(z.string()) })).Before(
  Changed,
  z.object({ labels: z.array(z.string()).min(2) }),
  Rename("labels", "tags"),
);
const Named = Versioned(z.object({ name: z.string() })).Before(
  Changed,
  z.object({ title: z.string() }),
  Rename("title", "name"),
);

describe("a request in the guide", () => {
  it.each<[what: string, add: (app: App) => App, sent: string, send: string]>([
    [
      "has its query",
      (app) => app.Get("/cats", handler, V.Since("1"), WithQuery(Limited)),
      "GET /cats?most=1\nV: 1",
      "GET /cats?limit=1\nV: 2",
    ],
    [
      "repeats the name of a list in the query",
      (app) => app.Get("/cats", handler, V.Since("1"), WithQuery(Listed)),
      "GET /cats?labels=labels&labels=labels\nV: 1",
      "GET /cats?tags=labels&tags=labels\nV: 2",
    ],
    [
      "joins a list by its separator",
      (app) =>
        app.Get("/cats", handler, V.Since("1"), WithQuery(Listed, { Separator: { tags: ",", labels: "|" } })),
      "GET /cats?labels=labels%7Clabels\nV: 1",
      "GET /cats?tags=labels%2Clabels\nV: 2",
    ],
    [
      "has its headers",
      (app) => app.Get("/cats", handler, V.Since("1"), WithHeaders(Limited)),
      "GET /cats\nV: 1\nmost: 1",
      "GET /cats\nV: 2\nlimit: 1",
    ],
    [
      "has its cookies",
      (app) => app.Get("/cats", handler, V.Since("1"), WithCookies(Named)),
      "GET /cats\nV: 1\nCookie: title=title",
      "GET /cats\nV: 2\nCookie: name=title",
    ],
    [
      "has the parameters of its path",
      (app) =>
        app.Get(
          "/cats/{id}",
          handler,
          V.Since("1"),
          WithParams(
            Versioned(
              z.object({
                id: z
                  .string()
                  .regex(/^c-\d+$/)
                  .meta({ examples: ["c-1"] }),
              }),
            ).Before(
              Changed,
              z.object({
                id: z
                  .string()
                  .regex(/^\d+$/)
                  .meta({ examples: ["1"] }),
              }),
              { Up: ({ id }) => ({ id: `c-${id}` }) },
            ),
          ),
        ),
      "GET /cats/1\nV: 1",
      "GET /cats/c-1\nV: 2",
    ],
    [
      "is its body alone where nothing else is sent",
      (app) => app.Post("/cats", handler, V.Since("1"), WithBody(Named)),
      '{\n  "title": "title"\n}',
      '{\n  "name": "title"\n}',
    ],
    [
      "has its body below its query",
      (app) => app.Post("/cats", handler, V.Since("1"), WithBody(Named), WithQuery(Limited)),
      'POST /cats?most=1\nV: 1\nContent-Type: application/json\n\n{\n  "title": "title"\n}',
      'POST /cats?limit=1\nV: 2\nContent-Type: application/json\n\n{\n  "name": "title"\n}',
    ],
    [
      "has a form as its fields",
      (app) => app.Post("/cats", handler, V.Since("1"), WithBody(Listed, { Type: "form" })),
      "POST /cats\nV: 1\nContent-Type: application/x-www-form-urlencoded\n\nlabels=labels&labels=labels",
      "POST /cats\nV: 2\nContent-Type: application/x-www-form-urlencoded\n\ntags=labels&tags=labels",
    ],
    [
      "has a text below its query",
      (app) =>
        app.Post(
          "/cats",
          handler,
          V.Since("1"),
          WithBody(z.literal("meow"), { Type: "text" }),
          WithQuery(Limited),
        ),
      "POST /cats?most=1\nV: 1\nContent-Type: text/plain\n\nmeow",
      "POST /cats?limit=1\nV: 2\nContent-Type: text/plain\n\nmeow",
    ],
    [
      "escapes the values of a query",
      (app) =>
        app.Get(
          "/cats",
          handler,
          V.Since("1"),
          WithQuery(
            Versioned(z.object({ filter: z.string() })).Before(
              Changed,
              z.object({ by: z.string() }).meta({ examples: [{ by: "name & age" }] }),
              Rename("by", "filter"),
            ),
          ),
        ),
      "GET /cats?by=name%20%26%20age\nV: 1",
      "GET /cats?filter=name%20%26%20age\nV: 2",
    ],
    [
      "has no body in a version that takes none",
      (app) =>
        app.Post(
          "/cats",
          handler,
          V.Since("1"),
          WithBody(
            Versioned(z.object({ why: z.string() })).Before(Changed, Nothing, { Up: () => ({ why: "x" }) }),
          ),
        ),
      "Nothing",
      '{\n  "why": "x"\n}',
    ],
  ])("%s", async (_what, add, sent, send) => {
    expect(shownIn(await guideOf(add))).toEqual({ sent, send });
  });

  it.each<[what: string, Extractor: VersioningOptions, sent: string]>([
    ["a query parameter", { Type: VersioningCustom, Extractor: FromQuery("v") }, "GET /cats?v=1&most=1"],
    ["a cookie", { Type: VersioningCustom, Extractor: FromCookie("v") }, "GET /cats?most=1\nCookie: v=1"],
  ])("names its version in %s", async (_what, versioning, sent) => {
    const guide = await guideOf(
      (app) => app.Get("/cats", handler, V.Since("1"), WithQuery(Limited)),
      versioning,
    );
    expect(shownIn(guide)).toMatchObject({ sent });
  });

  it.each<[what: string, add: (app: App) => App, words: string]>([
    [
      "bytes",
      (app) =>
        app.Post(
          "/cats",
          handler,
          V.Since("1"),
          WithBody({ type: "string" }, { Type: "bytes" }),
          WithQuery(Limited),
        ),
      "its body is bytes or an upload, not text",
    ],
    [
      "a pattern of which no text is known",
      (app) =>
        app.Post(
          "/cats",
          handler,
          V.Since("1"),
          WithBody(
            Versioned(z.object({ id: z.string() })).Before(
              Changed,
              z.object({ key: z.string().regex(/^\d{9}z$/) }),
              Rename("key", "id"),
            ),
          ),
        ),
      "no value that its schema allows could be made",
    ],
    [
      "an Up that throws",
      (app) =>
        app.Post(
          "/cats",
          handler,
          V.Since("1"),
          WithBody(
            Versioned(z.object({ id: z.string() })).Before(Changed, z.object({ key: z.string() }), {
              Up: () => {
                throw new Error("no such key");
              },
            }),
          ),
        ),
      "not every value of the older version can be converted to the newer version",
    ],
    [
      "an Up whose value the newer schema refuses",
      (app) =>
        app.Post(
          "/cats",
          handler,
          V.Since("1"),
          WithBody(
            Versioned(z.object({ id: z.string().max(1) })).Before(Changed, z.object({ key: z.string() }), {
              Up: ({ key }) => ({ id: key }),
            }),
          ),
        ),
      "not every value of the older version can be converted to the newer version",
    ],
  ])("has no sample for %s, and says why", async (_what, add, words) => {
    expect(await guideOf(add)).toContain(words);
  });
});

describe("a sample of a version with a face", () => {
  it("is what its clients send", async () => {
    const Face = Versioned(z.object({ name: z.string() }))
      .As(z.object({ n: z.string() }), { Up: ({ n }) => ({ name: n }), Down: ({ name }) => ({ n: name }) })
      .Before(Changed, z.object({ title: z.string() }), Rename("title", "name"))
      .As(z.object({ t: z.string() }), { Up: ({ t }) => ({ title: t }) });
    const guide = await guideOf((app) => app.Post("/cats", handler, V.Since("1"), WithBody(Face)));
    expect(shownIn(guide)).toEqual({ sent: '{\n  "t": "t"\n}', send: '{\n  "n": "t"\n}' });
  });

  it("is one of its own schema, where only its Up is written", async () => {
    const Face = Versioned(z.object({ name: z.string() }))
      .As(z.object({ n: z.string() }), { Up: ({ n }) => ({ name: n }) })
      .Before(Changed, z.object({ title: z.string() }), Rename("title", "name"));
    const guide = await guideOf((app) => app.Post("/cats", handler, V.Since("1"), WithBody(Face)));
    expect(shownIn(guide)).toEqual({ sent: '{\n  "title": "title"\n}', send: '{\n  "n": "n"\n}' });
  });

  it("is not there where its Up gives what the schema behind it refuses", async () => {
    const Face = Versioned(z.object({ name: z.string() }))
      .Before(Changed, z.object({ title: z.string().min(2) }), Rename("title", "name"))
      .As(z.object({ t: z.string() }), { Up: ({ t }) => ({ title: t }) });
    const guide = await guideOf((app) => app.Post("/cats", handler, V.Since("1"), WithBody(Face)));
    expect(guide).toContain("not every value of the older version can be converted to the newer version");
  });
});

describe("an answer in the guide", () => {
  const Refined = z.string().refine(() => false);

  it.each<[what: string, options: RouteOption[], shown: Readonly<Record<string, string>>]>([
    [
      "is nothing in a version that has no body",
      [
        WithResponse(
          200,
          Versioned(Nothing).Before(Changed, z.object({ why: z.string() }), {
            Down: () => ({ why: "done" }),
          }),
        ),
      ],
      { got: '{\n  "why": "done"\n}', get: "Nothing" },
    ],
    [
      "is nothing in an older version that has no body",
      [
        WithResponse(
          200,
          Versioned(z.object({ why: z.string() })).Before(Changed, Nothing, { Down: () => undefined }),
        ),
      ],
      { got: "Nothing", get: '{\n  "why": "why"\n}' },
    ],
    [
      "has what is carried by one value or by each of a list",
      [
        WithResponse(
          200,
          Versioned(z.object({ name: z.string() }))
            .Carrying(z.object({ old: z.string() }))
            .Before(Changed, z.object({ name: z.string(), old: z.string() }), {
              Down: (cat, { old }) => ({ ...cat, old }),
            })
            .Within(["data", OneOrEach], (cat) => z.object({ data: z.union([cat, z.array(cat)]) })),
        ),
      ],
      {
        got: '{\n  "data": {\n    "name": "name",\n    "old": "old"\n  }\n}',
        get: '{\n  "data": {\n    "name": "name"\n  }\n}',
      },
    ],
    [
      "is not there where the schema refuses each value that can be made",
      [
        WithResponse(
          200,
          Versioned(z.object({ name: Refined })).Before(
            Changed,
            z.object({ title: z.string() }),
            Rename("title", "name"),
          ),
        ),
      ],
      {},
    ],
    [
      "is not there where the older schema refuses what Down gives",
      [
        WithResponse(
          200,
          Versioned(z.object({ name: z.string() })).Before(
            Changed,
            z.object({ title: z.string().max(1) }),
            Rename("title", "name"),
          ),
        ),
      ],
      {},
    ],
  ])("%s", async (_what, options, shown) => {
    const guide = await guideOf((app) => app.Get("/cats/{id}", () => undefined, V.Since("1"), ...options));
    expect(shownIn(guide)).toEqual(shown);
  });

  it.each<[what: string, newer: z.ZodType, shown: Readonly<Record<string, string>>]>([
    [
      "is one of each version's own schema",
      z.object({ name: z.string() }),
      { got: '{\n  "title": "title"\n}', get: '{\n  "name": "name"\n}' },
    ],
    [
      "is not there where one of the schemas refuses each value that can be made",
      z.object({ name: Refined }),
      {},
    ],
  ])("of a route that another one continues %s", async (_what, newer, shown) => {
    const guide = await guideOf((app) =>
      app
        .Get(
          "/cats",
          () => undefined as never,
          V.Until("1"),
          WithResponse(200, z.object({ title: z.string() })),
        )
        .Get("/cats", () => undefined as never, V.Since("2"), WithResponse(200, newer)),
    );
    expect(shownIn(guide)).toEqual(shown);
  });

  it("of a body that is the same in both, and of which no sample can be made, is not there", async () => {
    const guide = await guideOf((app) =>
      app.Post("/cats", handler, V.Since("1"), WithBody(z.object({ name: Refined })), WithQuery(Limited)),
    );
    expect(shownIn(guide)).toEqual({});
    expect(guide).toContain("no value that its schema allows could be made");
  });
});

describe("an answer that another route continues", () => {
  const Cat = Versioned(z.object({ grams: z.int().meta({ examples: [4200] }), name: z.string() })).Before(
    Changed,
    z.object({ weight: z.number(), name: z.string() }),
    {
      Up: ({ weight, name }) => ({ grams: weight * 1000, name }),
      Down: ({ grams, name }) => ({ weight: grams / 1000, name }),
    },
  );
  const List = Cat.Within([Each], (cat) => z.array(cat));
  const Page = Cat.Within(["items", Each], (cat) => z.object({ items: z.array(cat), next: z.string() }));
  const Box = List.Within(["all"], (all) => z.object({ all }));
  const Plain = z.object({ items: z.array(z.object({ grams: z.int() })) });
  const Odd = Versioned(z.object({ grams: z.int() })).Before(Changed, z.object({ weight: z.int() }), {
    Down: () => {
      throw new Error("never");
    },
  });
  const [was, is] = [
    { weight: 4.2, name: "name" },
    { name: "name", grams: 4200 },
  ];
  const words = "The two examples are of different values: no change converts one to the other.";

  it.each<[what: string, older: object, newer: object, got: unknown, get: unknown]>([
    ["a list that became a page", List, Page, [was], { items: [is], next: "next" }],
    ["a page that became a list", Page, List, { items: [was], next: "next" }, [is]],
    ["a value in an envelope", Cat, Page, was, { items: [is], next: "next" }],
    ["a whole of a whole", Page, Box, { items: [was], next: "next" }, { all: [is] }],
  ])("shows the same value as in the older route: %s", async (_what, older, newer, got, get) => {
    const guide = await guideBetween(older, newer);
    const shown = shownIn(guide);
    expect([shown.got, shown.get].map((text) => JSON.parse(text ?? "") as unknown)).toEqual([got, get]);
    expect(guide).not.toContain(words);
  });

  it.each<[what: string, older: object, newer: object]>([
    ["schemas without a history", z.object({ weight: z.number() }), Plain],
    ["a history in one of them", List, Plain],
    ["a history whose Down throws", Odd.Within(["a"], (a) => z.object({ a })), Odd],
  ])("says that the examples are of different values: %s", async (_what, older, newer) => {
    expect(await guideBetween(older, newer)).toContain(`\n\`\`\`\n\n${words}\n`);
  });

  const guideBetween = (older: object, newer: object): Promise<string> =>
    guideOf((app) =>
      app
        .Get("/cats", () => undefined as never, V.Until("1"), WithResponse(200, older as typeof Cat))
        .Get("/cats", () => undefined as never, V.Since("2"), WithResponse(200, newer as typeof Cat)),
    );
});

it("a request needs no example of a context that only later versions ask for", async () => {
  const W = DefineVersions("1", "2", "3");
  const Owner = Context<string>("Owner");
  const History = Versioned(z.object({ c: z.string(), owner: z.string() }))
    .Before(W.Change("3", "An owner."), z.object({ b: z.string() }), {
      Needs: [Owner],
      Up: ({ b }, [owner]) => ({ c: b, owner }),
    })
    .Before(W.Change("2", "Renamed."), z.object({ a: z.string() }), Rename("a", "b"));
  const guide = await guideOf(
    (app) =>
      app.Post(
        "/cats",
        handler,
        W.Since("1"),
        WithBody(History),
        WithContext(Owner, () => "Ann"),
      ),
    { Type: VersioningHeader, Header: "V", Versions: W.List },
  );
  expect(shownIn(guide)).toEqual({ sent: '{\n  "a": "a"\n}', send: '{\n  "b": "a"\n}' });
});
