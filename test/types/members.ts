// Links of members: the older type that a link after them goes on from, and what does not compile.
import { z } from "zod";
import { DefineVersions, Same, Versioned, WithBody, WithResponse } from "versioned-controllers";

declare function same<T>(value: T): void;

const V = DefineVersions("1", "2", "3");
const C2 = V.Change("2", "two");
const C3 = V.Change("3", "three");
const Cat = z.object({ name: z.string(), colour: z.string().optional(), lives: z.int() });
const First = z.object({ first: z.string() });

const All = Versioned(Cat)
  .Added(C3, "colour")
  .Added(C3, { lives: 9 })
  .Renamed(C3, "title", "name")
  .Removed(C3, { chip: z.string(), tag: z.string().optional() }, { chip: ({ title }) => title.toUpperCase() })
  .MadeRequired(C3, { title: "none" })
  .MadeOptional(C2, { tag: "none" });
WithBody(All);
WithResponse(200, All);
All.Before(C2, First, {
  Up: ({ first }) => ({ title: first, chip: "", tag: "" }),
  Down: ({ title, chip, tag }) => {
    same<string | undefined>(title);
    same<string>(chip);
    same<string>(tag);
    return { first: chip };
  },
});
All.Before(C2, First, {
  // @ts-expect-error the added member is no member of the older schema
  Down: ({ colour }) => ({ first: String(colour) }),
});

// @ts-expect-error no such member
Versioned(Cat).Added(C3, "nope");
// @ts-expect-error no such member
Versioned(Cat).Added(C3, { nope: 1 });
// @ts-expect-error another type
Versioned(Cat).Added(C3, { lives: "nine" });
// @ts-expect-error a member that is there already
Versioned(Cat).Removed(C3, { name: z.string() });
// @ts-expect-error another type of answer
Versioned(Cat).Removed(C3, { chip: z.string() }, { chip: 7 });
// @ts-expect-error an answer of a member that was not removed
Versioned(Cat).Removed(C3, { chip: z.string() }, { chip: "", name: "" });
// @ts-expect-error no such member
Versioned(Cat).Renamed(C3, "title", "nope");
// @ts-expect-error an older name that is there
Versioned(Cat).Renamed(C3, "colour", "name");
// @ts-expect-error optional now
Versioned(Cat).MadeRequired(C3, { colour: "red" });
// @ts-expect-error required now
Versioned(Cat).MadeOptional(C3, { lives: 9 });
// @ts-expect-error no such member
Versioned(Cat).MadeRequired(C3, { nope: 9 });
// @ts-expect-error no such member
Versioned(Cat).MadeOptional(C3, { nope: 9 });

const Answered = Versioned(Cat).Added(C3, "lives");
WithResponse(200, Answered);
// @ts-expect-error a required member of requests needs a meaning
WithBody(Answered);
const Taken = Versioned(Cat).Removed(C3, { chip: z.string() });
WithBody(Taken);
// @ts-expect-error a required member of answers needs one
WithResponse(200, Taken);

// Plain JSON Schema has no types.
const plain = { type: "object", properties: { a: {} } } as const;
WithBody(Versioned(plain).Added(C3, "a").Removed(C3, { b: {} }, { b: 1 }).MadeOptional(C3, { c: 1 }));

// Behind Carrying they need nothing carried.
const Carried = Versioned(Cat)
  .Carrying(First)
  .Added(C3, "colour")
  .Before(C2, First, { Down: (_cat, { first }) => ({ first }) });
WithResponse(200, Carried);

const Fewer = Versioned(Cat).Before(C3, Cat.omit({ colour: true }), Same);
WithBody(Fewer);
WithResponse(200, Fewer);
const Required = Versioned(Cat).Before(C3, Cat.omit({ lives: true }), Same);
WithResponse(200, Required);
// @ts-expect-error older requests lack what the newer schema requires
WithBody(Required);
// @ts-expect-error a newer value is none of the older schema
Versioned(Cat).Before(C3, First, Same);
