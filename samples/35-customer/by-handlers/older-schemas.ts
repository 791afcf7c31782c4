import { z } from "zod";
import { Feature3, NewCustomer3 } from "../older-schemas";
import { Customer } from "../schemas";

// What versions 2 and 3 send and are sent besides: by changes these schemas follow from the newer ones.

export const Customer3 = Customer.omit({ balances: true })
  .extend({ features: z.array(Feature3) })
  .meta({ id: "Customer" });

export const NewCustomer2 = NewCustomer3.omit({ plan: true })
  .extend({ product: z.string() })
  .meta({ id: "NewCustomer" });
export const Usage3 = z.object({ feature: z.string(), value: z.int().positive() }).meta({ id: "Usage" });
export const PlanChoice2 = z.object({ product: z.string() }).meta({ id: "PlanChoice" });
