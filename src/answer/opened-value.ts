import { ResponseError } from "../model/response-error";
import type { OpenedValue, Opening } from "../model/serving";
import { issuesInWords } from "./issue-words";

/**
 * Takes from a handler's value what its parts carry for the version.
 *
 * Waits where a function of `Carry` gives a promise, and where what is carried is judged (`AppOptions.CheckResponses`): a
 * misfit throws, or rejects with, a ResponseError. What a function of `Carry` throws, it throws.
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
  for (const { carrier, carried } of opened.found) {
    const verdict = await validatorOf(carrier)(carried);
    if ("issues" in verdict) {
      throw new ResponseError(`${words()}: ${issuesInWords(verdict.issues).join("; ")}`);
    }
  }
  return opened;
}
