import type { IncomingMessage } from "node:http";
import { isNativeError } from "node:util/types";

/** A request as Express has it, whose body may not have been read. */
type BodyRequest = Pick<IncomingMessage, "headers" | "readableDidRead"> & { readonly body?: unknown };

/**
 * What the log adds to a TypeError about undefined where nothing has read the request's body: `req.body.name` is then most
 * often what threw, and the error itself names neither the body nor a cure. Never throws.
 */
export function unreadBodyHint(req: BodyRequest, thrown: unknown): string {
  try {
    return isBodyUnread(req) && isAboutUndefined(thrown) ? hint : "";
  } catch {
    // A getter of the request's, or of the error's, has thrown.
    return "";
  }
}

const hint =
  "; nothing has read the request's body, so req.body is undefined: declare WithBody(schema) on the route, " +
  "or use express.json() before the App; WithBody reads the body after guards and middleware";

function isBodyUnread(req: BodyRequest): boolean {
  return req.body === undefined && !req.readableDidRead && hasBody(req);
}

/** RFC 9112, section 6.3: a request has a body where it says how it ends. */
function hasBody({ headers }: BodyRequest): boolean {
  return headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;
}

function isAboutUndefined(thrown: unknown): boolean {
  return isNativeError(thrown) && thrown.name === "TypeError" && thrown.message.includes("undefined");
}
