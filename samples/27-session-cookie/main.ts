import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import express, { type Request } from "express";
import session from "express-session";
import {
  App,
  Delete,
  Get,
  HTTPError,
  Post,
  Router,
  SecurityScheme,
  Status,
  Summary,
  WithBody,
  WithGuards,
  WithSecurity,
  type Guard,
  type Typed,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";

declare module "express-session" {
  interface SessionData {
    /** Who has logged in. */
    userName: string;
  }
}

interface User {
  readonly name: string;
  readonly role: "visitor" | "keeper";
  readonly password: Password;
}

interface Password {
  readonly salt: Buffer;
  readonly hash: Buffer;
}

const users = new Map<string, User>([
  ["ann", { name: "ann", role: "visitor", password: hashed("meow") }],
  ["bob", { name: "bob", role: "keeper", password: hashed("purr") }],
]);

/** The session's user; the session itself is read by a middleware, which runs before security. */
const Session = new SecurityScheme("session", { type: "apiKey", in: "cookie", name: "sid" }, (req) =>
  users.get(req.session.userName ?? ""),
);

/** Guards run after security, so that they can ask who asks. */
function hasRole(role: User["role"]): Guard {
  return (req) => Session.Of(req).role === role;
}

const Credentials = z.object({ name: z.string(), password: z.string() });

@Router("/session")
class SessionController {
  @Post("/", Summary("Log in"), WithBody(Credentials), Status(204))
  async logIn(req: Typed<{ body: typeof Credentials }>) {
    const user = users.get(req.body.name);
    if (!user || !isPassword(req.body.password, user.password)) {
      throw new HTTPError(403, "no such name and password");
    }
    // A new id: one that somebody has slipped to the client before means nothing now.
    await promisify(req.session.regenerate).call(req.session);
    req.session.userName = user.name;
  }

  @Delete("/", Summary("Log out"), WithSecurity(Session), Status(204))
  async logOut(req: Request) {
    await promisify(req.session.destroy).call(req.session);
  }
}

@Router("/cats", WithSecurity(Session))
class CatsController {
  @Get("/", Summary("The cats"))
  list(req: Request) {
    return { cats: ["Kitty"], shownTo: Session.Of(req).name };
  }

  @Delete("/kitty", Summary("Give Kitty away"), WithGuards(hasRole("keeper")), Status(204))
  remove() {
    // Returns nothing: 204.
  }
}

const app = new App({ Title: "Cats" });
app.Use(
  session({
    name: "sid",
    // Sessions end with the process: its store is in memory.
    secret: randomBytes(32).toString("hex"),
    resave: false,
    saveUninitialized: false,
    // Strict: no other site's page can send it along. Behind TLS: secure as well.
    cookie: { httpOnly: true, sameSite: "strict" },
  }),
);
app.Include([SessionController, CatsController]);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());

function hashed(password: string): Password {
  const salt = randomBytes(16);
  return { salt, hash: scryptSync(password, salt, 32) };
}

function isPassword(given: string, { salt, hash }: Password): boolean {
  return timingSafeEqual(scryptSync(given, salt, 32), hash);
}
