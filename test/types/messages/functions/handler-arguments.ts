// A handler that is given the request, and asks for a text.
import { app } from "../given";

app.Get("/cats/{id}", (id: string) => id);
