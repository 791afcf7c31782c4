import type { NextFunction, Request } from "express";

/**
 * Gives back the part of the path that a wildcard of the mount took away: NestJS mounts middleware for `"*"` at
 * `/{*path}`, so that Express sets `req.url` to `/` for every request. Returns a `next` that undoes this first.
 */
export function withWildcard(req: Request, next: NextFunction): NextFunction {
  // Hot path: most Apps are mounted at the root, or at a path without parameters.
  const name = req.baseUrl === "" ? undefined : wildcardIn(req);
  if (name === undefined) return next;
  const { url, baseUrl, params } = req;
  const taken = takenBy(params[name], baseUrl);
  if (taken === undefined || !url.startsWith("/")) return next;
  const [path, isClosed] = taken;
  // Express puts a slash before what is left of the path, which is `/` or a query.
  req.url = path + (isClosed ? url : url.slice(1));
  req.baseUrl = baseUrl.slice(0, -path.length);
  const others = Object.entries(params).filter(([other]) => other !== name);
  // The cast is safe: these are the parameters of the mount as Express has set them.
  req.params = Object.fromEntries(others) as Request["params"];
  return (error?: unknown) => {
    Object.assign(req, { url, baseUrl, params });
    next(error);
  };
}

function wildcardIn({ params }: Request): string | undefined {
  for (const name in params) if (Array.isArray(params[name])) return name;
  return undefined;
}

/** The end of the mount path that the wildcard matched, as it was sent, and whether a slash followed it. */
function takenBy(wildcard: unknown, baseUrl: string): readonly [path: string, isClosed: boolean] | undefined {
  const matched = Array.isArray(wildcard) ? Array.from<unknown>(wildcard) : [];
  const isClosed = matched.at(-1) === "";
  const decoded = isClosed ? matched.slice(0, -1) : matched;
  const sent = baseUrl.split("/").slice(-decoded.length);
  const isEnd = decoded.length > 0 && sent.every((segment, i) => decodeURIComponent(segment) === decoded[i]);
  return isEnd ? [`/${sent.join("/")}`, isClosed] : undefined;
}
