import type { AppOptions } from "../model/app-options";
import type { LivesIn, Operation, RegisterSpan, ResolvedWebhook, Resolution, Span } from "../model/route";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import type { Schemas } from "../schema/schemas";

/** The parts of a Build that the rules in this folder read. */
export interface Checkable {
  readonly options: AppOptions;
  /** The arguments of `App.Use`, which may not be functions. */
  readonly use: readonly unknown[];
  readonly versioning: Versioning;
  readonly resolution: Resolution;
  readonly spans: readonly Span[];
  /** Only in versions that some route answers. */
  readonly webhooks: readonly ResolvedWebhook[];
  readonly webhookSpans: readonly Span<ResolvedWebhook>[];
  readonly register: RegisterSpan;
  readonly livesIn: LivesIn;
  readonly operations: () => readonly Operation[];
  readonly schemas: Schemas;
  /** Only versions that some route answers, unlike `versioning.order`. */
  readonly versions: readonly Version[];
}
