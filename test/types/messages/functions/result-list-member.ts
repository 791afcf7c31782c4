// A member of a list's items has another type.
import { z } from "zod";
import { WithResponse } from "versioned-controllers";
import { app, NewCat } from "../given";

app.Get("/cats", () => [{ name: "Tom", lives: "9" }], WithResponse(200, z.array(NewCat)));
