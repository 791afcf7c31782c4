// First: decorated classes need what it sets up.
import "./declare/metadata";

export { App } from "./app";
export { AtOrBefore, FirstOf, FromCookie, FromHeader, FromMediaType, FromQuery } from "./compile/extractors";
export {
  Router,
  type ControllerClass,
  type HandlerArgument,
  type Includable,
  type Register,
  type RegisterMethod,
  type RouterConstructor,
} from "./router";
export { DefineVersions, type DefinedVersions } from "./declare/define-versions";
export {
  Deprecated,
  Description,
  Hidden,
  OperationID,
  Since,
  Status,
  Summary,
  Until,
  WithGuards,
  WithLifecycle,
  WithMiddleware,
  WithPrefix,
  WithTags,
  WithVersion,
} from "./declare/options";
export { WithBody, WithHeaders, WithParams, WithQuery, WithResponse } from "./declare/schemas";
export { Delete, Get, Handle, Head, Patch, Post, Put, type Verb, type VerbDecorator } from "./declare/verbs";
export type {
  ClassDecorator,
  InputOption,
  MethodDecorator,
  Option,
  RouteOption,
  RouterOption,
  SchemasOf,
} from "./declare/option";
export { Change, type ChangeOptions } from "./model/change";
export { Nothing } from "./model/history";
export { Rename, type Renaming } from "./schema/rename";
export { Versioned } from "./schema/versioned";
export type { AnyVersioned, CanDown, CanUp, Conversion, FaceConversion } from "./schema/versioned-type";
export { Each } from "./schema/within";
export type { AsJSON } from "./model/as-json";
export type { BodyOptions, InputOf, JSONSchema, OutputOf, Part, Schema } from "./model/schema";
export type { Offered, PartSchemas, Typed } from "./model/typed";
export { RequestID, RouteOf, VersionOf } from "./dispatch/request-state";
export { HTTPError, type HTTPErrorOptions } from "./model/http-error";
export { BuildError } from "./model/problem";
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
export type { DescribedExtractor, VersionExtractor, VersionSource } from "./model/extractor";
export type { Guard, Handler, Middleware, PathParameters } from "./model/handler";
export type { Lifecycle } from "./model/lifecycle";
export type { AppOptions, Container, Logger, OnMatch } from "./model/options";
export type { VersioningOptions } from "./model/versioning";
export type { Route } from "./model/route";
export type * from "./model/openapi";
