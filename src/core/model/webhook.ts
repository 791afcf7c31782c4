import { isUnderstood } from "./copies";
import type { Setting } from "./setting";
import { isObject } from "./value";
import type { VersionOrder } from "./version";
import type { Wing } from "./wing";

/** One call of `V.Webhook(name, schema, ...options)`. */
export interface WebhookDeclaration {
  readonly kind: "webhook";
  readonly name: string;
  readonly schema: object;
  readonly settings: readonly Setting[];
  readonly order: VersionOrder;
  readonly wing: Wing;
}

/** The key of the member that holds a webhook's declaration: the same symbol in all copies of the package. */
export const webhookKey: unique symbol = Symbol.for("versioned-controllers.webhook");

/** The declaration of a webhook; undefined for any other value. */
export function webhookOf(value: unknown): WebhookDeclaration | undefined {
  if (!isObject(value) || !(webhookKey in value) || !isUnderstood(value)) return undefined;
  return value[webhookKey] as WebhookDeclaration;
}

/** The name of a webhook in messages: `webhook cat.added`. */
export function webhookName({ name }: Pick<WebhookDeclaration, "name">): string {
  return `webhook ${name}`;
}
