import { Client } from "pg";
import type { Lifecycle } from "versioned-controllers";

export type Lives = Record<string, Lifecycle>;

/** The lives of versions in the row, kept up to date until the signal aborts. Rejects where the row cannot be read at first. */
export async function livesIn(connectionString: string, signal: AbortSignal): Promise<() => Lives> {
  let lives: Lives = {};
  let client: Client;
  const read = async (): Promise<void> => {
    const { rows } = await client.query<{ value: Lives }>("SELECT value FROM lives");
    lives = rows[0]?.value ?? {};
  };
  const ignore = (): void => undefined;
  const follow = async (): Promise<void> => {
    client = new Client({ connectionString, keepAlive: true });
    client.on("error", (error) => {
      console.error(`the lives of versions stay as they are: ${error.message}`);
    });
    client.on("notification", () => void read().catch(ignore));
    // Each connection ends once, and so does one that could not be made.
    client.once("end", () => {
      if (!signal.aborted) setTimeout(() => void follow().catch(ignore), 1000).unref();
    });
    try {
      await client.connect();
      // Listening comes first: a change between the two is read, or announced.
      await client.query("LISTEN lives");
      await read();
    } catch (error) {
      void client.end();
      throw error;
    }
  };
  signal.addEventListener("abort", () => void client.end(), { once: true });
  await follow();
  return () => lives;
}
