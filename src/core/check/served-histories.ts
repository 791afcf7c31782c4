import { historyOf } from "../model/histories";
import type { Problem } from "../model/problem";
import { optionOf } from "../../schema/uses";
import type { Checkable } from "./checkable";
import { problem } from "./problems";

/**
 * Reports the histories of an App to which nothing brings their conversions. A bundler leaves these out if the program
 * imports all that makes its histories from the entry for front ends.
 */
export function checkServedHistories({ schemas: { uses, errors } }: Checkable): readonly Problem[] {
  return [
    ...uses.flatMap((use) =>
      use.history ? [problem("history-not-converted", use.route.where, optionOf(use))] : [],
    ),
    ...(historyOf(errors.declared) ? [problem("history-not-converted", "AppOptions", "Errors.Schema")] : []),
  ];
}

/** Reports an `Errors.Schema` that nothing reads, because a bundler has left out the code that reads schemas. */
export function checkReadErrors({ schemas: { errors } }: Checkable): readonly Problem[] {
  return historyOf(errors.declared) ? [] : [problem("schema-not-read", "AppOptions", "Errors.Schema")];
}
