// The result lacks a member.
import { WithResponse } from "versioned-controllers";
import { app, Cat } from "../given";

app.Get("/cats/{id}", () => ({ id: 1, name: "Tom", lives: 9 }), WithResponse(200, Cat));
