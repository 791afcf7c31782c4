import { createServer } from "node:http";
import type { IncomingMessage, RequestListener, Server, ServerOptions as HTTPOptions } from "node:http";
import { createServer as createTLSServer } from "node:https";
import type { Server as TLSServer, ServerOptions as TLSOptions } from "node:https";
import express from "express";
import type { Application, Request, RequestHandler } from "express";
import type { App } from "../core/app/app";
import { isApp, requireApp } from "../core/app/is-app";
import { makeRoomForTaker, takeDirectlyOn } from "./direct-body";
import { inTurn, isOver, passOn, type Serve } from "../core/request/exchange";
import { createMiddleware } from "../core/dispatch/middleware";
import { makeRoom, VersionOf } from "../core/request/request-state";
import { keepVaryOn, varyKeeper } from "../core/request/head";
import { internals, type UpgradeVersion } from "../core/model/app-internals";
import { isApplication } from "../core/model/handler";
import { assertOptions, kinds } from "../core/model/options";
import { once } from "../core/model/collections";
import { isObject, misfit } from "../core/model/value";
import type { Version } from "../core/model/version";
import { hasInternals, messagesWith, type Prototypes } from "./messages";
import { memoryFetch, type MemoryFetch } from "./memory-fetch";
import { isFirst, keepPlainOutside } from "./plain-requests";
import { upgradeRequest } from "./upgrade-request";
import { adoption, layeredApplication, ownPrototypes, standaloneListener } from "./standalone";

/** The options of `CreateServer`: docs/reference/server.md. */
export interface ServerOptions {
  /** The options of `https.createServer`, such as `key` and `cert`. With `TLS`, the server is an https.Server. */
  TLS?: TLSOptions;
  /** The options of `http.createServer`, such as `maxHeaderSize`. They also apply to a server with `TLS`. */
  HTTP?: HTTPOptions;
  /**
   * The Express application for requests that no route of the App matches, such as requests for a documentation page,
   * static files or older routes. Only allowed with an App.
   */
  Host?: Application;
  /** Express's settings, such as `{ "trust proxy": 1 }`. They override those of `Host`. Only allowed with an App. */
  Settings?: Readonly<Record<string, unknown>>;
}

/**
 * Creates an http.Server for an App or for an Express application: `CreateServer(app).listen(3000)`. The responses are
 * the same as those of `http.createServer`, but take less time.
 *
 * @throws BuildError as `app.Build()` does.
 * @throws TypeError for wrong arguments, for an App with Express 4, and for an Express application with Host or
 * Settings.
 */
export function CreateServer(app: App | Application, options: ServerOptions & { TLS: TLSOptions }): TLSServer;
export function CreateServer(app: App | Application, options?: ServerOptions): Server;
export function CreateServer(app: App | Application, options: ServerOptions = {}): Server | TLSServer {
  return serverOf(app, options, createServerCaller);
}

/** The public function that was called, as messages name it, and the code that replaces it on Express 4. */
interface Caller {
  readonly name: string;
  readonly onExpress4: string;
}

const createServerCaller: Caller = {
  name: "CreateServer",
  onExpress4: "CreateServer(express().use(app.Build()))",
};
const createFetchCaller: Caller = {
  name: "CreateFetch",
  onExpress4: "CreateFetch(express().use(app.Build()))",
};

function serverOf(app: App | Application, options: ServerOptions, caller: Caller): Server | TLSServer {
  const { name } = caller;
  assertOptions<ServerOptions>(name, options, serverOptions);
  if (isApp(app)) return serverOfApp(app, options, caller);
  requireApplication(`${name}: the first argument`, app, "an App or an Express application");
  if (options.Host ?? options.Settings) {
    throw new TypeError(
      `${name}: Host and Settings apply only to an App, but the first argument is an Express application: remove Host and Settings, and change the settings of this application`,
    );
  }
  if (!hasInternals()) return plainServer(app, options);
  return listening(app, options, prototypesOf(app), makeRoom);
}

/**
 * Creates a function like `fetch` that passes Requests to an Express application or to an App, without opening a port:
 * `await CreateFetch(app)(new Request("http://localhost/cats"))`.
 *
 * The responses are the same as those of {@link CreateServer}: redirects are not followed, and bodies are not
 * decompressed. Aborting the Request's signal, or cancelling the Response's body, closes the connection.
 *
 * @throws BuildError and TypeError, as `CreateServer` does.
 */
export function CreateFetch(app: App | Application, options: Omit<ServerOptions, "TLS"> = {}): MemoryFetch {
  return fetchOf(app, options, createFetchCaller);
}

/** Creates the function of `CreateFetch` for another public function, which messages name. */
export function fetchOf(
  app: App | Application,
  options: Omit<ServerOptions, "TLS">,
  caller: Caller,
): MemoryFetch {
  assertOptions<ServerOptions>(caller.name, options, serverOptions);
  // TLS is left out: a request in memory needs no certificate, and `req.secure` depends on the URL of the request.
  const { HTTP, Host, Settings } = options;
  const own = { ...(HTTP && { HTTP }), ...(Host && { Host }), ...(Settings && { Settings }) };
  return memoryFetch(serverOf(app, own, caller));
}

/**
 * Reads the version of a request for an upgrade, such as that of a WebSocket, as the App reads the version of other
 * requests: `const { Version, State } = await VersionOfUpgrade(app, req)`. Answers nothing.
 *
 * `OnMatch` gets the upgrade as a route with the method `UPGRADE`, and `UsageCounter` counts it. If the App does not
 * serve the version, `OnRefused` gets it. State is `"gone"` for a version that has ended, is retired, or is in a
 * brownout. The promise rejects with the error of an extractor that throws.
 *
 * @throws TypeError if the first argument is not an App, or the second is not a request.
 */
export async function VersionOfUpgrade(app: App, req: IncomingMessage): Promise<UpgradeVersion> {
  requireApp("VersionOfUpgrade", app);
  if (!isObject(req) || !("rawHeaders" in req)) {
    throw misfit("VersionOfUpgrade: the second argument", "a request of Node's server", req);
  }
  return app[internals].readUpgrade(upgradeRequest(req, upgradeApplication()));
}

/** An application without routes, because upgrades do not pass through the application of the host. */
const upgradeApplication = once(() => express());

const serverOptions = {
  TLS: kinds.object,
  HTTP: kinds.object,
  Host: { expected: "an Express application", holds: isApplication },
  Settings: kinds.object,
};

function serverOfApp(app: App, options: ServerOptions, caller: Caller): Server | TLSServer {
  const { Host, Settings } = options;
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
  const prototypes = ownPrototypes(prototypesOf(requireExpress5(applicationWith(Settings, Host), caller)));
  // Without a Host, the prototype of responses adds the header `Vary`. With a Host, the App's middleware adds it.
  const varyBy = Host ? undefined : plan.varyBy;
  if (varyBy !== undefined) keepVaryOn(prototypes.response, varyBy);
  const listener = standaloneListener({
    adopt: adoption(prototypes, varyBy === undefined ? undefined : varyKeeper(varyBy)),
    serve: createMiddleware(Host ? plan : { ...plan, varyBy: undefined }),
    host: Host,
    end: (req, res, error) => {
      const errorVersion = errorVersions.get(req) ?? VersionOf(req);
      const { fail, direct } = plan;
      const exchange = { req, res, next: () => undefined, fail, direct, errorVersion };
      const answer: Serve = (answered) => {
        if (error === undefined) plan.answerUnmatched(answered);
        else hostFailure(answered, error);
      };
      // `plan.first` sets headers, for which it is too late once the response has begun.
      (isOver(exchange) ? answer : inTurn(plan.first, answer))(exchange);
    },
  });
  if (!hasInternals()) return plainServer(listener, options);
  takeDirectlyOn(prototypes.request);
  const prepare = (request: object): void => {
    makeRoom(request);
    makeRoomForTaker(request);
  };
  return listening(listener, options, prototypes, prepare);
}

/** Without this check, a value that is not an Express application would crash the process at the first request. */
function requireApplication(what: string, value: unknown, expected: string): asserts value is Application {
  if (!isApplication(value)) throw misfit(what, expected, value);
}

/** In Express 5, requests inherit `req.query`. In Express 4, a middleware that CreateServer does not run sets it. */
function requireExpress5(application: Application, { name, onExpress4 }: Caller): Application {
  if ("query" in prototypesOf(application).request) return application;
  throw new TypeError(
    `${name}: an App without an Express application needs Express 5; on Express 4 write ${onExpress4}`,
  );
}

/** Returns the application for `req.app`: the Host; with `Settings`, a layer over it; without a Host, a new one. */
function applicationWith(settings: ServerOptions["Settings"], host: Application | undefined): Application {
  if (host && !settings) return host;
  const application = host ? layeredApplication(host) : express();
  for (const [name, value] of Object.entries(settings ?? {})) application.set(name, value);
  return application;
}

function prototypesOf(application: Application): Prototypes {
  return application as unknown as Prototypes;
}

/** The server of a runtime without the internals of Node that the faster one relies on: the same responses. */
function plainServer(listener: RequestHandler, { TLS, HTTP }: ServerOptions): Server | TLSServer {
  const onRequest = listener as unknown as RequestListener;
  return TLS ? createTLSServer({ ...HTTP, ...TLS }, onRequest) : createServer({ ...HTTP }, onRequest);
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
