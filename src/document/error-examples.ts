import { guards } from "../core/options/guards";
import { openAPIPath } from "../http/path-template";
import { isErrorOrRange } from "../http/status";
import { sentStatus } from "../core/model/contract";
import type { MeantError } from "../core/model/error-format";
import { HTTPError } from "../core/model/http-error";
import { brownoutsToCome, endsInGone } from "../core/model/lifecycle";
import { refusals } from "../core/model/refusals";
import { releasedIn } from "../core/model/versioning";
import type { Registration } from "../core/model/route";
import {
  bodyFormatNames,
  bodyTypesOf,
  defaultLimit,
  mediaTypesOf,
  type ResponseStatus,
} from "../schema/interface/schema";
import type { OperationContext } from "./requests";

/** Lists the errors with which the App itself refuses requests for a route. Of two errors of one status, the first is usual. */
export function refusalsOf(registration: Registration, shared: OperationContext): readonly MeantError[] {
  const { contract, form } = registration;
  const { security } = shared;
  const { unauthenticated, denied, unmatched } = refusals;
  const isAsked = form.settings.of(guards).length > 0 || security.asksForScopes(contract);
  return [
    ...misfitOf(registration, shared),
    ...malformedBodyOf(registration),
    ...(security.refuses(contract) ? [meant(unauthenticated, unauthenticated.text())] : []),
    ...(isAsked ? [meant(denied, denied.text())] : []),
    meant(unmatched, unmatched.text(registration.method, openAPIPath(registration.segments))),
    ...wrongBodyOf(registration),
  ];
}

/** The status of an error in the version's responses. `Restatus` cannot change the 404: it belongs to no route. */
export function statusFor({ form: { renumbering } }: Registration, { status }: MeantError): number {
  return status === refusals.unmatched.status || !renumbering ? status : sentStatus(renumbering, status);
}

function misfitOf(
  { contract: { inputs } }: Registration,
  { errors, writer }: OperationContext,
): readonly MeantError[] {
  const [first] = inputs;
  if (!first) return [];
  const { misfit } = refusals;
  // A body may be of the wrong kind as a whole. The other parts are always objects, so a property is wrong.
  const [property] = first.part === "body" ? [] : writer.properties(first.schema);
  const issue = { in: first.part, path: property ? [property.name] : [], message: "Invalid input" };
  return [{ ...meant(misfit, misfit.text()), status: errors.invalidStatus, details: [issue] }];
}

function malformedBodyOf({ contract: { inputs } }: Registration): readonly MeantError[] {
  const body = inputs.find(({ part }) => part === "body");
  if (!body) return [];
  const { malformedBody } = refusals;
  // A malformed body is a 400, even if the option `InvalidStatus` has another status.
  return bodyTypesOf(body.options)
    .slice(0, 1)
    .map((type) => meant(malformedBody, malformedBody.text(bodyFormatNames[type])));
}

function wrongBodyOf({ contract: { inputs } }: Registration): readonly MeantError[] {
  const body = inputs.find(({ part }) => part === "body");
  if (!body) return [];
  const { bodyTooLarge, bodyType } = refusals;
  const { Limit = defaultLimit } = body.options;
  return [
    meant(bodyTooLarge, bodyTooLarge.text(Limit)),
    meant(bodyType, bodyType.text(mediaTypesOf(body.options).join(" or "))),
  ];
}

/** The 410 of a version that has ended, or else of its next brownout. */
export function endingError({ life }: Registration, now: Date | undefined): MeantError {
  const { gone, brownout } = refusals;
  const [next] = endsInGone(life) ? [] : brownoutsToCome(life, now);
  return next
    ? meant(brownout, brownout.text(next.to.toUTCString()))
    : meant(gone, gone.text(String(life?.sunset?.toUTCString())));
}

/** The error that a handler throws for a declared status: `not_found` for 404, `bad_request` for `4XX`. */
export function thrownError(status: ResponseStatus): MeantError | undefined {
  if (!isErrorOrRange(status)) return undefined;
  const first = status === "4XX" ? 400 : 500;
  const error = new HTTPError(typeof status === "number" ? status : first);
  return meant(error, error.message);
}

/** The 400 of `UnknownVersion: "refuse"`. */
export function unknownVersionError(
  { route }: Registration,
  { versioning }: Pick<OperationContext, "versioning">,
): MeantError {
  const { unknownVersion } = refusals;
  const details = { requested: ["unknown"], served: releasedIn(route.versions, versioning) };
  return { ...meant(unknownVersion, unknownVersion.text(JSON.stringify("unknown"))), details };
}

function meant({ status, code }: Pick<MeantError, "status" | "code">, message: string): MeantError {
  return { status, code, message, details: undefined };
}
