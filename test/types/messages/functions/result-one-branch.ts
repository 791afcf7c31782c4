// One of two results lacks a member.
import { WithResponse } from "versioned-controllers";
import { app, NewCat } from "../given";

app.Get(
  "/cats/{id}",
  (req) => (req.secure ? { name: "Tom", lives: 9 } : { name: "Tom" }),
  WithResponse(200, NewCat),
);
