import { IncomingMessage, ServerResponse, type ServerOptions } from "node:http";
import type { Socket } from "node:net";

/** The prototypes that an Express application gives its requests and responses. */
export interface Prototypes {
  readonly request: object;
  readonly response: object;
}

/** The constructors that `http.createServer` makes requests and responses with. */
export type Messages = Required<Pick<ServerOptions, "IncomingMessage" | "ServerResponse">>;

/** How requests are made. */
export interface MessageMaking {
  /** Whether Express is the first to get the next request; anybody else gets it as Node makes it. */
  readonly isForExpress: () => boolean;
  /** Called with each request of Express's as it is made. */
  readonly prepare?: ((request: object) => void) | undefined;
}

/**
 * Constructors for `http.createServer` whose requests and responses have Express's prototypes from the start.
 *
 * Express sets them on every request; on an object that has them already that is no change, and costs nothing.
 * Otherwise it is the most expensive thing that Express does: V8 drops what it knows of the object's shape.
 */
export function messagesWith(
  { request, response }: Prototypes,
  { isForExpress, prepare }: MessageMaking,
): Messages {
  // Functions and `call`: a class's prototype can't be given, and Reflect.construct takes 100 times as long. They
  // have Node's names, which stand in stack traces.
  /* eslint-disable object-shorthand, @typescript-eslint/unbound-method -- a method can't be a constructor */
  const messages = {
    IncomingMessage: function (this: IncomingMessage, socket: Socket): IncomingMessage {
      // An object that a constructor returns stands in the place of the one that `new` made.
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
  // V8 reserves room in an object for what the functions above its constructor assign, before the first `new`.
  // Without it some forty properties move house on every request.
  Object.setPrototypeOf(messages.IncomingMessage, IncomingMessage);
  Object.setPrototypeOf(messages.ServerResponse, ServerResponse);
  /* eslint-enable object-shorthand, @typescript-eslint/unbound-method */
  return messages as unknown as Messages;
}

type Constructed = (this: object, ...args: unknown[]) => void;

// Both are plain functions in Node, whatever their types say.
function callAsFunction(constructor: typeof IncomingMessage | typeof ServerResponse): Constructed {
  return constructor as unknown as Constructed;
}
