import type { App } from "../app/app";
import { codeDifferences, codePart } from "../compare/code-differences";
import { internals } from "../model/app-internals";
import { findingOf, type Finding } from "./findings";
import type { Frozen } from "./frozen";

/** What breaks code that was generated from a version's frozen document, and no request of it. */
export function codeFindings({ version, document }: Frozen, app: App): readonly Finding[] {
  if (!app.Versions().includes(version)) return [];
  return codeDifferences(document, app[internals].documentOf(version)).map((difference) => {
    const { record, ...finding } = findingOf(difference);
    return { ...finding, kind: "code", record: { ...record, breaks: "code" } };
  });
}

/** Whether the words of an entry of accepted.json are those of such a finding. */
export function isCodeFault(what: string): boolean {
  return what.startsWith(`${codePart}: `);
}
