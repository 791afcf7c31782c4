import { dateOf } from "../model/lifecycle";
import type { OpenAPIDocument, OpenAPIOperation } from "../model/openapi";
import { describe } from "../model/value";
import { compareRequestBodies, compareResponses } from "./compare-bodies";
import type { Difference, PartDifference } from "./difference";
import { isGone, operationsIn, documentedWebhooks, type DocumentedOperation } from "./documented-operation";
import { compareParameters, documentedParametersOf } from "./compare-parameters";
import { compareCallbacks, compareSent, wholeSent } from "./compare-sent";
import { compareSecurity } from "./compare-security";

/**
 * Lists the differences between two documents, and which of them break clients of the first.
 *
 * Names of path parameters, `operationId`, descriptions, tags, servers and component names are not differences: no
 * request or response changes by them. An operation whose announced sunset has passed by `now` may be missing, or
 * answer with nothing but 410.
 */
export function compareDocuments(
  before: OpenAPIDocument,
  after: OpenAPIDocument,
  { now }: { readonly now?: Date } = {},
): readonly Difference[] {
  const was = operationsIn(before);
  const is = operationsIn(after);
  const removed = [...was].filter(([key]) => !is.has(key)).map(([, one]) => removal(one, now));
  const added = [...is]
    .filter(([key]) => !was.has(key))
    .map(([, one]) => wholeOperation(one, "added", "was added"));
  const changed = [...was].flatMap(([key, one]) => {
    const other = is.get(key);
    if (!other) return [];
    return isGone(other) && !isGone(one) ? removal(one, now) : compareOperations(one, other);
  });
  return [...removed, ...changed, ...added, ...compareWebhooks(before, after)];
}

/** The same for the operations that the API sends by itself. */
function compareWebhooks(before: OpenAPIDocument, after: OpenAPIDocument): readonly Difference[] {
  const was = documentedWebhooks(before);
  const is = documentedWebhooks(after);
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [one, other] = [was.get(name), is.get(name)];
    if (!one) return other ? [wholeSent(other, "added")] : [];
    if (!other) return [wholeSent(one, "removed")];
    return operationDifferences(one, [
      ...compareStanding(one.operation, other.operation),
      ...compareSent(one, other),
    ]);
  });
}

function removal(one: DocumentedOperation, now: Date | undefined): Difference {
  const sunset = dateOf(one.operation["x-sunset"]);
  if (!sunset || !now || now < sunset) return wholeOperation(one, "removed", "is no longer served", true);
  return wholeOperation(one, "removed", `is no longer served, after its sunset at ${sunset.toISOString()}`);
}

function wholeOperation(
  { name: operation }: DocumentedOperation,
  kind: "added" | "removed",
  text: string,
  isBreaking = false,
): Difference {
  return { operation, part: "", place: operation, text, kind, isBreaking };
}

function compareOperations(before: DocumentedOperation, after: DocumentedOperation): readonly Difference[] {
  return operationDifferences(before, [
    ...compareStanding(before.operation, after.operation),
    ...compareSecurity(before, after),
    ...compareParameters(documentedParametersOf(before), documentedParametersOf(after)),
    ...compareRequestBodies(before, after),
    ...compareResponses(before, after),
    ...compareCallbacks(before, after),
  ]);
}

function operationDifferences(
  { name: operation }: DocumentedOperation,
  differences: readonly PartDifference[],
): readonly Difference[] {
  return differences.map((difference) => ({
    ...difference,
    operation,
    place: difference.part === "" ? operation : `${operation}, ${difference.part}`,
    kind: "changed",
  }));
}

/** Compares deprecation and sunset, which never break a client. */
function compareStanding(before: OpenAPIOperation, after: OpenAPIOperation): readonly PartDifference[] {
  const [was, is] = [before.deprecated === true, after.deprecated === true];
  const deprecated = is ? "is now deprecated" : "is no longer deprecated";
  const [end, newEnd] = [before["x-sunset"], after["x-sunset"]];
  const sunset = newEnd === undefined ? "no longer has a sunset" : `has its sunset at ${describe(newEnd)}`;
  return [...(was === is ? [] : [deprecated]), ...(end === newEnd ? [] : [sunset])].map((text) => ({
    part: "",
    text,
    isBreaking: false,
  }));
}
