// A status is a number.
import { Status } from "versioned-controllers";
import { app } from "../given";

app.Post("/cats", () => [], Status("201"));
