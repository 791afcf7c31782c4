import {
  App,
  DefineVersions,
  Get,
  Hidden,
  OneOf,
  Post,
  Router,
  Same,
  Versioned,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithBody,
  WithCookies,
  WithHeaders,
  WithOperation,
  WithParams,
  WithPrefix,
  WithQuery,
  WithResponse,
  WithVersion,
  type AppOptions,
  type RouteOption,
  type RouterOption,
} from "versioned-controllers";
import type * as main from "versioned-controllers";
import * as v from "valibot";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

type Row = readonly [what: string, app: () => App, ...problems: readonly string[]];

// Only its declaration is looked at: of `unknown` the compiler has nothing to hold against a response.
const handler = (): unknown => 1;
const Cat = z.object({ name: z.string() });

function appOf(options: AppOptions = {}): App {
  return new App({ ...options, Logger: recordingLogger() });
}

/** An option that takes what TypeScript refuses, as a caller without types writes it. */
function untyped(option: unknown): (...args: readonly unknown[]) => RouteOption & RouterOption {
  return option as never;
}

/** JSON Schema of no type that says more. */
function plain(schema: object): object {
  return schema;
}

function expectProblems(app: () => App, problems: readonly string[]): void {
  expect(problemsOf(app())).toEqual(problems);
}

function run(rows: readonly Row[]): void {
  it.each(rows.map(([what, app, ...problems]) => [what, app, problems] as const))(
    "%s",
    (_what, app, problems) => {
      expectProblems(app, problems);
    },
  );
}

const options = { WithParams, WithQuery, WithHeaders, WithBody } as const;

const advice = "; pass a schema of zod, valibot, ArkType or TypeBox, or a JSON Schema [schema-invalid]";

describe("what is not a schema", () => {
  const values: readonly (readonly [written: unknown, described: string])[] = [
    [undefined, "undefined"],
    [null, "null"],
    ["Cat", '"Cat"'],
    [7, "7"],
    [[Cat], "a list"],
    [handler, "the function handler"],
    [class Tom {}, "the class Tom"],
  ];
  const rows = Object.entries(options).flatMap(([name, option]) =>
    values.map(([value, described]) => [name, described, option, value] as const),
  );

  it.each(rows)("%s(%s)", (name, described, option, value) => {
    const problems = problemsOf(appOf().Post("/cats", handler, untyped(option)(value)));
    expect(problems).toEqual([`POST /cats: ${name} has no usable schema: got ${described}${advice}`]);
  });

  const shapeFound =
    "a value that is the shape of an object, whose members are schemas: pass the schema of the object, such as Cat for Cat.shape";
  const shape = `has no usable schema: got ${shapeFound} [schema-invalid]`;

  it.each(Object.entries(options))("%s(Cat.shape)", (name, option) => {
    const { shape: members } = z.object({ name: z.string() });
    expect(problemsOf(appOf().Post("/cats", handler, untyped(option)(members)))).toEqual([
      `POST /cats: ${name} ${shape}`,
    ]);
    expect(() => Versioned(members as never)).toThrow(
      new TypeError(
        "Versioned: expected a schema, got a value that is the shape of an object, whose members are schemas: pass the schema of the object, such as Cat for Cat.shape",
      ),
    );
  });

  const { shape: ofCat } = z.object({ name: z.string() });
  const V = DefineVersions("1", "2");

  it.each<[string, () => unknown]>([
    ["OneOf: each alternative must be a schema, got", () => untyped(OneOf)(() => undefined, [ofCat])],
    [
      "Removed: chip must be a schema, got",
      () => Versioned(z.object({})).Removed(V.Change("2", "No chips."), { chip: ofCat as never }),
    ],
  ])("%s a shape", (text, make) => {
    expect(make).toThrow(new TypeError(`${text} ${shapeFound}`));
  });

  it("a shape is named where an option takes schemas", () => {
    const Headers = { "X-Cat": ofCat as never };
    const app = new App({ Errors: { Schema: ofCat, Body: () => 1 } });
    expect(problemsOf(app.Get("/cats", handler, WithResponse(200, z.any(), { Headers }))).toSorted()).toEqual(
      [
        `AppOptions.Errors: Schema must be a schema, got ${shapeFound} [argument-invalid]`,
        `GET /cats: Headers of WithResponse must be an object with schemas by header name, got ${shapeFound} [argument-invalid]`,
      ],
    );
  });

  it("a JSON Schema that holds a schema of a library is not a schema", () => {
    const not = z.toJSONSchema(z.object({ name: z.string() }));
    expect(problemsOf(appOf().Post("/cats", handler, WithBody({ not })))).toEqual([]);
  });

  const foreign = (place: string): string =>
    `has no usable schema: got JSON with a library's schema at ${place} [schema-invalid]`;
  const inFunction = Object.assign(() => 1, { "~standard": { version: 1, vendor: "x", validate: () => 1 } });

  run([
    [
      "of a library's schemas within a JSON Schema",
      () =>
        appOf()
          .Post("/cats", handler, WithBody({ type: "object", properties: ofCat }))
          .Get("/cats", handler, WithResponse(200, { type: "array", items: v.object({ name: v.string() }) }))
          .Get("/dogs", handler, untyped(WithQuery)({ properties: { "a/b": { anyOf: [{}, inFunction] } } }))
          .Post("/dogs", handler, WithBody({ items: { $ref: "#/$defs/Dog" }, $defs: { Dog: v.string() } })),
      `POST /cats: WithBody ${foreign("/properties/name")}`,
      `GET /cats: WithResponse ${foreign("/items")}`,
      `GET /dogs: WithQuery ${foreign("/properties/a~1b/anyOf/1")}`,
      `POST /dogs: WithBody ${foreign("/items/$ref")}`,
    ],
    [
      "of a library's schemas beside keywords, and in a history",
      () =>
        new App({
          Logger: recordingLogger(),
          Versioning: { Type: VersioningURI, Versions: ["1", "2"] },
        }).Post(
          "/cats",
          handler,
          WithVersion("1", "2"),
          WithBody(
            Versioned({ type: "object", ...ofCat }).Before(
              V.Change("2", "Cats."),
              { type: "object", properties: ofCat },
              { Up: () => ({}) },
            ),
          ),
        ),
      `POST /cats: WithBody ${foreign("/name")}`,
      `POST /cats: WithBody ${foreign("/properties/name")}`,
    ],
    [
      "of a library's schemas in the App's own words",
      () =>
        new App({ Logger: recordingLogger(), OpenAPI: { components: { schemas: { Cat: v.string() } } } }).Get(
          "/cats",
          handler,
          untyped(WithOperation)({
            responses: { 200: { content: { "text/plain": { schema: z.string() } } } },
          }),
        ),
      "AppOptions: OpenAPI must be a JSON object, got JSON with a library's schema at /components/schemas/Cat [argument-invalid]",
      "GET /cats: the argument of WithOperation must be a JSON object with members of OpenAPI's Operation Object, got JSON with a library's schema at /responses/200/content/text~1plain/schema [argument-invalid]",
    ],
    [
      "of a response's shape",
      () => appOf().Get("/cats", handler, untyped(WithResponse)(200, { name: z.string() })),
      `GET /cats: WithResponse ${shape}`,
    ],
    [
      "WithResponse takes none, but no other value",
      () =>
        appOf()
          .Get("/cats", handler, untyped(WithResponse)(200, "Cat"))
          .Get("/dogs", handler, WithResponse(200)),
      `GET /cats: WithResponse has no usable schema: got "Cat"${advice}`,
    ],
    [
      "on a router it is named there",
      () => appOf().Include(new Router("/cats", untyped(WithResponse)(200, 7)).Get("/", handler)),
      `Router /cats: WithResponse has no usable schema: got 7${advice}`,
    ],
    [
      "with a controller it names class and method",
      () => {
        @Router("/cats")
        class CatsController {
          @Post("/", untyped(WithBody)(7))
          create() {
            return 1;
          }
        }
        return appOf().Include(CatsController);
      },
      `CatsController.create, POST /cats: WithBody has no usable schema: got 7${advice}`,
    ],
    [
      "a schema that its library cannot read, because it is frozen",
      () =>
        appOf()
          .Post("/cats", handler, WithBody(Object.freeze(z.object({ name: z.string() }))))
          .Get("/cats", handler, WithResponse(200, Object.freeze(z.string()))),
      "POST /cats: WithBody has no usable schema: its `~standard` cannot be read: Cannot define property ~standard, object is not extensible [schema-invalid]",
      "GET /cats: WithResponse has no usable schema: its `~standard` cannot be read: Cannot define property ~standard, object is not extensible [schema-invalid]",
    ],
    [
      "a promise of a schema, which would take everything",
      () =>
        appOf()
          .Post("/cats", handler, WithBody(Promise.resolve(Cat)))
          .Get("/cats", handler, WithResponse(200, Promise.reject(new Error("no schema")) as object)),
      "POST /cats: WithBody has no usable schema: it is a promise: await it first [schema-invalid]",
      "GET /cats: WithResponse has no usable schema: it is a promise: await it first [schema-invalid]",
    ],
    [
      "what JSON Schema forbids",
      () => appOf().Post("/cats", handler, WithBody({ type: "cat" })),
      "POST /cats: WithBody has no usable schema: schema is invalid: data/type must be equal to one of the allowed " +
        "values, data/type must be array, data/type must match a schema in anyOf [schema-invalid]",
    ],
    [
      "a reference that leads nowhere",
      () => appOf().Get("/cats", handler, WithResponse(200, plain({ $ref: "#/$defs/Cat" }))),
      "GET /cats: WithResponse has no usable schema: can't resolve reference #/$defs/Cat from id # [schema-invalid]",
    ],
    ...["#/$defs/none", "https://example.org/cat#/$defs/none", "https://example.org/cat#none"].map(
      ($ref) =>
        [
          `a reference of a response header into the header's own schema, at which nothing stands: ${$ref}`,
          () =>
            appOf().Get(
              "/cats",
              handler,
              WithResponse(200, undefined, {
                Headers: { "X-Cat": plain({ $id: "https://example.org/cat", $ref, $defs: { some: {} } }) },
              }),
            ),
          `GET /cats: WithResponse has no usable schema: can't resolve reference ${$ref} [schema-invalid]`,
        ] as const,
    ),
    [
      "a reference that is malformed",
      () => appOf().Get("/cats", handler, WithResponse(200, plain({ $ref: "#/%" }))),
      "GET /cats: WithResponse has no usable schema: URI contains malformed percent-encoding. [schema-invalid]",
    ],
    ...(
      [
        ["at its top", { $async: true, type: "object", required: ["a"] }, ""],
        [
          "in a property",
          { type: "object", properties: { a: { $async: true, type: "string" } } },
          ", at /properties/a",
        ],
        ["in what nothing refers to", { type: "object", $defs: { A: { $async: true } } }, ", at /$defs/A"],
        ["in a list", { allOf: [{ $async: true }] }, ", at /allOf/0"],
      ] as const
    ).map(
      ([where, schema, place]) =>
        [
          `$async ${where}`,
          () => appOf().Post("/cats", handler, WithBody(plain(schema))),
          `POST /cats: WithBody has no usable schema: $async is not supported, because ajv would return a promise: remove $async${place} [schema-invalid]`,
        ] as const,
    ),
    ...(
      [
        ["a response header", "GET /cats: WithResponse", { Headers: { "X-Cat": plain({ $async: true }) } }],
        ["Errors.Schema", "AppOptions: Errors.Schema", undefined],
      ] as const
    ).map(
      ([what, where, options]) =>
        [
          `$async in ${what}, which validates nothing`,
          () =>
            appOf(options ? {} : { Errors: { Schema: { $async: true } } }).Get(
              "/cats",
              handler,
              WithResponse(200, undefined, options ?? {}),
            ),
          `${where} has no usable schema: $async is not supported, because ajv would return a promise: remove $async [schema-invalid]`,
        ] as const,
    ),
    [
      "$async in a webhook, which validates nothing",
      () => {
        const V = DefineVersions("1");
        return appOf({ Versioning: { Type: VersioningURI, Versions: V.List } })
          .Get("/cats", handler, WithVersion("1"))
          .Include(V.Webhook("cat.added", { type: "object", properties: { a: { $async: true } } }));
      },
      "webhook cat.added: V.Webhook has no usable schema: $async is not supported, because ajv would return a promise: remove $async [schema-invalid]",
    ],
    [
      "a member that is called $async",
      () => appOf().Post("/cats", handler, WithBody({ type: "object", properties: { $async: {} } })),
    ],
  ]);
});

describe("a schema that is a function", () => {
  it("is a schema, as some libraries have it", () => {
    const schema = Object.assign(() => 1, { "~standard": Cat["~standard"] });
    expect(problemsOf(appOf().Post("/cats", handler, untyped(WithBody)(schema)))).toEqual([]);
  });

  // It is taken for the class that a decorator without its call stands on.
  it.each(Object.entries(options))("%s takes one that is a class, as effect has it", (_name, option) => {
    class Schema {
      static readonly "~standard" = z.object({})["~standard"];
    }
    expect(problemsOf(appOf().Post("/cats", handler, untyped(option)(Schema)))).toEqual([]);
  });
});

describe("WithParams names no parameters but the path's", () => {
  const id = z.object({ id: z.string() });
  const unknown = (name: string, where: string) =>
    `${where}: WithParams names "${name}", but the path has no parameter of this name: write the same name in both [params-unknown]`;
  const get = (path: string, schema: object) => () =>
    appOf().Get(path, handler, WithParams(schema) as RouteOption);

  run([
    ["all", get("/cats/{id}", id)],
    ["a rest parameter too", get("/files/{id...}", id)],
    ["one is left out", get("/cats/{name}", z.object({}))],
    ["another is named", get("/cats/{name}", id), unknown("id", "GET /cats/{name}")],
    ["the path has none", get("/cats", id), unknown("id", "GET /cats")],
    ["one of several is left out", get("/{a}/{b}", z.object({ a: z.string() }))],
    ["one that may be missing is named", get("/cats/{id}", z.object({ id: z.string().optional() }))],
    [
      "the prefixes' parameters are the path's",
      () =>
        appOf().Include(
          new Router("/{owner}").Get(
            "/{id}",
            handler,
            WithParams(z.object({ owner: z.string(), id: z.string() })),
          ),
        ),
    ],
    [
      "those of a prefix may be left out",
      () => {
        @Router("/cats")
        class CatsController {
          @Get("/{id}", WithParams(id))
          get() {
            return 1;
          }
        }
        return appOf().Include(CatsController).Include(CatsController, WithPrefix("/{owner}"));
      },
    ],
    [
      "a schema of alternatives names what each names",
      get("/{a}/{b}", z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])),
    ],
    [
      "joined schemas name what both name",
      get("/{a}/{b}", z.object({ a: z.string() }).and(z.object({ b: z.string() }))),
    ],
    ["a record names none", get("/cats/{id}", z.record(z.string(), z.string()))],
    [
      "plain JSON Schema is judged alike",
      get("/cats/{id}", { properties: { x: {} } }),
      unknown("x", "GET /cats/{id}"),
    ],
    [
      "through references too",
      get("/cats/{id}", { $ref: "#/$defs/ID", $defs: { ID: { properties: { id: { type: "string" } } } } }),
    ],
    [
      "what has no JSON Schema can't be judged",
      get("/cats/{id}", {
        "~standard": { version: 1, vendor: "test", validate: (value: unknown) => ({ value }) },
      }),
    ],
  ]);
});

describe("WithHeaders names headers in lower case, as requests have them", () => {
  run([
    ["in lower case", () => appOf().Get("/", handler, WithHeaders(z.object({ "x-tenant": z.string() })))],
    [
      "otherwise",
      () => appOf().Get("/", handler, WithHeaders(z.object({ "X-Tenant": z.string(), "x-b": z.string() }))),
      'GET /: WithHeaders names "X-Tenant": write header names in lower case, as in req.headers [header-name-case]',
    ],
    [
      "the query has names of any case",
      () => appOf().Get("/", handler, WithQuery(z.object({ Page: z.string() }))),
    ],
  ]);
});

describe("the schema of parameters accepts an object", () => {
  const problem = (option: string): string =>
    `GET /{id}: the schema of ${option} accepts no object, but all parameters together are one object: describe an object with a property for each parameter [parameters-not-object]`;
  const get =
    (...options: readonly unknown[]) =>
    () =>
      appOf().Get("/{id}", handler, ...(options as RouteOption[]));
  run([
    ["text", get(untyped(WithQuery)(z.string())), problem("WithQuery")],
    ["a list", get(untyped(WithParams)(z.array(z.string()))), problem("WithParams")],
    ["a number or null", get(untyped(WithHeaders)(z.number().nullable())), problem("WithHeaders")],
    ["plain JSON Schema", get(untyped(WithCookies)({ enum: ["a", 1] })), problem("WithCookies")],
    ["text or an object", get(untyped(WithQuery)(z.union([z.string(), z.object({ page: z.string() })])))],
    ["anything", get(untyped(WithQuery)(z.any()), untyped(WithHeaders)({}))],
    ["an object that becomes text", get(untyped(WithQuery)(z.preprocess((query) => query, z.string())))],
    ["the same, optional", get(untyped(WithQuery)(z.preprocess((query) => query, z.string()).optional()))],
    ["text that becomes an object", get(untyped(WithQuery)(z.preprocess((query) => query, z.object({}))))],
  ]);
});

describe("WithBody's options", () => {
  const post = (written: unknown) => () => appOf().Post("/", handler, untyped(WithBody)(Cat, written));
  run([
    ["none", post(undefined)],
    ["nothing in them", post({})],
    ["nothing given", post({ Limit: undefined, Type: undefined })],
    ...["1b", "100kb", "1mb", "2 MB", "1.5gb"].map((Limit): Row => [`Limit ${Limit}`, post({ Limit })]),
    ...["json", "form"].map((Type): Row => [`Type ${Type}`, post({ Type })]),
    ...["", "1", "mb", "-1mb", "1tb", "1e3kb", "unlimited"].map((Limit): Row => [
      `Limit ${Limit}`,
      post({ Limit }),
      `POST /: Limit of WithBody must be a size such as "100kb", got "${Limit}" [argument-invalid]`,
    ]),
    [
      "a number for a Limit",
      post({ Limit: 100 }),
      'POST /: Limit of WithBody must be a size such as "100kb", got 100 [argument-invalid]',
    ],
    [
      "another Type",
      post({ Type: "xml" }),
      'POST /: Type of WithBody must be "json", "form", "multipart", "text", "bytes", or a list of these, got "xml" [argument-invalid]',
    ],
    [
      "another option",
      post({ limit: "1mb" }),
      'POST /: there is no option named "limit": correct the name, or remove the option [option-unknown-name]',
    ],
    [
      "no object",
      post("1mb"),
      'POST /: the second argument of WithBody must be an object, got "1mb" [argument-invalid]',
    ],
    [
      "null",
      post(null),
      "POST /: the second argument of WithBody must be an object, got null [argument-invalid]",
    ],
    [
      "one argument too many",
      () => appOf().Post("/", handler, untyped(WithBody)(Cat, {}, 1)),
      "POST /: WithBody was called with too many arguments: remove the additional ones [option-arguments]",
    ],
    [
      "options for what takes none",
      () => appOf().Get("/", handler, untyped(WithHeaders)(Cat, {})),
      "GET /: WithHeaders was called with too many arguments: remove the additional ones [option-arguments]",
    ],
  ]);
});

describe("WithResponse's status and description", () => {
  const get =
    (...args: readonly unknown[]) =>
    () =>
      appOf().Get("/", handler, untyped(WithResponse)(...args));
  run([
    ...[200, 204, 404, 599].map((status): Row => [`${status}`, get(status)]),
    ...(
      [
        [199, "199"],
        [600, "600"],
        [200.5, "200.5"],
        [NaN, "NaN"],
        ["200", '"200"'],
        [undefined, "undefined"],
      ] as const
    ).map(([status, described]): Row => [
      described,
      get(status),
      `GET /: the status of WithResponse must be a whole number from 200 to 599, a range such as "4XX", or "default", got ${described} [argument-invalid]`,
    ]),
    ["a description", get(200, undefined, "All cats")],
    [
      "an empty one",
      get(200, Cat, ""),
      'GET /: the description of WithResponse must be a non-empty string, got "" [argument-invalid]',
    ],
    [
      "another value",
      get(200, Cat, 7),
      "GET /: the description of WithResponse must be a non-empty string, got 7 [argument-invalid]",
    ],
  ]);
});

describe("on a router", () => {
  it.each(Object.entries(options))("%s has no meaning", (name, option) => {
    const written = untyped(option)(z.object({}));
    expect(problemsOf(appOf().Include(new Router("/cats", written).Get("/", handler)))).toEqual([
      `Router /cats: ${name} cannot be used on a router: use it on a route [option-misplaced]`,
    ]);
    expect(problemsOf(new App({ Logger: recordingLogger() }, written))).toEqual([
      `App: ${name} cannot be used on a router: use it on a route [option-misplaced]`,
    ]);
  });

  it.each(Object.entries(options))("@%s is on no class", (name, option) => {
    @(untyped(option)(z.object({})))
    @Router("/cats")
    class CatsController {
      @Get()
      list() {
        return 1;
      }
    }
    expect(problemsOf(appOf().Include(CatsController))).toEqual([
      `CatsController: ${name} cannot be used on a router: use it on a route [option-misplaced]`,
    ]);
  });
});

describe("given twice at one place", () => {
  const empty = z.object({});
  const twice = (where: string, option: string) =>
    `${where}: ${option} is declared twice: keep one [declared-twice]`;

  it.each(Object.entries(options))("%s is declared twice", (name, option) => {
    const app = appOf().Post("/", handler, untyped(option)(empty), untyped(option)(empty));
    expect(problemsOf(app)).toEqual([twice("POST /", name)]);
  });

  run([
    [
      "stacked and in the verb's list are one place",
      () => {
        @Router("/cats")
        class CatsController {
          @WithBody(Cat)
          @Post("/", WithBody(Cat))
          create() {
            return 1;
          }
        }
        return appOf().Include(CatsController);
      },
      twice("CatsController.create, POST /cats", "WithBody"),
    ],
    [
      "one status of WithResponse",
      () => appOf().Get("/", handler, WithResponse(200, Cat), WithResponse(200)),
      twice("GET /", "WithResponse(200)"),
    ],
    [
      "one status of WithResponse on a router",
      () => appOf().Include(new Router("/cats", WithResponse(401), WithResponse(403), WithResponse(401))),
      twice("Router /cats", "WithResponse(401)"),
    ],
    [
      "two statuses are two responses",
      () => appOf().Get("/", handler, WithResponse(200, Cat), WithResponse(201, Cat)),
    ],
    ["two parts are two options", () => appOf().Post("/", handler, WithQuery(empty), WithBody(empty))],
    [
      "one status at two places is the nearer one's",
      () => appOf().Include(new Router("/", WithResponse(401)).Get("/", handler, WithResponse(401))),
    ],
  ]);
});

describe("the same name with two different schemas", () => {
  const text = (name: string, where: string, other: string, place = "properties") =>
    `${where}: two different schemas have the same name, "${name}", ${where === other ? "both here" : `one here and one in ${other}`}: they differ at ${place}; rename one of them [schema-name-repeated]`;
  const named = (schema: object) => ({ title: "Cat", type: "object", ...schema });
  const age = { properties: { age: { type: "number" } } };

  run([
    [
      "of two routes",
      () =>
        appOf()
          .Post("/a", handler, WithBody(named({})))
          .Post("/b", handler, WithBody(named(age))),
      text("Cat", "POST /b", "POST /a"),
    ],
    [
      "of one route",
      () => appOf().Post("/a", handler, WithBody(named({})), WithResponse(200, named(age))),
      text("Cat", "POST /a", "POST /a"),
    ],
    [
      "deep inside another",
      () =>
        appOf()
          .Post("/a", handler, WithBody(named({})))
          .Get("/b", handler, WithResponse(200, plain({ type: "array", items: named(age) }))),
      text("Cat", "GET /b", "POST /a"),
    ],
    [
      "of a neutral route and an older version's route with one history",
      () => {
        const V = DefineVersions("1", "2");
        const history = Versioned(plain(named(age))).Before(V.Change("2", "Ages."), named({}), {
          Down: () => ({}),
        });
        return appOf({ Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List } })
          .Get("/a", handler, WithVersion(VersionNeutral), WithResponse(200, history))
          .Get("/b", handler, WithVersion("1", "2"), WithResponse(200, history));
      },
      text("Cat", "GET /b", "GET /a"),
    ],
    [
      "by whatever it is named",
      () =>
        appOf()
          .Post("/a", handler, WithBody(z.object({ name: z.string() }).meta({ id: "Cat" })))
          .Post("/b", handler, WithBody({ $id: "Cat", type: "object" })),
      text("Cat", "POST /b", "POST /a"),
    ],
    [
      "made by one library twice",
      () =>
        appOf()
          .Post("/a", handler, WithBody(z.object({ a: z.string() }).meta({ title: "Cat" })))
          .Post("/b", handler, WithBody(z.object({ b: z.string() }).meta({ title: "Cat" }))),
      text("Cat", "POST /b", "POST /a", "properties.a"),
    ],
    [
      "that differ in a member of any value",
      () =>
        appOf()
          .Post("/a", handler, WithBody(named({ properties: { age: true } })))
          .Post("/b", handler, WithBody(named(age))),
      text("Cat", "POST /b", "POST /a", "properties.age"),
    ],
    [
      "of which one has one member more",
      () =>
        appOf()
          .Post("/a", handler, WithBody(named({ properties: {} })))
          .Post("/b", handler, WithBody(named(age))),
      text("Cat", "POST /b", "POST /a", "properties.age"),
    ],
    [
      "of which the second is composed",
      () =>
        appOf()
          .Post("/a", handler, WithBody(named({})))
          .Post("/b", handler, WithBody(named({ allOf: [age] }))),
      text("Cat", "POST /b", "POST /a", "allOf.0"),
    ],
    [
      "of which the first is composed",
      () =>
        appOf()
          .Post("/a", handler, WithBody(named({ allOf: [age] })))
          .Post("/b", handler, WithBody(named({}))),
      text("Cat", "POST /b", "POST /a", "allOf.0"),
    ],
    [
      "in hidden routes too: they may be shown tomorrow",
      () =>
        appOf()
          .Post("/a", handler, WithBody(named({})))
          .Get("/b", handler, Hidden(), WithResponse(200, named(age))),
      text("Cat", "GET /b", "POST /a"),
    ],
    [
      "two that say the same are one",
      () =>
        appOf()
          .Post("/a", handler, WithBody(named(age)))
          .Post("/b", handler, WithBody(named(age))),
    ],
    [
      "one schema may be taken and put out in two ways",
      () =>
        appOf().Post(
          "/a",
          handler,
          WithBody(z.object({ age: z.number().default(1) }).meta({ id: "Cat" })),
          WithResponse(200, z.object({ age: z.number().default(1) }).meta({ id: "Cat" })),
        ),
    ],
    [
      "a title on what is no object is a name too",
      () =>
        appOf().Post(
          "/a",
          handler,
          WithBody({
            properties: { a: { type: "string", title: "Name" }, b: { type: "number", title: "Name" } },
          }),
        ),
      text("Name", "POST /a", "POST /a", "type"),
    ],
    [
      "keys of $defs are local",
      () => {
        const address = (of: object) => ({ items: { $ref: "#/$defs/Address" }, $defs: { Address: of } });
        return appOf()
          .Post("/a", handler, WithBody(address({ type: "object" })))
          .Post("/b", handler, WithBody(address(age)));
      },
    ],
    [
      "of two versions are two schemas",
      () =>
        appOf({ Versioning: { Type: VersioningHeader, Header: "V" } })
          .Post("/a", handler, WithVersion("1"), WithBody(named({})))
          .Post("/a", handler, WithVersion("2"), WithBody(named(age))),
    ],
    [
      "of a version and of a neutral route meet in its document",
      () =>
        appOf({ Versioning: { Type: VersioningHeader, Header: "V" } })
          .Post("/a", handler, WithVersion("1"), WithBody(named({})))
          .Post("/b", handler, WithVersion(VersionNeutral), WithBody(named(age))),
      text("Cat", "POST /b", "POST /a"),
    ],
    [
      "of a version and of the neutral route behind it do not",
      () =>
        appOf({ Versioning: { Type: VersioningHeader, Header: "V" } })
          .Post("/a", handler, WithVersion("1"), WithBody(named({})))
          .Post("/a", handler, WithVersion(VersionNeutral), WithBody(named(age))),
    ],
  ]);
});

describe("a schema with `~standard` that cannot validate", () => {
  const jsonSchema = { input: () => ({ type: "object" }), output: () => ({ type: "object" }) };
  const described = { "~standard": { version: 1, vendor: "effect", jsonSchema } };
  const V = DefineVersions("1", "2");
  const C = V.Change("2", "It changed.");
  const versioned = () => appOf({ Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List } });
  const failure =
    "has no usable schema: its `~standard` has no function `validate`, so it would accept every value: " +
    "pass a Standard Schema, which validates [schema-invalid]";

  describe.each<[string, object]>([
    ["an empty object", { "~standard": {} }],
    ["an object", described],
    ["a function, as of effect's toStandardJSONSchemaV1", Object.assign(() => undefined, described)],
  ])("%s", (_kind, half) => {
    const Newest = Versioned(half as typeof Cat).Before(C, Cat, Same);
    const Older = Versioned(Cat).Before(C, half as typeof Cat, Same);

    run([
      ["of a body", () => appOf().Post("/a", handler, WithBody(half)), `POST /a: WithBody ${failure}`],
      ["of a query", () => appOf().Get("/a", handler, WithQuery(half)), `GET /a: WithQuery ${failure}`],
      ["of headers", () => appOf().Get("/a", handler, WithHeaders(half)), `GET /a: WithHeaders ${failure}`],
      [
        "of a response",
        () => appOf().Get("/a", handler, WithResponse(200, half)),
        `GET /a: WithResponse ${failure}`,
      ],
      [
        "of a response's header",
        () => appOf().Get("/a", handler, WithResponse(200, Cat, { Headers: { "X-A": half } })),
        `GET /a: WithResponse ${failure}`,
      ],
      [
        "newest in a history",
        () => versioned().Post("/a", handler, V.Since("1"), WithBody(Newest)),
        `POST /a: WithBody ${failure}`,
      ],
      [
        "older in a history",
        () => versioned().Get("/a", handler, V.Since("1"), untyped(WithResponse)(200, Older)),
        `GET /a: WithResponse ${failure}`,
      ],
      ["of a webhook", () => versioned().Include(V.Webhook("a", half)), `webhook a: V.Webhook ${failure}`],
      [
        "of errors",
        () => appOf({ Errors: { Schema: half, Body: () => ({}) } }).Get("/a", handler),
        `AppOptions: Errors.Schema ${failure}`,
      ],
    ]);

    it.each<[string, () => unknown]>([
      ["V.Stored", () => V.Stored(half)],
      ["V.Stored of a history", () => V.Stored(Older)],
      ["a webhook's For", () => V.Webhook("a", half).For("1", { name: "Tom", secret: 1 })],
      ["V.Show", () => V.Show(Older, "1", { name: "Tom" })],
    ])("makes %s, which needs no Build, throw", (_where, call) => {
      expect(call).toThrow(TypeError);
      expect(call).toThrow("its `~standard` has no function `validate`");
    });
  });
});

describe("without ajv", () => {
  it("plain JSON Schema is a problem that says what to install, once for each place", () => {
    jest.isolateModules(() => {
      jest.doMock("ajv/dist/2020", () => {
        throw new Error("Cannot find module 'ajv/dist/2020'");
      });
      const fresh = jest.requireActual<typeof main>("versioned-controllers");
      const app = new fresh.App({ Logger: recordingLogger() })
        .Post(
          "/cats",
          handler,
          fresh.WithBody({ type: "object" }),
          fresh.WithResponse(200, plain({ type: "object" })),
        )
        .Post("/dogs", handler, fresh.WithBody(Cat));
      const build = () => app.Build();
      expect(build).toThrow(fresh.BuildError);
      expect(build).toThrow(
        "POST /cats: WithBody has a plain JSON Schema, which needs ajv: run npm install ajv [schema-without-ajv]\n" +
          "POST /cats: WithResponse has a plain JSON Schema, which needs ajv: run npm install ajv [schema-without-ajv]",
      );
      expect(build).not.toThrow("/dogs");
    });
    jest.dontMock("ajv/dist/2020");
  });

  it("so is one of what values carry", () => {
    jest.isolateModules(() => {
      jest.doMock("ajv/dist/2020", () => {
        throw new Error("Cannot find module 'ajv/dist/2020'");
      });
      const fresh = jest.requireActual<typeof main>("versioned-controllers");
      const V = fresh.DefineVersions("1", "2");
      const Carrying = fresh
        .Versioned(Cat)
        .Carrying({ type: "object" })
        .Before(V.Change("2", "It came."), Cat, { Down: (cat) => cat });
      const app = new fresh.App({
        Logger: recordingLogger(),
        Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
      }).Get("/cats", handler as never, V.Since("1"), fresh.WithResponse(200, Carrying));
      expect(() => app.Build()).toThrow("GET /cats: Carrying has a plain JSON Schema, which needs ajv");
    });
    jest.dontMock("ajv/dist/2020");
  });
});
