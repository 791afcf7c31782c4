import { HTTPError } from "versioned-controllers";
import type { Legacy } from "./older-schemas";
import type { Balance, Customer, CustomerChanges, NewCustomer, Usage } from "./schemas";

/** A feature as an account has named it. */
export interface Feature {
  readonly name: string;
  readonly kind: "metered" | "credits" | "switch";
}

export type Features = ReadonlyMap<string, Feature>;

/** The customers and features of one account, in memory. It knows nothing of versions. */
export class Store {
  /** How often somebody has asked for what only older versions show. */
  legacyQuestions = 0;
  readonly #customers = new Map<string, Customer>();
  #last = 0;

  readonly #features: Features = new Map<string, Feature>([
    ["messages", { name: "Messages", kind: "metered" }],
    ["credits", { name: "AI credits", kind: "credits" }],
    ["sso", { name: "Single sign-on", kind: "switch" }],
  ]);

  constructor() {
    this.add({ name: "Ann", email: "ann@example.org", plan: "pro" });
    this.setStatus(this.add({ name: null, email: "bob@example.org", plan: "free" }).id, "paused");
  }

  all(): Customer[] {
    return [...this.#customers.values()];
  }

  byID(id: string): Customer {
    const customer = this.#customers.get(id);
    if (!customer) throw new HTTPError(404, `no customer has the id ${id}`);
    return customer;
  }

  add({ name, email, plan }: NewCustomer): Customer {
    const id = `cus_${++this.#last}`;
    const balances = [...this.#features.keys()].map((one) => ({ feature_id: one, granted: 100, used: 0 }));
    const customer: Customer = {
      id,
      name,
      email,
      status: "active",
      plan: { id: plan, since: "2026-01-01" },
      balances,
    };
    this.#customers.set(id, customer);
    return customer;
  }

  change(id: string, changes: CustomerChanges): Customer {
    const { name, email } = this.byID(id);
    return this.#set(id, { name: changes.name ?? name, email: changes.email ?? email });
  }

  setPlan(id: string, plan: string): Customer {
    return this.#set(id, { plan: { id: plan, since: "2026-06-01" } });
  }

  setStatus(id: string, status: Customer["status"]): Customer {
    return this.#set(id, { status });
  }

  /** A new month: nothing has been used. */
  reset(id: string): Customer {
    return this.#set(id, { balances: this.byID(id).balances.map((balance) => ({ ...balance, used: 0 })) });
  }

  balance(id: string, feature: string): Balance {
    const balance = this.byID(id).balances.find((one) => one.feature_id === feature);
    if (!balance) throw new HTTPError(404, `no feature has the id ${feature}`);
    return balance;
  }

  use(id: string, { feature_id, amount }: Usage): Balance {
    const customer = this.byID(id);
    const before = this.balance(id, feature_id);
    const balance = { ...before, used: before.used + amount };
    const balances = customer.balances.map((one) => (one === before ? balance : one));
    this.#set(id, { balances });
    return balance;
  }

  remove(id: string): void {
    this.byID(id);
    this.#customers.delete(id);
  }

  /** What the account calls its features: a query of its own. */
  features(): Promise<Features> {
    return Promise.resolve(this.#features);
  }

  /** A query of two tables that no newer version needs. */
  legacyOf(id: string): Promise<Legacy> {
    this.legacyQuestions++;
    const options = [{ feature_id: "messages", quantity: id.length }];
    return Promise.resolve({ subscription_id: id.replace("cus", "sub"), options });
  }

  #set(id: string, changes: Partial<Customer>): Customer {
    const customer = { ...this.byID(id), ...changes };
    this.#customers.set(id, customer);
    return customer;
  }
}
