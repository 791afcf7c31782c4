import type { Problem } from "../model/problem";
import { quote } from "../model/value";

/**
 * Every Build problem: its code, and the one place where its words are made.
 *
 * docs/problems.md has a section for each, with cause and fix; a test holds the two against each other.
 */
export const problemTexts = {
  // Versions
  "version-not-enabled": () =>
    "a version is declared but versioning is not enabled; set AppOptions.Versioning.Type",
  "version-missing": () => "WithVersion was called with no versions",
  "version-neutral-combined": () => "VersionNeutral cannot be combined with another version",
  "version-empty": () => "a version is empty text",
  "version-not-text": (written: string) => `a version is no text but ${written}`,
  "version-not-a-segment": (version: string) =>
    `version ${quote(version)} cannot stand in one path segment: it may hold no "/", "{" or "}", nor make "." or ".."`,

  "version-not-listed": (version: string) =>
    `version ${quote(version)} is not in AppOptions.Versioning.Versions, the list of all versions`,
  "versions-and-range": () =>
    "WithVersion and Since or Until are declared at one place: they are one declaration, keep one kind",
  "range-without-list": (option: string) =>
    `${option} needs AppOptions.Versioning.Versions, the list of all versions, oldest first`,
  "range-end-invalid": (option: string, written: string) => `${option} takes a version, not ${written}`,
  "range-empty": (from: string, to: string) =>
    `the range from version ${quote(from)} to ${quote(to)} is empty: it ends before it begins`,
  "route-unreached": (from: string, to: string) =>
    `no version reaches the route: other declarations at its method and path take all from ${quote(from)} to ${quote(to)}`,

  // AppOptions
  "versions-without-type": () => "Versions is set but Type is not",
  "assume-version-without-type": () => "AssumeVersion is set but Type is not",
  "versions-repeated": (version: string) => `version ${quote(version)} stands twice in the list`,
  "default-version-without-type": () => "DefaultVersion is set but Type is not",
  "header-missing": () => "Header must name a header for header versioning",
  "key-missing": () => "Key must be set for media type versioning",
  "extractor-missing": () => "Extractor must be set for custom versioning",
  "type-unknown": (written: string) => `Type is none of the versioning types but ${written}`,
  "header-invalid": (header: string) => `Header ${header} is no field name (RFC 9110, 5.1)`,
  "key-invalid": (key: string) =>
    `Key ${key} is no parameter name, or is "q", which is the weight (RFC 9110, 12.4.2)`,
  "prefix-invalid": (prefix: string) =>
    `Prefix ${prefix} cannot be part of one path segment: it may hold no "/", "{" or "}"`,
  "extractor-invalid": (extractor: string, takes: string, written: string) =>
    `${extractor} takes ${takes}, not ${written}`,
  "option-invalid": (name: string, expected: string) => `${name} must be ${expected}`,
  "option-unknown-name": (name: string) => `${quote(name)} is no option`,

  // Paths and methods
  "path-not-text": (written: string) => `a path is no text but ${written}`,
  "path-without-slash": (path: string) => `path ${quote(path)} must begin with "/"`,
  "path-empty-segment": (path: string) => `path ${quote(path)} has an empty segment`,
  "parameter-malformed": (segment: string) =>
    `segment ${quote(segment)} is no parameter: write {name} or, at the end, {name...}, as a whole segment`,
  "parameter-repeated": (name: string) => `parameter {${name}} is named twice in one path`,
  "parameter-rest-not-last": (name: string) => `rest parameter {${name}...} must be the last segment`,
  "method-unknown": (method: string) =>
    `${method} is no method that can be routed (node:http's METHODS but CONNECT)`,
  "registered-twice": (what: string, other: string) => `${what} is registered twice, also by ${other}`,

  // Handlers, guards and middleware
  "handler-not-a-function": (written: string) => `the handler is no function but ${written}`,
  "guard-not-a-function": (written: string) => `a guard is no function but ${written}`,
  "security-invalid": (written: string) => `WithSecurity takes SecuritySchemes, not ${written}`,
  "security-name-invalid": (name: string) =>
    `a security scheme's name must be letters, digits, dots, hyphens and underscores, got ${name}`,
  "security-name-repeated": (name: string, other: string) =>
    `two security schemes are named ${name}, the other one by ${other}`,
  "security-scheme-invalid": (name: string, what: string) => `security scheme ${name} is unusable: ${what}`,
  "middleware-not-a-function": (written: string) => `a middleware is no function but ${written}`,
  "middleware-with-four-parameters": (name: string) =>
    `middleware ${name} takes four parameters: an error handler belongs after the App, on the host (PassErrors), or in MapError`,

  // Options
  "declared-twice": (option: string) => `${option} is declared twice`,
  "not-an-option": (written: string) => `${written} stands where an option is expected`,
  "option-misplaced": (option: string, place: string) => `${option} has no meaning on a ${place}`,
  "option-arguments": (name: string) => `${name} was given more than it takes`,
  "decorator-not-called": (name: string) => `@${name} is used without its call: write @${name}(...)`,
  "decorator-on-a-router": (name: string) =>
    `decorators stand on class ${name}, which extends Router: give the options to super(...), and register routes by calls`,
  "decorator-misplaced": (name: string, on: string) => `@${name} cannot stand on a ${on}`,
  "member-unusable": (member: string) =>
    `decorators stand on ${member}: only public instance methods carry routes`,
  "verb-missing": () => "the method carries options but no verb: add @Get() or another",
  "status-invalid": (written: string) => `Status takes a whole number from 200 to 599, not ${written}`,
  "text-invalid": (option: string, written: string) => `${option} takes non-empty text, not ${written}`,
  "operation-invalid": (written: string) =>
    `WithOperation takes members of an Operation Object, an object that JSON can hold, not ${written}`,
  "operation-id-repeated": (id: string, other: string) =>
    `operation id ${quote(id)} is also the id of ${other}`,

  // Lifecycles
  "lifecycle-invalid": (what: string, written: string) =>
    `a lifecycle is { Deprecated, Sunset: a date, Link: an address, Successor: a version, AfterSunset: "serve" | "gone" | "successor", Brownouts: a list, Preview: true or false }; ${what} ${written}`,
  "lifecycle-version-unknown": (version: string) => `no route answers version ${quote(version)}`,
  "lifecycle-of-version": (field: string) =>
    `${field} is said of whole versions alone, in AppOptions.Versioning.Lifecycle`,
  "brownout-invalid": (written: string) =>
    `a brownout is { From, To }, dates of which the first is earlier, not ${written}`,
  "brownouts-overlap": (one: string, other: string) =>
    `the brownout from ${one} lasts beyond the next one's beginning, ${other}`,
  "successor-needed": (found: string) =>
    `AfterSunset: "successor" needs a Successor that stays: another version without a Sunset, no preview; ${found}`,
  "sunset-before-deprecation": () => "the Sunset is before the Deprecated",

  // Schemas
  "schema-invalid": (option: string, reason: string) => `${option} has no usable schema: ${reason}`,
  "schema-without-ajv": (option: string) =>
    `${option} has plain JSON Schema, which ajv validates: npm install ajv`,
  "ajv-unusable": (what: string) =>
    `Ajv must give an ajv, an object with the function compile, at once: it ${what}`,
  "schema-name-repeated": (name: string, other: string) =>
    `two different schemas are named ${quote(name)}, the other one by ${other}`,
  "params-unknown": (name: string) => `WithParams names ${quote(name)}, which is no parameter of the path`,
  "header-name-case": (name: string) =>
    `WithHeaders names ${quote(name)}: a request's headers are in lower case`,
  "body-option-invalid": (what: string, written: string) =>
    `WithBody takes { Limit: "100kb", Type: "json" | "form" | "multipart" | "text" | "bytes" or a list of these, Examples: values by name }; ${what} ${written}`,
  "response-status-invalid": (written: string) =>
    `WithResponse takes a whole number from 200 to 599, "4XX" and its like, or "default", not ${written}`,
  "response-option-invalid": (what: string, written: string) =>
    `WithResponse takes { Description: text, Headers: schemas by name, Type: a media type, Examples: values by name }; ${what} ${written}`,

  // Changes
  "changes-without-list": () => "changes need Versioning.Versions, the list of all versions, oldest first",
  "change-in-first-version": (description: string, version: string) =>
    `${quote(description)} changes nothing: version ${quote(version)} is the first version, before which nothing was`,
  "changes-out-of-order": (change: string, before: string) =>
    `changes have to be written newest first: ${change} is later than ${before}, and stands behind it`,
  "change-without-way": (text: string) => `${text}, which a version of the route needs`,
  "change-invalid": (option: string, written: string) =>
    `${option} takes changes, as Change(version, description) makes them, not ${written}`,
  "before-without-change": (written: string) => `Before takes a change first, Change(...), not ${written}`,
  "before-option": (option: string, place: string) => `${option} cannot stand in Before on a ${place}`,
  "before-without-effect": (description: string, version: string) =>
    `Before ${quote(description)} changes nothing here: no version of the route comes before version ${quote(version)}`,
  "before-parameters": (path: string, now: string) =>
    `path ${quote(path)}, before a change, has other parameters than ${quote(now)}`,
  "before-without-content": (now: string, old: string) =>
    `an answer of ${now} has nothing to turn down: before a change it was ${old}, which has a schema`,
  "before-verb-of-several": () =>
    "the method has several verbs, and a Before with a verb stands on all of them: it belongs in a verb's list",
  "outside-of-before": (option: string) => `${option} says how it was, and stands in Before alone`,
  "restatus-invalid": (written: string) => `Restatus takes whole numbers from 200 to 599, not ${written}`,
  "header-rename-invalid": (written: string) =>
    `RenameHeader takes field names (RFC 9110, 5.1), not ${written}`,
  "nothing-misplaced": (option: string) =>
    `${option} was given a history with Nothing, which only bodies and responses can be`,
  "schema-not-turned": (option: string, place: string) =>
    `the history in ${option} is not turned at ${place}: the wrap of Within puts the schema there, and no path names it`,
  "schema-replaced": (schema: string, change: string) =>
    `the route is served before a change, and shows ${schema}, which ${quote(change)} replaced`,

  // Includes
  "router-included-twice": (name: string) =>
    `${name} is included twice; a Router object belongs to one place in an App`,
  "router-in-a-circle": (name: string) => `${name} includes itself, directly or through others`,
  "router-missing": (name: string) => `class ${name} carries no @Router`,
  "app-included": () => "an App cannot be included: mount what its Build() returns, or include Routers",
  "not-includable": (written: string) =>
    `Include was given ${written}: it takes Routers, classes with @Router and their instances`,
  "controller-failed": (name: string, reason: string) => `no instance of ${name} could be had: ${reason}`,
  "controller-promised": (name: string) =>
    `${name} came as a promise, which Build does not wait for: await it, and include the instance`,
} as const satisfies Record<string, (...args: string[]) => string>;

/** The stable name of a Build problem. */
export type ProblemCode = keyof typeof problemTexts;

/** Makes a problem: `problem("parameter-repeated", "GET /a/{id}/{id}", "id")`. */
export function problem<Code extends ProblemCode>(
  code: Code,
  where: string,
  ...details: Parameters<(typeof problemTexts)[Code]>
): Problem {
  const text: (...args: string[]) => string = problemTexts[code];
  return { code, where: oneLine(where), text: oneLine(text(...details)) };
}

// BuildError's message has one problem a line, whatever text a name or a path holds.
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, " ");
}
