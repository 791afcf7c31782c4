import { randomBytes } from "node:crypto";
import type { Request } from "express";
import { jwtVerify, SignJWT } from "jose";
import { AnyOf, Anonymous, SecurityScheme } from "versioned-controllers";

// The tokens end with the process, as the users that it keeps do.
const key = randomBytes(32);
const issuer = "conduit";
// The algorithm is ours to say, never the token's.
const accepted = { issuer, audience: issuer, algorithms: ["HS256"] };

/** Who asks, by the id of the user. */
interface Reader {
  readonly id: number;
}

export function tokenOf(userID: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: "HS256" })
    .setIssuer(issuer)
    .setAudience(issuer)
    .setSubject(String(userID))
    .setExpirationTime("7 days")
    .sign(key);
}

/** RealWorld has `Authorization: Token jwt.token.here`; most clients can say Bearer more easily. */
async function readerOf(req: Request): Promise<Reader | undefined> {
  const [, token] = /^(?:Token|Bearer) ([^ ]+)$/i.exec(req.get("Authorization") ?? "") ?? [];
  if (token === undefined) return undefined;
  const verified = await jwtVerify(token, key, accepted).catch(() => undefined);
  return verified && { id: Number(verified.payload.sub) };
}

export const Token = new SecurityScheme(
  "token",
  { type: "apiKey", in: "header", name: "Authorization", description: "`Token jwt.token.here`" },
  readerOf,
);

/** Of routes that everybody may ask, and that tell a known reader more. */
export const TokenOrNobody = AnyOf(Token, Anonymous);
