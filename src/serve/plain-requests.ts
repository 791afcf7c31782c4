import type { EventEmitter } from "node:events";
import { IncomingMessage, type Server } from "node:http";

/** A listener that an http.Server calls for each request. */
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

/** The events of an http.Server, but `request`, that hand over a request. */
const requestEvents: ReadonlySet<string | symbol> = new Set([
  "checkContinue",
  "checkExpectation",
  "connect",
  "upgrade",
]);

/**
 * Gives listeners of a server outside of its application (`upgrade`, `checkContinue`) requests as Node makes them.
 *
 * Express's requests compute `query`, `ip` and the like: to assign these would throw, and end the process. Requests for
 * `request` are left alone: they are made for whoever is the first to get them.
 */
export function keepPlainOutside(server: EventEmitter, request: object): void {
  const first = (message: unknown): void => {
    makePlain(message, request);
  };
  const standFirst = (event: string | symbol): void => {
    if (server.listenerCount(event) === 0 || server.listeners(event)[0] === first) return;
    server.off(event, first).prependListener(event, first);
  };
  // A listener more, and no `emit` of our own: that would be a line in the stack trace of every request.
  server.on("newListener", (event: string | symbol, listener: unknown) => {
    if (!requestEvents.has(event) || listener === first) return;
    // The event comes before the listener is added, which then may stand in front of ours.
    queueMicrotask(() => {
      standFirst(event);
    });
  });
  // Node asks whether anybody listens at all before it emits: alone, ours would leave the connection without an answer.
  server.on("removeListener", (event: string | symbol, listener: unknown) => {
    if (requestEvents.has(event) && listener !== first && server.listenerCount(event) === 1) {
      server.off(event, first);
    }
  });
}

function makePlain(message: unknown, request: object): void {
  if (message instanceof IncomingMessage && Object.getPrototypeOf(message) === request) {
    Object.setPrototypeOf(message, IncomingMessage.prototype);
  }
}
