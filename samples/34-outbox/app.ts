import type { Request, Response } from "express";
import {
  App,
  Get,
  Post,
  Router,
  Summary,
  VersioningHeader,
  VersionNeutral,
  WithBody,
  WithResponse,
  WithVersion,
  type Typed,
} from "versioned-controllers";
import { z } from "zod";
import type { Delivery, Outbox } from "./outbox";
import { signed } from "./signature";
import { Cat, CatAdded, CatEvent, V } from "./versions";

const Subscription = z
  .object({ url: z.string().min(1), version: z.enum(V.List) })
  .meta({ id: "Subscription" });

/** The API of cats, which tells its subscribers of each one that is added. */
export function outboxApp(outbox: Outbox, send: (delivery: Delivery) => Promise<void>): App {
  @Router("/cats", V.Since("1"))
  class CatsController {
    @Post("/", Summary("Add a cat"), WithBody(Cat), WithResponse(201, Cat))
    async add(req: Typed<{ body: typeof Cat }>) {
      await outbox.add(CatEvent.Write(req.body));
      return req.body;
    }
  }

  @Router("/subscriptions", WithVersion(VersionNeutral))
  class SubscriptionsController {
    @Post("/", Summary("Subscribe, in a version"), WithBody(Subscription), WithResponse(201, Subscription))
    async subscribe(req: Typed<{ body: typeof Subscription }>) {
      const { url, version } = req.body;
      // A path is one of this server's own: for trying it out.
      const { href } = new URL(url, `${req.protocol}://${req.get("Host") ?? "localhost"}`);
      await outbox.subscribe(href, version);
      return { url: href, version };
    }

    @Post("/deliveries", Summary("Deliver what is due, without waiting for the timer"), WithResponse(204))
    async deliver() {
      await outbox.deliver(send);
    }
  }

  const Versioning = { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List };
  const app = new App({ Title: "Cats with an outbox", Versioning });
  return app.Include([CatsController, SubscriptionsController, CatAdded]);
}

/** Posts a delivery in its subscriber's version. */
export async function post({ event, stored, url, version }: Delivery, secret: string): Promise<void> {
  const known = V.List.find((one) => one === version);
  if (known === undefined) throw new Error(`${url} subscribes to version ${version}, which is over`);
  const { Body, Headers } = CatAdded.For(known, await CatEvent.Read(stored));
  const signature = signed(Body, secret, { id: `event-${event}`, at: new Date() });
  const { ok, status } = await fetch(url, {
    method: "POST",
    body: Body,
    headers: { ...Headers, ...signature },
    signal: AbortSignal.timeout(10_000),
  });
  if (!ok) throw new Error(`${url} answered ${status}`);
}

/** A subscriber for trying it out, which keeps what it was sent. */
export function inbox(): App {
  const received: unknown[] = [];

  @Router("/inbox")
  class InboxController {
    @Post("/{name}", WithBody(z.unknown()), WithResponse(204))
    receive(req: Request<{ name: string }>, res: Response) {
      received.push({ name: req.params.name, version: req.get("API-Version"), cat: req.body as unknown });
      res.status(204).end();
    }

    @Get("/")
    list() {
      return received;
    }
  }

  return new App({ Title: "A subscriber" }).Include(InboxController);
}
