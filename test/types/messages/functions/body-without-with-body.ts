// Nothing reads the body that the handler asks for.
import type { Typed } from "versioned-controllers";
import { app, NewCat } from "../given";

app.Post("/cats", (req: Typed<{ body: typeof NewCat }>) => req.body.name);
