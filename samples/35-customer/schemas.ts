import { z } from "zod";

// Version 4, the newest: what the store and every new handler speak.

export const Balance = z
  .object({ feature_id: z.string(), granted: z.int().nonnegative(), used: z.int().nonnegative() })
  .meta({ id: "Balance" });

export const Customer = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    email: z.string(),
    status: z.enum(["active", "paused", "closed"]),
    plan: z.object({ id: z.string(), since: z.iso.date() }),
    balances: z.array(Balance),
  })
  .meta({ id: "Customer" });

export const Email = z.email("must be an e-mail address");

export const NewCustomer = z
  .object({ name: z.string().nullable().default(null), email: Email, plan: z.string() })
  .meta({ id: "NewCustomer" });

export const CustomerChanges = z
  .object({ name: z.string(), email: Email })
  .partial()
  .meta({ id: "CustomerChanges" });

export const Usage = z.object({ feature_id: z.string(), amount: z.int().positive() }).meta({ id: "Usage" });

export const PlanChoice = z.object({ plan: z.string() }).meta({ id: "PlanChoice" });

export const ByID = z.object({ id: z.string() });
export const ByFeature = z.object({ id: z.string(), feature: z.string() });

export type Balance = z.infer<typeof Balance>;
export type Customer = z.infer<typeof Customer>;
export type NewCustomer = z.infer<typeof NewCustomer>;
export type CustomerChanges = z.infer<typeof CustomerChanges>;
export type Usage = z.infer<typeof Usage>;
