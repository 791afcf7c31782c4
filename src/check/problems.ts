import type { Problem } from "../model/problem";
import { quote } from "../model/value";

/** The code and text of every Build problem. A test compares the codes with docs/problems.md. */
export const problemTexts = {
  // Versions
  "version-not-enabled": () =>
    "a version is declared but versioning is not enabled; set AppOptions.Versioning.Type",
  "version-missing": () => "WithVersion was called with no versions: name at least one",
  "version-neutral-combined": () =>
    "VersionNeutral cannot be combined with another version: keep one of the two",
  "version-empty": () => "a version must not be empty",
  "version-not-a-segment": (version: string) =>
    `version ${quote(version)} does not fit in one path segment: it must not contain "/", "{" or "}", and the segment must not be "." or ".."`,

  "version-not-listed": (version: string) =>
    `version ${quote(version)} is not in AppOptions.Versioning.Versions, the list of all versions: correct it, or add it to the list`,
  "versions-and-range": () =>
    "WithVersion is declared together with Since or Until: keep WithVersion, or Since and Until",
  "range-without-list": (option: string) =>
    `${option} needs AppOptions.Versioning.Versions, the list of all versions, oldest first`,
  "version-not-a-day": (extractor: string, version: string) =>
    `${extractor} compares dates, but version ${quote(version)} is no date such as 2024-05-01: pass a Compare function to ${extractor}`,
  "versions-not-compared": (extractor: string, version: string, next: string, expected: string) =>
    `versions ${quote(version)} and ${quote(next)}, as Versions lists them, are not in the order of Compare, which ${extractor} needs: ${expected}; sort Versions, oldest first, or correct Compare`,
  "range-empty": (from: string, to: string) =>
    `the range from version ${quote(from)} to ${quote(to)} names no version: Since must not be later than Until`,
  "route-unreached": (from: string, to: string) =>
    `no version is left for the route: other routes with its method and path answer every version from ${quote(from)} to ${quote(to)}; remove the route, or correct its range`,

  // AppOptions
  "versions-without-type": () => "Versions is set but Type is not: set Versioning.Type",
  "assume-version-without-type": () => "AssumeVersion is set but Type is not: set Versioning.Type",
  "unknown-version-in-path": () =>
    "UnknownVersion has nothing to assume under VersioningURI, where an unknown version is an ordinary path segment: remove UnknownVersion",
  "versions-unordered": (option: string) =>
    `${option} must be able to tell whether a version that is not in Versions is newer: list only dates, numbers or semantic versions in Versions, oldest first`,
  "unknown-version-compared": (extractor: string) =>
    `UnknownVersion: "unavailable" has no effect with ${extractor}, which selects the newest known version for every later one: remove UnknownVersion`,
  "versions-repeated": (version: string) => `version ${quote(version)} is listed twice: remove one`,
  "default-version-without-type": () => "DefaultVersion is set but Type is not: set Versioning.Type",
  "header-missing": () => "Header must name a header for header versioning",
  "key-missing": () => "Key must be set for media type versioning",
  "extractor-missing": () => "Extractor must be set for custom versioning",
  "argument-invalid": (name: string, expected: string, written: string) =>
    `${name} must be ${expected}, got ${written}`,
  "option-unknown-name": (name: string) => `there is no option named ${quote(name)}`,

  // Paths and methods
  "path-without-slash": (path: string) => `path ${quote(path)} must begin with "/"`,
  "path-empty-segment": (path: string) => `path ${quote(path)} has an empty segment: remove one "/"`,
  "parameter-malformed": (segment: string) =>
    `segment ${quote(segment)} is not a valid parameter: write {name}, or {name...} for the last segment, as a whole segment`,
  "parameter-repeated": (name: string) => `parameter {${name}} is named twice in one path: rename one`,
  "parameter-rest-not-last": (name: string) => `rest parameter {${name}...} must be the last segment`,
  "registered-twice": (what: string, other: string) =>
    `${what} is registered twice: here, and by ${other}; remove one of the two, or give them versions that do not overlap`,

  // Handlers, guards and middleware
  "security-name-repeated": (name: string, other: string) =>
    `${other} uses another security scheme with the same name, ${name}: use one SecurityScheme object in both places, or rename one of the two`,
  "middleware-with-four-parameters": (name: string) =>
    `middleware ${name} takes four parameters, so it is an error handler: set PassErrors and mount it on the host after the App, or move its code to MapError`,

  // Options
  "declared-twice": (option: string) => `${option} is declared twice: keep one`,
  "not-an-option": (written: string) => `expected an option such as WithTags(...), got ${written}`,
  "option-misplaced": (option: string, place: string) => `${option} cannot be used on a ${place}`,
  "option-arguments": (name: string) => `${name} was called with too many arguments`,
  "decorator-not-called": (name: string) => `@${name} must be called: write @${name}(...)`,
  "decorator-on-a-router": (name: string) =>
    `class ${name} extends Router, so it cannot have decorators: pass its options to super(...), and register each route by a call such as this.Get(...)`,
  "decorator-misplaced": (name: string, on: string) => `@${name} cannot decorate a ${on}`,
  "member-unusable": (member: string) =>
    `${member} has decorators: only public instance methods can be routes`,
  "verb-missing": () => "the method has options but no verb: add @Get() or another verb",
  "operation-id-repeated": (id: string, other: string) =>
    `operation id ${quote(id)} is also the id of ${other}: give one of the two another id`,

  // Lifecycles
  "lifecycle-version-unknown": (version: string) =>
    `no route answers version ${quote(version)}: correct the version, or remove its lifecycle`,
  "lifecycle-of-version": (field: string) =>
    `${field} applies to a whole version: set it in AppOptions.Versioning.Lifecycle`,
  "brownouts-overlap": (one: string, other: string) =>
    `the brownout from ${one} overlaps the next one, which begins at ${other}`,
  "successor-needed": (found: string) =>
    `AfterSunset: "successor" needs a Successor, which must be another released version without a Sunset: ${found}`,
  "sunset-before-deprecation": () => "Sunset must not be earlier than Deprecated",

  // Schemas
  "schema-invalid": (option: string, reason: string) => `${option} has no usable schema: ${reason}`,
  "schema-without-ajv": (option: string) =>
    `${option} is plain JSON Schema, which needs ajv: npm install ajv`,
  "ajv-unusable": (what: string) => `Ajv must return an Ajv instance synchronously: it ${what}`,
  "openapi-version": (written: string) =>
    `OpenAPI.openapi must be 3.1.x or 3.2.x, the versions in which documents can be written: ${written} is no version of OpenAPI that is written here`,
  "schema-name-repeated": (name: string, other: string, place: string) =>
    `${other} has a different schema with the same name, ${quote(name)}: the two differ at ${place}; rename one of them`,
  "history-in-schema": (option: string, paths: string, advice: string) =>
    `the schema of ${option} contains a history at ${paths}, but schema libraries cannot convert a history within a schema: write ${advice}`,
  "params-unknown": (name: string) => `WithParams names ${quote(name)}, which is not a parameter of the path`,
  "header-name-case": (name: string) =>
    `WithHeaders names ${quote(name)}: header names must be in lower case, as in req.headers`,
  "separator-without-list": (name: string, what: string) => `WithQuery has a Separator for ${name}, ${what}`,

  // Changes
  "changes-without-list": () => "changes need Versioning.Versions, the list of all versions, oldest first",
  "change-in-first-version": (description: string, version: string) =>
    `the change ${quote(description)} changes nothing: its version, ${quote(version)}, is the first version, before which nothing was; correct it, or list Versions oldest first`,
  "changes-out-of-order": (change: string, before: string) =>
    `changes have to be written newest first: ${change} is later than ${before}, but is written after it; swap the two`,
  "change-without-way": (text: string, way: string) => `${text}: add ${way} to it`,
  "context-missing": (change: string, name: string) =>
    `${change} needs the context ${quote(name)}, which no WithContext provides: add WithContext(${name}, (req) => ...) to the route, or to a router around it`,
  "context-too-late": (name: string) =>
    `the context ${quote(name)} is needed before the handler, because an Up uses it: remove After from its WithContext`,
  "context-scheme": (name: string, scheme: string) =>
    `the context ${quote(name)} comes from the principal of ${quote(scheme)}, which a version of the route does not ask for: add the scheme to its WithSecurity, not within AnyOf`,
  "context-of-errors": (what: string) =>
    `the history in Errors.Schema has ${what}, but errors have no context, because an error may be answered before a route is matched: remove ${what} from the history`,
  "carried-in-request": (option: string) =>
    `the history in ${option} has Carrying, but values cannot be carried here: only values that a handler returns carry something; use a history without Carrying`,
  "before-option": (option: string, place: string) => `${option} cannot stand in Before on a ${place}`,
  "before-without-effect": (description: string, version: string) =>
    `Before ${quote(description)} changes nothing here: no version of the route comes before version ${quote(version)}; remove it, or give the route an older version`,
  "before-parameters": (path: string, now: string) =>
    `path ${quote(path)}, before a change, has other parameters than ${quote(now)}: use the same parameter names in both`,
  "before-without-content": (now: string, old: string) =>
    `a response of status ${now} has no body, so it has nothing to turn down to the status ${old} of older versions, which has a schema: declare WithResponse(${now}, history) with a history whose newest schema is Nothing`,
  "before-verb-of-several": () =>
    "the method has several verbs, and a Before with a verb would apply to all of them: it belongs in a verb's list, as in @Get(path, Before(...))",
  "outside-of-before": (option: string) =>
    `${option} stands in Before alone: write it as an argument of Before(change, ...)`,
  "shadow-without-version": () =>
    "Shadow applies to no version of the route: correct its Since, Until or WithVersion",
  "shadow-unsafe": (method: string) =>
    `${method} cannot be shadowed: both handlers would carry out the request; only GET, HEAD and QUERY can be shadowed`,
  "names-unknown": (option: string, reason: string) =>
    `an Up converts the history in ${option}, but one of its schemas cannot be converted to JSON Schema: ${reason}; ` +
    "its names are not known, so a value that an old client sends under a newer name could reach the handler unconverted",
  "nothing-misplaced": (option: string) =>
    `the history in ${option} uses Nothing, which only WithBody and WithResponse accept`,
  "schema-not-turned": (option: string, place: string) =>
    `the history in ${option} is not turned at ${place}: the function of Within puts the schema at this path, but the paths of Within do not name it, so values at this path would not be converted; add ${place} to the paths`,
  "members-unknown": (option: string, link: string) =>
    `the history in ${option} cannot convert some members of an object (its path is []), because its names are not known${link}: use an object schema that names its members`,
  "member-of-two-parts": (option: string, name: string) =>
    `the member ${quote(name)} is named by two histories in ${option} that convert members of the same object (their path is []): leave it out of one of them`,
  "renamed-member-missing": (change: string, which: string, name: string) =>
    `${change} renames ${quote(name)}, but the ${which} schema has no member of this name: correct the name or the schema`,
  "schema-replaced": (schema: string, change: string, ofAnswers: string) =>
    `the route is served in versions before a change, but shows ${schema}, which ${quote(change)} replaced${ofAnswers}: use the history, or Versioned(schema) if every version should have this schema`,

  // Includes
  "router-included-twice": (name: string) =>
    `${name} is included twice, but a Router object belongs to one place in an App: create another Router`,
  "router-in-a-circle": (name: string) => `${name} includes itself, directly or through others`,
  "router-missing": (name: string) => `class ${name} has no @Router decorator: add @Router() to it`,
  "app-included": () => "an App cannot be included: mount what its Build() returns, or include Routers",
  "controller-failed": (name: string, reason: string) => `${name} could not be instantiated: ${reason}`,
  "controller-promised": (name: string) =>
    `${name} is a promise, which Build does not await: await it, and include the instance`,
} as const satisfies Record<string, (...args: string[]) => string>;

/** The code of a Build problem. Codes never change. */
type ProblemCode = keyof typeof problemTexts;

export function problem<Code extends ProblemCode>(
  code: Code,
  where: string,
  ...details: Parameters<(typeof problemTexts)[Code]>
): Problem {
  const text: (...args: string[]) => string = problemTexts[code];
  return { code, where: oneLine(where), text: oneLine(text(...details)) };
}

// A path may contain line breaks, but the message of BuildError has one line for each problem.
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, " ");
}
