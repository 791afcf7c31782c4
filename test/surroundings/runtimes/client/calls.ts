import { VersionedFetch } from "versioned-controllers/client";

/** What a client of versions 3, 2 and 1 is answered, and told, below `base`. */
export async function callsOf(base: string): Promise<object> {
  const notices: string[] = [];
  const api = VersionedFetch(base, {
    Version: ["3", "2", "1"],
    By: { Header: "X-API-Version" },
    OnNotice: ({ Kind, URL: url, Sunset }) => {
      notices.push([Kind, new URL(url).pathname, Sunset?.toISOString()].join(" "));
    },
  });
  const answers: unknown[] = [];
  for (let call = 0; call < 2; call++) answers.push(await (await api("/cats/7")).json());
  const headers = { "Content-Type": "application/json" };
  const added = await api("cats", { method: "POST", headers, body: JSON.stringify({ name: "Felix" }) });
  answers.push(added.status, await added.text());
  return { version: await api.Version(), answers, notices };
}
