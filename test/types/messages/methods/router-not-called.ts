// @Router is not called.
import { Router } from "versioned-controllers";

@Router
export class Cats {}
