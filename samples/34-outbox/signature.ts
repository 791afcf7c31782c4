import { createHmac } from "node:crypto";

/** The headers of the Standard Webhooks scheme; the secret is `whsec_` and base64. */
export function signed(body: string, secret: string, { id, at }: { id: string; at: Date }) {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}
