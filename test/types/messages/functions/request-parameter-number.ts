// A path's parameters are text unless WithParams says otherwise.
import type { Request } from "express";
import { app } from "../given";

app.Get("/cats/{id}", (req: Request<{ id: number }>) => req.params.id.toFixed());
