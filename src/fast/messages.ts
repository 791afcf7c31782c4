import { IncomingMessage, ServerResponse, type ServerOptions } from "node:http";
import type { Socket } from "node:net";

export interface Prototypes {
  readonly request: object;
  readonly response: object;
}

type Messages = Required<Pick<ServerOptions, "IncomingMessage" | "ServerResponse">>;

/**
 * Creates constructors for `http.createServer`. Their requests and responses have Express's prototypes from the start.
 * Express itself sets the prototypes on every request, which is its most expensive step, because V8 then discards the
 * shape of the object (bench/README.md, "requests with Express's prototypes from the start").
 */
export function messagesWith(
  { request, response }: Prototypes,
  isForExpress: () => boolean,
  prepare: ((request: object) => void) | undefined,
): Messages {
  // The constructors are functions, because the prototype of a class cannot be replaced, and Reflect.construct takes
  // 100 times as long as `call`. They have Node's names, because stack traces contain these names.
  /* eslint-disable object-shorthand, @typescript-eslint/unbound-method -- a method can't be a constructor */
  const messages = {
    IncomingMessage: function (this: IncomingMessage, socket: Socket): IncomingMessage {
      // A request that another listener gets before Express must have Node's own form.
      // An object that a constructor returns replaces the object that `new` has created.
      if (!isForExpress()) return new IncomingMessage(socket);
      callAsFunction(IncomingMessage).call(this, socket);
      prepare?.(this);
      return this;
    },
    ServerResponse: function (this: ServerResponse, req: IncomingMessage, options: unknown): void {
      callAsFunction(ServerResponse).call(this, req, options);
    },
  };
  messages.IncomingMessage.prototype = request;
  messages.ServerResponse.prototype = response;
  // V8 reserves room for the assignments of all constructors in the prototype chain, at the first `new`. Without this
  // line, V8 would have to move forty properties on every request.
  Object.setPrototypeOf(messages.IncomingMessage, IncomingMessage);
  Object.setPrototypeOf(messages.ServerResponse, ServerResponse);
  /* eslint-enable object-shorthand, @typescript-eslint/unbound-method */
  return messages as unknown as Messages;
}

type MessageConstructor = (this: object, ...args: unknown[]) => void;

// The cast: both constructors are functions, although their types are classes.
function callAsFunction(constructor: typeof IncomingMessage | typeof ServerResponse): MessageConstructor {
  return constructor as unknown as MessageConstructor;
}
