// A member of the items of a list in an object has another type.
import { z } from "zod";
import { WithResponse } from "versioned-controllers";
import { app, NewCat } from "../given";

const Page = z.object({ cats: z.array(NewCat), total: z.number() });

app.Get("/cats", () => ({ cats: [{ name: "Tom", lives: "9" }], total: 1 }), WithResponse(200, Page));
