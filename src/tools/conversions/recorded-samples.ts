import type { LinkSchemas } from "../../core/model/app-internals";
import { Nothing } from "../../schema/interface/histories";
import { canonical } from "../../schema/interface/json-value";
import { resultOr } from "../result-or";
import type { FrozenBeside, FrozenSample, SampleSide } from "./entries";
import type { ConversionLink } from "./links";
import { reachedIn, type ReadReached } from "./reached";
import { candidatesOf, givenSchemaOf, mostSamples, sampleOf } from "./samples";

/** The maximum number of samples of each link and side that are values of a recording. */
const mostRecorded = 20;

/** A value of a recording, as one function gets it. */
export interface RecordedValue {
  readonly given: unknown;
  readonly beside: FrozenBeside | undefined;
}

interface KeptSample {
  readonly sample: FrozenSample;
  readonly reached: ReadonlySet<string>;
  /** The JSON by which equal choices are decided, so that the order of the lines does not matter. */
  readonly key: string;
}

/**
 * The recorded values of one function that may become samples: of all that reach the same members and alternatives, the
 * shortest one.
 */
export class RecordedSamples {
  readonly #kept = new Map<string, KeptSample>();
  readonly #reached: ReadReached;
  #isUnsteady = false;

  constructor(
    private readonly link: ConversionLink,
    private readonly side: SampleSide,
    private readonly schemas: LinkSchemas,
  ) {
    this.#reached = reachedBy(link, side, schemas);
  }

  async add({ given, beside }: RecordedValue): Promise<void> {
    const reached = this.#reached(given);
    const place = [...reached].toSorted().join("\n");
    const key = canonical([given, beside]);
    const known = this.#kept.get(place);
    if (known && !isBefore(key, known.key)) return;
    const sample = await sampleOf(this.link, this.side, {
      given,
      schemas: this.schemas,
      besideFor: () => Promise.resolve(beside),
    });
    if (sample === "unsteady") this.#isUnsteady = true;
    else if (sample) this.#kept.set(place, { sample, reached, key });
  }

  /** The reasons, in words, why values are missing. */
  get missing(): readonly string[] {
    const text = "recorded values left out, because two runs at different times returned different results";
    return this.#isUnsteady ? [text] : [];
  }

  /** Chooses the samples that reach a member or an alternative that no known sample has, the most of them first. */
  beside(known: readonly FrozenSample[]): readonly FrozenSample[] {
    const reached = new Set(known.flatMap(({ given }) => [...this.#reached(given)]));
    const room = mostRecorded - this.#recordedAmong(known);
    const chosen: FrozenSample[] = [];
    const news = ({ reached: own }: KeptSample): number => [...own].filter((one) => !reached.has(one)).length;
    let left = [...this.#kept.values()].toSorted((one, other) => (isBefore(one.key, other.key) ? -1 : 1));
    while (chosen.length < room) {
      left = left.filter((one) => news(one) > 0);
      const [first, ...others] = left;
      if (!first) break;
      const best = others.reduce((most, one) => (news(one) > news(most) ? one : most), first);
      chosen.push(best.sample);
      for (const one of best.reached) reached.add(one);
    }
    return chosen;
  }

  /** Counts the samples that an earlier recording may have added: those that cannot have been made of the schema. */
  #recordedAmong(known: readonly FrozenSample[]): number {
    const made = resultOr(() => [...candidatesOf(this.link, this.side, this.schemas)], []);
    const keys = new Set(made.map(canonical));
    const others = known.filter(({ given }) => !keys.has(canonical(given)));
    return Math.max(others.length, known.length - mostSamples);
  }
}

function isBefore(one: string, other: string): boolean {
  return one.length === other.length ? one < other : one.length < other.length;
}

function reachedBy(link: ConversionLink, side: SampleSide, { describe }: LinkSchemas): ReadReached {
  const schema = givenSchemaOf(link, side);
  const description = schema !== Nothing && describe(schema, side === "up" ? "input" : "output");
  return reachedIn(description && "json" in description ? description.json : undefined);
}
