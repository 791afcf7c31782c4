// A function in place of the schema that it makes.
import { z } from "zod";
import { WithResponse } from "versioned-controllers";

const page = (item: z.ZodType) => z.object({ items: z.array(item) });

export const option = WithResponse(200, page);
