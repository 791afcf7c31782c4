// An option without its call.
import { Hidden } from "versioned-controllers";
import { app } from "../given";

app.Get("/cats", () => [], Hidden);
