// The result fits neither of two successes.
import { z } from "zod";
import { WithResponse } from "versioned-controllers";
import { app, NewCat } from "../given";

app.Put(
  "/cats/{id}",
  () => ({ name: "Tom" }),
  WithResponse(200, NewCat),
  WithResponse(202, z.object({ job: z.string() })),
);
