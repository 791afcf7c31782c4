// A row of a database is any, and another member is wrong.
import { WithResponse } from "versioned-controllers";
import { app, NewCat } from "../given";

declare function row(): Promise<any>;

app.Get(
  "/cats",
  async () => {
    const cat = await row();
    return { name: cat.name, lives: "9" };
  },
  WithResponse(200, NewCat),
);
