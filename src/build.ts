import type { RequestHandler } from "express";
import { doorOf, type AppDoor } from "./app-door";
import { check, type BuildContext } from "./check/check";
import { warningsOf } from "./check/warnings";
import { reachedBy, unreachedIn } from "./compile/reach";
import { readTree } from "./declare/read";
import { knownRecorder, seal } from "./declare/recorder";
import { createMiddleware } from "./dispatch/middleware";
import { documentOf } from "./document/document";
import type { RouterDeclaration } from "./model/declaration";
import { errorSchemaIn } from "./model/error-format";
import { once } from "./model/once";
import { isCallable } from "./model/setting";
import type { OpenAPIDocument } from "./model/openapi";
import type { AppOptions } from "./model/options";
import { BuildError } from "./model/problem";
import type { ResolvedRoute, Route } from "./model/route";
import type { Version } from "./model/version";
import type { Versioning } from "./model/versioning";
import { clockOf, servingOf, type Serving } from "./plan";
import { documentVersions } from "./resolve/document-versions";
import { inspect, routeIDs } from "./resolve/inspect";
import { idsOfOneVersion, operationsOf } from "./resolve/operations";
import { servedVersions } from "./resolve/ranges";
import { registrationsOf } from "./resolve/registrations";
import { resolve } from "./resolve/resolve";
import { versioningOf } from "./resolve/versioning";
import { schemasOf } from "./schema/schemas";

/** The outcome of a successful Build. */
export interface BuiltApp {
  readonly middleware: RequestHandler;
  readonly versions: () => readonly Version[];
  readonly document: (version?: Version) => OpenAPIDocument;
  readonly door: AppDoor;
  readonly inspect: () => readonly Route[];
}

/**
 * The pipeline: declarations, their meaning, the problems of it, the code that serves it.
 *
 * @throws BuildError with every problem.
 */
export function build(app: object, options: AppOptions): BuiltApp {
  const versioning = versioningOf(options.Versioning);
  const tree = readTree(app, options.Container);
  const resolution = resolve(tree, versioning);
  const registrations = registrationsOf(resolution.routes, versioning);
  const versions = servedVersions(resolution.routes, versioning);
  const context: BuildContext = {
    options,
    use: knownRecorder(app).use,
    versioning,
    resolution,
    versions,
    registrations,
    // Ids and records are half of a Build, and no request needs them.
    operations: once(() => operationsOf(registrations)),
    schemas: schemasOf(resolution.routes, registrations, {
      documents: {
        versions,
        versionsOf: documentVersions(registrations, versions),
        errors: errorSchemaIn(options),
      },
      ajv: isCallable(options.Ajv) ? options.Ajv : undefined,
    }),
  };
  const problems = check(context);
  if (problems.length > 0) throw new BuildError(problems);
  return assemble(tree, context);
}

/** Joins the stages behind a Build that is found to be right. */
function assemble(tree: RouterDeclaration, context: BuildContext): BuiltApp {
  const { resolution, versions } = context;
  const recordOf = recorder(context);
  const recordsOf = (routes: readonly ResolvedRoute[]): readonly Route[] =>
    Object.freeze(routes.map(recordOf));
  const serving = servingOf(context, recordOf);
  for (const router of routersIn(tree)) {
    seal(router, () => recordsOf(resolution.routes.filter((route) => route.router === router)));
  }
  warn(context, serving);
  return {
    middleware: createMiddleware(serving.plan),
    versions: () => Object.freeze([...versions]),
    document: (version) => documentIn(version, context, serving),
    door: doorOf({
      ...context,
      routes: resolution.routes,
      serving,
      recordOf,
    }),
    inspect: () => recordsOf(resolution.routes),
  };
}

/** Makes the record of a route as users inspect it. */
function recorder({ operations, versioning }: BuildContext): (route: ResolvedRoute) => Route {
  const idOf = once(() => routeIDs(operations(), versioning));
  return (route) => inspect(route, idOf()(route));
}

function warn(context: BuildContext, { plan }: Serving): void {
  const { options, registrations, versioning } = context;
  const { Logger = console } = options;
  const unreached = unreachedIn(registrations, { match: plan.match, versioning });
  for (const { route, message } of warningsOf(context, { unreached, now: clockOf(options)() })) {
    const where = route ? { method: route.method, path: route.path } : {};
    Logger.warn({ component: "Router", ...where }, message);
  }
}

/** The document of all versions, or of one. */
function documentIn(version: Version | undefined, context: BuildContext, { plan }: Serving): OpenAPIDocument {
  const { versioning, versions, registrations, operations, schemas, options } = context;
  const all = operations();
  const parts = { all, schemas, options, versioning, now: clockOf(options)() };
  if (version === undefined) return documentOf({ ...parts, operations: all });
  if (!versions.includes(version)) throw unknownVersion(version, versions);
  const reached = reachedBy(version, registrations, { match: plan.match, versioning });
  const [source] = versioning.sources;
  const sent = source && { version, source, isAssumed: mayAssume(version, versioning) };
  return documentOf({ ...parts, operations: operationsOf(reached, idsOfOneVersion), version, sent });
}

/** Whether a request that names no version may be one of this version. */
function mayAssume(version: Version, { assume, alwaysAssumed }: Versioning): boolean {
  return assume !== undefined && (alwaysAssumed === undefined || alwaysAssumed === version);
}

function unknownVersion(version: Version, versions: readonly Version[]): RangeError {
  const known = versions.map((one) => JSON.stringify(one)).join(", ") || "none";
  return new RangeError(`no route answers version ${JSON.stringify(version)}; the versions are: ${known}`);
}

function routersIn(tree: RouterDeclaration): readonly object[] {
  const inner = tree.children.flatMap((child) =>
    child.kind === "inclusion" && child.what.kind === "router" ? routersIn(child.what) : [],
  );
  return [tree.router, ...inner];
}
