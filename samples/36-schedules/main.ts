import express from "express";
import { Docs } from "versioned-controllers/docs";
import { scheduleApp } from "./app";
import { Store } from "./store";

/** Each line of the log is an object: warnings on the standard output, errors beside them. */
const Logger = {
  warn: (fields: object, message: string) => {
    console.log(JSON.stringify({ level: "warn", message, ...fields }));
  },
  error: (fields: object, message: string) => {
    console.error({ level: "error", message, ...fields });
  },
};

const app = scheduleApp(new Store(), { Logger });

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
