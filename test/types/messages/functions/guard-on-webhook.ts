// An option that a webhook does not have.
import { WithGuards } from "versioned-controllers";
import { Cat, V } from "../given";

export const CatAdded = V.Webhook(
  "cat.added",
  Cat,
  WithGuards(() => true),
);
