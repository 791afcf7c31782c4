import { createWriteStream } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import { Docs } from "versioned-controllers/docs";
import { Recorder } from "versioned-controllers/recordings";
import { ticketsApp } from "./app";

const file = createWriteStream(process.env.RECORDING ?? join(tmpdir(), "tickets.ndjson"), { flags: "a" });
const recorder = Recorder({
  // While the disk is slow, nothing waits in memory: the line is lost.
  Write: (line) => {
    if (!file.writableNeedDrain) file.write(line);
  },
  Redact: ["email", "rider"],
  // For trying it out. In production, the default of a hundredth is enough.
  Share: 1,
});
const app = ticketsApp(recorder.Options);

const server = express()
  .use("/docs", Docs(app))
  .get("/recorded", (_req, res) => void res.json(recorder.Counts()))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close(() => file.end()));
