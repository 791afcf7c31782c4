import type { Request, RequestHandler, Response } from "express";
import type * as Swagger from "swagger-ui-express";
import type { App } from "./app/app";
import { catalogOf } from "./app/catalog";
import { requireApp } from "./app/is-app";
import { internals } from "./model/app-internals";
import { lifeIn, lifeInWords, type Life } from "./model/lifecycle";
import { assertOptions, kinds } from "./model/options";
import { takeRejection } from "./model/value";
import { type Usage, usageIndex } from "./model/usage-counts";
import type { Version } from "./model/version";
import { calledOrigins } from "./document/called-origins";
import { atomFeed } from "./tools/report/feed";
import { guidePage } from "./tools/guide/blocks";
import { guideFault, guideOf, type GuideEnds } from "./tools/guide/guide";
import { reportPage } from "./tools/report/page";
import { guidePolicy, reportPolicy, swaggerPolicy } from "./tools/report/style";
import { reportOf } from "./tools/report/report";
import { loadSwagger } from "./tools/report/swagger-ui";

export type { Usage, UsageCount } from "./model/usage-counts";

/** Data that the pages of {@link Docs} show beside the documents. */
export interface DocsOptions {
  /** Returns the counted calls of routes, for `/docs/versions`. Each request for this page calls the function. */
  readonly Usage?: () => Usage | Promise<Usage>;
}

/**
 * Creates a handler for the documentation of an App: `server.use("/docs", Docs(app))`, mounted before the App itself.
 * The first request builds the App if needed.
 *
 * - `/docs/` is Swagger UI with a choice of versions.
 * - `/docs/openapi.json` is the document of all versions, and `/docs/openapi/<version>.json` of one version.
 * - `/docs/versions` shows versions and routes with their dates, calls and changes.
 * - `/docs/guide/<from>/<to>` is a migration guide for clients.
 * - `/docs/changelog.json` is `app.Changelog()`; `/docs/changelog.atom` has the versions with a `Released` date.
 *
 * All links and redirects are relative, so that they work behind a proxy's prefix.
 *
 * @throws TypeError for a value that is not an App, or for wrong options, and Error if swagger-ui-express is not installed.
 */
export function Docs(app: App, options: DocsOptions = {}): RequestHandler {
  requireApp("Docs", app);
  assertOptions<DocsOptions>("Docs", options, { Usage: kinds.function });
  const { Usage } = options;
  const swagger = loadSwagger();
  const once = perState(app);
  return (req, res, next) => {
    if (req.method !== "GET" && req.method !== "HEAD") {
      next();
      return;
    }
    const made = once("page", () => pageOf(app, swagger));
    const { init, assets, versions } = made;
    const version = versions.get(req.path);
    if (version !== undefined) res.json(once(req.path, () => app.Document(version)));
    else if (req.path === "/openapi.json") res.json(once(req.path, () => app.Document()));
    else if (req.path === "/changelog.json") res.json(app.Changelog());
    else if (req.path === "/changelog.atom") sendFeed(app, res);
    else if (req.path === "/versions") {
      versionsPage(app, Usage).then((html) => {
        sendHTML(res, html, reportPolicy);
      }, next);
    } else if (req.path.startsWith("/guide/")) {
      sendGuide(app, { req, res }, once).catch(next);
    } else if (req.path !== "/") init(req, res, () => assets(req, res, next));
    else if (isWithoutSlash(req)) res.redirect(308, withSlash(req));
    else sendPage(made, catalogOf(app), res);
  };
}

async function versionsPage(app: App, count: DocsOptions["Usage"]): Promise<string> {
  const usage = count && usageIndex(await count());
  const { title } = app.Document().info;
  return reportPage(
    reportOf(app[internals], { usage, title, changelog: app.Changelog(), isWithHidden: false }),
    { docs: "./" },
  );
}

function sendFeed(app: App, res: Response): void {
  const { title } = app.Document().info;
  res.type("application/atom+xml").send(atomFeed(app[internals], { title, changelog: app.Changelog() }));
}

async function sendGuide(
  app: App,
  { req, res }: { readonly req: Request; readonly res: Response },
  once: PerState,
): Promise<void> {
  const ends = guideEndsIn(req.path);
  if (!ends || guideFault(app[internals], ends) !== undefined) {
    res.status(404).type("text").send("No guide exists for these two versions.\n");
    return;
  }
  // Making a guide takes long, so the page is kept for the next reader.
  const page = await once(`/guide ${JSON.stringify([ends.from, ends.to])}`, async () => {
    const { title } = once("/openapi.json", () => app.Document()).info;
    const guide = await guideOf(app[internals], ends, { title, changelog: app.Changelog() });
    return guidePage(guide, { docs: "../../" });
  });
  sendHTML(res, page, guidePolicy);
}

/** Calls `make` once for each name, and again only after a version's dates change or one of these dates passes. */
type PerState = <Value>(name: string, make: () => Value) => Value;

function perState(app: App): PerState {
  const known = new Map<string, unknown>();
  let state: string | undefined;
  let lives = "";
  let times: readonly number[] = [];
  return <Value>(name: string, make: () => Value): Value => {
    app.Build();
    const { lifecycles, now, reached } = app[internals];
    const text = JSON.stringify([...lifecycles]);
    if (state === undefined || text !== lives) {
      lives = text;
      times = [...new Set(reached().flatMap(({ life }) => (life ? timesIn(life) : [])))];
    }
    const at = now().getTime();
    const present = `${times.filter((time) => time <= at).length} ${text}`;
    if (present !== state) known.clear();
    state = present;
    // The cast is safe: callers use one name for one type of value.
    if (known.has(name)) return known.get(name) as Value;
    const made = make();
    known.set(name, made);
    // If the value is a promise that rejects, it is forgotten, so that the next call makes it again.
    takeRejection(made, () => known.delete(name));
    return made;
  };
}

/** The times, in milliseconds, at which the pages change: the dates of a version's life. */
function timesIn({ deprecated, sunset, brownouts }: Life): readonly number[] {
  const dates = [deprecated, sunset, ...brownouts.flatMap(({ from, to }) => [from, to])];
  return dates.flatMap((date) => date?.getTime() ?? []);
}

function guideEndsIn(path: string): GuideEnds | undefined {
  const [, from, to] = /^\/guide\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  if (from === undefined || to === undefined) return undefined;
  try {
    return { from: decodeURIComponent(from), to: decodeURIComponent(to) };
  } catch {
    return undefined;
  }
}

function sendPage({ page, policy, versions }: Page, catalog: string | undefined, res: Response): void {
  // `catalog` needs no escaping, because a parsed URL contains no `"`, which could end the attribute.
  const links = [
    ...(versions.size === 0
      ? []
      : [`<link rel="alternate" type="application/atom+xml" href="./changelog.atom">`]),
    ...(catalog === undefined ? [] : [`<link rel="api-catalog" href="${catalog}">`]),
  ];
  const pages = [
    ...(versions.size === 0 ? [] : [`<a href="./versions">Versions and their dates</a>`]),
    ...(catalog === undefined ? [] : [`<a rel="api-catalog" href="${catalog}">API catalog</a>`]),
  ];
  const linked = page
    .replace("</head>", () => `${links.map((link) => `${link}\n`).join("")}</head>`)
    .replace("<body>", (body) =>
      pages.length === 0 ? body : `${body}\n<nav class="pages" aria-label="Pages">${pages.join("\n")}</nav>`,
    );
  if (catalog !== undefined) res.append("Link", `<${catalog}>; rel="api-catalog"`);
  sendHTML(res, linked, policy);
}

function sendHTML(res: Response, html: string, policy: string): void {
  if (!res.hasHeader("Content-Security-Policy")) res.setHeader("Content-Security-Policy", policy);
  res.type("html").send(html);
}

const pagesStyle = `.swagger-ui .opblock.opblock-deprecated { opacity: 1; } .swagger-ui .opblock.opblock-deprecated .opblock-summary-method { background: #5b6470; color: #fff; }.pages { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; justify-content: flex-end; padding: .6rem 1.25rem;
  background: #1b1b1b; font: 600 14px sans-serif; } .pages a { color: #fff; } .pages a:focus-visible { outline: 3px solid #89bf04; outline-offset: 2px; }`;

interface Page {
  readonly page: string;
  readonly policy: string;
  readonly init: RequestHandler;
  readonly assets: RequestHandler;
  readonly versions: ReadonlyMap<string, Version>;
}

function pageOf(app: App, swagger: typeof Swagger): Page {
  const versions = app.Versions();
  const { previews } = app[internals];
  const options = {
    ...documentChoice(versions),
    customCss: pagesStyle,
    swaggerOptions: swaggerOptionsOf(versions, previews, versionNotes(app)),
  };
  // `swagger.serve` would use the options of the last `setup` in the process, possibly those of another App.
  const [init, assets] = swagger.serveFiles(undefined, options) as [RequestHandler, RequestHandler];
  return {
    page: swagger.generateHTML(undefined, options),
    policy: swaggerPolicy(calledOrigins(app.Document())),
    init,
    assets,
    versions: new Map(versions.map((version) => [`/${fileOf(version)}`, version])),
  };
}

function swaggerOptionsOf(
  versions: readonly Version[],
  previews: ReadonlySet<Version>,
  notes: readonly VersionNote[],
): object {
  const options = {
    validatorUrl: null,
    requestInterceptor: inBrowser(setCookies),
    plugins: [inBrowser(pagePlugins.replace("NOTES", () => scriptText(notes)))],
  };
  if (versions.length === 0) return options;
  const newestFirst = versions.toReversed();
  const named = [
    ...newestFirst.filter((version) => !previews.has(version)).map((version) => [version, ""] as const),
    ...newestFirst
      .filter((version) => previews.has(version))
      .map((version) => [version, " (preview)"] as const),
  ];
  return {
    ...options,
    urls: [
      ...named.map(([version, kind]) => ({ url: `./${fileOf(version)}`, name: `version ${version}${kind}` })),
      { url: "./openapi.json", name: "all versions" },
    ],
  };
}

type VersionNote = readonly [version: Version, text: string];

function versionNotes(app: App): readonly VersionNote[] {
  const { lifecycles, now, previews, versions } = app[internals];
  const released = versions().filter((version) => !previews.has(version));
  const newest = released.at(-1);
  return versions().map((version): VersionNote => {
    const words = lifeInWords(lifeIn(lifecycles.get(version)), now());
    const hasGuide = newest !== undefined && !guideFault(app[internals], { from: version, to: newest });
    const guide = hasGuide
      ? `[What to do to move to version ${newest}](./guide/${encodeURIComponent(version)}/${encodeURIComponent(newest)})`
      : "";
    const end = words === undefined ? "" : `**Version ${version}:** ${words}`;
    return [version, [end, guide].filter((text) => text !== "").join("\n\n")];
  });
}

/** Writes a value as JavaScript. `<` is escaped, so that no text can end the script element. */
function scriptText(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c");
}

/** Browsers ignore a header `Cookie` from scripts, so this code sets real cookies, for five seconds. */
const setCookies = `function (request) {
  var cookies = request.headers && request.headers.Cookie;
  if (cookies && !request.loadSpec && new URL(request.url, location.href).origin === location.origin) {
    cookies.split("; ").forEach(function (cookie) { document.cookie = cookie + "; path=/; max-age=5"; });
  }
  return request;
}`;

/**
 * Swagger UI's `DownloadUrl`, and a plugin of this package with three parts:
 *
 * - `headed` shows a version's name, its dates and a link to its guide above its document.
 * - `withoutDefault` lets "Try it out" send the media type with the version in Accept. Without it, Swagger UI 5.35
 * sends another type.
 * - `startAfresh` clears answers and bodies when the reader selects another version. Otherwise Swagger UI would send
 * the body of one version to another version.
 */
const pagePlugins = `function () {
  function eachOperation(operations, action) {
    if (operations) operations.forEach(function (methods, path) {
      methods.forEach(function (_, method) { action(path, method); });
    });
  }
  var notes = NOTES;
  function headed(document) {
    var info = document.info;
    var version = info && info["x-api-version"];
    if (version === undefined) return document;
    var note = notes.filter(function (one) { return one[0] === version; })[0];
    var description = [note ? note[1] : "", info.description || ""].filter(Boolean).join("\\n\\n");
    var shown = Object.assign({}, info, { version: "version " + version, description: description });
    return Object.assign({}, document, { info: shown });
  }
  function startAfresh(update, system) {
    return function (document) {
      eachOperation(system.specSelectors.responses(), system.specActions.clearResponse);
      eachOperation(system.specSelectors.requests(), system.specActions.clearRequest);
      update(headed(document));
      eachOperation(system.getState().getIn(["oas3", "requestData"]), function (path, method) {
        system.oas3Actions.clearRequestBodyValue({ pathMethod: [path, method] });
      });
    };
  }
  var withoutDefault = { currentProducesFor: function () { return function () {}; } };
  var spec = { wrapSelectors: withoutDefault, wrapActions: { updateJsonSpec: startAfresh } };
  return [SwaggerUIBundle.plugins.DownloadUrl, { statePlugins: { spec: spec } }];
}`;

/** Creates a function that becomes `text` in the page. Coverage tools change the source of real functions. */
function inBrowser(text: string): () => void {
  const written = (): void => undefined;
  return Object.assign(written, { toString: () => text });
}

function documentChoice(versions: readonly Version[]): object {
  return versions.length === 0 ? { swaggerUrl: "./openapi.json" } : { explorer: true };
}

function fileOf(version: Version): string {
  return `openapi/${encodeURIComponent(version)}.json`;
}

/** True for `/docs`, which is redirected to `/docs/`, because relative links of the page need the slash. */
function isWithoutSlash({ originalUrl }: Request): boolean {
  return !pathOf(originalUrl).endsWith("/");
}

/** Returns `./docs/?query`, relative to the path above `/docs`, to keep any prefix that a proxy removed. */
function withSlash({ originalUrl }: Request): string {
  const path = pathOf(originalUrl);
  return `./${path.slice(path.lastIndexOf("/") + 1)}/${originalUrl.slice(path.length)}`;
}

function pathOf(url: string): string {
  const query = url.indexOf("?");
  return query === -1 ? url : url.slice(0, query);
}
