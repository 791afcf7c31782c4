// An option that Before does not take.
import { Before, WithOperation } from "versioned-controllers";
import { app, Renamed } from "../given";

app.Get("/cats", () => [], Before(Renamed, WithOperation({ deprecated: true })));
