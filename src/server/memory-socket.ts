import type { Server } from "node:http";
import { Duplex } from "node:stream";

type Callback = (error?: Error | null) => void;

const loopback = "127.0.0.1";

/**
 * One end of a connection in memory, with the members of a `net.Socket` that Node's HTTP and Express use.
 *
 * Node's `duplexPair` lacks these members, and in Node 20 an end does not notice that the other was destroyed.
 */
export class MemorySocket extends Duplex {
  readonly remoteAddress = loopback;
  readonly localAddress = loopback;
  readonly remoteFamily = "IPv4";
  readonly remotePort = 0;
  readonly localPort = 0;
  timeout = 0;
  #other: MemorySocket = this;
  #written: Callback | undefined;
  #hasEnded = false;
  #timer: NodeJS.Timeout | undefined;

  /** `encrypted` makes `req.secure` true. With `allowHalfOpen`, this end can write after the other end has ended. */
  constructor(
    readonly encrypted: boolean,
    allowHalfOpen: boolean,
  ) {
    super({ allowHalfOpen });
  }

  /** Creates both ends of a connection. Bytes that are written to one end are read from the other end. */
  static pair(encrypted: boolean): readonly [client: MemorySocket, accepted: MemorySocket] {
    const client = new MemorySocket(encrypted, false);
    const accepted = new MemorySocket(encrypted, true);
    client.#other = accepted;
    accepted.#other = client;
    return [client, accepted];
  }

  override _read(): void {
    this.#acknowledge();
  }

  override _write(chunk: Buffer, _encoding: string, callback: Callback): void {
    const other = this.#other;
    this.#timer?.refresh();
    other.#timer?.refresh();
    if (other.destroyed) callback(resetError());
    // The application may reuse its Buffer, so the chunk is copied. The copy stays readable once this end is destroyed.
    else if (chunk.length === 0 || other.push(Buffer.from(chunk))) callback();
    else other.#written = callback;
  }

  override _final(callback: Callback): void {
    this.#endOther();
    callback();
  }

  override _destroy(error: Error | null, callback: Callback): void {
    clearTimeout(this.#timer);
    this.#acknowledge(resetError());
    this.#endOther();
    callback(error);
  }

  /** Closes this end for writing, and destroys it when the other end has read everything, as `net.Socket` does. */
  destroySoon(): void {
    this.end();
    if (this.writableFinished) this.destroy();
    else this.once("finish", () => this.destroy());
  }

  setTimeout(milliseconds: number, listener?: () => void): this {
    clearTimeout(this.#timer);
    this.timeout = milliseconds;
    if (milliseconds > 0) {
      this.#timer = setTimeout(() => this.emit("timeout"), milliseconds).unref();
      if (listener) this.once("timeout", listener);
    } else if (listener) this.off("timeout", listener);
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  address(): object {
    return { address: loopback, family: "IPv4", port: 0 };
  }

  /** Lets the other end read the end of the stream, after everything that was written. */
  #endOther(): void {
    if (!this.#hasEnded) this.#other.push(null);
    this.#hasEnded = true;
  }

  #acknowledge(error?: Error): void {
    const written = this.#written;
    this.#written = undefined;
    written?.(error);
  }
}

/** Connects to a server in memory, so it needs no port. Returns the client's end of the connection. */
export function connectInMemory(server: Server, encrypted = false): MemorySocket {
  const [client, accepted] = MemorySocket.pair(encrypted);
  server.emit("connection", accepted);
  return client;
}

function resetError(): Error {
  return Object.assign(new Error("the other end closed the connection"), { code: "ECONNRESET" });
}
