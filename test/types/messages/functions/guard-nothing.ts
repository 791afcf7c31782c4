// A guard without a return.
import { WithGuards } from "versioned-controllers";
import { app } from "../given";

app.Get(
  "/cats",
  () => [],
  WithGuards(async (req) => {
    await Promise.resolve(req.path);
  }),
);
