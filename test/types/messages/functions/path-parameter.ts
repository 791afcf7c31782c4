// The path has no such parameter.
import { app } from "../given";

app.Get("/cats/{id}", (req) => req.params.name);
