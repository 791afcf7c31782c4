// Nothing is no schema.
import { Nothing, WithBody } from "versioned-controllers";

export const option = WithBody(Nothing);
