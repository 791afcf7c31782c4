import type { IncomingMessage } from "node:http";
import { isNativeError } from "node:util/types";
import { declaresBody } from "../http/header-lines";

/** A request in Express's form, whose body may be unread. */
type BodyRequest = Pick<IncomingMessage, "headers" | "readableDidRead"> & { readonly body?: unknown };

/**
 * A hint for the log next to a TypeError about undefined, if nothing has read the request's body: usually
 * `req.body.name` threw it, and the error itself names neither the body nor the fix. Never throws.
 */
export function unreadBodyHint(req: BodyRequest, thrown: unknown): string {
  try {
    return isBodyUnread(req) && isAboutUndefined(thrown) ? hint : "";
  } catch {
    // A getter of the request, or of the error, has thrown.
    return "";
  }
}

const hint =
  "; nothing has read the request's body, so req.body is undefined: declare WithBody(schema) on the route, " +
  "or use express.json() before the App; WithBody reads the body after guards and middleware";

function isBodyUnread(req: BodyRequest): boolean {
  return req.body === undefined && !req.readableDidRead && declaresBody(req);
}

function isAboutUndefined(thrown: unknown): boolean {
  return isNativeError(thrown) && thrown.name === "TypeError" && thrown.message.includes("undefined");
}
