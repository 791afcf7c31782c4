import type { Account, AccountStore } from "./account-store";
import { BoundedCache, type CacheBounds } from "./bounded-cache";

/** An account that has called: its version is settled. */
export interface PinnedAccount extends Account {
  readonly version: string;
}

type LookUp = Promise<PinnedAccount | undefined>;

/** The accounts behind a cache. Another process learns of a raised version once its own entry is over. */
export class Accounts {
  readonly #store: Pick<AccountStore, "byKey" | "pin" | "raise">;
  readonly #newest: string;
  // Look-ups, not accounts: a hundred calls at once ask once, and an old answer that comes late replaces nothing.
  readonly #lookUps: BoundedCache<LookUp>;

  constructor(store: Pick<AccountStore, "byKey" | "pin" | "raise">, newest: string, bounds: CacheBounds) {
    this.#store = store;
    this.#newest = newest;
    this.#lookUps = new BoundedCache(bounds);
  }

  /** The account of a key, which its first call pins to the newest version; undefined where nobody has that key. */
  byKey(key: string): LookUp {
    const known = this.#lookUps.get(key);
    if (known) return known;
    const lookUp = this.#find(key);
    this.#lookUps.set(key, lookUp);
    const forget = (): void => {
      this.#lookUps.forget(key, lookUp);
    };
    // Neither failures nor keys that somebody guessed take up room.
    lookUp.then((account) => {
      if (!account) forget();
    }, forget);
    return lookUp;
  }

  /** The account with its version raised; undefined where it is pinned to a later one. */
  async raise(key: string, { id }: PinnedAccount, version: string): LookUp {
    const raised = pinned(await this.#store.raise(id, version));
    if (raised) this.#lookUps.set(key, Promise.resolve(raised));
    return raised;
  }

  async #find(key: string): LookUp {
    const account = await this.#store.byKey(key);
    return pinned(account) ?? (account && pinned(await this.#store.pin(account.id, this.#newest)));
  }
}

function pinned(account: Account | undefined): PinnedAccount | undefined {
  return account && account.version !== null ? { ...account, version: account.version } : undefined;
}
