import type { Request } from "express";
import type { AppOptions } from "../../core/model/app-options";
import { type ExchangeNotes, optionsWithRecorder } from "../../schema/interface/exchange-recorder";
import { assertOptions, kinds } from "../../core/model/options";
import { isFilledText, isThenable, misfit, takeRejection } from "../../core/model/value";
import { CopiedNotes, type NotedExchange } from "./exchange-notes";
import { lineOf } from "./record";
import { redactedPlace, type RedactedPlace } from "./redaction";

/** The options of {@link Recorder}. */
export interface RecorderOptions {
  /** Gets each line, which ends with `\n`. After its first error, errors are only counted. */
  readonly Write: (line: string) => void;
  /**
   * The places of values that no line may contain, in any version: `"password"` anywhere, `"owner.email"` from the top
   * of a value, `"cats.*.name"` for each item. `[]` if there are none.
   */
  readonly Redact: readonly string[];
  /** The share of the exchanges with older versions that is recorded, from 0 to 1; default 0.01. */
  readonly Share?: number;
  /** The maximum length of a line in bytes; default 65,536. A longer line is left out. */
  readonly Most?: number;
  /** Returns true for a request that may be recorded. Default: any. */
  readonly Only?: (req: Request) => boolean;
  /** Draws the share: a number from 0 to 1; default `Math.random`. */
  readonly Random?: () => number;
}

/** Records exchanges; see the function {@link Recorder}. */
export interface Recorder {
  /** The options of the App whose exchanges are recorded: `new App({ ...recorder.Options, ... })`. */
  readonly Options: AppOptions;
  /** Returns the numbers of lines so far. */
  Counts(): RecorderCounts;
}

/** The numbers of a recorder's lines. */
export interface RecorderCounts {
  /** The lines that `Write` got. */
  readonly Recorded: number;
  /** The exchanges that were left out, for example because a redacted text could not be removed. */
  readonly LeftOut: number;
  /** The lines of `Recorded` for which `Write` threw or rejected. */
  readonly Failed: number;
}

/**
 * Records exchanges in which a version's values were converted, one line of JSON each, for `replay`:
 * `const recorder = Recorder({ Write, Redact: ["password"] }); new App({ ...recorder.Options })`.
 *
 * A line holds what the client sent and got, and what the handler got and gave, without credentials, files and streams.
 *
 * @throws TypeError for invalid options, and without `Write` or `Redact`.
 */
export function Recorder(options: RecorderOptions): Recorder {
  assertOptions<RecorderOptions>("Recorder", options, recorderOptions);
  const { Write, Redact, Share = 0.01, Most = 65_536, Only, Random = Math.random } = options;
  assertRequired("Write", "a function", Write);
  assertRequired("Redact", redactWords, Redact);
  const places = Redact.map(redactedPlace).filter((place) => place !== undefined);
  const lines = new Lines(Write, { places, most: Most });
  const end = (exchange: NotedExchange): void => void lines.add(exchange);
  const begins = (req: Request): ExchangeNotes | undefined =>
    Random() < Share && (Only === undefined || isMeant(Only, req)) ? new CopiedNotes(end) : undefined;
  return {
    Options: Share === 0 ? {} : optionsWithRecorder({ begins }),
    Counts: () => lines.counts(),
  };
}

const redactWords = 'a list of places such as ["password", "owner.email", "cats.*.name"], or []';

const recorderOptions = {
  Write: kinds.function,
  Redact: {
    expected: redactWords,
    holds: (places: unknown) =>
      Array.isArray(places) && places.every((one) => isFilledText(one) && redactedPlace(one) !== undefined),
  },
  Share: {
    expected: "a number from 0 to 1",
    holds: (share: unknown) => typeof share === "number" && share >= 0 && share <= 1,
  },
  Most: {
    expected: "a whole number",
    holds: (most: unknown) => Number.isSafeInteger(most) && Number(most) >= 0,
  },
  Only: kinds.function,
  Random: kinds.function,
};

function assertRequired(name: string, expected: string, value: unknown): void {
  if (value === undefined) throw misfit(`Recorder: ${name}`, expected, value);
}

/** Calls `Only`, which may return a promise if the application is not type-checked. An error counts as false. */
function isMeant(Only: NonNullable<RecorderOptions["Only"]>, req: Request): boolean {
  try {
    const given: unknown = Only(req);
    takeRejection(given);
    return given === true;
  } catch {
    return false;
  }
}

/** The maximum number of lines that are being made or written. More exchanges are left out, to limit the memory. */
const mostOpen = 1000;

class Lines {
  readonly #write: (line: string) => unknown;
  readonly #terms: { readonly places: readonly RedactedPlace[]; readonly most: number };
  #recorded = 0;
  #leftOut = 0;
  #failed = 0;
  #open = 0;

  constructor(
    write: RecorderOptions["Write"],
    terms: { readonly places: readonly RedactedPlace[]; readonly most: number },
  ) {
    this.#write = write;
    this.#terms = terms;
  }

  counts(): RecorderCounts {
    return { Recorded: this.#recorded, LeftOut: this.#leftOut, Failed: this.#failed };
  }

  async add(exchange: NotedExchange): Promise<void> {
    if (this.#open >= mostOpen) {
      this.#leftOut += 1;
      return;
    }
    this.#open += 1;
    // A value that is too deep to be copied is left out, too.
    const line = await lineOf(exchange, this.#terms).catch(() => undefined);
    if (line === undefined) this.#leftOut += 1;
    else await this.#give(line, exchange);
    this.#open -= 1;
  }

  async #give(line: string, { log }: NotedExchange): Promise<void> {
    this.#recorded += 1;
    try {
      // `Write` may be an async function, which TypeScript accepts as `=> void`.
      const written = this.#write(line);
      if (isThenable(written)) await written;
    } catch (error) {
      this.#failed += 1;
      if (this.#failed === 1) log(error);
    }
  }
}
