import { isToken } from "../../http/field-values";
import { optionMaker } from "../../core/declare/option";
import type { Expectation } from "../../core/model/options";
import { describe, isText } from "../../core/model/value";
import { onlyInBefore } from "./only-in-before";

const fieldName: Expectation = {
  expected: "a field name (RFC 9110, 5.1)",
  holds: (name) => isText(name) && isToken(name),
};

/** A header may be renamed or removed, but not both, so both options have the same subject. */
function subjectOf(now: unknown): { readonly by: string; readonly inWords: string } {
  const inWords = `the header ${describe(isText(now) ? now.toLowerCase() : now)}`;
  return { by: inWords, inWords };
}

export const headerRename = onlyInBefore<{ readonly old: unknown; readonly now: unknown }>({
  name: "RenameHeader",
  arguments: [{ name: "a name of RenameHeader", ...fieldName, of: ({ old, now }) => [old, now] }],
  subject: ({ now }) => subjectOf(now),
});

/** Declares that a change renamed a response header: `Before(Totals, RenameHeader("X-Count", "X-Total"))`. */
export const RenameHeader = optionMaker(headerRename, (old: string, now: string) => ({ old, now }));

export const withoutHeader = onlyInBefore<unknown>({
  name: "WithoutHeader",
  arguments: [{ name: "the argument of WithoutHeader", ...fieldName, of: (now) => [now] }],
  subject: subjectOf,
});

/** Declares that responses of older versions lack a header: `Before(Totals, WithoutHeader("X-Total"))`. */
export const WithoutHeader = optionMaker(withoutHeader, (name: string) => name);
