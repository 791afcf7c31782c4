import { Client } from "pg";
import type { Lives } from "./lives";

/** Version 1 ended in 2026. */
export const firstLives: Lives = { "1": { Sunset: "2026-07-01", AfterSunset: "gone" } };

/** Makes the table and its one row, where they are missing. */
export async function prepareRow(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(
      "CREATE TABLE IF NOT EXISTS lives (id boolean PRIMARY KEY DEFAULT true CHECK (id), value jsonb NOT NULL)",
    );
    await client.query("INSERT INTO lives (value) VALUES ($1) ON CONFLICT DO NOTHING", [firstLives]);
  } finally {
    await client.end();
  }
}
