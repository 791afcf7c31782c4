// A verb and a prefix belong to different places.
import { Before, Get, WithPrefix } from "versioned-controllers";
import { app, Renamed } from "../given";

app.Get("/cats", () => [], Before(Renamed, Get("/dogs"), WithPrefix("/api")));
