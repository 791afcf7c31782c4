import type { Database } from "../33-pinned-accounts/database";

/** One event for one subscriber that has not had it yet. */
export interface Delivery {
  readonly event: string;
  /** As `V.Stored` wrote it. */
  readonly stored: unknown;
  readonly url: string;
  readonly version: string;
}

/** The tables of subscribers and of events; of what is in an event, and of versions, they know nothing. */
export class Outbox {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async prepare(): Promise<void> {
    await this.#database.query(`CREATE TABLE IF NOT EXISTS subscribers (
      url text PRIMARY KEY,
      version text NOT NULL
    )`);
    await this.#database.query(`CREATE TABLE IF NOT EXISTS events (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      stored jsonb NOT NULL
    )`);
    await this.#database.query(`CREATE TABLE IF NOT EXISTS deliveries (
      event integer NOT NULL REFERENCES events,
      url text NOT NULL REFERENCES subscribers,
      attempts integer NOT NULL DEFAULT 0,
      next_at timestamptz NOT NULL DEFAULT now(),
      delivered_at timestamptz,
      PRIMARY KEY (event, url)
    )`);
  }

  /** Who subscribes again gets the other version from the next delivery on. */
  async subscribe(url: string, version: string): Promise<void> {
    await this.#database.query(
      `INSERT INTO subscribers (url, version) VALUES ($1, $2)
      ON CONFLICT (url) DO UPDATE SET version = excluded.version`,
      [url, version],
    );
  }

  /** In the transaction of what has happened, so that there is no event without it, nor the other way round. */
  async add(stored: string): Promise<void> {
    await this.#database.query(
      `WITH event AS (INSERT INTO events (stored) VALUES ($1) RETURNING id)
      INSERT INTO deliveries (event, url) SELECT event.id, subscribers.url FROM event, subscribers`,
      [stored],
    );
  }

  /** Sends what is due. Two processes take different ones, and what is not told to be sent is due again a little later. */
  async deliver(send: (delivery: Delivery) => Promise<void>): Promise<void> {
    for (let due = await this.#take(); due; due = await this.#take()) {
      try {
        await send(due);
      } catch {
        continue;
      }
      await this.#database.query("UPDATE deliveries SET delivered_at = now() WHERE event = $1 AND url = $2", [
        due.event,
        due.url,
      ]);
    }
  }

  async #take(): Promise<Delivery | undefined> {
    const { rows } = await this.#database.query(`
      UPDATE deliveries SET attempts = attempts + 1, next_at = now() + interval '10 seconds' * 2 ^ attempts
      FROM events, subscribers
      WHERE (deliveries.event, deliveries.url) = (
        SELECT event, url FROM deliveries
        WHERE delivered_at IS NULL AND next_at <= now() AND attempts < 12
        ORDER BY event LIMIT 1 FOR UPDATE SKIP LOCKED
      ) AND events.id = deliveries.event AND subscribers.url = deliveries.url
      RETURNING events.id::text AS event, events.stored, subscribers.url, subscribers.version`);
    // The columns are named as the members are.
    return (rows as Delivery[])[0];
  }
}
