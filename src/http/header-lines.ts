import type { IncomingMessage } from "node:http";

/** The headers of a request: the lines that Node received, and the values by name in lower case. */
export interface Headers {
  /** Undefined if a tool has made the request: such a tool may set only `headers`. */
  readonly rawHeaders?: readonly string[] | undefined;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly socket?: unknown;
}

/**
 * Returns the lines that are also in `headers`. After the 1,000th line, or `server.maxHeadersCount`, Node 20 adds no
 * line to `headers`, but up to 31 more to `rawHeaders`: a middleware that reads `headers` does not see these lines.
 */
export function keptRawHeaders({ rawHeaders = [], socket }: Headers): readonly string[] {
  const { server } = Object(socket) as { readonly server?: { readonly maxHeadersCount?: number | null } };
  // With `maxHeadersCount: 0`, Node keeps all lines.
  const kept = 2 * (server?.maxHeadersCount ?? mostLines);
  return kept > 0 && rawHeaders.length > kept ? rawHeaders.slice(0, kept) : rawHeaders;
}

/** Node's own limit of header lines, if the server sets no `maxHeadersCount`. */
const mostLines = 1_000;

/** Returns all lines of a header; `name` is in lower case. A header that a middleware has added counts as one line. */
export function headerLines(request: Headers, name: string): readonly string[] {
  const raw = keptRawHeaders(request);
  let lines: string[] | undefined;
  for (let i = 0; i < raw.length; i += 2) {
    if (!isField(raw[i], name)) continue;
    const value = raw[i + 1] ?? "";
    // Hot path: nearly all headers have one line, and `[value]` allocates less than an empty list that grows.
    if (lines) lines.push(value);
    else lines = [value];
  }
  if (lines) return lines;
  const added = addedLine(request, name);
  return added === undefined ? [] : [added];
}

/** Returns the value of a header with one line, or that a middleware has added; undefined for several lines. */
export function onlyHeaderLine(request: Headers, name: string): string | undefined {
  const raw = keptRawHeaders(request);
  let only: string | undefined;
  for (let i = 0; i < raw.length; i += 2) {
    if (!isField(raw[i], name)) continue;
    if (only !== undefined) return undefined;
    only = raw[i + 1] ?? "";
  }
  return only ?? addedLine(request, name);
}

function isField(field: string | undefined, name: string): boolean {
  return field?.length === name.length && field.toLowerCase() === name;
}

function addedLine({ headers }: Headers, name: string): string | undefined {
  const added = Object.hasOwn(headers, name) ? headers[name] : undefined;
  return typeof added === "string" ? added : undefined;
}

/** True if a request declares a body with a length other than 0 (RFC 9112, 6.3). */
export function declaresBody({ headers }: Pick<IncomingMessage, "headers">): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}
