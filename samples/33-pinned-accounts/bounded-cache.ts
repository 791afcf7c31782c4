/** How much is kept, and for how long. */
export interface CacheBounds {
  readonly most: number;
  readonly milliseconds: number;
}

/** Values by key, each kept for a while; the one that nobody has asked for the longest goes when there are too many. */
export class BoundedCache<Value> {
  readonly #kept = new Map<string, { readonly value: Value; readonly until: number }>();
  readonly #bounds: CacheBounds;

  constructor(bounds: CacheBounds) {
    this.#bounds = bounds;
  }

  get size(): number {
    return this.#kept.size;
  }

  get(key: string): Value | undefined {
    const entry = this.#kept.get(key);
    this.#kept.delete(key);
    if (!entry || entry.until <= performance.now()) return undefined;
    // A Map keeps the order of insertion: what was asked for last stands last.
    this.#kept.set(key, entry);
    return entry.value;
  }

  set(key: string, value: Value): void {
    this.#kept.delete(key);
    this.#kept.set(key, { value, until: performance.now() + this.#bounds.milliseconds });
    if (this.#kept.size <= this.#bounds.most) return;
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined) this.#kept.delete(oldest);
  }

  /** Forgets a key, unless it has got another value since. */
  forget(key: string, value: Value): void {
    if (this.#kept.get(key)?.value === value) this.#kept.delete(key);
  }
}
