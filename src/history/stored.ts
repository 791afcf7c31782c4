import { Nothing, type History, type LinkSchema } from "../model/histories";
import type { Issue, OutputOf, Validate, Verdict, AjvFactory } from "../model/schema";
import { takeRejection, describe, isObject, isThenable, messageOf, quote } from "../model/value";
import type { Version, VersionOrder, VersionPoint } from "../model/version";
import { findHostile, issueOfHostility } from "../schema/hostile";
import { jsonCopy, plainCopy } from "../schema/plain-copy";
import { schemaReader, sharedReader, withoutClosed, type SchemaReader } from "../schema/reader";
import { linkAt } from "./at-version";
import {
  contextsReader,
  contextsOf,
  type AllGiven,
  type AnyContexts,
  type NoContexts,
} from "./needed-contexts";
import { outputJudge } from "./output-judge";
import { readingOf, type ReadValue } from "./reading";
import { historyFor } from "./versioned";
import type { StoredSchema } from "./versioned-type";

/** Writes and reads values of one schema in a column, queue or outbox, each with the version that wrote it. */
export interface Stored<S> {
  /**
   * Returns the text to store, `{"v":"3","data":{...}}`: the newest form, tagged with the last version of V's List.
   *
   * @throws Error for a value that does not match the schema, and for an asynchronous schema.
   */
  readonly Write: (value: OutputOf<S>) => string;

  /**
   * Returns the value as a handler would get it, whichever version wrote it, from the text or from a driver's parsed
   * value.
   *
   * Rejects with a RangeError that names the tag of an unknown version, with an Error for text that is not JSON or does
   * not match the version that wrote it, and with errors of an Up.
   */
  readonly Read: StoredReader<S>;

  /**
   * True if an older version wrote the stored value: then `Write(await Read(text))` brings it up to date.
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

/** The type of `V.Stored`, whose versions the compiler checks: see {@link Stored}. */
export type StoredMaker<V extends Version> = <S extends StoredSchema>(
  schema: S,
  options?: StoredOptions<V>,
) => Stored<S>;

/** Creates `V.Stored` with the order of V's List; each version is prepared at its first value. */
export function storedMaker<V extends Version>(order: VersionOrder): StoredMaker<V> {
  const newest = order.list.at(-1);
  return <S extends StoredSchema>(schema: S, options: StoredOptions<V> = {}): Stored<S> => {
    const declared = historyFor("V.Stored", schema);
    const rules = rulesOf(options, order);
    // Clients see faces, but stored values have the handler's form.
    const history = { ...declared, links: declared.links.map((link) => ({ ...link, face: undefined })) };
    const readers = new Map<Version, ReadValue>();
    const readerOf = (version: Version): ReadValue => {
      const read = readers.get(version) ?? readingFrom(history, { version, order }, rules.reader);
      readers.set(version, read);
      return read;
    };
    // If no context is needed, further arguments are ignored: `rows.map(CatRow.Read)`.
    const needsContexts = contextsOf(history).size > 0;
    const givenTo = contextsReader("Read", history);
    const Read = async (stored: unknown, context?: unknown): Promise<unknown> => {
      const contexts = givenTo(needsContexts ? context : undefined);
      const { tag, data } = taggedIn(stored);
      const origin = originOf(tag, rules);
      const value = await readerOf(origin.version)(data, contexts);
      if (!origin.isNewer) return value;
      return typeof stored === "string" ? data : plainCopy(data);
    };
    return Object.freeze({
      Write:
        newest === undefined ? withoutVersions : writingAs(history, { version: newest, order }, rules.reader),
      // The output of the newest link has its type.
      Read: Read as Stored<S>["Read"],
      IsOld: (stored: unknown) => {
        const { version, isNewer } = originOf(taggedIn(stored).tag, rules);
        return !isNewer && version !== newest;
      },
    });
  };
}

interface StoringRules {
  readonly order: VersionOrder;
  /** True to return values that a newer version wrote unchanged. */
  readonly keepsNewer: boolean;
  /** The version of values without a tag; undefined if there is none. */
  readonly untagged: Version | undefined;
  readonly reader: SchemaReader;
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
    const known = quotedVersions(order) || "an empty list";
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

function withoutVersions(): never {
  throw new RangeError(
    "V.Stored: DefineVersions must list at least one version, which stored values are tagged with",
  );
}

/** The version under which a stored value is read. */
interface Origin {
  readonly version: Version;
  /** True if a newer version wrote the value, which is unknown here. */
  readonly isNewer: boolean;
}

function originOf(tag: Version | undefined, { order, keepsNewer, untagged }: StoringRules): Origin {
  const newest = order.list.at(-1) ?? withoutVersions();
  if (tag === undefined) {
    if (untagged !== undefined) return { version: untagged, isNewer: false };
    throw new RangeError(
      "the stored value has no version tag: set Untagged to the version that wrote such values",
    );
  }
  if (order.has(tag)) return { version: tag, isNewer: false };
  if (!order.isLater(tag)) {
    throw new RangeError(
      `the stored value has the tag ${shortened(tag)}, which must be one of ${quotedVersions(order)}`,
    );
  }
  if (keepsNewer) return { version: newest, isNewer: true };
  throw new RangeError(
    `the stored value has the tag ${shortened(tag)}, which is newer than ${quote(newest)}, the newest version here`,
  );
}

/** A tag in quotes, shortened, because a row from another program may have a tag of a megabyte. */
function shortened(tag: string): string {
  return tag.length > mostCharactersOfTag ? `${quote(tag.slice(0, mostCharactersOfTag))}...` : quote(tag);
}

const mostCharactersOfTag = 100;

function quotedVersions({ list }: VersionOrder): string {
  return list.map(quote).join(", ");
}

/** The tag and the data of a stored text, or of its parsed JSON; any other value is data without a tag. */
function taggedIn(stored: unknown): { readonly tag: Version | undefined; readonly data: unknown } {
  const value = typeof stored === "string" ? parsedText(stored) : stored;
  if (!isObject(value) || Array.isArray(value)) return { tag: undefined, data: value };
  const isTagged =
    Object.keys(value).length === 2 && Object.hasOwn(value, "v") && Object.hasOwn(value, "data");
  const { v, data } = value as { readonly v?: unknown; readonly data?: unknown };
  return isTagged && typeof v === "string" ? { tag: v, data } : { tag: undefined, data: value };
}

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`the stored text is not valid JSON: ${messageOf(error)}`, { cause: error });
  }
}

function writingAs(
  history: History,
  at: VersionPoint & { readonly version: Version },
  reader: SchemaReader,
): (value: unknown) => string {
  const { version } = at;
  let judge: Validate | undefined;
  return (value) => {
    const { schema } = linkAt(history, at);
    if (schema === Nothing) return JSON.stringify({ v: version, data: null });
    judge ??= judging(schema, reader);
    const json = jsonCopy(value);
    if (json === undefined) {
      throw new TypeError(`Write: the value must be one that JSON can represent, got ${describe(value)}`);
    }
    const data = withoutClosed(schema, reader)(json);
    const verdict = judge(data);
    if (takeRejection(verdict)) {
      throw new Error("Write is synchronous, but the schema validates asynchronously");
    }
    if (!isThenable(verdict) && "issues" in verdict) throw storedMisfit(version, verdict.issues);
    return JSON.stringify({ v: version, data });
  };
}

function readingFrom(
  history: History,
  at: VersionPoint & { readonly version: Version },
  reader: SchemaReader,
): ReadValue {
  const judge = judgingWritten(linkAt(history, at).schema, reader);
  return readingOf(history, at, {
    reader,
    // The check comes before the copy, which could overflow the stack.
    validate: (data) => hostileVerdict(data) ?? judge(data),
    misfit: (issues) => storedMisfit(at.version, issues),
  });
}

/** Validates the data without closed members, by a version's schema; a version without a value accepts any data. */
function judgingWritten(schema: LinkSchema, reader: SchemaReader): Validate {
  if (schema === Nothing) return () => ({ value: undefined });
  const [judge, close] = [judging(schema, reader), withoutClosed(schema, reader)];
  return (data) => judge(close(plainCopy(data)));
}

/** The validator of Write and Read: Write must reject everything that Read would reject. */
function judging(schema: Exclude<LinkSchema, typeof Nothing>, reader: SchemaReader): Validate {
  const judge = outputJudge(schema, reader);
  return (json) => hostileVerdict(json) ?? judge(json);
}

function hostileVerdict(json: unknown): Verdict | undefined {
  const hostile = findHostile(json);
  return hostile && { issues: [issueOfHostility(hostile)] };
}

/** Only the first of many misfits is reported. */
function storedMisfit(version: Version, [first]: readonly Issue[]): Error {
  const { path, message } = first ?? { path: [], message: "does not fit" };
  return new Error(
    `the stored value does not match the schema of version ${quote(version)}: ${path.join(".") || "the value"}: ${message}`,
  );
}
