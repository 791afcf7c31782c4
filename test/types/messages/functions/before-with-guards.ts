// An option that Before does not take.
import { Before, WithGuards } from "versioned-controllers";
import { app, Renamed } from "../given";

app.Get(
  "/cats",
  () => [],
  Before(
    Renamed,
    WithGuards(() => true),
  ),
);
