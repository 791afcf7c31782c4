import express, { type Request } from "express";
import {
  App,
  Delete,
  Get,
  HTTPError,
  Post,
  Router,
  Summary,
  WithGuards,
  type Guard,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

interface User {
  readonly name: string;
  readonly roles: readonly string[];
}

const usersByToken = new Map<string, User>([
  ["token-of-ann", { name: "Ann", roles: ["reader"] }],
  ["token-of-bob", { name: "Bob", roles: ["reader", "admin"] }],
  ["token-of-eve", { name: "Eve", roles: [] }],
]);

/** Whose token the request carries; without a known one it is answered with 401. */
function userOf(req: Request): User {
  const [, token = ""] = /^Bearer (.+)$/.exec(req.get("Authorization") ?? "") ?? [];
  const user = usersByToken.get(token);
  if (!user) {
    throw new HTTPError(401, "a bearer token is needed", { headers: { "WWW-Authenticate": "Bearer" } });
  }
  return user;
}

/** Only `true` admits: anything else is answered with 403. */
function hasRole(role: string): Guard {
  return (req: Request) => userOf(req).roles.includes(role);
}

/** A guard may wait for something, and say why it refuses. */
const isFriend: Guard = async (req: Request) => {
  const { name } = userOf(req);
  const friends = await Promise.resolve(["Ann"]);
  if (!friends.includes(name)) throw new HTTPError(403, `Kitty does not know ${name}`, { code: "stranger" });
  return true;
};

// Guards add up, outermost first: every route here asks for a reader, two of them for more.
@Router("/cats", WithGuards(hasRole("reader")))
class CatsController {
  @Get("/", Summary("The cats"))
  list(req: Request) {
    return { cats: ["Kitty"], shownTo: userOf(req).name };
  }

  @Delete("/kitty", Summary("Give Kitty away"), WithGuards(hasRole("admin")))
  remove() {
    // Returns nothing: 204.
  }

  @Post("/kitty/strokes", Summary("Stroke Kitty"), WithGuards(isFriend))
  stroke() {
    return { purrs: true };
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
