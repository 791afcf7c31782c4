// The schema stands before the status.
import { WithResponse } from "versioned-controllers";
import { Cat } from "../given";

export const option = WithResponse(Cat, 200);
