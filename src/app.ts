import type { RequestHandler } from "express";
import { check } from "./check/check";
import { compileChecks, compileInput } from "./compile/inputs";
import { compileReading } from "./compile/readers";
import { compileRoutes } from "./compile/routes";
import { settingsOf, type RouterOption } from "./declare/option";
import { readTree } from "./declare/read";
import { openRecorder, record, knownRecorder, seal } from "./declare/recorder";
import { passOn, type Serve } from "./dispatch/exchange";
import { answerUnmatched, failureWith } from "./dispatch/failures";
import { createMiddleware, endpointOf, type Contract, type Plan } from "./dispatch/middleware";
import { documentOf } from "./document/document";
import type { RouterDeclaration } from "./model/declaration";
import type { Middleware } from "./model/handler";
import type { OpenAPIDocument } from "./model/openapi";
import type { AppOptions, Logger } from "./model/options";
import { BuildError } from "./model/problem";
import type { ResolvedRoute, Route } from "./model/route";
import { VersioningNone } from "./model/version";
import type { Versioning } from "./model/versioning";
import { inspect, routeIDs } from "./resolve/inspect";
import { operationsOf } from "./resolve/operations";
import { registrationsOf } from "./resolve/registrations";
import { resolve } from "./resolve/resolve";
import { versioningOf } from "./resolve/versioning";
import { Router } from "./router";
import { schemasOf, type Schemas } from "./schema/schemas";
import { optionOf } from "./schema/uses";

/**
 * What serves an App that has no host to pass errors to; `unmatched` takes what it does not match.
 *
 * For `versioned-controllers/server`; builds if needed.
 */
export let standalonePlanOf: (app: App, unmatched: Serve) => Plan;

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

  /** A fresh OpenAPI 3.1 document; builds if needed. */
  Document(): OpenAPIDocument {
    return this.#build().document();
  }

  /** Every route of the tree, in registration order, as new frozen records; builds if needed. */
  Inspect(): readonly Route[] {
    return this.#build().inspect();
  }

  #build(): Built {
    return (this.#built ??= build(this, this.#options));
  }

  static {
    standalonePlanOf = (app, unmatched) => ({
      ...app.#build().plan,
      unmatched,
      fail: failureWith({ ...app.#options, PassErrors: false }),
    });
  }
}

/** What a successful Build keeps. */
interface Built {
  readonly plan: Plan;
  readonly middleware: RequestHandler;
  readonly document: () => OpenAPIDocument;
  readonly inspect: () => readonly Route[];
}

/** The pipeline: declarations, what they mean, whether that can be built, and what serves it. */
function build(app: App, options: AppOptions): Built {
  const versioning = versioningOf(options.Versioning);
  const use = knownRecorder(app).use;
  const tree = readTree(app, options.Container);
  const resolution = resolve(tree, versioning);
  const registrations = registrationsOf(resolution.routes, versioning);
  const schemas = schemasOf(resolution.routes);
  const operations = once(() => operationsOf(registrations, versioning.type));

  const problems = check({ options, use, versioning, resolution, registrations, operations, schemas });
  if (problems.length > 0) throw new BuildError(problems);

  const idOf = once(() => routeIDs(operations(), versioning.type));
  const recordOf = (route: ResolvedRoute): Route => inspect(route, idOf()(route));
  const recordsOf = (routes: readonly ResolvedRoute[]): readonly Route[] =>
    Object.freeze(routes.map(recordOf));
  const contractOf = (route: ResolvedRoute): Contract => ({
    input: compileInput(route, schemas),
    checks: options.CheckResponses ? compileChecks(route, schemas) : undefined,
  });
  const reading = compileReading(versioning);
  const plan: Plan = {
    // Found to be middleware by `check`.
    use: use as readonly Middleware[],
    reading,
    varyBy: reading?.varyBy,
    match: compileRoutes(registrations, (registration) =>
      endpointOf(
        registration,
        once(() => recordOf(registration.route)),
        contractOf(registration.route),
      ),
    ),
    fail: failureWith(options),
    unmatched: options.PassUnmatched ? passOn : answerUnmatched,
    trustsRequestID: options.TrustRequestID ?? false,
  };

  for (const router of routersIn(tree)) {
    seal(router, () => recordsOf(resolution.routes.filter((route) => route.router === router)));
  }
  const logger = options.Logger ?? console;
  warnOfUnserved(resolution.routes, versioning, logger);
  warnOfUndescribed(schemas, logger);
  return {
    plan,
    middleware: createMiddleware(plan),
    document: () => documentOf(operations(), schemas, options),
    inspect: () => recordsOf(resolution.routes),
  };
}

/** What is made when it is asked for, and kept: ids and records are half of a Build, and no request needs them. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function routersIn(tree: RouterDeclaration): readonly object[] {
  const inner = tree.children.flatMap((child) =>
    child.kind === "inclusion" && child.what.kind === "router" ? routersIn(child.what) : [],
  );
  return [tree.router, ...inner];
}

function warnOfUnserved(routes: readonly ResolvedRoute[], { type }: Versioning, logger: Logger): void {
  if (type === VersioningNone) return;
  for (const { method, path } of routes.filter(({ versions }) => versions.length === 0)) {
    logger.warn(
      { component: "Router", method, path },
      `${method} ${path} declares no version and no default version applies; ` +
        "it will answer no request while versioning is enabled",
    );
  }
}

/** A schema that no JSON Schema can be had of validates all the same; in the document it is `{}`. */
function warnOfUndescribed({ uses, describe }: Schemas, logger: Logger): void {
  for (const use of uses) {
    const description = describe(use.schema, use.side);
    if (!("failure" in description)) continue;
    const { where, method, path } = use.route;
    logger.warn(
      { component: "Router", method, path },
      `${where}: the schema of ${optionOf(use)} can't be described: ${description.failure}; it stands as {} in the document`,
    );
  }
}
