import { HTTPError, SecurityScheme } from "versioned-controllers";
import { container } from "./container";

/** Admits readers that have every scope which the route asks for: the guard, its metadata and the parameter's decorator in one. */
export const Reader = new SecurityScheme("reader", { type: "http", scheme: "bearer" }, (req, scopes) => {
  const [, token = ""] = /^Bearer (\S+)$/.exec(req.get("authorization") ?? "") ?? [];
  const reader = container.cradle.readers.byToken(token);
  if (reader && !scopes.every((scope) => reader.scopes.includes(scope))) throw new HTTPError(403);
  return reader;
});
