import { createHash } from "node:crypto";
import express, { type Request } from "express";
import {
  AnyOf,
  Anonymous,
  App,
  Delete,
  Get,
  HTTPError,
  Router,
  SecurityScheme,
  Status,
  Summary,
  WithSecurity,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

type Role = "reader" | "writer";

interface Client {
  readonly name: string;
  readonly roles: readonly Role[];
}

// By the hash of the key: whoever reads the list has no key, and a lookup tells nothing of one by its time.
const clients = new Map<string, Client>([
  [hashOf("key-of-the-website"), { name: "website", roles: ["reader"] }],
  [hashOf("key-of-the-backoffice"), { name: "backoffice", roles: ["reader", "writer"] }],
]);

/** Its scopes are the roles that a route asks for. */
const Key = new SecurityScheme("key", { type: "apiKey", in: "header", name: "X-API-Key" }, (req, roles) => {
  const key = req.get("X-API-Key");
  const client = key === undefined ? undefined : clients.get(hashOf(key));
  if (client && !roles.every((role) => client.roles.some((one) => one === role))) {
    throw new HTTPError(403, `the key is for ${client.roles.join(", ")}`);
  }
  return client;
});

@Router("/cats", WithSecurity(Key.With("reader")))
class CatsController {
  @Get("/", Summary("The cats"))
  list(req: Request) {
    return { cats: ["Kitty"], shownTo: Key.Of(req).name };
  }

  @Delete("/kitty", Summary("Give Kitty away"), WithSecurity(Key.With("writer")), Status(204))
  remove() {
    // Returns nothing: 204.
  }

  // Known or not: who has a key is told more.
  @Get("/count", Summary("How many cats there are"), WithSecurity(AnyOf(Key, Anonymous)))
  count(req: Request) {
    return { cats: 1, ...(Key.Find(req) ? { asleep: 1 } : {}) };
  }
}

const app = new App({ Title: "Cats" });
app.Include(CatsController);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());

function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("base64");
}
