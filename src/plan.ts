import type { BuildContext } from "./check/check";
import { compileErrorDowns, unmatchedVersion } from "./compile/errors";
import { compileInput } from "./compile/inputs";
import { compileReading } from "./compile/readers";
import { compileResponses } from "./compile/responses";
import { compileRoutes, compileVersionedPaths, type Routes } from "./compile/routes";
import { compileSecurity } from "./compile/security";
import { goneFrom } from "./compile/gone";
import { compileSuccessors } from "./compile/successors";
import { explain } from "./dispatch/explain";
import { errorAnswers, type ErrorAnswers } from "./dispatch/failures";
import { lifecycleStep } from "./dispatch/lifecycle";
import { contentTypeStep } from "./dispatch/content-type";
import { Endpoint, type Making } from "./dispatch/endpoint";
import { errorVersionStep } from "./dispatch/error-version";
import { passUnmatched, type Plan, type Unmatched } from "./dispatch/middleware";
import { reportStep, resolvedStep } from "./dispatch/report";
import { invalidStatusOf } from "./model/error-format";
import type { Middleware } from "./model/handler";
import { dateOf } from "./model/lifecycle";
import { defaultTitle, type AppOptions } from "./model/options";
import type { Registration } from "./model/route";
import type { ErrorDowns } from "./model/serving";
import type { VersionSource } from "./model/source";
import type { Version } from "./model/version";
import type { Versioning } from "./model/versioning";
import { sourcesIn } from "./sources/extraction";

type ServingContext = Pick<
  BuildContext,
  "options" | "use" | "versioning" | "versions" | "registrations" | "schemas"
>;

/** The parts that serve an App. */
export interface Serving {
  readonly plan: Plan;
  /** Answers its 404. */
  readonly unmatched: Unmatched;
  readonly errorDowns: ErrorDowns | undefined;
}

/** Compiles all that requests need; code that they don't need is left out here, once. */
export function servingOf(context: ServingContext, recordOf: Making["recordOf"]): Serving {
  const { options, use, versioning, versions, registrations, schemas } = context;
  const { path, assume, explains, reports, lifecycles } = versioning;
  const downs = compileErrorDowns(schemas.errors.declared, versioning);
  const making = { recordOf, contractOf: contractsOf(context, downs) };
  const endpoint = (registration: Registration): Endpoint => new Endpoint(registration, making);
  const routes =
    path && (explains || assume)
      ? compileVersionedPaths(registrations, endpoint, path)
      : compileRoutes(registrations, endpoint);
  const reader = compileReading(versioning, routes.isVersioned);
  const deprecated = (version: Version): Date | undefined => dateOf(lifecycles.get(version)?.Deprecated);
  const { fail, answerUnmatched } = errorAnswers(options, downs);
  const unmatched = unmatchedAnswer(answerUnmatched, { versioning, versions, routes });
  const plan: Plan = {
    // Found to be middleware by `check`.
    use: use as readonly Middleware[],
    reader,
    varyBy: reader?.varyBy,
    match: routes.match,
    fail,
    unmatched: options.PassUnmatched ? passUnmatched : unmatched,
    unmatchedVersion: downs && ((url, requested) => unmatchedVersion(url, requested, versioning)),
    trustsRequestID: options.TrustRequestID ?? false,
    first: reports
      ? [reportStep({ served: versions, deprecated, gone: goneFrom(registrations), now: clockOf(options) })]
      : [],
    onMatch: options.OnMatch,
  };
  return { plan, unmatched, errorDowns: downs };
}

function contractsOf(
  { options, versioning, registrations, schemas }: ServingContext,
  downs: ErrorDowns | undefined,
): Making["contractOf"] {
  const moveOf = compileSuccessors(registrations, versioning);
  // As documents show it: by where the version is asked for first.
  const [source] = versioning.sources;
  return (registration) => {
    const { contract, version, life } = registration;
    const parameter = version === undefined ? undefined : source?.contentTypeParameter?.(version);
    return {
      first: [
        ...(version !== undefined && downs?.(version) !== downs?.(undefined)
          ? [errorVersionStep(version)]
          : []),
        ...(parameter ? [contentTypeStep(parameter)] : []),
        ...(versioning.reports && version !== undefined ? [resolvedStep(version)] : []),
        ...(life ? [lifecycleStep(life, clockOf(options), moveOf(registration))] : []),
      ],
      security: compileSecurity(contract, options.Title ?? defaultTitle),
      input: compileInput(contract, schemas, invalidStatusOf(options.Errors)),
      responses: compileResponses(registration, schemas, options.CheckResponses ?? false),
    };
  };
}

/** The clock of lifecycles. */
export function clockOf({ Now = () => new Date() }: AppOptions): () => Date {
  return Now;
}

/** The parts of an App that a 404 may tell of. */
interface ExplainedContext {
  readonly versioning: Versioning;
  readonly versions: readonly Version[];
  readonly routes: Routes<Endpoint>;
}

/** The uniform 404, which says what is known of versions where that is asked for. */
function unmatchedAnswer(
  answerUnmatched: ErrorAnswers["answerUnmatched"],
  { versioning, versions, routes: { servedAt } }: ExplainedContext,
): Unmatched {
  if (!versioning.explains) {
    return (exchange) => {
      answerUnmatched(exchange);
    };
  }
  const explaining = {
    named: inWords(versioning.sources) || "custom",
    assumed: inWords(sourcesIn(versioning.assume)) || "AssumeVersion",
    versions,
    servedAt,
    inPath: versioning.path,
  };
  return (exchange, requested) => {
    answerUnmatched(exchange, explain(exchange, requested, explaining));
  };
}

function inWords(sources: readonly VersionSource[]): string {
  return sources.map(({ words }) => words).join(", ");
}
