import type { RequestHandler } from "express";
import { doorOf, type AppDoor } from "./app-door";
import { check, type BuildContext } from "./check/check";
import { warningsOf } from "./check/warnings";
import { reachedBy, reachedUnnamed, unreachedIn } from "./compile/reach";
import { readTree } from "./declare/read";
import { knownRecorder, seal } from "./declare/recorder";
import { createMiddleware } from "./dispatch/middleware";
import { documentOf, type DocumentParts } from "./document/document";
import { methodsByShape } from "./document/own-words";
import type { RouterDeclaration } from "./model/declaration";
import { errorSchemaIn } from "./model/error-format";
import { once } from "./model/once";
import type { ChangelogEntry } from "./model/app-changes";
import { isCallable } from "./model/setting";
import type { OpenAPIDocument } from "./model/openapi";
import type { AppOptions } from "./model/options";
import { BuildError } from "./model/problem";
import type { Registration, ResolvedRoute, Route } from "./model/route";
import type { Version } from "./model/version";
import { releasedIn, type Versioning } from "./model/versioning";
import { clockOf, servingOf, type Serving } from "./plan";
import { appChangesOf } from "./resolve/app-changes";
import { changelogOf } from "./resolve/changelog";
import { newestListed } from "./resolve/contracts";
import { documentVersions } from "./resolve/document-versions";
import { inspect, routeIDs } from "./resolve/inspect";
import { operationMakers, type OperationMakers } from "./resolve/operations";
import { servedVersions } from "./resolve/ranges";
import { registeredIn, registrar } from "./resolve/registrations";
import { livesInBy, livesOf } from "./resolve/lives";
import { resolve } from "./resolve/resolve";
import { spansOf } from "./resolve/spans";
import { successorsOf } from "./resolve/successors";
import { versioningOf } from "./resolve/versioning";
import { errorSchemasOf } from "./schema/error-schemas";
import { schemasOf } from "./schema/schemas";
import { sourcesIn } from "./sources/extraction";

/** The outcome of a successful Build. */
export interface BuiltApp {
  readonly middleware: RequestHandler;
  readonly versions: () => readonly Version[];
  readonly document: (version?: Version) => OpenAPIDocument;
  readonly door: AppDoor;
  readonly inspect: () => readonly Route[];
  readonly changelog: () => readonly ChangelogEntry[];
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
  const versions = servedVersions(resolution.routes, versioning);
  const spans = spansOf(resolution.routes, versions, versioning);
  const lifeOf = livesOf(versioning);
  const register = registrar(versioning, lifeOf);
  const makers = operationMakers(versioning, register);
  const context: BuildContext = {
    options,
    use: knownRecorder(app).use,
    versioning,
    resolution,
    versions,
    spans,
    register,
    lifeOf,
    livesIn: livesInBy(versioning, lifeOf),
    // Ids and records are half of a Build, and no request needs them.
    operations: once(() => makers.ofAll(spans)),
    successorOf: successorsOf(spans, versioning, register),
    schemas: schemasOf(resolution.routes, spans, {
      documents: {
        // A preview is never the newest.
        versions: [...versioning.previews, ...releasedIn(versions, versioning)],
        versionsOf: documentVersions(spans, versions, versioning),
        errors: errorSchemasOf(errorSchemaIn(options), newestListed(versioning)),
      },
      ajv: isCallable(options.Ajv) ? options.Ajv : undefined,
    }),
    changes: appChangesOf(resolution.routes, versioning, errorSchemaIn(options)),
  };
  const problems = check(context);
  if (problems.length > 0) throw new BuildError(problems);
  return assemble(tree, context, makers.ofVersion);
}

/** Joins the stages behind a Build that is found to be right. */
function assemble(
  tree: RouterDeclaration,
  context: BuildContext,
  operationsOf: OperationMakers["ofVersion"],
): BuiltApp {
  const { resolution, versions } = context;
  const recordOf = recorder(context);
  const recordsOf = (routes: readonly ResolvedRoute[]): readonly Route[] =>
    Object.freeze(routes.map(recordOf));
  const serving = servingOf(context, recordOf);
  const documented: DocumentContext = {
    ...context,
    serving,
    methods: once(() => methodsByShape(context.operations())),
    operationsOf,
  };
  for (const router of routersIn(tree)) {
    seal(router, () => recordsOf(resolution.routes.filter((route) => route.router === router)));
  }
  warn(context, serving);
  return {
    middleware: createMiddleware(serving.plan),
    versions: () => Object.freeze([...versions]),
    document: (version) => documentIn(version, documented),
    door: doorOf({
      ...context,
      routes: resolution.routes,
      serving,
      recordOf,
      documents: {
        documentOf: (version) => documentOfVersion(version, documented),
        assumes: (version) => mayAssume(version, context.versioning),
        assumedDocumentOf: (version) => assumedDocument(version, documented),
      },
    }),
    inspect: () => recordsOf(resolution.routes),
    changelog: () => changelogOf({ ...context, routes: resolution.routes, recordOf }),
  };
}

/** Makes the record of a route as users inspect it. */
function recorder({ operations, versioning }: BuildContext): (route: ResolvedRoute) => Route {
  const idOf = once(() => routeIDs(operations, versioning));
  return (route) => inspect(route, idOf()(route));
}

function warn(context: BuildContext, { plan }: Serving): void {
  const { options, spans, versioning } = context;
  const { Logger = console } = options;
  const unreached = unreachedIn(spans, { match: plan.match, versioning });
  for (const { route, message } of warningsOf(context, { unreached, now: clockOf(options)() })) {
    const where = route ? { method: route.method, path: route.path } : {};
    Logger.warn({ component: "Router", ...where }, message);
  }
}

/** The parts of a Build that its documents are made of. */
interface DocumentContext extends BuildContext {
  readonly serving: Serving;
  /** Made once: they are those of all versions. */
  readonly methods: DocumentParts["methods"];
  readonly operationsOf: OperationMakers["ofVersion"];
}

/** The document of all versions, or of one. */
function documentIn(version: Version | undefined, context: DocumentContext): OpenAPIDocument {
  if (version === undefined) {
    return documentOf({ ...documentParts(context), operations: context.operations() });
  }
  if (!context.versions.includes(version)) throw unknownVersion(version, context.versions);
  return documentOfVersion(version, context);
}

/** Of a version that no route answers any more, the document of what is left of it: its neutral routes. */
function documentOfVersion(version: Version, context: DocumentContext): OpenAPIDocument {
  const { versioning, spans, serving, register } = context;
  const reached = reachedBy(version, spans, { match: serving.plan.match, versioning });
  const [source] = versioning.sources;
  const sent = source && { version, source, isAssumed: mayAssume(version, versioning), isWithNeutral: true };
  return documentOf({
    ...documentParts(context),
    operations: context.operationsOf(registeredIn(version, reached, register)),
    version: servedVersion(version, context),
    sent,
  });
}

/** The document of requests that name no version, where they are taken for one of this version if for any. */
function assumedDocument(told: Version, context: DocumentContext): OpenAPIDocument {
  const { versioning, spans, serving, register } = context;
  const { alwaysAssumed, assume, path } = versioning;
  const version = alwaysAssumed ?? told;
  const spansReached = reachedUnnamed(spans, { match: serving.plan.match, versioning }, told);
  const reached = registeredIn(version, spansReached, register);
  const plain = path ? reached.map(atPlainPath) : reached;
  const [source] = sourcesIn(assume);
  const sent = source && { version, source, isAssumed: false, isWithNeutral: false };
  return documentOf({
    ...documentParts(context),
    operations: context.operationsOf(plain),
    version: servedVersion(version, context),
    sent,
  });
}

function servedVersion(version: Version, { versions }: BuildContext): Version | undefined {
  return versions.includes(version) ? version : undefined;
}

/** A registration as it is reached under VersioningURI without the segment of its version. */
function atPlainPath(registration: Registration): Registration {
  return { ...registration, segments: registration.form.segments };
}

function documentParts(context: DocumentContext): Omit<DocumentParts, "operations" | "version" | "sent"> {
  const { versioning, methods, schemas, changes, options, successorOf } = context;
  return { methods, schemas, changes, options, versioning, successorOf, now: clockOf(options)() };
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
