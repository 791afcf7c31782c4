import express from "express";
import { Docs } from "versioned-controllers/docs";
import { openDatabase } from "../33-pinned-accounts/database";
import { inbox, outboxApp, post } from "./app";
import { Outbox, type Delivery } from "./outbox";

async function main(): Promise<void> {
  const database = await openDatabase(process.env.DATABASE_URL);
  const outbox = new Outbox(database);
  await outbox.prepare();

  const secret = process.env.WEBHOOK_SECRET ?? "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const send = (delivery: Delivery): Promise<void> => post(delivery, secret);
  const app = outboxApp(outbox, send);
  const server = express()
    .use("/docs", Docs(app))
    .use("/subscriber", inbox().Build())
    .use(app.Build())
    .listen(Number(process.env.PORT ?? 3000));
  server.on("listening", () => {
    const address = server.address();
    if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
  });
  const timer = setInterval(() => {
    outbox.deliver(send).catch((error: unknown) => {
      console.error("the outbox cannot be read", error);
    });
  }, 5_000);
  process.once("SIGTERM", () => {
    clearInterval(timer);
    server.close(() => void database.close());
  });
}

void main();
