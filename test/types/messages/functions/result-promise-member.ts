// A member of what a promise gives has another type.
import { WithResponse } from "versioned-controllers";
import { app, NewCat } from "../given";

declare function find(): Promise<{ name: string; lives: string }>;

app.Get("/cats/{id}", async () => find(), WithResponse(200, NewCat));
