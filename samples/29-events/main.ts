import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import express, { type Response } from "express";
import {
  App,
  Get,
  Hidden,
  Post,
  Router,
  ServerSentEvent,
  Summary,
  WithBody,
  WithHeaders,
  WithResponse,
  type Typed,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";

const Message = z.object({ text: z.string().min(1).max(200) }).meta({ title: "Message" });
const Since = z.object({ "last-event-id": z.coerce.number().int().min(0).default(0) });
const silence = 15_000; // ms: less than what a proxy bears

@Router("/messages")
class MessagesController {
  readonly #messages = [{ text: "hello", from: "127.0.0.1" }];
  readonly #added = new EventEmitter().setMaxListeners(0);

  @Post("/", Summary("Say something"), WithBody(Message), WithResponse(201, Message))
  add(req: Typed<{ body: typeof Message }>) {
    const message = { ...req.body, from: req.ip ?? "" };
    this.#messages.push(message);
    this.#added.emit("message");
    return message;
  }

  /** Each item is an event; the schema is that of its data, and closes `from` out. */
  @Get(
    "/events",
    Summary("Every message, as it comes"),
    WithHeaders(Since),
    WithResponse(200, Message, { Type: "text/event-stream" }),
  )
  async *events(req: Typed<{ headers: typeof Since }>, res: Response) {
    res.set("Cache-Control", "no-store");
    // The head alone: the page is told at once that it is connected.
    yield ServerSentEvent({});
    for (let sent = req.headers["last-event-id"]; ;) {
      for (const Data of this.#messages.slice(sent)) yield ServerSentEvent({ Data, ID: String(++sent) });
      // Waits for a bounded time: a generator that waits does not see that its client has gone.
      if (!(await this.#hears())) yield ServerSentEvent({ Event: "heartbeat" });
    }
  }

  #hears(): Promise<boolean> {
    const heard = once(this.#added, "message", { signal: AbortSignal.timeout(silence) });
    return heard.then(
      () => true,
      () => false,
    );
  }
}

const app = new App({ Title: "Messages" });
app.Include(MessagesController);
app.Get(
  "/",
  (_req, res) => {
    res.sendFile(join(__dirname, "page.html"));
  },
  Hidden(),
);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/`);
});
process.once("SIGTERM", () => {
  server.close();
  // The pages that listen never end by themselves.
  server.closeAllConnections();
});
