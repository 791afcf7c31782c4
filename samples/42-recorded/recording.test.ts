import { setTimeout } from "node:timers/promises";
import { Replay } from "versioned-controllers/check";
import { Recorder } from "versioned-controllers/recordings";
import { TestClient } from "versioned-controllers/testing";
import { ticketsApp } from "./app";

/** What the clients of a day send, in their versions. */
const day: readonly (readonly [version: string, ticket: object])[] = [
  ["1", { ride: "Oslo to Bergen", price: 549, email: "ann@example.com" }],
  ["1", { ride: "Bergen to Oslo", price: 549.5, email: "ann@example.com" }],
  ["2", { ride: "Oslo to Voss", cents: 32_900, email: "bob@example.com" }],
  ["3", { ride: "Voss to Oslo", cents: 32_900, rider: "bob@example.com" }],
];

describe("a recording of a day", () => {
  const lines: string[] = [];

  beforeAll(async () => {
    const recorder = Recorder({ Write: (line) => lines.push(line), Redact: ["email", "rider"], Share: 1 });
    const client = TestClient(ticketsApp(recorder.Options));
    for (const [version, ticket] of day) {
      await client.post("/tickets").set("X-API-Version", version).send(ticket);
      await client.get("/tickets/last").set("X-API-Version", version).expect(200, ticket);
    }
    // A line is written after its response has ended.
    while (recorder.Counts().Recorded < 6) await setTimeout(1);
  });

  it("has the exchanges of older versions, without any address", () => {
    expect(lines).toHaveLength(6);
    expect(lines.join("")).not.toMatch(/ann@|bob@/);
  });

  it("is replayed without a difference", async () => {
    expect(await Replay(ticketsApp(), lines)).toEqual({ Replayed: 6, Skipped: {}, Differences: [], More: 0 });
  });

  it("names the change and the place of a mistake in a Down", async () => {
    const { Differences } = await Replay(
      ticketsApp({}, (cents) => Math.floor(cents / 100)),
      lines,
    );
    expect(Differences).toMatchObject([
      { Route: "POST /tickets", Side: "Down", Path: ["price"], Recorded: 549.5, Now: 549 },
      { Route: "GET /tickets/last", Side: "Down", Path: ["price"], Recorded: 549.5, Now: 549 },
    ]);
    expect(Differences[0]).toMatchObject({ Version: "1", Change: "A ticket's `price` is `cents`." });
  });
});
