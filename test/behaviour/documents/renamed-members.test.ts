import {
  App,
  Context,
  DefineVersions,
  Each,
  Rename,
  Versioned,
  VersioningHeader,
  WithBody,
  WithContext,
  WithQuery,
  WithResponse,
} from "versioned-controllers";
import { z } from "zod";
import { runCommand } from "../../../src/tools/cli/run";

const V = DefineVersions("1", "2", "3");
const Priced = V.Change("2", "A price is a number.");
const Tiers = V.Change("2", "Products are tiers.");
const Plans = V.Change("3", "Tiers are plans.");

const Old = z.object({ price: z.object({ amount: z.number() }) });
const Item = Versioned(z.object({ price: z.number() })).Before(Priced, Old, {
  Up: ({ price }) => ({ price: price.amount }),
  Down: ({ price }) => ({ price: { amount: price } }),
});

/** Version 2 renames a list, whose items have another price in the same version. */
const List = Item.Within(["tiers", Each], (item) => z.object({ tiers: z.array(item) })).Before(
  Tiers,
  z.object({ products: z.array(Old) }),
  Rename("products", "tiers"),
);

const Organisation = Context<{ currency: string }>("org", { Description: "your organisation" });
const Billed = Versioned(z.object({ price: z.number() })).Before(Priced, Old, {
  Needs: [Organisation],
  Down: ({ price }, [{ currency }]) => ({ price: { amount: price, currency } }),
});
const BilledList = Billed.Within(["tiers", Each], (item) => z.object({ tiers: z.array(item) })).Before(
  Tiers,
  z.object({ products: z.array(Old) }),
  Rename("products", "tiers"),
);

/** Versions 2 and 3 rename one member, and version 2 has another type of it. */
const Twice = Versioned(z.object({ plan: z.number() }))
  .Before(Plans, z.object({ tier: z.number() }), Rename("tier", "plan"))
  .Before(Tiers, z.object({ tier: z.string() }), {
    Up: ({ tier }) => ({ tier: Number(tier) }),
    Down: ({ tier }) => ({ tier: String(tier) }),
  })
  .Before(Tiers, z.object({ product: z.string() }), Rename("product", "tier"));

/** The member moved by functions, so that no change says that it is the same member. */
const Moved = Versioned(z.object({ tier: z.number() })).Before(Tiers, z.object({ product: z.string() }), {
  Up: ({ product }) => ({ tier: Number(product) }),
  Down: ({ tier }) => ({ product: String(tier) }),
});

const Max = Versioned(z.object({ max: z.coerce.number<string>().max(10) })).Before(
  Tiers,
  z.object({ limit: z.coerce.number<string>().max(99) }),
  Rename("limit", "max"),
);

type Declare = (app: App) => unknown;
const list = () => ({ tiers: [{ price: 1 }] });

const billed: Declare = (app) =>
  app.Get(
    "/plans",
    list,
    V.Since("1"),
    WithResponse(200, BilledList),
    WithContext(Organisation, () => ({ currency: "EUR" })),
  );

const cases: readonly [
  what: string,
  declare: Declare,
  ends: readonly [string, string],
  lines: readonly string[],
][] = [
  [
    "an answer",
    (app) => app.Get("/plans", list, V.Since("1"), WithResponse(200, List)),
    ["1", "2"],
    [
      '- **Breaking:** response 200: property "products" was removed',
      '- response 200: property "tiers" was added, and is required',
      '- **Breaking:** response 200: property "tiers[].price" was an object and is now a number',
    ],
  ],
  [
    "a body",
    (app) => app.Post("/plans", () => undefined, V.Since("1"), WithBody(List)),
    ["1", "2"],
    [
      '- **Breaking:** request body: property "products" was removed',
      '- **Breaking:** request body: property "tiers" was added, and is required',
      '- **Breaking:** request body: property "tiers[].price" was an object and is now a number',
    ],
  ],
  [
    "two names in a row",
    (app) => app.Get("/plans", () => ({ plan: 1 }), V.Since("1"), WithResponse(200, Twice)),
    ["1", "3"],
    [
      '- **Breaking:** response 200: property "product" was removed',
      '- response 200: property "plan" was added, and is required',
      '- **Breaking:** response 200: property "plan" was a string and is now a number',
    ],
  ],
  [
    "a query parameter",
    (app) => app.Get("/plans", list, V.Since("1"), WithQuery(Max)),
    ["1", "2"],
    [
      '- **Breaking:** query parameter "limit": was removed',
      '- **Breaking:** query parameter "max": was added, and is required',
      '- **Breaking:** query parameter "max": has maximum 10 instead of 99',
    ],
  ],
  [
    "a webhook",
    (app) => app.Include(V.Webhook("plans", List)),
    ["1", "2"],
    [
      '- **Breaking:** request body: property "products" was removed',
      '- request body: property "tiers" was added, and is required',
      '- **Breaking:** request body: property "tiers[].price" was an object and is now a number',
    ],
  ],
  [
    "a member that functions move",
    (app) => app.Get("/plans", () => ({ tier: 1 }), V.Since("1"), WithResponse(200, Moved)),
    ["1", "2"],
    [
      '- **Breaking:** response 200: property "product" was removed',
      '- response 200: property "tier" was added, and is required',
    ],
  ],
  [
    "a context without an example",
    billed,
    ["1", "2"],
    [
      '- **Breaking:** response 200: property "products" was removed',
      '- response 200: property "tiers" was added, and is required',
      '- **Breaking:** response 200: property "tiers[].price" was an object and is now a number',
    ],
  ],
];

const run = async (declare: Declare, ...args: readonly string[]): Promise<string> => {
  const app = new App({
    Logger: { warn: () => undefined, error: () => undefined },
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions: V.List },
  });
  app.Get("/", () => 1, V.Since("1"));
  declare(app);
  const given = { folder: __dirname, load: () => Promise.resolve(app) };
  const { code, output, errors } = await runCommand([args[0] ?? "", "app", ...args.slice(1)], given);
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  return output;
};

const linesOf = (output: string): readonly string[] =>
  output
    .split("\n")
    .filter((line) => /^- .*(?:response|request|parameter) /.test(line))
    .map((line) => line.replaceAll("\\", ""));

describe.each(["diff", "guide"])("%s compares below a renamed member", (command) => {
  it.each(cases)("of %s", async (_what, declare, [from, to], lines) => {
    expect(linesOf(await run(declare, command, from, to))).toEqual(lines);
  });
});

it("diff compares below a renamed member from the newer version to the older one, too", async () => {
  const declare: Declare = (app) => app.Get("/plans", list, V.Since("1"), WithResponse(200, List));
  expect(linesOf(await run(declare, "diff", "2", "1"))).toEqual([
    '- **Breaking:** response 200: property "tiers" was removed',
    '- response 200: property "products" was added, and is required',
    '- **Breaking:** response 200: property "products[].price" was a number and is now an object',
  ]);
});

it("guide says why it has no example beside the differences", async () => {
  expect(await run(billed, "guide", "1", "2")).toContain(
    "No example of an answer: it depends on your organisation.",
  );
});
