import type { EventEmitter } from "node:events";
import { IncomingMessage, type Server } from "node:http";

type Listener = (...message: never[]) => unknown;

/**
 * True if the listener is the first of its server.
 *
 * Hot path: the list of listeners is searched only if there are several.
 */
export function isFirst(server: Server, listener: Listener): boolean {
  const own = server.listenerCount("request", listener);
  return own === server.listenerCount("request") ? own > 0 : server.rawListeners("request")[0] === listener;
}

/** The events of an http.Server that have a request, besides `request`. */
const requestEvents: ReadonlySet<string | symbol> = new Set([
  "checkContinue",
  "checkExpectation",
  "connect",
  "upgrade",
]);

/**
 * Gives requests in Node's form to listeners outside of the application (`upgrade`, `checkContinue`).
 *
 * In Express's requests `query`, `ip` and others are getters, and to assign them would throw and end the process.
 * Requests of the event `request` are created for whichever listener is first.
 */
export function keepPlainOutside(server: EventEmitter, request: object): void {
  const first = (message: unknown): void => {
    makePlain(message, request);
  };
  const standFirst = (event: string | symbol): void => {
    if (server.listenerCount(event) === 0 || server.listeners(event)[0] === first) return;
    server.off(event, first).prependListener(event, first);
  };
  // A listener: a replaced `emit` would appear in the stack trace of every request.
  server.on("newListener", (event: string | symbol, listener: unknown) => {
    if (!requestEvents.has(event) || listener === first) return;
    // The event comes before the listener is added, perhaps in front of this one.
    queueMicrotask(() => {
      standFirst(event);
    });
  });
  // Node checks for listeners before it emits: if only this one were left, the connection would get no answer.
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
