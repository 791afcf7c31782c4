import { compileResponses, type RouteResponses } from "../../core/answer/terms";
import type { Checkable } from "../../core/check/checkable";
import { compileInput } from "../../core/compile/inputs";
import type { misreadWarning, stricterWarning, undescribedWarning } from "../../core/errors/request-warnings";
import { invalidStatusOf } from "../../core/model/error-format";
import { recorderIn } from "../../core/model/exchange-recorder";
import type { AppChanges } from "../../core/model/app-changes";
import type { Registration } from "../../core/model/route";
import type { ErrorDowns, ResponseCheck, RouteInput } from "../../core/model/serving";
import type { Step } from "../../core/request/exchange";
import { compileContexts, compileLaterContexts } from "../options/with-context";
import { contextStep } from "./asked-contexts";
import { earlierSteps } from "./earlier-answer";
import { jsonSteps } from "./hooked-json";
import { inputConversion } from "./input-conversion";
import { responseConversions } from "./response-conversion";

interface RouteMeans extends Pick<Checkable, "options" | "versioning" | "schemas"> {
  readonly changes: AppChanges;
  readonly check: ResponseCheck;
  readonly downs: ErrorDowns | undefined;
  readonly now: () => Date;
  readonly warnings: {
    readonly misread: ReturnType<typeof misreadWarning>;
    readonly stricter: ReturnType<typeof stricterWarning>;
    readonly undescribed: ReturnType<typeof undescribedWarning>;
  };
}

/** The input and the responses of a route in one version, and the steps that convert them. */
interface ConvertedRoute {
  readonly input: RouteInput | undefined;
  readonly last: readonly Step[];
  readonly outer: readonly Step[];
  readonly inner: readonly Step[];
  readonly responses: RouteResponses | undefined;
  readonly isRecorded: boolean;
}

export function convertedRoute(registration: Registration, means: RouteMeans): ConvertedRoute {
  const { outer, inner } = earlierSteps(registration.form.renumbering);
  const { input, last } = inputOf(registration, means);
  const responses = responsesOf(registration, means);
  const isRecorded = mayRecord(registration, { input, responses }, means);
  return {
    input,
    last,
    outer,
    inner: [...inner, ...jsonSteps(responses, isRecorded)],
    responses,
    isRecorded,
  };
}

function mayRecord(
  registration: Registration,
  { input, responses }: Pick<ConvertedRoute, "input" | "responses">,
  { options, changes, downs }: RouteMeans,
): boolean {
  const { version } = registration;
  if (!recorderIn(options) || version === undefined || changes.ahead(registration).length === 0) return false;
  const converts = input?.convertsUp === true || responses?.convertsDown === true;
  return converts || downs?.(version) !== undefined;
}

function inputOf(registration: Registration, means: RouteMeans): Pick<ConvertedRoute, "input" | "last"> {
  const { options, versioning, schemas, warnings } = means;
  const { route } = registration;
  const invalidStatus = invalidStatusOf(options.Errors);
  const input = compileInput(registration, schemas, { invalidStatus, versioning });
  const questions = compileContexts(registration, means.now);
  if (!input) return { input, last: questions.length === 0 ? [] : [contextStep(questions)] };
  const refused = (link: string): void => {
    warnings.stricter(route, link);
  };
  const misread: RouteInput["misread"] = (part, name) => {
    warnings.misread(route, part, name);
  };
  const conversion = inputConversion(registration, { schemas, questions, invalidStatus, refused });
  return { input: { ...input, ...conversion, misread }, last: [] };
}

function responsesOf(registration: Registration, means: RouteMeans): RouteResponses | undefined {
  const { schemas, check, warnings } = means;
  const { version, route } = registration;
  const later = compileLaterContexts(registration);
  const conversions = responseConversions({ version, later, schemas, isChecked: check !== undefined });
  const responses = compileResponses(registration, { schemas, check, conversions });
  const undescribed = (status: number): void => {
    warnings.undescribed(route, { status, version });
  };
  return responses && { ...responses, undescribed };
}
