import { randomBytes } from "node:crypto";
import express, { type Request } from "express";
import { jwtVerify, SignJWT } from "jose";
import {
  App,
  Delete,
  Get,
  HTTPError,
  Post,
  Router,
  SecurityScheme,
  Summary,
  WithBody,
  WithResponse,
  WithSecurity,
  type Typed,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";

interface Caller {
  readonly name: string;
  readonly scopes: readonly string[];
}

// Tokens end with the process that issued them; a key that several processes share comes from the environment.
const key = process.env.JWT_KEY ? Buffer.from(process.env.JWT_KEY, "base64") : randomBytes(32);
const issuer = "cats";
// The algorithm is ours to say, never the token's.
const accepted = { issuer, audience: issuer, algorithms: ["HS256"] };

/** Whose token the request carries; nobody, where it is missing, malformed, expired or another's. */
async function callerOf(req: Request): Promise<Caller | undefined> {
  const [, token] = /^Bearer ([^ ]+)$/i.exec(req.get("Authorization") ?? "") ?? [];
  if (token === undefined) return undefined;
  const verified = await jwtVerify(token, key, accepted).catch(() => undefined);
  if (!verified) return undefined;
  const { sub, scope } = verified.payload;
  return sub !== undefined && typeof scope === "string" ? { name: sub, scopes: scope.split(" ") } : undefined;
}

/** A known caller without the scope is refused by 403: another token of the same kind would not help. */
export const Bearer = new SecurityScheme(
  "bearer",
  { type: "http", scheme: "bearer", bearerFormat: "JWT" },
  async (req, scopes) => {
    const caller = await callerOf(req);
    const missing = caller && scopes.find((scope) => !caller.scopes.includes(scope));
    if (missing === undefined) return caller;
    throw new HTTPError(403, `the token lacks the scope ${missing}`, {
      code: "insufficient_scope",
      headers: { "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${scopes.join(" ")}"` },
    });
  },
);

// Two roles. An identity provider would know them, and issue the tokens.
const users = new Map([
  ["ann", { password: "meow", scope: "cats:read" }],
  ["bob", { password: "purr", scope: "cats:read cats:write" }],
]);

const Credentials = z.object({ name: z.string(), password: z.string() });
const Token = z.object({ token: z.string() });

@Router("/tokens")
class TokensController {
  @Post("/", Summary("Log in"), WithBody(Credentials), WithResponse(201, Token), WithResponse(403))
  async issue({ body: { name, password } }: Typed<{ body: typeof Credentials }>) {
    const user = users.get(name);
    if (user?.password !== password) throw new HTTPError(403, "no such name and password");
    const token = await new SignJWT({ scope: user.scope })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer(issuer)
      .setAudience(issuer)
      .setSubject(name)
      .setExpirationTime("15 minutes")
      .sign(key);
    return { token };
  }
}

// The nearest WithSecurity replaces the others: what writes names the scope that it needs.
@Router("/cats", WithSecurity(Bearer.With("cats:read")))
class CatsController {
  @Get("/", Summary("The cats"))
  list(req: Request) {
    return { cats: ["Kitty"], shownTo: Bearer.Of(req).name };
  }

  @Delete("/kitty", Summary("Give Kitty away"), WithSecurity(Bearer.With("cats:write")), WithResponse(204))
  remove() {
    // Returns nothing: 204.
  }
}

const app = new App({ Title: "Cats" });
app.Include([TokensController, CatsController]);

const server = express()
  .use("/docs", Docs(app))
  .use(app.Build())
  .listen(Number(process.env.PORT ?? 3000));
server.on("listening", () => {
  const address = server.address();
  if (address instanceof Object) console.log(`http://localhost:${address.port}/docs`);
});
process.once("SIGTERM", () => server.close());
