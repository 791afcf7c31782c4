// The API that bench/nine-versions.ts measures: customers with their plans, features and invoices, in nine versions and thirty changes.
import * as z from "zod";
import type * as Package from "../src/index";

const id = (prefix: string) => z.string().min(1).max(64).describe(`Begins with ${prefix}_`);
const cents = () => z.int().min(0).max(100_000_000);
const metadata = () => z.record(z.string(), z.string());
const when = () => z.int().min(0).describe("Milliseconds since 1970");

const Reset = z.object({ interval: z.enum(["day", "week", "month", "year"]), count: z.int().positive() });
const Tier = z.object({ to: z.union([z.int().positive(), z.literal("inf")]), amount: cents() });

const Feature = z.object({
  feature_id: id("fea"),
  name: z.string(),
  type: z.enum(["static", "boolean", "single_use", "continuous"]),
  is_unlimited: z.boolean(),
  granted: z.number(),
  usage: z.number(),
  remaining: z.number(),
  overage_allowed: z.boolean(),
  resets_at: when().nullable(),
  reset: Reset.optional(),
  breakdown: z.array(z.object({ plan_id: id("plan"), granted: z.number(), usage: z.number(), reset: Reset })),
  rollovers: z.array(z.object({ balance: z.number(), expires_at: when() })).optional(),
});

const Item = z.object({
  feature_id: id("fea").nullable(),
  included: z.union([z.number(), z.literal("inf")]),
  price: cents().optional(),
  tiers: z.array(Tier).optional(),
  billing: z.enum(["prepaid", "pay_per_use"]).optional(),
  reset: Reset.optional(),
  max_purchase: z.int().positive().nullable().optional(),
});

const Trial = z.object({
  length: z.int().positive(),
  duration: z.enum(["day", "month"]),
  needs_card: z.boolean(),
});
const Terms = z.object({ auto_renew: z.boolean(), notice_days: z.int().min(0) });

const Invoice = z.object({
  invoice_id: id("in"),
  plan_ids: z.array(id("plan")),
  status: z.enum(["draft", "open", "paid", "void", "uncollectible"]),
  total: cents(),
  currency: z.string().length(3),
  created_at: when(),
  hosted_url: z.url().nullable(),
  lines: z.array(z.object({ description: z.string(), amount: cents(), quantity: z.int().positive() })),
});

const NewCustomer = z.object({
  id: id("cus"),
  name: z.string().max(200).nullable().optional(),
  email: z.email().optional(),
  fingerprint: z.string().optional(),
  metadata: metadata().optional(),
  external_id: z.string().optional(),
  create_entity: z.boolean().optional(),
});

const Attach = z.object({
  customer_id: id("cus"),
  plan_id: id("plan"),
  entity_id: id("ent").optional(),
  options: z.array(z.object({ feature_id: id("fea"), quantity: z.int().positive() })).optional(),
  success_url: z.url().optional(),
  free_trial: Trial.optional(),
  metadata: metadata().optional(),
  force_checkout: z.boolean(),
  reward: z.string().optional(),
});

const Check = z.object({
  customer_id: id("cus"),
  feature_id: id("fea"),
  required_balance: z.number().optional(),
  send_event: z.boolean().optional(),
  with_preview: z.boolean(),
});

const Track = z.object({
  customer_id: id("cus"),
  feature_id: id("fea"),
  value: z.number(),
  properties: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  timestamp: when().optional(),
});

const ByID = z.object({ id: z.string() });
const Page = z.object({
  limit: z.coerce.number().int().min(1).max(100).default(20),
  starting_after: z.string().optional(),
});

/** The App, of which nothing is called. */
export function nineVersionsApp(loaded: typeof Package): Package.App {
  const { App, DefineVersions, Together, Versioned, VersioningHeader } = loaded;
  const { WithBody, WithParams, WithQuery, WithResponse } = loaded;
  const V = DefineVersions("1", "2", "3", "4", "5", "6", "7", "8", "9");
  let count = 0;
  const change = (version: (typeof V.List)[number]): Package.Change =>
    V.Change(version, `Change ${++count}: members of version ${version} have other names and places.`);

  const VFeature = Versioned(Feature)
    .Added(change("9"), "rollovers")
    .Renamed(change("8"), "included", "granted")
    .MadeOptional(change("6"), { reset: { interval: "month", count: 1 } });

  const VItem = Versioned(Item)
    .Added(change("9"), "max_purchase")
    .Renamed(change("7"), "usage_model", "billing");

  const VPlan = VItem.Within(["items", loaded.Each], (item) =>
    z.object({
      plan_id: id("plan"),
      name: z.string(),
      group: z.string().nullable(),
      is_add_on: z.boolean(),
      is_default: z.boolean(),
      price: z.object({ amount: cents(), interval: z.enum(["month", "year", "once"]) }).nullable(),
      items: z.array(item),
      trial: Trial.nullable(),
      created_at: when(),
      version: z.int().positive(),
      terms: Terms,
    }),
  )
    .Added(change("7"), "terms")
    .Renamed(change("6"), "is_addon", "is_add_on")
    .Renamed(change("5"), "free_trial", "trial");

  const VSubscription = VPlan.Within(["plan"], (plan) =>
    z.object({
      subscription_id: id("sub"),
      plan,
      status: z.enum(["active", "past_due", "scheduled", "expired", "trialing"]),
      started_at: when(),
      canceled_at: when().nullable(),
      current_period_end: when().nullable(),
      quantity: z.int().positive(),
      is_trial: z.boolean(),
    }),
  )
    .Renamed(change("5"), "canceled", "canceled_at")
    .Added(change("4"), "is_trial");

  const VInvoice = Versioned(Invoice)
    .Added(change("9"), "lines")
    .Renamed(change("6"), "product_ids", "plan_ids")
    .Renamed(change("4"), "stripe_id", "invoice_id");

  const ofCustomer = {
    id: id("cus"),
    name: z.string().nullable(),
    email: z.email().nullable(),
    created_at: when(),
    env: z.enum(["sandbox", "live"]),
    metadata: metadata(),
    processor_id: z.string().nullable(),
    billing: z.object({
      limits: z.array(z.object({ feature_id: id("fea"), limit: cents(), is_on: z.boolean() })),
    }),
  };

  const VCustomer = Together(
    [
      [VFeature, ["features", loaded.Each]],
      [VSubscription, ["subscriptions", loaded.Each]],
      [VInvoice, ["invoices", loaded.Each]],
    ],
    (feature, subscription, invoice) =>
      z.object({
        ...ofCustomer,
        features: z.array(feature),
        subscriptions: z.array(subscription),
        invoices: z.array(invoice).optional(),
      }),
  )
    .Added(change("4"), "billing")
    .Renamed(change("3"), "stripe_customer_id", "processor_id")
    .Renamed(change("3"), "products", "subscriptions")
    .Before(
      change("2"),
      z.object({
        customer: z.object({ id: z.string(), name: z.string().nullable() }),
        features: z.array(z.unknown()),
      }),
      {
        Lossy: "version 1 has no plans",
        Down: ({ id: of, name, features }) => ({ customer: { id: of, name }, features }),
      },
    );

  const VEntity = Together(
    [
      [VFeature, ["features", loaded.Each]],
      [VSubscription, ["subscriptions", loaded.Each]],
    ],
    (feature, subscription) =>
      z.object({
        id: id("ent"),
        customer_id: id("cus"),
        name: z.string().nullable(),
        created_at: when(),
        features: z.array(feature),
        subscriptions: z.array(subscription),
      }),
  )
    .Renamed(change("3"), "products", "subscriptions")
    .Added(change("2"), "created_at");

  const VCustomers = VCustomer.Within(["list", loaded.Each], (one) =>
    z.object({ list: z.array(one), total: z.int(), has_more: z.boolean() }),
  );
  const VPlans = VPlan.Within(["list", loaded.Each], (one) => z.object({ list: z.array(one) }));
  const VFeatures = VFeature.Within(["list", loaded.Each], (one) => z.object({ list: z.array(one) }));
  const VInvoices = VInvoice.Within(["list", loaded.Each], (one) =>
    z.object({ list: z.array(one), has_more: z.boolean() }),
  );

  const VNewCustomer = Versioned(NewCustomer)
    .Renamed(change("8"), "data", "metadata")
    .Added(change("4"), "external_id");
  const VAttach = Versioned(Attach)
    .Added(change("8"), "reward")
    .Renamed(change("5"), "product_id", "plan_id")
    .MadeRequired(change("3"), { force_checkout: false });
  const VCheck = Versioned(Check)
    .MadeRequired(change("6"), { with_preview: false })
    .Renamed(change("2"), "required_quantity", "required_balance");
  const VTrack = Versioned(Track)
    .MadeRequired(change("7"), { value: 1 })
    .Renamed(change("2"), "event_name", "feature_id");
  const VRemoved = Versioned(loaded.Nothing).Before(change("3"), z.object({ success: z.literal(true) }), {
    Down: () => ({ success: true as const }),
  });
  const VChecked = VFeature.Within(["balance"], (balance) =>
    z.object({ allowed: z.boolean(), customer_id: id("cus"), balance: balance.nullable() }),
  ).Added(change("2"), "customer_id");

  const nothing = (): never => {
    throw new Error("nobody calls this API");
  };
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List },
  });
  const all = V.Since("1");
  app
    .Get("/customers", nothing, all, WithQuery(Page), WithResponse(200, VCustomers))
    .Get("/customers/{id}", nothing, all, WithParams(ByID), WithResponse(200, VCustomer))
    .Post("/customers", nothing, all, WithBody(VNewCustomer), WithResponse(201, VCustomer))
    .Patch(
      "/customers/{id}",
      nothing,
      all,
      WithParams(ByID),
      WithBody(VNewCustomer),
      WithResponse(200, VCustomer),
    )
    .Delete("/customers/{id}", nothing, all, WithParams(ByID), WithResponse(204, VRemoved))
    .Get("/customers/{id}/features", nothing, all, WithParams(ByID), WithResponse(200, VFeatures))
    .Get(
      "/customers/{id}/invoices",
      nothing,
      all,
      WithParams(ByID),
      WithQuery(Page),
      WithResponse(200, VInvoices),
    )
    .Get("/customers/{id}/subscription", nothing, all, WithParams(ByID), WithResponse(200, VSubscription))
    .Post(
      "/customers/{id}/balances",
      nothing,
      all,
      WithParams(ByID),
      WithBody(VTrack),
      WithResponse(200, VFeature),
    )
    .Post("/customers/{id}/transfer", nothing, all, WithParams(ByID), WithResponse(200, VCustomer))
    .Get("/entities/{id}", nothing, all, WithParams(ByID), WithResponse(200, VEntity))
    .Post("/entities", nothing, all, WithBody(VNewCustomer), WithResponse(201, VEntity))
    .Delete("/entities/{id}", nothing, all, WithParams(ByID), WithResponse(204, VRemoved))
    .Get("/plans", nothing, all, WithQuery(Page), WithResponse(200, VPlans))
    .Get("/plans/{id}", nothing, all, WithParams(ByID), WithResponse(200, VPlan))
    .Post("/plans/{id}/copy", nothing, all, WithParams(ByID), WithResponse(201, VPlan))
    .Delete("/plans/{id}", nothing, all, WithParams(ByID), WithResponse(204, VRemoved))
    .Get("/features/{id}", nothing, all, WithParams(ByID), WithResponse(200, VFeature))
    .Get("/features", nothing, all, WithResponse(200, VFeatures))
    .Get("/invoices/{id}", nothing, all, WithParams(ByID), WithResponse(200, VInvoice))
    .Post("/invoices/{id}/pay", nothing, all, WithParams(ByID), WithResponse(200, VInvoice))
    .Post("/attach", nothing, all, WithBody(VAttach), WithResponse(200, VCustomer))
    .Post("/cancel", nothing, all, WithBody(VAttach), WithResponse(200, VSubscription))
    .Post("/check", nothing, all, WithBody(VCheck), WithResponse(200, VChecked))
    .Post("/track", nothing, all, WithBody(VTrack), WithResponse(200, VChecked))
    .Post("/setup", nothing, all, WithBody(VAttach), WithResponse(200, VEntity));
  if (count !== 30) throw new Error(`the API has ${count} changes`);
  return app;
}
