// Contexts and carried values: what compiles, and what does not; both flavours of decorators read it.
import {
  App,
  Carry,
  Context,
  DefineVersions,
  Each,
  Get,
  Nothing,
  Now,
  Rename,
  Router,
  SecurityScheme,
  ServerSentEvent,
  Since,
  Together,
  Versioned,
  WithBody,
  WithContext,
  WithResponse,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { z } from "zod";

interface OrgSettings {
  readonly currency: string;
}
const Org = Context<OrgSettings>("org");
const Seats = Context<number>("seats");
const V = DefineVersions("1", "2", "3");
const Names = V.Change("3", "names");
const Born = V.Change("2", "born");

const Plan3 = z.object({ price: z.number() });
const Plan2 = z.object({ price: z.string() });

export const Plan = Versioned(Plan3)
  .Before(Names, Plan2, {
    Needs: [Org, Seats],
    Up: ({ price }, [org, seats]) => ({ price: Number(price.slice(org.currency.length)) * seats }),
    Down: ({ price }, [org, seats]) => ({ price: `${org.currency}${price.toFixed(seats)}` }),
  })
  .Before(Born, z.object({ cost: z.string() }), Rename("cost", "price"));

// Nobody gives what no list names, and of each context its own type.
Versioned(Plan3).Before(Names, Plan2, {
  Needs: [Org],
  // @ts-expect-error -- an OrgSettings has no such member
  Down: ({ price }, [org]) => ({ price: `${price}${String(org.seats)}` }),
});
Versioned(Plan3).Before(Names, Plan2, {
  Needs: [Org],
  // @ts-expect-error -- one context alone
  Down: ({ price }, [org, seats]) => ({ price: `${price}${org.currency}${String(seats)}` }),
});
Versioned(Plan3).Before(Names, Plan2, {
  // @ts-expect-error -- no Needs
  Down: ({ price }, [org]) => ({ price: `${price}${String(org)}` }),
});
Versioned(Plan3).Before(Names, Plan2, {
  // @ts-expect-error -- a name is no key
  Needs: ["org"],
  Down: ({ price }) => ({ price: String(price) }),
});
Versioned(Plan3).Before(Names, Plan2, {
  Needs: [Org],
  // @ts-expect-error -- the older schema wants text
  Down: ({ price }, [org]) => ({ price: price + org.currency.length }),
});

WithContext(Org, () => ({ currency: "EUR" }));
WithContext(Org, async (req) => await Promise.resolve({ currency: req.path }));
// @ts-expect-error -- no OrgSettings
WithContext(Org, () => ({ seats: 7 }));
// @ts-expect-error -- no number
WithContext(Seats, async () => await Promise.resolve("7"));

WithContext(Org, () => ({ currency: "EUR" }), { After: true });
// @ts-expect-error -- After is true or false
WithContext(Org, () => ({ currency: "EUR" }), { After: "handler" });
// @ts-expect-error -- no such option
WithContext(Org, () => ({ currency: "EUR" }), { Later: true });
interface Account {
  readonly currency: string;
}
const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, (): Account | undefined => ({
  currency: "EUR",
}));
WithContext(Org, Bearer, (account, req) => ({ currency: account.currency + req.path }));
WithContext(Org, Bearer, async ({ currency }) => await Promise.resolve({ currency }), { After: true });
// @ts-expect-error -- no OrgSettings
WithContext(Org, Bearer, ({ currency }) => currency);
// @ts-expect-error -- an account has no such member
WithContext(Org, Bearer, ({ name }) => ({ currency: String(name) }));
// @ts-expect-error -- the function is missing
WithContext(Org, Bearer);
// @ts-expect-error -- no SecurityScheme
WithContext(Org, { Of: () => plan }, () => ({ currency: "EUR" }));

const plan = { price: 7 };
V.Show(Plan, "1", plan, [Org.Is({ currency: "EUR" }), Seats.Is(2)]);
V.Show(Plan, "1", plan, [Seats.Is(2), Org.Is({ currency: "EUR" })]);
V.Show<{ cost: string }>(Plan, "1", plan, [Seats.Is(2), Org.Is({ currency: "EUR" })]).cost.trim();
void V.Read(Plan, "1", { cost: "7" }, [Seats.Is(2), Org.Is({ currency: "EUR" })]).then(({ price }) =>
  price.toFixed(),
);
// @ts-expect-error -- no context
V.Show(Plan, "1", plan);
// @ts-expect-error -- the seats are missing
V.Show(Plan, "1", plan, [Org.Is({ currency: "EUR" })]);
// @ts-expect-error -- no context
void V.Read(Plan, "1", {});
// @ts-expect-error -- the org is missing
void V.Read(Plan, "1", {}, [Seats.Is(7)]);
// @ts-expect-error -- no number
Seats.Is("7");
// @ts-expect-error -- examples are for CheckChanges
V.Show(Plan, "1", plan, [Org.For(() => ({ currency: "EUR" })), Seats.Is(2)]);

// A face, Within and Nothing keep what a history needs.
const List = Plan.Within([Each], (one) => z.array(one));
V.Show(List, "1", [plan], [Org.Is({ currency: "EUR" }), Seats.Is(2)]);
// @ts-expect-error -- no context
V.Show(List, "1", [plan]);
const Dated = Versioned(Plan3)
  .Before(Names, Plan2, { Needs: [Now], Down: ({ price }, [now]) => ({ price: `${price}${now.getTime()}` }) })
  .As(z.object({}), { Down: () => ({}) })
  .Before(Born, Nothing);
V.Show(Dated, "2", plan, [Now.Is(new Date())]);
// @ts-expect-error -- no time
V.Show(Dated, "2", plan);

void CheckChanges(new App(), {
  Context: [Org.Is({ currency: "EUR" }), Seats.For((example) => String(example).length)],
});

// Carried values.

const Customer3 = z.object({ id: z.number(), plan: z.enum(["free", "pro"]) });
const Customer2 = z.object({ id: z.number(), subscription: z.string() });
const Legacy = z.object({ subscription: z.string() });
export const Customer = Versioned(Customer3)
  .Carrying(Legacy)
  .Before(Names, Customer2, {
    Needs: [Seats],
    Down: ({ id }, { Carried: { subscription }, Contexts: [seats] }) => ({ id: id + seats, subscription }),
  })
  .Before(Born, z.object({ sub: z.string() }), {
    Down: ({ subscription }, legacy) => ({ sub: subscription + legacy.subscription }),
  });

// With Needs both have names, and no other form compiles.
Versioned(Customer3)
  .Carrying(Legacy)
  .Before(Names, Customer2, {
    Needs: [Seats],
    // @ts-expect-error -- a third argument
    Down: (_now, _beside, seats) => ({ id: 1, subscription: String(seats) }),
  });
Versioned(Customer3)
  .Carrying(z.array(z.number()))
  .Before(Names, Customer2, {
    Needs: [Seats],
    // @ts-expect-error -- neither the list of carried values nor that of contexts
    Down: ({ id }, [seats]) => ({ id, subscription: String(seats) }),
  });
Versioned(Customer3)
  .Carrying(Legacy)
  .Before(Names, Customer2, {
    Needs: [Seats],
    // @ts-expect-error -- the carried value without its name
    Down: ({ id }, { subscription }) => ({ id, subscription: String(subscription) }),
  });
Versioned(Customer3)
  .Carrying(Legacy)
  .Before(Names, Customer2, {
    // @ts-expect-error -- no Needs, so no names
    Down: ({ id }, { Carried }) => ({ id, subscription: String(Carried) }),
  });
Versioned(Customer3)
  .Carrying(Legacy)
  .Before(Names, Customer2, {
    // @ts-expect-error -- no Needs, so no third argument
    Down: (_now, _carried, none) => ({ id: 1, subscription: String(none) }),
  });

Versioned(Customer3)
  .Carrying(Legacy)
  .Before(Names, Customer2, {
    // @ts-expect-error -- no such member is carried
    Down: ({ id }, { nope }) => ({ id, subscription: String(nope) }),
  });
Versioned(Customer3)
  .Before(Names, Customer2, {
    // @ts-expect-error -- nothing is carried yet
    Down: ({ id }, { subscription }) => ({ id, subscription: String(subscription) }),
  })
  .Carrying(Legacy);
// @ts-expect-error -- Carrying was called twice on this history
Versioned(Customer3).Carrying(Legacy).Carrying(Legacy);
// @ts-expect-error -- nothing can be carried in a request
WithBody(Customer);

// What older versions alone are sent is no part of a stored value: where every step has Up, it can be read.
const Kept = Versioned(Customer3)
  .Carrying(Legacy)
  .Before(Names, Customer2, {
    Up: ({ id, subscription }) => ({ id, plan: subscription === "pro" ? "pro" : "free" }),
    Down: ({ id }, { subscription }) => ({ id, subscription }),
  });
const KeptRow = V.Stored(Kept, { Untagged: "2" });
export const kept: Promise<z.infer<typeof Customer3>> = KeptRow.Read("");
export const keptRead: typeof kept = V.Read(Kept, "2", { id: 1, subscription: "pro" });
KeptRow.Write({ id: 1, plan: "free" });
V.Stored(Kept.Within([Each], (one) => z.array(one))).Write([{ id: 1, plan: "free" }]);
const Both = Together(
  [
    [Kept, ["a"]],
    [Plan, ["b"]],
  ],
  (a, b) => z.object({ a, b }),
);
V.Stored(Both).Write({ a: { id: 1, plan: "free" }, b: { price: 7 } });
// @ts-expect-error -- the newest shape is what is written
KeptRow.Write({ id: 1, subscription: "pro" });
// @ts-expect-error -- a step has no Up
V.Stored(Customer);
// @ts-expect-error -- nothing can be carried in a request, with Up or without
WithBody(Kept);
// @ts-expect-error -- nor within a list
WithBody(Kept.Within([Each], (one) => z.array(one)));
// @ts-expect-error -- nor beside another history
WithBody(Both);
WithResponse(200, Kept);

const customer = { id: 1, plan: "pro" } as const;
const legacy = { subscription: "x" };
const seats = WithContext(Seats, () => 1);
const ok = [Since("1"), WithResponse(200, Customer), seats] as const;
const Page = Customer.Within(["list", Each], (one) => z.object({ list: z.array(one), total: z.number() }));
const page = [Since("1"), WithResponse(200, Page), seats] as const;

export const app = new App();
app.Get("/a", () => Carry(customer, legacy), ...ok);
app.Get("/a", () => Carry({ id: 1, plan: "pro" }, () => ({ subscription: "x" })), ...ok);
app.Get(
  "/a",
  async () => await Promise.resolve(Carry(customer, async () => await Promise.resolve(legacy))),
  ...ok,
);
app.Get(
  "/a",
  async function* () {
    yield await Promise.resolve(Carry(customer, legacy));
    yield ServerSentEvent({ Data: Carry(customer, legacy) });
  },
  ...ok,
);
app.Get("/a", () => ({ list: [customer].map((one) => Carry(one, () => legacy)), total: 1 }), ...page);
// @ts-expect-error -- it carries nothing
app.Get("/a", () => customer, ...ok);
// @ts-expect-error -- a copy of a Carry
app.Get("/a", () => ({ ...Carry(customer, legacy) }), ...ok);
// @ts-expect-error -- a copy of a Carry, with one more member
app.Get("/a", () => ({ ...Carry(customer, legacy), name: "Tom" }), ...ok);
const plain = [Since("1"), WithResponse(200, Customer3)] as const;
// @ts-expect-error -- the history carries nothing here
app.Get("/a", () => Carry(customer, legacy), ...plain);
// @ts-expect-error -- the history carries nothing here
app.Get("/a", async () => await Promise.resolve(Carry(customer, legacy)), ...plain);
// @ts-expect-error -- it carries something else
app.Get("/a", () => Carry(customer, { other: 1 }), ...ok);
// @ts-expect-error -- it is no customer
app.Get("/a", () => Carry({ id: "1", plan: "pro" }, legacy), ...ok);
// @ts-expect-error -- the items carry nothing
app.Get("/a", () => ({ list: [customer], total: 1 }), ...page);
// @ts-expect-error -- the envelope carries nothing, its items do
app.Get("/a", () => Carry({ list: [customer], total: 1 }, legacy), ...page);
app.Get(
  "/a",
  // @ts-expect-error -- the item carries nothing
  async function* () {
    yield await Promise.resolve(customer);
  },
  ...ok,
);

@Router("/customers", seats)
export class Customers {
  @Get("/", Since("1"), WithResponse(200, Customer))
  one() {
    return Carry(customer, legacy);
  }

  @Get("/list", Since("1"), WithResponse(200, Page))
  list() {
    return { list: [Carry(customer, () => legacy)], total: 1 };
  }

  // @ts-expect-error -- it carries nothing
  @Get("/none", Since("1"), WithResponse(200, Customer))
  none() {
    return customer;
  }

  // @ts-expect-error -- the items carry nothing
  @Get("/bare", Since("1"), WithResponse(200, Page))
  bare() {
    return { list: [customer], total: 1 };
  }
}

V.Show(Customer, "1", Carry(customer, legacy), [Seats.Is(1)]);
V.Show(
  Customer,
  "1",
  Carry(customer, () => legacy),
  [Seats.Is(1)],
);
// @ts-expect-error -- it carries nothing
V.Show(Customer, "1", customer, [Seats.Is(1)]); // eslint-disable-line @typescript-eslint/no-unsafe-class-instance-assignment -- the compiler refuses it too
// @ts-expect-error -- a text carries nothing
Carry("Tom", legacy);
