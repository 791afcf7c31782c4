import {
  App,
  Before,
  DefineVersions,
  Deprecated,
  Description,
  HTTPError,
  Hidden,
  Nothing,
  Rename,
  Router,
  Summary,
  Versioned,
  VersioningHeader,
  VersioningNone,
  VersionNeutral,
  WithChanges,
  WithGuards,
  WithHeaders,
  WithPrefix,
  WithQuery,
  WithResponse,
  WithTags,
  type OpenAPIOperation,
  type RouterOption,
  type WebhookOption,
} from "versioned-controllers";
import { z } from "zod";
import { judgedDocuments } from "../../support/documents/judging";
import { problemsOf } from "../../support/problems";
import { appWith, Cat, Cat3, names, tom, tomIn, V, Born, Names } from "../changes/cats";

const Renamed = V.Change("3", "`cat.created` is `cat.added`.");
const CatAdded = V.Webhook("cat.added", Cat);
const documentOf = judgedDocuments("webhooks");

function appOf(...included: object[]): App {
  return appWith((app) => app.Get("/cats", () => [], V.Since("1")).Include(included)).app;
}

function webhooksOf(app: App, version?: string): Record<string, OpenAPIOperation | undefined> {
  const { webhooks = {} } = documentOf(app, version);
  return Object.fromEntries(Object.entries(webhooks).map(([name, { post }]) => [name, post]));
}

/** The names of the webhooks in the documents of versions 1, 2, 3 and in that of all. */
function namesIn(app: App): readonly string[] {
  return ["1", "2", "3", undefined].map((version) => Object.keys(webhooksOf(app, version)).join());
}

describe("For gives what a subscriber of a version is sent", () => {
  it.each(names)("in the form of version %s, without a Build", (version) => {
    expect(CatAdded.For(version, tom)).toEqual({
      Body: JSON.stringify(tomIn[version]),
      Headers: { "Content-Type": "application/json", "API-Version": version },
    });
  });

  it.each(names)("without closed members in version %s, the same text every time", (version) => {
    const value = { ...tom, password: "x" };
    const { Body } = CatAdded.For(version, value);
    expect(JSON.parse(Body)).toEqual(tomIn[version]);
    expect(CatAdded.For(version, value).Body).toBe(Body);
    expect(value).toEqual({ ...tom, password: "x" });
  });

  it.each<[what: string, schema: z.ZodType, value: unknown, body: string]>([
    ["a text", z.string(), "Tom", '"Tom"'],
    ["a list", z.array(z.object({ a: z.number() })), [{ a: 1, b: 2 }], '[{"a":1}]'],
    [
      "a Date, as JSON has it",
      z.object({ at: z.any() }),
      { at: new Date(0) },
      '{"at":"1970-01-01T00:00:00.000Z"}',
    ],
  ])("of a schema without a history: %s", (_, schema, value, body) => {
    expect(V.Webhook("e", schema).For("1", value).Body).toBe(body);
  });

  it("as JSON to a Down, which changes nothing of the value", () => {
    const Old = z.object({ at: z.string(), tags: z.array(z.string()) });
    const Now = z.object({ at: z.date(), tags: z.array(z.string()) });
    const History = Versioned(Now).Before(Born, Old, {
      Down: ({ at, tags }) => ({ at: at.slice(0, 4), tags: tags.sort() }),
    });
    const value = { at: new Date("2020-05-01"), tags: ["b", "a"] };
    expect(V.Webhook("e", History).For("1", value).Body).toBe('{"at":"2020","tags":["a","b"]}');
    expect(value.tags).toEqual(["b", "a"]);
  });

  it("as no text where the version has Nothing", () => {
    const Reason = Versioned(z.object({ why: z.string() })).Before(Born, Nothing);
    expect(V.Webhook("e", Reason).For("1", { why: "x" }).Body).toBe("");
  });

  it("passes on what a Down throws", () => {
    expect(() => CatAdded.For("2", { ...tom, first: "secret" })).toThrow(
      new HTTPError(404, "not told in this version"),
    );
    expect(() => CatAdded.For("2", { ...tom, first: "broken" })).toThrow("a secret of Down");
  });

  it("throws a TypeError for a promise, also in a version without a body", () => {
    const ended = Versioned(z.object({})).Before(V.Change("2", "There is a body."), Nothing, {});
    const { For } = V.Webhook("e", ended);
    expect(() => For("1", Promise.reject(new Error("nobody awaits it")) as never)).toThrow("await it first");
  });

  it("throws a TypeError for what JSON cannot hold", () => {
    const { For } = V.Webhook("e", z.any());
    expect(() => For("1", undefined)).toThrow(
      new TypeError("the value must be one that JSON can represent, got undefined"),
    );
    expect(() => For("1", { n: 1n })).toThrow(TypeError);
    const promise: unknown = Promise.reject(new Error("nobody awaits it"));
    expect(() => For("1", promise)).toThrow(
      new TypeError("the value must be one that JSON can represent, got a promise: await it first"),
    );
  });

  it.each<[what: string, options: WebhookOption[], version: string, known: string]>([
    ["an unknown one", [], "9", '"1", "2", "3"'],
    ["the name of a member of objects", [], "__proto__", '"1", "2", "3"'],
    ["one before a Since", [V.Since("2")], "1", '"2", "3"'],
    ["one after an Until", [V.Until("2")], "3", '"1", "2"'],
    ["one outside of both", [V.Since("2"), V.Until("2")], "3", '"2"'],
    ["any, where both bounds leave none", [V.Since("3"), V.Until("1")], "2", "no version"],
    ["one that WithVersion does not name", [V.WithVersion("3", "1")], "2", '"1", "3"'],
  ])("throws a RangeError that names the versions: %s", (_, options, version, known) => {
    const { For } = V.Webhook("cat.added", Cat, ...options);
    const text = `webhook cat.added: the version must be one of the versions of the webhook (${known}), got ${JSON.stringify(version)}`;
    expect(() => For(version as "1", tom)).toThrow(new RangeError(text));
  });
});

describe("a webhook is declared with a name and a schema", () => {
  it.each<[what: string, name: unknown, schema: unknown, text: string]>([
    ["no text", 7, Cat, "V.Webhook: the name must be a non-empty string, got 7"],
    ["an empty name", "", Cat, 'V.Webhook: the name must be a non-empty string, got ""'],
    ["no schema", "e", undefined, "V.Webhook: expected a schema, got undefined"],
    ["a list", "e", [], "V.Webhook: expected a schema, got a list"],
    [
      "a class without a schema",
      "e",
      class CatAdded {},
      "V.Webhook: expected a schema, got the class CatAdded",
    ],
    ["a promise", "e", Promise.resolve(Cat3), "V.Webhook: expected a schema, got a promise: await it first"],
  ])("not with %s", (_, name, schema, text) => {
    expect(() => V.Webhook(name as string, schema as typeof Cat)).toThrow(new TypeError(text));
  });
});

describe("the documents show webhooks", () => {
  it("in each version's shape, and in the newest in that of all", () => {
    const app = appOf(CatAdded);
    const shapeIn = (version?: string): unknown => {
      const body = webhooksOf(app, version)["cat.added"]?.requestBody;
      return body && Object.keys((body as ShownBody).content["application/json"].schema.properties);
    };
    expect(["1", "2", "3", undefined].map(shapeIn)).toEqual([
      ["name", "born"],
      ["name", "birthday"],
      ["first", "last", "birthday"],
      ["first", "last", "birthday"],
    ]);
  });

  interface ShownBody {
    content: { "application/json": { schema: { properties: object } } };
  }

  it("as a POST with its words, its headers, and the answers that are expected back", () => {
    const webhook = V.Webhook(
      "cat.added",
      z.object({ name: z.string() }),
      Summary("A cat was added"),
      Description("Sent once."),
      WithTags("events"),
      Deprecated(),
      WithHeaders(
        z.object({ "webhook-id": z.string().describe("One of each event"), "x-try": z.number().optional() }),
      ),
      WithResponse(204),
      WithResponse(410, z.object({ reason: z.string().default("gone") }), "Ends the subscription"),
    );
    expect(webhooksOf(appOf(webhook), "1")["cat.added"]).toEqual({
      summary: "A cat was added",
      description: "Sent once.",
      tags: ["events"],
      deprecated: true,
      parameters: [
        {
          name: "API-Version",
          in: "header",
          required: true,
          description: "The version whose format the body has",
          schema: { type: "string", enum: ["1"], default: "1" },
        },
        {
          name: "webhook-id",
          in: "header",
          required: true,
          description: "One of each event",
          schema: { type: "string", description: "One of each event" },
        },
        { name: "x-try", in: "header", schema: { type: "number" } },
      ],
      requestBody: {
        required: true,
        content: {
          "application/json": {
            schema: {
              type: "object",
              properties: { name: { type: "string" } },
              required: ["name"],
            },
          },
        },
      },
      responses: {
        204: { description: "No Content" },
        410: {
          description: "Ends the subscription",
          content: {
            "application/json": {
              schema: { type: "object", properties: { reason: { type: "string", default: "gone" } } },
            },
          },
        },
      },
    });
  });

  it("with a description of its own for the header of the version", () => {
    const headers = z.object({ "api-version": z.string().describe("As GitHub has it") });
    const webhook = V.Webhook("cat.added", Cat3, WithHeaders(headers));
    expect(webhooksOf(appOf(webhook), "1")["cat.added"]?.parameters).toMatchObject([
      { name: "api-version", description: "As GitHub has it" },
    ]);
  });

  it("with the headers of its answers", () => {
    const headers = { "X-Seen": z.string(), "X-Count": z.int() };
    const webhook = V.Webhook(
      "cat.added",
      Cat3,
      WithResponse(200, undefined as never, { Headers: headers } as never),
    );
    expect(
      Object.keys(webhooksOf(appOf(webhook), "1")["cat.added"]?.responses["200"]?.headers ?? {}),
    ).toEqual(["X-Seen", "X-Count"]);
  });

  it("without a body in the version that has Nothing", () => {
    const webhook = V.Webhook("cat.added", Versioned(Cat3).Before(Born, Nothing));
    const { "cat.added": old } = webhooksOf(appOf(webhook), "1");
    expect([old?.requestBody, webhooksOf(appOf(webhook), "2")["cat.added"]?.requestBody]).toEqual([
      undefined,
      expect.objectContaining({ required: true }),
    ]);
  });

  it("with the answers of each version, and the newest in the document of all", () => {
    const ways = { Up: () => ({ now: "" }), Down: () => ({ then: "" }) };
    const Answer = Versioned(z.object({ now: z.string() }))
      .Before(Names, z.object({ then: z.string() }), ways)
      .Before(Born, Nothing, { Up: () => ({ then: "" }) });
    const app = appOf(V.Webhook("cat.added", Cat3, WithResponse(200, Answer)));
    const namesOf = (version?: string): unknown => {
      const { content } = webhooksOf(app, version)["cat.added"]?.responses["200"] ?? {};
      const schema = content?.["application/json"]?.schema as { properties: object } | undefined;
      return schema && Object.keys(schema.properties);
    };
    expect(["1", "2", "3", undefined].map(namesOf)).toEqual([undefined, ["then"], ["now"], ["now"]]);
  });

  it("with 200 where no answer is declared, and no operation in paths", () => {
    const app = appOf(CatAdded);
    expect(webhooksOf(app, "1")["cat.added"]?.responses).toEqual({ 200: { description: "OK" } });
    expect(Object.keys(app.Document("1").paths)).toEqual(["/cats"]);
  });

  it.each<[what: string, options: WebhookOption[], names: readonly string[]]>([
    ["in all versions without a range", [], ["e", "e", "e", "e"]],
    ["from a Since on", [V.Since("2")], ["", "e", "e", "e"]],
    ["up to an Until", [V.Until("1")], ["e", "", "", "e"]],
    ["in the versions that WithVersion names", [V.WithVersion("1", "3")], ["e", "", "e", "e"]],
    ["under the name of each version", [Before(Renamed, "old")], ["old", "old", "e", "e"]],
    [
      "under the oldest change's name",
      [Before(Renamed, "old"), Before(Born, "older")],
      ["older", "old", "e", "e"],
    ],
    [
      "under the oldest change's name, written first",
      [Before(Born, "older"), Before(Renamed, "old")],
      ["older", "old", "e", "e"],
    ],
    [
      "under the newest name that it has had",
      [Before(Renamed, "old"), V.Until("2")],
      ["old", "old", "", "old"],
    ],
    ["not where it is Hidden", [Hidden()], ["", "", "", ""]],
  ])("%s", (_, options, expected) => {
    expect(namesIn(appOf(V.Webhook("e", Cat, ...options)))).toEqual(expected);
  });

  it("of two webhooks of one name the later one in the document of all", () => {
    const newer = V.Webhook("e", Cat, V.Since("2"), Summary("newer"));
    const older = V.Webhook("e", Cat, V.Until("1"), Summary("older"));
    for (const app of [appOf(newer, older), appOf(older, newer)]) {
      expect([undefined, "1", "2"].map((version) => webhooksOf(app, version).e?.summary)).toEqual([
        "newer",
        "older",
        "newer",
      ]);
    }
  });

  it("with x-changes that come after each version, and in the document of all with every one", () => {
    const Internal = V.Change("2", "secret", { Internal: true });
    const Slower = V.Change("2", "Sent a minute later.");
    const app = appOf(V.Webhook("e", Cat, Before(Renamed, "old"), WithChanges(Slower, Internal)));
    const changesIn = (version?: string): unknown =>
      (
        Object.values(webhooksOf(app, version))[0]?.["x-changes"] as { description: string }[] | undefined
      )?.map(({ description }) => description);
    const [two, three] = [
      [Born.Description, Slower.Description],
      [Names.Description, Renamed.Description],
    ];
    expect(["1", "2", "3", undefined].map(changesIn)).toEqual([
      [...three, ...two],
      three,
      undefined,
      [...three, ...two],
    ]);
  });

  it.each<[what: string, outer: RouterOption[], shown: object]>([
    ["tags", [WithTags("outer")], { tags: ["outer", "own"] }],
    ["Deprecated", [Deprecated()], { deprecated: true }],
    ["no summary", [Summary("outer")], { summary: undefined }],
    ["no description", [Description("outer")], { description: undefined }],
    ["no answers", [WithResponse(500)], { responses: { 200: { description: "OK" } } }],
    ["no changes", [WithChanges(V.Change("3", "outer"))], { "x-changes": undefined }],
  ])("of what is further out with %s", (_, outer, shown) => {
    const webhook = V.Webhook("e", z.object({}), WithTags("own"));
    const { app } = appWith((app) =>
      app
        .Get("/cats", () => [], V.Since("1"))
        .Include(new Router("/x", ...outer).Include(webhook), WithPrefix("/y"), V.Since("3")),
    );
    const { e } = webhooksOf(app, "1");
    for (const [name, value] of Object.entries(shown)) expect(e?.[name as "summary"]).toEqual(value);
  });

  it("of what is further out with Hidden, as it was in each version", () => {
    const webhook = V.Webhook("e", z.object({}));
    const { app } = appWith((app) =>
      app.Get("/cats", () => [], V.Since("1")).Include(webhook, Before(Born, Hidden())),
    );
    expect(namesIn(app)).toEqual(["", "e", "e", "e"]);
  });

  it("in the versions that some route answers; a version with only webhooks is not one", () => {
    const { app } = appWith((app) => app.Get("/cats", () => [], V.Since("2")).Include(CatAdded));
    expect(app.Versions()).toEqual(["2", "3"]);
    expect(() => app.Document("1")).toThrow(RangeError);
    const { webhooks } = app.Document("2");
    expect(Object.keys(webhooks ?? {})).toEqual(["cat.added"]);
    expect(app.Changelog().map(({ Version }) => Version)).toEqual(["3"]);
  });

  it("of a preview only in its own document", () => {
    const { app } = appWith((app) => app.Get("/cats", () => [], V.Since("1")).Include(CatAdded), {
      Versioning: {
        Type: VersioningHeader,
        Header: "X-Version",
        Versions: V.List,
        Lifecycle: { 3: { Preview: true } },
      },
    });
    const shapeIn = (version?: string): boolean =>
      JSON.stringify(webhooksOf(app, version)["cat.added"]?.requestBody).includes("first");
    expect(["2", "3", undefined].map(shapeIn)).toEqual([false, true, false]);
    expect(app.Changelog().map(({ Version }) => Version)).toEqual(["2"]);
  });

  it.each<[what: string, app: () => App]>([
    ["versioning is off", () => new App().Get("/cats", () => [])],
    ["no route has a version", () => appWith(() => undefined).app],
  ])("in the newest form where %s, whose name the older forms share", (_what, make) => {
    const Named = Versioned(z.object({ birthday: z.string() }).meta({ title: "Cat" })).Before(
      Born,
      z.object({ born: z.string() }).meta({ title: "Cat" }),
      Rename("born", "birthday"),
    );
    const app = make().Include(V.Webhook("cat.added", Named));
    expect(JSON.stringify(webhooksOf(app)["cat.added"]?.requestBody)).toContain("#/components/schemas/Cat");
    expect(Object.keys(app.Document().components?.schemas ?? {})).toEqual(["Cat", "Error"]);
    expect(JSON.stringify(app.Document().components?.schemas?.Cat)).toContain("birthday");
  });

  it("and declares their tags; hand-written ones stay in every document", () => {
    const { app } = appWith(
      (app) =>
        app
          .Get("/cats", () => [], V.Since("1"))
          .Include(V.Webhook("e", Cat, V.Since("3"), WithTags("events"))),
      {
        OpenAPI: {
          webhooks: {
            own: { post: { tags: ["ours"], responses: { 200: { description: "Fine" } } } },
            e: { post: { externalDocs: { url: "https://example.org" }, tags: ["events", "more"] } },
          },
        },
      },
    );
    expect(namesIn(app)).toEqual(["own", "own", "e,own", "e,own"]);
    expect(webhooksOf(app, "3").e).toMatchObject({
      externalDocs: { url: "https://example.org" },
      requestBody: { required: true },
    });
    expect(app.Document("1").tags).toEqual([{ name: "ours" }]);
    expect(app.Document("3").tags?.map(({ name }) => name)).toEqual(["events", "more", "ours"]);
  });

  it("with one component for each name of a version, an older one's after its version in that of all", () => {
    const named = <S extends z.ZodType>(schema: S) => schema.meta({ id: "Cat" });
    const [Now, Old] = [named(z.object({ a: z.string() })), named(z.object({ b: z.string() }))];
    const webhook = V.Webhook("e", Versioned(Now).Before(Born, Old, { Down: ({ a }) => ({ b: a }) }));
    const { app } = appWith((app) =>
      app
        .Get("/cats", () => ({ b: "" }), V.Until("1"), WithResponse(200, Old))
        .Get("/", () => 1, V.Since("1"))
        .Include(webhook),
    );
    const schemas = (version?: string): object => app.Document(version).components?.schemas ?? {};
    expect(Object.keys(schemas("1")).filter((name) => name !== "Error")).toEqual(["Cat"]);
    expect(
      Object.keys(schemas())
        .filter((name) => name !== "Error")
        .toSorted(),
    ).toEqual(["Cat", "Cat_1"]);
    expect(schemas("2")).toHaveProperty("Cat.properties", { a: { type: "string" } });
  });
});

describe("a webhook is not a route", () => {
  it("in Inspect, and in the routes of its Router", () => {
    const router = new Router().Include(CatAdded);
    const { app } = appWith((app) => app.Get("/cats", () => [], V.Since("1")).Include(router));
    expect(app.Inspect()).toHaveLength(1);
    expect(router.Routes()).toEqual([]);
  });

  it("and is in the changelog by its newest name", () => {
    const app = appOf(V.Webhook("cat.added", Cat, Before(Renamed, "cat.created")));
    expect(app.Changelog().flatMap(({ Changes }) => Changes.map(({ Routes }) => Routes))).toEqual([
      ["webhook cat.added"],
      ["webhook cat.added"],
      ["webhook cat.added"],
    ]);
  });
});

describe("Build names what is wrong with a webhook", () => {
  const Unlisted = DefineVersions("1", "9").Change("9", "other");
  const guard = () => true;
  it.each<[what: string, make: () => object | object[], problem: string]>([
    [
      "twice one name in a version",
      () => [CatAdded, V.Webhook("cat.added", Cat3, V.Since("3"))],
      "webhook cat.added: webhook cat.added of version 3 is registered twice, because another declaration of webhook cat.added has the same name: remove one of the two, or give them different versions [registered-twice]",
    ],
    [
      "one included twice",
      () => [V.Webhook("e", Cat, V.WithVersion("1")), V.Webhook("f", Cat, Before(Born, "e"))],
      "webhook f: webhook e of version 1 is registered twice, because webhook e has the same name: remove one of the two, or give them different versions [registered-twice]",
    ],
    [
      "the older name of another one",
      () => [V.Webhook("f", Cat, Before(Born, "e")), V.Webhook("e", Cat, V.WithVersion("1"))],
      "webhook e: webhook e of version 1 is registered twice, because webhook f, which is webhook e in version 1, has the same name: remove one of the two, or give them different versions [registered-twice]",
    ],
    [
      "an option of routes",
      () => V.Webhook("e", Cat, WithGuards(guard) as never),
      "webhook e: WithGuards cannot be used on a webhook: use it on a route or a Router [option-misplaced]",
    ],
    [
      "an option of routers",
      () => V.Webhook("e", Cat, WithPrefix("/x") as never),
      "webhook e: WithPrefix cannot be used on a webhook: use it on a Router, a controller or Include [option-misplaced]",
    ],
    [
      "a part of a request that no webhook has",
      () => V.Webhook("e", Cat, WithQuery(Cat3) as never),
      "webhook e: WithQuery cannot be used on a webhook: use it on a route [option-misplaced]",
    ],
    [
      "no text as a version",
      () => V.Webhook("e", Cat, V.Since(2 as never)),
      "webhook e: the argument of Since must be a version, got 2 [argument-invalid]",
    ],
    [
      "no option",
      () => V.Webhook("e", Cat, 7 as never),
      "webhook e: expected an option such as WithTags(...), got 7 [not-an-option]",
    ],
    [
      "an option in Before",
      () => V.Webhook("e", Cat, Before(Renamed, Summary("old")) as never),
      "webhook e: Summary cannot stand in Before on a webhook: remove Summary from the arguments of Before [before-option]",
    ],
    [
      "an empty name in Before",
      () => V.Webhook("e", Cat, Before(Renamed, "")),
      'webhook e: the name in Before must be a non-empty string, got "" [argument-invalid]',
    ],
    [
      "a Before that no version reaches",
      () => V.Webhook("e", Cat, V.Since("3"), Before(Renamed, "old")),
      'webhook e: the Before for the change "`cat.created` is `cat.added`." changes nothing here, because no version before "3" is declared: declare one, or remove this Before [before-without-effect]',
    ],
    [
      "two names before one change",
      () => V.Webhook("e", Cat, Before(Renamed, "a"), Before(Renamed, "b")),
      'webhook e: a name, before "`cat.created` is `cat.added`.", is declared twice: keep one [declared-twice]',
    ],
    [
      "an empty range",
      () => V.Webhook("e", Cat, V.Since("3"), V.Until("1")),
      'webhook e: the range from version "3" to "1" names no version: Since must not be later than Until [range-empty]',
    ],
    [
      "both kinds of versions",
      () => V.Webhook("e", Cat, V.Since("3"), V.WithVersion("1")),
      "webhook e: WithVersion cannot be combined with Since or Until in the same declaration: keep WithVersion, or keep Since and Until [versions-and-range]",
    ],
    [
      "VersionNeutral",
      () => V.Webhook("e", Cat, V.WithVersion(VersionNeutral as "1")),
      "webhook e: the argument of WithVersion on a webhook must be a version, got VersionNeutral [argument-invalid]",
    ],
    [
      "a version that is not listed",
      () => V.Webhook("e", Cat, V.Since("9" as "1")),
      'webhook e: version "9" is not in AppOptions.Versioning.Versions, the list of all versions ("1", "2", "3"): correct the version, or add it to the list [version-not-listed]',
    ],
    [
      "a change that is not listed",
      () => V.Webhook("e", Cat, Before(Unlisted, "old")),
      'webhook e: version "9" is not in AppOptions.Versioning.Versions, the list of all versions ("1", "2", "3"): correct the version, or add it to the list [version-not-listed]',
    ],
    [
      "a step without a Down",
      () => V.Webhook("e", Versioned(Cat3).Before(Born, Cat3, { Up: (old) => old }) as never),
      'webhook e: "A cat\'s `born` is `birthday`." (version 2) cannot turn responses down to the older schema, because Down is missing: add Down [change-without-way]',
    ],
    [
      "an answer's step without an Up",
      () =>
        V.Webhook("e", Cat, WithResponse(200, Versioned(Cat3).Before(Born, Cat3, { Down: (now) => now }))),
      'webhook e: "A cat\'s `born` is `birthday`." (version 2) cannot turn requests up to the newer schema, because Up is missing: add Up [change-without-way]',
    ],
  ])("%s", (_, make, problem) => {
    expect(problemsOf(appOf(make()))).toContain(problem);
  });

  it("headers whose library gives no JSON Schema, as a warning", () => {
    const silent = {
      "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
    } as const;
    const { app, logger } = appWith((one) =>
      one.Get("/cats", () => [], V.Since("1")).Include(V.Webhook("e", Cat, WithHeaders(silent))),
    );
    app.Build();
    expect(logger.warn.mock.calls.map(([, text]) => String(text))).toContainEqual(
      expect.stringContaining("webhook e: the schema of WithHeaders cannot be converted to JSON Schema"),
    );
  });

  it("a webhook's version where versioning is off", () => {
    const app = new App({ Versioning: { Type: VersioningNone } })
      .Get("/", () => 1)
      .Include(V.Webhook("e", Cat, V.Since("1")));
    expect(problemsOf(app)).toEqual([
      expect.stringContaining("a version is declared but versioning is not enabled"),
    ]);
  });

  it("a name where a route's Before takes options", () => {
    const { app } = appWith((app) => app.Get("/", () => 1, V.Since("1"), Before(Born, "old") as never));
    expect(problemsOf(app)).toEqual([
      'GET /: expected an option such as WithTags(...), got "old" [not-an-option]',
    ]);
  });
});
