// A body's schema is an option of routes.
import { Router, WithBody } from "versioned-controllers";
import { NewCat } from "../given";

export const cats = new Router("/cats", WithBody(NewCat));
