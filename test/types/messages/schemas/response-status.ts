// There is no such class of statuses.
import { WithResponse } from "versioned-controllers";
import { Cat } from "../given";

export const option = WithResponse("6XX", Cat);
