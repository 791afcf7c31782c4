import type { RequestHandler } from "express";
import { optionNames, optionsRule } from "../check/app-option-rules";
import { checkCollisions, checkRoutes, isSound } from "../check/route-rules";
import { checkInclusions } from "../check/inclusions";
import { checkOfOptions, checkPlaces } from "../check/places";
import { checkRanges } from "../check/versions";
import { warningsOf } from "../check/warnings";
import { unreachedIn } from "../compile/reach";
import { readTree } from "../declare/read-tree";
import { knownRecorder, seal } from "../declare/recorder";
import { timeOf } from "../dispatch/clock";
import { createMiddleware } from "../dispatch/middleware";
import { writeLog } from "../errors/log";
import { servingWarnings } from "../errors/request-warnings";
import type { ChangelogEntry } from "../../schema/interface/app-changes";
import type { RouterDeclaration } from "../model/declaration";
import { once } from "../model/collections";
import type { Lifecycle } from "../model/lifecycle";
import type { OpenAPIDocument } from "../../schema/interface/openapi";
import type { AppOptions } from "../model/app-options";
import { isObject } from "../model/value";
import { BuildError, type Problem } from "../model/problem";
import type { FormRecord, HandledRoute, Registration, ResolvedRoute, Route, Surface } from "../model/route";
import type { Version } from "../model/version";
import { inspect, routeIDs } from "../../document/route-records";
import type { AppRule } from "../wings/wing";
import { buildContextOf, livingContext, type BuildContext } from "./build-context";
import { documentsOf, type Documents } from "../../document/app-documents";
import { checkOpenAPI, checkOperationIDs, undocumented } from "../../document/document-rules";
import { internalsOf, type LocalInternals } from "./internals";
import { checkLifecycles, checkLives, checkRetired } from "../../life/lifecycles";
import { presentOf, optionsAtBuild } from "../../life/lives-at-run-time";
import { sunsetWarnings } from "../../life/sunset-warnings";
import { checkUnknown } from "../../life/unserved-versions";
import { upgradeRoutes } from "../../life/upgrade-routes";
import { datedServing, planOf, type DatedServing } from "./serving-plan";

export interface BuiltApp {
  readonly middleware: RequestHandler;
  readonly versions: () => readonly Version[];
  readonly document: (version?: Version) => OpenAPIDocument;
  readonly lifecycles: () => ReadonlyMap<Version, Lifecycle>;
  /** This object is replaced when `Versioning.Lifecycle()` returns other dates, so do not keep it. */
  readonly internals: LocalInternals;
  readonly inspect: () => readonly Route[];
  readonly changelog: () => readonly ChangelogEntry[];
}

/** Builds an App from its declarations. Throws a BuildError with every problem. */
export function build(app: object, written: AppOptions): BuiltApp {
  const options = withOwnMembers(written);
  const tree = readTree(app, options.Container);
  const atBuild = optionsAtBuild(options);
  const context = buildContextOf(tree, knownRecorder(app, "Build").use, atBuild.options);
  const problems = [...atBuild.problems, ...check(context)];
  if (problems.length > 0) throw new BuildError(problems);
  return assemble(tree, context, options);
}

/** Turns inherited members of the options, such as the getters of a class, into own members, which a spread copies. */
function withOwnMembers(written: AppOptions): AppOptions {
  const options = ownMembers(written, optionNames.app);
  const { Errors, Versioning } = options;
  const errors = Errors && ownMembers(Errors, optionNames.errors);
  const versioning = Versioning && ownMembers(Versioning, optionNames.versioning);
  if (errors === Errors && versioning === Versioning) return options;
  return { ...options, ...(errors && { Errors: errors }), ...(versioning && { Versioning: versioning }) };
}

function ownMembers<Options extends object>(options: Options, names: readonly string[]): Options {
  if (!isObject(options)) return options;
  const isSpread = (name: string): boolean => Object.prototype.propertyIsEnumerable.call(options, name);
  const others = names.filter((name) => name in options && !isSpread(name));
  if (others.length === 0) return options;
  return { ...options, ...Object.fromEntries(others.map((name) => [name, Reflect.get(options, name)])) };
}

/** The parts of an App that depend on the dates in the lifecycles of versions, which may change while the App runs. */
interface LivingParts {
  readonly serving: DatedServing;
  readonly documents: Documents;
  readonly internals: () => LocalInternals;
  readonly lifecycles: ReadonlyMap<Version, Lifecycle>;
}

function assemble(tree: RouterDeclaration, context: BuildContext, written: AppOptions): BuiltApp {
  const { resolution, versions } = context;
  const recordOf = recordMaker(context);
  const recordsOf = (routes: readonly ResolvedRoute[]): readonly Route[] =>
    Object.freeze(routes.map(recordOf));
  const warnings = servingWarnings(context.options);
  const routesOfUpgrades = upgradeRoutes();
  const present = presentOf(written, livingContext(context), (living): LivingParts => {
    // The documents need the plan of serving first. Requests need the ids of documents only later.
    const formRecordOf = (registration: Registration): FormRecord => documents.formRecordOf(registration);
    const serving = datedServing(living, { recordOf, formRecordOf, warnings });
    const documents = documentsOf(living, serving);
    const internals = once(() =>
      internalsOf({ ...living, serving, plan, dated, recordOf, documents, upgradeRoutes: routesOfUpgrades }),
    );
    return { serving, documents, internals, lifecycles: living.versioning.lifecycles };
  });
  const dated = (): DatedServing => present().serving;
  const plan = planOf(context, warnings, dated);
  for (const router of routersIn(tree)) {
    seal(router, () => recordsOf(resolution.routes.filter((route) => route.router === router)));
  }
  warn(context, dated());
  return {
    middleware: createMiddleware(plan),
    versions: () => Object.freeze([...versions]),
    document: (version) => present().documents.document(version),
    lifecycles: () => present().lifecycles,
    get internals() {
      return present().internals();
    },
    inspect: () => recordsOf(resolution.routes),
    changelog: () => context.changes.log(recordOf),
  };
}

function recordMaker({ operations, versioning }: BuildContext): (route: Surface) => HandledRoute {
  const idOf = once(() => routeIDs(operations, versioning));
  return (route) => inspect(route, idOf()(route));
}

function warn(context: BuildContext, { routes }: DatedServing): void {
  const { options, spans, versioning } = context;
  const { Logger = console } = options;
  const unreached = unreachedIn(spans, { match: routes.match, versioning });
  const warnings = [
    ...warningsOf(context, unreached),
    ...undocumented(context),
    ...context.wings.warnings.flatMap((warningsOfWing) => warningsOfWing(context)),
    ...sunsetWarnings(context, timeOf(options)),
  ];
  for (const { route, message } of warnings) {
    writeLog(Logger, "warn", message, route && { method: route.method, path: route.path });
  }
}

function routersIn(tree: RouterDeclaration): readonly object[] {
  const inner = tree.children.flatMap((child) =>
    child.kind === "inclusion" && child.what.kind === "router" ? routersIn(child.what) : [],
  );
  return [tree.router, ...inner];
}

const rules: readonly AppRule[] = [
  optionsRule(checkOpenAPI, [checkRetired, checkUnknown]),
  checkInclusions,
  checkPlaces,
  checkOfOptions,
  checkRoutes,
];

const lastRules: readonly AppRule[] = [checkRanges, checkLifecycles, checkLives];

/** Lists the problems of an App. */
function check(built: BuildContext): readonly Problem[] {
  const problems = [...rules, ...built.wings.rules, ...lastRules].flatMap((rule) => rule(built));
  const certain = problems.length === 0 ? built.spans : built.spans.filter(isSound);
  problems.push(...checkCollisions(certain, built.register), ...checkOperationIDs(built));
  // The Map removes repeated problems: a class that is included twice has each problem twice.
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
