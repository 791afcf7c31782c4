/** The part of PostgreSQL that the sample needs: SQL whose values always go beside the text, as `$1`, `$2`. */
export interface Database {
  query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  close(): Promise<void>;
}

/** The server at the URL, or without one a PostgreSQL in this process, whose rows end with it. */
export function openDatabase(url: string | undefined): Promise<Database> {
  return url === undefined ? openEmbedded() : openServer(url);
}

async function openEmbedded(): Promise<Database> {
  const { PGlite } = await import("@electric-sql/pglite");
  return PGlite.create();
}

async function openServer(url: string): Promise<Database> {
  const { Pool } = await import("pg");
  const pool = new Pool({ connectionString: url });
  // A connection that breaks while nobody uses it would end the process; the next query opens another.
  pool.on("error", (error) => {
    console.error(`an idle connection broke: ${error.message}`);
  });
  return {
    query: (sql, values) => pool.query(sql, values),
    close: () => pool.end(),
  };
}
