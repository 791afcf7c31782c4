// A verb belongs to a method.
import { Get } from "versioned-controllers";

@Get("/cats")
export class Cats {}
