// A class is no schema of an answer.
import { WithResponse } from "versioned-controllers";

class Cat {
  name!: string;
}

export const option = WithResponse(200, Cat);
