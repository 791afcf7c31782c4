// A member is missing in what a handler with a block returns.
import { WithResponse } from "versioned-controllers";
import { app, Cat } from "../given";

app.Get(
  "/cats/{id}",
  (req) => {
    const id = Number(req.params.id);
    return { id, name: "Tom", lives: 9 };
  },
  WithResponse(200, Cat),
);
