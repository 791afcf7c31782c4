import type { IncomingMessage } from "node:http";

/** The headers of a request: the lines that Node received, and the values by name in lower case. */
export interface Headers {
  readonly rawHeaders: readonly string[];
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** Returns all lines of a header; `name` is in lower case. A header that a middleware has added counts as one line. */
export function headerLines(request: Headers, name: string): readonly string[] {
  const raw = request.rawHeaders;
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
  const raw = request.rawHeaders;
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
