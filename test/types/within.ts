// Within: the type that a Before after it goes on from, and OneOrEach.
import { z } from "zod";
import {
  App,
  Carry,
  DefineVersions,
  Each,
  OneOrEach,
  Versioned,
  WithBody,
  WithResponse,
} from "versioned-controllers";

type Is<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
declare function same<T>(value: T): void;
declare function holds(isSo: true): void;

const V = DefineVersions("1", "2", "3");
const C2 = V.Change("2", "two");
const C3 = V.Change("3", "three");
const A3 = z.object({ a: z.string(), d: z.string().default("x") });
const A2 = z.object({ b: z.string() });
const One = Versioned(A3).Before(C3, A2, { Up: ({ b }) => ({ a: b }), Down: ({ a }) => ({ b: a }) });
const List2 = z.object({ list: z.array(A2) });

const Page = One.Within(["data", Each], (a) => z.object({ data: z.array(a), total: z.int() }));
const Paged = Page.Before(C2, List2, {
  Up: ({ list }) => ({ data: list, total: list.length }),
  Down: (now) => {
    holds(null as unknown as Is<typeof now, { data: { b: string }[]; total: number }>);
    // @ts-expect-error no such member
    same(now.nope);
    return { list: now.data };
  },
});
WithResponse(200, Paged);
WithBody(Paged);
Page.Before(C2, List2, {
  // @ts-expect-error the newest items, where the older ones stand
  Up: ({ list }) => ({ data: list.map(({ b }) => ({ a: b })), total: 1 }),
});

const One1 = One.Within(["data", OneOrEach], (a) => z.object({ data: z.union([a, z.array(a)]) }));
One1.Before(C2, List2, {
  Down: ({ data }) => {
    holds(null as unknown as Is<typeof data, { b: string } | { b: string }[]>);
    return { list: [data].flat() };
  },
});
One.Within([OneOrEach], (a) => a);
One.Within(["data", OneOrEach], (a) => z.object({ data: a.nullish() }));
// @ts-expect-error a list at the end of a path to one value
One.Within(["data"], (a) => z.object({ data: z.union([a, z.array(a)]) }));
// @ts-expect-error something else beside the list
One.Within(["data", OneOrEach], (a) => z.object({ data: z.union([z.string(), z.array(a)]) }));

// What wrap adds to a part is there before the change, too; what may be null or absent may be so still.
One.Within(["a"], (a) => z.object({ a: a.extend({ own: z.int() }).nullish() })).Before(
  C2,
  z.object({ own: z.int(), b: z.string() }),
  { Down: ({ a }) => ({ own: a?.own ?? 0, b: a?.b ?? "" }) },
);
One.Within(["a"], (a) => z.object({ a: z.union([a.extend({ own: z.int() }), z.string()]) })).Before(
  C2,
  z.object({ own: z.int() }),
  { Down: ({ a }) => ({ own: typeof a === "string" ? 0 : a.own }) },
);
One.Within([["best"], ["others", Each]], (a) =>
  z.object({ best: a.optional(), others: z.record(z.string(), a) }),
).Before(C2, z.object({ n: z.int() }), {
  Down: ({ best, others }) => {
    same<string | undefined>(best?.b);
    same<string | undefined>(others.x?.b);
    // @ts-expect-error the newest member
    same(best?.a);
    return { n: 1 };
  },
});

// An id instead of the part: a text, number or boolean beside an object stays as it is.
const Expanded = One.Within([["best"], ["others", Each]], (a) =>
  z.object({ best: z.union([z.string(), a]).nullish(), others: z.array(a.or(z.int())) }),
);
Expanded.Before(C2, List2, {
  Up: ({ list }) => ({ best: "id", others: list }),
  Down: ({ best, others }) => {
    holds(null as unknown as Is<typeof best, string | { b: string } | null | undefined>);
    holds(null as unknown as Is<typeof others, (number | { b: string })[]>);
    return { list: [best, ...others].flatMap((one) => (typeof one === "object" && one ? [one] : [])) };
  },
});
new App().Get("/x", () => ({ best: "id", others: [1, { a: "", d: "" }] }), WithResponse(200, Expanded));
// @ts-expect-error the newest part, where the older one stands
Expanded.Before(C2, List2, { Up: ({ list }) => ({ best: { a: "" }, others: list }) });
// @ts-expect-error nothing but a text
One.Within(["best"], () => z.object({ best: z.string() }));
// @ts-expect-error another object beside the part
One.Within(["best"], (a) => z.object({ best: z.union([a, z.object({ c: z.string() })]) }));
const Word = Versioned(z.string()).Before(C3, z.int(), { Up: String, Down: Number });
// @ts-expect-error a number, where the history is one of texts
Word.Within(["word"], () => z.object({ word: z.int() }));
const Owner = Versioned(A3)
  .Carrying(A2)
  .Before(C3, A2, { Down: (_now, { b }) => ({ b }) })
  .Within(["owner"], (a) => z.object({ owner: z.union([z.string(), a]) }));
new App().Get("/owner", () => ({ owner: Carry({ a: "", d: "" }, { b: "" }) }), WithResponse(200, Owner));
new App().Get("/id", () => ({ owner: "id" }), WithResponse(200, Owner));
// @ts-expect-error the object needs its carried value
new App().Get("/bare", () => ({ owner: { a: "", d: "" } }), WithResponse(200, Owner));

// Several paths: the whole itself has neither the part's members nor its carried value.
const Two = One.Within([["a"], ["b", Each]], (a) => z.object({ a, b: z.array(a) }));
Two.Before(C2, List2, {
  Up: ({ list }) => ({ a: { b: "" }, b: list }),
  Down: (now) => {
    holds(null as unknown as Is<typeof now, { a: { b: string }; b: { b: string }[] }>);
    return { list: now.b };
  },
});
const Twice = Versioned(A3)
  .Carrying(A2)
  .Before(C3, A2, { Down: (_now, { b }) => ({ b }) })
  .Within([["a"], ["b", Each]], (a) => z.object({ a, b: z.array(a) }));
const carried = Carry({ a: "", d: "" }, { b: "" });
new App().Get("/two", () => ({ a: carried, b: [carried] }), WithResponse(200, Twice));
// @ts-expect-error one of the two is not carried
new App().Get("/one", () => ({ a: carried, b: [{ a: "", d: "" }] }), WithResponse(200, Twice));
