// Two subscribers of sample 34-outbox, each with the types that openapi-typescript makes of its version's document.
import type { webhooks as WebhooksV1 } from "../.generated/webhooks-1.js";
import type { webhooks as WebhooksV2 } from "../.generated/webhooks-2.js";

type Body<Operation> = Operation extends { requestBody: { content: { "application/json": infer Sent } } }
  ? Sent
  : never;
type Headers<Operation> = Operation extends { parameters: { header: infer Sent } } ? Sent : never;

export function onCreated(cat: Body<WebhooksV1["cat.created"]["post"]>): string {
  return cat.name;
}

export function onAdded(cat: Body<WebhooksV2["cat.added"]["post"]>): string {
  return `${cat.first} ${cat.last}`;
}

export function signatureOf(headers: Headers<WebhooksV2["cat.added"]["post"]>): string {
  const version: "2" = headers["API-Version"];
  return `${version} ${headers["webhook-signature"]}`;
}

// @ts-expect-error -- version 2 has no such webhook
export type Gone = WebhooksV2["cat.created"];
