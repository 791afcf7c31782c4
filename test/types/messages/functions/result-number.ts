// A number in place of an object.
import { WithResponse } from "versioned-controllers";
import { app, NewCat } from "../given";

app.Get("/cats/{id}", () => 42, WithResponse(200, NewCat));
