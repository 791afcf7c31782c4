import { canonical } from "../../core/model/json-value";
import { dateOf } from "../../core/model/lifecycle";
import type { OpenAPIDocument } from "../../core/model/openapi";
import { describe } from "../../core/model/value";
import { compareAnswers, compareCallbacks, compareCallBodies, compareSent } from "./compare-bodies";
import { compareParameters, documentedParametersOf } from "./compare-parameters";
import { compareSecurity } from "./compare-security";
import { both, breaking, differenceAt, either, harmless, inPart, pairsByKey, withCause } from "./difference";
import type { Difference, DifferenceVerdict, Pair, PartDifference } from "./difference";
import { documentedWebhooks, isGone, operationsIn } from "./documented-operation";
import type { DocumentedOperation, OperationsByKey } from "./documented-operation";
import { withRenamings, type Renaming } from "./renaming";

/**
 * Lists the differences between two documents, and marks those that break clients of the first document. Ignores names
 * of path parameters and components, `operationId`, descriptions and tags, because no request depends on them. The end
 * of an operation breaks no client if the operation's sunset is before `now`.
 */
export function compareDocuments(
  before: OpenAPIDocument,
  after: OpenAPIDocument,
  { now, renamingsOf = () => [] }: ComparisonOptions = {},
): readonly Difference[] {
  const renamed = (operations: OperationsByKey): OperationsByKey =>
    new Map([...operations].map(([key, one]) => [key, withRenamings(one, renamingsOf(one.name))]));
  const pairs = pairsByKey({ was: operationsIn(before), is: renamed(operationsIn(after)) });
  const removed = pairs.flatMap(({ was, is }) => (was && !is ? removal(was, now) : []));
  const changed = pairs.flatMap(({ was, is }) => {
    if (!was || !is) return [];
    return isGone(is) && !isGone(was)
      ? removal(was, now)
      : differencesOf(was, compareOperations({ was, is }));
  });
  const added = pairs.flatMap(({ was, is }) =>
    is && !was ? wholeOperation(is, harmless("operation-added", "was added"), "added") : [],
  );
  const webhooks = { was: documentedWebhooks(before), is: renamed(documentedWebhooks(after)) };
  return [...removed, ...changed, ...added, ...compareWebhooks(webhooks)];
}

export interface ComparisonOptions {
  /** The time at which a sunset counts as passed. Without it, every end of an operation breaks clients. */
  readonly now?: Date;
  /** Lists the members of an operation that have another name since `before`. Their schemas are then compared, too. */
  readonly renamingsOf?: (operation: string) => readonly Renaming[];
}

function compareWebhooks(webhooks: Pair<OperationsByKey>): readonly Difference[] {
  return pairsByKey(webhooks).flatMap(({ was, is }) => {
    if (was && is) return differencesOf(was, [...compareStanding({ was, is }), ...compareSent({ was, is })]);
    if (was) return wholeOperation(was, breaking("webhook-removed", "is no longer sent"), "removed");
    return is ? wholeOperation(is, harmless("webhook-added", "was added"), "added") : [];
  });
}

function removal(one: DocumentedOperation, now: Date | undefined): Difference {
  const sunset = dateOf(one.operation["x-sunset"]);
  const words = "is no longer served";
  const verdict =
    sunset && now && sunset <= now
      ? harmless("operation-retired", `${words}, after its sunset at ${sunset.toISOString()}`)
      : breaking("operation-removed", words);
  return wholeOperation(one, verdict, "removed");
}

function wholeOperation(
  { name }: DocumentedOperation,
  verdict: DifferenceVerdict,
  extent: Difference["extent"],
): Difference {
  return differenceAt(name, { ...verdict, part: "" }, extent);
}

function differencesOf(
  { name }: DocumentedOperation,
  differences: readonly PartDifference[],
): readonly Difference[] {
  return differences.map((one) => differenceAt(name, one));
}

function compareOperations(pair: Pair<DocumentedOperation>): readonly PartDifference[] {
  return [
    ...compareStanding(pair),
    ...inPart("server", compareServers(pair)),
    ...compareSecurity(pair),
    ...compareParameters(both(pair, documentedParametersOf)),
    ...compareCallBodies(pair, "request"),
    ...compareAnswers(pair, "response"),
    ...compareCallbacks(pair),
  ];
}

/** Compares servers. Clients must still find the operation at each old URL. */
function compareServers(pair: Pair<DocumentedOperation>): readonly DifferenceVerdict[] {
  const { was, is } = both(pair, serversOf);
  const isKept = was.every((server) => is.includes(server));
  if (isKept && is.length === was.length) return [];
  const verdict = isKept
    ? harmless("server-added", `may also be ${either(is)}`)
    : breaking("server-moved", `was ${either(was)} and is now ${either(is)}`);
  return [withCause("server", verdict)];
}

/** Returns the servers of an operation, or else of its path, or else of its document, or else `/` (OpenAPI, 4.8.1). */
function serversOf({ document, item, operation }: DocumentedOperation): readonly string[] {
  const nearest = [operation.servers, item.servers, document.servers].find((list) => list && list.length > 0);
  const written = (nearest ?? [{ url: "/" }]).map(({ url, variables }) => {
    const address = url.replace(/(?<=.)\/$/, "");
    return variables ? `${address} with ${canonical(variables)}` : address;
  });
  return [...new Set(written)];
}

function compareStanding(pair: Pair<DocumentedOperation>): readonly PartDifference[] {
  const deprecated = both(pair, ({ operation }) => operation.deprecated === true);
  const sunset: Pair<unknown> = both(pair, ({ operation }) => operation["x-sunset"]);
  const verdicts: DifferenceVerdict[] = [];
  if (!deprecated.was && deprecated.is) verdicts.push(harmless("deprecation-added", "is now deprecated"));
  if (deprecated.was && !deprecated.is) {
    verdicts.push(harmless("deprecation-lifted", "is no longer deprecated"));
  }
  if (sunset.is === undefined) {
    if (sunset.was !== undefined) verdicts.push(harmless("sunset-lifted", "no longer has a sunset"));
  } else if (sunset.is !== sunset.was) {
    verdicts.push(harmless("sunset-changed", `has its sunset at ${describe(sunset.is)}`));
  }
  return inPart("", verdicts);
}
