import { depthAt, linkAt, linkOf, newestOf, shownBy } from "../../schema/interface/at-version";
import { upsFrom } from "../../changes/history/convert";
import { showingBy } from "../../changes/history/rendering";
import { OneOrEach } from "../../schema/interface/paths";
import type { ContractPart } from "../../core/model/app-internals";
import { CarriedNode, type CarriedPlace } from "../../schema/interface/carried";
import { contextExampleOf, ContextValues, Now, type AnyContext } from "../../schema/interface/context";
import { Nothing, type History, type LinkSchema } from "../../schema/interface/histories";
import { isSameJSON } from "../../schema/interface/json-value";
import { bodyTypesOf, isFormType, type OutputReader, type Side } from "../../schema/interface/schema";
import { isObject } from "../../core/model/value";
import type { VersionPoint } from "../../core/model/version";
import { jsonCopy } from "../../schema/interface/plain-copy";
import { jsonSchemaOf } from "../../schema/reader";
import type { Pair } from "../compare/difference";
import { samplesOf } from "./schema-sample";
import { movingBetween } from "./shared-values";
import { inOrderOf } from "./sides";

/** A sample of one part of the contract in both versions; undefined in a version without the part. */
export interface SamplePair {
  readonly before: unknown;
  readonly after: unknown;
  /** True if the two samples were made separately, because no conversion connects them. */
  readonly areSeparate?: true;
}

/** The reason why there is no sample, as clients read it in the guide. */
export interface SampleFailure {
  readonly failure: string;
}

/** A part of a route in both versions; undefined in a version that does not have this part. */
export type PartPair = Pair<ContractPart | undefined>;

/** A value that was found. The object distinguishes the value `undefined` from no value. */
interface Found {
  readonly value: unknown;
}

export interface SampleEnds {
  readonly from: VersionPoint;
  readonly to: VersionPoint;
}

/** One end, and the reader of the App, which knows the App's components. */
interface SampleEnd {
  readonly at: VersionPoint;
  readonly reader: OutputReader;
}

/** Creates a sample of an older client's request, and converts it to the newer version, as a server would. */
export async function requestPair(pair: PartPair, ends: SampleEnds): Promise<SamplePair | SampleFailure> {
  const { was, is } = pair;
  const part = was ?? is;
  const history = was?.history ?? is?.history;
  if (!part || !history || (was && is && was.history !== is.history)) return separatePair(pair, "input");
  // A server converts a request up to the newest version, so its sample is chosen to suit all newer schemas.
  const newer = history.links.slice(0, depthAt(history, ends.from)).toReversed().map(shownBy);
  const made = schemaSamples(shownBy(linkAt(history, ends.from)), "input", {
    others: newer,
    reader: part.reader,
  });
  return firstDifferent([...(was?.examples ?? []), ...made], async (before) => {
    const read = await judged(was, before);
    if (!read) return undefined;
    const after = await raised(read.value, history, ends, part);
    const readAfter = after && (await judged(is, after.value));
    if (!after || !readAfter) return unconvertible;
    await assertAccepted(was, read.value, history, ends.from);
    await assertAccepted(is, readAfter.value, history, ends.to);
    return { before, after: inOrderOf(after.value, before) };
  });
}

/** Creates a sample of a response's body: a value in the newest form, which is converted down to both versions. */
export async function answerPair(pair: PartPair, ends: SampleEnds): Promise<SamplePair | SampleFailure> {
  const { was, is } = pair;
  const part = is ?? was;
  const history = was?.history ?? is?.history;
  if (!part || !history) return separatePair(pair, "output");
  if (was && is && was.history !== is.history) return sharedPair({ was, is }, ends);
  const { reader } = part;
  return firstDifferent(answerCandidates(is, history, { ...ends, reader }), async (value) => {
    if (!(await isOfNewest(part, history, value))) return undefined;
    const [before, after] = [ends.from, ends.to].map((at) => lowered(value, history, { at, reader }));
    if (!(await judged(was, before)) || !(await judged(is, after))) return unconvertible;
    return { before, after: inOrderOf(after, before) };
  });
}

/** Creates samples of an old and new response with equal values: the cat in `{ cat }` is also in `{ items: [cat] }`. */
async function sharedPair(pair: Pair<ContractPart>, ends: SampleEnds): Promise<SamplePair | SampleFailure> {
  const { was, is } = pair;
  const [older, newer] = [was.history, is.history];
  const move = older && newer && movingBetween(newer, older, is.reader);
  if (!move) return separatePair(pair, "output");
  const [around] = schemaSamples(newestOf(older), "output", { others: [], reader: was.reader });
  const candidates = answerCandidates(is, newer, { ...ends, reader: is.reader });
  const made = await firstDifferent(candidates, async (value) => {
    const moved = move(value, around);
    if (!(await isOfNewest(is, newer, value)) || !(await isOfNewest(was, older, moved))) return undefined;
    const before = lowered(moved, older, { at: ends.from, reader: was.reader });
    const after = lowered(value, newer, { at: ends.to, reader: is.reader });
    return (await judged(was, before)) && (await judged(is, after)) ? { before, after } : unconvertible;
  });
  return "failure" in made ? separatePair(pair, "output") : made;
}

function answerCandidates(
  is: ContractPart | undefined,
  history: History,
  { from, to, reader }: SampleEnds & Pick<SampleEnd, "reader">,
): readonly unknown[] {
  const others = [from, to].map((at) => shownBy(linkAt(history, at)));
  return [...(is?.examples ?? []), ...schemaSamples(newestOf(history), "output", { others, reader })];
}

/** True if the value matches the newest schema, as every value that a handler returns must. */
async function isOfNewest(part: ContractPart, history: History, value: unknown): Promise<boolean> {
  const newest = newestOf(history);
  return newest === Nothing || !("issues" in (await part.validateLink(newest)(jsonCopy(value))));
}

/** Creates the two samples separately, from each version's schema, because no conversion connects the versions. */
async function separatePair({ was, is }: PartPair, side: Side): Promise<SamplePair | SampleFailure> {
  if (was?.schema && was.schema === is?.schema) {
    const same = await ownSample(was, side);
    return same ? { before: same.value, after: same.value } : noSample;
  }
  const [before, after] = [was && (await ownSample(was, side)), is && (await ownSample(is, side))];
  if ((was?.schema && !before) || (is?.schema && !after)) return noSample;
  const samples = { before: before?.value, after: inOrderOf(after?.value, before?.value) };
  return before && after && !isSameJSON(samples.before, samples.after)
    ? { ...samples, areSeparate: true }
    : samples;
}

async function ownSample(part: ContractPart, side: Side): Promise<Found | undefined> {
  if (!part.schema) return undefined;
  for (const value of [
    ...part.examples,
    ...schemaSamples(part.schema, side, { others: [], reader: part.reader }),
  ]) {
    if (await judged(part, value)) return { value };
  }
  return undefined;
}

const noSample: SampleFailure = { failure: "no value that its schema allows could be made" };

/** Converts candidates to pairs. Returns the first pair with a difference; otherwise the first pair, or a failure. */
async function firstDifferent(
  candidates: readonly unknown[],
  convert: (candidate: unknown) => Promise<SamplePair | SampleFailure | undefined>,
): Promise<SamplePair | SampleFailure> {
  let equal: SamplePair | undefined;
  let failure = noSample;
  for (const candidate of candidates) {
    try {
      const pair = await convert(jsonCopy(candidate));
      if (pair && "failure" in pair) failure = pair;
      else if (pair && !isSameJSON(pair.before, pair.after)) return pair;
      else equal ??= pair;
    } catch (error) {
      // A function of the application, such as an `Up` or a validator, has thrown an error for the example.
      failure = error instanceof MissingContext ? { failure: error.message } : unconvertible;
    }
  }
  return equal ?? failure;
}

const unconvertible: SampleFailure = {
  failure: "not every value of the older version can be converted to the newer version",
};

function schemaSamples(
  schema: LinkSchema,
  side: Side,
  { others, reader }: Pick<SampleEnd, "reader"> & { readonly others: readonly LinkSchema[] },
): readonly unknown[] {
  if (schema === Nothing) return [undefined];
  const json = jsonSchemaOf(schema, side, reader);
  const known = others.map((other) => jsonSchemaOf(other, side, reader)).filter((one) => one !== undefined);
  return json ? samplesOf(json, known) : [];
}

/** Validates a value in one version, and returns the result; undefined if the version rejects the value. */
async function judged(part: ContractPart | undefined, value: unknown): Promise<Found | undefined> {
  if (!part?.schema) return value === undefined ? { value } : part?.part === "errors" ? { value } : undefined;
  const given = part.way === "request" && isText(part) ? textsOf(value, part) : jsonCopy(value);
  const verdict = await part.validate(given);
  return "issues" in verdict ? undefined : verdict;
}

/** True for parts that clients send as names with text values, such as the query or a form. */
export function isText({ part, options }: ContractPart): boolean {
  return part !== "body" || bodyTypesOf(options).every((type) => isFormType(type));
}

/** Writes a part as names and texts: `{ limit: "1", tags: ["a"] }`. A list parameter's only value becomes a list. */
export function textsOf(
  value: unknown,
  { isList }: Pick<ContractPart, "isList">,
): Readonly<Record<string, unknown>> {
  if (!isObject(value)) return {};
  const entries = Object.entries(value).map(([name, member]: [string, unknown]) => {
    if (Array.isArray(member)) return [name, member.map(textOf)] as const;
    return [name, isList(name) ? [textOf(member)] : textOf(member)] as const;
  });
  return Object.fromEntries(entries);
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Converts an older client's value to the newer version; undefined if the schema of a version rejects the value. */
async function raised(
  read: unknown,
  history: History,
  { from, to }: SampleEnds,
  part: ContractPart | undefined,
): Promise<Found | undefined> {
  const [oldest, newest] = [depthAt(history, from), depthAt(history, to)];
  const first = linkOf(history, oldest);
  let value = first.face ? first.face.up?.(read, contextsFor([first], read), undefined, part?.reader) : read;
  if (oldest === newest) return { value: jsonCopy(read) };
  if (first.face && part) {
    const verdict = await part.validateLink(first.schema as object)(value);
    if ("issues" in verdict) return undefined;
    value = verdict.value;
  }
  for (let i = oldest; i > newest; i--) {
    const [link, next] = [linkOf(history, i), linkOf(history, i - 1)];
    if (next.schema === Nothing) {
      value = undefined;
      continue;
    }
    const made = link.up?.(value, contextsFor([link], value), undefined, part?.reader);
    const isLast = i - 1 === newest;
    if (isLast && !next.face) return { value: jsonCopy(made) };
    if (!part) return undefined;
    const verdict = await part.validateLink(next.schema)(made);
    if ("issues" in verdict) return undefined;
    value = verdict.value;
    if (isLast && next.face) return faceOf(next.face, made, part.reader);
  }
  return { value };
}

/** Throws an error if the App would reject a request of the version `at` with the value `read`. */
async function assertAccepted(
  part: ContractPart | undefined,
  read: unknown,
  history: History,
  at: VersionPoint,
): Promise<void> {
  const links = history.links.slice(0, depthAt(history, at) + 1);
  // Without examples of the contexts (values that depend on the caller), no `Up` can run, so the value is accepted.
  if (!part || links.some(({ needs }) => needs.some((key) => !hasExample(key)))) return;
  const { validateLink: validatorOf, reader } = part;
  await upsFrom(history, at, { validatorOf, reader })?.(read, contextsFor(links, read));
}

/** Converts a value by the `Down` of `As`, which declares the schema for clients. Without `Down`, creates a sample. */
function faceOf(
  { down, schema }: NonNullable<ReturnType<typeof linkOf>["face"]>,
  made: unknown,
  reader: OutputReader,
): Found | undefined {
  if (down) {
    const json = down(jsonCopy(made), undefined, undefined, reader);
    return { value: jsonCopy(reader.convertedMembers(schema)?.strip(json) ?? json) };
  }
  const [value] = schemaSamples(schema, "input", { others: [], reader });
  return value === undefined ? undefined : { value };
}

function lowered(value: unknown, history: History, { at, reader }: SampleEnd): unknown {
  const links = history.links.slice(1, depthAt(history, at) + 1);
  return showingBy({ history, at, reader })(
    value,
    contextsFor(links, value),
    carriedOf(history, value, reader),
  );
}

class MissingContext extends Error {
  constructor({ Description }: AnyContext) {
    super(`it depends on ${Description ?? "the caller"}`);
  }
}

/** The value of the context `Now`. It is constant, so that a guide changes only if its API changes. */
const sampleTime = new Date("2026-01-01T00:00:00.000Z");

function hasExample(key: AnyContext): boolean {
  return key === Now || contextExampleOf(key) !== undefined;
}

function contextsFor(
  links: readonly { readonly needs: readonly AnyContext[] }[],
  value: unknown,
): ContextValues {
  const keys = new Set(links.flatMap(({ needs }) => needs));
  const values = new Map<AnyContext, unknown>();
  for (const key of keys) {
    const example = contextExampleOf(key);
    if (!hasExample(key)) throw new MissingContext(key);
    values.set(key, example ? example(value) : sampleTime);
  }
  return new ContextValues(values);
}

function carriedOf({ carried }: History, value: unknown, reader: OutputReader): CarriedNode | undefined {
  if (carried.length === 0) return undefined;
  const root = new CarriedNode();
  for (const { path, carrier } of carried) {
    const [sample] = schemaSamples(carrier.schema, "output", { others: [], reader });
    carryAt({ value, node: root }, path, sample);
  }
  return root;
}

function carryAt(
  { value, node }: Found & { readonly node: CarriedNode },
  [step, ...rest]: CarriedPlace["path"],
  carried: unknown,
): void {
  if (step === undefined) {
    node.set(carried);
  } else if (step === OneOrEach && !Array.isArray(value)) {
    carryAt({ value, node }, rest, carried);
  } else if (Array.isArray(value)) {
    const nodes = node.openItems(value.length);
    nodes.forEach((item, i) => {
      carryAt({ value: value[i] as unknown, node: item }, rest, carried);
    });
  } else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      if (typeof step === "symbol" || name === step) {
        carryAt({ value: member, node: node.openMember(name) }, rest, carried);
      }
    }
  }
}
