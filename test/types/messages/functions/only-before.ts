// An option that belongs into Before.
import { Restatus } from "versioned-controllers";
import { app } from "../given";

app.Get("/cats", () => [], Restatus(400, 422));
