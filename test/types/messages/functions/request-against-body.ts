// A handler that asks for another body than WithBody gives.
import { WithBody, type Typed } from "versioned-controllers";
import { app, Cat, NewCat } from "../given";

app.Post("/cats", (req: Typed<{ body: typeof Cat }>) => req.body.born, WithBody(NewCat));
