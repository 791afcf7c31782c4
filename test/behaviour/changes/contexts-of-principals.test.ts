import {
  Anonymous,
  AnyOf,
  Before,
  Context,
  SecurityScheme,
  Since,
  Versioned,
  WithContext,
  WithResponse,
  WithSecurity,
  type App,
  type Option,
  type RouteOption,
} from "versioned-controllers";
import { z } from "zod";
import { appWith, askAs, Born, Names } from "./cats";

interface Account {
  readonly name: string;
}

const Bearer = new SecurityScheme<Account>("bearer", { type: "http", scheme: "bearer" }, (req) => {
  const name = req.get("Authorization")?.replace("Bearer ", "");
  return name === undefined ? undefined : { name };
});
const Key = new SecurityScheme<Account>("key", { type: "apiKey", in: "header", name: "X-Key" }, () => ({
  name: "by key",
}));
const Currency = Context<string>("currency");

const Plan = Versioned(z.object({ price: z.number() })).Before(Names, z.object({ price: z.string() }), {
  Needs: [Currency],
  Down: ({ price }, [currency]) => ({ price: `${currency} ${price}` }),
});

const fromOne = Since("1");

const declared =
  (...options: RouteOption[]) =>
  (app: App): unknown =>
    app.Get("/plan", () => ({ price: 7 }), WithResponse(200, Plan), ...(options as [Option]));

describe("a context comes from the principal of a scheme", () => {
  it.each<[what: string, give: Option]>([
    ["at once", WithContext(Currency, Bearer, ({ name }, req) => `${name} ${req.path}`)],
    [
      "by a promise",
      WithContext(Currency, Bearer, async ({ name }, req) => await Promise.resolve(`${name} ${req.path}`)),
    ],
    [
      "after the handler",
      WithContext(Currency, Bearer, ({ name }, req) => `${name} ${req.path}`, { After: true }),
    ],
  ])("%s", async (_what, give) => {
    const ask = await askAs(appWith(declared(fromOne, WithSecurity(Bearer), give)).app);
    const headers = { Authorization: "Bearer Ann" };
    expect((await ask("2", "GET /plan", undefined, headers)).json).toEqual({ price: "Ann /plan 7" });
    expect((await ask("3", "GET /plan", undefined, headers)).json).toEqual({ price: 7 });
    expect((await ask("2", "GET /plan")).status).toBe(401);
  });
});

describe("Build wants the scheme wherever the context is needed", () => {
  const ofBearer = WithContext(Currency, Bearer, ({ name }) => name);
  const message =
    'GET /plan: the context "currency" comes from the principal of security scheme "bearer", but the route does not ask for this scheme in every request: ' +
    "pass the scheme to WithSecurity, outside of AnyOf";

  it.each<[what: string, options: readonly RouteOption[]]>([
    ["no scheme", [fromOne]],
    ["another scheme", [fromOne, WithSecurity(Key)]],
    ["one of several", [fromOne, WithSecurity(AnyOf(Bearer, Key))]],
    ["perhaps none", [fromOne, WithSecurity(AnyOf(Bearer, Anonymous))]],
    ["none before a change", [fromOne, WithSecurity(Bearer), Before(Born, WithSecurity())]],
  ])("refuses %s", (_what, options) => {
    expect(() => appWith(declared(ofBearer, ...options)).app.Build()).toThrow(message);
  });

  it.each<[what: string, options: readonly RouteOption[]]>([
    ["the scheme itself", [fromOne, WithSecurity(Bearer)]],
    ["the scheme beside another", [fromOne, WithSecurity(Key, Bearer)]],
    ["the scheme for scopes", [fromOne, WithSecurity(AnyOf(Bearer.With("a"), Bearer.With("b")))]],
    ["no scheme where no version needs the context", [Since("3")]],
    ["no scheme in the newest version", [fromOne, WithSecurity(), Before(Names, WithSecurity(Bearer))]],
  ])("takes %s", (_what, options) => {
    expect(() => appWith(declared(ofBearer, ...options)).app.Build()).not.toThrow();
  });

  it("and refuses what is not a scheme beside the rest", () => {
    const unusable = WithSecurity({ not: "a scheme" } as never);
    expect(() => appWith(declared(fromOne, ofBearer, unusable)).app.Build()).toThrow(message);
  });
});

describe("Build refuses wrong arguments", () => {
  const untyped = WithContext as unknown as (...args: readonly unknown[]) => Option;
  it.each<[args: readonly unknown[], message: string]>([
    [
      [Currency, 7],
      "the second argument of WithContext must be a function of the request, or a SecurityScheme, got 7",
    ],
    [
      [Currency, Bearer],
      "the third argument of WithContext after a SecurityScheme must be a function, got undefined",
    ],
    [[Currency, () => "", 7], "the options of WithContext must be an object such as { After: true }, got 7"],
    [
      [Currency, () => "", { After: 1 }],
      "the options of WithContext must be an object such as { After: true }, got an object",
    ],
    [
      [Currency, Bearer, () => "", { Later: true }],
      "the options of WithContext must be an object such as { After: true }, got an object",
    ],
    [[Currency, Bearer, () => "", {}, 1], "WithContext was called with too many arguments"],
  ])("%j", (args, message) => {
    expect(() => appWith(declared(fromOne, WithSecurity(Bearer), untyped(...args))).app.Build()).toThrow(
      message,
    );
  });
});
