import { isUnderstood } from "./copies";
import type { Setting } from "./setting";
import { isObject, isText } from "./value";
import type { Version, VersionOrder } from "./version";

/** One call of `V.Webhook(name, schema, ...options)`. */
export interface WebhookDeclaration {
  readonly kind: "webhook";
  readonly name: string;
  readonly schema: object;
  readonly settings: readonly Setting[];
  readonly order: VersionOrder;
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

/** Lists the versions of a webhook, oldest first: all versions of `order`, if no option selects some. */
export function webhookVersions({
  settings,
  order,
}: Pick<WebhookDeclaration, "settings" | "order">): readonly Version[] {
  const ends: { since?: Version; until?: Version } = {};
  for (const setting of settings) {
    if (setting.kind === "version") return order.list.filter((one) => setting.versions.includes(one));
    if (setting.kind !== "since" && setting.kind !== "until") continue;
    if (isText(setting.version)) ends[setting.kind] = setting.version;
  }
  return order.range(ends.since, ends.until);
}
