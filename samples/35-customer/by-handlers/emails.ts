import { HTTPError } from "versioned-controllers";
import { Email } from "../schemas";

/** Older versions took any text; throws the 400 of a version whose schema asks for an e-mail address. */
export function checkEmail(email: string | undefined): void {
  const message = email === undefined ? undefined : Email.safeParse(email).error?.issues[0]?.message;
  if (message === undefined) return;
  throw new HTTPError(400, "the request does not match the route's schemas", {
    code: "invalid_request",
    details: [{ in: "body", path: ["email"], message }],
  });
}
