import type { App } from "../../core/app/app";
import { internals } from "../../core/model/app-internals";
import { lifeIn, type Life } from "../../core/model/lifecycle";
import { lifeInWords } from "../../document/life-in-words";
import { VersionNeutral, type Version } from "../../core/model/version";
import { guideFault } from "../guide/guide";
import { versionStanding, type RouteStanding } from "./standing";

/** The options of swagger-ui-express for the page of an App: its documents, its styles and its plugins. */
export function swaggerPageOptions(app: App, title: string): object {
  const choices = documentChoices(app);
  const swaggerOptions = {
    validatorUrl: null,
    requestInterceptor: asScript(setCookies),
    plugins: [
      asScript(pluginsOf({ title, notes: versionNotes(app), names: choices.map(({ name }) => name) })),
    ],
  };
  return {
    customCss: swaggerStyle,
    customfavIcon: `.${iconPath}`,
    ...(choices.length === 0
      ? { swaggerUrl: "./openapi.json", swaggerOptions }
      : { explorer: true, swaggerOptions: { ...swaggerOptions, urls: asScript(scriptText(choices, 2)) } }),
  };
}

/** The icon of the browser's tab: two documents. Without it, the tab would have the logo of Swagger. */
export const iconPath = "/icon.svg";
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">
  <rect x="5" y="1" width="9" height="11" rx="1.5" fill="#8aa4c0" />
  <rect x="2" y="4" width="9" height="11" rx="1.5" fill="#1f5fa8" />
</svg>
`;

interface DocumentChoice {
  readonly url: string;
  readonly name: string;
}

/** Lists the documents of the page: newest version first, then previews, then all versions; empty without versions. */
function documentChoices(app: App): readonly DocumentChoice[] {
  const { previews } = app[internals];
  const newestFirst = app.Versions().toReversed();
  if (newestFirst.length === 0) return [];
  const ordered = [
    ...newestFirst.filter((version) => !previews.has(version)),
    ...newestFirst.filter((version) => previews.has(version)),
  ];
  return [
    ...ordered.map((version) => ({ url: `./${fileOf(version)}`, name: choiceName(app, version) })),
    { url: "./openapi.json", name: "all versions" },
  ];
}

/** Names a version in the list of documents: `version 1 (deprecated)`. */
function choiceName(app: App, version: Version): string {
  const { lifecycles, now, previews, reachedBy } = app[internals];
  const own = reachedBy(version).filter(({ route }) => !route.Versions.includes(VersionNeutral));
  const life = withoutBrownouts(lifeIn(lifecycles.get(version)));
  const isPreview = previews.has(version);
  const standing = versionStanding({ life, isPreview }, own.map(lastingStanding), now());
  return `version ${version}${standing === "served" ? "" : ` (${standing})`}`;
}

function lastingStanding({ life, deprecated }: RouteStanding): RouteStanding {
  return { life: withoutBrownouts(life), deprecated };
}

/** A brownout is shorter than the time for which a page stays open, so the list of documents does not name it. */
function withoutBrownouts(life: Life | undefined): Life | undefined {
  return life && { ...life, brownouts: [] };
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

/**
 * Writes a value as JavaScript. `<` is escaped, so that no text can end the script element, and `$`, because
 * swagger-ui-express inserts the text with `String.prototype.replace`.
 */
function scriptText(value: unknown, indent = 0): string {
  return JSON.stringify(value, undefined, indent).replaceAll("<", "\\u003c").replaceAll("$", "\\u0024");
}

/** Browsers ignore a header `Cookie` from scripts, so this code sets real cookies, for five seconds. */
const setCookies = `function (request) {
  var cookies = request.headers && request.headers.Cookie;
  if (cookies && !request.loadSpec && new URL(request.url, location.href).origin === location.origin) {
    cookies.split("; ").forEach(function (cookie) { document.cookie = cookie + "; path=/; max-age=5"; });
  }
  return request;
}`;

interface PluginFacts {
  readonly title: string;
  readonly notes: readonly VersionNote[];
  readonly names: readonly string[];
}

function pluginsOf({ title, notes, names }: PluginFacts): string {
  const facts = new Map<string, unknown>([
    ["TITLE", title],
    ["NOTES", notes],
    ["NAMES", names],
  ]);
  // One pass, because a title may contain `NOTES`.
  return pagePlugins.replaceAll(/TITLE|NOTES|NAMES/g, (name) => scriptText(facts.get(name)));
}

/**
 * Swagger UI's `DownloadUrl`, and a plugin of this package with five parts:
 *
 * - `findVersion` lets `?urls.primaryName=version 1` select the document that is now named `version 1 (deprecated)`.
 * - `Logo` shows the title of the App instead of Swagger's logo.
 * - `headed` shows a version's name, its dates and a link to its guide above its document.
 * - `withoutDefault` lets "Try it out" send the media type with the version in Accept. Without it, Swagger UI 5.35
 * sends another type.
 * - `startAfresh` clears answers, bodies and the media type of Accept when the reader selects another version. Otherwise
 * Swagger UI would send the body of one version to another version, and ask for the version selected before.
 */
const pagePlugins = `function (system) {
  function eachIn(members, action) { if (members) members.forEach(action); }
  function eachOperation(operations, action) {
    eachIn(operations, function (methods, path) {
      eachIn(methods, function (data, method) { action(path, method, data); });
    });
  }
  var title = TITLE;
  var names = NAMES;
  var notes = NOTES;
  (function findVersion() {
    function bare(name) { return name.replace(/ \\((?:deprecated|gone|preview)\\)$/, ""); }
    var search = new URLSearchParams(location.search);
    var asked = search.get("urls.primaryName");
    if (asked === null || names.indexOf(asked) !== -1) return;
    var meant = names.filter(function (name) { return bare(name) === bare(asked); })[0];
    if (meant === undefined) return;
    search.set("urls.primaryName", meant);
    history.replaceState(null, "", "?" + search + location.hash);
  })();
  function Logo() { return system.React.createElement("span", { className: "app-title" }, title); }
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
      eachOperation(system.getState().getIn(["oas3", "requestData"]), function (path, method, data) {
        var of = { value: undefined, path: path, method: method };
        system.oas3Actions.clearRequestBodyValue({ pathMethod: [path, method] });
        system.oas3Actions.setResponseContentType(of);
        // While a response has a media type, Swagger UI does not set that of the request again.
        eachIn(data.get("responseCodeContentType"), function (_, code) {
          system.oas3Actions.setResponseCodeContentType(Object.assign({ code: code }, of));
        });
      });
    };
  }
  var withoutDefault = { currentProducesFor: function () { return function () {}; } };
  var spec = { wrapSelectors: withoutDefault, wrapActions: { updateJsonSpec: startAfresh } };
  return [SwaggerUIBundle.plugins.DownloadUrl, { components: { Logo: Logo }, statePlugins: { spec: spec } }];
}`;

/** Creates a function that becomes `text` in the page's script. Coverage tools change the source of real functions. */
function asScript(text: string): () => void {
  const written = (): void => undefined;
  return Object.assign(written, { toString: () => text });
}

/** Returns the path of a version's document, relative to the page. */
export function fileOf(version: Version): string {
  return `openapi/${encodeURIComponent(version)}.json`;
}

/** The styles that the page adds to those of Swagger UI. */
const swaggerStyle = `
.swagger-ui .opblock.opblock-deprecated { opacity: 1; }
:is(.swagger-ui, html.dark-mode .swagger-ui) .opblock.opblock-deprecated .opblock-summary-method { background: #5b6470; color: #fff; }
.pages { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; justify-content: flex-end; padding: .6rem 1.25rem;
  background: #1b1b1b; font: 600 14px sans-serif; }
.pages a { color: #fff; }
.pages a:focus-visible { outline: 3px solid #89bf04; outline-offset: 2px; }
.swagger-ui .topbar .app-title { overflow-wrap: anywhere; }
/* Swagger UI writes the colour of numbers into the element. On its dark blocks of code, this colour is too dark. */
.swagger-ui .microlight span[style*="rgb(211, 99, 99)"] { color: #ff9f9f !important; }
/* In its dark form, Swagger UI keeps the dark colours of these texts. */
html.dark-mode { color-scheme: dark; }
html.dark-mode .swagger-ui :is(table.headers td, .examples-select__section-label, .examples__section-header, .header-example) {
  color: #e4e6e6; }
/* Swagger UI is made for wide windows: on a phone, its tables would widen the page. */
@media (max-width: 40rem) {
  .swagger-ui .wrapper { padding: 0 .6rem; }
  .swagger-ui .topbar .topbar-wrapper { flex-flow: row wrap; align-items: center; }
  .swagger-ui .topbar .topbar-wrapper > .link { flex: 1 1 0; }
  .swagger-ui .topbar .download-url-wrapper { order: 3; flex: 1 0 100%; }
  .swagger-ui .info { margin: 1.5rem 0; }
  .swagger-ui .opblock-body :is(.responses-inner, .table-container) { padding: .6rem; overflow-x: auto; }
  .swagger-ui :is(.responses-table, .responses-table > tbody, tr.response, tr.response > td) { display: block; width: auto; }
  .swagger-ui .responses-table .responses-header { display: none; }
  .swagger-ui tr.response > td { padding: .4rem 0 0; }
  .swagger-ui tr.response > .response-col_status { font-weight: 700; padding-top: 1rem; }
  .swagger-ui table.headers td { padding-right: .5rem; word-break: normal; overflow-wrap: break-word; }
  .swagger-ui .opblock-tag { flex-wrap: wrap; }
}
`;
