import type { RequestHandler } from "express";
import type { Logger } from "../model/app-options";
import { matchedPath } from "../http/request-path";
import { writeLog } from "../errors/log";
import type { Exchange } from "../request/exchange";

/** True if an App has a route for a method and a path, in any version. */
type HasRoute = (method: string, path: string) => boolean;

/** The key under which an App's middleware exposes this function, also to other copies of the package. */
const hasRouteKey = Symbol.for("versioned-controllers has a route");

/** Exposes the routes of an App to others on its host. */
export function tellingRoutes(middleware: RequestHandler, hasRoute: HasRoute): RequestHandler {
  // Traces show a middleware by its name.
  return Object.defineProperties(middleware, {
    name: { value: "versionedControllers" },
    [hasRouteKey]: { value: hasRoute },
  });
}

/**
 * Warns, once, if an App is about to answer 404 to a request for which another App after it on the same Express
 * application has a route: that App never gets the request.
 */
export function hiddenAppWarning(logger: Logger, own: HasRoute): (exchange: Exchange) => void {
  let isTold = false;
  return ({ req }) => {
    if (isTold || !isHidden(req, own)) return;
    isTold = true;
    const { method } = req;
    const message = `App: it answered a ${method} request with 404, but another App mounted after it has a route for the request: set PassUnmatched: true on every App but the last`;
    writeLog(logger, "warn", message, { method });
  };
}

function isHidden(req: Exchange["req"], own: HasRoute): boolean {
  try {
    const layers = layersOf(req.app);
    const at = layers.findIndex(({ handle }) => hasRouteOf(handle) === own);
    const [layer, ...behind] = at === -1 ? [] : layers.slice(at);
    const path = req.baseUrl + matchedPath(req.url);
    // In an application that is itself mounted, the path that its layers see is unknown here.
    if (!layer || !mountsOf(layer, path).includes(req.baseUrl)) return false;
    return behind.some((other) => {
      const hasRoute = hasRouteOf(other.handle);
      return (
        hasRoute &&
        mountsOf(other, path).some((mount) => hasRoute(req.method, path.slice(mount.length) || "/"))
      );
    });
  } catch {
    // Express's internals may change: then there is no warning.
    return false;
  }
}

/** One middleware of an Express application, as Express 5 keeps it. */
interface ExpressLayer {
  readonly handle: unknown;
  /** True if it is mounted at `/`. */
  readonly slash?: boolean;
  readonly matchers: readonly ((path: string) => false | { readonly path: string })[];
}

function layersOf(application: unknown): readonly ExpressLayer[] {
  const known = application as { readonly router?: { readonly stack?: readonly ExpressLayer[] } } | undefined;
  return known?.router?.stack ?? [];
}

/** The prefixes of a path at which a layer is mounted. */
function mountsOf({ slash, matchers }: ExpressLayer, path: string): readonly string[] {
  if (slash) return [""];
  return matchers.flatMap((match) => {
    const matched = match(path);
    return matched ? [matched.path] : [];
  });
}

function hasRouteOf(handle: unknown): HasRoute | undefined {
  return typeof handle === "function" && hasRouteKey in handle
    ? (handle[hasRouteKey] as HasRoute)
    : undefined;
}
