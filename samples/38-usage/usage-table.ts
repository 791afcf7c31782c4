import type { Usage, UsageCount } from "versioned-controllers/usage";
import type { Database } from "../33-pinned-accounts/database";

/** One number of a count: the calls of a key, or those of one client or change among them. */
interface Row {
  readonly key: string;
  readonly kind: "all" | "client" | "change";
  readonly name: string;
  readonly calls: number;
  readonly last?: string | null;
  readonly since?: string | null;
}

/** The one table that all processes add to. */
export class UsageTable {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async prepare(): Promise<void> {
    await this.#database.query(`CREATE TABLE IF NOT EXISTS usage (
      key text NOT NULL,
      kind text NOT NULL,
      name text NOT NULL,
      calls bigint NOT NULL,
      last timestamptz,
      since timestamptz,
      PRIMARY KEY (key, kind, name)
    )`);
  }

  /** Adds counts to those of all processes: one statement, so that all of them are added or none. */
  async add(usage: Usage): Promise<void> {
    // In the order of their keys: processes that lock the same rows in different orders would wait for each other.
    await this.#database.query(
      `INSERT INTO usage (key, kind, name, calls, last, since)
      SELECT key, kind, name, calls, last, since FROM jsonb_to_recordset($1) AS counted (
        key text, kind text, name text, calls bigint, last timestamptz, since timestamptz
      ) ORDER BY key, kind, name
      ON CONFLICT (key, kind, name) DO UPDATE SET
        calls = usage.calls + excluded.calls,
        last = greatest(usage.last, excluded.last),
        since = least(usage.since, excluded.since)`,
      [JSON.stringify(Object.entries(usage).flatMap(rowsOf))],
    );
  }

  /** The counts of all processes, as the command reads them from a file. */
  async read(): Promise<Usage> {
    // A bigint comes as a text; dates in the form of ISO 8601.
    const { rows } = await this.#database.query(
      `SELECT key, kind, name, calls::float8 AS calls, to_jsonb(last) AS last, to_jsonb(since) AS since
      FROM usage ORDER BY key, kind, name`,
    );
    const counted = rows as Row[];
    const all = counted.filter(({ kind }) => kind === "all");
    return Object.fromEntries(all.map((row) => [row.key, countOf(row, counted)]));
  }
}

function rowsOf([key, { calls, last, since, clients = {}, changes = {} }]: [string, UsageCount]): Row[] {
  const named = (kind: Row["kind"], counts: Readonly<Record<string, number>>): Row[] =>
    Object.entries(counts).map(([name, count]) => ({ key, kind, name, calls: count }));
  const all: Row = { key, kind: "all", name: "", calls, last: last ?? null, since: since ?? null };
  return [all, ...named("client", clients), ...named("change", changes)];
}

function countOf({ key, calls, last, since }: Row, counted: readonly Row[]): UsageCount {
  const named = (kind: Row["kind"]): Record<string, number> =>
    Object.fromEntries(
      counted.filter((row) => row.key === key && row.kind === kind).map((row) => [row.name, row.calls]),
    );
  return {
    calls,
    ...(last ? { last } : {}),
    ...(since ? { since } : {}),
    clients: named("client"),
    changes: named("change"),
  };
}
