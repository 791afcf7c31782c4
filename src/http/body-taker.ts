import type { IncomingMessage } from "node:http";

/** An object that gets a body directly from Node's parser, instead of from the request's stream. */
export interface BodyTaker {
  /** Takes a piece of the body. Returns false to leave this piece and all later pieces to the request's stream. */
  readonly take: (piece: Buffer) => boolean;
  /** Called when the body and the request's stream have ended. */
  readonly end: () => void;
}

/** The key of the taker; null in a request whose body can be taken, which only `CreateServer` makes. */
export const takerKey: unique symbol = Symbol("versioned-controllers");

/** Marks a request whose whole body a BodyTaker has read. */
export const taken = "taken";

export interface Direct extends IncomingMessage {
  [takerKey]?: BodyTaker | typeof taken | null | undefined;
}

/** Lets `taker` get the body of a request. Returns false if it cannot, for example if the body has begun to arrive. */
export function setTaker(request: IncomingMessage, taker: BodyTaker): boolean {
  const direct = request as Direct;
  // `Object.create(request)` only inherits the property. Node's parser writes to the original.
  const hasRoom = direct[takerKey] === null && Object.hasOwn(direct, takerKey);
  if (!hasRoom || request.complete || request.readableLength > 0) return false;
  direct[takerKey] = taker;
  return true;
}
