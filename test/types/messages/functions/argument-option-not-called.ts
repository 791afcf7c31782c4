// An option with arguments, without its call.
import { WithTags } from "versioned-controllers";
import { app } from "../given";

app.Get("/cats", () => [], WithTags);
