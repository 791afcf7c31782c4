import { VersionedFetch, type VersionNotice } from "versioned-controllers/client";

const [, , origin = ""] = process.argv;

/** The address that clients are given. */
export const base = `${origin}/api`;

const notices: VersionNotice[] = [];

/** A `fetch` of Conduit in one version, or the first of a list that is served. */
export function conduitFetch(Version: string | readonly string[]): ReturnType<typeof VersionedFetch> {
  return VersionedFetch(base, {
    Version,
    By: { Path: "v" },
    OnNotice: (notice) => {
      notices.push(notice);
    },
  });
}

/** What a call told: its status, and the notices since the last one. */
export async function told(call: Promise<{ readonly response?: Response }>): Promise<readonly unknown[]> {
  const { response } = await call;
  const kinds = notices
    .splice(0)
    .map(({ Kind, URL: address, Sunset }) => [Kind, new URL(address).pathname, Sunset?.toISOString()]);
  return [response?.status, ...kinds];
}

/** Moves the server's clock. */
export async function moveClock(date: string): Promise<void> {
  await fetch(`${origin}/clock?${date}`, { method: "POST" });
}
