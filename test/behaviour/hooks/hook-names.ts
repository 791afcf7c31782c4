import type * as docs from "versioned-controllers/docs";
import type * as main from "versioned-controllers";
import type * as server from "versioned-controllers/server";
import type { DocsOptions } from "versioned-controllers/docs";
import type { ServerOptions } from "versioned-controllers/server";

/**
 * The functions that options hold, by their paths: `"AppOptions.Logger.warn"`. They are read from the types, so that a new
 * one does not compile until the table has its row.
 */
type OptionHook = HooksIn<OptionTypes, "">;

interface OptionTypes {
  // A document's words are data, at any depth.
  readonly AppOptions: Omit<main.AppOptions, "OpenAPI">;
  readonly AtOrBeforeOptions: main.AtOrBeforeOptions;
  readonly BodyOptions: main.BodyOptions;
  readonly CatalogOptions: main.CatalogOptions;
  readonly ChangeOptions: main.ChangeOptions;
  readonly Conversion: main.Conversion<object, object>;
  readonly DocsOptions: DocsOptions;
  readonly FaceConversion: main.FaceConversion<object, object>;
  readonly HTTPErrorOptions: main.HTTPErrorOptions;
  readonly Lifecycle: main.Lifecycle;
  readonly ReadPlaces: main.ReadPlaces;
  // Schemas of headers are for documents: nothing is asked to judge by them.
  readonly ResponseOptions: Omit<main.ResponseOptions, "Headers">;
  readonly ServerSentEventMembers: main.ServerSentEventMembers;
  readonly ShadowOptions: main.ShadowOptions;
  // Node's own options, and an Express application.
  readonly ServerOptions: Omit<ServerOptions, "TLS" | "HTTP" | "Host">;
}

type HooksIn<Options, At extends string> = {
  [Name in keyof Options & string]-?: unknown extends Options[Name]
    ? never
    : Name extends "Schema"
      ? `${At}${Name}`
      : HooksOf<NonNullable<Options[Name]>, `${At}${Name}`>;
}[keyof Options & string];

type HooksOf<Value, At extends string> = Value extends (...args: never[]) => unknown
  ? At
  : Value extends Date | readonly unknown[]
    ? never
    : Value extends object
      ? HooksIn<Value, `${At}.`>
      : never;

/** Functions that calls take, and those that what they take may hold. */
type CallHook =
  | "AppOptions.Ajv: compile"
  | "AppOptions.Ajv: a validator"
  | "ServerOptions.Settings: etag"
  | "ServerOptions.Settings: json replacer"
  | "ServerOptions.Settings: query parser"
  | "Use"
  | "WithMiddleware"
  | "WithGuards"
  | "WithContext"
  | "Carry"
  | "authenticate"
  | "a handler"
  | "a handler's next"
  | "a shadow's handler"
  | "DefineVersions: Extractor"
  | "ByPrincipal"
  | "Described"
  | "FirstOf"
  | "OneOf"
  | "Within: wrap"
  | "a schema of params"
  | "a schema of the query"
  | "a schema of headers"
  | "a schema of cookies"
  | "a schema of a body"
  | "a schema of a response"
  | "a schema's jsonSchema"
  | "zod: refine"
  | "zod: transform"
  | "zod: refine, asked by Build"
  | "zod: refine of a response"
  | "an iterable"
  | "an iterator's next"
  | "an iterator's return"
  | "an item"
  | "a stream's destroy"
  | "a web stream's pull"
  | "a web stream's cancel"
  | "toJSON"
  | "a listener of a diagnostics channel";

export type HookName = OptionHook | CallHook;

type SchemaHook = Extract<CallHook, `${"a schema" | "zod"}${string}`>;

/** The exports of the package that are functions. */
type FunctionIn<Entry> = {
  [Name in keyof Entry]: Entry[Name] extends
    ((...args: never[]) => unknown) | (abstract new (...args: never[]) => unknown)
    ? Name
    : never;
}[keyof Entry];

type Maker = FunctionIn<typeof main> | FunctionIn<typeof docs> | FunctionIn<typeof server>;

const ofSchemas: readonly SchemaHook[] = ["a schema's jsonSchema", "zod: refine", "zod: transform"];
const ofRoutes = ["a handler", "a handler's next"] as const;
const none: readonly HookName[] = [];

/** The hooks that each function of the package takes; a new function does not compile until it stands here. */
export const hooksOfMakers: Readonly<Record<Maker, readonly HookName[]>> = {
  AnyOf: none,
  App: ["Use", ...ofRoutes],
  AtOrBefore: ["AtOrBeforeOptions.Compare"],
  Before: none,
  BuildError: none,
  ByPrincipal: ["ByPrincipal"],
  Carry: ["Carry"],
  Catalog: none,
  Change: none,
  // CheckChanges alone calls it.
  Context: none,
  // It hands its options to CreateServer.
  CreateFetch: none,
  CreateServer: [
    "ServerOptions.Settings: etag",
    "ServerOptions.Settings: json replacer",
    "ServerOptions.Settings: query parser",
  ],
  DefineVersions: ["DefineVersions: Extractor"],
  Delete: ofRoutes,
  Deprecated: none,
  Described: ["Described"],
  Description: none,
  Docs: ["DocsOptions.Usage"],
  FirstOf: ["FirstOf"],
  FormOf: none,
  FromCookie: none,
  FromHeader: none,
  FromMediaType: none,
  FromQuery: none,
  Get: ofRoutes,
  Handle: ofRoutes,
  HasChange: none,
  Head: ofRoutes,
  HTTPError: none,
  Hidden: none,
  IsAtLeast: none,
  JSONSchemaOf: none,
  OneOf: ["OneOf", ...ofSchemas],
  OperationID: none,
  Patch: ofRoutes,
  Post: ofRoutes,
  Put: ofRoutes,
  Rename: none,
  Query: ofRoutes,
  RenameHeader: none,
  RequestID: none,
  Restatus: none,
  RouteOf: none,
  Routes: none,
  Router: ofRoutes,
  SecurityScheme: ["authenticate"],
  ServerSentEvent: ["an item"],
  Shadow: ["ShadowOptions.Compare", "ShadowOptions.OnDifference", "a shadow's handler"],
  Since: none,
  Status: none,
  Summary: none,
  Together: none,
  Until: none,
  VersionOf: none,
  VersionOfUpgrade: none,
  Versioned: [
    "Conversion.Up",
    "Conversion.Down",
    "FaceConversion.Up",
    "FaceConversion.Down",
    "Within: wrap",
    ...ofSchemas,
  ],
  WithBody: ["a schema of a body", ...ofSchemas],
  WithChanges: none,
  WithContext: ["WithContext"],
  WithCookies: ["a schema of cookies", ...ofSchemas],
  WithGuards: ["WithGuards"],
  WithHeaders: ["a schema of headers", ...ofSchemas],
  WithLifecycle: none,
  WithMiddleware: ["WithMiddleware"],
  WithOperation: none,
  WithParams: ["a schema of params", ...ofSchemas],
  WithPrefix: none,
  WithQuery: ["a schema of the query", ...ofSchemas],
  WithResponse: ["a schema of a response", "zod: refine of a response", ...ofSchemas],
  WithSecurity: none,
  WithTags: none,
  WithVersion: none,
  WithoutHeader: none,
};
