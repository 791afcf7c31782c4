import {
  createServer,
  type RequestListener,
  type Server,
  type ServerOptions as HTTPOptions,
} from "node:http";
import {
  createServer as createTLSServer,
  type Server as TLSServer,
  type ServerOptions as TLSOptions,
} from "node:https";
import express, { type Application, type Request, type RequestHandler } from "express";
import { isApp, type App } from "./app";
import { makeRoomForTaker, takeDirectlyOn } from "../fast/direct-body";
import { passOn } from "../request/exchange";
import { createMiddleware } from "../dispatch/middleware";
import { makeRoom, VersionOf } from "../request/request-state";
import { keepVaryOn, varyKeeper } from "../dispatch/vary";
import { internals } from "../model/app-internals";
import { isApplication } from "../model/handler";
import { assertOptions, describe, isRecord } from "../model/value";
import type { Version } from "../model/version";
import { messagesWith, type Prototypes } from "../fast/messages";
import { memoryFetch, type MemoryFetch } from "../serve/memory-fetch";
import { isFirst, keepPlainOutside } from "../serve/plain-requests";
import { adoption, layeredApplication, ownPrototypes, standaloneListener } from "../serve/standalone";

/** The options of `CreateServer`: docs/reference/server.md. */
export interface ServerOptions {
  /** The options of `https.createServer`, such as `key` and `cert`. With `TLS`, the server is an https.Server. */
  TLS?: TLSOptions;
  /** The options of `http.createServer`, such as `maxHeaderSize`. They also apply to a server with `TLS`. */
  HTTP?: HTTPOptions;
  /**
   * The Express application for requests that no route of the App matches, such as requests for a documentation page,
   * static files or older routes. For an App only.
   */
  Host?: Application;
  /** Express's settings, such as `{ "trust proxy": 1 }`. They override the settings of `Host`. For an App only. */
  Settings?: Readonly<Record<string, unknown>>;
}

/**
 * Creates an http.Server for an Express application, or for an App without an application around it:
 * `CreateServer(app).listen(3000)`. The answers are the same as those of `http.createServer(app)`, but take less time.
 *
 * @throws BuildError as `app.Build()` does.
 * @throws TypeError for any other first argument, for wrong options, for Host or Settings together with an Express
 * application, and on Express 4 for an App.
 */
export function CreateServer(app: App | Application, options: ServerOptions & { TLS: TLSOptions }): TLSServer;
export function CreateServer(app: App | Application, options?: ServerOptions): Server;
export function CreateServer(app: App | Application, options: ServerOptions = {}): Server | TLSServer {
  assertOptions<ServerOptions>("CreateServer", options, serverOptions);
  const { TLS, HTTP, Settings } = options;
  for (const [name, given] of Object.entries<unknown>({ TLS, HTTP, Settings })) {
    if (given === undefined || isRecord(given)) continue;
    throw new TypeError(`CreateServer: ${name} must be an object, got ${describe(given)}`);
  }
  if (isApp(app)) return serverOfApp(app, options);
  requireApplication("CreateServer: the first argument", app, "an App or an Express application");
  if (options.Host ?? options.Settings) {
    throw new TypeError(
      "CreateServer: Host and Settings apply only to an App, but the first argument is an Express application: remove Host and Settings, and change the settings of this application",
    );
  }
  return listening(app, options, prototypesOf(app), makeRoom);
}

/**
 * Creates a function like `fetch` that passes Requests to an Express application or to an App, without opening a port:
 * `await CreateFetch(app)(new Request("http://localhost/cats"))`.
 *
 * The answers are those of {@link CreateServer}. The Request's signal ends the exchange, and so does cancelling the
 * Response's body. The function does not follow redirects, and decompresses nothing.
 *
 * @throws BuildError and TypeError, as `CreateServer` does.
 */
export function CreateFetch(app: App | Application, options: Omit<ServerOptions, "TLS"> = {}): MemoryFetch {
  assertOptions<ServerOptions>("CreateFetch", options, serverOptions);
  // In memory, a request is secure if its URL begins with `https:`, so the option TLS is not passed on.
  const { HTTP, Host, Settings } = options;
  const fetchInMemory = memoryFetch(
    CreateServer(app, { ...(HTTP && { HTTP }), ...(Host && { Host }), ...(Settings && { Settings }) }),
  );
  return async (request) => {
    // Unlike `fetch`, the function takes no URL: a Request of another realm or library has the same members.
    if ("signal" in (Object(request) as object)) return fetchInMemory(request);
    throw new TypeError(`CreateFetch: the argument must be a Request, got ${describe(request)}`);
  };
}

const serverOptions = { TLS: true, HTTP: true, Host: true, Settings: true } as const;

function serverOfApp(app: App, options: ServerOptions): Server | TLSServer {
  const { Host, Settings } = options;
  if (Host !== undefined) requireApplication("CreateServer: Host", Host, "an Express application");
  const { planFor, hostFailure } = app[internals];
  const errorVersions = new WeakMap<Request, Version>();
  const plan = planFor(
    Host &&
      ((exchange) => {
        const { req, errorVersion } = exchange;
        if (errorVersion !== undefined) errorVersions.set(req, errorVersion);
        passOn(exchange);
      }),
  );
  const prototypes = ownPrototypes(prototypesOf(requireExpress5(applicationWith(Settings, Host))));
  // `keepVaryOn` changes the prototype of responses. A Host replaces this prototype, so the middleware adds `Vary`.
  const varyBy = Host ? undefined : plan.varyBy;
  if (varyBy !== undefined) keepVaryOn(prototypes.response, varyBy);
  const listener = standaloneListener({
    adopt: adoption(prototypes, varyBy === undefined ? undefined : varyKeeper(varyBy)),
    serve: createMiddleware(Host ? plan : { ...plan, varyBy: undefined }),
    host: Host,
    end: (req, res, error) => {
      const errorVersion = errorVersions.get(req) ?? VersionOf(req);
      const exchange = { req, res, next: () => undefined, fail: plan.fail, errorVersion };
      if (error === undefined) plan.answerUnmatched(exchange);
      else hostFailure(exchange, error);
    },
  });
  takeDirectlyOn(prototypes.request);
  const prepare = (request: object): void => {
    makeRoom(request);
    makeRoomForTaker(request);
  };
  return listening(listener, options, prototypes, prepare);
}

/** Without this check, the first request would crash the process. */
function requireApplication(what: string, value: unknown, expected: string): asserts value is Application {
  if (!isApplication(value)) throw new TypeError(`${what} must be ${expected}, got ${describe(value)}`);
}

/** Express 4 defines `req.query` in a middleware of the application, and CreateServer runs no such middleware. */
function requireExpress5(application: Application): Application {
  if ("query" in prototypesOf(application).request) return application;
  throw new TypeError(
    "CreateServer: an App without an Express application needs Express 5; on Express 4 write CreateServer(express().use(app.Build()))",
  );
}

/** Returns the value of `req.app` and `res.app`: the Host, a layer over the Host with `Settings`, or a new one. */
function applicationWith(settings: ServerOptions["Settings"], host: Application | undefined): Application {
  if (host && !settings) return host;
  const application = host ? layeredApplication(host) : express();
  for (const [name, value] of Object.entries(settings ?? {})) application.set(name, value);
  return application;
}

function prototypesOf(application: Application): Prototypes {
  return application as unknown as Prototypes;
}

function listening(
  listener: RequestHandler,
  { TLS, HTTP }: ServerOptions,
  prototypes: Prototypes,
  prepare?: (request: object) => void,
): Server | TLSServer {
  const onRequest = listener as unknown as RequestListener;
  const isForExpress = (): boolean => isFirst(server, onRequest);
  const options = { ...messagesWith(prototypes, isForExpress, prepare), ...HTTP };
  const server = TLS ? createTLSServer({ ...options, ...TLS }, onRequest) : createServer(options, onRequest);
  keepPlainOutside(server, prototypes.request);
  return server;
}
