import { mark } from "../../core/model/copies";
import { webhookKey, type WebhookDeclaration } from "../../core/model/declaration";
import { changes } from "../wing";
import { webhookVersions } from "./webhooks";
import type { History } from "../../schema/interface/histories";
import { onceEach } from "../../core/model/collections";
import { noteStack } from "../../core/model/declaration-stacks";
import { assertFilledText } from "../../core/model/options";
import { describe, quote } from "../../core/model/value";
import type { Version, VersionOrder } from "../../core/model/version";
import { writing } from "../history/rendering";
import { historyFor } from "../history/versioned";
import { contextsReader, type AllGiven, type AnyContexts, type NoContexts } from "../history/needed-contexts";
import type { GivenFor } from "../history/versioned-type";
import type { AnswerSchema } from "../../types/history-schema";
import type { AnswerSchemaMistake } from "../../types/schema-mistake";
import { settingsOf } from "../../core/declare/option";
import type { WebhookOption } from "../../types/option";
import type { Wrong } from "../../types/wrong";
import type { Perhaps, VersionsOf } from "../routes/version-range";

/**
 * A webhook for `Include`. It creates deliveries, which the application signs, sends and retries.
 *
 * `Had` is the type of the versions that have the webhook, as far as options of `V` tell them: `V.Since("2")`.
 */
export interface Webhook<V extends Version = Version, S = unknown, Had extends Version = Perhaps<V>> {
  /**
   * Creates the delivery to a subscriber of a version: `CatAdded.For(subscription.version, cat)`. The App need not be
   * built. The same value always becomes the same text, so a retry may create the delivery again.
   *
   * @throws RangeError for a version that does not have the webhook.
   * @throws TypeError if JSON cannot represent the value.
   * @throws the error of a `Down`, such as an HTTPError if the older version cannot represent the value.
   */
  readonly For: ForSubscriber<V, S>;
  /**
   * True if a version has the webhook: `if (CatAdded.Has(version)) ... else ...`. For a version without it, `For` throws.
   *
   * `V.Since("2")` narrows the type of the version to the later versions here, and to the earlier ones after `else`.
   */
  readonly Has: HasCheck<Had> & HasCheck<Perhaps<V>>;
}

type HasCheck<Had extends Version> = (version: Version) => version is Had;

interface ForSubscriber<V extends Version, S> {
  (version: V, value: GivenFor<S>, ...context: NoContexts<S>): WebhookDelivery;
  <const Given extends AnyContexts>(
    version: V,
    value: GivenFor<S>,
    context: Given & AllGiven<S, Given>,
  ): WebhookDelivery;
}

/** The body and the headers of one request to a subscriber. Sign the text of the body, and send it unchanged. */
export interface WebhookDelivery {
  /** The body as JSON text; empty if the webhook's schema in the version is `Nothing`. */
  readonly Body: string;
  readonly Headers: {
    readonly "Content-Type": string;
    /** The version that determines the form of the body. */
    readonly "API-Version": Version;
  };
}

/** The type of `V.Webhook`, which declares a {@link Webhook} for the versions of a list. */
export type WebhookMaker<List extends readonly Version[]> = <
  S extends AnswerSchema | AnswerSchemaMistake<S>,
  const Options extends readonly (WebhookOption | Wrong<"this is not an option of webhooks">)[],
>(
  name: string,
  schema: S,
  ...options: Options
) => Webhook<List[number], S, VersionsOf<List, Options>>;

export function webhookMaker<List extends readonly Version[]>(order: VersionOrder): WebhookMaker<List> {
  return (name, schema, ...options) => {
    assertFilledText("V.Webhook: the name", name);
    const history = historyFor("V.Webhook", schema);
    const settings = noteStack(settingsOf(options));
    return new DeclaredWebhook({ kind: "webhook", name, schema, settings, order, wing: changes }, history);
  };
}

class DeclaredWebhook {
  declare readonly [webhookKey]: WebhookDeclaration;
  declare readonly For: (version: Version, value: unknown, context?: unknown) => WebhookDelivery;
  declare readonly Has: (version: Version) => version is never;

  constructor(declaration: WebhookDeclaration, history: History) {
    Object.defineProperty(mark(this), webhookKey, { value: Object.freeze(declaration) });
    // `For` and `Has` are own properties that need no `this`, so that code can pass on `CatAdded.For` as a function.
    const versions = new Set(webhookVersions(declaration));
    const For = deliveries(declaration, history, versions);
    Object.defineProperty(this, "For", { value: For, enumerable: true });
    const Has = (version: Version): boolean => versions.has(version);
    Object.defineProperty(this, "Has", { value: Has, enumerable: true });
    Object.freeze(this);
  }
}

function deliveries(
  declaration: WebhookDeclaration,
  history: History,
  versions: ReadonlySet<Version>,
): DeclaredWebhook["For"] {
  const contextsOf = contextsReader("For", history);
  const writerFor = onceEach((version: Version) => {
    if (!versions.has(version)) throw unknownVersion(declaration, version, versions);
    return writing(history, { version, order: declaration.order });
  });
  return (version, value, context) => {
    const write = writerFor(version);
    return {
      Body: write(value, contextsOf(context)),
      Headers: { "Content-Type": "application/json", "API-Version": version },
    };
  };
}

function unknownVersion(
  declaration: WebhookDeclaration,
  version: unknown,
  versions: ReadonlySet<Version>,
): RangeError {
  const known = [...versions].map(quote).join(", ") || "no version";
  return new RangeError(
    `webhook ${declaration.name}: the version must be one of the versions of the webhook (${known}), got ${describe(version)}`,
  );
}
