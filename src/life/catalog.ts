import type { RequestHandler } from "express";
import type { App } from "../core/app/app";
import { requireApp } from "../core/app/is-app";
import { internals } from "../core/model/app-internals";
import { sharedByCopies } from "../core/model/copies";
import { lifeIn, type Life } from "../core/model/lifecycle";
import type { VersionSource } from "../core/model/source";
import { assertOptions, kinds } from "../core/model/options";
import { assertBase, isText, isWebURL } from "../core/model/value";
import type { Version } from "../core/model/version";

/** The URLs in the catalog of an API (docs/reference/lifecycle.md, "Catalog"). */
export interface CatalogOptions {
  /** The base URL of the App: `https://api.example.com`. */
  Base: string;
  /** The documentation page: its path below `Base`, or its URL; default `/docs`. */
  Docs?: string;
  /** A page or resource that shows the health of the API: its path below `Base`, or its URL. */
  Status?: string;
}

const catalogAddresses = sharedByCopies("catalogs", () => new WeakMap<App, string>());

/** Returns the URL of the App's API catalog (RFC 9727); undefined without a call of `Catalog(app, ...)`. */
export function catalogOf(app: App): string | undefined {
  return catalogAddresses.get(app);
}

/**
 * Creates a handler for `/.well-known/api-catalog` (RFC 9727), which lists every version except previews, each with its
 * OpenAPI document, documentation page and lifecycle, as `application/linkset+json` (RFC 9264). A version in `Retired`
 * has no document.
 *
 * ```
 * server.get("/.well-known/api-catalog", Catalog(app, { Base: "https://api.example.com" }));
 * ```
 *
 * The first request builds the App, unless the App was built before.
 *
 * @throws TypeError for a value that is not an App, for wrong options, and for a `Base` with a query or without http.
 */
export function Catalog(app: App, options: CatalogOptions): RequestHandler {
  requireApp("Catalog", app);
  assertOptions<CatalogOptions>("Catalog", options, { Base: kinds.anything, Docs: place, Status: place });
  const places = catalogPlaces(options);
  const address = new URL("/.well-known/api-catalog", places.base).href;
  catalogAddresses.set(app, address);
  return (_req, res) => {
    const { previews, retired } = app[internals];
    const versions = app.Versions();
    const gone = [...retired.keys()].map((version) => retiredContext(version, app, places));
    const served =
      versions.length === 0
        ? [wholeContext(places)]
        : versions
            .filter((version) => !previews.has(version))
            .map((version) => contextOf(version, app, places));
    res.setHeader("Link", `<${address}>; rel="api-catalog"`);
    res.setHeader(
      "Content-Type",
      `application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"`,
    );
    res.end(JSON.stringify({ linkset: [...gone, ...served] }));
  };
}

const place = { expected: "a path or a URL", holds: isText };

interface Places {
  readonly base: string;
  readonly docs: string;
  readonly status: string | undefined;
}

function catalogPlaces({ Base, Docs = "/docs", Status }: CatalogOptions): Places {
  assertBase("Catalog", Base);
  const base = Base.replace(/\/+$/, "");
  const at = (place: string): string => (isWebURL(place) ? place : `${base}/${place.replace(/^\/+/, "")}`);
  return { base, docs: at(Docs).replace(/\/+$/, ""), status: Status === undefined ? undefined : at(Status) };
}

/** A link's URL. Extension attributes are lists of strings (RFC 9264, 4.2.4.3): `{ href: "...", version: ["2"] }`. */
interface LinkTarget {
  readonly href: string;
  readonly type?: string;
  readonly [attribute: string]: string | readonly string[] | undefined;
}

/** The links of one URL (RFC 9264, 4.2.2): `{ anchor: "https://...", "service-desc": [{ href: "..." }] }`. */
type LinkContext = { readonly anchor: string } & Readonly<Record<string, readonly LinkTarget[] | string>>;

function contextOf(version: Version, app: App, places: Places): LinkContext {
  const { lifecycles, sourcesOf, previews } = app[internals];
  const life = lifeIn(lifecycles.get(version));
  const file = `openapi/${encodeURIComponent(version)}.json`;
  const description = { ...document(file, places), ...dateAttributes(life), version: [version] };
  const successor =
    life?.successor !== undefined && previews.has(life.successor) ? undefined : life?.successor;
  return {
    anchor: anchorOf(version, sourcesOf(version)[0], places),
    "service-desc": [description],
    ...pagesOf(places),
    ...(life?.link === undefined ? {} : pageOfEnd(life, life.link)),
    ...(successor === undefined
      ? {}
      : { "successor-version": [{ href: anchorOf(successor, sourcesOf(successor)[0], places) }] }),
  };
}

/** The links of a version in `Retired`. Without a `service-desc`, no client takes the version for one that is served. */
function retiredContext(version: Version, app: App, places: Places): LinkContext {
  const { sources, retired } = app[internals];
  const { sunset, link } = retired.get(version) ?? {};
  const page = { href: link ?? `${places.docs}/versions`, type: "text/html" };
  return {
    anchor: anchorOf(version, sources[0], places),
    "service-doc": [{ ...documentation(places), version: [version], state: ["gone"] }],
    ...(link === undefined ? {} : { deprecation: [page] }),
    ...(sunset ? { sunset: [{ ...page, sunset: [sunset.toISOString()] }] } : {}),
  };
}

function wholeContext(places: Places): LinkContext {
  return { anchor: places.base, "service-desc": [document("openapi.json", places)], ...pagesOf(places) };
}

function document(file: string, { docs }: Places): LinkTarget {
  return { href: `${docs}/${file}`, type: "application/json" };
}

function pagesOf(places: Places): Readonly<Record<string, readonly LinkTarget[]>> {
  const { status } = places;
  return {
    "service-doc": [documentation(places)],
    ...(status === undefined ? {} : { status: [{ href: status }] }),
  };
}

function documentation({ docs }: Places): LinkTarget {
  return { href: `${docs}/`, type: "text/html" };
}

function pageOfEnd(
  { deprecated, sunset }: Life,
  href: string,
): Readonly<Record<string, readonly LinkTarget[]>> {
  return {
    ...(deprecated
      ? { deprecation: [{ href, type: "text/html", deprecated: [deprecated.toISOString()] }] }
      : {}),
    ...(sunset ? { sunset: [{ href, type: "text/html", sunset: [sunset.toISOString()] }] } : {}),
  };
}

function dateAttributes(life: Life | undefined): Readonly<Record<string, readonly string[]>> {
  return {
    ...(life?.deprecated ? { deprecated: [life.deprecated.toISOString()] } : {}),
    ...(life?.sunset ? { sunset: [life.sunset.toISOString()] } : {}),
    ...(life && life.brownouts.length > 0
      ? { brownouts: life.brownouts.map(({ from, to }) => `${from.toISOString()}/${to.toISOString()}`) }
      : {}),
  };
}

/** The URL of a version: `https://api.example.com/v2`, or `https://api.example.com#2` if versions share a URL. */
function anchorOf(version: Version, source: VersionSource | undefined, { base }: Places): string {
  return source?.addressUnder?.(base, version) ?? `${base}#${encodeURIComponent(version)}`;
}
