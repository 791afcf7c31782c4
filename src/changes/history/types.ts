// The compiler needs these types for the .d.ts files of front ends, so none of them refers to Node or Express.
export type {
  LinkLoosened,
  LinkRenamed,
  LinkTightened,
  LinkWith,
  LinkWithout,
  WholeSchema,
} from "./member-types";
export type { Renaming, SameFunctions } from "./rename";
export type {
  AnyVersioned,
  CarryingConversion,
  CarryingFaceConversion,
  CarryingVersioned,
  TogetherFunction,
  Versioned,
} from "./versioned-type";
export type { AnswerSchema, CanDown, CanUp, Carries, RequestSchema } from "../../types/history-schema";
export type { AnswerSchemaMistake, RequestSchemaMistake } from "../../types/schema-mistake";
export type { NotSent } from "../../types/as-json";
export type { Wrong } from "../../types/wrong";
