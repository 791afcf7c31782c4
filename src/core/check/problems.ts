import { problemMaker, type Texts } from "../model/problem";
import { quote } from "../model/value";
import type { Version } from "../model/version";

/** The texts of the problems that an App of any kind may have, by code. Each wing has a table of its own. */
export const problemTexts = {
  // Versions
  "version-not-enabled": () =>
    "a version is declared but versioning is not enabled; set AppOptions.Versioning.Type",
  "version-missing": () => "WithVersion was called with no versions: name at least one",
  "version-neutral-combined": (reason: string) =>
    `VersionNeutral cannot be combined with another version${reason}`,
  "version-empty": () => "a version must not be empty",
  "version-not-a-segment": (version: string) =>
    `version ${quote(version)} cannot be a path segment, as VersioningURI requires: a version must not contain "/", "{" or "}", and Prefix and version together must not be "." or ".."`,
  "version-not-sendable": (version: string, rule: string) =>
    `version ${quote(version)} cannot be sent: ${rule}`,

  "version-not-listed": (version: string, list: string, fix: string) =>
    `version ${quote(version)} is not in AppOptions.Versioning.Versions, the list of all versions (${list}): ${fix}`,
  "versions-and-range": () =>
    "WithVersion cannot be combined with Since or Until in the same declaration: keep WithVersion, or keep Since and Until",
  "range-without-list": (option: string) =>
    `${option} needs AppOptions.Versioning.Versions: list all versions there, oldest first`,
  "version-not-a-day": (extractor: string, version: string) =>
    `${extractor} compares dates, but version ${quote(version)} is no date such as 2024-05-01: pass a Compare function to ${extractor}`,
  "versions-not-compared": (extractor: string, expected: string, fix: string) =>
    `Versions are not in the order of Compare, the function of ${extractor}: ${expected}; ${fix}`,
  "range-empty": (from: string, to: string) =>
    `the range from version ${quote(from)} to ${quote(to)} names no version: Since must not be later than Until`,
  "route-unreached": (from: string, to: string) =>
    `other routes with the same method and path answer every version from ${quote(from)} to ${quote(to)}, so no version is left for this route: remove the route, or correct its range`,

  // AppOptions
  "versions-without-type": () => "Versions is set but Type is not: set Versioning.Type",
  "assume-version-without-type": () => "AssumeVersion is set but Type is not: set Versioning.Type",
  "plain-versions-unnamed": () =>
    "PlainVersions is set, but no request at the plain path has a version: it needs Type: VersioningURI and an AssumeVersion",
  "plain-version-unassumed": (version: string, assumed: string) =>
    `PlainVersions lists ${quote(version)}, but AssumeVersion is always ${quote(assumed)}, so no request at the plain path gets version ${quote(version)}: remove it from PlainVersions, or use an extractor in AssumeVersion`,
  "versions-unordered": (option: string) =>
    `${option} compares unknown versions with Versions: list only dates, numbers or semantic versions there, oldest first`,
  "unknown-version-compared": (option: string, extractor: string) =>
    `UnknownVersion: ${quote(option)} has no effect with ${extractor}, which selects the newest version if a request names a later one: remove UnknownVersion`,
  "version-retired": (version: string) =>
    `version ${quote(version)} is in AppOptions.Versioning.Retired, whose versions are gone and have no routes: remove the version here, or from Retired`,
  "retired-not-before": (extractor: string, version: string, oldest: string) =>
    `Retired names version ${quote(version)}, which for ${extractor} is not before ${quote(oldest)}, the oldest of Versions: correct the name, or remove it from Retired`,
  "versions-repeated": (version: string) => `version ${quote(version)} is listed twice: remove one`,
  "default-version-without-type": () => "DefaultVersion is set but Type is not: set Versioning.Type",
  "header-missing": () => 'Header must name a header for header versioning, as in Header: "X-API-Version"',
  "key-missing": () => 'Key must be set for media type versioning, as in Key: "v"',
  "extractor-missing": () =>
    'Extractor must be set for custom versioning, as in Extractor: FromQuery("version")',
  "argument-invalid": (name: string, expected: string, written: string) =>
    `${name} must be ${expected}, got ${written}`,
  "handler-generator": () =>
    "the handler is a generator function, but the App reads no generators: write async *, which streams its items, or return a list",
  "option-unknown-name": (name: string) =>
    `there is no option named ${quote(name)}: correct the name, or remove the option`,

  // Paths and methods
  "path-without-slash": (path: string) => `path ${quote(path)} must begin with "/"`,
  "path-empty-segment": (path: string) => `path ${quote(path)} has an empty segment: remove one "/"`,
  "parameter-malformed": (segment: string) =>
    `segment ${quote(segment)} is not a valid parameter: write {name} as a whole segment, or {name...} as the last one, with a name of letters, digits and _`,
  "parameter-repeated": (name: string) => `parameter {${name}} is named twice in one path: rename one`,
  "parameter-rest-not-last": (name: string) =>
    `rest parameter {${name}...} must be the last segment of the path: move it there, or write {${name}}`,
  "registered-twice": (what: string, reason: string) =>
    `${what} is registered twice, because ${reason}: remove one of the two, or give them different versions`,

  // Middleware
  "middleware-with-four-parameters": (name: string) =>
    `middleware ${name} has four parameters, but an App calls no error handlers: move its code to AppOptions.MapError, or set AppOptions.PassErrors and mount it on the Express application after the App`,

  // Options
  "declared-twice": (option: string) => `${option} is declared twice: keep one`,
  "not-an-option": (written: string) => `expected an option such as WithTags(...), got ${written}`,
  "option-misplaced": (option: string, place: string, home: string) =>
    `${option} cannot be used on a ${place}: use it on ${home}`,
  "option-arguments": (name: string) =>
    `${name} was called with too many arguments: remove the additional ones`,
  "decorator-not-called": (name: string) => `@${name} must be called: write @${name}(...)`,
  "decorator-on-a-router": (name: string) =>
    `class ${name} extends Router, so it cannot have decorators: pass its options to super(...), and register each route by a call such as this.Get(...)`,
  "decorator-misplaced": (name: string, on: string, instead: string) =>
    `@${name} cannot decorate a ${on}: move it to ${instead}`,
  "member-unusable": (member: string) =>
    `${member} has decorators, but only public instance methods can be routes: write a public instance method, or remove the decorators`,
  "verb-missing": () => "the method has options but no verb: add @Get() or another verb decorator",

  // Schemas
  "schema-not-read": (option: string) =>
    `${option} is a schema, but this program has no code that reads schemas: use an option with a schema, such as WithResponse, or write Versioned(schema)`,
  "history-not-converted": (option: string) =>
    `the schema of ${option} is a history, but this program has no code that converts histories in an App: import Versioned from "versioned-controllers", or use an option of Routes(V)`,

  // Before
  "before-verb-of-several": () =>
    "the method has several verbs, so a Before with a verb belongs in a verb's list: write @Get(path, Before(...))",
  "outside-of-before": (option: string) =>
    `${option} has no effect here, because it stands in Before alone: write Before(change, ${option})`,

  // Includes
  "router-included-twice": (name: string) =>
    `${name} is included twice, but an App can contain a Router object only once: create a second Router`,
  "router-in-a-circle": (name: string) =>
    `${name} includes itself, directly or through other Routers: remove one of these Includes`,
  "router-missing": (name: string, remedyOfReplaced: string) =>
    `class ${name} has no @Router decorator: add @Router() to it${remedyOfReplaced}`,
  "app-included": () =>
    "an App cannot be included: mount it with server.use(app.Build()), or include a Router instead",
  "controller-failed": (name: string, reason: string) => `${name} could not be instantiated: ${reason}`,
  "controller-promised": (name: string) =>
    `${name} is a promise, which Build does not await: include the awaited instance`,
} as const satisfies Texts;

export const problem = problemMaker(problemTexts);

/** Names the other of two declarations in a problem's text: `GET /dogs`, or `another declaration of GET /cats`. */
export function otherDeclaration(where: string, other: string): string {
  return where === other ? `another declaration of ${other}` : other;
}

/** A declaration's name in one version, and in the newest version. */
interface NamesOfForm {
  readonly name: string;
  readonly newest: string;
  readonly version: Version | undefined;
}

/** Names the other of two declarations like {@link otherDeclaration}; if it is known by an older name, by both names. */
export function otherForm(where: string, other: string, { name, newest, version }: NamesOfForm): string {
  const words = otherDeclaration(where, other);
  return name === newest || version === undefined
    ? words
    : `${words}, which is ${name} in version ${version},`;
}

/** Returns in words where two declarations of one name are: `one here and one in GET /dogs`. */
export function placesInWords(where: string, other: string): string {
  return where === other ? "both here" : `one here and one in ${other}`;
}
