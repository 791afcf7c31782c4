import {
  App,
  Before,
  Context,
  DefineVersions,
  HTTPError,
  Restatus,
  Versioned,
  VersioningHeader,
  WithBody,
  WithContext,
  WithHeaders,
  WithQuery,
  WithResponse,
  type AppOptions,
} from "versioned-controllers";
import { z } from "zod";

const V = DefineVersions("1", "2", "3");
export const Priced = V.Change("2", "A price is in `cents`, and lines are a list.");
export const Named = V.Change("3", "`customer` is an object, and `placed` is `at`.");

/** The conversions of orders. A test replaces some of them by mistakes. */
export interface OrderConversions {
  readonly cents: (price: number) => number;
  readonly price: (cents: number) => number;
  readonly note: () => string | undefined;
  readonly lines: (text: string) => string[];
  readonly text: (lines: readonly string[]) => string;
  readonly customer: (first: string, last: string) => { first: string; last: string };
  readonly names: (customer: { first: string; last: string }) => Record<string, unknown>;
  readonly placed: (at: string) => Record<string, unknown>;
  readonly page: (page: number) => number;
  readonly trace: (id: string) => string;
  readonly status: number;
}

const rightly: OrderConversions = {
  cents: (price) => Math.round(price * 100),
  price: (cents) => cents / 100,
  note: () => "none",
  lines: (text) => text.split(","),
  text: (lines) => lines.join(","),
  customer: (first, last) => ({ first, last }),
  names: ({ first, last }) => ({ first, last }),
  placed: (at) => ({ placed: at }),
  page: (page) => page - 1,
  trace: (id) => id.toLowerCase(),
  status: 200,
};

const Order3 = z.object({
  cents: z.number(),
  lines: z.array(z.string()),
  note: z.string().optional(),
  customer: z.object({ first: z.string(), last: z.string() }),
  at: z.string(),
});
const Order2 = Order3.omit({ customer: true, at: true }).extend({
  first: z.string(),
  last: z.string(),
  placed: z.string(),
});
const Order1 = Order2.omit({ cents: true, lines: true, note: true }).extend({
  price: z.number(),
  lines: z.string(),
});

const Place = Context<{ currency: string }>("place");

/** Orders in three versions. */
export function orders(given: Partial<OrderConversions> = {}, options: AppOptions = {}): App {
  const by = { ...rightly, ...given };
  const Order = Versioned(Order3)
    .Before(Named, Order2, {
      Up: ({ first, last, placed, ...rest }) => ({ ...rest, customer: by.customer(first, last), at: placed }),
      Down: ({ customer, at, ...rest }) =>
        ({ ...rest, ...by.names(customer), ...by.placed(at) }) as z.output<typeof Order2>,
    })
    .Before(Priced, Order1, {
      Needs: [Place],
      Up: ({ price, lines, ...rest }, [place]) => ({
        ...rest,
        cents: place.currency === "EUR" ? by.cents(price) : price,
        lines: by.lines(lines),
        note: by.note(),
      }),
      Down: ({ cents, lines, first, last, placed }) => ({
        first,
        last,
        placed,
        price: by.price(cents),
        lines: by.text(lines),
      }),
    });
  const Page = Versioned(z.object({ page: z.coerce.number() })).Before(
    Named,
    z.object({ p: z.coerce.number() }),
    {
      Up: ({ p }) => ({ page: by.page(p) }),
    },
  );
  const Trace = Versioned(z.object({ "x-trace": z.string() })).Before(
    Named,
    z.object({ "x-id": z.string() }),
    {
      Up: (old) => ({ "x-trace": by.trace(old["x-id"]) }),
    },
  );
  const stored = {
    cents: 1999,
    lines: ["a", "b"],
    customer: { first: "Ann", last: "Lee" },
    at: "2026-01-02",
  };
  return new App({
    ...options,
    Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
    Now: () => new Date("2026-06-01T00:00:00.000Z"),
  })
    .Post(
      "/orders",
      (req) => req.body as z.output<typeof Order3>,
      V.Since("1"),
      WithBody(Order),
      WithResponse(201, Order),
      WithContext(Place, () => ({ currency: "EUR" })),
      Before(Named, Restatus(by.status, 201)),
    )
    .Get(
      "/orders",
      () => stored,
      V.Since("1"),
      WithQuery(Page),
      WithHeaders(Trace),
      WithResponse(200, Order),
      WithContext(Place, () => ({ currency: "EUR" })),
    )
    .Get(
      "/missing",
      () => {
        throw new HTTPError(404, "no order");
      },
      V.Since("1"),
    );
}

export const order1 = { price: 19.99, lines: "a,b", first: "Ann", last: "Lee", placed: "2026-01-02" };
export const order2 = { cents: 1999, lines: ["a", "b"], first: "Ann", last: "Lee", placed: "2026-01-02" };
