// A history in zod's object is a member of the body that has nothing.
import { z } from "zod";
import { Rename, Versioned, WithBody } from "versioned-controllers";
import { app, Cat1, Cat2, Renamed } from "../given";

const Cat = Versioned(Cat2).Before(Renamed, Cat1, Rename("born", "birthday"));
const Page = z.object({ cat: Cat });

app.Post("/", (req) => req.body.cat.name, WithBody(Page));
