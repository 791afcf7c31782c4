// Applications do not import these types. The compiler needs them for the .d.ts files of applications, for example if
// an application exports `Versioned(...)`: docs/decisions/0015.
export type { HandlerArgument, Register, RegisterMethod } from "./types/register";
export type { RouterConstructor } from "./core/app/router";
export type { BeforeMaker } from "./changes/options/before";
export type {
  ClassDecorator,
  HeadersOption,
  HeldMethodDecorator,
  MethodDecorator,
  NotCalled,
  RouteOnlyOption,
  RouterOnlyOption,
  StatusOption,
  SchemasOf,
  SuccessesOf,
  VerbMethodDecorator,
} from "./types/option";
export type { RouteOptionMistake, RouterOptionMistake } from "./types/option-mistake";
export type { FlagMaker } from "./core/options/flags";
export type {
  Deferred,
  Perhaps,
  PerhapsHad,
  RangeOption,
  UnrangedOption,
  VersionsOf,
} from "./changes/routes/version-range";
export type { HandleVerb, VerbDecorator } from "./core/declare/verbs";
export type * from "./changes/history/types";
export type { AnyRequest } from "./core/model/handler";
export type { ProblemDetailsSchema } from "./schema/serving/problem-details";
export type { Contradiction, Fitting, HeldMethod, ContentOption } from "./types/result";
export type { Offered, RequestOf } from "./types/request";
