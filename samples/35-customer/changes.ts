import { Context, DefineVersions, Each, Nothing, Versioned } from "versioned-controllers";
import { z } from "zod";
import * as older from "./older-schemas";
import * as newest from "./schemas";
import type { Features } from "./store";

export const V = DefineVersions("1", "2", "3", "4");

const Balances = V.Change("4", "`features` are `balances`, with what was granted and used.");
const Emails = V.Change("4", "`email` must be an e-mail address.");
const Plans = V.Change("3", "`product` is `plan`; it has no quantities.");
const Paused = V.Change("3", "There is a status `paused`.");
export const Created = V.Change("3", "Adding a customer answers 201; it was a 200.");
const OneObject = V.Change("2", "A customer is one object, without its subscription.");
const Listed = V.Change("2", "`customers` is `list`, and has a `total`.");
export const NoContent = V.Change("2", "Removing a customer answers 204; it was a 200.");

/** How the account of the caller calls its features. */
export const AccountFeatures = Context<Features>("features", {
  Example: new Map(),
  Description: "the names of your features",
});

export const Balance = Versioned(newest.Balance).Before(Balances, older.Feature3, {
  Needs: [AccountFeatures],
  Down: ({ feature_id, granted, used }, [features]) => {
    const { name = feature_id, kind = "metered" } = features.get(feature_id) ?? {};
    return { id: feature_id, name, type: kind === "switch" ? "boolean" : "metered", left: granted - used };
  },
});

export const Customer = Balance.Within(["balances", Each], (balance) =>
  newest.Customer.extend({ balances: z.array(balance) }).meta({ id: "Customer" }),
)
  .Renamed(Balances, "features", "balances")
  .Carrying(older.Legacy)
  .Before([Plans, Paused], older.Customer2, {
    Down: ({ plan, status, ...customer }, { options }) => ({
      ...customer,
      status: status === "paused" ? "active" : status,
      product: {
        id: plan.id,
        started_at: `${plan.since}T00:00:00Z`,
        quantities: Object.fromEntries(options.map((one) => [one.feature_id, one.quantity])),
      },
    }),
  })
  .Before(OneObject, older.Customer1, {
    Down: ({ id, name, email, status, product, features }, { subscription_id }) => ({
      customer: { id, name, email },
      subscription: { id: subscription_id, product: product.id, status },
      features,
    }),
  });

export const Customers = Customer.Within(["list", Each], (customer) =>
  z.object({ list: z.array(customer), total: z.int() }),
)
  .Added(Listed, "total")
  .Renamed(Listed, "customers", "list");

const mail = { Up: <Given>(given: Given) => given, Stricter: "no mail reached the others" };
export const NewCustomer = Versioned(newest.NewCustomer)
  .Before(Emails, older.NewCustomer3, mail)
  .Renamed(Plans, "product", "plan");
export const CustomerChanges = Versioned(newest.CustomerChanges).Before(Emails, older.CustomerChanges3, mail);

export const PlanChoice = Versioned(newest.PlanChoice).Renamed(Plans, "product", "plan");
export const Usage = Versioned(newest.Usage)
  .Renamed(Balances, "feature", "feature_id")
  .Renamed(Balances, "value", "amount");

export const Removed = Versioned(Nothing).Before(NoContent, z.object({ success: z.literal(true) }), {
  Down: () => ({ success: true as const }),
});
