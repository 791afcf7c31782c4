// A guard gives true or false.
import { WithGuards } from "versioned-controllers";
import { app } from "../given";

app.Get(
  "/cats",
  () => [],
  WithGuards((req) => req.get("authorization")),
);
