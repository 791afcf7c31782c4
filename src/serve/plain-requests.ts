import type { EventEmitter } from "node:events";
import { IncomingMessage, type Server } from "node:http";

type Listener = (...message: never[]) => unknown;

/**
 * True if the listener is the first listener of its server.
 *
 * Hot path: the list of listeners is searched only if the server has several.
 */
export function isFirst(server: Server, listener: Listener): boolean {
  const own = server.listenerCount("request", listener);
  return own === server.listenerCount("request") ? own > 0 : server.rawListeners("request")[0] === listener;
}

/** The events of an http.Server that have a request, besides the event `request`. */
const requestEvents: ReadonlySet<string | symbol> = new Set([
  "checkContinue",
  "checkExpectation",
  "connect",
  "upgrade",
]);

/**
 * Passes requests in Node's form to listeners outside of the application (`upgrade`, `checkContinue`).
 *
 * In Express's requests `query`, `ip` and other members are getters. If such a listener assigned them, the error would
 * end the process. The requests of the event `request` have the form for the listener that is first.
 */
export function keepPlainOutside(server: EventEmitter, request: object): void {
  const first = (message: unknown): void => {
    makePlain(message, request);
  };
  const standFirst = (event: string | symbol): void => {
    if (server.listenerCount(event) === 0 || server.listeners(event)[0] === first) return;
    server.off(event, first).prependListener(event, first);
  };
  // A listener, because a replaced `emit` would appear in the stack trace of every request.
  server.on("newListener", (event: string | symbol, listener: unknown) => {
    if (!requestEvents.has(event) || listener === first) return;
    // This event comes before the listener is added, which may happen in front of this listener.
    queueMicrotask(() => {
      standFirst(event);
    });
  });
  // Node looks for listeners before it emits: if only this one were left, the connection would get no answer.
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
