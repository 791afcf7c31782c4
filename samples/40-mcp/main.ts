import express from "express";
import { Docs } from "versioned-controllers/docs";
import { bookshop, V } from "./app";
import { mcpEndpoint } from "./mcp";

const app = bookshop();
const host = express().use("/docs", Docs(app));
for (const version of V.List) host.post(`/mcp/${version}`, mcpEndpoint(app, version));

const server = host.use(app.Build()).listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
