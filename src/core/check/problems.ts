import type { Problem } from "../model/problem";
import { quote } from "../model/value";
import type { Version } from "../model/version";

/** The text of every Build problem, by code. A test requires a section for each code in docs/problems.md. */
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
  "unknown-version-in-path": (verb: string, fix: string) =>
    `UnknownVersion has nothing to ${verb} under VersioningURI, where an unknown version, as in /v9/cats, is an ordinary part of the path: remove UnknownVersion${fix}`,
  "unknown-version-without-type": () =>
    'UnknownVersion: "refuse" is set but Type is not: set Versioning.Type',
  "versions-unordered": (option: string) =>
    `${option} compares unknown versions with Versions: list only dates, numbers or semantic versions there, oldest first`,
  "unknown-version-compared": (option: string, extractor: string) =>
    `UnknownVersion: ${quote(option)} has no effect with ${extractor}, which selects the newest version if a request names a later one: remove UnknownVersion`,
  "version-retired": (version: string) =>
    `version ${quote(version)} is in AppOptions.Versioning.Retired, whose versions are gone and have no routes: remove the version here, or from Retired`,
  "retired-without-type": () => "Retired is set but Type is not: set Versioning.Type",
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

  // Security schemes and middleware
  "security-name-repeated": (name: string, places: string) =>
    `two security schemes have the same name, ${name}, ${places}: share one SecurityScheme object, or rename one of the two`,
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
  "operation-id-repeated": (id: string, other: string) =>
    `operation id ${quote(id)} is also the id of ${other}: give one of the two another id`,
  "operation-id-of-versions": (id: string, version: string, other: string) =>
    `operation id ${quote(id)} is the id of both version ${quote(other)} and version ${quote(version)} of this route: rename one of the versions, declare the route once for each version with an OperationID of its own, or remove OperationID`,

  // Lifecycles
  "lifecycle-version-unknown": (version: string, fix: string) =>
    `no route answers version ${quote(version)}: ${fix}`,
  "lifecycle-of-version": (field: string) =>
    `${field} applies to a whole version, and not to one route: set it in AppOptions.Versioning.Lifecycle`,
  "brownouts-overlap": (one: string, other: string) =>
    `the brownout from ${one} overlaps the next brownout, which begins at ${other}: change one of the two, or merge them`,
  "successor-needed": (found: string) =>
    `AfterSunset: "successor" needs a Successor, a released version without a Sunset, but ${found}: set Successor to another version`,
  "sunset-before-deprecation": (sunset: string, deprecated: string) =>
    `Sunset must not be earlier than Deprecated, but ${sunset} is earlier than ${deprecated}: correct one of the two`,

  // Schemas
  "schema-invalid": (option: string, reason: string) => `${option} has no usable schema: ${reason}`,
  "schema-without-ajv": (option: string) =>
    `${option} has a plain JSON Schema, which needs ajv: run npm install ajv`,
  "ajv-unusable": (what: string) => `Ajv must synchronously return an Ajv instance, but it ${what}`,
  "openapi-version": (written: string) =>
    `OpenAPI.openapi must be 3.1.x or 3.2.x, got ${written}, which is no version of OpenAPI that is written here: ` +
    'remove it, and convert the document, as the guide "OpenAPI 3.0" shows (docs/guides/documents/openapi-3-0.md)',
  "schema-name-repeated": (name: string, places: string, difference: string) =>
    `two different schemas have the same name, ${quote(name)}, ${places}: they differ at ${difference}; rename one of them`,
  "history-in-schema": (option: string, paths: string, advice: string) =>
    `the schema of ${option} has a history inside, at ${paths}, but the App converts no values of a history inside another schema: write ${advice}`,
  "schema-not-read": (option: string) =>
    `${option} is a schema, but this program has no code that reads schemas: use an option with a schema, such as WithResponse, or write Versioned(schema)`,
  "history-not-converted": (option: string) =>
    `the schema of ${option} is a history, but this program has no code that converts histories in an App: import Versioned from "versioned-controllers", or use an option of Routes(V)`,
  "parameters-not-object": (option: string) =>
    `the schema of ${option} accepts no object, but all parameters together are one object: ` +
    "describe an object with a property for each parameter",
  "params-unknown": (name: string) =>
    `WithParams names ${quote(name)}, but the path has no parameter of this name: write the same name in both`,
  "header-name-case": (name: string) =>
    `WithHeaders names ${quote(name)}: write header names in lower case, as in req.headers`,
  "separator-without-list": (name: string, what: string) => `WithQuery has a Separator for ${name}, ${what}`,

  // Changes
  "changes-without-list": () => "changes need Versioning.Versions: list all versions there, oldest first",
  "change-in-first-version": (description: string, version: string) =>
    `the change ${quote(description)} has no effect, because version ${quote(version)} is the first version, before which nothing was: give the change a later version, or list Versions oldest first`,
  "changes-out-of-order": (change: string, before: string) =>
    `changes have to be written newest first, but ${before} is written before ${change}: swap the two`,
  "change-without-way": (text: string, way: string) => `${text}: add ${way}`,
  "context-missing": (change: string, name: string) =>
    `${change} needs the context ${quote(name)}, which no WithContext provides: add WithContext(${name}, (req) => ...) to the route, or to a router around it`,
  "context-too-late": (name: string) =>
    `WithContext with After: true provides the context ${quote(name)} after the handler, but the context is needed before the handler, by an Up: remove After`,
  "context-scheme": (name: string, scheme: string) =>
    `the context ${quote(name)} comes from the principal of security scheme ${quote(scheme)}, but the route does not ask for this scheme in every request: pass the scheme to WithSecurity, outside of AnyOf`,
  "context-of-errors": (what: string) =>
    `the history in Errors.Schema has ${what}, but errors have no context and no carried value, because some occur before a route is matched: remove ${what}`,
  "carried-in-request": (option: string) =>
    `the history in ${option} has Carrying, but values cannot be carried here, because only handlers return Carry(...): use a history without Carrying`,
  "before-option": (option: string, place: string) =>
    `${option} cannot stand in Before on a ${place}: remove ${option} from the arguments of Before`,
  "before-without-effect": (description: string, reason: string) =>
    `the Before for the change ${quote(description)} changes nothing here, because ${reason}, or remove this Before`,
  "before-parameters": (path: string, now: string) =>
    `path ${quote(path)} in Before has other parameters than ${quote(now)}: use the same parameter names in both`,
  "before-without-content": (now: string, old: string) =>
    `older versions answer ${old} with a body, but the newest answer, ${now} without a body, has nothing to turn down: declare WithResponse(${now}, Versioned(Nothing).Before(change, schema, { Down: () => body }))`,
  "before-verb-of-several": () =>
    "the method has several verbs, so a Before with a verb belongs in a verb's list: write @Get(path, Before(...))",
  "outside-of-before": (option: string) =>
    `${option} has no effect here, because it stands in Before alone: write Before(change, ${option})`,
  "shadow-without-version": () =>
    "Shadow applies to no version of the route: correct its Since, Until or WithVersion",
  "shadow-unsafe": (method: string) =>
    `${method} cannot be shadowed, because both handlers would change data: use Shadow only for GET, HEAD and QUERY`,
  "names-unknown": (option: string, reason: string) =>
    `the history in ${option} has an Up, so the App must know the names in every schema of the history; ` +
    `one schema cannot be converted to JSON Schema (${reason}), so its names are not known: use a schema that can be converted`,
  "nothing-misplaced": (option: string) =>
    `the history in ${option} contains Nothing, which only WithBody and WithResponse accept: use a schema instead`,
  "schema-not-turned": (option: string, place: string) =>
    `the history in ${option} is not turned at ${place}: the function of Within also puts the schema at this place, but Within has no such path; add ${place} to the paths`,
  "members-unknown": (option: string, link: string) =>
    `in ${option}, the history at the path [] must know all members of its object, but its names are not known${link}: use an object schema that lists all members`,
  "member-of-two-parts": (option: string, name: string, why: string) =>
    `the member ${quote(name)} is named by two histories in ${option}${why}`,
  "renamed-member-missing": (change: string, which: string, name: string) =>
    `the Rename or Path of ${change} names ${quote(name)}, but the ${which} schema has no such member: correct the name, or the schema`,
  "lossy-place-missing": (change: string, place: string) =>
    `the Lossy of ${change} names ${quote(place)}, a place that neither the older nor the newer schema has: correct the place, in which * is any item`,
  "schema-replaced": (schema: string, change: string, ofAnswers: string) =>
    `the route shows ${schema}, which ${quote(change)} replaced${ofAnswers}, even in versions before this change: use the history of this schema, or Versioned(schema) if all versions should have the schema`,

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
} as const satisfies Record<string, (...args: string[]) => string>;

/** The code of a Build problem. A code must never change, because people search for it. */
type ProblemCode = keyof typeof problemTexts;

export function problem<Code extends ProblemCode>(
  code: Code,
  where: string,
  ...details: Parameters<(typeof problemTexts)[Code]>
): Problem {
  const text: (...args: string[]) => string = problemTexts[code];
  return { code, where: oneLine(where), text: oneLine(text(...details)) };
}

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

// Removes line breaks, such as those of a path, because BuildError's message has one line for each problem.
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, " ");
}
