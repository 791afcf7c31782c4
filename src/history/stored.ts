import type { ContextValues } from "../model/context";
import type { Version, VersionOrder, VersionPoint } from "../model/version";
import { Nothing, type History, type LinkSchema } from "../model/history";
import { takeRejection, describe, isObject, isThenable, messageOf, quote } from "../model/value";
import type { Issue, Validate, Verdict } from "../model/schema";
import { findHostile, issueOfExcess } from "../schema/hostile";
import { validatorOfSchema, type SchemaReader } from "../schema/reader";
import { jsonCopy, plainCopy } from "../schema/plain-copy";
import { linkAt } from "./at-version";
import { upsFrom } from "./convert";
import { outputJudge } from "./output-judge";

/** The rules for storing values of a history. */
export interface StoringRules {
  readonly order: VersionOrder;
  /** True to return values of newer writers unchanged. */
  readonly keepsNewer: boolean;
  /** The version of values without a tag; undefined if there is none. */
  readonly untagged: Version | undefined;
  readonly reader: SchemaReader;
}

/** Writes and reads the values of one history; see `Stored`. */
export interface StoredValues {
  readonly write: (value: unknown) => string;
  readonly read: (stored: unknown, contexts: ContextValues) => Promise<unknown>;
  readonly isOld: (stored: unknown) => boolean;
}

/** Creates the functions of `Stored`; each version is prepared at its first value. */
export function storing(declared: History, rules: StoringRules): StoredValues {
  // Clients see faces, but stored values have the handler's form.
  const history = { ...declared, links: declared.links.map((link) => ({ ...link, face: undefined })) };
  const { order, reader } = rules;
  const readers = new Map<Version, ReadData>();
  const readerOf = (version: Version): ReadData => {
    const read = readers.get(version) ?? readingFrom(history, { version, order }, reader);
    readers.set(version, read);
    return read;
  };
  const newest = order.list.at(-1);
  const write =
    newest === undefined ? withoutVersions : writingAs(history, { version: newest, order }, reader);
  return {
    write,
    read: async (stored, contexts) => {
      const { tag, data } = taggedIn(stored);
      const origin = originOf(tag, rules);
      if (!origin.isNewer) return await readerOf(origin.version)(data, contexts);
      await readerOf(origin.version)(data, contexts);
      return isParsedText(stored) ? data : plainCopy(data);
    },
    isOld: (stored) => {
      const { version, isNewer } = originOf(taggedIn(stored).tag, rules);
      return !isNewer && version !== newest;
    },
  };
}

type ReadData = (data: unknown, contexts: ContextValues) => Promise<unknown>;

function withoutVersions(): never {
  throw new RangeError(
    "V.Stored: DefineVersions must list at least one version, which stored values are tagged with",
  );
}

/** The version under which a stored value is read. */
interface Origin {
  readonly version: Version;
  /** True if a newer writer wrote it, whose version is unknown here. */
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

/** A tag in quotes; a row that somebody else wrote may hold a megabyte of it. */
function shortened(tag: string): string {
  return tag.length > mostCharactersOfTag ? `${quote(tag.slice(0, mostCharactersOfTag))}...` : quote(tag);
}

const mostCharactersOfTag = 100;

function quotedVersions({ list }: VersionOrder): string {
  return list.map(quote).join(", ");
}

interface TaggedData {
  readonly tag: Version | undefined;
  readonly data: unknown;
}

/** The tag and the data in the result of `write`, as text or parsed; any other value is data without a tag. */
function taggedIn(stored: unknown): TaggedData {
  const value = isParsedText(stored) ? parsedText(stored) : stored;
  if (!isObject(value) || Array.isArray(value)) return { tag: undefined, data: value };
  const isTagged =
    Object.keys(value).length === 2 && Object.hasOwn(value, "v") && Object.hasOwn(value, "data");
  const { v, data } = value as { readonly v?: unknown; readonly data?: unknown };
  return isTagged && typeof v === "string" ? { tag: v, data } : { tag: undefined, data: value };
}

function isParsedText(stored: unknown): stored is string {
  return typeof stored === "string";
}

function parsedText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`the stored text is not valid JSON: ${messageOf(error)}`, { cause: error });
  }
}

/** Validates and writes values of the newest link. */
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
    const data = jsonCopy(value);
    if (data === undefined) {
      throw new TypeError(`Write: the value must be one that JSON can represent, got ${describe(value)}`);
    }
    const closed = withoutClosed(schema, reader)(data);
    const verdict = judge(closed);
    if (takeRejection(verdict)) {
      throw new Error("Write is synchronous, but the schema validates asynchronously");
    }
    if (!isThenable(verdict) && "issues" in verdict) throw storedMisfit(version, verdict.issues);
    return JSON.stringify({ v: version, data: closed });
  };
}

/** Validates a version's value, and converts it up to the newest. */
function readingFrom(
  history: History,
  at: VersionPoint & { readonly version: Version },
  reader: SchemaReader,
): ReadData {
  const { version } = at;
  const { schema } = linkAt(history, at);
  const convertUp = upsFrom(history, at, { validatorOf: (one) => validatorOfSchema(one, reader) });
  const judge = schema === Nothing ? undefined : judging(schema, reader);
  const close = withoutClosed(schema, reader);
  return async (data, contexts) => {
    // The check comes before the copy, which could overflow the stack.
    assertNotHostile(data, version);
    const verdict: Verdict = judge ? await judge(close(plainCopy(data))) : { value: undefined };
    if ("issues" in verdict) throw storedMisfit(version, verdict.issues);
    return convertUp ? await convertUp(verdict.value, contexts) : verdict.value;
  };
}

/** Write must reject everything that Read would reject. */
function judging(schema: Exclude<LinkSchema, typeof Nothing>, reader: SchemaReader): Validate {
  const judge = outputJudge(schema, reader);
  return (json) => {
    const hostile = findHostile(json);
    if (!hostile) return judge(json);
    return { issues: ["issue" in hostile ? hostile.issue : issueOfExcess(hostile.excess)] };
  };
}

function assertNotHostile(data: unknown, version: Version): void {
  const hostile = findHostile(data);
  if (!hostile) return;
  throw storedMisfit(version, ["issue" in hostile ? hostile.issue : issueOfExcess(hostile.excess)]);
}

/** Removes the members that a schema closes out of its output; a value of another kind is left to the validator. */
function withoutClosed(schema: LinkSchema, reader: SchemaReader): (json: unknown) => unknown {
  const closed = schema === Nothing ? undefined : reader.closedMembers(schema);
  if (!closed) return (json) => json;
  return (json) => {
    try {
      return closed.strip(json);
    } catch {
      return json;
    }
  };
}

/** Only the first of many misfits is reported. */
function storedMisfit(version: Version, [first]: readonly Issue[]): Error {
  const { path, message } = first ?? { path: [], message: "does not fit" };
  return new Error(
    `the stored value does not match the schema of version ${quote(version)}: ${path.join(".") || "the value"}: ${message}`,
  );
}
