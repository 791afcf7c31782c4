import { IncomingMessage } from "node:http";
import { taken, takerKey, type Direct } from "../http/body-taker";

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
