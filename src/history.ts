export { DefineVersions, type HistoryVersions } from "./changes/history/define-versions";
export { Together, Versioned } from "./changes/history/versioned";
export type { Conversion, FaceConversion } from "./changes/history/versioned-type";
export { Carry } from "./changes/history/carry";
export type { Carried } from "./changes/history/carried-type";
export { Rename, Same } from "./changes/history/rename";
export { Each, OneOrEach } from "./core/model/paths";
export type { Stored, StoredMaker, StoredOptions } from "./changes/history/stored";
export type { AsJSON } from "./types/as-json";
export type { Change, ChangeOptions } from "./core/model/change";
export {
  Context,
  Now,
  type ContextExample,
  type ContextOptions,
  type ContextValue,
} from "./core/model/context";
export { Nothing } from "./core/model/histories";
export { HTTPError, type HTTPErrorOptions } from "./core/model/http-error";
export type { InputOf, JSONSchema, OutputOf, Schema, AjvFactory } from "./core/model/schema";
export type { Version } from "./core/model/version";
export { JSONSchemaOf, type TypedJSONSchema } from "./schema/json-schema-of";
export { OneOf, type OneOfSchema } from "./schema/one-of";
