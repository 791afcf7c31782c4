import { Nothing, type History, type LinkSchema } from "../../schema/interface/histories";
import { assertOptions, kinds, oneOf } from "../../core/model/options";
import { noteStored } from "../../schema/interface/stored-histories";
import type { AjvFactory, Issue, OutputOf, Validate, Verdict } from "../../schema/interface/schema";
import {
  describe,
  isRecord,
  isThenable,
  messageOf,
  misfit,
  quote,
  takeRejection,
} from "../../core/model/value";
import type { Version, VersionOrder, VersionPoint } from "../../core/model/version";
import { assertConvertible } from "./convertible";
import { findHostile, issueOfHostility } from "../../schema/hostile";
import { jsonCopy, plainCopy } from "../../schema/interface/plain-copy";
import { assertReadable } from "../../schema/standard";
import { schemaReader, sharedReader, withoutClosed, type SchemaReader } from "../../schema/reader";
import { linkAt, schemasOfHistory } from "../../schema/interface/at-version";
import {
  contextsReader,
  contextsOf,
  type AllGiven,
  type AnyContexts,
  type NoContexts,
} from "./needed-contexts";
import { outputJudge } from "./output-judge";
import { readingOf, type ReadValue } from "./reading";
import { assertAwaited } from "./rendering";
import { historyFor } from "./versioned";
import type { StoredSchema } from "../../types/history-schema";
import type { StoredSchemaMistake } from "../../types/schema-mistake";

/** Writes and reads values of one schema. Each value is stored with the version that wrote it: see `V.Stored`. */
export interface Stored<S> {
  /**
   * Returns the text to store, in the newest form with its version: `{"v":"3","data":{...}}`.
   *
   * @throws Error for a value that does not match the schema, and for a schema with asynchronous checks.
   */
  readonly Write: (value: OutputOf<S>) => string;

  /**
   * Converts a stored value, whichever version wrote it, to the form that handlers get. `stored` is the text, or the
   * JSON parsed from it.
   *
   * Rejects with a RangeError if the stored version is unknown, with an Error if the text is not JSON or does not match
   * its version's schema, and with any error that an `Up` throws.
   */
  readonly Read: StoredReader<S>;

  /**
   * True if an older version wrote the value. Then `Write(await Read(stored))` returns its newest form.
   *
   * @throws RangeError if the stored version is unknown; Error if the text is not JSON.
   */
  readonly IsOld: (stored: unknown) => boolean;
}

interface StoredReader<S> {
  (stored: unknown, ...context: NoContexts<S>): Promise<OutputOf<S>>;
  <const Given extends AnyContexts>(
    stored: unknown,
    context: Given & AllGiven<S, Given>,
  ): Promise<OutputOf<S>>;
}

/** The options of `V.Stored`: which stored values it reads, and how. */
export interface StoredOptions<V extends Version = Version> {
  /**
   * How to read a value that a newer deploy wrote. The default, `"refuse"`, rejects it. `"keep"` returns it if it
   * matches the newest schema of this deploy. `"keep"` compares versions, so all of them must be dates, numbers or
   * semantic versions.
   */
  readonly Newer?: "refuse" | "keep";
  /** The version to assume for values that were stored without one. */
  readonly Untagged?: V;
  /** Creates the ajv for plain JSON Schema, as `AppOptions.Ajv` does for bodies; default: the installed ajv. */
  readonly Ajv?: AjvFactory;
}

/** The type of `V.Stored`, where `V` is a result of `DefineVersions`: see {@link Stored}. */
export type StoredMaker<V extends Version> = <S extends StoredSchema | StoredSchemaMistake<S>>(
  schema: S,
  options?: StoredOptions<V>,
) => Stored<S>;

/** Makes `V.Stored`. The conversion of a version is prepared when the first value of this version is read. */
export function storedMaker<V extends Version>(order: VersionOrder): StoredMaker<V> {
  const newest = order.list.at(-1);
  return <S extends StoredSchema | StoredSchemaMistake<S>>(
    schema: S,
    options: StoredOptions<V> = {},
  ): Stored<S> => {
    const declared = historyFor("V.Stored", schema);
    for (const one of schemasOfHistory(declared)) assertReadable("V.Stored: the schema", one);
    const rules = rulesOf(options, order);
    noteStored(order.list, declared);
    // Stored values have the form that handlers use. Only clients see `face`, the schema of `.As(...)`.
    const history = { ...declared, links: declared.links.map((link) => ({ ...link, face: undefined })) };
    const readers = new Map<Version, ReadValue>();
    const readerOf = (version: Version): ReadValue => {
      const read = readers.get(version) ?? readingFrom(history, { version, order }, rules.reader);
      readers.set(version, read);
      return read;
    };
    // In `rows.map(CatRow.Read)`, `context` is an index, which is ignored if the history needs no contexts.
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
      // The cast is safe: the result is the output of the newest schema, and `OutputOf<S>` is its type.
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
  readonly keepsNewer: boolean;
  /** The option `Untagged`; undefined if values that were stored without a version are refused. */
  readonly untagged: Version | undefined;
  readonly reader: SchemaReader;
}

function rulesOf(options: StoredOptions, order: VersionOrder): StoringRules {
  assertOptions<StoredOptions>("V.Stored", options, {
    Newer: oneOf("refuse", "keep"),
    Untagged: kinds.anything,
    Ajv: kinds.function,
  });
  const { Newer = "refuse", Untagged, Ajv } = options;
  if (Newer === "keep" && !order.isComparable()) {
    throw new TypeError(
      'V.Stored: the option Newer: "keep" needs a List of only dates, numbers or semantic versions, because only these can be compared with a newer tag: set Newer to "refuse"',
    );
  }
  if (Untagged !== undefined && !order.has(Untagged)) {
    const known = quotedVersions(order) || "an empty list";
    throw new RangeError(`V.Stored: Untagged must be one of ${known}, got ${describe(Untagged)}`);
  }
  const reader = Ajv ? schemaReader((defaults) => Ajv(defaults, "body")) : sharedReader();
  return { order, keepsNewer: Newer === "keep", untagged: Untagged, reader };
}

function withoutVersions(): never {
  throw new RangeError(
    "V.Stored: DefineVersions must list at least one version, because each stored value is tagged with its version",
  );
}

interface Origin {
  readonly version: Version;
  readonly isNewer: boolean;
}

function originOf(tag: Version | undefined, { order, keepsNewer, untagged }: StoringRules): Origin {
  const newest = order.list.at(-1) ?? withoutVersions();
  if (tag === undefined) {
    if (untagged !== undefined) return { version: untagged, isNewer: false };
    throw new RangeError(
      "the stored value has no version tag: set the option Untagged to the version that wrote such values",
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
    `the stored value has the tag ${shortened(tag)}, which is newer than ${quote(newest)}, the newest version here: update this build, or set Newer to "keep"`,
  );
}

/** Shortens a version for a message, because another program may have stored a megabyte of text as a version. */
function shortened(tag: string): string {
  return tag.length > mostCharactersOfTag ? `${quote(tag.slice(0, mostCharactersOfTag))}...` : quote(tag);
}

const mostCharactersOfTag = 100;

function quotedVersions({ list }: VersionOrder): string {
  return list.map(quote).join(", ");
}

/** The version and data of `{"v":"3","data":{...}}`, as text or parsed. Any other value is data without a version. */
function taggedIn(stored: unknown): { readonly tag: Version | undefined; readonly data: unknown } {
  const value = typeof stored === "string" ? parsedText(stored) : stored;
  if (!isRecord(value)) return { tag: undefined, data: value };
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
    if (!judge) assertConvertible("Write", { history, at, reader });
    judge ??= judging(schema, reader);
    assertAwaited("Write: ", value);
    const json = jsonCopy(value);
    if (json === undefined) {
      throw misfit("Write: the value", "one that JSON can represent", value);
    }
    const data = withoutClosed(schema, reader)(json);
    const verdict = judge(data);
    if (takeRejection(verdict)) {
      throw new Error(
        "Write is synchronous, but the schema has an asynchronous check: remove this check from the schema",
      );
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
  assertConvertible("Read", { history, at, reader });
  const judge = judgingWritten(linkAt(history, at).schema, reader);
  return readingOf(history, at, {
    reader,
    // `judge` copies the data, which could overflow the stack for very deep data, so `hostileVerdict` comes first.
    validate: (data) => hostileVerdict(data) ?? judge(data),
    misfit: ({ issues }) => storedMisfit(at.version, issues),
    refusal: ({ issues }) =>
      new Error(
        `the stored value of version ${quote(at.version)} was converted, but a newer schema rejects the result: ${misfitIn(issues)}`,
      ),
  });
}

function judgingWritten(schema: LinkSchema, reader: SchemaReader): Validate {
  if (schema === Nothing) return () => ({ value: undefined });
  const [judge, close] = [judging(schema, reader), withoutClosed(schema, reader)];
  return (data) => judge(close(plainCopy(data)));
}

/** Makes the validator for stored values. `Write` and `Read` use the same one, so `Read` accepts all written values. */
function judging(schema: Exclude<LinkSchema, typeof Nothing>, reader: SchemaReader): Validate {
  const judge = outputJudge(schema, reader);
  return (json) => hostileVerdict(json) ?? judge(json);
}

function hostileVerdict(json: unknown): Verdict | undefined {
  const hostile = findHostile(json);
  return hostile && { issues: [issueOfHostility(hostile)] };
}

function storedMisfit(version: Version, issues: readonly Issue[]): Error {
  return new Error(
    `the stored value does not match the schema of version ${quote(version)}: ${misfitIn(issues)}`,
  );
}

function misfitIn([first]: readonly Issue[]): string {
  const { path, message } = first ?? { path: [], message: "does not fit" };
  return `${path.join(".") || "the value"}: ${message}`;
}
