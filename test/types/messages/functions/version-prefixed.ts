// The versions of the list have no "v".
import { app, V } from "../given";

app.Get("/cats", () => [], V.WithVersion("v1"));
