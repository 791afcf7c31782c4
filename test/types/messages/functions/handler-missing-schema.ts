// The handler is missing: WithResponse stands in its place.
import { WithResponse } from "versioned-controllers";
import { app, Cat } from "../given";

app.Get("/cats", WithResponse(200, Cat), WithResponse(404));
