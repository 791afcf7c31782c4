// A verb in Before has a path alone.
import { Before, Get, Status } from "versioned-controllers";
import { app, Renamed } from "../given";

app.Get("/cats", () => [], Before(Renamed, Get("/dogs", Status(200))));
