import { IncomingMessage } from "node:http";

/** An object that gets a body directly from Node's parser, instead of from the request's stream. */
export interface BodyTaker {
  /** Takes a piece of the body. Returns false to leave this piece and all later pieces to the request's stream. */
  readonly take: (piece: Buffer) => boolean;
  /** Called when the body and the request's stream have ended. */
  readonly end: () => void;
}

const takerKey = Symbol("versioned-controllers");

/** Marks a request whose whole body a BodyTaker has read. */
const taken = "taken";

interface Direct extends IncomingMessage {
  [takerKey]?: BodyTaker | typeof taken | null | undefined;
}

/**
 * Replaces the method `push` of requests, so that a BodyTaker gets the body from Node's parser. Through the stream, it
 * would take five turns of the event loop (bench/README.md, "a body that passes by its stream").
 */
export function takeDirectlyOn(prototype: object): void {
  const stream = Object.getPrototypeOf(prototype) as IncomingMessage;
  Object.defineProperties(prototype, {
    push: { value: push, configurable: true, writable: true },
    readableDidRead: {
      configurable: true,
      get(this: Direct): boolean {
        return this[takerKey] === taken || Reflect.get(stream, "readableDidRead", this);
      },
    },
  });
}

/** Sets the property `takerKey` of a new request to null, because adding it later is slower. */
export function makeRoomForTaker(request: object): void {
  (request as Direct)[takerKey] = null;
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

/* eslint-disable @typescript-eslint/unbound-method -- each call sets `this` */
const pushToStream = IncomingMessage.prototype.push;
/* eslint-enable @typescript-eslint/unbound-method */

/** Replaces the stream's `push`, which Node's parser calls with each piece of the body, and with null at the end. */
function push(this: Direct, piece: unknown, encoding?: BufferEncoding): boolean {
  const taker = this[takerKey];
  if (!taker || taker === taken) return pushToStream.call(this, piece, encoding);
  if (piece !== null && taker.take(piece as Buffer)) return true;
  this[takerKey] = piece === null ? taken : undefined;
  const isWanted = pushToStream.call(this, piece, encoding);
  if (piece === null) {
    // An empty stream emits `end` only after a `read`, and in the next tick.
    this.read();
    process.nextTick(taker.end);
  }
  return isWanted;
}
