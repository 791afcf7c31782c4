import { quote } from "../model/value";
import { type Texts, warningMaker } from "./texts";

/** The texts of the warnings that an App of any kind may have, by code. Each wing has a table of its own. */
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
  "parent-options-not-inherited": (where: string, options: string, parent: string, subclass: string) =>
    `${where}: ${subclass} extends ${parent}, but the ${options} of ${parent} do not hold for the routes that it adds: ` +
    `repeat ${options} on ${subclass} or on the route, or write WithSecurity() if the route is public`,
} as const satisfies Texts;

export const warning = warningMaker(warningTexts);
