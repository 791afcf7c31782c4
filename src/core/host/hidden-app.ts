import type { Logger } from "../model/app-options";
import { matchedPath } from "../../http/request-path";
import { writeLog } from "../errors/log";
import { hasRouteKey, type HasRoute } from "../dispatch/middleware";
import type { Exchange } from "../request/exchange";

/** Warns once if the App answers 404 although a later layer of its Express application would handle the request. */
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
    // If the application itself is mounted in another one, `baseUrl` begins with the outer path, which matches no layer
    // here, so there is no warning.
    if (!mountsOf(layer, path).includes(req.baseUrl)) return undefined;
    const found = behind.find((other) => getsRequest(other, req, path));
    if (!found) return undefined;
    return hasRouteOf(found.handle) ? hiddenApp : hiddenHandler;
  } catch {
    // Express's internals may change, and a request must not fail because of a warning.
    return undefined;
  }
}

function getsRequest(layer: ExpressLayer, { method, baseUrl }: Exchange["req"], path: string): boolean {
  const mounts = mountsOf(layer, path);
  const hasRoute = hasRouteOf(layer.handle);
  if (hasRoute) return mounts.some((mount) => hasRoute(method, path.slice(mount.length) || "/"));
  if (layer.route && !layer.route._handlesMethod(method)) return false;
  // Error handlers do not count, nor does middleware at the App's own path, which is usually the 404 handler.
  return layer.handle.length < 4 && mounts.some((mount) => mount.length > baseUrl.length);
}

/** A middleware or a route in `router.stack` of Express 5. */
interface ExpressLayer {
  readonly handle: (...args: never[]) => unknown;
  readonly slash?: boolean;
  readonly route?: { readonly _handlesMethod: (method: string) => boolean };
  readonly matchers: readonly ((path: string) => false | { readonly path: string })[];
}

function layersOf(application: unknown): readonly ExpressLayer[] {
  const known = application as { readonly router?: { readonly stack?: readonly ExpressLayer[] } } | undefined;
  return known?.router?.stack ?? [];
}

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
