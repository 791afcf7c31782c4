import fc from "fast-check";
import { CheckChanges } from "../../../src/check";
import { customerApp } from "../../../samples/35-customer/app";
import { customerAppByHandlers } from "../../../samples/35-customer/by-handlers/app";
import { AccountFeatures } from "../../../samples/35-customer/changes";
import { CustomerChanges3, NewCustomer3 } from "../../../samples/35-customer/older-schemas";
import { Store } from "../../../samples/35-customer/store";
import { holdToSameAnswers, type Asked } from "../../support/samples/same-answers";
import { serve } from "../../support/serve";
import { takeMessages } from "../../support/warnings";

const versions = ["1", "2", "3", "4"] as const;
const bodies: readonly unknown[] = [
  { name: "Cleo", email: "cleo@example.org", plan: "pro" },
  { email: "cleo@example.org", product: "pro" },
  { name: null, email: "cleo", plan: "pro", product: "pro" },
  { name: "Dan", email: "dan@example.org" },
  { email: "dan" },
  { name: 7, email: 7 },
  { plan: "free" },
  { product: "free" },
  { feature_id: "messages", amount: 3 },
  { feature: "credits", value: 3 },
  { feature_id: "tokens", amount: 3, feature: "tokens", value: 3 },
  { feature_id: "messages", amount: 0, feature: "messages", value: 0.5 },
  {},
  [],
  null,
  undefined,
];
const ids = ["cus_1", "cus_2", "cus_3", "cus_9"];
const lines = [
  "GET /customers",
  "HEAD /customers",
  "POST /customers",
  ...ids.flatMap((id) => [
    `GET /customers/${id}`,
    `PATCH /customers/${id}`,
    `PUT /customers/${id}/plan`,
    `POST /customers/${id}/reset`,
    `POST /customers/${id}/close`,
    `POST /customers/${id}/pause`,
    `POST /customers/${id}/usage`,
    `GET /customers/${id}/balances/credits`,
    `GET /customers/${id}/balances/tokens`,
    `DELETE /customers/${id}`,
  ]),
];

/** Each route with a body that it takes, in each version. */
const requests: readonly Asked[] = versions.flatMap((version) => {
  const headers = { "X-API-Version": version };
  const isOld = Number(version) < 4;
  const plan = Number(version) < 3 ? { product: "team" } : { plan: "team" };
  const usage = isOld ? { feature: "credits", value: 3 } : { feature_id: "credits", amount: 3 };
  return [
    { line: "POST /customers", body: { name: "Cleo", email: "cleo@example.org", ...plan } },
    { line: "POST /customers", body: { email: "cleo", ...plan } },
    { line: "PATCH /customers/cus_1", body: { email: "ann@example.com" } },
    { line: "PATCH /customers/cus_1", body: { email: "ann" } },
    { line: "PUT /customers/cus_2/plan", body: plan },
    { line: "POST /customers/cus_1/usage", body: usage },
    { line: "GET /customers/cus_1/balances/credits" },
    { line: "POST /customers/cus_2/pause" },
    { line: "GET /customers" },
    { line: "POST /customers/cus_2/close" },
    { line: "POST /customers/cus_1/reset" },
    { line: "GET /customers/cus_1" },
    { line: `DELETE /customers/cus_${Number(version) + 2}` },
    { line: "GET /customers/cus_9" },
    { line: "POST /customers" },
  ].map((asked) => ({ ...asked, headers }));
});

const random: fc.Arbitrary<Asked> = fc.record({
  line: fc.constantFrom(...lines),
  headers: fc.constantFrom<Record<string, string>>(
    ...versions.map((version) => ({ "X-API-Version": version })),
    { "X-API-Version": "9" },
    {},
  ),
  body: fc.constantFrom(...bodies),
});

it("the customers by changes answer as those with a controller for each version, byte by byte", async () => {
  const apps = () => [customerAppByHandlers(), customerApp()] as const;
  expect(await holdToSameAnswers(apps, requests, random)).toEqual([200, 201, 204, 400, 404, 415]);
  expect(new Set(takeMessages())).toEqual(
    new Set([rejected("POST /customers"), rejected("PATCH /customers/{id}")]),
  );
});

/** The warning about a text that older versions take, and that is no address. */
function rejected(route: string): string {
  return `${route}: Up of "\`email\` must be an e-mail address." (version 4) returned a value that the newer schema rejects; Stricter makes this the fault of the client, who received a 400: if the request was valid nevertheless, correct Up, or limit Stricter with Where`;
}

it("keeps the laws of changes", async () => {
  const features = new Map([["messages", { name: "Messages", kind: "metered" as const }]]);
  // Of the texts that random examples have as an address, newer versions take none.
  const Examples = new Map<object, readonly unknown[]>([
    [NewCustomer3, [{ name: "Cleo", email: "cleo@example.org", plan: "pro" }]],
    [CustomerChanges3, [{ name: "Cleo" }, { email: "cleo@example.org" }]],
  ]);
  await CheckChanges(customerApp(), { Context: [AccountFeatures.Is(features)], Examples });
});

it.each([
  ["1", 2],
  ["2", 2],
  ["3", 0],
  ["4", 0],
])("in version %s what older versions show is asked for %d times", async (version, times) => {
  const store = new Store();
  const { ask } = await serve(customerApp(store));
  await ask("GET /customers", { "X-API-Version": version });
  expect(store.legacyQuestions).toBe(times);
});
