import type { Account } from "../../../samples/33-pinned-accounts/account-store";
import { Accounts } from "../../../samples/33-pinned-accounts/accounts";
import { pinnedApp } from "../../../samples/33-pinned-accounts/app";
import { BoundedCache } from "../../../samples/33-pinned-accounts/bounded-cache";
import { serve } from "../../support/serve";
import { takeMessages } from "../../support/warnings";

/** The store of the sample, with its rows in memory; each look-up waits for `open`. */
class MemoryStore {
  readonly accounts = new Map<string, Account>([
    ["a", { id: 1, name: "A", version: "2024-05-01" }],
    ["b", { id: 2, name: "B", version: null }],
  ]);
  readonly asked: string[] = [];
  open: Promise<unknown> = Promise.resolve();

  async byKey(key: string): Promise<Account | undefined> {
    this.asked.push(key);
    const found = this.accounts.get(key);
    await this.open;
    return found;
  }

  pin(id: number, version: string): Promise<Account | undefined> {
    return this.#change(id, (account) => ({ ...account, version: account.version ?? version }));
  }

  raise(id: number, version: string): Promise<Account | undefined> {
    return this.#change(id, (account) =>
      account.version !== null && account.version > version ? undefined : { ...account, version },
    );
  }

  #change(id: number, change: (account: Account) => Account | undefined): Promise<Account | undefined> {
    const [key, account] = [...this.accounts].find(([, one]) => one.id === id) ?? [];
    const changed = account && change(account);
    if (key !== undefined && changed) this.accounts.set(key, changed);
    return Promise.resolve(changed);
  }
}

const newest = "2025-09-01";
const bounds = { most: 2, milliseconds: 60_000 };

async function hostOf(store = new MemoryStore()) {
  const server = await serve(pinnedApp(new Accounts(store, newest, bounds)));
  const versionFor = async (headers: Record<string, string>): Promise<unknown> =>
    (await server.ask("GET /cats", headers)).headers["api-version"];
  const raise = (key: string, version: string) =>
    server.ask(
      "PUT /version",
      { "X-API-Key": key, "Content-Type": "application/json" },
      JSON.stringify({ version }),
    );
  return { store, server, versionFor, raise };
}

it("the first call pins an account, whatever it asks for, and no later one does", async () => {
  const { store, server, versionFor } = await hostOf();
  expect(await versionFor({ "X-API-Key": "b", "X-API-Version": "2024-05-01" })).toBe("2024-05-01");
  expect(store.accounts.get("b")?.version).toBe(newest);
  const later = await serve(pinnedApp(new Accounts(store, "2025-01-15", bounds)));
  expect((await later.ask("GET /cats", { "X-API-Key": "b" })).headers["api-version"]).toBe(newest);
  expect((await server.ask("GET /version", { "X-API-Key": "b" })).json).toMatchObject({ version: newest });
});

it("an account is looked up once while it is kept, by a hundred calls at once too", async () => {
  const { store, versionFor } = await hostOf();
  const calls = Array.from({ length: 100 }, () => versionFor({ "X-API-Key": "a" }));
  expect(new Set(await Promise.all(calls))).toEqual(new Set(["2024-05-01"]));
  expect(store.asked).toEqual(["a"]);
});

it("a raised version holds from the next call on, whatever a look-up from before says late", async () => {
  const { store, versionFor, raise } = await hostOf();
  await versionFor({ "X-API-Key": "a" });
  expect((await raise("a", "2025-01-15")).status).toBe(200);
  expect(await versionFor({ "X-API-Key": "a" })).toBe("2025-01-15");
  expect((await raise("a", "2024-05-01")).json).toMatchObject({ error: { code: "version_lowered" } });
  expect(store.asked).toEqual(["a"]);

  const accounts = new Accounts(store, newest, bounds);
  let open = (): void => undefined;
  store.open = new Promise<void>((resolve) => (open = resolve));
  const early = accounts.byKey("a");
  await accounts.raise("a", { id: 1, name: "A", version: "2025-01-15" }, newest);
  open();
  expect((await early)?.version).toBe("2025-01-15");
  expect((await accounts.byKey("a"))?.version).toBe(newest);
});

it("unknown keys are refused, pin nothing, and are not kept", async () => {
  const { store, server } = await hostOf();
  for (const headers of [{ "X-API-Key": "x" }, {}]) {
    for (const path of ["/cats", "/version"]) {
      const answer = await server.ask(`GET ${path}`, headers);
      expect([answer.status, answer.headers.vary]).toEqual([401, "X-API-Version, X-API-Key"]);
    }
  }
  expect(store.asked).toEqual(Array.from({ length: store.asked.length }, () => "x"));
  expect(store.asked.length).toBeGreaterThanOrEqual(2);
  expect([...store.accounts.values()].map(({ version }) => version)).toEqual(["2024-05-01", null]);
});

it("a look-up that fails is not kept", async () => {
  const store = new MemoryStore();
  const accounts = new Accounts(store, newest, bounds);
  store.open = Promise.reject(new Error("down"));
  await expect(accounts.byKey("a")).rejects.toThrow("down");
  store.open = Promise.resolve();
  expect((await accounts.byKey("a"))?.version).toBe("2024-05-01");
});

it("a pin of a later build is not a 404 here, and stays the account's version", async () => {
  const { store, server, versionFor, raise } = await hostOf();
  store.accounts.set("c", { id: 3, name: "C", version: "2026-12-01" });
  for (const headers of [{ "X-API-Key": "c" }, { "X-API-Key": "a", "X-API-Version": "2026-12-01" }]) {
    const answer = await server.ask("GET /cats", headers);
    expect([answer.status, answer.headers["version-unavailable"]]).toEqual([503, newest]);
  }
  expect((await server.ask("GET /version", { "X-API-Key": "c" })).json).toEqual({
    version: "2026-12-01",
    newest,
  });
  expect((await raise("c", newest)).status).toBe(409);
  expect(await versionFor({ "X-API-Key": "c", "X-API-Version": "2024-05-01" })).toBe("2024-05-01");
  expect(takeMessages()).toEqual([
    'an account is pinned to version "2026-12-01", which is not in Versions: add the version, or make sure that another build serves it',
    'a request names version "2026-12-01", which is later than all of Versions, so the answer was a 503',
  ]);
});

describe("its cache", () => {
  it("keeps no more than its bound: what nobody has asked for the longest goes", () => {
    const cache = new BoundedCache<number>({ most: 2, milliseconds: 60_000 });
    cache.set("a", 1);
    cache.set("b", 2);
    cache.get("a");
    cache.set("c", 3);
    expect([cache.size, cache.get("a"), cache.get("b"), cache.get("c")]).toEqual([2, 1, undefined, 3]);
  });

  it("keeps nothing for longer than its time", () => {
    const cache = new BoundedCache<number>({ most: 2, milliseconds: 0 });
    cache.set("a", 1);
    expect([cache.get("a"), cache.size]).toEqual([undefined, 0]);
  });
});
