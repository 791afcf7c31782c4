import { IncomingMessage, type Server } from "node:http";

type Emit = (this: unknown, event: string | symbol, ...args: unknown[]) => boolean;

/** What an http.Server calls for each request. */
type Listener = (...message: never[]) => unknown;

/**
 * Whether an application's listener is the first to get the requests of its server.
 *
 * Hot path: who comes before it is looked for where there are others at all.
 */
export function isFirst(server: Server, listener: Listener): boolean {
  const own = server.listenerCount("request", listener);
  return own === server.listenerCount("request") ? own > 0 : server.rawListeners("request")[0] === listener;
}

/**
 * Gives what listens to a server outside of its application (`upgrade`, `checkContinue`) requests as Node makes them.
 *
 * Express's requests compute `query`, `ip` and the like: to assign these would throw, and end the process. Requests for
 * `request` are left alone: they are made for whoever is the first to get them.
 */
export function keepPlainOutside(server: Server, request: object): void {
  const prototype = Object.getPrototypeOf(server) as { readonly emit: Emit };
  const emit: Emit = function (event, ...args) {
    if (event !== "request") makePlain(args[0], request);
    // Looked up on each call: what observes servers changes the emit of all.
    return prototype.emit.call(this, event, ...args);
  };
  // Where nobody who lists the server's members meets it.
  Object.defineProperty(server, "emit", { value: emit, configurable: true, writable: true });
}

function makePlain(message: unknown, request: object): void {
  if (message instanceof IncomingMessage && Object.getPrototypeOf(message) === request) {
    Object.setPrototypeOf(message, IncomingMessage.prototype);
  }
}
