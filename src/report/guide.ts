import { parseTemplate, pathShapeOf } from "../http/path-template";
import type { AppInternals, ReachedRoute, SentWebhook, TurnedPart } from "../model/app-internals";
import type { ChangelogChange, ChangelogEntry } from "../model/app-changes";
import type { Change } from "../model/change";
import { changesOf, type History, type Link } from "../model/history";
import { lifeInWords, lifeIn } from "../model/lifecycle";
import { recordIn, routeName, type Route } from "../model/route";
import type { VersionSource } from "../model/source";
import { type Version, versionOrder } from "../model/version";
import { unansweredVersion } from "../model/versioning";

/** Everything that a client of one version has to do to move to another. */
export interface Guide {
  readonly title: string;
  readonly from: Version;
  readonly to: Version;
  /** How requests name the versions: `X-API-Version: 2`, one for each place that they may name them in. */
  readonly naming: readonly VersionNames[];
  /** True if a request that names no version may get the older version. */
  readonly isAssumed: boolean;
  /** The announced ends of both versions, in sentences. */
  readonly lives: readonly AnnouncedLife[];
  /** The changes between the versions for a client of the older one, oldest first. */
  readonly changes: readonly GuideChange[];
  readonly came: readonly GuideRoute[];
  readonly ended: readonly GuideRoute[];
  readonly moved: readonly MovedRoute[];
  /** The routes that another route replaces, with its own parameters, inputs and responses. */
  readonly replaced: readonly ReplacedRoute[];
  /** The routes whose responses have another status: `{ name: "POST /cats", was: 200, is: 201 }`. */
  readonly statuses: readonly OtherStatus[];
}

/** A route whose status differs, by its newer name. */
export interface OtherStatus {
  readonly name: string;
  readonly was: number;
  readonly is: number;
}

/** The announced end of a version, in sentences, and the page with instructions. */
export interface AnnouncedLife {
  readonly version: Version;
  readonly text: string;
  readonly link: string | undefined;
}

/** The names of both versions in one place of a request: `/v1/...` and `/v2/...`. */
interface VersionNames {
  readonly was: string;
  readonly is: string;
}

/** A route, and what it does in its author's words. */
export interface GuideRoute {
  readonly name: string;
  readonly summary: string | undefined;
}

/** Two routes at one path, the older version's and the newer one's. */
export interface ReplacedRoute {
  readonly was: GuideRoute;
  readonly is: GuideRoute;
}

/** A route under both of its names. */
export interface MovedRoute {
  readonly was: string;
  readonly is: string;
}

/** One change, with its effect on requests and responses. */
export interface GuideChange {
  readonly version: Version;
  readonly description: string;
  /** The routes by their older names, and by their newer names if these differ. */
  readonly routes: readonly MovedRoute[];
  /** True if the behaviour changed, not only the format. */
  readonly isBehaviour: boolean;
  readonly samples: readonly GuideSample[];
}

/** A request or a response before and after a change. */
export interface GuideSample {
  readonly way: TurnedPart["way"];
  /** `POST /cats, body`, `GET /cats/{id}, response 200`, `errors`. */
  readonly places: readonly string[];
  readonly sides: SampleSides;
  /** Which values do not come back, and why, in the author's words. */
  readonly lossy: string | undefined;
  /** Which requests are now rejected, and why, in the author's words. */
  readonly stricter: string | undefined;
}

/** Both sides as JSON, undefined if there is none; or the reason why there are no sides. */
export type SampleSides =
  { readonly before: unknown; readonly after: unknown } | { readonly failure: string };

/** Computes the sides of a sample: see `stepSampler` of the laws. */
export interface GuideSampler {
  readonly request: (history: History, link: number) => Promise<SampleSides>;
  readonly answer: (history: History, link: number, given: readonly unknown[]) => Promise<SampleSides>;
}

/** The sources of a guide besides the App's own facts. */
export interface GuideSources {
  readonly title: string;
  readonly changelog: readonly ChangelogEntry[];
  readonly sampler: GuideSampler;
}

/** Two versions, the older one first. */
export interface GuideEnds {
  readonly from: Version;
  readonly to: Version;
}

/** The reason why there is no guide between two versions; undefined if there is one. */
export function guideFault(app: AppInternals, { from, to }: GuideEnds): string | undefined {
  const versions = app.versions();
  for (const version of [from, to]) {
    if (!versions.includes(version)) return unansweredVersion(version, versions);
    if (app.previews.has(version)) {
      return `version ${JSON.stringify(version)} is a preview, and guides are for released versions`;
    }
  }
  return versions.indexOf(from) < versions.indexOf(to)
    ? undefined
    : `the guide must lead to a newer version: ${JSON.stringify(to)} is not newer than ${JSON.stringify(from)}`;
}

/** Creates the guide between two versions, for which {@link guideFault} finds no fault. */
export async function guideOf(app: AppInternals, ends: GuideEnds, sources: GuideSources): Promise<Guide> {
  const { from, to } = ends;
  const changes: GuideChange[] = [];
  for (const change of changesMet(app, ends)) {
    // The changelog leaves out hidden routes and webhooks.
    if (toldOf(change, sources)) changes.push(await guideChangeOf(change, { app, ends, sources }));
  }
  return {
    title: sources.title,
    from,
    to,
    naming: app.sources.map((source) => ({ was: namingOf(source, from), is: namingOf(source, to) })),
    isAssumed: app.assumes(from),
    lives: [from, to].flatMap((version) => announcedLife(app, version)),
    changes,
    ...withWebhookNews(routeNews(app, ends), app, ends),
  };
}

function announcedLife(app: AppInternals, version: Version): readonly AnnouncedLife[] {
  const life = lifeIn(app.lifecycles.get(version));
  const text = life && lifeInWords({ ...life, link: undefined }, app.now());
  if (text === undefined && life?.link === undefined) return [];
  return [{ version, text: text ?? "", link: life?.link }];
}

interface GuideContext {
  readonly app: AppInternals;
  readonly ends: GuideEnds;
  readonly sources: GuideSources;
}

/** The changes between two versions, of the older version's routes, oldest first. */
function changesMet(app: AppInternals, { from, to }: GuideEnds): readonly Change[] {
  const order = versionOrder(app.listed);
  const met = [...visibleIn(app, from), ...app.webhooksOf(from)].flatMap(({ changes }) => changes);
  const between = [...new Set(met)].filter(
    ({ Version, Internal }) => !Internal && order.isBefore(from, Version) && order.isFrom(to, Version),
  );
  return between.toSorted((one, other) => order.compare(one.Version, other.Version));
}

function visibleIn(app: AppInternals, version: Version): readonly ReachedRoute[] {
  return app.reachedBy(version).filter(({ route }) => !route.Hidden);
}

async function guideChangeOf(change: Change, context: GuideContext): Promise<GuideChange> {
  const { app, ends, sources } = context;
  const touched = visibleIn(app, ends.from).filter(({ changes }) => changes.includes(change));
  const webhooks = app.webhooksOf(ends.from).filter(({ changes }) => changes.includes(change));
  const parts = app
    .turnedIn(ends.from)
    .filter(({ route }) => route === undefined || touched.some((one) => one.route === route));
  return {
    version: change.Version,
    description: change.Description,
    routes: [
      ...touched.map(({ route }) => movedRouteOf(route, ends)),
      ...webhooks.map((webhook) => ({ was: webhook.name, is: nameNow(webhook, app.webhooksOf(ends.to)) })),
    ],
    isBehaviour: toldOf(change, sources)?.Behaviour === true,
    samples: await samplesOf(change, parts, context),
  };
}

function toldOf(change: Change, { changelog }: GuideSources): ChangelogChange | undefined {
  const entry = changelog.find(({ Version }) => Version === change.Version);
  return entry?.Changes.find(({ Description }) => Description === change.Description);
}

/** The name of a webhook in another version; its own if it has ended. */
function nameNow({ declaration, name }: SentWebhook, sent: readonly SentWebhook[]): string {
  return sent.find((one) => one.declaration === declaration)?.name ?? name;
}

function movedRouteOf(route: Route, { from, to }: GuideEnds): MovedRoute {
  return { was: routeName(recordIn(route, from)), is: routeName(recordIn(route, to)) };
}

/** Places whose histories have the same step: the history of a list is lifted from that of an item. */
interface StepPlaces {
  readonly way: TurnedPart["way"];
  readonly parts: [TurnedPart, ...TurnedPart[]];
}

async function samplesOf(
  change: Change,
  parts: readonly TurnedPart[],
  { ends, sources }: GuideContext,
): Promise<readonly GuideSample[]> {
  const steps = new Map<Link, Map<string, StepPlaces>>();
  for (const part of parts) {
    const link = linkOfChange(innermost(part.history, change), change);
    if (!link) continue;
    const ofLink = steps.get(link) ?? new Map<string, StepPlaces>();
    steps.set(link, ofLink);
    const known = ofLink.get(part.way);
    if (known) known.parts.push(part);
    else ofLink.set(part.way, { way: part.way, parts: [part] });
  }
  const samples: GuideSample[] = [];
  for (const { way, parts: places } of [...steps.values()].flatMap((ofLink) => [...ofLink.values()])) {
    samples.push(await sampleOf(change, { way, parts: places }, { ends, sampler: sources.sampler }));
  }
  // Requests before responses.
  return [
    ...samples.filter(({ way }) => way === "request"),
    ...samples.filter(({ way }) => way === "answer"),
  ];
}

async function sampleOf(
  change: Change,
  { way, parts }: StepPlaces,
  { ends, sampler }: { readonly ends: GuideEnds; readonly sampler: GuideSampler },
): Promise<GuideSample> {
  // The value itself is easier to read than an envelope around it.
  const shown = parts.find(({ history }) => history.within.length === 0) ?? parts[0];
  const { history, examples } = shown;
  const i = history.links.findIndex((link) => changesOf(link).includes(change));
  return {
    way,
    places: [...new Set([shown, ...parts].map((part) => placeOf(part, ends.from)))],
    sides: await (way === "request" ? sampler.request(history, i) : sampler.answer(history, i, examples)),
    ...notesFor(linkOfChange(innermost(history, change), change), way),
  };
}

/** The notes of a step's author for clients. */
interface StepWords {
  readonly lossy: string | undefined;
  readonly stricter?: string | undefined;
}

/** Only requests can be rejected. */
function notesFor(
  link: StepWords | undefined,
  way: TurnedPart["way"],
): Pick<GuideSample, "lossy" | "stricter"> {
  return { lossy: link?.lossy, stricter: way === "request" ? link?.stricter : undefined };
}

function placeOf({ route, webhook, part }: TurnedPart, version: Version): string {
  const name = route ? routeName(recordIn(route, version)) : webhook;
  return name === undefined ? part : `${name}, ${part}`;
}

/** The innermost history with a change, within the envelopes around it. */
function innermost(history: History, change: Change): History {
  const part = history.within.find((inner) => linkOfChange(inner.history, change));
  return part ? innermost(part.history, change) : history;
}

function linkOfChange({ links }: History, change: Change): Link | undefined {
  return links.find((link) => changesOf(link).includes(change));
}

/** `X-API-Version: 2`, `/v2/...`; for a source that only a function reads, its description. */
function namingOf({ words, partsFor }: VersionSource, version: Version): string {
  const { segment, header, query, cookie } = partsFor?.(version) ?? {};
  if (segment !== undefined) return `/${segment}/...`;
  if (header) return `${header.name}: ${header.value}`;
  if (query) return `?${query.name}=${encodeURIComponent(query.value)}`;
  return cookie ? `Cookie: ${cookie.name}=${cookie.value}` : words;
}

/** The routes of only one of the versions, and the renamed ones, without neutral routes. */
function routeNews(
  app: AppInternals,
  ends: GuideEnds,
): Pick<Guide, "came" | "ended" | "moved" | "replaced" | "statuses"> {
  const ownOf = (version: Version): readonly ReachedRoute[] =>
    visibleIn(app, version).filter((one) => one.version !== undefined);
  const [older, newer] = [ownOf(ends.from), ownOf(ends.to)];
  const keysIn = (routes: readonly ReachedRoute[], version: Version): ReadonlySet<string> =>
    new Set(routes.map(({ route }) => routeKey(route, version)));
  const [oldKeys, newKeys] = [keysIn(older, ends.from), keysIn(newer, ends.to)];
  const isIn = (routes: readonly ReachedRoute[], route: Route): boolean =>
    routes.some((one) => one.route === route);
  return {
    came: newer
      .filter(({ route }) => !isIn(older, route) && !oldKeys.has(routeKey(route, ends.to)))
      .map(({ route }) => told(route, ends.to)),
    ended: older
      .filter(({ route }) => !isIn(newer, route) && !newKeys.has(routeKey(route, ends.from)))
      .map(({ route }) => told(route, ends.from)),
    replaced: older
      .filter(({ route }) => !isIn(newer, route))
      .flatMap(({ route }) => {
        const key = routeKey(route, ends.from);
        const other = newer.find((one) => !isIn(older, one.route) && routeKey(one.route, ends.to) === key);
        return other ? [{ was: told(route, ends.from), is: told(other.route, ends.to) }] : [];
      }),
    moved: older
      .filter(({ route }) => isIn(newer, route) && routeKey(route, ends.from) !== routeKey(route, ends.to))
      .map(({ route }) => movedRouteOf(route, ends)),
    statuses: older.flatMap(({ route }) => {
      const [was, is] = [statusIn(route, ends.from), statusIn(route, ends.to)];
      return isIn(newer, route) && was !== is ? [{ name: movedRouteOf(route, ends).is, was, is }] : [];
    }),
  };
}

function told(route: Route, version: Version): GuideRoute {
  return { name: routeName(recordIn(route, version)), summary: route.Summary };
}

/** The same for webhooks, after the routes. */
function withWebhookNews<News extends Pick<Guide, "came" | "ended" | "moved">>(
  news: News,
  app: AppInternals,
  { from, to }: GuideEnds,
): News {
  const [older, newer] = [app.webhooksOf(from), app.webhooksOf(to)];
  const [oldNames, newNames] = [older, newer].map((sent) => sent.map(({ name }) => name));
  const isIn = (sent: readonly SentWebhook[], { declaration }: SentWebhook): boolean =>
    sent.some((one) => one.declaration === declaration);
  const came = newer.filter((one) => !isIn(older, one) && oldNames?.includes(one.name) === false);
  const ended = older.filter((one) => !isIn(newer, one) && newNames?.includes(one.name) === false);
  const moved = older.filter((one) => nameNow(one, newer) !== one.name);
  return {
    ...news,
    came: [...news.came, ...came.map(unsummed)],
    ended: [...news.ended, ...ended.map(unsummed)],
    moved: [...news.moved, ...moved.map((one) => ({ was: one.name, is: nameNow(one, newer) }))],
  };
}

function unsummed({ name }: SentWebhook): GuideRoute {
  return { name, summary: undefined };
}

function statusIn({ Earlier, Status }: Route, version: Version): number {
  return Earlier.find(({ Versions }) => Versions.includes(version))?.Status ?? Status;
}

/** Equal for two routes that clients treat as one, whatever their parameters are called. */
function routeKey(route: Route, version: Version): string {
  const { Method, Path } = recordIn(route, version);
  return `${Method} ${pathShapeOf(parseTemplate(Path))}`;
}
