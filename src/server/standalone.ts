import type { Application, Request, RequestHandler, Response } from "express";
import type { Prototypes } from "./messages";

type Message = [req: Request, res: Response];

/** The parts of a listener that serves an App directly, not as a handler of an Express application. */
export interface Standalone {
  readonly adopt: (...message: Message) => void;
  readonly serve: RequestHandler;
  /** Answers requests that neither the App nor the host has answered, and errors that they pass on. */
  readonly end: (...exchange: [...Message, error?: unknown]) => void;
  readonly host: Application | undefined;
}

/** Creates prototypes that inherit from Express's prototypes. Reading `res.locals` creates the object if needed. */
export function ownPrototypes({ request, response }: Prototypes): Prototypes {
  const own = Object.create(response, {
    locals: {
      configurable: true,
      get(this: object): object {
        const locals = Object.create(null) as object;
        Object.defineProperty(this, "locals", ownMember(locals));
        return locals;
      },
      set(this: object, locals: unknown) {
        Object.defineProperty(this, "locals", ownMember(locals));
      },
    },
  }) as object;
  return { request: Object.create(request) as object, response: own };
}

/** Sets Express's prototypes. Their `writeHead` adds `Vary`. If a response has its own, `keepVary` does so. */
export function adoption(
  { request, response }: Prototypes,
  keepVary: ((res: Response) => void) | undefined,
): Standalone["adopt"] {
  return (req, res) => {
    // Hot path: setting a prototype takes long, even if the object already has this prototype.
    if (Object.getPrototypeOf(req) !== request) Object.setPrototypeOf(req, request);
    if (Object.getPrototypeOf(res) === response) return;
    Object.setPrototypeOf(res, response);
    if (Object.hasOwn(res, "writeHead")) keepVary?.(res);
  };
}

/** Creates an application that inherits all from another one, except settings and the prototypes of `req` and `res`. */
export function layeredApplication(application: Application): Application {
  const layered = ((...message: Parameters<Application>) => application(...message)) as unknown as Layer;
  Object.setPrototypeOf(layered, application);
  const own = { app: ownMember(layered) };
  const { request, response, settings } = application as unknown as Layer;
  layered.settings = Object.create(settings) as object;
  layered.request = Object.create(request, own) as object;
  layered.response = Object.create(response, own) as object;
  return layered as unknown as Application;
}

/** The members of an Express application that its type lacks. */
interface Layer {
  settings: object;
  request: object;
  response: object;
}

/** Creates a listener that does what Express does before and after routing, but without a router. */
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
      if (isErrorGiven(error)) {
        end(req, res, error);
        return;
      }
      after(req, res, (failure?: unknown) => {
        end(req, res, isErrorGiven(failure) ? failure : undefined);
      });
    });
  };
}

/** True for an error that was passed to `next`. Express does not treat "route" and "router" as errors. */
function isErrorGiven(given: unknown): boolean {
  return given !== undefined && given !== null && given !== "route" && given !== "router";
}

function ownMember(value: unknown): PropertyDescriptor {
  return { value, configurable: true, enumerable: true, writable: true };
}
