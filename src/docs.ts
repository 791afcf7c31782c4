import type { Request, RequestHandler, Response } from "express";
import type * as Swagger from "swagger-ui-express";
import type { App } from "./core/app/app";
import { catalogOf } from "./life/catalog";
import { requireApp } from "./core/app/is-app";
import { internals } from "./core/model/app-internals";
import type { Life } from "./core/model/lifecycle";
import { assertOptions, kinds } from "./core/model/options";
import { takeRejection } from "./core/model/value";
import { type Usage, usageIndex } from "./records/usage-counts";
import type { OpenAPIDocument } from "./schema/interface/openapi";
import type { Version } from "./core/model/version";
import { calledOrigins } from "./document/called-origins";
import { atomFeed } from "./tools/report/feed";
import { guidePage } from "./tools/guide/blocks";
import { guideFault, guideOf, type GuideEnds } from "./tools/guide/guide";
import { html } from "./tools/report/html";
import { reportPage } from "./tools/report/page";
import { withServersOfPage } from "./tools/report/page-servers";
import { guidePolicy, reportPolicy, swaggerPolicy } from "./tools/report/style";
import { reportOf } from "./tools/report/report";
import { loadSwagger } from "./tools/report/swagger-ui";
import { fileOf, icon, iconPath, swaggerPageOptions } from "./tools/report/swagger-page";

export type { Usage, UsageCount } from "./records/usage-counts";

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
    if (version !== undefined) {
      res.json(once(req.path, () => withServersOfPage(app.Document(version), "../")));
    } else if (req.path === "/openapi.json") res.json(documentOfAll(app, once));
    else if (req.path === iconPath) res.type("svg").send(icon);
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
    const { title } = documentOfAll(app, once).info;
    const guide = await guideOf(app[internals], ends, { title, changelog: app.Changelog() });
    return guidePage(guide, { docs: "../../" });
  });
  sendHTML(res, page, guidePolicy);
}

function documentOfAll(app: App, once: PerState): OpenAPIDocument {
  return once("/openapi.json", () => withServersOfPage(app.Document(), ""));
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

interface Page {
  readonly page: string;
  readonly policy: string;
  readonly init: RequestHandler;
  readonly assets: RequestHandler;
  readonly versions: ReadonlyMap<string, Version>;
}

function pageOf(app: App, swagger: typeof Swagger): Page {
  const versions = app.Versions();
  const document = app.Document();
  const { title } = document.info;
  const options = swaggerPageOptions(app, title);
  // `swagger.serve` would use the options of the last `setup` in the process, possibly those of another App.
  const [init, assets] = swagger.serveFiles(undefined, options) as [RequestHandler, RequestHandler];
  return {
    page: swagger.generateHTML(undefined, options).replace(/<title>[^<]*<\/title>/, () => headOf(title)),
    policy: swaggerPolicy(calledOrigins(document)),
    init,
    assets,
    versions: new Map(versions.map((version) => [`/${fileOf(version)}`, version])),
  };
}

function headOf(title: string): string {
  const { markup } = html`<title>${title}</title>
    <meta name="viewport" content="width=device-width, initial-scale=1" />`;
  return markup;
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
