import express from "express";
import { App, Summary, VersioningHeader, WithBody, WithResponse, WithVersion } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";
import { toOpenAPI30 } from "./convert";

const Cat = z
  .object({ name: z.string(), lives: z.int().positive(), owner: z.string().nullable() })
  .meta({ id: "Cat" });

const app = new App({ Title: "Cats", Versioning: { Type: VersioningHeader, Header: "X-API-Version" } });
app.Post(
  "/cats",
  (req) => req.body,
  WithVersion("1"),
  Summary("Add a cat"),
  WithBody(Cat),
  WithResponse(200, Cat),
);

const server = express()
  .get("/openapi-30.json", (_req, res) => void res.json(toOpenAPI30(app.Document("1"))))
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
