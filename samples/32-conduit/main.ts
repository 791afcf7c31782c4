import express from "express";
import { Docs } from "versioned-controllers/docs";
import app, { database } from "./app";

async function main(): Promise<void> {
  await database.open();
  const server = express()
    .disable("x-powered-by")
    .use("/docs", Docs(app))
    .use("/api", app.Build())
    .listen(Number(process.env.PORT ?? 3000));
  server.on("listening", () => {
    const address = server.address();
    if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
  });
  process.once("SIGTERM", () => server.close(() => void database.close()));
}

void main();
