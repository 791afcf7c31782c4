// Webhooks and stored values: read by `npm run check:types` under both compilers and flavours.
import {
  Before,
  DefineVersions,
  Deprecated,
  Description,
  Get,
  Hidden,
  OperationID,
  Rename,
  Status,
  Summary,
  Versioned,
  WithBody,
  WithChanges,
  WithGuards,
  WithHeaders,
  WithMiddleware,
  WithOperation,
  WithPrefix,
  WithQuery,
  WithResponse,
  WithSecurity,
  WithTags,
  type App,
  type Guard,
  type WebhookDelivery,
} from "versioned-controllers";
import { z } from "zod";

declare const app: App;
declare const guard: Guard;
const V = DefineVersions("1", "2");
const Born = V.Change("2", "born");
const Now = z.object({ name: z.string(), birthday: z.string() });
const Old = z.object({ name: z.string(), born: z.string() });
const Cat = Versioned(Now).Before(Born, Old, Rename("born", "birthday"));
const UpAlone = Versioned(Now).Before(Born, Old, { Up: ({ name, born }) => ({ name, birthday: born }) });
const DownAlone = Versioned(Now).Before(Born, Old, {
  Down: ({ name, birthday }) => ({ name, born: birthday }),
});
const schema = z.object({ a: z.string() });
const cat = { name: "Tom", birthday: "2020" };

export const CatAdded = V.Webhook(
  "cat.added",
  Cat,
  V.Since("1"),
  V.Until("2"),
  V.WithVersion("1"),
  Summary("s"),
  Description("d"),
  WithTags("t"),
  Deprecated(),
  Hidden(),
  WithHeaders(schema),
  WithResponse(204),
  WithResponse(200, schema),
  WithChanges(Born),
  Before(Born, "cat.created"),
);
app.Include(CatAdded).Include([CatAdded, [CatAdded]], WithTags("t"));

export const delivery: WebhookDelivery = CatAdded.For("1", cat);
export const body: string = delivery.Body;
export const version: string = delivery.Headers["API-Version"];

// @ts-expect-error -- no version of the list
CatAdded.For("3", cat);
// @ts-expect-error -- the newest shape is what is shown
CatAdded.For("1", { name: "Tom", born: "2020" });
// @ts-expect-error -- the name is text
V.Webhook(7, Cat);
// @ts-expect-error -- a step has no Down
V.Webhook("e", UpAlone);
// @ts-expect-error -- an option of routes
V.Webhook("e", Cat, WithGuards(guard));
// @ts-expect-error -- an option of routes
V.Webhook("e", Cat, WithMiddleware());
// @ts-expect-error -- an option of routes
V.Webhook("e", Cat, WithSecurity());
// @ts-expect-error -- an option of routes
V.Webhook("e", Cat, WithOperation({}));
// @ts-expect-error -- an option of routes
V.Webhook("e", Cat, WithBody(schema));
// @ts-expect-error -- an option of routes
V.Webhook("e", Cat, WithQuery(schema));
// @ts-expect-error -- an option of routes
V.Webhook("e", Cat, Status(201));
// @ts-expect-error -- an option of routes
V.Webhook("e", Cat, OperationID("id"));
// @ts-expect-error -- an option of routers
V.Webhook("e", Cat, WithPrefix("/e"));
// @ts-expect-error -- a verb
V.Webhook("e", Cat, Get());
// @ts-expect-error -- before a change a webhook has another name, and no more
V.Webhook("e", Cat, Before(Born, Summary("old")));
// @ts-expect-error -- a name is no option of a route
app.Get("/", () => 1, Before(Born, "old"));
// @ts-expect-error -- nor of a router
app.Include([], Before(Born, "old"));

const Row = V.Stored(Cat, { Newer: "keep", Untagged: "1" });
export const text: string = Row.Write(cat);
export const read: Promise<{ name: string; birthday: string }> = Row.Read(text);
export const isOld: boolean = Row.IsOld({ v: "1" });
export const plain: Promise<{ a: string }> = V.Stored(schema).Read("");

// @ts-expect-error -- the newest shape is what is written
Row.Write({ name: "Tom", born: "2020" });
// @ts-expect-error -- no version of the list
V.Stored(Cat, { Untagged: "3" });
// @ts-expect-error -- one of two words
V.Stored(Cat, { Newer: "drop" });
// @ts-expect-error -- a step has no Up
V.Stored(DownAlone);
