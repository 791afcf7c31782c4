import type { Application, Request, RequestHandler, Response } from "express";
import type { Prototypes } from "./messages";

type Message = [req: Request, res: Response];

/** The surroundings that an App needs to be served without an Express application around it. */
export interface Standalone {
  /** Makes the messages of others Express's own. */
  readonly adopt: (...message: Message) => void;
  /** The App's middleware: what it does not match goes to `next`. */
  readonly serve: RequestHandler;
  /** The handler that answers what neither the App nor the host matched, or an error of the host. */
  readonly end: (...exchange: [...Message, error?: unknown]) => void;
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

/**
 * Gives an App's prototypes to messages that were not made with them: another server's, or a request that a listener before the
 * App has got as Node makes it. `keepVary` sees to a response in whose head somebody has a hand already.
 */
export function adoption(
  { request, response }: Prototypes,
  keepVary: ((res: Response) => void) | undefined,
): Standalone["adopt"] {
  return (req, res) => {
    // Hot path: to look is free, and Express's way, to set what is there already, is not.
    if (Object.getPrototypeOf(req) !== request) Object.setPrototypeOf(req, request);
    if (Object.getPrototypeOf(res) === response) return;
    Object.setPrototypeOf(res, response);
    if (Object.hasOwn(res, "writeHead")) keepVary?.(res);
  };
}

/**
 * An application with settings of its own in front of another's, and all else that the other has: its locals, engines and views,
 * and what was added to its requests and responses.
 */
export function layeredApplication(application: Application): Application {
  const layered = ((...message: Parameters<Application>) => application(...message)) as unknown as Layer;
  Object.setPrototypeOf(layered, application);
  const own = { app: { configurable: true, enumerable: true, writable: true, value: layered } };
  const { request, response, settings } = application as unknown as Layer;
  layered.settings = Object.create(settings) as object;
  layered.request = Object.create(request, own) as object;
  layered.response = Object.create(response, own) as object;
  return layered as unknown as Application;
}

/** Express's types leave the prototypes out. */
interface Layer {
  settings: object;
  request: object;
  response: object;
}

/** The listener of an http.Server, which does what Express does to each request, less its router. */
export function standaloneListener({ adopt, serve, host, end }: Standalone): RequestHandler {
  const after: (...message: Parameters<RequestHandler>) => unknown =
    host ??
    ((_req, _res, next) => {
      next();
    });
  return (req, res) => {
    adopt(req, res);
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
