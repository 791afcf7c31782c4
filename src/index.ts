// This import comes first, because it defines `Symbol.metadata`, which decorated classes need.
import "./core/declare/metadata";

export { App } from "./core/app/app";
export { Catalog, type CatalogOptions } from "./life/catalog";
export { AtOrBefore, type AtOrBeforeOptions } from "./core/sources/at-or-before";
export { Described, type ReadPlaces } from "./core/sources/described";
export { FirstOf } from "./core/sources/first-of";
export { FromCookie } from "./core/sources/cookie";
export { FromHeader } from "./core/sources/header";
export { FromMediaType } from "./core/sources/media-type";
export { FromQuery } from "./core/sources/query";
export type { DescribedExtractor } from "./core/sources/extraction";
export { Router, type ControllerClass, type Includable } from "./core/app/router";
export { Before } from "./changes/options/before";
export { RenameHeader, WithoutHeader } from "./changes/options/header-changes";
export { Restatus } from "./changes/options/restatus";
export { Shadow } from "./beside/shadow/shadow-option";
export type { ShadowDifference, ShadowOptions, ShadowReport } from "./beside/shadow/shadow-types";
export { ByPrincipal, type ByPrincipalOptions, type VersionOfPrincipal } from "./security/by-principal";
export {
  DefineVersions,
  Routes,
  type DefinedVersions,
  type RouteVersions,
} from "./changes/routes/version-list-options";
export { Deprecated, Hidden } from "./core/options/flags";
export { Description, Summary, OperationID, WithOperation } from "./document/operation-options";
export { Since, Until, WithVersion } from "./core/options/versions";
export { Status } from "./core/options/status";
export { WithBody, WithCookies, WithHeaders, WithParams, WithQuery } from "./schema/serving/input-options";
export { WithChanges } from "./changes/options/with-changes";
export { WithContext, type WithContextOptions } from "./changes/options/with-context";
export { WithGuards } from "./core/options/guards";
export { WithLifecycle } from "./life/lifecycle-option";
export { WithMiddleware } from "./core/options/middleware";
export { WithPrefix } from "./core/options/prefix";
export { WithResponse } from "./schema/serving/response-option";
export { WithSecurity } from "./security/with-security";
export { WithTags } from "./core/options/tags";
export { AnyOf, Anonymous, SecurityScheme, type Authenticate, type Nobody } from "./security/security-scheme";
export type { SecurityRequirement } from "./types/security";
export type { Stored, StoredMaker, StoredOptions } from "./changes/history/stored";
export type { Webhook, WebhookDelivery, WebhookMaker } from "./changes/events/webhook-maker";
export { Delete, Get, Handle, Head, Patch, Post, Put, Query, type Verb } from "./core/declare/verbs";
export type {
  InputOption,
  Option,
  BeforeOption,
  ResponseOption,
  RouteBeforeOption,
  RouteOption,
  RouterBeforeOption,
  RouterOption,
  SharedOption,
  VersionedOption,
  VersionedSharedOption,
  WebhookOption,
} from "./types/option";
export type { ChangelogChange, ChangelogEntry } from "./schema/interface/app-changes";
export {
  Context,
  Now,
  type ContextExample,
  type ContextOptions,
  type ContextValue,
} from "./schema/interface/context";
export { Change, type ChangeOptions } from "./schema/interface/change";
export { Nothing } from "./schema/interface/histories";
export { Carry } from "./changes/history/carry";
export type { Carried } from "./changes/history/carried-type";
export { Rename, Same } from "./changes/history/rename";
export { Together } from "./changes/history/versioned";
export { Versioned } from "./changes/versioned";
export type { Conversion, FaceConversion } from "./changes/history/versioned-type";
export { JSONSchemaOf, type TypedJSONSchema } from "./schema/json-schema-of";
export { OneOf, type OneOfSchema } from "./schema/one-of";
export { Each, OneOrEach } from "./schema/interface/paths";
export type { AsJSON } from "./types/as-json";
export type {
  BodyOptions,
  BodyType,
  InputOf,
  JSONSchema,
  OutputOf,
  Part,
  QueryOptions,
  ResponseOptions,
  ResponseStatus,
  Schema,
  Separator,
  AjvFactory,
} from "./schema/interface/schema";
export type { PartSchemas, PathParameters, Typed } from "./types/request";
export { HasChange, IsAtLeast } from "./changes/exchange/change-questions";
export { FormOf, RequestID, RouteOf, VersionOf } from "./core/request/request-state";
export type { ErrorFormat } from "./core/model/error-format";
export { HTTPError, type HTTPErrorOptions } from "./core/model/http-error";
export { BuildError } from "./core/model/problem";
export { ProblemDetails, type ProblemDetailsBody } from "./schema/serving/problem-details";
export {
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningNone,
  VersioningURI,
  VersionNeutral,
  type Version,
  type VersioningType,
  type Versions,
} from "./core/model/version";
export type { VersionExtractor } from "./core/model/source";
export { ServerSentEvent, type ServerSentEventMembers } from "./core/model/returned-value";
export type { Guard, Handler, Middleware } from "./core/model/handler";
export type { AfterSunset, BrownoutWindow, Lifecycle } from "./core/model/lifecycle";
export type {
  AppOptions,
  Container,
  Logger,
  AnsweredMessage,
  MatchMessage,
  OnAnswered,
  RefusedMessage,
  VersionState,
  OnMatch,
  OnRefused,
  RefusedReason,
} from "./core/model/app-options";
export type { VersioningOptions } from "./core/model/versioning";
export type { EarlierForm, FormRecord, HandledRoute, Route } from "./core/model/route";
export type * from "./schema/interface/openapi";
