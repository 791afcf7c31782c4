import { canonical } from "../../schema/interface/json-value";
import { dateOf } from "../../core/model/lifecycle";
import type { OpenAPIDocument } from "../../schema/interface/openapi";
import { describe } from "../../core/model/value";
import { compareAnswers, compareCallbacks, compareCallBodies, compareSent } from "./compare-bodies";
import { compareParameters, documentedParametersOf } from "./compare-parameters";
import {
  both,
  breaking,
  differenceAt,
  either,
  harmless,
  inPart,
  pairsByKey,
  withCause,
  type Difference,
  type DifferenceVerdict,
  type Pair,
  type PartDifference,
} from "./difference";
import {
  documentedWebhooks,
  isGone,
  operationsIn,
  type DocumentedOperation,
  type OperationsByKey,
} from "./documented-operation";
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

type Requirement = Readonly<Record<string, readonly string[]>>;

/** Compares security. Credentials that the old document accepts must still be enough. */
function compareSecurity(pair: Pair<DocumentedOperation>): readonly PartDifference[] {
  const { was, is } = both(pair, waysIn);
  const lost = was.filter((way) => !is.some((other) => isEnough(way, other)));
  const gained = is.filter((way) => !was.some((other) => isEnough(way, other)));
  const asked = `is no longer enough, but ${either(is.map(wayInWords))}`;
  const verdicts = [
    ...lost.map((way) => breaking("security-removed", `${wayInWords(way)} ${asked}`)),
    ...gained.map((way) => harmless("security-added", `${wayInWords(way)} is now enough`)),
    ...compareSchemes(pair),
  ].map((one) => withCause("security", one));
  return inPart("security", verdicts);
}

/** Lists the requirements of an operation, of which one must be met. `[]` becomes `[{}]`: both require nothing. */
function waysIn({ document, operation }: DocumentedOperation): readonly Requirement[] {
  const declared = operation.security ?? document.security ?? [];
  return declared.length === 0 ? [{}] : declared;
}

function isEnough(held: Requirement, asked: Requirement): boolean {
  return Object.entries(asked).every(([scheme, scopes]) => {
    const own = held[scheme];
    return own !== undefined && scopes.every((scope) => own.includes(scope));
  });
}

function wayInWords(way: Requirement): string {
  const names = Object.entries(way).map(([scheme, scopes]) =>
    scopes.length === 0 ? scheme : `${scheme} (${scopes.join(", ")})`,
  );
  return names.length === 0 ? "a request without credentials" : names.join(" with ");
}

function compareSchemes(pair: Pair<DocumentedOperation>): readonly DifferenceVerdict[] {
  const used = new Set([...waysIn(pair.was), ...waysIn(pair.is)].flatMap(Object.keys));
  return [...used].flatMap((name) => {
    const { was, is } = both(pair, (one) => schemeText(one, name));
    if (was === undefined || is === undefined || was === is) return [];
    return breaking("security-scheme-changed", `the scheme ${name} has changed`);
  });
}

function schemeText({ document }: DocumentedOperation, name: string): string | undefined {
  const schemes = document.components?.securitySchemes ?? {};
  return Object.hasOwn(schemes, name) ? canonical({ ...schemes[name], description: undefined }) : undefined;
}
