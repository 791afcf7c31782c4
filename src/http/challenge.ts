/**
 * A challenge (RFC 9110, 11.3): `challengeOf("Bearer", "Cats")` is `Bearer realm="Cats"`.
 *
 * A field's value is safe as printable ASCII alone (RFC 9110, 5.5): the bytes of all else are percent-encoded.
 */
export function challengeOf(scheme: string, realm: string): string {
  const quotable = realm.replaceAll(/["\\]/g, "\\$&").replaceAll(/[^ -~]/gu, percentEncoded);
  return `${scheme} realm="${quotable}"`;
}

/** Not encodeURIComponent, which throws on half a surrogate pair. */
function percentEncoded(character: string): string {
  return Buffer.from(character).toString("hex").toUpperCase().replaceAll(/../g, "%$&");
}
