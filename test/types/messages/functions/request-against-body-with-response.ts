// The same where an answer is described too.
import { WithBody, WithResponse, type Typed } from "versioned-controllers";
import { app, Cat, NewCat } from "../given";

app.Post("/cats", (req: Typed<{ body: typeof Cat }>) => req.body, WithBody(NewCat), WithResponse(201, Cat));
