// The options stand in a list, which is not spread.
import { Summary, WithTags } from "versioned-controllers";
import { app } from "../given";

const shared = [Summary("The cats"), WithTags("cats")];

app.Get("/cats", () => [], shared);
