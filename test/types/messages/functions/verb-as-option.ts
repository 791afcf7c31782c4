// A verb is no option of a registration call.
import { Get } from "versioned-controllers";
import { app } from "../given";

app.Get("/cats", () => [], Get("/dogs"));
