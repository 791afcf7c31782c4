// In Before a prefix is an option of routers too.
import { Before, WithPrefix } from "versioned-controllers";
import { app, Renamed } from "../given";

app.Get("/cats", () => [], Before(Renamed, WithPrefix("/dogs")));
