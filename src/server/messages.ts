import { IncomingMessage, ServerResponse } from "node:http";
import type { ServerOptions } from "node:http";
import type { Socket } from "node:net";

export interface Prototypes {
  readonly request: object;
  readonly response: object;
}

/** True on Node, whose constructors of messages set up the object that `this` is. Bun and Deno have their own. */
export function hasInternals(): boolean {
  const { bun, deno } = process.versions;
  const isOriginal = (constructor: object): boolean =>
    setsUp.test(Function.prototype.toString.call(constructor));
  return bun === undefined && deno === undefined && isOriginal(IncomingMessage) && isOriginal(ServerResponse);
}

/** The call of the parent's constructor with the own object, in the source code of Node's constructors. */
const setsUp =
  /\b(?:Readable|OutgoingMessage)\.call\(this\b|ReflectApply\((?:Readable|OutgoingMessage), this\b/;

type Messages = Required<Pick<ServerOptions, "IncomingMessage" | "ServerResponse">>;

/**
 * Creates constructors for `http.createServer`. The requests and responses have Express's prototypes from the start.
 * Otherwise Express sets the prototypes of every request, which is the most expensive part of Express, because V8 then
 * discards the shape of the object (bench/README.md, "requests with Express's prototypes from the start").
 */
export function messagesWith(
  { request, response }: Prototypes,
  isForExpress: () => boolean,
  prepare: ((request: object) => void) | undefined,
): Messages {
  // These are functions, because the prototype of a class cannot be replaced. Stack traces show their names, so they
  // are named like Node's classes.
  /* eslint-disable object-shorthand, @typescript-eslint/unbound-method -- a method can't be a constructor */
  const messages = {
    IncomingMessage: function (this: IncomingMessage, socket: Socket): IncomingMessage {
      // If the server has a listener other than Express, `new` returns Node's own request instead of `this`.
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
  // At the first `new`, V8 reserves room for the properties that all constructors in the prototype chain set. Without
  // these lines, V8 would have to move forty properties on every request.
  Object.setPrototypeOf(messages.IncomingMessage, IncomingMessage);
  Object.setPrototypeOf(messages.ServerResponse, ServerResponse);
  /* eslint-enable object-shorthand, @typescript-eslint/unbound-method */
  return messages as unknown as Messages;
}

type MessageConstructor = (this: object, ...args: unknown[]) => void;

// The cast is safe: both constructors are functions, although their types are classes.
function callAsFunction(constructor: typeof IncomingMessage | typeof ServerResponse): MessageConstructor {
  return constructor as unknown as MessageConstructor;
}
