import { setImmediate } from "node:timers/promises";
import type { AppInternals, ContractPart, ReachedRoute, SentWebhook } from "../../core/model/app-internals";
import type { Change } from "../../schema/interface/change";
import { changesOf, writtenLossOf, type Link } from "../../schema/interface/histories";
import { canonical } from "../../schema/interface/json-value";
import { dateOf, lifeIn } from "../../core/model/lifecycle";
import { lifeInWords } from "../../document/life-in-words";
import type { OpenAPIDocument, OpenAPIPathItem, OpenAPIResponse } from "../../schema/interface/openapi";
import { setOperation } from "../../document/path-item";
import { recordIn, type Route } from "../../core/model/route";
import { routeName } from "../../core/model/value";
import type { VersionSource } from "../../core/model/source";
import { type Version, versionOrder } from "../../core/model/version";
import { unansweredVersion } from "../../core/model/versioning";
import { renamingsOf } from "../cli/renamings";
import { documentedName, withoutVersion } from "../cli/without-version";
import { inOneLine } from "../report/html";
import { routeKey } from "../report/matrix";
import type { AppTexts } from "../report/report";
import { compareDocuments } from "../compare/compare-documents";
import { both, pairsByKey, partText, type Pair } from "../compare/difference";
import { operationKey, operationsIn, withEachOperation } from "../compare/documented-operation";
import { withoutLifecycle } from "../compare/without-lifecycle";
import { requestTexts, shownAnswer, type GuideSample, type RequestPart } from "./shown-samples";
import { answerPair, requestPair, type PartPair, type SampleEnds } from "./samples";

export interface Guide {
  readonly title: string;
  readonly from: Version;
  readonly to: Version;
  /** The ways to name the older version (`was`: `X-API-Version: 1`) and the newer one (`is`: `X-API-Version: 2`). */
  readonly naming: readonly MovedRoute[];
  /** Who chooses the version of a request that names none: always the older one, or a function of the API. */
  readonly assumption: "older" | "function" | undefined;
  /** True if clients of the newer version, but not of the older one, use paths without the version. */
  readonly isPlainNow: boolean;
  readonly lives: readonly AnnouncedLife[];
  readonly changes: readonly GuideChange[];
  /** The routes, webhooks and error body that both versions have, if they differ. */
  readonly routes: readonly GuideRoute[];
  readonly came: readonly NamedRoute[];
  readonly moved: readonly MovedRoute[];
  readonly ended: readonly NamedRoute[];
}

/** A sentence about the deprecation or sunset of a version, and the link to more information that the author set. */
export interface AnnouncedLife {
  readonly version: Version;
  readonly text: string;
  readonly link: string | undefined;
}

interface GuideChange {
  readonly description: string;
  readonly version: Version;
  readonly released: string | undefined;
}

export interface NamedRoute {
  readonly name: string;
  readonly summary: string | undefined;
}

/** The older and the newer name of a route: `GET /cats` and `GET /pets`. */
export type MovedRoute = Pair<string>;

export interface GuideRoute extends MovedRoute {
  readonly changes: readonly string[];
  readonly differences: readonly { readonly text: string; readonly isBreaking: boolean }[];
  readonly samples: readonly GuideSample[];
  /** The texts that the author wrote in `Lossy` and `Stricter`, about lost values and rejected requests. */
  readonly notes: readonly { readonly title: string; readonly text: string }[];
}

/** The versions of a guide: clients migrate from `from` to `to`. */
export interface GuideEnds {
  readonly from: Version;
  readonly to: Version;
}

/** Explains why there is no guide between two versions; undefined if there is one. */
export function guideFault(app: AppInternals, { from, to }: GuideEnds): string | undefined {
  const versions = app.versions();
  for (const version of [from, to]) {
    if (!versions.includes(version)) return unansweredVersion(version, versions, app.retired);
    if (app.previews.has(version)) {
      return `version ${JSON.stringify(version)} is a preview, and guides are for released versions`;
    }
  }
  return versions.indexOf(from) < versions.indexOf(to)
    ? undefined
    : `the guide must lead to a newer version: ${JSON.stringify(to)} is not newer than ${JSON.stringify(from)}`;
}

/** Creates a guide for versions that {@link guideFault} accepts. Between routes, the server can answer requests. */
export async function guideOf(app: AppInternals, ends: GuideEnds, sources: AppTexts): Promise<Guide> {
  const { from, to } = ends;
  const context = contextOf(app, ends);
  const inOrder = changesInOrder(context);
  const routes: GuideRoute[] = [];
  for (const pair of [...context.pairs, ...context.webhooks, errorsPair]) {
    const route = await guideRouteOf(pair, context, inOrder);
    if (route) routes.push(route);
    await setImmediate();
  }
  return {
    title: sources.title,
    from,
    to,
    ...namingIn(app, ends),
    lives: [from, to].flatMap((version) => announcedLife(app, version, ends)),
    changes: publicChanges(inOrder, app, sources),
    routes,
    ...routeNews(context),
  };
}

function announcedLife(app: AppInternals, version: Version, ends: GuideEnds): readonly AnnouncedLife[] {
  const life = lifeIn(app.lifecycles.get(version));
  const text = life && lifeInWords({ ...life, link: undefined }, app.now());
  const link = isAddressOf(ends, life?.link) ? undefined : life?.link;
  return text === undefined && link === undefined ? [] : [{ version, text: text ?? "", link }];
}

/** True for a link to this guide, which `Docs` serves at `.../guide/1/2`. */
function isAddressOf({ from, to }: GuideEnds, link = ""): boolean {
  const path = link.replace(/[?#].*$/s, "");
  return path.endsWith(`/guide/${encodeURIComponent(from)}/${encodeURIComponent(to)}`);
}

/** A route, webhook or error body of the older version, with its counterpart in the newer version. */
interface PlacePair extends MovedRoute {
  readonly changes: readonly Change[];
  readonly reached: Pair<ReachedRoute> | undefined;
  /** For each version, tests whether a part, such as the query, belongs to this route, webhook or error body. */
  readonly holds: Pair<(part: ContractPart) => boolean>;
}

/** The heading for the error body, which all routes share. */
export const errorsName = "Errors";

const isOfErrors = ({ part }: ContractPart): boolean => part === "errors";

const errorsPair: PlacePair = {
  ...{ was: errorsName, is: errorsName, changes: [], reached: undefined },
  holds: { was: isOfErrors, is: isOfErrors },
};

interface GuideContext {
  readonly app: AppInternals;
  readonly ends: GuideEnds;
  readonly pairs: readonly PlacePair[];
  readonly webhooks: readonly PlacePair[];
  readonly ended: readonly ReachedRoute[];
  readonly came: readonly ReachedRoute[];
  readonly parts: Pair<readonly ContractPart[]>;
  readonly documents: Pair<OpenAPIDocument>;
}

function contextOf(app: AppInternals, ends: GuideEnds): GuideContext {
  const { from, to } = ends;
  // Clients do not see hidden routes. Routes without a version are the same in both versions.
  const ownOf = (version: Version): readonly ReachedRoute[] =>
    app.reachedBy(version).filter((one) => one.version !== undefined && !one.route.Hidden);
  const [older, newer] = [ownOf(from), ownOf(to)];
  const byKey = new Map(newer.map((one) => [routeKey(one.route, to), one]));
  const found = older.map((was) => {
    const same = newer.find(({ route }) => route === was.route);
    return { was, is: same ?? byKey.get(routeKey(was.route, from)) };
  });
  const matched = new Set(found.map(({ is }) => is));
  const documentIn = (version: Version): OpenAPIDocument =>
    withoutLifecycle(
      withoutVersion(app.lastingDocumentOf(version), { version, sources: app.sources }, app.prefix),
    );
  return {
    app,
    ends,
    pairs: found.flatMap(({ was, is }) => (is ? [routePair(was, is, ends)] : [])),
    webhooks: webhookPairs(app, ends),
    ended: found.flatMap(({ was, is }) => (is ? [] : [was])),
    came: newer.filter((one) => !matched.has(one)),
    parts: { was: app.partsIn(from), is: app.partsIn(to) },
    documents: { was: documentIn(from), is: documentIn(to) },
  };
}

function routePair(was: ReachedRoute, is: ReachedRoute, { from, to }: GuideEnds): PlacePair {
  return {
    was: routeName(recordIn(was.route, from)),
    is: routeName(recordIn(is.route, to)),
    changes: [...new Set([...was.changes, ...is.changes])],
    reached: { was, is },
    holds: { was: ({ route }) => route === was.route, is: ({ route }) => route === is.route },
  };
}

function webhookPairs(app: AppInternals, { from, to }: GuideEnds): readonly PlacePair[] {
  const newer = app.webhooksOf(to);
  return app.webhooksOf(from).flatMap((was) => {
    const is = webhookIn(newer, was);
    if (!is) return [];
    const names = { was: was.name, is: is.name };
    const holds = both(
      names,
      (name) =>
        ({ webhook }: ContractPart) =>
          webhook === name,
    );
    return [{ ...names, changes: was.changes, reached: undefined, holds }];
  });
}

function webhookIn(
  sent: readonly SentWebhook[],
  { declaration, name }: SentWebhook,
): SentWebhook | undefined {
  return sent.find((one) => one.declaration === declaration) ?? sent.find((one) => one.name === name);
}

function isBetween({ app, ends: { from, to } }: GuideContext): (change: Change) => boolean {
  const order = versionOrder(app.listed);
  return ({ Version, Internal }) => !Internal && order.isBefore(from, Version) && order.isFrom(to, Version);
}

function changesInOrder(context: GuideContext): readonly Change[] {
  const met = [...context.pairs, ...context.webhooks].flatMap(({ changes }) => changes.toReversed());
  const order = versionOrder(context.app.listed);
  return [...new Set(met)]
    .filter(isBetween(context))
    .toSorted((one, other) => order.compare(one.Version, other.Version));
}

/** Selects the changes that the changelog contains. Changes of hidden routes are not among them. */
function publicChanges(
  inOrder: readonly Change[],
  app: AppInternals,
  { changelog }: AppTexts,
): readonly GuideChange[] {
  const listed = new Set(changelog.flatMap(({ Changes }) => Changes.map(({ Description }) => Description)));
  return inOrder
    .filter(({ Description }) => listed.has(Description))
    .map(({ Description, Version }) => ({
      description: inOneLine(Description),
      version: Version,
      released: dateOf(app.lifecycles.get(Version)?.Released)?.toISOString().slice(0, 10),
    }));
}

/** Describes a route, webhook or error body that differs between the versions; undefined if nothing differs. */
async function guideRouteOf(
  pair: PlacePair,
  context: GuideContext,
  inOrder: readonly Change[],
): Promise<GuideRoute | undefined> {
  const { was, is } = pair;
  const between = isBetween(context);
  const parts = partPairs(pair, context);
  const own = new Set(changesAt(pair, parts, context).filter(between).toReversed());
  // `inOrder` lacks changes that affect only the error body, so `own` adds them at the end.
  const changes = [...new Set([...inOrder.filter((change) => own.has(change)), ...own])].map(
    ({ Description }) => inOneLine(Description),
  );
  const differences = differencesAt(pair, parts, context);
  const samples = await samplesAt(pair, parts, context);
  const notes = parts.flatMap((part) => notesOn(part, between));
  if (changes.length + differences.length + samples.length === 0) return undefined;
  const distinctNotes = new Map(notes.map((note) => [note.text, note]));
  return { was, is, changes, differences, samples, notes: [...distinctNotes.values()] };
}

/** Lists the changes of a route, webhook or error body. Changes of the error body are not repeated for each route. */
function changesAt(
  { was, changes }: PlacePair,
  parts: readonly PartPair[],
  { parts: all }: GuideContext,
): readonly Change[] {
  const changesIn = (part: ContractPart | undefined): readonly Change[] =>
    part?.history?.links.flatMap(changesOf) ?? [];
  const ofErrors = changesIn(all.was.find(isOfErrors));
  if (was === errorsName) return ofErrors;
  const own = new Set(parts.flatMap((pair) => [...changesIn(pair.was), ...changesIn(pair.is)]));
  return changes.filter((change) => own.has(change) || !ofErrors.includes(change));
}

function differencesAt(
  { was, is, reached }: PlacePair,
  parts: readonly PartPair[],
  { documents, app, ends: { from, to } }: GuideContext,
): GuideRoute["differences"] {
  const { prefix, listed } = app;
  const isOfErrorBody = was === errorsName;
  const compared = isOfErrorBody
    ? both(documents, errorDocument)
    : reached
      ? routeDocuments(documents, {
          was: documentedName(reached.was, from, prefix),
          is: documentedName(reached.is, to, prefix),
        })
      : { was: webhookAt(documents.was, was, is), is: webhookAt(documents.is, is) };
  const renamings = renamingsOf(
    parts.flatMap((part) => [part.was, part.is]).filter((part) => part !== undefined),
    { from, to, order: versionOrder(listed) },
  );
  return compareDocuments(compared.was, compared.is, { renamingsOf: () => renamings }).map((one) => ({
    text: isOfErrorBody ? one.text : partText(one),
    isBreaking: one.isBreaking,
  }));
}

/** Reads the error body, which all operations share, from the 404 of one operation. */
function errorContentOf(document: OpenAPIDocument): OpenAPIResponse["content"] {
  const operations = [...operationsIn(document).values()].map(({ operation }) => operation);
  return operations.find(({ responses }) => responses["404"])?.responses["404"]?.content;
}

function errorDocument(document: OpenAPIDocument): OpenAPIDocument {
  const content = errorContentOf(document);
  const responses = { "404": { description: "", ...(content === undefined ? {} : { content }) } };
  return { ...document, paths: { "/": { get: { responses } } }, webhooks: {} };
}

/** Creates two documents with one operation each, and without the shared error body, which a guide shows only once. */
function routeDocuments(documents: Pair<OpenAPIDocument>, { was, is }: MovedRoute): Pair<OpenAPIDocument> {
  const own = {
    was: documentAt(documents.was, was, operationKey(was) === operationKey(is) ? was : is),
    is: documentAt(documents.is, is),
  };
  const [older, newer] = [sharedErrorsIn(own.was, documents.was), sharedErrorsIn(own.is, documents.is)];
  return both(own, (document) => ({
    ...document,
    paths: withEachOperation(document.paths, (operation) => {
      const responses = Object.entries(operation.responses);
      const ownResponses = responses.filter(([status]) => !(older.has(status) && newer.has(status)));
      return { ...operation, responses: Object.fromEntries(ownResponses) };
    }),
  }));
}

/** Finds the statuses whose responses have the error body that all operations share. */
function sharedErrorsIn(document: OpenAPIDocument, whole: OpenAPIDocument): ReadonlySet<string> {
  const error = canonical(errorContentOf(whole));
  const responses = [...operationsIn(document).values()].flatMap(({ operation }) =>
    Object.entries(operation.responses),
  );
  return new Set(responses.flatMap(([status, { content }]) => (canonical(content) === error ? status : [])));
}

/** Creates a document with only one operation. `shown` renames it, so that a moved route can be compared. */
function documentAt(document: OpenAPIDocument, name: string, shown = name): OpenAPIDocument {
  const found = operationsIn(document).get(operationKey(name));
  const others = { ...document, webhooks: {} };
  if (!found) return { ...others, paths: {} };
  const [method = "", path = ""] = shown.split(" ");
  const { parameters } = found.item;
  const item: OpenAPIPathItem = parameters ? { parameters } : {};
  setOperation(item, { method, operation: found.operation });
  return { ...others, paths: { [path]: item } };
}

function webhookAt(document: OpenAPIDocument, name: string, shown = name): OpenAPIDocument {
  const bare = (text: string): string => text.replace(/^webhook /, "");
  const item = document.webhooks?.[bare(name)];
  return { ...document, paths: {}, webhooks: item ? { [bare(shown)]: item } : {} };
}

/** Pairs the parts of a route, webhook or error body in both versions, such as its old query and its new query. */
function partPairs({ holds, reached }: PlacePair, { parts }: GuideContext): readonly PartPair[] {
  const own = { was: parts.was.filter(holds.was), is: parts.is.filter(holds.is) };
  const isSameRoute = reached?.was.route === reached?.is.route;
  const keyOf = (part: ContractPart): string => {
    if (part.way === "request" || part.status === undefined) return part.part;
    // The 2xx responses of two different routes are compared even if their statuses differ.
    const isOneSuccess = !isSameRoute && typeof part.status === "number" && part.status < 300;
    return isOneSuccess ? "success" : `${part.status}`;
  };
  // A Map keeps the last part of each key. The list is reversed, so that the Map keeps the first part.
  return pairsByKey(both(own, (all) => new Map(all.toReversed().map((part) => [keyOf(part), part]))));
}

async function samplesAt(
  { reached }: PlacePair,
  parts: readonly PartPair[],
  { app, ends }: GuideContext,
): Promise<readonly GuideSample[]> {
  const order = versionOrder(app.listed);
  const points: SampleEnds = { from: { version: ends.from, order }, to: { version: ends.to, order } };
  const samples: GuideSample[] = [];
  const requests = parts.filter(({ was, is }) => (was ?? is)?.way === "request");
  if (reached && requests.some(mayDiffer)) {
    const made: RequestPart[] = [];
    for (const part of requests) made.push({ ...part, pair: await requestPair(part, points) });
    samples.push(...requestTexts(made, { reached, ends, sources: app.sources }));
  }
  for (const part of parts) {
    if (requests.includes(part) || !mayDiffer(part) || !isDescribed(part)) continue;
    samples.push(...shownAnswer(await answerPair(part, points)));
  }
  return samples;
}

function mayDiffer({ was, is }: PartPair): boolean {
  return (was ?? is)?.part === "errors" || was?.schema !== is?.schema;
}

/** True if there can be samples of both versions: a history converts one; without it, both versions need a schema. */
function isDescribed({ was, is }: PartPair): boolean {
  if (was?.history ?? is?.history) return true;
  return was?.schema !== undefined && is?.schema !== undefined;
}

function notesOn({ was, is }: PartPair, between: (change: Change) => boolean): GuideRoute["notes"] {
  const part = was ?? is;
  const links = part?.history?.links.filter((link: Link) => changesOf(link).some(between)) ?? [];
  return links.flatMap((link) => {
    const [loss, { stricter }] = [writtenLossOf(link), link];
    return [
      ...(loss === undefined ? [] : [{ title: "Some values are not restored:", text: loss }]),
      ...(stricter === undefined || part?.way !== "request"
        ? []
        : [{ title: "Some requests are now rejected:", text: stricter.reason }]),
    ];
  });
}

function namingIn(
  app: AppInternals,
  { from, to }: GuideEnds,
): Pick<Guide, "naming" | "assumption" | "isPlainNow"> {
  const [wasPlain, isPlain] = [app.plain.has(from), app.plain.has(to)];
  const isFound = app.alwaysAssumed === undefined ? "function" : "older";
  return {
    naming:
      wasPlain === isPlain
        ? app.sourcesOf(to).map((source) => ({ was: namingOf(source, from), is: namingOf(source, to) }))
        : [{ was: namedIn(app, from), is: namedIn(app, to) }],
    assumption: app.assumes(from) && !isPlain ? isFound : undefined,
    isPlainNow: isPlain && !wasPlain,
  };
}

function namedIn(app: AppInternals, version: Version): string {
  return (
    app
      .sourcesOf(version)
      .map((source) => namingOf(source, version))
      .join(" or ") || "/..."
  );
}

function namingOf({ words, partsFor }: VersionSource, version: Version): string {
  const { segment, header, query, cookie } = partsFor?.(version) ?? {};
  if (segment !== undefined) return `/${segment}/...`;
  if (header) return `${header.name}: ${header.value}`;
  if (query) return `?${query.name}=${encodeURIComponent(query.value)}`;
  return cookie ? `Cookie: ${cookie.name}=${cookie.value}` : words;
}

/** Lists the routes and webhooks that only one of the two versions has, and those with another name in the newer. */
function routeNews(context: GuideContext): Pick<Guide, "came" | "moved" | "ended"> {
  const { app, ends } = context;
  const [older, newer] = [app.webhooksOf(ends.from), app.webhooksOf(ends.to)];
  const unsummed = ({ name }: SentWebhook): NamedRoute => ({ name, summary: undefined });
  return {
    came: [
      ...context.came.map(({ route }) => named(route, ends.to)),
      ...newer.filter((one) => !webhookIn(older, one)).map(unsummed),
    ],
    moved: [...context.pairs, ...context.webhooks]
      .filter(({ was, is }) => was !== is)
      .map(({ was, is }) => ({ was, is })),
    ended: [
      ...context.ended.map(({ route }) => named(route, ends.from)),
      ...older.filter((one) => !webhookIn(newer, one)).map(unsummed),
    ],
  };
}

function named(route: Route, version: Version): NamedRoute {
  return { name: routeName(recordIn(route, version)), summary: route.Summary };
}
