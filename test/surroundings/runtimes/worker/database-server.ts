import { createServer, type IncomingMessage, type Server } from "node:http";
import { json } from "node:stream/consumers";
import { Database } from "../../../../samples/32-conduit/database";

/** What a query of the worker's is answered with: rows, in which a Date is `{ date }`, or PostgreSQL's error. */
export interface Result {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  readonly error?: { readonly message: string; readonly code: unknown; readonly constraint: unknown };
}

/** The sample's database by HTTP. */
export function serveDatabase(): Server {
  const database = new Database();
  return createServer((req, res) => {
    void answer(database, req).then((result) => res.end(JSON.stringify(result)));
  }).listen(0, "127.0.0.1");
}

async function answer(database: Database, req: IncomingMessage): Promise<Result> {
  const { sql, values } = (await json(req)) as { readonly sql: string; readonly values: readonly unknown[] };
  try {
    const rows = await database.query<Readonly<Record<string, unknown>>>(sql, values);
    return {
      rows: rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([name, value]) => [name, sent(value)])),
      ),
    };
  } catch (error) {
    const { message, code, constraint } = error as Record<string, unknown> & Error;
    return { rows: [], error: { message, code, constraint } };
  }
}

function sent(value: unknown): unknown {
  return value instanceof Date ? { date: value.toISOString() } : value;
}
