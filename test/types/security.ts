// Who asks, as the compiler knows it: read by `npm run check:types` under both compilers.
import type { Request } from "express";
import type { z } from "zod";
import {
  AnyOf,
  Anonymous,
  App,
  ByPrincipal,
  FirstOf,
  FromHeader,
  Get,
  Router,
  SecurityScheme,
  VersioningHeader,
  WithSecurity,
  type Typed,
} from "versioned-controllers";

interface User {
  readonly id: string;
}
interface Machine {
  readonly key: string;
}
declare const users: {
  byToken(token: string | undefined): Promise<User | undefined>;
  maybe(token: string | undefined): User | null;
};
declare const machine: (req: Request) => Machine | undefined;
export declare const body: z.ZodObject<{ a: z.ZodString }>;
declare function same<A, B>(..._: [A] extends [B] ? ([B] extends [A] ? [] : [never]) : [never]): void;

const http = { type: "http", scheme: "bearer" } as const;
const Bearer = new SecurityScheme("bearer", http, async (req) => users.byToken(req.get("authorization")));
const Key = new SecurityScheme("key", { type: "apiKey", in: "header", name: "X-Key" }, machine);
export const Maybe = new SecurityScheme("maybe", http, (req) => users.maybe(req.get("x")));
export const Scoped = new SecurityScheme("scoped", http, async (req, scopes) => {
  const user = await users.byToken(req.get("x"));
  return user && scopes.length > 0 ? user : false;
});
export const Short = new SecurityScheme("short", http, (req) => {
  const token = req.get("x");
  return token && users.maybe(token);
});
export const Secret = new SecurityScheme("secret", http, (req) => req.get("x") === "secret");
export const Mixed = new SecurityScheme("mixed", http, (req) => (req.secure ? users.byToken("x") : false));

declare const req: Request;
same<ReturnType<typeof Bearer.Of>, User>();
same<ReturnType<typeof Bearer.Find>, User | undefined>();
same<ReturnType<typeof Key.Of>, Machine>();
same<ReturnType<typeof Maybe.Of>, User>();
same<ReturnType<typeof Scoped.Of>, User>();
same<ReturnType<typeof Short.Of>, User>();
same<ReturnType<typeof Secret.Of>, true>();
same<ReturnType<typeof Mixed.Of>, User>();
export const typed = (one: Typed<{ body: typeof body }>): User => Bearer.Of(one);
// @ts-expect-error the principal is another's
export const other: Machine = Bearer.Of(req);
// @ts-expect-error there may be none
export const found: User = Bearer.Find(req);
// @ts-expect-error authenticate gives no User
export const wrong: SecurityScheme<User> = Key;
// @ts-expect-error an API key says where it stands
new SecurityScheme("key", { type: "apiKey", name: "X-Key" }, machine);
// @ts-expect-error no authenticate
new SecurityScheme("key", http);

@WithSecurity(Bearer)
@Router("/me", WithSecurity())
export class Me {
  @Get("/", WithSecurity(Bearer.With("me:read"), Key))
  me(one: Request): User {
    return Bearer.Of(one);
  }

  @Get("/stacked")
  @WithSecurity(AnyOf(Bearer, Key.With("a", "b"), Anonymous))
  stacked(one: Request): User | Machine | undefined {
    return Bearer.Find(one) ?? Key.Find(one);
  }

  // @ts-expect-error a scheme's name is no scheme
  @Get("/name", WithSecurity("bearer"))
  name() {
    return 1;
  }
}
new App({}, WithSecurity(Bearer))
  .Include(Me, WithSecurity(Key))
  .Get("/", (one) => Bearer.Of(one).id, WithSecurity(Bearer));
// @ts-expect-error no such principal
new App().Get("/", (one) => String(Bearer.Of(one).key), WithSecurity(Bearer));
// @ts-expect-error a guard is no scheme
WithSecurity(() => true);

new App({
  Versioning: {
    Type: VersioningHeader,
    Header: "V",
    AssumeVersion: ByPrincipal(Bearer, (user) => (user.id === "a" ? "1" : null)),
  },
});
ByPrincipal(Bearer, async (user, one) => Promise.resolve(one.get("V") ?? user.id));
FirstOf(
  ByPrincipal(Bearer, () => undefined),
  FromHeader("V"),
);
// @ts-expect-error another principal
ByPrincipal(Bearer, (user: Machine) => user.key);
// @ts-expect-error a version is text
ByPrincipal(Bearer, (user) => user.id.length);
// @ts-expect-error no function
ByPrincipal(Bearer, "1");
