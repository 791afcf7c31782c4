import assert from "node:assert/strict";
import { after, before, beforeEach, test } from "node:test";
import { DefineVersions } from "versioned-controllers";
import { openDatabase, type Database } from "../33-pinned-accounts/database";
import { Outbox, type Delivery } from "./outbox";
import { Cat1, CatAdded, CatEvent, V } from "./versions";

// The deploy before: it knows version 1 alone.
const Before = DefineVersions("1");
const EventBefore = Before.Stored(Cat1);
const AddedBefore = Before.Webhook("cat.created", Cat1);

let database: Database;
let outbox: Outbox;
const sent: string[] = [];

before(async () => {
  database = await openDatabase(process.env.DATABASE_URL);
  outbox = new Outbox(database);
  await outbox.prepare();
  await outbox.subscribe("https://one.example", "1");
  await outbox.subscribe("https://two.example", "2");
});

after(() => database.close());

beforeEach(() => {
  sent.length = 0;
});

/** Delivers by the code of today. */
async function sendNow({ stored, url, version }: Delivery): Promise<void> {
  const known = V.List.find((one) => one === version) ?? assert.fail();
  sent.push(`${url} ${CatAdded.For(known, await CatEvent.Read(stored)).Body}`);
}

/** Delivers by the code before, which still runs while the deploy goes on. */
async function sendBefore({ stored, url }: Delivery): Promise<void> {
  sent.push(`${url} ${AddedBefore.For("1", await EventBefore.Read(stored)).Body}`);
}

async function makeAllDue(): Promise<void> {
  await database.query("UPDATE deliveries SET next_at = now()");
}

async function waiting(): Promise<number> {
  const { rows } = await database.query("SELECT 1 FROM deliveries WHERE delivered_at IS NULL");
  return rows.length;
}

void test("what the deploy before wrote is delivered in each subscriber's version", async () => {
  await outbox.add(EventBefore.Write({ name: "Tom Cat" }));
  await outbox.deliver(sendNow);
  assert.deepEqual(sent.toSorted(), [
    'https://one.example {"name":"Tom Cat"}',
    'https://two.example {"first":"Tom","last":"Cat"}',
  ]);
  assert.equal(await waiting(), 0);
});

void test("what the deploy before cannot read waits for the one that can", async () => {
  await outbox.add(CatEvent.Write({ first: "Felix", last: "Kater" }));
  await outbox.deliver(sendBefore);
  assert.deepEqual(sent, []);
  assert.equal(await waiting(), 2);
  await makeAllDue();
  await outbox.deliver(sendNow);
  assert.equal(sent.length, 2);
  assert.equal(await waiting(), 0);
});

void test("a delivery that failed is tried again later, and no other twice", async () => {
  await outbox.add(CatEvent.Write({ first: "Tom", last: "" }));
  const failing = async (delivery: Delivery): Promise<void> => {
    if (delivery.url === "https://two.example") throw new Error("503");
    await sendNow(delivery);
  };
  await outbox.deliver(failing);
  await outbox.deliver(failing);
  assert.deepEqual(sent, ['https://one.example {"name":"Tom"}']);
  await makeAllDue();
  await outbox.deliver(sendNow);
  assert.deepEqual(sent.slice(1), ['https://two.example {"first":"Tom","last":""}']);
});

void test("a subscriber that has moved is sent the other version", async () => {
  await outbox.subscribe("https://one.example", "2");
  await outbox.add(EventBefore.Write({ name: "Tom Cat" }));
  await outbox.deliver(sendNow);
  assert.ok(sent.includes('https://one.example {"first":"Tom","last":"Cat"}'));
});
