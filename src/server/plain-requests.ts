import type { EventEmitter } from "node:events";
import { IncomingMessage } from "node:http";
import type { Server } from "node:http";

type Listener = (...message: never[]) => unknown;

/** True for the first listener of the event `request`. Hot path: `rawListeners` is slow, it copies a list. */
export function isFirst(server: Server, listener: Listener): boolean {
  const own = server.listenerCount("request", listener);
  return own === server.listenerCount("request") ? own > 0 : server.rawListeners("request")[0] === listener;
}

/** The events of an http.Server, besides `request`, whose listeners get a request. */
const requestEvents: ReadonlySet<string | symbol> = new Set([
  "checkContinue",
  "checkExpectation",
  "connect",
  "upgrade",
]);

/** Listeners of `upgrade` may set `req.query`, but Express's prototype would throw. So a first listener removes it. */
export function keepPlainOutside(server: EventEmitter, request: object): void {
  const first = (message: unknown): void => {
    makePlain(message, request);
  };
  const standFirst = (event: string | symbol): void => {
    if (server.listenerCount(event) === 0 || server.listeners(event)[0] === first) return;
    server.off(event, first).prependListener(event, first);
  };
  // An overridden `emit` would also work, but would appear in the stack trace of every request.
  server.on("newListener", (event: string | symbol, listener: unknown) => {
    if (!requestEvents.has(event) || listener === first) return;
    // Node adds the listener after this event, possibly before `first`. So `first` is moved to the front afterwards.
    queueMicrotask(() => {
      standFirst(event);
    });
  });
  // Removes `first` if no other listener is left: Node would leave the connection to `first`, which sends no answer.
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
