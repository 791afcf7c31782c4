import type { Warning } from "../model/problem";
import type { Surface } from "../model/route";
import { quote } from "../model/value";

/** The text of every warning of Build, by code. A test compares the codes with docs/problems.md. */
export const warningTexts = {
  "version-undeclared": (method: string, path: string) =>
    `${method} ${path} declares no version and no default version applies; ` +
    "it will answer no request while versioning is enabled",
  "version-with-prefix": (version: string, prefix: string, segment: string) =>
    `AppOptions.Versioning: version ${quote(version)} begins with the prefix ${quote(prefix)}, which VersioningURI adds again, ` +
    `so the version is served at /${segment}: remove the prefix from the version, or set Prefix to ""`,
  "path-with-version": (where: string, segment: string, version: string, path: string) =>
    `${where}: the path begins with ${quote(segment)}, but VersioningURI adds this segment to each path, ` +
    `so version ${quote(version)} is served at /${segment}${path}: remove the segment from the path`,
  "assumed-version-without-routes": (version: string, versions: string) =>
    `AppOptions.Versioning: AssumeVersion names version ${quote(version)}, which no route answers: ` +
    `routes answer ${versions}; correct the version, or add a route`,
  "route-behind-assumed": (where: string, version: string) =>
    `${where}: no request reaches it, because another route answers version ${quote(version)}, ` +
    "which AssumeVersion gives to every request without a version: remove this route, or AssumeVersion",
  "route-missing": () => "App: the App has no routes: register routes, or include a controller or Router",
  "controller-without-routes": (name: string) =>
    `${name}: the controller has no routes: add @Get() or another verb decorator to its methods`,
  "method-undocumented": (where: string, method: string) =>
    `${where}: the route stands in no document, because OpenAPI 3.1 cannot describe ${method} operations: ` +
    'set AppOptions.OpenAPI to { openapi: "3.2.0" }, or hide the route with Hidden()',
  "method-unsupported": (where: string, method: string, node: string) =>
    `${where}: ${method} is no method of this Node, ${node}, which answers such requests with 400 before any route runs: ` +
    "use a newer version of Node.js",
  "parameter-foreign": (where: string, segment: string, parameter: string) =>
    `${where}: segment ${quote(segment)} is literal text; a parameter is written ${parameter}`,
  "path-with-query": (where: string, segment: string) =>
    `${where}: segment ${quote(segment)} is literal text, but the path of a request ends at "?" or "#": ` +
    "declare query parameters with WithQuery",
  "constructor-arguments": (name: string, count: string) =>
    `${name}: the constructor asks for arguments (${count}), but Build calls it without any: ` +
    "set AppOptions.Container, or include an instance",
  "response-for-status-missing": (where: string, status: string, declared: string) =>
    `${where}: the route declares no response for its status, ${status}, but others, for ${declared}: ` +
    "set the status with Status(...), or add a WithResponse",
  "schema-undescribed": (where: string, option: string, reason: string, effect: string) =>
    `${where}: the schema of ${option} cannot be converted to JSON Schema (${reason}), so the document shows {}${effect}: use a schema that can be converted`,
  "member-undescribed": (where: string, option: string, reason: string) =>
    `${where}: a member of the schema of ${option} cannot be converted to JSON Schema (${reason}), so ` +
    "responses for older versions contain undeclared properties of this member too: use a type that JSON Schema has",
  "schema-unchecked": (where: string, option: string, word: string) =>
    `${where}: ${word} of ${option} is not checked, because ajv does not know it: ` +
    `add ${word} to the Ajv that AppOptions.Ajv returns`,
  "keyword-unknown": (where: string, option: string, word: string) =>
    `${where}: keyword ${quote(word)} of ${option} has no effect, because JSON Schema, OpenAPI and ajv do not know this keyword: ` +
    'correct the spelling, begin the keyword with "x-", or add it to the Ajv that AppOptions.Ajv returns',
  "alternatives-alike": (where: string, place: string, option: string) =>
    `${where}: the union at ${place} in the schema of ${option} contains itself, but nothing tells its alternatives apart, ` +
    "so a deeply nested value may be refused with 400: add a required property whose constant differs in each alternative",
  "part-checked-twice": (where: string, place: string, option: string) =>
    `${where}: the schema at ${place} in the schema of ${option} contains itself, but another schema checks the same part of a value, ` +
    "so the work doubles with each level, and a deeply nested value may be refused with 400: check the part in one place only",
  "error-body-missing": (misfits: string) =>
    `AppOptions: Errors.Body is not set, and the default error body does not match Errors.Schema (${misfits}): ` +
    "set Errors.Body to a function whose result matches Errors.Schema",
  "change-without-route": (where: string, description: string, version: string) =>
    `${where}: the change ${quote(description)} stands in no changelog: ` +
    `no route with this change is served both before version ${quote(version)} and in ${quote(version)} or later, ` +
    `and none with this WithChanges begins in version ${quote(version)} or ends with the version before; correct the version of the change, or remove the change`,
  "context-unneeded": (where: string, name: string) =>
    `${where}: the context ${quote(name)} is needed by no link: no history of the routes with this WithContext has the context in Needs; remove this WithContext, or add the context to Needs`,
  "carrying-untaken": (where: string, option: string) =>
    `${where}: the history in ${option} calls Carrying, but no Before(...) follows, so the carried value is taken by no Down: ` +
    "remove Carrying, and return values without Carry",
  "change-unused": (description: string, version: string) =>
    `App: the change ${quote(description)} of version ${quote(version)} stands nowhere: ` +
    "no history, Before(...) or WithChanges(...) uses the change; use the change there, or remove the change",
  "parent-options-not-inherited": (where: string, options: string, parent: string, subclass: string) =>
    `${where}: ${subclass} extends ${parent}, but the ${options} of ${parent} do not hold for the routes that it adds: ` +
    `repeat ${options} on ${subclass} or on the route, or write WithSecurity() if the route is public`,
  "sunset-passed": (what: string, date: string) =>
    `${what} has passed its sunset, ${date}, but is still served: set AfterSunset, or remove the version from its routes`,
  "sunset-passed-gone": (what: string, date: string) =>
    `${what} has passed its sunset, ${date}, so its requests are answered with 410`,
  "sunset-passed-succeeded": (what: string, date: string) =>
    `${what} has passed its sunset, ${date}, so its successor answers requests for this version`,
} as const satisfies Record<string, (...args: string[]) => string>;

/** The code of a warning. Users search for codes, so never rename one. */
export type WarningCode = keyof typeof warningTexts;

export function warning<Code extends WarningCode>(
  code: Code,
  route: Surface | undefined,
  ...details: Parameters<(typeof warningTexts)[Code]>
): Warning {
  const text: (...args: string[]) => string = warningTexts[code];
  return { code, message: text(...details), ...(route ? { route } : {}) };
}
