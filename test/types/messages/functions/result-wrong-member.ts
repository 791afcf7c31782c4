// A member of the result has another type.
import { WithResponse } from "versioned-controllers";
import { app, Cat } from "../given";

app.Get("/cats/{id}", () => ({ id: 1, name: "Tom", lives: "9", born: "2020-01-01" }), WithResponse(200, Cat));
