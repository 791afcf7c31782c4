// Applications do not import these types. The compiler needs them for the .d.ts files of applications, for example if
// an application exports `Versioned(...)`: docs/decisions/0015.
export type { HandlerArgument, Register, RegisterMethod, RouterConstructor } from "./app/router";
export type { BeforeMaker } from "./declare/options";
export type {
  ClassDecorator,
  HeadersOption,
  HeldMethodDecorator,
  MethodDecorator,
  NotCalled,
  RouterOnlyOption,
  StatusOption,
  SchemasOf,
  SuccessesOf,
  VerbMethodDecorator,
} from "./declare/option";
export type { FlagMaker } from "./declare/options";
export type {
  Deferred,
  Perhaps,
  PerhapsHad,
  RangeOption,
  UnrangedOption,
  VersionsOf,
} from "./declare/version-range";
export type { HandleVerb, VerbDecorator } from "./declare/verbs";
export type * from "./history/types";
export type { AnyRequest } from "./model/handler";
export type { ProblemDetailsSchema } from "./model/error-format";
export type { Contradiction, Fitting, HeldMethod, ContentOption } from "./model/result";
export type { Offered, RequestOf } from "./model/handler";
