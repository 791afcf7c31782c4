// The name of a method in place of the handler.
import { app } from "../given";

app.Get("/cats", "list");
