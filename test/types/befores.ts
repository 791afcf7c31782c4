// Options that Before may hold, and its places: read by `npm run check:types` under both compilers and flavours.
import {
  App,
  Before,
  DefineVersions,
  Delete,
  Deprecated,
  Description,
  Get,
  Handle,
  Hidden,
  OperationID,
  Patch,
  Post,
  RenameHeader,
  WithoutHeader,
  Restatus,
  Router,
  Since,
  Status,
  Summary,
  WithBody,
  WithGuards,
  WithMiddleware,
  WithOperation,
  WithPrefix,
  WithQuery,
  WithResponse,
  WithSecurity,
  WithTags,
  WithVersion,
  type BeforeOption,
  type Guard,
  type Option,
  type RouteOption,
  type RouterOption,
  type Schema,
} from "versioned-controllers";

declare const schema: Schema;
declare const guard: Guard;
const C = DefineVersions("1", "2").Change("2", "two");

export const onBoth: Option = Before(
  C,
  Status(200),
  Summary("s"),
  Description("d"),
  WithTags("t"),
  Deprecated(),
  Deprecated(false),
  Hidden(),
  Hidden(false),
);
export const onRoutes: RouteOption = Before(
  C,
  Get("/old"),
  Status(200),
  Restatus(400, 422),
  RenameHeader("X-Old", "X-New"),
  WithoutHeader("X-Late"),
  OperationID("old"),
  Hidden(false),
);
export const onRouters: RouterOption = Before(
  C,
  WithPrefix("/old"),
  Status(200),
  Restatus(400, 422),
  RenameHeader("X-Old", "X-New"),
  WithoutHeader("X-Late"),
  Deprecated(false),
);

@Before(C, WithPrefix("/dogs"))
@Before(C, Status(200))
@Router("/cats", Before(C, WithPrefix("/dogs"), Summary("s")))
export class Cats {
  @Before(C, Post("/{id}/update"), Status(200))
  @Before(C, Summary("s"))
  @Patch("/{id}", Before(C, Get("/{id}"), RenameHeader("X-Old", "X-New")))
  update() {
    return 1;
  }

  @Delete("/{id}")
  @Before(C, Handle("PURGE", "/{id}"), Handle("PURGE"), Get())
  remove() {
    return 1;
  }

  // @ts-expect-error a prefix is a router's
  @Before(C, WithPrefix("/dogs"))
  @Get("/a")
  prefixed() {
    return 1;
  }

  // @ts-expect-error a prefix is a router's, in a verb's list as well
  @Get("/b", Before(C, WithPrefix("/dogs")))
  listed() {
    return 1;
  }

  // @ts-expect-error outside of Before
  @Restatus(400, 422)
  @Get("/c")
  restatus() {
    return 1;
  }

  // @ts-expect-error outside of Before
  @Deprecated(false)
  @Get("/d")
  deprecated() {
    return 1;
  }

  // @ts-expect-error Before without its call
  @Before
  @Get("/e")
  bare() {
    return 1;
  }
}

// @ts-expect-error a verb is a route's
@Before(C, Get("/dogs"))
@Router("/x", Before(C, Restatus(400, 422), RenameHeader("X-Old", "X-New")))
export class Wrong {}

const app = new App({}, Before(C, WithPrefix("/old")));
app
  .Get("/a/{id}", (req) => req.params.id, Before(C, Get("/b/{id}"), Status(201)), Since("1"))
  .Post("/a", () => 1, Before(C, Post("/b")))
  .Include([], Before(C, WithPrefix("/old"), Summary("s")));
// @ts-expect-error a prefix is a router's
app.Get("/a", () => 1, Before(C, WithPrefix("/old")));
// @ts-expect-error a verb is a route's
app.Include([], Before(C, Get("/old")));
// @ts-expect-error outside of Before
app.Get("/a", () => 1, Hidden(false));
// @ts-expect-error outside of Before
app.Get("/a", () => 1, RenameHeader("X-Old", "X-New"));
// @ts-expect-error outside of Before
app.Get("/a", () => 1, WithoutHeader("X-Late"));

// @ts-expect-error no change
Before("2", Status(200));
// @ts-expect-error nothing is said
Before(C);
// @ts-expect-error a verb and a prefix have no place in common
Before(C, Get("/old"), WithPrefix("/old"));
// @ts-expect-error
Before(C, Get("/old", Status(200)));
Before(C, WithGuards(guard), WithMiddleware(), WithSecurity());
// @ts-expect-error
Before(C, WithVersion("1"));
// @ts-expect-error
Before(C, Since("1"));
// @ts-expect-error
Before(C, WithBody(schema));
// @ts-expect-error
Before(C, WithQuery(schema));
// @ts-expect-error
Before(C, WithResponse(200, schema));
// @ts-expect-error
Before(C, WithOperation({}));
// @ts-expect-error
Before(C, Before(C, Status(200)));
// @ts-expect-error
Before(C, Get);
// @ts-expect-error
Before(C, Router("/old"));
// @ts-expect-error a status is a number
Before(C, Restatus("400", 422));

// A generic function knows where its result is allowed.
export const inOld = <O extends BeforeOption>(option: O): RouteOption & RouterOption => Before(C, option);
