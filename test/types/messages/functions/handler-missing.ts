// The handler is missing: an option stands in its place.
import { WithVersion } from "versioned-controllers";
import { app } from "../given";

app.Get("/cats", WithVersion("1"));
