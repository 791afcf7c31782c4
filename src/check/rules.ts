import type { AppOptions } from "../model/app-options";
import type { Problem } from "../model/problem";
import type { LivesIn, Operation, RegisterSpan, ResolvedWebhook, Resolution, Span } from "../model/route";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import { checkChanges } from "./changes";
import { checkForms } from "./form-rules";
import { checkInclusions } from "./inclusions";
import { checkCollisions, checkOperationIDs, hasExplicitID } from "./collisions";
import { checkOptions } from "./app-option-rules";
import { checkPlaces } from "./places";
import type { Schemas } from "../schema/schemas";
import { checkSchemas } from "./schema-rules";
import { checkLifecycles, checkLives } from "./lifecycles";
import { checkRanges } from "./versions";
import { checkRoutes, isSound } from "./route-rules";
import { checkSecurityNames, checkVersionSchemes } from "./security-rules";
import { checkWebhooks } from "./webhook-rules";

/** The parts of a Build that its checks read. */
export interface Checkable {
  readonly options: AppOptions;
  /** The handlers of `App.Use`. */
  readonly use: readonly unknown[];
  readonly versioning: Versioning;
  readonly resolution: Resolution;
  readonly spans: readonly Span[];
  /** In the versions that some route answers. */
  readonly webhooks: readonly ResolvedWebhook[];
  readonly webhookSpans: readonly Span<ResolvedWebhook>[];
  readonly register: RegisterSpan;
  readonly livesIn: LivesIn;
  readonly operations: () => readonly Operation[];
  readonly schemas: Schemas;
  /** Every version that some route answers. */
  readonly versions: readonly Version[];
}

/** Every problem of a Build, each once. */
export function check({
  options,
  use,
  versioning,
  resolution,
  spans,
  webhookSpans,
  register,
  livesIn,
  operations,
  schemas,
  versions,
}: Checkable): readonly Problem[] {
  const problems = [
    ...checkOptions(options, use, versioning),
    ...checkInclusions(resolution),
    ...checkPlaces(resolution, versioning),
    ...checkVersionSchemes(versioning),
    ...checkSecurityNames(resolution, versioning),
    ...checkRoutes(resolution),
    ...checkSchemas(schemas),
    ...checkChanges({ resolution, spans, webhookSpans, schemas, versioning }),
    ...checkForms(resolution, spans, versioning),
    ...checkRanges(resolution, versioning),
    ...checkWebhooks(resolution.webhooks, webhookSpans, versioning),
    ...checkLifecycles(versioning, versions),
    ...checkLives(spans, livesIn, { versioning, served: versions }),
  ];
  // With other problems, two paths may be equal by accident.
  const certain = problems.length === 0 ? spans : spans.filter(isSound);
  problems.push(...checkCollisions(certain, register));
  if (resolution.routes.some((route) => hasExplicitID(route) || route.earlier.some(hasExplicitID))) {
    problems.push(...checkOperationIDs(operations()));
  }
  // A class that is included twice is checked twice.
  const distinct = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return [...distinct.values()];
}
