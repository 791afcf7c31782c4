import type { RequestHandler } from "express";
import { check } from "./check/check";
import { warningsOf } from "./check/warnings";
import { reachedBy } from "./compile/reach";
import { sourcesOf } from "./compile/readers";
import { settingsOf, type RouterOption } from "./declare/option";
import { readTree } from "./declare/read";
import { knownRecorder, openRecorder, record, seal } from "./declare/recorder";
import { failureWith } from "./dispatch/failures";
import { createMiddleware, type Plan, type Unmatched } from "./dispatch/middleware";
import { documentOf } from "./document/document";
import type { RouterDeclaration } from "./model/declaration";
import type { VersionSource } from "./model/extractor";
import type { Middleware } from "./model/handler";
import { once } from "./model/once";
import type { OpenAPIDocument } from "./model/openapi";
import type { AppOptions } from "./model/options";
import { BuildError } from "./model/problem";
import type { ResolvedRoute, Route } from "./model/route";
import type { Version } from "./model/version";
import { clockOf, servingOf, type Serving } from "./plan";
import { inspect, routeIDs } from "./resolve/inspect";
import { operationsOf } from "./resolve/operations";
import { servedVersions } from "./resolve/ranges";
import { registrationsOf } from "./resolve/registrations";
import { resolve } from "./resolve/resolve";
import { versioningOf } from "./resolve/versioning";
import { Router } from "./router";
import type { HistoryUse } from "./model/history";
import { historyUsesOf } from "./schema/history-uses";
import { schemasOf } from "./schema/schemas";

/**
 * What serves an App that has no host to pass errors to; `host`, where there is one, takes what it does not match.
 *
 * For `versioned-controllers/server`; builds if needed.
 */
export let standalonePlanOf: (app: App, host: Unmatched | undefined) => Plan;

/** Where requests of an App name their version; for `versioned-controllers/testing`; builds if needed. */
export let sourcesOfApp: (app: App) => readonly VersionSource[];

/** The histories of an App's schemas; for `versioned-controllers/check`; builds if needed. */
export let historiesOfApp: (app: App) => readonly HistoryUse[];

/**
 * One API in all its versions: a Router whose `Build()` gives the Express middleware that serves it.
 *
 * ```
 * const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-API-Version" } });
 * app.Get("/cats", () => ["Tom"], WithVersion("1"));
 * express().use(app.Build()).listen(3000);
 * ```
 */
export class App extends Router {
  readonly #options: AppOptions;
  #built: Built | undefined;

  constructor(options?: AppOptions, ...root: RouterOption[]) {
    super();
    record(this, { where: "App", isApp: true, settings: settingsOf(root) });
    this.#options = options ?? {};
  }

  /** Runs Express middleware for every request, the unmatched ones too, before matching. */
  Use(...middleware: Middleware[]): this {
    openRecorder(this, "Use").use.push(...(middleware as readonly unknown[]));
    return this;
  }

  /**
   * The Express middleware: the same one on every call.
   *
   * @throws BuildError with everything that is wrong with what was declared; mend it, and build again.
   */
  Build(): RequestHandler {
    return this.#build().middleware;
  }

  /** Every version that some route answers, in the order of `Versions`, else as first declared; builds if needed. */
  Versions(): readonly Version[] {
    return this.#build().versions();
  }

  /**
   * A fresh OpenAPI 3.1 document: of all versions, or of what a request of one version reaches; builds if needed.
   *
   * @throws RangeError for a version that no route answers.
   */
  Document(version?: Version): OpenAPIDocument {
    return this.#build().document(version);
  }

  /** Every route of the tree, in registration order, as new frozen records; builds if needed. */
  Inspect(): readonly Route[] {
    return this.#build().inspect();
  }

  #build(): Built {
    return (this.#built ??= build(this, this.#options));
  }

  static {
    historiesOfApp = (app) => app.#build().histories();
    sourcesOfApp = (app) => app.#build().sources;
    standalonePlanOf = (app, host) => {
      const { plan, unmatched } = app.#build();
      return {
        ...plan,
        unmatched: host ?? unmatched,
        fail: failureWith({ ...app.#options, PassErrors: false }),
      };
    };
  }
}

/** What a successful Build keeps. */
interface Built extends Pick<Serving, "plan" | "unmatched"> {
  readonly middleware: RequestHandler;
  readonly versions: () => readonly Version[];
  readonly document: (version?: Version) => OpenAPIDocument;
  /** Where requests name their version, in the order that they are asked. */
  readonly sources: readonly VersionSource[];
  readonly inspect: () => readonly Route[];
  readonly histories: () => readonly HistoryUse[];
}

/** The pipeline: declarations, what they mean, whether that can be built, and what serves it. */
function build(app: App, options: AppOptions): Built {
  const versioning = versioningOf(options.Versioning);
  const use = knownRecorder(app).use;
  const tree = readTree(app, options.Container);
  const resolution = resolve(tree, versioning);
  const { routes } = resolution;
  const versions = servedVersions(routes, versioning);
  const registrations = registrationsOf(routes, versioning);
  const schemas = schemasOf(routes);
  // Ids and records are half of a Build, and no request needs them.
  const operations = once(() => operationsOf(registrations, versioning.type));

  const problems = check({
    options,
    use,
    versioning,
    resolution,
    versions,
    registrations,
    operations,
    schemas,
  });
  if (problems.length > 0) throw new BuildError(problems);

  const idOf = once(() => routeIDs(operations(), versioning.type));
  const recordOf = (route: ResolvedRoute): Route => inspect(route, idOf()(route));
  const recordsOf = (routes: readonly ResolvedRoute[]): readonly Route[] =>
    Object.freeze(routes.map(recordOf));
  // Found to be middleware by `check`.
  const middleware = use as readonly Middleware[];
  const settled = { options, use: middleware, versioning, versions, registrations, schemas, recordOf };
  const { plan, unmatched } = servingOf(settled);
  const sources = sourcesOf(versioning);

  for (const router of routersIn(tree)) {
    seal(router, () => recordsOf(routes.filter((route) => route.router === router)));
  }
  const logger = options.Logger ?? console;
  const background = { versioning, schemas, registrations, now: clockOf(options)() };
  for (const { route, message } of warningsOf(resolution, background)) {
    logger.warn({ component: "Router", method: route.method, path: route.path }, message);
  }
  return {
    plan,
    unmatched,
    middleware: createMiddleware(plan),
    versions: () => Object.freeze([...versions]),
    document: (version) => {
      if (version === undefined) return documentOf({ operations: operations(), schemas, options });
      if (!versions.includes(version)) throw unknownVersion(version, versions);
      const reached = reachedBy(version, registrations, { match: plan.match, versioning });
      const [source] = sources;
      return documentOf({
        operations: operationsOf(reached, versioning.type),
        schemas,
        options,
        sent: source && { version, source },
      });
    },
    sources,
    inspect: () => recordsOf(routes),
    histories: () => historyUsesOf(schemas.uses),
  };
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
