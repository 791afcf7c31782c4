import { ResponseError } from "../model/http-error";
import type { OpenedValue, Opening } from "../model/serving";
import { issuesInWords } from "../schema/issues";

/**
 * Takes the carried values of a handler's value for the version.
 *
 * Waits if a function of `Carry` returns a promise, and while carried values are validated
 * (`AppOptions.CheckResponses`): a misfit throws, or rejects with, a ResponseError. Errors of a function of `Carry` are
 * rethrown.
 */
export function openedBy(
  { open, validatorOf }: Opening,
  value: unknown,
  words: () => string,
): OpenedValue | Promise<OpenedValue> {
  const opened = open(value);
  if (!validatorOf) return opened;
  return judged(Promise.resolve(opened), validatorOf, words);
}

async function judged(
  opening: Promise<OpenedValue>,
  validatorOf: NonNullable<Opening["validatorOf"]>,
  words: () => string,
): Promise<OpenedValue> {
  const opened = await opening;
  for (const { carrier, carried } of opened.found()) {
    const verdict = await validatorOf(carrier)(carried);
    if ("issues" in verdict) {
      throw new ResponseError(`${words()}: ${issuesInWords(verdict.issues).join("; ")}`);
    }
  }
  return opened;
}
