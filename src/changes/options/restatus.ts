import { expectations } from "../../core/check/arguments";
import { optionMaker } from "../../core/declare/option";
import { describe } from "../../core/model/value";
import { onlyInBefore } from "./only-in-before";

export const restatus = onlyInBefore<{ readonly old: unknown; readonly now: unknown }>({
  name: "Restatus",
  arguments: [{ name: "a status of Restatus", ...expectations.status, of: ({ old, now }) => [old, now] }],
  subject: ({ now }) => {
    const inWords = `Restatus(..., ${describe(now)})`;
    return { by: inWords, inWords };
  },
});

/**
 * Declares that a change replaced the status 400 by 422: `Before(Strict, Restatus(400, 422))`. On a router, this
 * applies to all routes.
 *
 * Older versions get the old status for all responses of the handler, and for errors such as a rejected body. Responses
 * that middleware and guards send with `res` keep their status.
 */
export const Restatus = optionMaker(restatus, (old: number, now: number) => ({ old, now }));
