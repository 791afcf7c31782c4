// A class is no schema.
import { WithBody } from "versioned-controllers";

class CreateCat {
  name!: string;
}

export const option = WithBody(CreateCat);
