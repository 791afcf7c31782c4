// In Before a verb is an option of routes.
import { Before, Get, Router } from "versioned-controllers";
import { Renamed } from "../given";

@Router("/cats", Before(Renamed, Get("/dogs")))
export class Cats {}
