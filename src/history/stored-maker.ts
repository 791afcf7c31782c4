import type { AjvFactory } from "../model/ajv-factory";
import type { OutputOf } from "../model/schema";
import { describe, isObject, quote } from "../model/value";
import type { Version, VersionOrder } from "../model/version";
import {
  contextsReader,
  contextsOf,
  type AllGiven,
  type AnyContexts,
  type NoContexts,
} from "./needed-contexts";
import { schemaReader, sharedReader } from "../schema/reader";
import { storing, type StoringRules } from "./stored";
import { historyFor } from "./versioned";
import type { StoredSchema } from "./versioned-type";

/** Values of one schema in a column, a queue or an outbox: each is stored with the version that wrote it. */
export interface Stored<S> {
  /**
   * The text to store: `{"v":"3","data":{...}}`, in the newest shape, tagged with the last version of V's List.
   *
   * @throws Error for a value that does not match the schema, and for an asynchronous schema.
   */
  readonly Write: (value: OutputOf<S>) => string;

  /**
   * The value as a handler would get it, whichever version wrote it: from the text, or from a driver's parsed value.
   *
   * Rejects with a RangeError that names the tag of an unknown version, with an Error for text that is not JSON or does
   * not match the version that wrote it, and with errors of an Up.
   */
  readonly Read: StoredReader<S>;

  /**
   * True if an older version than the newest wrote it: then `Write(await Read(text))` brings it up to date.
   *
   * @throws RangeError and Error like the rejections of `Read`.
   */
  readonly IsOld: (stored: unknown) => boolean;
}

/** If the history's functions need contexts, pass a list of them: `CatRow.Read(text, [Org.Is(org)])`. */
interface StoredReader<S> {
  (stored: unknown, ...context: NoContexts<S>): Promise<OutputOf<S>>;
  <const Given extends AnyContexts>(
    stored: unknown,
    context: Given & AllGiven<S, Given>,
  ): Promise<OutputOf<S>>;
}

/** The options of `V.Stored`. */
export interface StoredOptions<V extends Version = Version> {
  /**
   * How to read a value that a newer deploy wrote: `"refuse"` (the default) rejects, `"keep"` returns it unchanged if
   * it matches the newest schema here. Newer versions can be recognized if all of V's List are dates, or numbers.
   */
  readonly Newer?: "refuse" | "keep";
  /** The version of values that were stored without tags. */
  readonly Untagged?: V;
  /** Creates the ajv for plain JSON Schema, as `AppOptions.Ajv` does for bodies; default: the installed ajv. */
  readonly Ajv?: AjvFactory;
}

/** `V.Stored`, whose versions the compiler checks: see {@link Stored}. */
export type StoredMaker<V extends Version> = <S extends StoredSchema>(
  schema: S,
  options?: StoredOptions<V>,
) => Stored<S>;

/** Creates `V.Stored` with the order of V's List. */
export function storedMaker<V extends Version>(order: VersionOrder): StoredMaker<V> {
  return <S extends StoredSchema>(schema: S, options: StoredOptions<V> = {}): Stored<S> => {
    const history = historyFor("V.Stored", schema);
    const { write, read, isOld } = storing(history, rulesOf(options, order));
    // The output of the newest link has its type. Without needed contexts further arguments are ignored:
    // `rows.map(CatRow.Read)`.
    const needsContexts = contextsOf(history).size > 0;
    const givenTo = contextsReader("Read", history);
    const Read = async (stored: unknown, context?: unknown): Promise<unknown> =>
      await read(stored, givenTo(needsContexts ? context : undefined));
    return Object.freeze({ Write: write, Read: Read as Stored<S>["Read"], IsOld: isOld });
  };
}

function rulesOf(options: unknown, order: VersionOrder): StoringRules {
  if (!isObject(options)) {
    throw new TypeError(`V.Stored: the second argument must be an object, got ${describe(options)}`);
  }
  const { Newer = "refuse", Untagged, Ajv } = options as Readonly<Record<string, unknown>>;
  if (Newer !== "refuse" && Newer !== "keep") {
    throw new TypeError(`V.Stored: Newer must be "refuse" or "keep", got ${describe(Newer)}`);
  }
  if (Newer === "keep" && !order.isComparable()) {
    throw new TypeError(
      'V.Stored: Newer must be "refuse" if V\'s List is not all dates, numbers or semantic versions: no other tag can be newer',
    );
  }
  if (Untagged !== undefined && (typeof Untagged !== "string" || !order.has(Untagged))) {
    const known = order.list.map(quote).join(", ") || "an empty list";
    throw new RangeError(`V.Stored: Untagged must be one of ${known}, got ${describe(Untagged)}`);
  }
  if (Ajv !== undefined && !isFactory(Ajv)) {
    throw new TypeError(`V.Stored: Ajv must be a function, got ${describe(Ajv)}`);
  }
  const reader = Ajv ? schemaReader((defaults) => Ajv(defaults, "body")) : sharedReader();
  return { order, keepsNewer: Newer === "keep", untagged: Untagged, reader };
}

function isFactory(value: unknown): value is AjvFactory {
  return typeof value === "function";
}
