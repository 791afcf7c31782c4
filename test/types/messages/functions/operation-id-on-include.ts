// An operation's id is an option of routes.
import { OperationID, Router } from "versioned-controllers";
import { app } from "../given";

app.Include(new Router("/cats"), OperationID("cats"));
