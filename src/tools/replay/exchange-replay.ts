import { carriedNodeOf } from "../../records/carried-json";
import { contextFromJSON, ContextValues } from "../../schema/interface/context";
import type {
  ConversionMeans,
  ConvertedStep,
  GivenBody,
  RouteConversions,
} from "../../schema/interface/exchange-recorder";
import { isConcealed, takeFacts } from "../../core/model/fault";
import { isHTTPError } from "../../core/model/http-error";
import { jsonDifferences } from "../../schema/json-differences";
import type { RecordedLine, RecordedPart, RecordedResponse } from "../../records/recorded-line";
import type { Part } from "../../schema/interface/schema";
import { jsonCopy } from "../../schema/interface/plain-copy";
import { changeAt, type ValuePath } from "./attribution";
import type { ReplayDifference } from "./found-differences";

/** A difference of one record. The route and the line are added later. */
export type PlacedDifference = Pick<ReplayDifference, "Side" | "Change" | "Path" | "Recorded" | "Now">;

/**
 * Converts the values of a record again, and lists the differences. Returns the reason, in words, if a conversion needs
 * a context that the record lacks.
 */
export async function exchangeDifferences(
  record: RecordedLine,
  conversions: RouteConversions,
): Promise<readonly PlacedDifference[] | string> {
  const given = record.response && (await givenBody(record.response, conversions));
  const means = meansOf(record, conversions);
  const replay: Replay = { record, conversions, means, given, missing: undefined };
  const differences = [
    ...removedChanges(replay),
    ...(await requestDifferences(replay)),
    ...(await bodyDifferences(replay)),
    ...statusDifferences(replay),
  ];
  return replay.missing ?? differences;
}

interface Replay {
  readonly record: RecordedLine;
  readonly conversions: RouteConversions;
  readonly means: ConversionMeans;
  readonly given: RecordedBody | undefined;
  /** Set if a conversion has failed without a context that the record lacks. */
  missing: string | undefined;
}

/** A body of a record, and the result of its conversion. */
interface RecordedBody extends GivenBody {
  readonly shown: unknown;
  /** True if an error was sent in place of the body, because a `Down` failed. */
  readonly hasFailed: boolean;
}

async function givenBody(
  { body, status: { meant, sent } }: RecordedResponse,
  { isErrorBody }: RouteConversions,
): Promise<RecordedBody | undefined> {
  if (!body) return undefined;
  const { given: value, shown } = body;
  const isError = await isErrorBody(value, meant);
  const hasFailed = !isError && shown === undefined && sent >= 400 && sent !== meant;
  return { value, status: meant, isError, shown, hasFailed };
}

function meansOf({ contexts = {}, carried }: RecordedLine, { needs }: RouteConversions): ConversionMeans {
  const recorded = needs.filter(({ Name }) => Object.hasOwn(contexts, Name));
  const values = new Map(recorded.map((key) => [key, contextFromJSON(key, jsonCopy(contexts[key.Name]))]));
  return { contexts: new ContextValues(values), carried: carriedNodeOf(jsonCopy(carried)), ran: [] };
}

function removedChanges({ record, conversions }: Replay): readonly PlacedDifference[] {
  const known = new Set(conversions.changes.map(({ Description }) => Description));
  return record.changes
    .filter((change) => !known.has(change))
    .map((Change) => ({ Side: "Removed", Change, Path: [], Recorded: Change, Now: undefined }));
}

async function requestDifferences(replay: Replay): Promise<readonly PlacedDifference[]> {
  const { record, conversions, means } = replay;
  const parts = partsOf(record);
  if (parts.size === 0) return [];
  const sent = new Map([...parts].map(([part, one]) => [part, jsonCopy(one.sent)]));
  const now = await attempt(replay, () => conversions.read(sent, means));
  const wasRefused = isRefused(record);
  if ("failure" in now) {
    return wasRefused
      ? otherStatus(replay, now.failure)
      : [nowRefused(replay, now.failure, pathOfParts(parts))];
  }
  const read = new Map([...parts.keys()].map((part) => [part, jsonCopy(now.value.get(part))]));
  if (wasRefused) {
    // A newest version without a body reads nothing, although it refuses nothing.
    const isNothing = [...read.values()].every((value) => value === undefined);
    return isNothing ? [] : [nowAccepted(replay, pathOfParts(parts))];
  }
  const found: PlacedDifference[] = [];
  for (const [part, one] of parts) {
    const differences = jsonDifferences(one.read, read.get(part));
    if (differences.length === 0) continue;
    const steps = await traced(replay, () => conversions.traceRead(part, jsonCopy(one.sent), means));
    found.push(...placed(differences, { side: "Up", prefix: part === "body" ? [] : [part], steps }));
  }
  return found;
}

async function bodyDifferences(replay: Replay): Promise<readonly PlacedDifference[]> {
  const { given, conversions, means } = replay;
  if (!given) return [];
  const now = await attempt(replay, () => Promise.resolve(conversions.show(given, means)));
  if ("failure" in now) {
    return given.hasFailed ? otherStatus(replay, now.failure) : [nowRefused(replay, now.failure, [])];
  }
  if (given.hasFailed) return [nowAccepted(replay, [])];
  const differences = jsonDifferences(given.shown, now.value);
  if (differences.length === 0) return [];
  const steps = await traced(replay, () => Promise.resolve(conversions.traceShow(given, means)));
  return placed(differences, { side: "Down", prefix: [], steps });
}

/** Compares the sent status. A 304 does not count: it means that the client had the answer already. */
function statusDifferences({
  record: { response },
  given,
  conversions,
}: Replay): readonly PlacedDifference[] {
  if (!response || given?.hasFailed || response.status.sent === 304) return [];
  const { meant, sent } = response.status;
  const now = conversions.sentStatus(meant);
  if (now === sent) return [];
  const [change] = conversions.statusChanges(meant);
  return [
    {
      Side: "Status",
      ...(change && { Change: change.Description }),
      Path: ["status"],
      Recorded: sent,
      Now: now,
    },
  ];
}

function partsOf({ request = {} }: RecordedLine): ReadonlyMap<Part, RecordedPart> {
  // The cast is safe: the reader of lines has checked the names.
  return new Map(Object.entries(request) as [Part, RecordedPart][]);
}

/** True if an `Up` refused the recorded request: what was sent was not read. */
function isRefused(record: RecordedLine): boolean {
  return [...partsOf(record).values()].every(({ read }) => read === undefined);
}

function nowRefused({ conversions }: Replay, { status, change }: Failure, Path: ValuePath): PlacedDifference {
  const Change = change ?? onlyChange(conversions);
  const Now = conversions.sentStatus(status);
  return { Side: "Refused", ...(Change !== undefined && { Change }), Path, Recorded: undefined, Now };
}

function nowAccepted({ record, conversions }: Replay, Path: ValuePath): PlacedDifference {
  const Change = onlyChange(conversions);
  const Recorded = record.response?.status.sent;
  return { Side: "Refused", ...(Change !== undefined && { Change }), Path, Recorded, Now: undefined };
}

/** Compares the statuses of two refusals. That of an error which `MapError` may convert is not known. */
function otherStatus(
  { record: { response }, conversions }: Replay,
  { status, isCertain, change }: Failure,
): readonly PlacedDifference[] {
  const [Recorded, Now] = [response?.status.sent, conversions.sentStatus(status)];
  if (!isCertain || Recorded === undefined || Recorded === Now) return [];
  return [
    { Side: "Status", ...(change !== undefined && { Change: change }), Path: ["status"], Recorded, Now },
  ];
}

function onlyChange({ changes }: RouteConversions): string | undefined {
  const [only, ...others] = changes;
  return others.length === 0 ? only?.Description : undefined;
}

/** The path of a refusal: the name of the part that was refused, unless it is the body, or one of several. */
function pathOfParts(parts: ReadonlyMap<Part, RecordedPart>): ValuePath {
  const [part, ...others] = parts.keys();
  return part === undefined || part === "body" || others.length > 0 ? [] : [part];
}

function placed(
  differences: ReturnType<typeof jsonDifferences>,
  {
    side,
    prefix,
    steps,
  }: { readonly side: "Up" | "Down"; readonly prefix: ValuePath; readonly steps: readonly ConvertedStep[] },
): readonly PlacedDifference[] {
  return differences.map(({ path, one, other }) => {
    const Change = changeAt(steps, path, { recorded: one, now: other });
    return {
      Side: side,
      ...(Change !== undefined && { Change }),
      Path: [...prefix, ...path],
      Recorded: one,
      Now: other,
    };
  });
}

/** A function that gives another result at each call may throw now, although it did not throw before. */
async function traced(
  replay: Replay,
  trace: () => Promise<readonly ConvertedStep[]>,
): Promise<readonly ConvertedStep[]> {
  const steps = await attempt(replay, trace);
  return "failure" in steps ? [] : steps.value;
}

async function attempt<Value>(
  replay: Replay,
  run: () => Promise<Value>,
): Promise<{ readonly value: Value } | { readonly failure: Failure }> {
  try {
    return { value: await run() };
  } catch (error) {
    const failure = failureOf(error);
    const { contexts = {} } = replay.record;
    const missing = replay.conversions.needs.find(({ Name }) => !Object.hasOwn(contexts, Name));
    if (missing && !failure.isCertain) {
      replay.missing = `the record has no value of the context ${missing.Name}`;
    }
    return { failure };
  }
}

/** The error that a request or its answer would cause. */
interface Failure {
  /** The status that is meant for the newest version; 500 for errors that `MapError` may give another status. */
  readonly status: number;
  /** True if `MapError` cannot change the status. */
  readonly isCertain: boolean;
  /** The change whose function threw; undefined if this is not known. */
  readonly change: string | undefined;
}

function failureOf(thrown: unknown): Failure {
  const change = takeFacts(thrown)?.change;
  const cause = isConcealed(thrown) ? thrown.cause : thrown;
  return isHTTPError(cause)
    ? { status: cause.status, isCertain: true, change }
    : { status: 500, isCertain: false, change };
}
