import type { AppOptions } from "../model/app-options";
import type { Resolution } from "../model/resolution";
import type { LivesIn, Operation, RegisterSpan, ResolvedWebhook, Span } from "../model/route";
import type { Version } from "../model/version";
import type { Versioning } from "../model/versioning";
import type { Schemas } from "../../schema/schemas";

/** The facts about an App that the rules in this folder check. */
export interface Checkable {
  readonly options: AppOptions;
  /** The arguments of `App.Use`. They are not checked yet, so they may be values other than functions. */
  readonly use: readonly unknown[];
  readonly versioning: Versioning;
  readonly resolution: Resolution;
  readonly spans: readonly Span[];
  /** The webhooks, limited to the versions that some route answers. */
  readonly webhooks: readonly ResolvedWebhook[];
  readonly webhookSpans: readonly Span<ResolvedWebhook>[];
  readonly register: RegisterSpan;
  readonly livesIn: LivesIn;
  readonly operations: () => readonly Operation[];
  readonly schemas: Schemas;
  /** The versions that some route answers. `versioning.order` may list more. */
  readonly versions: readonly Version[];
}
