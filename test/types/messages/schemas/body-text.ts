// A text in place of a schema.
import { WithBody } from "versioned-controllers";

export const option = WithBody("NewCat");
