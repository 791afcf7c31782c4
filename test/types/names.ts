/* Every type that docs/reference/ names is exported, and is what its page says: checked by tsc alone (check:types).
   Each line after an expect-error directive has to be an error, or tsc fails. */
import Ajv from "ajv";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020";
import type { Request, RequestHandler, Response } from "express";
import type { BuildError } from "versioned-controllers";
import {
  App,
  HTTPError,
  ProblemDetails,
  RequestID,
  RouteOf,
  Router,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningNone,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithPrefix,
  WithVersion,
  type AjvFactory,
  type AppOptions,
  type Container,
  type ControllerClass,
  type ErrorFormat,
  type Guard,
  type Handler,
  type Logger,
  type OpenAPIDocument,
  type Option,
  type Route,
  type RouteOption,
  type RouterOption,
  type Version,
  type VersionExtractor,
  type VersioningOptions,
  type VersioningType,
  type Versions,
} from "versioned-controllers";

declare const req: Request;

export const version: Version = VersionNeutral;
export const text: string = version;
// Held in an object first, they are still what they say.
const held = { Type: VersioningURI };
export const fromHeld: VersioningOptions = held;
export const types: readonly VersioningType[] = [
  VersioningNone,
  VersioningURI,
  VersioningHeader,
  VersioningMediaType,
  VersioningCustom,
];
export const exhaustive = (type: VersioningType): number => {
  switch (type) {
    case VersioningNone:
    case VersioningURI:
    case VersioningHeader:
    case VersioningMediaType:
    case VersioningCustom:
      return 1;
  }
};

export const everyVersioningOption: Required<VersioningOptions> = {
  Type: VersioningHeader,
  Header: "X-Version",
  Key: "v",
  Extractor: () => "1",
  DefaultVersion: ["1"] as const,
  Prefix: "",
  PlainVersions: ["1"],
  Versions: ["1", "2"] as const,
  AssumeVersion: "1",
  UnknownVersion: "assume",
  Retired: { "0": { Sunset: "2025-01-01", Link: "https://example.org/moving-to-1" } },
  Report: true,
  Explain: true,
  Lifecycle: { "1": { Deprecated: "2026-01-01", Sunset: new Date(), Successor: "2", AfterSunset: "gone" } },
};
export const noVersioningOption: VersioningOptions = {};
// @ts-expect-error one version is no list
export const one: VersioningOptions = { DefaultVersion: "1" };

export const list: readonly string[] = ["1"];
export const versions: readonly Versions[] = ["1", ["1"], list];
export const extractors: readonly VersionExtractor[] = [
  () => "1",
  () => ["2", "1"],
  () => list,
  () => null,
  () => undefined,
  () => [],
  async () => "1",
  async () => list,
  async () => null,
  async () => undefined,
  ({ headers }) => headers["x-version"],
  ({ query }) => (typeof query.v === "string" ? query.v : undefined),
];
// @ts-expect-error a number
export const numbers: VersionExtractor = () => 1;

declare const logger: Logger;
export const everyAppOption: Required<AppOptions> = {
  Title: "t",
  Version: "1.0.0",
  Description: "d",
  OpenAPI: { servers: [{ url: "/api" }], security: [{ bearer: [] }], tags: [{ name: "cats" }] },
  Versioning: { Type: VersioningURI },
  Logger: logger,
  TrustRequestID: true,
  RequestID: () => undefined,
  CheckResponses: true,
  Ajv: (defaults) => new Ajv2020(defaults),
  Now: () => new Date(),
  OnMatch: (_req, { Route, Version, Requested, Changes }) => [
    Route.Path,
    Version,
    Requested[0],
    Changes[0]?.Version,
  ],
  OnAnswered: (_req, { Route, Version, Requested, Status, Changes, Touched }) => [
    Route.Path,
    Version,
    Requested[0],
    Status,
    Changes[0]?.Description,
    Touched[0]?.Description,
  ],
  OnRefused: (req, { Requested, Reason }) => [req.path, Requested[0], Reason === "brownout"],
  PassUnmatched: true,
  MergeParams: true,
  PassErrors: true,
  MapError: (error, request) => (error === request.path ? new HTTPError(404) : undefined),
  Errors: {
    Body: ({ status, code, message, details }, { RequestID: id, Request: { path } }) => [
      status.toFixed(),
      code.trim(),
      message.trim(),
      details,
      id.trim(),
      path.trim(),
    ],
    Type: "application/vnd.cats+json",
    Schema: { type: "array" },
    InvalidStatus: 422,
  },
  Container: { get: (controller) => new controller() },
};
export const ajvs: readonly AjvFactory[] = [
  (defaults) => addFormats(new Ajv2020(defaults)),
  (defaults) => new Ajv({ ...defaults, $data: true }),
  () => ({ compile: () => () => true }),
];
// @ts-expect-error the class
export const ajvClass: AjvFactory = Ajv2020;
// @ts-expect-error a promise
export const laterAjv: AjvFactory = async (defaults) => new Ajv2020(defaults);
export const formats: readonly ErrorFormat[] = [
  {},
  ProblemDetails,
  { ...ProblemDetails, InvalidStatus: 422 },
];
// @ts-expect-error an unknown member
export const misspelt: ErrorFormat = { body: () => ({}) };
export const loggers: readonly Logger[] = [console, { warn: () => 1, error: (_fields, message) => message }];
// @ts-expect-error no warn
export const noWarn: Logger = { error: () => undefined };
export const container: Container = { get: (controller) => new controller() };
// @ts-expect-error an unknown option
new App({ Titel: "t" });
// @ts-expect-error an option of routes alone has no place at the root
new App({}, ...([] as RouteOption[]));

const app: App = new App(everyAppOption, WithVersion("1"), WithPrefix("/api"));
export const isRouter: Router = app;
export const built: RequestHandler = app.Build();
export const document: OpenAPIDocument = app.Document();
export const routes: readonly Route[] = app.Inspect();
export const chained: App = app
  .Use(built)
  .Get("/a", () => 1)
  .Handle("REPORT", "/a", () => 1)
  .Include([]);
export const router: Router = new Router().Put("/", () => 1).Include(new Router());
declare const handlesErrors: (error: unknown, req: Request, res: Response, next: () => void) => void;
// @ts-expect-error a middleware with four parameters
app.Use(handlesErrors);

declare const route: Route;
export const record: {
  readonly Method: string;
  readonly Path: string;
  readonly Versions: readonly Version[];
  readonly OperationID: string;
  readonly Summary?: string;
  readonly Description?: string;
  readonly Tags: readonly string[];
  readonly Deprecated: boolean;
  readonly Hidden: boolean;
  readonly Status: number;
  readonly Earlier: readonly {
    readonly Method: string;
    readonly Path: string;
    readonly Status: number;
    readonly Versions: readonly string[];
  }[];
} = route;
export const back: Route = record;
// @ts-expect-error a record's lists are read-only
route.Versions[0] = "2";
// @ts-expect-error a record's members are read-only
route.Status = 201;

export const versionOf: Version | undefined = VersionOf(req);
export const routeOf: Route | undefined = RouteOf(req);
export const requestID: string = RequestID(req);
export const problems = (error: BuildError): readonly string[] => error.Problems;

export const guards: readonly Guard[] = [
  () => true,
  async () => false,
  (request, response) => request.path === response.locals.path,
];
// @ts-expect-error a guard says true or false
export const nothing: Guard = () => undefined;
// @ts-expect-error and so does its promise
export const later: Guard = async () => 1;
export const handlers: readonly Handler[] = [
  () => 1,
  (request) => request.path,
  (_request, response) => response,
];

export class Plain {
  constructor(readonly name: string) {}
}
export const controller: ControllerClass = Plain;

// An option of both fits both places; the others fit one.
declare const both: Option;
declare const onRoutes: RouteOption;
declare const onRouters: RouterOption;
export const routeOptions: readonly RouteOption[] = [both, onRoutes];
export const routerOptions: readonly RouterOption[] = [both, onRouters];
// @ts-expect-error an option of routers alone
export const misplaced: RouteOption = onRouters;
// @ts-expect-error an option of routes alone
export const displaced: RouterOption = onRoutes;

// The types of req.params that follow from a literal path.
app.Get("/cats", (request) => {
  // @ts-expect-error no parameter
  const none: unknown = request.params.id;
  return none;
});
app.Get("/{a}/x/{b...}", (request) => {
  const { a, b }: { a: string; b: string } = request.params;
  return a + b;
});
app.Handle("REPORT", "/{a}", (request) => {
  const { a }: { a: string } = request.params;
  return a;
});
declare const path: string;
app.Get(path, (request) => {
  const anything: string | undefined = request.params.anything;
  return anything;
});
app.Get("/{id}", (request: Request<{ id: string }>) => request.params.id);
