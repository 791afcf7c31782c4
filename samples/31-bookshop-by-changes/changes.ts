import { DefineVersions } from "versioned-controllers";

// The whole history in words: what is deleted here, the compiler then asks to be deleted everywhere.

export const V = DefineVersions("1", "2", "3");

export const Currencies = V.Change(
  "2",
  "A book has a list of `authors`, and its price is in `cents` of a `currency`. Books that are not sold in euros are shown too.",
);

export const KnownByISBN = V.Change(
  "3",
  "Books are known by their ISBN and have no `id`; `cents` and `currency` stand in `price`.",
);
