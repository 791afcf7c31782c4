import { IncomingMessage, ServerResponse, type ServerOptions } from "node:http";
import type { Socket } from "node:net";

export interface Prototypes {
  readonly request: object;
  readonly response: object;
}

type Messages = Required<Pick<ServerOptions, "IncomingMessage" | "ServerResponse">>;

/**
 * Constructors for `http.createServer`, whose requests and responses have Express's prototypes from the start. Express
 * sets these on every request, its most expensive step, because V8 discards the shape of the object ("requests with
 * Express's prototypes from the start" of bench/README.md).
 */
export function messagesWith(
  { request, response }: Prototypes,
  isForExpress: () => boolean,
  prepare: ((request: object) => void) | undefined,
): Messages {
  // The prototype of a class cannot be replaced, and Reflect.construct takes 100 times as long as `call`. The functions
  // have Node's names, because stack traces contain them.
  /* eslint-disable object-shorthand, @typescript-eslint/unbound-method -- a method can't be a constructor */
  const messages = {
    IncomingMessage: function (this: IncomingMessage, socket: Socket): IncomingMessage {
      // A request that another listener gets before Express has Node's own form.
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
  // At the first `new`, V8 reserves room for the assignments of all constructors in the prototype chain. Without this
  // line, forty properties would be moved on every request.
  Object.setPrototypeOf(messages.IncomingMessage, IncomingMessage);
  Object.setPrototypeOf(messages.ServerResponse, ServerResponse);
  /* eslint-enable object-shorthand, @typescript-eslint/unbound-method */
  return messages as unknown as Messages;
}

type MessageConstructor = (this: object, ...args: unknown[]) => void;

// Both constructors are functions, although their types are classes.
function callAsFunction(constructor: typeof IncomingMessage | typeof ServerResponse): MessageConstructor {
  return constructor as unknown as MessageConstructor;
}
