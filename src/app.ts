import type { RequestHandler } from "express";
import { check } from "./check/check";
import { warningsOf } from "./check/warnings";
import { compileChecks, compileInput } from "./compile/inputs";
import { reachedBy } from "./compile/reach";
import { compileReading, sourcesOf } from "./compile/readers";
import { compileRoutes, compileVersionedPaths, type Routes } from "./compile/routes";
import { compileSuccessors } from "./compile/successors";
import { settingsOf, type RouterOption } from "./declare/option";
import { readTree } from "./declare/read";
import { openRecorder, record, knownRecorder, seal } from "./declare/recorder";
import { explain } from "./dispatch/explain";
import { answerUnmatched, failureWith } from "./dispatch/failures";
import { lifecycleStep } from "./dispatch/lifecycle";
import {
  createMiddleware,
  endpointOf,
  passUnmatched,
  type Endpoint,
  type Plan,
  type Unmatched,
} from "./dispatch/middleware";
import { reportStep, resolvedStep } from "./dispatch/report";
import { documentOf } from "./document/document";
import type { RouterDeclaration } from "./model/declaration";
import { sourceInWords, type VersionSource } from "./model/extractor";
import type { Middleware } from "./model/handler";
import { dateOf } from "./model/lifecycle";
import type { OpenAPIDocument } from "./model/openapi";
import type { AppOptions } from "./model/options";
import { BuildError } from "./model/problem";
import type { Registration, ResolvedRoute, Route } from "./model/route";
import { VersioningURI, type Version } from "./model/version";
import type { Versioning } from "./model/versioning";
import { inspect, routeIDs } from "./resolve/inspect";
import { operationsOf } from "./resolve/operations";
import { servedVersions } from "./resolve/ranges";
import { registrationsOf } from "./resolve/registrations";
import { resolve } from "./resolve/resolve";
import { versioningOf } from "./resolve/versioning";
import { Router } from "./router";
import { schemasOf, type Schemas } from "./schema/schemas";

/**
 * What serves an App that has no host to pass errors to; `host`, where there is one, takes what it does not match.
 *
 * For `versioned-controllers/server`; builds if needed.
 */
export let standalonePlanOf: (app: App, host: Unmatched | undefined) => Plan;

/** Where requests of an App name their version; for `versioned-controllers/testing`; builds if needed. */
export let sourcesOfApp: (app: App) => readonly VersionSource[];

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
interface Built {
  readonly plan: Plan;
  /** Answers its 404. */
  readonly unmatched: Unmatched;
  readonly middleware: RequestHandler;
  readonly versions: () => readonly Version[];
  readonly document: (version?: Version) => OpenAPIDocument;
  /** Where requests name their version, in the order that they are asked. */
  readonly sources: readonly VersionSource[];
  readonly inspect: () => readonly Route[];
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
  const { plan, unmatched, endpoints } = planOf(settled);
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
      const { type } = versioning;
      const reached = reachedBy(version, endpoints, { match: plan.match, type });
      const [source] = sources;
      return documentOf({
        operations: operationsOf(reached, type),
        schemas,
        options,
        sent: source && { version, source },
      });
    },
    sources,
    inspect: () => recordsOf(routes),
  };
}

/** What a Build has settled, once it is found to be right. */
interface Settled {
  readonly options: AppOptions;
  readonly use: readonly Middleware[];
  readonly versioning: Versioning;
  readonly versions: readonly Version[];
  readonly registrations: readonly Registration[];
  readonly schemas: Schemas;
  readonly recordOf: (route: ResolvedRoute) => Route;
}

/** What serves each registration. */
type Endpoints = ReadonlyMap<Registration, Endpoint>;

/** Compiles all that requests need. */
function planOf(settled: Settled): Pick<Built, "plan" | "unmatched"> & { readonly endpoints: Endpoints } {
  const { options, use, versioning, versions, registrations } = settled;
  const { type, prefix, assume, explains, reports, lifecycles } = versioning;
  const make = endpointMaker(settled);
  const endpoints: Endpoints = new Map(
    registrations.map((registration) => [registration, make(registration)]),
  );
  const endpoint = (registration: Registration): Endpoint =>
    endpoints.get(registration) ?? make(registration);
  const routes =
    type === VersioningURI && (explains || assume)
      ? compileVersionedPaths(registrations, endpoint, prefix)
      : compileRoutes(registrations, endpoint);
  const reading = compileReading(versioning, routes.isVersioned);
  const deprecated = (version: Version): Date | undefined => dateOf(lifecycles.get(version)?.Deprecated);
  const unmatched = unmatchedAnswer(versioning, routes);
  const plan: Plan = {
    use,
    reading,
    varyBy: reading?.varyBy,
    match: routes.match,
    fail: failureWith(options),
    unmatched: options.PassUnmatched ? passUnmatched : unmatched,
    trustsRequestID: options.TrustRequestID ?? false,
    first: reports ? [reportStep({ served: versions, deprecated, now: clockOf(options) })] : [],
    onMatch: options.OnMatch,
  };
  return { plan, unmatched, endpoints };
}

function unknownVersion(version: Version, versions: readonly Version[]): RangeError {
  const known = versions.map((one) => JSON.stringify(one)).join(", ") || "none";
  return new RangeError(`no route answers version ${JSON.stringify(version)}; the versions are: ${known}`);
}

function endpointMaker({
  options,
  versioning,
  registrations,
  schemas,
  recordOf,
}: Settled): (registration: Registration) => Endpoint {
  const moveOf = compileSuccessors(registrations, versioning);
  return (registration) => {
    const { route, version, life } = registration;
    return endpointOf(
      registration,
      once(() => recordOf(route)),
      {
        first: [
          ...(versioning.reports && version !== undefined ? [resolvedStep(version)] : []),
          ...(life ? [lifecycleStep(life, clockOf(options), moveOf(registration))] : []),
        ],
        input: compileInput(route, schemas),
        checks: options.CheckResponses ? compileChecks(route, schemas) : undefined,
      },
    );
  };
}

function clockOf({ Now = () => new Date() }: AppOptions): () => Date {
  return Now;
}

/** The uniform 404, which says what is known of versions where that is asked for. */
function unmatchedAnswer(versioning: Versioning, { servedAt }: Routes<Endpoint>): Unmatched {
  if (!versioning.explains) {
    return (exchange) => {
      answerUnmatched(exchange);
    };
  }
  const sources = sourcesOf(versioning).map(sourceInWords);
  const explaining = {
    source: sources.join(", ") || "custom",
    servedAt,
    prefix: versioning.type === VersioningURI ? versioning.prefix : undefined,
  };
  return (exchange, requested) => {
    answerUnmatched(exchange, explain(exchange, requested, explaining));
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
