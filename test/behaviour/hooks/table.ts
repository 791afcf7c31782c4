import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { Readable } from "node:stream";
import type { StandardSchemaV1 } from "@standard-schema/spec";
import type { RequestHandler } from "express";
import {
  App,
  AtOrBefore,
  Carry,
  Change,
  Context,
  DefineVersions,
  ByPrincipal,
  Described,
  FirstOf,
  OneOf,
  Router,
  SecurityScheme,
  Shadow,
  Since,
  Versioned,
  VersioningCustom,
  VersioningHeader,
  VersionNeutral,
  WithBody,
  WithContext,
  WithCookies,
  WithGuards,
  WithHeaders,
  WithMiddleware,
  WithParams,
  WithQuery,
  WithResponse,
  WithSecurity,
  WithVersion,
  type AppOptions,
  type ShadowOptions,
  type VersionExtractor,
  type VersioningOptions,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";
import type { HookName } from "./hook-names";
import type { Misbehave, Misbehaviour } from "./misbehaviours";

/**
 * What the client of `/hooked` sees, and after it whether a line is `logged` by the Logger, or `on the console`:
 * `waits` until it goes; `not built` and `not declared`, where the author is told before anybody serves.
 */
export type Outcome =
  | `${number}${"" | " logged" | " on the console"}`
  | `${number}, left to the process`
  | "waits"
  | "not built"
  | "not declared";

/** A hook, in an App whose `/hooked` meets it; `/other` does not. */
export interface Hook {
  readonly app: (misbehave: Misbehave, options: AppOptions) => App;
  /** Whether versioning is on, so that `/other` has to be neutral. */
  readonly isVersioned?: boolean;
  /** Default: `GET /hooked`. */
  readonly line?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The settings of the host. */
  readonly settings?: (misbehave: Misbehave) => Readonly<Record<string, unknown>>;
  /** Stands behind the App, which passes on what it does not match. */
  readonly host?: (app: App, misbehave: Misbehave) => RequestHandler;
  readonly outcomes: Readonly<Record<Misbehaviour, Outcome>>;
}

const json = { "Content-Type": "application/json" };

/** What fails is a 500, and what comes late is waited for. */
const awaited: Hook["outcomes"] = {
  throws: "500 logged",
  rejects: "500 logged",
  "never settles": "waits",
  "gives null": "500 logged",
  "gives a Proxy": "500 logged",
  "gives a promise": "500 logged",
};

/** What must be there at once. */
const synchronous: Hook["outcomes"] = { ...awaited, "never settles": "500 logged" };

/** Nobody serves what cannot be built. */
const ofBuild: Hook["outcomes"] = {
  throws: "not built",
  rejects: "not built",
  "never settles": "not built",
  "gives null": "not built",
  "gives a Proxy": "not built",
  "gives a promise": "not built",
};

/** Observers change no answer: what they throw, and what their promise rejects with, is logged. */
function observing(status: 200 | 404): Hook["outcomes"] {
  return {
    throws: `${status} logged`,
    rejects: `${status} logged`,
    "never settles": `${status}`,
    "gives null": `${status}`,
    "gives a Proxy": `${status} logged`,
    "gives a promise": `${status}`,
  };
}

const onlyHooked =
  (misbehave: Misbehave) =>
  ({ path }: { readonly path: string }) =>
    path === "/hooked" ? (misbehave() as unknown) : undefined;

/** Extractors, of which `/hooked` and `/other` are neutral. */
function extracting(versioning: (extractor: VersionExtractor) => VersioningOptions): Hook {
  return {
    isVersioned: true,
    app: (misbehave, options) =>
      new App({ ...options, Versioning: versioning(onlyHooked(misbehave) as VersionExtractor) })
        .Get("/hooked", () => 1, WithVersion(VersionNeutral))
        .Get("/hooked", () => 1, WithVersion("1")),
    outcomes: { ...awaited, "gives null": "200", "gives a promise": "200" },
  };
}

const known = new SecurityScheme("known", { type: "http", scheme: "bearer" }, () => ({ name: "Tom" }));

const custom = (Extractor: VersionExtractor): VersioningOptions => ({ Type: VersioningCustom, Extractor });

/** A schema of another library than those that are known. */
const standard = (validate: Misbehave, jsonSchema?: Misbehave) => ({
  "~standard": {
    version: 1 as const,
    vendor: "test",
    validate,
    jsonSchema: { input: jsonSchema ?? (() => ({})), output: jsonSchema ?? (() => ({})) },
  },
});

const oneOfTwo = { Type: VersioningHeader, Header: "V", Versions: ["1", "2"] } as const;
const change = Change("2", "It is another.");
const Two = z.object({ two: z.string() });
const One = z.object({ one: z.string() });

/** A route whose body and answer version 1 has in other words. */
const Caller = Context<unknown>("caller");

const Needing = Versioned(Two).Before(change, One, {
  Needs: [Caller],
  Up: () => ({ two: "b" }),
});

const Carrying = Versioned(Two)
  .Carrying(One)
  .Before(change, One, { Down: () => ({ one: "a" }) });

function inTwoVersions<S extends StandardSchemaV1, Old extends StandardSchemaV1>(
  history: (misbehave: Misbehave) => Versioned<S, Old>,
): Hook["app"] {
  return (misbehave, options) =>
    new App({ ...options, Versioning: oneOfTwo }).Post(
      "/hooked",
      (): unknown => ({ two: "b" }),
      WithVersion("1", "2"),
      WithBody(history(misbehave)),
      WithResponse(200, history(misbehave)),
    );
}

const askedByOne = {
  isVersioned: true,
  line: "POST /hooked",
  headers: { ...json, V: "1" },
  body: '{"one":"a"}',
} satisfies Partial<Hook>;

/** Without a body: Node 26 ends the response to a GET with one as if the client had gone. */
const shadowed = { isVersioned: true, line: "GET /hooked", headers: { V: "1" } } satisfies Partial<Hook>;

/** A route whose own handler answers 1, beside an old one. */
function shadowing(options: AppOptions, old: () => unknown, terms: Partial<ShadowOptions>): App {
  const shadow = Shadow(Since("1"), old, { Answer: "new", OnDifference: () => undefined, ...terms });
  return new App({ ...options, Versioning: oneOfTwo }).Get("/hooked", () => 1, Since("1"), shadow);
}

const posted = { line: "POST /hooked", headers: json, body: '{"name":"Tom"}' } satisfies Partial<Hook>;

const bodied = (
  schema: (misbehave: Misbehave) => Parameters<typeof WithBody>[0],
): Omit<Hook, "outcomes"> => ({
  ...posted,
  app: (misbehave, options) =>
    new App(options).Post("/hooked", (): unknown => 1, WithBody(schema(misbehave))),
});

class Cats {}
Router("/hooked")(Cats);

const iterable = (iterator: object) => ({ [Symbol.asyncIterator]: () => iterator }) as AsyncIterable<unknown>;

const matched = "versioned-controllers:match";

/** Every function that an author can hand over; see hook-names.ts for what holds it complete. */
export const table: Readonly<Record<HookName, Hook>> = {
  "AppOptions.Logger.error": {
    app: (misbehave, options) =>
      new App({ ...options, Logger: { warn: () => undefined, error: misbehave } }).Get("/hooked", () => {
        throw new Error("of the handler");
      }),
    outcomes: {
      throws: "500 on the console",
      rejects: "500 on the console",
      "never settles": "500",
      "gives null": "500",
      "gives a Proxy": "500 on the console",
      "gives a promise": "500",
    },
  },
  "AppOptions.Logger.warn": {
    // Build warns of a parameter that is written as other frameworks write it.
    app: (misbehave, options) =>
      new App({ ...options, Logger: { warn: misbehave, error: () => undefined } })
        .Get("/hooked", () => 1)
        .Get("/:id", () => 1),
    outcomes: {
      throws: "200 on the console",
      rejects: "200 on the console",
      "never settles": "200",
      "gives null": "200",
      "gives a Proxy": "200 on the console",
      "gives a promise": "200",
    },
  },
  "AppOptions.RequestID": {
    line: "GET /missing",
    app: (misbehave, options) => new App({ ...options, RequestID: misbehave }),
    outcomes: {
      throws: "404 logged",
      rejects: "404 logged",
      "never settles": "404",
      "gives null": "404",
      "gives a Proxy": "404 logged",
      "gives a promise": "404",
    },
  },
  "AppOptions.MapError": {
    app: (misbehave, options) =>
      new App({ ...options, MapError: misbehave }).Get("/hooked", () => {
        throw new Error("of the handler");
      }),
    outcomes: synchronous,
  },
  "AppOptions.Errors.Body": {
    line: "GET /missing",
    app: (misbehave, options) => new App({ ...options, Errors: { Body: misbehave } }),
    outcomes: {
      throws: "404 logged",
      rejects: "404 logged",
      "never settles": "404 logged",
      "gives null": "404",
      "gives a Proxy": "404 logged",
      "gives a promise": "404 logged",
    },
  },
  "AppOptions.Errors.Schema": {
    isVersioned: true,
    line: "GET /missing",
    headers: { V: "1" },
    app: (misbehave, options) =>
      new App({
        ...options,
        Versioning: oneOfTwo,
        Errors: { Schema: Versioned(z.object({})).Before(change, z.object({}), { Down: misbehave }) },
      }).Get("/hooked", () => 1, WithVersion("1", "2")),
    outcomes: {
      throws: "404 logged",
      rejects: "404 logged",
      "never settles": "404 logged",
      "gives null": "404",
      "gives a Proxy": "404 logged",
      "gives a promise": "404 logged",
    },
  },
  "AppOptions.Ajv": {
    app: (misbehave, options) =>
      new App({ ...options, Ajv: misbehave }).Post("/hooked", (): unknown => 1, WithBody({ type: "object" })),
    outcomes: ofBuild,
  },
  "AppOptions.Ajv: compile": {
    app: (misbehave, options) =>
      new App({ ...options, Ajv: () => ({ compile: misbehave }) }).Post(
        "/hooked",
        (): unknown => 1,
        WithBody({ type: "object" }),
      ),
    outcomes: ofBuild,
  },
  "AppOptions.Ajv: a validator": {
    ...posted,
    app: (misbehave, options) =>
      new App({ ...options, Ajv: () => ({ compile: () => () => misbehave() as unknown }) }).Post(
        "/hooked",
        (): unknown => 1,
        WithBody({ type: "object" }),
      ),
    // Whatever is not true refuses.
    outcomes: { ...synchronous, "gives null": "400", "gives a Proxy": "400" },
  },
  "AppOptions.Versioning.Lifecycle": {
    isVersioned: true,
    app: (misbehave, options) =>
      new App({ ...options, Versioning: { ...oneOfTwo, Lifecycle: misbehave } }).Get(
        "/hooked",
        () => 1,
        Since("1"),
      ),
    outcomes: ofBuild,
  },
  "AppOptions.Now": {
    isVersioned: true,
    headers: { V: "1" },
    app: (misbehave, options) =>
      new App({
        ...options,
        Now: misbehave,
        Versioning: {
          ...oneOfTwo,
          Lifecycle: { "1": { Sunset: "2020-01-01", AfterSunset: "gone" } },
        },
      }).Get("/hooked", () => 1, WithVersion("1", "2")),
    // A clock that fails ends no version.
    outcomes: {
      throws: "200 logged",
      rejects: "200 logged",
      "never settles": "200 logged",
      "gives null": "200 logged",
      "gives a Proxy": "200 logged",
      "gives a promise": "200 logged",
    },
  },
  "AppOptions.OnMatch": {
    app: (misbehave, options) =>
      new App({ ...options, OnMatch: onlyHooked(misbehave) }).Get("/hooked", () => 1),
    outcomes: observing(200),
  },
  "AppOptions.OnAnswered": {
    app: (misbehave, options) =>
      new App({ ...options, OnAnswered: onlyHooked(misbehave) }).Get("/hooked", () => 1),
    outcomes: observing(200),
  },
  "AppOptions.OnRefused": {
    line: "GET /missing",
    app: (misbehave, options) => new App({ ...options, OnRefused: misbehave }),
    outcomes: observing(404),
  },
  "AppOptions.Container.get": {
    app: (misbehave, options) => new App({ ...options, Container: { get: misbehave } }).Include(Cats),
    outcomes: ofBuild,
  },
  "AppOptions.Versioning.Extractor": extracting(custom),
  "AppOptions.Versioning.AssumeVersion": extracting((AssumeVersion) => ({
    Type: VersioningHeader,
    Header: "V",
    AssumeVersion,
  })),
  "DefineVersions: Extractor": extracting((extractor) =>
    // What callers without types give.
    custom(DefineVersions("1").Extractor((req) => extractor(req) as "1")),
  ),
  ByPrincipal: extracting((versionOf) => ({
    Type: VersioningHeader,
    Header: "V",
    AssumeVersion: ByPrincipal(known, (_, req) => versionOf(req) as null),
  })),
  "AtOrBeforeOptions.Compare": {
    ...extracting(() => ({})),
    headers: { V: "?" },
    app: (misbehave, options) => {
      // Build compares the list's own versions.
      const Compare = (a: string, b: string) => (b === "?" ? misbehave() : a.localeCompare(b)) as number;
      const Versioning = {
        ...custom(AtOrBefore((req) => req.get("V"), { Compare })),
        Versions: ["1", "2"],
      };
      return new App({ ...options, Versioning }).Get("/hooked", () => 1, WithVersion(VersionNeutral));
    },
    // A text that cannot be compared names no version.
    outcomes: {
      throws: "200",
      rejects: "200",
      "never settles": "200",
      "gives null": "200",
      "gives a Proxy": "200",
      "gives a promise": "200",
    },
  },
  Described: extracting((extractor) => custom(Described(extractor, { Header: "X" }))),
  FirstOf: extracting((extractor) => custom(FirstOf(extractor, () => null))),
  OneOf: {
    ...bodied((misbehave) => OneOf(misbehave, [z.object({ name: z.string() })])),
    // What is no schema of the list says that none fits.
    outcomes: { ...synchronous, "gives null": "400", "gives a Proxy": "400" },
  },
  "DocsOptions.Usage": {
    line: "GET /docs/versions",
    app: (_misbehave, options) => new App({ ...options, PassUnmatched: true }),
    host: (app, misbehave) => Docs(app, { Usage: misbehave }),
    outcomes: {
      throws: "500",
      rejects: "500",
      "never settles": "waits",
      "gives null": "500",
      "gives a Proxy": "500",
      "gives a promise": "500",
    },
  },
  "ServerOptions.Settings: etag": {
    app: (_misbehave, options) => new App(options).Get("/hooked", () => ({ hooked: 1 })),
    settings: (misbehave) => ({
      etag: (body: unknown) => (String(body).includes("hooked") ? (misbehave() as unknown) : undefined),
    }),
    // Express asks for the text at once, and so it is with Express alone.
    outcomes: {
      ...awaited,
      rejects: "200, left to the process",
      "never settles": "200",
      "gives null": "200",
      "gives a promise": "200",
    },
  },
  "ServerOptions.Settings: json replacer": {
    app: (_misbehave, options) => new App(options).Get("/hooked", () => ({ hooked: 1 })),
    settings: (misbehave) => ({ "json replacer": misbehave }),
    // JSON.stringify makes {} of a promise.
    outcomes: {
      ...awaited,
      rejects: "200, left to the process",
      "never settles": "200",
      "gives null": "200",
      "gives a promise": "200",
    },
  },
  "ServerOptions.Settings: query parser": {
    line: "GET /hooked?a=1",
    app: (_misbehave, options) =>
      new App(options).Get("/hooked", () => 1, WithQuery(z.object({ a: z.string() }))),
    settings: (misbehave) => ({ "query parser": misbehave }),
    // It is synchronous, and so it is with Express alone.
    outcomes: {
      ...awaited,
      rejects: "400, left to the process",
      "never settles": "400",
      "gives null": "400",
      "gives a promise": "400",
    },
  },
  Use: {
    app: (misbehave, options) =>
      new App(options)
        .Use((req, _res, next) => {
          if (req.path === "/other") next();
          else return misbehave() as undefined;
        })
        .Get("/hooked", () => 1),
    // A middleware that neither answers nor calls next().
    outcomes: { ...awaited, "gives null": "waits", "gives a promise": "waits" },
  },
  WithMiddleware: {
    app: (misbehave, options) =>
      new App(options).Get(
        "/hooked",
        () => 1,
        WithMiddleware(() => misbehave() as undefined),
      ),
    outcomes: { ...awaited, "gives null": "waits", "gives a promise": "waits" },
  },
  WithGuards: {
    app: (misbehave, options) => new App(options).Get("/hooked", () => 1, WithGuards(misbehave)),
    outcomes: { ...awaited, "gives null": "403", "gives a promise": "403" },
  },
  authenticate: {
    app: (misbehave, options) =>
      new App(options).Get(
        "/hooked",
        () => 1,
        WithSecurity(new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, misbehave)),
      ),
    outcomes: { ...awaited, "gives null": "401", "gives a promise": "200" },
  },
  "a handler": {
    app: (misbehave, options) => new App(options).Get("/hooked", () => misbehave() as unknown),
    outcomes: { ...awaited, "gives null": "200", "gives a promise": "200" },
  },
  "a handler's next": {
    app: (misbehave, options) =>
      new App(options).Get("/hooked", (_req, _res, next) => {
        next(misbehave());
      }),
    // A promise is an error like any other, of which nobody reads more; null passes the request on.
    outcomes: { ...synchronous, "gives null": "404" },
  },
  "Conversion.Up": {
    ...askedByOne,
    app: inTwoVersions((misbehave) =>
      Versioned(Two).Before(change, One, { Up: misbehave, Down: () => ({ one: "a" }) }),
    ),
    outcomes: synchronous,
  },
  "Conversion.Stricter.Where": {
    ...askedByOne,
    app: inTwoVersions((misbehave) =>
      Versioned(Two).Before(change, One, {
        Up: () => ({ two: 2 as unknown as string }),
        Down: () => ({ one: "a" }),
        Stricter: { Reason: "why", Where: misbehave },
      }),
    ),
    outcomes: synchronous,
  },
  "Conversion.Down": {
    ...askedByOne,
    app: inTwoVersions((misbehave) =>
      Versioned(Two).Before(change, One, { Up: () => ({ two: "b" }), Down: misbehave }),
    ),
    outcomes: { ...synchronous, "gives null": "200" },
  },
  WithContext: {
    ...askedByOne,
    app: (misbehave, options) =>
      new App({ ...options, Versioning: oneOfTwo }).Post(
        "/hooked",
        (): unknown => ({ two: "b" }),
        WithVersion("1", "2"),
        WithBody(Needing),
        WithContext(Caller, misbehave),
      ),
    outcomes: { ...awaited, "gives null": "200", "gives a promise": "200" },
  },
  Carry: {
    ...askedByOne,
    app: (misbehave, options) =>
      new App({ ...options, Versioning: oneOfTwo }).Post(
        "/hooked",
        () => Carry({ two: "b" }, misbehave),
        WithVersion("1", "2"),
        WithResponse(200, Carrying),
      ),
    outcomes: { ...awaited, "gives null": "200", "gives a promise": "200" },
  },
  "FaceConversion.Up": {
    ...askedByOne,
    app: inTwoVersions((misbehave) =>
      Versioned(Two)
        .Before(change, Two, { Up: (it) => it, Down: (it) => it })
        .As(One, { Up: misbehave, Down: () => ({ one: "a" }) }),
    ),
    outcomes: synchronous,
  },
  "FaceConversion.Down": {
    ...askedByOne,
    app: inTwoVersions((misbehave) =>
      Versioned(Two)
        .Before(change, Two, { Up: (it) => it, Down: (it) => it })
        .As(One, { Up: () => ({ two: "b" }), Down: misbehave }),
    ),
    outcomes: { ...synchronous, "gives null": "200" },
  },
  "Within: wrap": {
    ...posted,
    app: (misbehave, options) =>
      new App(options).Post("/hooked", (): unknown => 1, WithBody(Versioned(Two).Within([], misbehave))),
    outcomes: {
      throws: "not declared",
      rejects: "not declared",
      "never settles": "not declared",
      "gives null": "not declared",
      "gives a Proxy": "not declared",
      "gives a promise": "not declared",
    },
  },
  "a schema of params": {
    app: (misbehave, options) =>
      new App(options).Get("/{name}", () => 1, WithParams(standard(misbehave, ofName))),
    outcomes: awaited,
  },
  "a schema of the query": {
    app: (misbehave, options) => new App(options).Get("/hooked", () => 1, WithQuery(standard(misbehave))),
    outcomes: { ...awaited, "gives a promise": "200" },
  },
  "a schema of headers": {
    app: (misbehave, options) => new App(options).Get("/hooked", () => 1, WithHeaders(standard(misbehave))),
    outcomes: awaited,
  },
  "a schema of cookies": {
    app: (misbehave, options) => new App(options).Get("/hooked", () => 1, WithCookies(standard(misbehave))),
    outcomes: { ...awaited, "gives a promise": "200" },
  },
  "a schema of a body": {
    ...bodied(standard),
    outcomes: { ...awaited, "gives a promise": "200" },
  },
  "a schema of a response": {
    app: (misbehave, options) =>
      new App({ ...options, CheckResponses: true }).Get(
        "/hooked",
        (): unknown => 1,
        WithResponse(200, standard(misbehave)),
      ),
    outcomes: { ...awaited, "gives a promise": "200" },
  },
  "a schema's jsonSchema": {
    ...bodied((misbehave) => standard(() => ({ value: 1 }), misbehave)),
    // What cannot be described is served; Build warns of it.
    outcomes: {
      throws: "200",
      rejects: "200",
      "never settles": "200",
      "gives null": "200",
      "gives a Proxy": "200",
      "gives a promise": "200",
    },
  },
  "zod: refine": {
    ...bodied((misbehave) => z.object({ name: z.string().refine(misbehave) })),
    outcomes: { ...awaited, "gives null": "400", "gives a promise": "200" },
  },
  "zod: refine, asked by Build": {
    ...bodied((misbehave) => z.unknown().refine(misbehave)),
    outcomes: { ...awaited, "gives null": "400", "gives a promise": "200" },
  },
  "zod: refine of a response": {
    app: (misbehave, options) =>
      new App({ ...options, CheckResponses: true }).Get(
        "/hooked",
        (): unknown => "Tom",
        WithResponse(200, z.string().refine(misbehave)),
      ),
    outcomes: { ...awaited, "gives a promise": "200" },
  },
  "zod: transform": {
    ...bodied((misbehave) => z.object({ name: z.string().transform(misbehave) })),
    outcomes: { ...awaited, "gives null": "200", "gives a promise": "200" },
  },
  "an iterable": {
    app: (misbehave, options) =>
      new App(options).Get(
        "/hooked",
        () => ({ [Symbol.asyncIterator]: misbehave }) as AsyncIterable<unknown>,
      ),
    outcomes: synchronous,
  },
  "an iterator's next": {
    app: (misbehave, options) => new App(options).Get("/hooked", () => iterable({ next: misbehave })),
    outcomes: { ...awaited, "gives a promise": "200" },
  },
  "an iterator's return": {
    // Nobody reads the body of a HEAD: the iteration is closed before it begins.
    line: "HEAD /hooked",
    app: (misbehave, options) =>
      new App(options).Get("/hooked", () => ({ ...iterable({}), return: misbehave })),
    outcomes: { ...observing(200) },
  },
  "an item": {
    app: (misbehave, options) =>
      new App(options).Get("/hooked", () => {
        let isDone = false;
        const next = (): unknown => {
          const item = { value: isDone ? undefined : (misbehave() as unknown), done: isDone };
          isDone = true;
          return item;
        };
        return iterable({ next });
      }),
    outcomes: { ...synchronous, "gives null": "200" },
  },
  "a stream's destroy": {
    line: "HEAD /hooked",
    app: (misbehave, options) =>
      new App(options).Get("/hooked", () => {
        const stream = Readable.from(["Tom"]);
        stream.destroy = misbehave;
        return stream;
      }),
    // It is not ours to close any more.
    outcomes: {
      throws: "200",
      rejects: "200",
      "never settles": "200",
      "gives null": "200",
      "gives a Proxy": "200",
      "gives a promise": "200",
    },
  },
  "a web stream's pull": {
    app: (misbehave, options) =>
      new App(options).Get("/hooked", () => new ReadableStream({ pull: misbehave })),
    outcomes: { ...awaited, "gives null": "waits", "gives a promise": "waits" },
  },
  "a web stream's cancel": {
    line: "HEAD /hooked",
    app: (misbehave, options) =>
      new App(options).Get("/hooked", () => new ReadableStream({ cancel: misbehave })),
    outcomes: {
      throws: "200",
      rejects: "200",
      "never settles": "200",
      "gives null": "200",
      "gives a Proxy": "200",
      "gives a promise": "200",
    },
  },
  toJSON: {
    app: (misbehave, options) => new App(options).Get("/hooked", () => ({ toJSON: misbehave })),
    // JSON.stringify makes {} of a promise, within a value or as all of it.
    outcomes: {
      ...awaited,
      rejects: "200, left to the process",
      "never settles": "200",
      "gives null": "200",
      "gives a promise": "200",
    },
  },
  "a shadow's handler": {
    ...shadowed,
    app: (misbehave, options) => shadowing(options, misbehave, {}),
    // Whatever it does, its answer goes nowhere, and what it throws is told to OnDifference.
    outcomes: {
      throws: "200",
      rejects: "200",
      "never settles": "200",
      "gives null": "200",
      "gives a Proxy": "200",
      "gives a promise": "200",
    },
  },
  "ShadowOptions.Compare": {
    ...shadowed,
    app: (misbehave, options) => shadowing(options, () => 2, { Compare: misbehave }),
    outcomes: {
      ...observing(200),
      "never settles": "200 logged",
      "gives a Proxy": "200",
      "gives a promise": "200 logged",
    },
  },
  "ShadowOptions.OnDifference": {
    ...shadowed,
    app: (misbehave, options) => shadowing(options, () => 2, { OnDifference: misbehave }),
    outcomes: observing(200),
  },
  "a listener of a diagnostics channel": {
    app: (misbehave, options) => {
      const listener = (): unknown => {
        unsubscribe(matched, listener);
        return misbehave();
      };
      subscribe(matched, listener);
      return new App(options).Get("/hooked", () => 1);
    },
    // Node's own rule: a subscriber is no part of the App.
    outcomes: {
      throws: "200, left to the process",
      rejects: "200, left to the process",
      "never settles": "200",
      "gives null": "200",
      "gives a Proxy": "200",
      "gives a promise": "200",
    },
  },
};

/** The parameters of a path have to be named. */
function ofName(): object {
  return { type: "object", properties: { name: {} } };
}
