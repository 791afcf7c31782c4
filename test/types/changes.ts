// Histories that compile, and those that do not: read by `npm run check:types` under both compilers and flavours.
import { Type } from "typebox";
import * as v from "valibot";
import { z } from "zod";
import {
  App,
  Change,
  DefineVersions,
  Each,
  Nothing,
  Post,
  Rename,
  Same,
  Router,
  Versioned,
  WithBody,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  WithResponse,
  type AsJSON,
  type OutputOf,
  type RouteOption,
  type Typed,
} from "versioned-controllers";

declare function same<T>(value: T): void;

const V = DefineVersions("1", "2", "3");
const C2 = V.Change("2", "two");
const C3 = V.Change("3", "three", { Internal: true });
export const free: Change = Change("2024-05-01", "any name");
// @ts-expect-error "9" is not in the list
V.Change("9", "nine");
// @ts-expect-error a frozen value
C2.Version = "3";

const V1 = z.object({ name: z.string(), price: z.number() });
const V2 = z.object({ name: z.string(), cents: z.int(), currency: z.enum(["EUR", "USD"]).default("EUR") });
const V3 = z.object({
  first: z.string(),
  last: z.string(),
  cents: z.int(),
  currency: z.enum(["EUR", "USD", "GBP"]),
});

// The parameters of every function follow from the chain.
const Book = Versioned(V3)
  .Before(C3, V2, {
    Up: ({ name, ...rest }) => {
      same<"EUR" | "USD">(rest.currency);
      return { ...rest, first: name, last: "" };
    },
    Down: ({ first, last, currency, ...rest }) => ({
      ...rest,
      name: `${first} ${last}`,
      currency: currency === "GBP" ? "EUR" : currency,
    }),
    Lossy: { currency: "pounds are euros" },
  })
  .Before(C2, V1, {
    // A default of what comes next may be left out.
    Up: ({ price, ...rest }) => ({ ...rest, cents: Math.round(price * 100) }),
    Down: ({ cents, name }) => ({ name, price: cents / 100 }),
    Type: "form",
    Limit: "10kb",
    Lossy: "cents are rounded",
  });

// It is a schema: the newest.
const out: OutputOf<typeof Book> = { first: "", last: "", cents: 1, currency: "GBP" };
@Router("/books")
export class Books {
  @Post("/", WithBody(Book), WithResponse(201, Book))
  add(req: Typed<{ body: typeof Book }>): OutputOf<typeof Book> {
    return { ...out, first: req.body.first };
  }

  // @ts-expect-error the handler asks for an old one
  @Post("/old", WithBody(Book))
  old(req: Typed<{ body: typeof V1 }>): number {
    return req.body.price;
  }
}
new App().Post("/books", (req) => ({ ...out, last: req.body.last satisfies string }), WithBody(Book));
// @ts-expect-error version 3 has no name
new App().Post("/books", (req: Typed<{ body: typeof V2 }>) => req.body.name, WithBody(Book));

// Members that a function forgets.
Versioned(V2).Before(C2, V1, {
  // @ts-expect-error cents are missing
  Up: ({ name }) => ({ name }),
  Down: ({ cents, name }) => ({ name, price: cents / 100 }),
});
Versioned(V2).Before(C2, V1, {
  Up: ({ name, price }) => ({ name, cents: price }),
  // @ts-expect-error the price is missing
  Down: ({ name }) => ({ name }),
});
Versioned(V3).Before(C3, V2, {
  Up: ({ name, ...rest }) => ({ ...rest, first: name, last: "" }),
  // @ts-expect-error the older version does not know GBP
  Down: ({ first, ...rest }) => ({ ...rest, name: first }),
});
Versioned(V2).Before(C2, V1, {
  Up: ({ name, price }) => ({ name, cents: price }),
  // @ts-expect-error a key that means nothing
  Downs: () => ({ name: "", price: 1 }),
});
Versioned(V2).Before(C2, V1, {
  // @ts-expect-error a promise is no value
  Up: async ({ name, price }) => ({ name, cents: price }),
});
// @ts-expect-error no change
Versioned(V2).Before("2", V1, {});
// @ts-expect-error no schema
Versioned("V2");

const Reason = z.object({ why: z.string() });

// Rename: by the names that are there, of optional members and unions too.
const R1 = z.object({ born: z.string(), n: z.number() });
const R2 = z.object({ birthday: z.string(), n: z.number() });
Versioned(R2).Before(C2, R1, Rename("born", "birthday"));
// @ts-expect-error the other way round
Versioned(R2).Before(C2, R1, Rename("birthday", "born"));
// @ts-expect-error a name that is not there
Versioned(R2).Before(C2, R1, Rename("bron", "birthday"));
const O1 = z.object({ born: z.string().optional(), n: z.number() });
const O2 = z.object({ birthday: z.string().optional(), n: z.number() });
Versioned(O2).Before(C2, O1, Rename("born", "birthday"));
// @ts-expect-error the other way round
Versioned(O2).Before(C2, O1, Rename("birthday", "born"));
const U1 = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("a"), born: z.string() }),
  z.object({ kind: z.literal("b"), born: z.string(), x: z.number() }),
]);
const U2 = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("a"), birthday: z.string() }),
  z.object({ kind: z.literal("b"), birthday: z.string(), x: z.number() }),
]);
Versioned(U2).Before(C2, U1, Rename("born", "birthday"));
Versioned(z.union([U2.options[0], Reason])).Before(
  C2,
  z.union([U1.options[0], Reason]),
  Rename("born", "birthday"),
);

// Rename of what loses other members too: each of them is named.
const Invoice2 = z.object({ plan_ids: z.string(), processor_type: z.string(), total: z.int() });
const Invoice1 = z.object({ product_ids: z.string(), total: z.int() });
const Invoice = Versioned(Invoice2).Before(
  C2,
  Invoice1,
  Rename("product_ids", "plan_ids", { Without: ["processor_type"] }),
);
WithResponse(200, Invoice);
// @ts-expect-error Up cannot make the processor's type
WithBody(Invoice);
// @ts-expect-error not covered
Versioned(Invoice2).Before(C2, Invoice1, Rename("product_ids", "plan_ids"));
// @ts-expect-error wrong name
Versioned(Invoice2).Before(C2, Invoice1, Rename("product_ids", "plan_ids", { Without: ["processor"] }));
Versioned(Invoice2).Before(
  C2,
  Invoice1,
  // @ts-expect-error the older has it
  Rename("product_ids", "plan_ids", { Without: ["processor_type", "total"] }),
);
const Opt2 = Invoice2.partial({ processor_type: true });
const Opt = Versioned(Opt2).Before(
  C2,
  Invoice1,
  Rename("product_ids", "plan_ids", { Without: ["processor_type"] }),
);
WithResponse(200, Opt);
WithBody(Opt);
// @ts-expect-error an optional one that is not covered
Versioned(Opt2).Before(C2, Invoice1, Rename("product_ids", "plan_ids"));

// A face: clients see less than handlers and older versions.
const Row = z.object({ id: z.int(), title: z.string() });
const Seen = z.object({ title: z.string() });
export const Rows = Versioned(Row)
  .As(Seen, { Down: ({ id, ...row }) => (same<number>(id), row) })
  .Before(C2, Row, { Down: (row) => ({ ...row, id: row.id }) });
// @ts-expect-error a place of Lossy has a reason
Versioned(Row).Before(C2, Row, { Up: (row) => row, Lossy: { id: true } });
// @ts-expect-error a list of places has no reasons
Versioned(Row).Before(C2, Row, { Up: (row) => row, Lossy: ["id"] });
// @ts-expect-error the face needs a title
Versioned(Row).As(Seen, { Down: ({ id }) => ({ id }) });
// @ts-expect-error a face loses what it loses
Versioned(Row).As(Seen, { Down: ({ title }) => ({ title }), Lossy: "id" });

// Nothing: before the change there was none.
const Reasons = Versioned(Reason).Before(C2, Nothing, { Up: () => ({ why: "unknown" }) });
export const Answers = Versioned(Reason).Before(C2, Nothing);
Versioned(Reason).Before(C2, Nothing, {
  Up: (old) => {
    same<undefined>(old);
    return { why: "" };
  },
});
// @ts-expect-error the reason is missing
Versioned(Reason).Before(C2, Nothing, { Up: () => ({}) });
Versioned(Reason)
  .Before(C3, Nothing, { Up: () => ({ why: "" }) })
  .Before(C2, Reason, { Up: () => undefined, Down: (now) => (same<undefined>(now), { why: "" }) });
// @ts-expect-error it is no schema
WithBody(Nothing);

// Nothing as the newest link: Down has nothing to turn, and Up has nothing to make.
const Removed = Versioned(Nothing).Before(C3, Reason, { Down: (now: undefined) => ({ why: String(now) }) });
WithResponse(204, Removed);
WithBody(Versioned(Nothing).Before(C3, Reason, {}));
// @ts-expect-error the older schema has a member
Versioned(Nothing).Before(C3, Reason, { Down: () => ({}) });
// @ts-expect-error there is no Down
WithResponse(204, Versioned(Nothing).Before(C3, Reason, {}));

// Type: of a body, of what is sent, or both.
Versioned(Reason).Before(C3, Reason, { Down: (now) => now, Type: "application/json" });
Versioned(Reason).Before(C3, Reason, { Down: (now) => now, Type: ["form", "text/csv"] });
// @ts-expect-error neither a format nor a media type
Versioned(Reason).Before(C3, Reason, { Down: (now) => now, Type: "jsn" });

// Within: the path is that of the wrapped schema.
const Cats = Book.Within([Each], (book) => z.array(book));
const Page = Book.Within(["data", Each], (book) => z.object({ data: z.array(book), total: z.int() }));
const page: OutputOf<typeof Page> = { data: [out], total: 1 };
same<OutputOf<typeof Cats>>(page.data);
Book.Within([Each], (book) => z.record(z.string(), book));
Book.Within(["book"], (book) => z.object({ book: book.nullable() }));
Book.Within(["book"], (book) => z.object({ book: book.optional() }));
Book.Within([["best"], ["others", Each]], (book) => z.object({ best: book, others: z.array(book) }));
Book.Within([Each], (book) => z.array(book.extend({ own: z.string() })));
Book.Within(["a", "b", Each], (book) => z.object({ a: z.object({ b: z.array(book) }).optional() }));
Book.Within(["book"], (book) =>
  z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("a"), book }),
    z.object({ kind: z.literal("b") }),
  ]),
);
Cats.Within(["shelves", Each], (cats) => z.object({ shelves: z.array(cats) }));
Page.Before(C3, V1, { Down: () => ({ name: "", price: 1 }) });
// @ts-expect-error no books there
Book.Within(["total"], (book) => z.object({ data: z.array(book), total: z.int() }));
// @ts-expect-error nothing there
Book.Within(["nope", Each], (book) => z.object({ data: z.array(book), total: z.int() }));
// @ts-expect-error a list of books is no book
Book.Within(["data"], (book) => z.object({ data: z.array(book) }));
// @ts-expect-error the second path leads nowhere
Book.Within([["best"], ["other", Each]], (book) => z.object({ best: book, others: z.array(book) }));

// Recursion, interfaces, dates.
const Node2 = z.object({
  name: z.string(),
  get children() {
    return z.array(Node2);
  },
});
const Node1 = z.object({
  title: z.string(),
  get children() {
    return z.array(Node1);
  },
});
type N1 = z.output<typeof Node1>;
type N2 = z.output<typeof Node2>;
const up = ({ title, children }: N1): N2 => ({ name: title, children: children.map(up) });
const down = ({ name, children }: N2): N1 => ({ title: name, children: children.map(down) });
const Tree = Versioned(Node2).Before(C2, Node1, { Up: up, Down: down });
export const Trees = Tree.Within([Each], (tree) => z.array(tree));
interface Money {
  cents: number;
  at: Date;
}
Versioned(z.custom<Money>()).Before(C2, z.object({ p: z.number(), at: z.string() }), {
  // As a client reads it: text.
  Down: ({ cents, at }) => ({ p: cents, at: at satisfies string }),
});
same<AsJSON<Money>>({ cents: 1, at: "2024-05-01T00:00:00Z" });

// Other libraries; of plain JSON Schema no type can tell.
Versioned(v.object({ a: v.string(), when: v.date() })).Before(
  C2,
  z.object({ b: z.string(), when: z.date() }),
  {
    Up: ({ b, when }) => ({ a: b, when }),
    Down: ({ a, when }) => ({ b: a, when: when satisfies string }),
  },
);
export const Plain = Versioned(Type.Object({ a: Type.String() })).Before(C2, Type.Object({}), {
  Up: (): unknown => ({ a: "" }),
  Down: (): unknown => ({}),
});

// The directions that a place needs of a history: each part of a request an Up for every step, each response a Down.
const upOnly = Versioned(R2).Before(C2, R1, { Up: ({ born, n }) => ({ birthday: born, n }) });
const downOnly = Versioned(R2).Before(C2, R1, { Down: ({ birthday, n }) => ({ born: birthday, n }) });
const neither = Versioned(R2).Before(C2, R1, {});
const wrapped = upOnly.Within([Each], (one) => z.array(one));
export const taken = [
  WithBody(upOnly),
  WithBody(Book, { Limit: "1kb" }),
  WithBody(R2),
  WithBody(Versioned(R2)),
  WithBody(Reasons),
  WithBody(Plain),
  WithQuery(upOnly),
  WithParams(upOnly),
  WithHeaders(upOnly),
  WithCookies(upOnly),
];
export const given = [
  WithResponse(200, downOnly),
  WithResponse("2XX", Book, "A book"),
  WithResponse(200, R2),
  WithResponse(200, Versioned(R2)),
  WithResponse(404, Answers, { Description: "None" }),
  WithResponse("default", Cats),
  WithResponse(200, Rows),
];
// @ts-expect-error a step has no Up
WithBody(downOnly);
// @ts-expect-error nor has it beside options
WithBody(downOnly, { Type: "json" });
// @ts-expect-error nor in the query
WithQuery(downOnly);
// @ts-expect-error nor among the parameters
WithParams(downOnly);
// @ts-expect-error nor among the headers
WithHeaders(downOnly);
// @ts-expect-error nor among the cookies
WithCookies(downOnly);
// @ts-expect-error a step has no way at all
WithBody(neither);
// @ts-expect-error from Nothing it has no Up either
WithBody(Answers);
// @ts-expect-error the face cannot go up
WithBody(Rows);
// @ts-expect-error a step has no Down
WithResponse(200, upOnly);
// @ts-expect-error nor has it for an error
WithResponse("4XX", upOnly, "No");
// @ts-expect-error a step has no way at all
WithResponse(200, neither);
// @ts-expect-error nor has it within a list
WithResponse(200, wrapped);
// @ts-expect-error one link without Down is enough, whatever stands before it
WithResponse(200, downOnly.Before(V.Change("2", "two again"), R1, { Up: (old) => old }));

@Router("/reasons")
export class Ways {
  @Post("/", WithBody(upOnly), WithResponse(201, downOnly))
  add(req: Typed<{ body: typeof upOnly }>): OutputOf<typeof downOnly> {
    return req.body;
  }

  @Post("/stacked")
  @WithBody(upOnly)
  @WithResponse(201, downOnly)
  stacked(req: Typed<{ body: typeof upOnly }>): OutputOf<typeof downOnly> {
    return req.body;
  }

  // @ts-expect-error a step has no Up
  @Post("/listed", WithBody(downOnly))
  listed(): null {
    return null;
  }

  @Post("/wrong")
  // @ts-expect-error a step has no Up
  @WithBody(downOnly)
  // @ts-expect-error a step has no Down
  @WithResponse(201, upOnly)
  wrong(): null {
    return null;
  }
}
new App()
  .Post("/", (req) => ({ birthday: req.body.birthday, n: 1 }), WithBody(upOnly), WithResponse(200, downOnly))
  // @ts-expect-error a step has no Up
  .Post("/up", () => null, WithBody(downOnly))
  // @ts-expect-error a step has no Down
  .Get("/down", () => null, WithResponse(404, upOnly));

// A helper that is generic in its schema knows nothing of ways, and needs not.
export function listOf<S extends z.ZodType>(item: S): readonly RouteOption[] {
  return [WithQuery(item), WithResponse(200, item), WithResponse(201, Versioned(item))];
}

// Several changes of one version at one link.
const C2b = V.Change("2", "two, too");
export const met = Versioned(z.object({ a: z.string() }))
  .Before([C2, C2b], z.object({ b: z.string() }), {
    Up: ({ b }) => ({ a: b }),
    Down: ({ a }) => ({ b: a }),
  })
  .Before([C2], Nothing);
// @ts-expect-error a list of none
met.Before([], R1, {});
// @ts-expect-error a list of what is no change
met.Before([C2, "two"], R1, {});

// Values without a request.
export const shown: unknown = V.Show(Book, "1", out);
export const read: Promise<OutputOf<typeof Book>> = V.Read(Book, "1", { name: "", price: 1 });
// @ts-expect-error no such version
V.Show(Book, "9", out);
// @ts-expect-error no book
V.Show(Book, "1", { first: "" });
// @ts-expect-error no history
V.Show(V3, "1", out);
// @ts-expect-error the type of what is shown is to be named, not found by where it goes
export const guessed: z.infer<typeof V1> = V.Show(Book, "1", out);
export const named: z.infer<typeof V1> = V.Show<z.infer<typeof V1>>(Book, "1", out);
// @ts-expect-error another type than the one that is named
export const misnamed: string = V.Show<z.infer<typeof V1>>(Book, "1", out);
// @ts-expect-error no such version
V.Show<z.infer<typeof V1>>(Book, "9", out);
// @ts-expect-error no history
V.Show<z.infer<typeof V1>>(V3, "1", out);
export const checked: z.infer<typeof V1> = V.Show<z.infer<typeof V1>, typeof Book>(Book, "1", out);
// @ts-expect-error no book
V.Show<z.infer<typeof V1>, typeof Book>(Book, "1", { first: "" });
export const had: readonly boolean[] = [V.Has("1", C2), V.IsAtLeast("1", "3")];
// @ts-expect-error no such version
V.Has("9", C2);
// @ts-expect-error no change
V.Has("1", "two");
// @ts-expect-error no such version
V.IsAtLeast("9", "1");
// @ts-expect-error nor is there another
V.IsAtLeast("1", "9");

// Up may give of each member what the newer schema puts out.
const Flag1 = z.object({ deep: z.stringbool(), when: z.coerce.date() });
const Flag2 = Flag1.extend({ n: z.string() });
const flags = [
  Versioned(Flag2).Before(C2, Flag1, { Up: (old) => ({ ...old, n: "" }), Down: (now) => now }),
  Versioned(Flag2).Before(C2, Flag1, { Up: () => ({ deep: "yes", when: "", n: "" }), Down: (now) => now }),
] as const;
WithBody(flags[0]);
WithQuery(
  Versioned(z.object({ deep: z.stringbool() })).Before(
    C2,
    z.object({ flat: z.stringbool() }),
    Rename("flat", "deep"),
  ),
);
WithBody(Versioned(Flag1).Before(C2, Flag1, Same));
Versioned(Flag2)
  .Added(C2, { n: "" })
  .Before(C2, Flag1, { Up: (old) => old, Down: (now) => now });
Versioned(Flag2).Before(C2, Flag1, {
  // @ts-expect-error neither what it takes nor what it puts out
  Up: () => ({ deep: 7, when: "", n: "" }),
  Down: (now) => now,
});
Versioned(z.array(z.stringbool())).Before(C2, z.array(z.stringbool()), {
  // @ts-expect-error a list has no members
  Up: (old) => old,
});
