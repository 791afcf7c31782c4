import type { Application, RequestHandler } from "express";
import type { Prototypes } from "./messages";

/** The surroundings that an App needs to be served without an Express application around it. */
export interface Standalone {
  /** The App's middleware: what it does not match goes to `next`. */
  readonly serve: RequestHandler;
  /** The handler that answers what neither the App nor the host matched, or an error of the host. */
  readonly end: (
    req: Parameters<RequestHandler>[0],
    res: Parameters<RequestHandler>[1],
    error?: unknown,
  ) => void;
  /** The handler that answers what the App does not match. */
  readonly host: Application | undefined;
}

/**
 * Express's request and response, whole, with one difference: `res.locals` is made when it is asked for.
 *
 * The objects stand between those of the application and each message, so that the application's stay as they are.
 */
export function ownPrototypes({ request, response }: Prototypes): Prototypes {
  const own = Object.create(response, {
    locals: {
      configurable: true,
      get(this: object): object {
        const locals = Object.create(null) as object;
        setOwn(this, locals);
        return locals;
      },
      set(this: object, locals: unknown) {
        setOwn(this, locals);
      },
    },
  }) as object;
  return { request: Object.create(request) as object, response: own };
}

/** The listener of an http.Server, which does what Express does to each request, less its router. */
export function standaloneListener({ serve, host, end }: Standalone): RequestHandler {
  const after: (...message: Parameters<RequestHandler>) => unknown =
    host ??
    ((_req, _res, next) => {
      next();
    });
  return (req, res) => {
    req.res = res;
    req.originalUrl = req.url;
    req.baseUrl = "";
    req.params = {};
    serve(req, res, (error?: unknown) => {
      if (isError(error)) {
        end(req, res, error);
        return;
      }
      after(req, res, (failure?: unknown) => {
        end(req, res, isError(failure) ? failure : undefined);
      });
    });
  };
}

/** The argument of `next`: nothing, the name of what to leave, or an error. */
function isError(given: unknown): boolean {
  return given !== undefined && given !== null && given !== "route" && given !== "router";
}

function setOwn(response: object, locals: unknown): void {
  Object.defineProperty(response, "locals", {
    value: locals,
    configurable: true,
    enumerable: true,
    writable: true,
  });
}
