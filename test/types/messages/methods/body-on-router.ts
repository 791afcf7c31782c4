// A body's schema is an option of routes.
import { Router, WithBody } from "versioned-controllers";
import { NewCat } from "../given";

@Router("/cats", WithBody(NewCat))
export class Cats {}
