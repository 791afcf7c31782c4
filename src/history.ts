export { DefineVersions, type HistoryVersions } from "./changes/history/define-versions";
export { Together, Versioned } from "./changes/history/versioned";
export type { Conversion, FaceConversion } from "./changes/history/versioned-type";
export { Carry } from "./changes/history/carry";
export type { Carried } from "./changes/history/carried-type";
export { Rename, Same } from "./changes/history/rename";
export { Each, OneOrEach } from "./schema/interface/paths";
export type { Stored, StoredMaker, StoredOptions } from "./changes/history/stored";
export type { AsJSON } from "./types/as-json";
export type { Change, ChangeOptions } from "./schema/interface/change";
export {
  Context,
  Now,
  type ContextExample,
  type ContextOptions,
  type ContextValue,
} from "./schema/interface/context";
export { Nothing } from "./schema/interface/histories";
export { HTTPError, type HTTPErrorOptions } from "./core/model/http-error";
export type { InputOf, JSONSchema, OutputOf, Schema, AjvFactory } from "./schema/interface/schema";
export type { Version } from "./core/model/version";
export { JSONSchemaOf, type TypedJSONSchema } from "./schema/json-schema-of";
export { OneOf, type OneOfSchema } from "./schema/one-of";
