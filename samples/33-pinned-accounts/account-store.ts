import { createHash } from "node:crypto";
import type { Database } from "./database";

/** An account, and the version that it is pinned to; null until its first call. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly version: string | null;
}

const COLUMNS = "id, name, version";

/** The table of accounts; of HTTP, and of which versions there are, it knows nothing. */
export class AccountStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** With two accounts: one that has called since 2024, and one that has never called. */
  async prepare(): Promise<void> {
    await this.#database.query(`CREATE TABLE IF NOT EXISTS accounts (
      id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL,
      key_hash text NOT NULL UNIQUE,
      version text
    )`);
    await this.#database.query(
      `INSERT INTO accounts (name, key_hash, version) VALUES ($1, $2, $3), ($4, $5, $6)
      ON CONFLICT (key_hash) DO NOTHING`,
      ["Acme", hashOf("key-of-acme"), "2024-05-01", "Globex", hashOf("key-of-globex"), null],
    );
  }

  byKey(key: string): Promise<Account | undefined> {
    return this.#account(`SELECT ${COLUMNS} FROM accounts WHERE key_hash = $1`, [hashOf(key)]);
  }

  /** Pins an account that is pinned to nothing yet: of two first calls at once, both get what the first has settled. */
  pin(id: number, version: string): Promise<Account | undefined> {
    return this.#account(
      `UPDATE accounts SET version = coalesce(version, $2) WHERE id = $1 RETURNING ${COLUMNS}`,
      [id, version],
    );
  }

  /** Raises an account's version; undefined where it is pinned to a later one: days compare as texts. */
  raise(id: number, version: string): Promise<Account | undefined> {
    return this.#account(
      `UPDATE accounts SET version = $2 WHERE id = $1 AND coalesce(version, '') <= $2 RETURNING ${COLUMNS}`,
      [id, version],
    );
  }

  async #account(sql: string, values: unknown[]): Promise<Account | undefined> {
    const { rows } = await this.#database.query(sql, values);
    // The columns are named as the members are.
    return (rows as Account[])[0];
  }
}

/** Whoever reads the table has no key, and a look-up tells nothing of one by its time. */
function hashOf(key: string): string {
  return createHash("sha256").update(key).digest("base64");
}
