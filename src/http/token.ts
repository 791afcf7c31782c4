/** Whether a text is a token (RFC 9110, 5.6.2): what field names and parameter names are made of. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}
