import type { BuildContext } from "./check/check";
import { compileInput } from "./compile/inputs";
import { compileReading } from "./compile/readers";
import { compileResponses } from "./compile/responses";
import { compileRoutes, compileVersionedPaths, type Routes } from "./compile/routes";
import { goneFrom } from "./compile/gone";
import { compileSuccessors } from "./compile/successors";
import { explain } from "./dispatch/explain";
import { answerUnmatched, failureWith } from "./dispatch/failures";
import { lifecycleStep } from "./dispatch/lifecycle";
import { Endpoint, type Making } from "./dispatch/endpoint";
import { passUnmatched, type Plan, type Unmatched } from "./dispatch/middleware";
import { reportStep, resolvedStep } from "./dispatch/report";
import type { Middleware } from "./model/handler";
import { dateOf } from "./model/lifecycle";
import type { AppOptions } from "./model/options";
import type { Registration } from "./model/route";
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
}

/** Compiles all that requests need; code that they don't need is left out here, once. */
export function servingOf(context: ServingContext, recordOf: Making["recordOf"]): Serving {
  const { options, use, versioning, versions, registrations } = context;
  const { path, assume, explains, reports, lifecycles } = versioning;
  const making = { recordOf, contractOf: contractsOf(context) };
  const endpoint = (registration: Registration): Endpoint => new Endpoint(registration, making);
  const routes =
    path && (explains || assume)
      ? compileVersionedPaths(registrations, endpoint, path)
      : compileRoutes(registrations, endpoint);
  const reader = compileReading(versioning, routes.isVersioned);
  const deprecated = (version: Version): Date | undefined => dateOf(lifecycles.get(version)?.Deprecated);
  const unmatched = unmatchedAnswer(versioning, versions, routes);
  const plan: Plan = {
    // Found to be middleware by `check`.
    use: use as readonly Middleware[],
    reader,
    varyBy: reader?.varyBy,
    match: routes.match,
    fail: failureWith(options),
    unmatched: options.PassUnmatched ? passUnmatched : unmatched,
    trustsRequestID: options.TrustRequestID ?? false,
    first: reports
      ? [reportStep({ served: versions, deprecated, gone: goneFrom(registrations), now: clockOf(options) })]
      : [],
    onMatch: options.OnMatch,
  };
  return { plan, unmatched };
}

function contractsOf({ options, versioning, registrations, schemas }: ServingContext): Making["contractOf"] {
  const moveOf = compileSuccessors(registrations, versioning);
  return (registration) => {
    const { contract, version, life } = registration;
    return {
      first: [
        ...(versioning.reports && version !== undefined ? [resolvedStep(version)] : []),
        ...(life ? [lifecycleStep(life, clockOf(options), moveOf(registration))] : []),
      ],
      input: compileInput(contract, schemas),
      responses: compileResponses(registration, schemas, options.CheckResponses ?? false),
    };
  };
}

/** The clock of lifecycles. */
export function clockOf({ Now = () => new Date() }: AppOptions): () => Date {
  return Now;
}

/** The uniform 404, which says what is known of versions where that is asked for. */
function unmatchedAnswer(
  versioning: Versioning,
  versions: readonly Version[],
  { servedAt }: Routes<Endpoint>,
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
