export interface Reader {
  readonly name: string;
  readonly scopes: readonly string[];
}

/** Who has which token. */
export class ReadersStore {
  readonly #byToken = new Map<string, Reader>([
    ["token-of-ann", { name: "ann", scopes: ["loans"] }],
    ["token-of-lea", { name: "lea", scopes: ["loans", "books:write"] }],
  ]);

  byToken(token: string): Reader | undefined {
    return this.#byToken.get(token);
  }
}
