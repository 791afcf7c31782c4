// The list of versions has no "9".
import { app, V } from "../given";

app.Get("/cats", () => [], V.Since("9"));
