// An option of WithResponse is misspelt.
import { WithResponse } from "versioned-controllers";
import { Cat } from "../given";

export const option = WithResponse(200, Cat, { Desciption: "A cat" });
