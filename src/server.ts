import { createServer, type RequestListener, type Server } from "node:http";
import {
  createServer as createTLSServer,
  type Server as TLSServer,
  type ServerOptions as TLSOptions,
} from "node:https";
import express, { type Application, type RequestHandler } from "express";
import { isApp, type App } from "./app";
import { createMiddleware, passUnmatched } from "./dispatch/middleware";
import { makeRoom } from "./dispatch/request-state";
import { keepVaryOn } from "./dispatch/vary";
import { internals } from "./model/app-internals";
import { HTTPError } from "./model/http-error";
import { messagesWith, type Messages, type Prototypes } from "./serve/messages";
import { ownPrototypes, standaloneListener } from "./serve/standalone";
import { isObject } from "./model/value";

/** The options of `CreateServer`: docs/reference/server.md. */
export interface ServerOptions {
  /** As `https.createServer` takes it; makes the server an https.Server. */
  TLS?: TLSOptions;
  /** Answers what no route of the App matches: the documentation page, static files, older routes. For an App only. */
  Host?: Application;
  /** Express's settings of requests and responses, such as `{ "trust proxy": 1 }`. For an App only. */
  Settings?: Readonly<Record<string, unknown>>;
}

/**
 * An http.Server for an Express application, with the answers of `http.createServer(app)` in less time; or for an
 * App alone, without an Express application around it: `CreateServer(app).listen(3000)`.
 *
 * @throws BuildError as `app.Build()` does.
 * @throws TypeError where an Express application is given Host or Settings, which it has itself.
 */
export function CreateServer(app: App | Application, options: ServerOptions & { TLS: TLSOptions }): TLSServer;
export function CreateServer(app: App | Application, options?: ServerOptions): Server;
export function CreateServer(app: App | Application, options: ServerOptions = {}): Server | TLSServer {
  if (isApp(app)) return serverOfApp(app, options);
  if (options.Host ?? options.Settings) {
    throw new TypeError("CreateServer: Host and Settings are for an App; an Express application has its own");
  }
  return listening(options.TLS, messagesWith(prototypesOf(app)), app);
}

function serverOfApp(app: App, { TLS, Host, Settings }: ServerOptions): Server | TLSServer {
  const plan = app[internals].planFor(Host && passUnmatched);
  const prototypes = ownPrototypes(prototypesOf(Host && !Settings ? Host : configured(Settings)));
  // A host gives responses its own prototype, so there each has to be seen to.
  if (plan.varyBy !== undefined && !Host) keepVaryOn(prototypes.response, plan.varyBy);
  const listener = standaloneListener({
    serve: createMiddleware(Host ? plan : { ...plan, varyBy: undefined }),
    host: Host,
    end: (req, res, error) => {
      const exchange = { req, res, next: () => undefined, fail: plan.fail };
      if (error === undefined) plan.answerUnmatched(exchange);
      else plan.fail(exchange, clientError(error) ?? error);
    },
  });
  return listening(TLS, messagesWith(prototypes, makeRoom), listener);
}

/** An error of the host's that says, as Express's own do, that the client made it: its status is answered. */
function clientError(error: unknown): HTTPError | undefined {
  if (!isObject(error) || !("status" in error)) return undefined;
  const { status } = error;
  const isClients = typeof status === "number" && Number.isInteger(status) && status >= 400 && status <= 499;
  return isClients && !("expose" in error && error.expose === true) && !(error instanceof HTTPError)
    ? new HTTPError(status, undefined, { cause: error })
    : undefined;
}

/** An Express application that serves nothing: its settings are what requests and responses ask for. */
function configured(settings: ServerOptions["Settings"] = {}): Application {
  const application = express();
  for (const [name, value] of Object.entries(settings)) application.set(name, value);
  return application;
}

/** Express's types leave them out. */
function prototypesOf(application: Application): Prototypes {
  return application as unknown as Prototypes;
}

function listening(
  tls: TLSOptions | undefined,
  messages: Messages,
  listener: RequestHandler,
): Server | TLSServer {
  // The requests and responses that it is called with are Express's: `messages` makes them so.
  const onRequest = listener as unknown as RequestListener;
  return tls ? createTLSServer({ ...tls, ...messages }, onRequest) : createServer(messages, onRequest);
}
