import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { join } from "node:path";
import { signed } from "../../../samples/34-outbox/signature";
import { CatAdded, V } from "../../../samples/34-outbox/versions";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/** The part of the package that verifies; it stands in this folder's own node_modules. */
interface StandardWebhooks {
  readonly Webhook: new (secret: string) => {
    verify(body: string, headers: Readonly<Record<string, string>>): unknown;
  };
}

/** The body of a delivery, with the headers of its signature, is what the scheme's own package takes; one that was changed it refuses. */
export function assertVerified(): void {
  const { Webhook } = createRequire(join(__dirname, "package.json"))("standardwebhooks") as StandardWebhooks;
  const verifier = new Webhook(SECRET);
  for (const version of V.List) {
    const { Body, Headers } = CatAdded.For(version, { first: "Tömas", last: "Cat" });
    const headers = { ...Headers, ...signed(Body, SECRET, { id: "event-1", at: new Date() }) };
    assert.deepEqual(verifier.verify(Body, headers), JSON.parse(Body));
    assert.throws(() => verifier.verify(Body.replace("Cat", "Dog"), headers));
    assert.throws(() => verifier.verify(Body, { ...headers, "webhook-id": "event-2" }));
    const late = signed(Body, SECRET, { id: "event-1", at: new Date(0) });
    assert.throws(() => verifier.verify(Body, { ...headers, ...late }));
  }
}
