// The type of a schema is no schema.
import type { z } from "zod";
import { WithBody } from "versioned-controllers";
import type { NewCat } from "../given";

declare const cat: z.infer<typeof NewCat>;

export const option = WithBody(cat.name);
