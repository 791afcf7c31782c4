// The items of a stream lack a member.
import { WithResponse } from "versioned-controllers";
import { app, NewCat } from "../given";

async function* cats() {
  yield await Promise.resolve({ name: "Tom" });
}

app.Get("/cats", cats, WithResponse(200, NewCat));
