import express from "express";
import { Docs } from "versioned-controllers/docs";
import app from "./app";

const server = express()
  .use("/docs", Docs(app))
  // What the global prefix leaves out is the host's own.
  .get("/health", (req, res) => void res.json({ well: true }))
  .use("/api", app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
