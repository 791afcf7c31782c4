// In Before a verb is an option of routes.
import { Before, Get, Router } from "versioned-controllers";
import { app, Renamed } from "../given";

app.Include(new Router("/cats"), Before(Renamed, Get("/dogs")));
