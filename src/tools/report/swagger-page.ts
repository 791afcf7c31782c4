import type { App } from "../../app/app";
import { internals } from "../../model/app-internals";
import { lifeIn, lifeInWords } from "../../model/lifecycle";
import type { Version } from "../../model/version";
import { guideFault } from "../guide/guide";

/** The options of swagger-ui-express for the page of an App: its documents, its styles and its plugins. */
export function swaggerPageOptions(app: App): object {
  const versions = app.Versions();
  const { previews } = app[internals];
  return {
    ...documentChoice(versions),
    customCss: pagesStyle,
    swaggerOptions: swaggerOptionsOf(versions, previews, versionNotes(app)),
  };
}

const pagesStyle = `.swagger-ui .opblock.opblock-deprecated { opacity: 1; } .swagger-ui .opblock.opblock-deprecated .opblock-summary-method { background: #5b6470; color: #fff; }.pages { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; justify-content: flex-end; padding: .6rem 1.25rem;
  background: #1b1b1b; font: 600 14px sans-serif; } .pages a { color: #fff; } .pages a:focus-visible { outline: 3px solid #89bf04; outline-offset: 2px; }`;

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
 * - `startAfresh` clears answers, bodies and the media type of Accept when the reader selects another version. Otherwise
 * Swagger UI would send the body of one version to another version, and ask for the version selected before.
 */
const pagePlugins = `function () {
  function eachIn(members, action) { if (members) members.forEach(action); }
  function eachOperation(operations, action) {
    eachIn(operations, function (methods, path) {
      eachIn(methods, function (data, method) { action(path, method, data); });
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

/** Returns the path of a version's document, relative to the page. */
export function fileOf(version: Version): string {
  return `openapi/${encodeURIComponent(version)}.json`;
}
