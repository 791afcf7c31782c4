// This import comes first, because it defines `Symbol.metadata`, which decorated classes need.
import "./declare/metadata";

export { App } from "./app/app";
export { Catalog, type CatalogOptions } from "./app/catalog";
export { AtOrBefore, type AtOrBeforeOptions } from "./sources/at-or-before";
export { Described, type ReadPlaces } from "./sources/described";
export { FirstOf } from "./sources/first-of";
export { FromCookie } from "./sources/cookie";
export { FromHeader } from "./sources/header";
export { FromMediaType } from "./sources/media-type";
export { FromQuery } from "./sources/query";
export type { DescribedExtractor } from "./sources/extraction";
export { Router, type ControllerClass, type Includable } from "./app/router";
export { Before, RenameHeader, Restatus, WithoutHeader } from "./declare/options";
export { Shadow } from "./shadow/shadow-option";
export type { ShadowDifference, ShadowOptions, ShadowReport } from "./shadow/shadow-option";
export { ByPrincipal, type ByPrincipalOptions, type VersionOfPrincipal } from "./declare/by-principal";
export {
  DefineVersions,
  Routes,
  type DefinedVersions,
  type RouteVersions,
} from "./declare/version-list-options";
export {
  Deprecated,
  Description,
  Hidden,
  OperationID,
  Since,
  Status,
  Summary,
  Until,
  WithChanges,
  WithContext,
  WithGuards,
  WithLifecycle,
  WithMiddleware,
  WithOperation,
  WithPrefix,
  WithTags,
  WithVersion,
  type WithContextOptions,
} from "./declare/options";
export {
  WithBody,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  WithResponse,
} from "./declare/contract-options";
export {
  AnyOf,
  Anonymous,
  SecurityScheme,
  WithSecurity,
  type Authenticate,
  type Nobody,
  type SecurityRequirement,
} from "./declare/security-scheme";
export type { Stored, StoredMaker, StoredOptions } from "./history/stored";
export type { Webhook, WebhookDelivery, WebhookMaker } from "./declare/webhook-maker";
export { Delete, Get, Handle, Head, Patch, Post, Put, Query, type Verb } from "./declare/verbs";
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
} from "./declare/option";
export type { ChangelogChange, ChangelogEntry } from "./model/app-changes";
export { Context, Now, type ContextExample, type ContextOptions, type ContextValue } from "./model/context";
export { Change, type ChangeOptions } from "./model/change";
export { Nothing } from "./model/histories";
export { Carry } from "./history/carry";
export type { Carried } from "./history/carried-type";
export { Rename, Same } from "./history/rename";
export { Together, Versioned } from "./history/versioned";
export type { Conversion, FaceConversion } from "./history/versioned-type";
export { JSONSchemaOf, type TypedJSONSchema } from "./schema/json-schema-of";
export { OneOf, type OneOfSchema } from "./schema/one-of";
export { Each, OneOrEach } from "./history/within";
export type { AsJSON } from "./model/as-json";
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
} from "./model/schema";
export type { PartSchemas, Typed } from "./model/handler";
export { HasChange, IsAtLeast } from "./request/change-questions";
export { FormOf, RequestID, RouteOf, VersionOf } from "./request/request-state";
export type { ErrorFormat } from "./model/error-format";
export { HTTPError, type HTTPErrorOptions } from "./model/http-error";
export { BuildError } from "./model/problem";
export { ProblemDetails, type ProblemDetailsBody } from "./model/error-format";
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
} from "./model/version";
export type { VersionExtractor } from "./model/source";
export { ServerSentEvent, type ServerSentEventMembers } from "./model/returned-value";
export type { Guard, Handler, Middleware, PathParameters } from "./model/handler";
export type { AfterSunset, BrownoutWindow, Lifecycle } from "./model/lifecycle";
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
} from "./model/app-options";
export type { VersioningOptions } from "./model/versioning";
export type { EarlierForm, FormRecord, HandledRoute, Route } from "./model/route";
export type * from "./model/openapi";
