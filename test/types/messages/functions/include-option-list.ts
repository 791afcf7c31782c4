// The options of Include stand in a list.
import { Router, WithTags } from "versioned-controllers";
import { app } from "../given";

app.Include(new Router("/cats"), [WithTags("cats")]);
