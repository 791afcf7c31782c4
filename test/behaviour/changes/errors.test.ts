import {
  App,
  FirstOf,
  FromHeader,
  HTTPError,
  Nothing,
  Since,
  Versioned,
  VersioningCustom,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithBody,
  WithGuards,
  WithLifecycle,
  WithVersion,
  type AppOptions,
  type ErrorFormat,
  type VersioningOptions,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { CreateServer } from "versioned-controllers/server";
import express from "express";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { header, versioned } from "../../support/schemes";
import { listen, serve } from "../../support/serve";
import { Born, Names, V } from "./cats";

const Error3 = z.object({ problem: z.object({ code: z.string(), said: z.string() }) });
const Error2 = z.object({ code: z.string(), said: z.string() });
const Error1 = z.object({ code: z.string(), message: z.string() });

/** An error that says `unsayable` cannot be told to older versions, one that says `never` not at all. */
const Errors = Versioned(Error3)
  .Before(Names, Error2, {
    Down: ({ problem }) => {
      if (problem.said === "unsayable") throw new Error("a secret of Down");
      if (problem.said === "refused") throw new HTTPError(418, "another");
      return problem;
    },
  })
  .Before(Born, Error1, { Down: ({ code, said }) => ({ code, message: said }) });

const format: ErrorFormat = {
  Body: ({ code, message }) => ({ problem: { code, said: message } }),
  Type: "application/problem+json",
  Schema: Errors,
};

function told(version: string | undefined, code: string, said: string): unknown {
  if (version === "1") return { code, message: said };
  return version === "2" ? { code, said } : { problem: { code, said } };
}

function appOf(options: Partial<AppOptions> = {}, Versioning: VersioningOptions = header.options) {
  const logger = recordingLogger();
  const app = new App(
    { Logger: logger, Errors: format, ...options, Versioning: { Versions: V.List, ...Versioning } },
    Since("1"),
  )
    .Get("/throws/{said}", (req) => {
      throw new HTTPError(409, req.params.said, { code: "taken" });
    })
    .Get("/breaks", () => {
      throw new Error("a secret");
    })
    .Post("/cats", () => null, WithBody(z.object({ name: z.string() })))
    .Get(
      "/guarded",
      () => null,
      WithGuards(() => false),
    )
    .Get("/gone", () => null, WithLifecycle({ Sunset: "2020-01-01", AfterSunset: "gone" }))
    .Get(
      "/neutral",
      () => {
        throw new HTTPError(409, "no");
      },
      WithVersion(VersionNeutral),
    );
  return { app, logger };
}

describe.each(versioned)("under $name", ({ name, options, ask: asking }) => {
  describe.each(V.List)("version %s is answered in its words of", (version) => {
    it.each<[what: string, line: string, status: number, code: string, said: string]>([
      ["what a handler throws", "GET /throws/no", 409, "taken", "no"],
      ["a failure", "GET /breaks", 500, "internal_error", "Internal Server Error"],
      [
        "a body that is none",
        "POST /cats",
        415,
        "unsupported_media_type",
        "the Content-Type of the body must be application/json or application/*+json",
      ],
      ["a guard's refusal", "GET /guarded", 403, "forbidden", "Forbidden"],
      [
        "what is gone",
        "GET /gone",
        410,
        "gone",
        "this version was served until Wed, 01 Jan 2020 00:00:00 GMT",
      ],
      ["what no route matches", "GET /nowhere", 404, "not_found", "no route matches GET PATH"],
    ])("%s", async (_what, line, status, code, said) => {
      const [method = "", plain = ""] = line.split(" ");
      const { path, headers } = asking(plain, [version]) ?? { path: plain, headers: {} };
      const { ask } = await serve(appOf({}, options).app);
      const body = method === "POST" ? "text" : undefined;
      const answer = await ask(`${method} ${path}`, headers, body);
      expect(answer.status).toBe(status);
      expect(answer.headers["content-type"]).toBe("application/problem+json");
      // No function is asked for the version of a path that no route has.
      const isAsked = name !== "VersioningCustom" || plain !== "/nowhere";
      expect(answer.json).toEqual(told(isAsked ? version : undefined, code, said.replace("PATH", path)));
    });
  });
});

describe("the uniform 404 is answered in", () => {
  it.each<
    [
      what: string,
      versioning: VersioningOptions,
      headers: Record<string, string>,
      path: string,
      version?: string,
    ]
  >([
    ["the newest version, where none is named", {}, {}, "/nowhere"],
    ["the newest, where none of the named is there", {}, { "X-API-Version": "9" }, "/nowhere"],
    ["the assumed one", { AssumeVersion: "1" }, {}, "/nowhere", "1"],
    ["the named one, whatever is assumed", { AssumeVersion: "1" }, { "X-API-Version": "2" }, "/nowhere", "2"],
    [
      "the one that a place names, of several",
      { Type: VersioningCustom, Extractor: FirstOf(() => "1", FromHeader("X-API-Version")) },
      { "X-API-Version": "2" },
      "/nowhere",
      "2",
    ],
    [
      "the newest, where only a function could name one",
      { Type: VersioningCustom, Extractor: () => "1" },
      {},
      "/nowhere",
    ],
    ["that of the path", { Type: VersioningURI }, {}, "/v1/nowhere", "1"],
    ["that of the path alone", { Type: VersioningURI }, {}, "/v2", "2"],
    ["the newest, by a path without one", { Type: VersioningURI }, {}, "/nowhere"],
    ["the newest, by a path with one that is not there", { Type: VersioningURI }, {}, "/v9/nowhere"],
    ["the assumed one of a plain path", { Type: VersioningURI, AssumeVersion: "1" }, {}, "/nowhere", "1"],
    ["the path's, whatever is assumed", { Type: VersioningURI, AssumeVersion: "1" }, {}, "/v2/nowhere", "2"],
  ])("%s", async (...[, versioning, headers, path, version]) => {
    const { ask } = await serve(
      appOf({}, { Type: VersioningHeader, Header: "X-API-Version", ...versioning }).app,
    );
    const { status, json } = await ask(`GET ${path}`, headers);
    expect([status, json]).toEqual([404, told(version, "not_found", `no route matches GET ${path}`)]);
  });
});

describe("an error is answered in", () => {
  it("the newest words of a neutral route", async () => {
    const { ask } = await serve(appOf().app);
    const { json } = await ask("GET /neutral", { "X-API-Version": "1" });
    expect(json).toEqual(told("3", "conflict", "no"));
  });

  it("the newest words that are not those of a preview", async () => {
    const { app } = appOf({}, { ...header.options, Lifecycle: { "3": { Preview: true } } });
    const { ask } = await serve(app);
    expect((await ask("GET /neutral", {})).json).toEqual(told("2", "conflict", "no"));
    expect((await ask("GET /nowhere", {})).json).toEqual(
      told("2", "not_found", "no route matches GET /nowhere"),
    );
    expect((await ask("GET /throws/no", { "X-API-Version": "3" })).json).toEqual(told("3", "taken", "no"));
    app.Build();
    expect(Object.keys(app.Document("3").components?.schemas ?? {})).toEqual(["Error", "Error_newest"]);
  });

  it("the newest where it is thrown before a version is known", async () => {
    const { app } = appOf();
    app.Use(() => {
      throw new HTTPError(409, "no");
    });
    const { ask } = await serve(app);
    expect((await ask("GET /breaks", { "X-API-Version": "1" })).json).toEqual(told("3", "conflict", "no"));
  });

  it("a face, in the newest version and without versioning", async () => {
    const Faced = Versioned(Error3).As(z.object({ seen: z.string() }), {
      Down: ({ problem }) => ({ seen: problem.code }),
    });
    for (const versioning of [{ ...header.options, Versions: V.List }, {}]) {
      const options = { Errors: { ...format, Schema: Faced }, Versioning: versioning };
      const app = new App(options, ...("Type" in versioning ? [Since("1")] : [])).Get("/", () => 1);
      const { ask } = await serve(app);
      expect((await ask("GET /nowhere", { "X-API-Version": "3" })).json).toEqual({ seen: "not_found" });
    }
  });

  it("the default's words, turned down where the form is the default's", async () => {
    const Default = Versioned(z.object({ error: z.unknown(), request_id: z.string() })).Before(
      Names,
      z.object({ of: z.string() }),
      { Down: ({ error }) => ({ of: (error as { code: string }).code }) },
    );
    const { ask } = await serve(appOf({ Errors: { Schema: Default } }).app);
    expect((await ask("GET /breaks", { "X-API-Version": "2" })).json).toEqual({ of: "internal_error" });
    expect((await ask("GET /breaks", { "X-API-Version": "3" })).json).toMatchObject({
      error: { status: 500 },
    });
  });

  it("no words where there was Nothing: the status stays", async () => {
    const Silent = Versioned(Error3).Before(Names, Nothing);
    const { ask } = await serve(appOf({ Errors: { ...format, Schema: Silent } }).app);
    const { status, text, headers } = await ask("GET /breaks", { "X-API-Version": "2" });
    expect([status, text, headers["content-type"], headers["content-length"]]).toEqual([
      500,
      "",
      undefined,
      "0",
    ]);
  });
});

describe("where a Down of an error fails, the default body is sent, which no Down touches", () => {
  it.each(["unsayable", "refused"])("%s", async (said) => {
    const { app, logger } = appOf();
    const { ask } = await serve(app);
    const { status, json, headers } = await ask(`GET /throws/${said}`, { "X-API-Version": "1" });
    expect([status, json]).toMatchObject([409, { error: { code: "taken", message: said, status: 409 } }]);
    expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it("and a promise is named with its version and request", async () => {
    const Late = Versioned(Error3).Before(Names, Error2, {
      Down: (async () => await Promise.reject(new Error("late"))) as never,
    });
    const { app, logger } = appOf({ Errors: { ...format, Schema: Late } });
    const { ask } = await serve(app);
    expect((await ask("GET /throws/no", { "X-API-Version": "2" })).json).toMatchObject({
      error: { code: "taken" },
    });
    const [[{ err }]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(err.message).toMatch(
      /^GET \/throws\/no, version 2: Down of .* must return its result synchronously, got a promise/,
    );
  });
});

describe("behind CreateServer", () => {
  it.each<[what: string, host: express.Application | undefined]>([
    ["an App alone", undefined],
    ["an App before a host", express()],
  ])("%s, what nobody matches is reported in the version's words", async (_what, Host) => {
    const { app } = appOf();
    const { ask } = await listen(CreateServer(app, Host ? { Host } : {}));
    const { json } = await ask("GET /nowhere", { "X-API-Version": "1" });
    expect(json).toEqual(told("1", "not_found", "no route matches GET /nowhere"));
    expect((await ask("GET /throws/no", { "X-API-Version": "2" })).json).toEqual(told("2", "taken", "no"));
  });
});

describe("documents have the version's error body", () => {
  const errorIn = (document: ReturnType<App["Document"]>, path: string): unknown => {
    const found = document.paths[path]?.get?.responses["404"] as unknown as {
      content: Record<string, { schema: { $ref: string } }>;
    };
    const [, name] = /([^/]+)$/.exec(found.content["application/problem+json"]?.schema.$ref ?? "") ?? [];
    return document.components?.schemas?.[name ?? ""];
  };
  const members = (schema: unknown): readonly string[] =>
    Object.keys((schema as { properties: object }).properties);
  const membersIn = { "1": ["code", "message"], "2": ["code", "said"], "3": ["problem"] };

  it.each(V.List)("version %s", (version) => {
    const { app } = appOf();
    app.Build();
    const document = app.Document(version);
    expect(members(document.components?.schemas?.Error)).toEqual(membersIn[version]);
    expect(members(errorIn(document, "/breaks"))).toEqual(membersIn[version]);
    expect(members(errorIn(document, "/neutral"))).toEqual(["problem"]);
  });

  it("and each path has its own in that of all", () => {
    const { app } = appOf({}, { Type: VersioningURI });
    app.Build();
    const document = app.Document();
    expect(members(document.components?.schemas?.Error)).toEqual(["problem"]);
    for (const version of V.List) {
      expect(members(errorIn(document, `/v${version}/breaks`))).toEqual(membersIn[version]);
    }
  });
});

describe("Build and CheckChanges look at them too", () => {
  it.each<[what: string, schema: object, options: VersioningOptions, problem: string]>([
    [
      "a step without Down",
      Versioned(Error3).Before(Names, Error2, {}),
      {},
      "AppOptions: .* cannot turn responses down",
    ],
    ["changes without a list", Errors, { Versions: [] }, "AppOptions: changes need Versioning.Versions"],
    [
      "changes oldest first",
      Versioned(Error3)
        .Before(Born, Nothing)
        .Before(Names, Error1, { Down: () => ({ code: "", message: "" }) }),
      {},
      "AppOptions: changes have to be written newest first",
    ],
    [
      "a place that is not turned",
      Errors.Within(["error"], (error) => z.object({ error, causes: z.array(error) })),
      {},
      'AppOptions: the history in Errors.Schema is not turned at \\["causes", Each\\]',
    ],
  ])("%s", (_what, schema, options, problem) => {
    const app = new App({
      Errors: { ...format, Schema: schema },
      Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List, ...options },
    });
    expect(problemsOf(app)).toEqual([expect.stringMatching(problem) as unknown]);
  });

  it("a law that one breaks", async () => {
    const Leaking = Versioned(z.object({ a: z.string(), b: z.string() })).Before(
      Names,
      { type: "object", properties: { a: { type: "string" } } },
      { Down: (now) => now },
    );
    const { app } = appOf({ Errors: { Schema: Leaking } });
    await expect(CheckChanges(app, { Seed: 1 })).rejects.toThrow("nothing leaks");
  });
});
