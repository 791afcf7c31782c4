import type { Request } from "express";
import type { AppOptions } from "versioned-controllers";
import { UsageCounter, type Usage } from "versioned-controllers/usage";

/** Counts in this process, and hands over what it has counted: a request waits for no database. */
export class SharedCounter {
  readonly #add: (usage: Usage) => Promise<void>;
  readonly #clientOf: (req: Request) => string;
  #counter: UsageCounter;
  #kept: Usage = {};

  constructor(add: (usage: Usage) => Promise<void>, clientOf: (req: Request) => string) {
    this.#add = add;
    this.#clientOf = clientOf;
    this.#counter = this.#fresh();
  }

  /** The observers that count. */
  get options(): Pick<AppOptions, "OnAnswered" | "OnRefused"> {
    return {
      OnAnswered: (...told) => {
        this.#counter.Options.OnAnswered(...told);
      },
      OnRefused: (...told) => {
        this.#counter.Options.OnRefused(...told);
      },
    };
  }

  /** Adds what was counted since the last time; what cannot be added is kept for the next time. */
  async flush(): Promise<void> {
    const counted = this.#counter.Merge(this.#kept);
    this.#counter = this.#fresh();
    this.#kept = {};
    try {
      await this.#add(counted);
    } catch (error) {
      this.#kept = this.#fresh().Merge(this.#kept, counted);
      throw error;
    }
  }

  #fresh(): UsageCounter {
    return UsageCounter({ Client: this.#clientOf });
  }
}
