// The items of a list lack a member.
import { z } from "zod";
import { WithResponse } from "versioned-controllers";
import { app, NewCat } from "../given";

app.Get("/cats", () => [{ name: "Tom" }], WithResponse(200, z.array(NewCat)));
