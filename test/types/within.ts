// Within: the type that a Before after it goes on from, and OneOrEach.
import { z } from "zod";
import { DefineVersions, Each, OneOrEach, Versioned, WithBody, WithResponse } from "versioned-controllers";

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
