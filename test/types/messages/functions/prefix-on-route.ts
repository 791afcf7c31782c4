// A prefix is an option of routers.
import { WithPrefix } from "versioned-controllers";
import { app } from "../given";

app.Get("/cats", () => [], WithPrefix("/api"));
