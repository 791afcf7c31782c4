// The same, stacked on the class.
import { Router, WithBody } from "versioned-controllers";
import { NewCat } from "../given";

@WithBody(NewCat)
@Router("/cats")
export class Cats {}
