// A member of the body is misspelt.
import { WithBody } from "versioned-controllers";
import { app, NewCat } from "../given";

app.Post("/cats", (req) => req.body.nmae, WithBody(NewCat));
