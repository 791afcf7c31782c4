// The principal has no such member.
import { WithSecurity } from "versioned-controllers";
import { app, Token } from "../given";

app.Get("/me", (req) => Token.Of(req).name, WithSecurity(Token));
