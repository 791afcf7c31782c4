// Typed parameters that the path does not have.
import type { Request } from "express";
import { app } from "../given";

app.Get("/cats/{id}", (req: Request<{ nmae: number }>) => req.params.nmae);
