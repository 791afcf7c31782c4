import type { Conversions } from "../../core/answer/terms";
import { once } from "../../core/model/collections";
import { invalidStatusOf } from "../../core/model/error-format";
import { recorderIn } from "../../schema/interface/exchange-recorder";
import type { Registration } from "../../core/model/route";
import type { RouteInput } from "../../core/model/serving";
import { describe } from "../../core/model/value";
import type { ConvertedRoute, OlderForms, RouteMeans } from "../../core/wings/older-forms";
import { compileContexts, compileLaterContexts } from "../options/contexts";
import { contextStep } from "./asked-contexts";
import { earlierSteps } from "./earlier-answer";
import { jsonSteps } from "./hooked-json";
import { inputConversion } from "./input-conversion";
import { responseConversions } from "./response-conversion";
import { routeConversions } from "./route-conversions";

export const convertedRoute: OlderForms["routeOf"] = (plain, registration, means) => {
  const { outer, inner } = earlierSteps(registration.form.renumbering);
  const { input, last } = inputOf(plain.input, registration, means);
  const responses = responsesOf(plain, registration, means);
  const isRecorded = mayRecord(registration, { input, responses }, means);
  return {
    input,
    last,
    outer,
    inner: [...inner, ...jsonSteps(responses, isRecorded)],
    responses,
    conversions: isRecorded ? once(() => routeConversions(registration, means)) : undefined,
  };
};

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

function inputOf(
  input: RouteInput | undefined,
  registration: Registration,
  { options, schemas, warnings, now }: RouteMeans,
): Pick<ConvertedRoute, "input" | "last"> {
  const questions = compileContexts(registration, now);
  if (!input) return { input, last: questions.length === 0 ? [] : [contextStep(questions)] };
  const { route } = registration;
  const invalidStatus = invalidStatusOf(options.Errors);
  const refused = (link: string): void => {
    const text = (): string =>
      `Up of ${link} returned a value that the newer schema rejects; Stricter makes this the fault of the client, who received a ${invalidStatus}: if the request was valid nevertheless, correct Up, or limit Stricter with Where`;
    warnings.once(route, `stricter ${link}`, text, { change: link });
  };
  const conversion = inputConversion(registration, { schemas, questions, invalidStatus, refused });
  return { input: { ...input, ...conversion }, last: [] };
}

function responsesOf(
  plain: Parameters<OlderForms["routeOf"]>[0],
  registration: Registration,
  means: RouteMeans,
): ConvertedRoute["responses"] {
  const responses = plain.responsesBy(conversionsFor(registration, means));
  const { route, version } = registration;
  const undescribed = (status: number): void => {
    const clients = version === undefined ? "clients" : `clients of version ${describe(version)}`;
    const text = (): string =>
      `${clients} received an unconverted response of status ${status}, because no WithResponse describes this status: declare WithResponse(${status}, schema), or throw an HTTPError`;
    means.warnings.once(route, `undescribed ${status}`, text, { status, version });
  };
  return responses && { ...responses, undescribed };
}

function conversionsFor(registration: Registration, { schemas, check }: RouteMeans): Conversions {
  const later = compileLaterContexts(registration);
  return responseConversions({
    version: registration.version,
    later,
    schemas,
    isChecked: check !== undefined,
  });
}
