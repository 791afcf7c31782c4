// `Has` of a webhook narrows by the versions that the options of `V` name.
import { z } from "zod";
import {
  Before,
  Change,
  DefineVersions,
  Deprecated,
  Since,
  Summary,
  WithChanges,
  WithHeaders,
  WithResponse,
  type Webhook,
  type WebhookOption,
} from "versioned-controllers";

const V = DefineVersions("1", "2", "3");

type Equal<One, Other> =
  (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
declare function same<Expected>(): <Found extends string>(
  value: Found,
  ...differs: Equal<Found, Expected> extends true ? [] : [expected: Expected]
) => void;
type Listed = "1" | "2" | "3";
const Cat = z.object({ name: z.string() });
const Named = V.Change("2", "A webhook is renamed.");
declare const version: Listed;
declare const stored: string;

const since = V.Webhook("since", Cat, V.Since("2"), Summary("a cat"), WithChanges(Named));
if (since.Has(version)) same<"2" | "3">()(version);
else same<"1">()(version);
if (since.Has(stored)) same<"2" | "3">()(stored);
else same<string>()(stored);

const until = V.Webhook("until", Cat, Deprecated(), V.Until("2"), Before(Named, "before"));
if (until.Has(version)) same<"1" | "2">()(version);
else same<"3">()(version);

const both = V.Webhook("both", Cat, V.Since("2"), V.Until("2"), WithResponse(204), WithHeaders(Cat));
if (both.Has(version)) same<"2">()(version);
else same<"1" | "3">()(version);

const only = V.Webhook("only", Cat, V.WithVersion("1", "3"));
if (only.Has(version)) same<"1" | "3">()(version);
else same<"2">()(version);

// Every version has a webhook without a range.
const all = V.Webhook("all", Cat, Summary("a cat"));
if (all.Has(version)) same<Listed>()(version);
else same<never>()(version);

// What is not known of a range excludes no version.
declare const one: "2" | "3";
declare const some: WebhookOption[];
declare const several: ("1" | "2")[];
const unknown = [
  V.Webhook("a", Cat, Since("2")),
  V.Webhook("b", Cat, V.Since(one)),
  V.Webhook("c", Cat, ...some),
  V.Webhook("d", Cat, V.WithVersion(...several)),
  V.Webhook("e", Cat, V.Since("1"), Since("2")),
] as const;
for (const webhook of unknown) {
  if (webhook.Has(version)) webhook.For(version, { name: "Tom" });
  else same<Listed>()(version);
  if (webhook.Has(stored)) webhook.For(stored, { name: "Tom" });
}

// A function for any webhook excludes none either, and takes each.
function send(webhook: Webhook<Listed, typeof Cat>): void {
  if (webhook.Has(version)) webhook.For(version, { name: "Tom" });
  else same<Listed>()(version);
}
[since, until, both, only, all, ...unknown].forEach(send);

// A list that is known at run time only.
const W = DefineVersions(...(["1", "2"] as string[]));
const listed = W.Webhook("w", Cat, W.Since("2"));
if (listed.Has(stored)) listed.For(stored, { name: "Tom" });
else same<string>()(stored);

// @ts-expect-error -- no version of the list
V.Since("9");
// @ts-expect-error -- no version of the list
V.WithVersion("1", "9");
// @ts-expect-error -- the version does not have the webhook
const wrong: (version: Listed) => version is "1" = since.Has;
export { wrong, Change };
