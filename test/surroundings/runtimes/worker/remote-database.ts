import { env } from "cloudflare:workers";
import type { Result } from "./database-server";

/** The sample's Database, at the end of a connection: a worker has no files for one of its own. */
export class Database {
  async query<Row>(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const sent = JSON.stringify({ sql, values: values.map((value) => value ?? null) });
    const response = await env.DATABASE.fetch("http://database/", { method: "POST", body: sent });
    const { rows, error } = (await response.json()) as Result;
    if (error) throw Object.assign(new Error(error.message), error);
    return rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, valueOf(value)])),
    ) as Row[];
  }
}

function valueOf(sent: unknown): unknown {
  return typeof sent === "object" && sent !== null && "date" in sent ? new Date(String(sent.date)) : sent;
}
