import type { RequestHandler } from "express";
import type { Logger } from "../model/app-options";
import { matchedPath } from "../http/request-path";
import { writeLog } from "../errors/log";
import type { Exchange } from "../request/exchange";

/** True if an App has a route for a method and a path, in any version. */
type HasRoute = (method: string, path: string) => boolean;

/** The key under which an App's middleware exposes its HasRoute function, also to other copies of the package. */
const hasRouteKey = Symbol.for("versioned-controllers has a route");

/** Adds the HasRoute function to the middleware, so that other Apps of the same Express application can call it. */
export function tellingRoutes(middleware: RequestHandler, hasRoute: HasRoute): RequestHandler {
  // The middleware gets a name, because traces show it.
  return Object.defineProperties(middleware, {
    name: { value: "versionedControllers" },
    [hasRouteKey]: { value: hasRoute },
  });
}

/**
 * Warns once if the App answers 404 although a later layer of the same Express application has a handler for the
 * request: another App with a matching route, or a middleware or route at the path.
 */
export function hiddenAppWarning(logger: Logger, own: HasRoute): (exchange: Exchange) => void {
  let isTold = false;
  return ({ req }) => {
    const hidden = isTold ? undefined : hiddenBehind(req, own);
    if (hidden === undefined) return;
    isTold = true;
    const { method } = req;
    writeLog(logger, "warn", `App: this App answered a ${method} request with 404, but ${hidden}`, {
      method,
    });
  };
}

const hiddenApp =
  "another App mounted after it has a route for the request: set PassUnmatched: true on every App but the last";
const hiddenHandler =
  "a middleware or route mounted after it has the request's path: mount it before the App, or set PassUnmatched: true";

function hiddenBehind(req: Exchange["req"], own: HasRoute): string | undefined {
  try {
    const layers = layersOf(req.app);
    const at = layers.findIndex(({ handle }) => hasRouteOf(handle) === own);
    const [layer, ...behind] = layers.slice(at);
    if (at === -1 || !layer || behind.length === 0) return undefined;
    const path = req.baseUrl + matchedPath(req.url);
    // Only layers of the outermost application are compared. In a mounted application, their path is unknown.
    if (!mountsOf(layer, path).includes(req.baseUrl)) return undefined;
    const found = behind.find((other) => getsRequest(other, req, path));
    if (!found) return undefined;
    return hasRouteOf(found.handle) ? hiddenApp : hiddenHandler;
  } catch {
    // Express's internals may change. Then the App does not warn, and does not fail.
    return undefined;
  }
}

function getsRequest(layer: ExpressLayer, { method, baseUrl }: Exchange["req"], path: string): boolean {
  const mounts = mountsOf(layer, path);
  const hasRoute = hasRouteOf(layer.handle);
  if (hasRoute) return mounts.some((mount) => hasRoute(method, path.slice(mount.length) || "/"));
  if (layer.route && !layer.route._handlesMethod(method)) return false;
  // A middleware that is mounted at the same path as the App usually sends the 404 of the host.
  return layer.handle.length < 4 && mounts.some((mount) => mount.length > baseUrl.length);
}

/** One middleware or route of an Express application, in the shape that Express 5 gives it. */
interface ExpressLayer {
  readonly handle: (...args: never[]) => unknown;
  /** True if the layer is mounted at `/`. */
  readonly slash?: boolean;
  /** The route; undefined for a middleware. */
  readonly route?: { readonly _handlesMethod: (method: string) => boolean };
  readonly matchers: readonly ((path: string) => false | { readonly path: string })[];
}

function layersOf(application: unknown): readonly ExpressLayer[] {
  const known = application as { readonly router?: { readonly stack?: readonly ExpressLayer[] } } | undefined;
  return known?.router?.stack ?? [];
}

/** The prefixes of a path at which the layer is mounted. */
function mountsOf({ slash, matchers }: ExpressLayer, path: string): readonly string[] {
  if (slash) return [""];
  return matchers.flatMap((match) => {
    const matched = match(path);
    return matched ? [matched.path] : [];
  });
}

function hasRouteOf(handle: ExpressLayer["handle"]): HasRoute | undefined {
  return hasRouteKey in handle ? (handle[hasRouteKey] as HasRoute) : undefined;
}
