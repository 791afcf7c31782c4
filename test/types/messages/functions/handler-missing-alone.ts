// The handler is missing.
import { app } from "../given";

app.Get("/cats");
