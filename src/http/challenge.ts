/**
 * A challenge (RFC 9110, 11.3): `challengeOf("Bearer", "Cats")` is `Bearer realm="Cats"`.
 *
 * Only printable ASCII is safe in a field's value (RFC 9110, 5.5): all other bytes are percent-encoded.
 */
export function challengeOf(scheme: string, realm: string): string {
  const quotable = realm.replaceAll(/["\\]/g, "\\$&").replaceAll(/[^ -~]/gu, percentEncoded);
  return `${scheme} realm="${quotable}"`;
}

/** `encodeURIComponent` would throw on half a surrogate pair. */
function percentEncoded(character: string): string {
  return Buffer.from(character).toString("hex").toUpperCase().replaceAll(/../g, "%$&");
}
