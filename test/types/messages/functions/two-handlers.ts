// Express takes several handlers, of which the first is a middleware.
import { app } from "../given";

app.Get(
  "/cats",
  (_req, _res, next) => next(),
  () => [],
);
