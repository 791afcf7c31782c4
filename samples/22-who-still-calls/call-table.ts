/** The part of PGlite that the table needs; a server's `pg` has it too, but for one word: `exec` is `query` there. */
interface Database {
  exec(sql: string): Promise<unknown>;
  query<Row>(sql: string, values?: unknown[]): Promise<{ rows: Row[] }>;
}

/** One client's calls of a route in a version: `*` of neutral routes. */
export interface Caller {
  readonly version: string;
  readonly method: string;
  readonly path: string;
  readonly client: string;
  readonly calls: number;
  /** The last day on which it called: `2026-06-30`. */
  readonly last: string;
}

type Call = Omit<Caller, "calls">;

/** Who calls what, and when last: counted in memory, and added to the table by `save`, so that no request waits for it. */
export class CallTable {
  readonly #database: Database;
  readonly #most: number;
  #unsaved = new Map<string, Caller>();

  /** `most` bounds what is counted between two saves: beyond it a new client is one of the "others". */
  constructor(database: Database, most: number) {
    this.#database = database;
    this.#most = most;
  }

  async prepare(): Promise<void> {
    await this.#database.exec(`CREATE TABLE IF NOT EXISTS calls (
      version text, method text, path text, client text,
      calls bigint NOT NULL,
      last date NOT NULL,
      PRIMARY KEY (version, method, path, client)
    )`);
  }

  count(call: Call): void {
    const isKnown = this.#unsaved.has(keyOf(call));
    this.#add({
      ...call,
      client: isKnown || this.#unsaved.size < this.#most ? call.client : "others",
      calls: 1,
    });
  }

  async save(): Promise<void> {
    const unsaved = [...this.#unsaved.values()];
    if (unsaved.length === 0) return;
    this.#unsaved = new Map();
    const column = (name: keyof Caller) => unsaved.map((caller) => caller[name]);
    try {
      await this.#database.query(
        `INSERT INTO calls
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::int[], $6::text[]::date[])
        ON CONFLICT (version, method, path, client)
        DO UPDATE SET calls = calls.calls + excluded.calls, last = greatest(calls.last, excluded.last)`,
        [
          column("version"),
          column("method"),
          column("path"),
          column("client"),
          column("calls"),
          column("last"),
        ],
      );
    } catch (error) {
      // They are not lost: the next save has them.
      for (const caller of unsaved) this.#add(caller);
      throw error;
    }
  }

  /** Those who call, of each version the busiest first. */
  async callers(): Promise<readonly Caller[]> {
    await this.save();
    const { rows } = await this.#database.query<Caller>(
      `SELECT version, method, path, client, calls::float8 AS calls, to_char(last, 'YYYY-MM-DD') AS last
      FROM calls ORDER BY version, calls DESC, client`,
    );
    return rows;
  }

  #add(caller: Caller): void {
    const { calls = 0, last = "" } = this.#unsaved.get(keyOf(caller)) ?? {};
    this.#unsaved.set(keyOf(caller), {
      ...caller,
      calls: calls + caller.calls,
      last: last > caller.last ? last : caller.last,
    });
  }
}

function keyOf({ version, method, path, client }: Call): string {
  return JSON.stringify([version, method, path, client]);
}
