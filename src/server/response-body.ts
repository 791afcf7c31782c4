import type { IncomingMessage } from "node:http";

type Controller = ReadableStreamDefaultController<Uint8Array>;

/**
 * Creates the body of a Response. It reads `incoming` no faster than its consumer reads the body. The connection is
 * closed if the body is cancelled, or if it is garbage collected because nobody can read it any more.
 */
export function bodyOf(incoming: IncomingMessage, signal: AbortSignal): ReadableStream<Uint8Array> {
  // Without a reserve, the stream calls `pull` only for a consumer that waits for a chunk.
  const body = new ReadableStream(new BodySource(incoming, signal), { highWaterMark: 0 });
  collectedBodies.register(body, incoming);
  return body;
}

const collectedBodies = new FinalizationRegistry<IncomingMessage>((incoming) => {
  incoming.destroy();
});

/** The connection refers to this object, so it holds the body only while a consumer waits for a chunk. */
class BodySource {
  readonly #incoming: IncomingMessage;
  #body: WeakRef<Controller> | undefined;
  #waiting: { readonly controller: Controller; readonly served: () => void } | undefined;

  constructor(incoming: IncomingMessage, signal: AbortSignal) {
    this.#incoming = incoming
      .on("readable", this.#serve)
      .once("end", this.#end)
      .once("error", (cause) => {
        this.#body?.deref()?.error(signal.aborted ? signal.reason : new TypeError("terminated", { cause }));
      });
  }

  start(controller: Controller): void {
    this.#body = new WeakRef(controller);
  }

  pull(controller: Controller): Promise<void> {
    return new Promise((served) => {
      this.#waiting = { controller, served };
      this.#serve();
    });
  }

  cancel(): void {
    // Node may still emit data that it has parsed, but a cancelled stream accepts neither a chunk nor its end.
    this.#incoming.off("readable", this.#serve).off("end", this.#end).destroy();
  }

  readonly #serve = (): void => {
    // Node emits `end` only after a `read`, so an empty body is read although nobody waits for a chunk.
    if (!this.#waiting && this.#incoming.readableLength > 0) return;
    // The cast is safe: without an encoding, the stream contains Buffers.
    const chunk = this.#incoming.read() as Buffer | null;
    if (!chunk || !this.#waiting) return;
    const { controller, served } = this.#waiting;
    this.#waiting = undefined;
    controller.enqueue(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length));
    served();
  };

  readonly #end = (): void => {
    this.#body?.deref()?.close();
    this.#waiting = undefined;
  };
}
