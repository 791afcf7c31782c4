import { createHash } from "node:crypto";
import express from "express";
import {
  App,
  HTTPError,
  Post,
  Router,
  Summary,
  WithBody,
  WithHeaders,
  WithResponse,
  type Typed,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";

/** The first answers by key, for a day; the oldest go first. In several processes: a table with a unique key. */
class FirstAnswers<Value> {
  readonly #kept = new Map<
    string,
    { readonly asked: string; readonly until: number; readonly value: Promise<Value> }
  >();

  /** @throws HTTPError 422 where the key came with another request. */
  async once(key: string, request: unknown, work: () => Promise<Value>): Promise<Value> {
    const asked = createHash("sha256").update(JSON.stringify(request)).digest("hex");
    const first = this.#kept.get(key);
    if (first && first.until > Date.now()) {
      if (first.asked !== asked) throw new HTTPError(422, "the key belongs to another request");
      return first.value;
    }
    const value = work();
    this.#keep(key, { asked, until: Date.now() + 86_400_000, value });
    // What failed may be tried again.
    value.catch(() => this.#kept.delete(key));
    return value;
  }

  #keep(key: string, answer: { asked: string; until: number; value: Promise<Value> }): void {
    this.#kept.delete(key);
    this.#kept.set(key, answer);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= 10_000) break;
      this.#kept.delete(oldest);
    }
  }
}

const NewOrder = z.object({ cat: z.string() });
const Order = z.object({ id: z.int(), cat: z.string() }).meta({ title: "Order" });
const Key = z.object({ "idempotency-key": z.uuid() });

@Router("/orders")
class OrdersController {
  readonly #first = new FirstAnswers<z.output<typeof Order>>();
  #count = 0;

  @Post(
    "/",
    Summary("Order a cat"),
    WithHeaders(Key),
    WithBody(NewOrder),
    WithResponse(201, Order),
    WithResponse(422),
  )
  add(req: Typed<{ headers: typeof Key; body: typeof NewOrder }>) {
    const { headers, body } = req;
    // With users, the key also needs the id of the user, to whom it belongs.
    return this.#first.once(headers["idempotency-key"], body, async () =>
      Promise.resolve({ id: ++this.#count, ...body }),
    );
  }
}

const app = new App({ Title: "Orders" }).Include(OrdersController);
const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
