/** What is read of a request: Node's raw header lines, and the headers by lower-case name. */
export interface Headers {
  readonly rawHeaders: readonly string[];
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/**
 * The values of every line of one header, in the order sent; `name` is in lower case.
 *
 * Only `rawHeaders` tells lines apart (`headers` joins or drops them). A header that the client did not
 * send, and a middleware put into `headers`, counts as one line.
 */
export function headerLines(request: Headers, name: string): readonly string[] {
  const raw = request.rawHeaders;
  const lines: string[] = [];
  for (let i = 0; i < raw.length; i += 2) {
    const field = raw[i];
    if (field?.length === name.length && field.toLowerCase() === name) lines.push(raw[i + 1] ?? "");
  }
  if (lines.length > 0) return lines;
  const added = Object.hasOwn(request.headers, name) ? request.headers[name] : undefined;
  return typeof added === "string" ? [added] : [];
}
