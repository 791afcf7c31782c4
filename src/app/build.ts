import type { RequestHandler } from "express";
import { check } from "../check/rules";
import { warningsOf } from "../check/warnings";
import { unreachedIn } from "../compile/reach";
import { readTree } from "../declare/read-tree";
import { knownRecorder, seal } from "../declare/recorder";
import { timeOf } from "../dispatch/clock";
import { writeLog } from "../errors/log";
import { createMiddleware } from "../dispatch/middleware";
import type { ChangelogEntry } from "../model/app-changes";
import type { RouterDeclaration } from "../model/declaration";
import { once } from "../model/collections";
import type { OpenAPIDocument } from "../model/openapi";
import type { AppOptions } from "../model/app-options";
import { BuildError } from "../model/problem";
import type { ResolvedRoute, Route, Surface } from "../model/route";
import type { Version } from "../model/version";
import { changelogOf } from "../resolve/changelog";
import { inspect, routeIDs } from "../resolve/inspect";
import { buildContextOf, type BuildContext } from "./build-context";
import { documentsOf } from "./documents";
import { internalsOf, type LocalInternals } from "./internals";
import { servingOf, type Serving } from "./serving-plan";

/** The result of a successful Build. */
export interface BuiltApp {
  readonly middleware: RequestHandler;
  readonly versions: () => readonly Version[];
  readonly document: (version?: Version) => OpenAPIDocument;
  readonly internals: LocalInternals;
  readonly inspect: () => readonly Route[];
  readonly changelog: () => readonly ChangelogEntry[];
}

/**
 * The pipeline: declarations, their meaning, its problems, the code that serves it.
 *
 * @throws BuildError with every problem.
 */
export function build(app: object, options: AppOptions): BuiltApp {
  const tree = readTree(app, options.Container);
  const context = buildContextOf(tree, knownRecorder(app).use, options);
  const problems = check(context);
  if (problems.length > 0) throw new BuildError(problems);
  return assemble(tree, context);
}

/** Runs the stages after a Build without problems. */
function assemble(tree: RouterDeclaration, context: BuildContext): BuiltApp {
  const { resolution, versions } = context;
  const recordOf = recorder(context);
  const recordsOf = (routes: readonly ResolvedRoute[]): readonly Route[] =>
    Object.freeze(routes.map(recordOf));
  const serving = servingOf(context, recordOf);
  const documents = documentsOf({ ...context, serving });
  for (const router of routersIn(tree)) {
    seal(router, () => recordsOf(resolution.routes.filter((route) => route.router === router)));
  }
  warn(context, serving);
  return {
    middleware: createMiddleware(serving.plan),
    versions: () => Object.freeze([...versions]),
    document: documents.document,
    internals: internalsOf({ ...context, routes: resolution.routes, serving, recordOf, documents }),
    inspect: () => recordsOf(resolution.routes),
    changelog: () =>
      changelogOf({ ...context, routes: [...resolution.routes, ...context.webhooks], recordOf }),
  };
}

/** Creates the record of a route for `Inspect`. */
function recorder({ operations, versioning }: BuildContext): (route: Surface) => Route {
  const idOf = once(() => routeIDs(operations, versioning));
  return (route) => inspect(route, idOf()(route));
}

function warn(context: BuildContext, { plan }: Serving): void {
  const { options, spans, versioning } = context;
  const { Logger = console } = options;
  const unreached = unreachedIn(spans, { match: plan.match, versioning });
  for (const { route, message } of warningsOf(context, { unreached, now: timeOf(options) })) {
    const where = route ? { method: route.method, path: route.path } : {};
    writeLog(Logger, { level: "warn", fields: { component: "Router", ...where }, message });
  }
}

function routersIn(tree: RouterDeclaration): readonly object[] {
  const inner = tree.children.flatMap((child) =>
    child.kind === "inclusion" && child.what.kind === "router" ? routersIn(child.what) : [],
  );
  return [tree.router, ...inner];
}
