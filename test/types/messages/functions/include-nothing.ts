// A text in place of a router.
import { app } from "../given";

app.Include("cats");
