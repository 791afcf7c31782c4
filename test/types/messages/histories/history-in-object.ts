// The same in an object, which zod takes: its member is no cat.
import { z } from "zod";
import { Rename, Versioned, WithResponse } from "versioned-controllers";
import { app, Cat1, Cat2, Renamed } from "../given";

const Cat = Versioned(Cat2).Before(Renamed, Cat1, Rename("born", "birthday"));
const Page = z.object({ cat: Cat });

app.Get("/", () => ({ cat: { name: "Tom", birthday: "2020" } }), WithResponse(200, Page));
