import type { Database } from "../33-pinned-accounts/database";

/** An account, and the version that it is pinned to; null for none. */
export interface Account {
  readonly name: string;
  readonly version: string | null;
}

/** The table of pins, which all instances share. It is read for each request: a raised pin holds everywhere at once. */
export class PinTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async prepare(): Promise<void> {
    await this.#database.query(
      "CREATE TABLE IF NOT EXISTS rolling_pins (key text PRIMARY KEY, name text NOT NULL, version text)",
    );
    await this.#database.query(
      `INSERT INTO rolling_pins VALUES ('key-of-acme', 'Acme', '2'), ('key-of-globex', 'Globex', '1')
      ON CONFLICT (key) DO NOTHING`,
    );
  }

  async byKey(key: string): Promise<Account | undefined> {
    const { rows } = await this.#database.query("SELECT name, version FROM rolling_pins WHERE key = $1", [
      key,
    ]);
    // The columns are named as the members are.
    return (rows as Account[])[0];
  }
}
