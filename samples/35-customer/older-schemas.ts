import { z } from "zod";
import { Customer, CustomerChanges, NewCustomer } from "./schemas";

// What versions 1 to 3 send and are sent, whoever serves them.

export const Feature3 = z
  .object({ id: z.string(), name: z.string(), type: z.enum(["metered", "boolean"]), left: z.int() })
  .meta({ id: "Feature" });

export const Customer2 = Customer.omit({ balances: true, plan: true, status: true })
  .extend({
    features: z.array(Feature3),
    status: z.enum(["active", "closed"]),
    product: z.object({
      id: z.string(),
      started_at: z.iso.datetime(),
      quantities: z.record(z.string(), z.int()),
    }),
  })
  .meta({ id: "Customer" });

export const Customer1 = z
  .object({
    customer: Customer2.pick({ id: true, name: true, email: true }),
    subscription: z.object({ id: z.string(), product: z.string(), status: z.enum(["active", "closed"]) }),
    features: z.array(Feature3),
  })
  .meta({ id: "Customer" });

export const NewCustomer3 = NewCustomer.extend({ email: z.string() }).meta({ id: "NewCustomer" });
export const CustomerChanges3 = CustomerChanges.extend({ email: z.string().optional() }).meta({
  id: "CustomerChanges",
});

/** What older versions show, and no newer one knows: it is kept in tables of its own. */
export const Legacy = z.object({
  subscription_id: z.string(),
  options: z.array(z.object({ feature_id: z.string(), quantity: z.int() })),
});

export type Legacy = z.infer<typeof Legacy>;
