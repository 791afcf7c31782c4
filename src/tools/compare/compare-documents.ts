import { dateOf } from "../../model/lifecycle";
import type { OpenAPIDocument, OpenAPIOperation } from "../../model/openapi";
import { describe } from "../../model/value";
import { compareAnswers, compareCallbacks, compareCallBodies, compareSent } from "./compare-bodies";
import { canonical } from "../../model/json-value";
import { either, type Difference, type PartDifference } from "./difference";
import { ruleOfKind, type FindingKind } from "./finding-kinds";
import { isGone, operationsIn, documentedWebhooks, type DocumentedOperation } from "./documented-operation";
import { compareParameters, documentedParametersOf } from "./compare-parameters";
import { compareSecurity } from "./compare-security";

/**
 * Lists the differences between two documents, and which of them break clients of the first.
 *
 * Names of path parameters, `operationId`, descriptions, tags and component names are not differences: no request or
 * response changes by them. An operation whose announced sunset has passed by `now` may be missing, or
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
    .map(([, one]) => wholeOperation(one, "operation-added", "was added"));
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
  const added = [...is].filter(([name]) => !was.has(name));
  const known = [...was].flatMap(([name, one]) => {
    const other = is.get(name);
    if (!other) return [wholeOperation(one, "webhook-removed", "is no longer sent")];
    return operationDifferences(one, [
      ...compareStanding(one.operation, other.operation),
      ...compareSent(one, other),
    ]);
  });
  return [...known, ...added.map(([, one]) => wholeOperation(one, "webhook-added", "was added"))];
}

function removal(one: DocumentedOperation, now: Date | undefined): Difference {
  const sunset = dateOf(one.operation["x-sunset"]);
  if (!sunset || !now || now < sunset) {
    return wholeOperation(one, "operation-removed", "is no longer served");
  }
  return wholeOperation(
    one,
    "operation-retired",
    `is no longer served, after its sunset at ${sunset.toISOString()}`,
  );
}

function wholeOperation(
  { name: operation }: DocumentedOperation,
  kind: FindingKind,
  text: string,
): Difference {
  const isBreaking = ruleOfKind(kind).isRemoval === true;
  const extent = kind.endsWith("-added") ? "added" : "removed";
  return { operation, part: "", place: operation, kind, text, extent, isBreaking };
}

function compareOperations(before: DocumentedOperation, after: DocumentedOperation): readonly Difference[] {
  return operationDifferences(before, [
    ...compareStanding(before.operation, after.operation),
    ...compareServers(before, after),
    ...compareSecurity(before, after),
    ...compareParameters(documentedParametersOf(before), documentedParametersOf(after)),
    ...compareCallBodies(before, after, "request"),
    ...compareAnswers(before, after, "response"),
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
    extent: "changed",
  }));
}

/** Compares the addresses that requests begin with: a client of each of them must still find the operation there. */
function compareServers(before: DocumentedOperation, after: DocumentedOperation): readonly PartDifference[] {
  const [was, is] = [serversOf(before), serversOf(after)];
  const isKept = was.every((server) => is.includes(server));
  if (isKept && is.length === was.length) return [];
  const text = isKept ? `may also be ${either(is)}` : `was ${either(was)} and is now ${either(is)}`;
  return [
    {
      part: "server",
      kind: isKept ? "server-added" : "server-moved",
      text,
      isBreaking: !isKept,
      cause: { name: "server", text, subject: "" },
    },
  ];
}

/** The nearest servers of an operation; without any the document's own host (OpenAPI 3.1.1, 4.8.1). */
function serversOf({ document, item, operation }: DocumentedOperation): readonly string[] {
  const nearest = [operation.servers, item.servers, document.servers].find((list) => list && list.length > 0);
  const written = (nearest ?? [{ url: "/" }]).map(({ url, variables }) => {
    const address = url.replace(/(?<=.)\/$/, "");
    return variables ? `${address} with ${canonical(variables)}` : address;
  });
  return [...new Set(written)];
}

/** Compares deprecation and sunset, which never break a client. */
function compareStanding(before: OpenAPIOperation, after: OpenAPIOperation): readonly PartDifference[] {
  const [was, is] = [before.deprecated === true, after.deprecated === true];
  const [end, newEnd] = [before["x-sunset"], after["x-sunset"]];
  const at = { part: "", isBreaking: false };
  return [
    ...(was === is
      ? []
      : is
        ? [{ ...at, kind: "deprecation-added" as const, text: "is now deprecated" }]
        : [{ ...at, kind: "deprecation-lifted" as const, text: "is no longer deprecated" }]),
    ...(end === newEnd
      ? []
      : newEnd === undefined
        ? [{ ...at, kind: "sunset-lifted" as const, text: "no longer has a sunset" }]
        : [{ ...at, kind: "sunset-changed" as const, text: `has its sunset at ${describe(newEnd)}` }]),
  ];
}
