import { z } from "zod";
import {
  Carry,
  DefineVersions,
  Each,
  HTTPError,
  Nothing,
  OneOf,
  Rename,
  Together,
  Versioned,
} from "versioned-controllers/history";

const V = DefineVersions("1", "2", "3");
const Born = V.Change("2", "A cat's `born` is `birthday`.");
const Owner = V.Change("3", "A cat's `owner` is one of its `owners`.");

const Cat3 = z.object({ name: z.string(), birthday: z.iso.date(), owners: z.array(z.string()).min(1) });
const Cat2 = z.object({ name: z.string(), birthday: z.iso.date(), owner: z.string() });
const Cat1 = z.object({ name: z.string(), born: z.iso.date(), owner: z.string() });

const Cat = Versioned(Cat3)
  .Before(Owner, Cat2, {
    Up: ({ owner, ...cat }) => ({ ...cat, owners: [owner] }),
    Down: ({ owners, ...cat }) => ({ ...cat, owner: owners[0] ?? "" }),
  })
  .Before(Born, Cat1, Rename("born", "birthday"));
const Page = Together([[Cat, ["cats", Each]]], (cat) => z.object({ cats: z.array(cat), total: z.number() }));
const Legacy = z.object({ owner: z.string() });
const Carrying = Versioned(z.object({ name: z.string() }))
  .Carrying(Legacy)
  .Before(Owner, z.object({ name: z.string(), owner: z.string() }), {
    Down: (cat, { owner }) => ({ ...cat, owner }),
  });
const Gone = Versioned(Nothing).Before(Owner, z.object({}), { Down: () => ({}) });
const Wild = z.object({ wild: z.boolean() });
const Either = Versioned(
  OneOf((value: { readonly wild?: unknown }) => (value.wild === undefined ? Cat3 : Wild), [Cat3, Wild]),
);

const tom = { name: "Tom", birthday: "2020-05-01", owners: ["Ann", "Ben"] };

/** The part of `localStorage` that keeps texts. */
interface TextStore {
  readonly getItem: (key: string) => string | null;
  readonly setItem: (key: string, text: string) => void;
}

/** What histories give in a front end: the same in a browser as here. */
export async function resultsWith(store: TextStore): Promise<unknown> {
  const Row = V.Stored(Cat, { Untagged: "1" });
  store.setItem("now", Row.Write(tom));
  store.setItem("old", '{"v":"1","data":{"name":"Tom","born":"2020-05-01","owner":"Ann"}}');
  return {
    shown: V.List.map((version) => V.Show(Cat, version, tom)),
    page: V.Show(Page, "1", { cats: [tom], total: 1 }),
    carried: V.Show(Carrying, "1", Carry({ name: "Tom" }, { owner: "Ann" })),
    gone: [V.Show(Gone, "1", undefined), V.Show(Gone, "3", undefined) === undefined],
    either: [V.Show(Either, "3", tom), V.Show(Either, "1", { wild: true })],
    read: await V.Read(Cat, "1", { name: "Tom", born: "2020-05-01", owner: "Ann" }),
    refused: await V.Read(Cat, "1", { name: "Tom" }).catch((error: unknown) =>
      error instanceof HTTPError ? [error.status, error.code, error.details] : String(error),
    ),
    text: store.getItem("now"),
    stored: await Promise.all(["now", "old"].map((key) => Row.Read(store.getItem(key)))),
    isOld: ["now", "old"].map((key) => Row.IsOld(store.getItem(key))),
    has: [V.Has("1", Born), V.Has("2", Born), V.IsAtLeast("2", "3")],
  };
}
